"""``roulette``: the bets on the mat of a wheel."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from engine.commands import Commands, Line
from engine.roulette.bets import BetKind, Catalogue, legal_bets
from engine.roulette.settle import expected_value
from engine.roulette.wheel import WHEELS


def add_to(commands: Commands) -> None:
    roulette = commands.add_parser(
        "roulette",
        help="count or list the bets on the mat",
        description="One line per kind of bet, or per bet with --list: numbers covered, pay to one, expected value.",
    )
    roulette.add_argument("--wheel", choices=sorted(WHEELS), required=True)
    roulette.add_argument(
        "--catalogue",
        choices=[catalogue.value for catalogue in Catalogue],
        default=Catalogue.HOUSE.value,
        help="house: the charity night's own list (default); full: also numbers combined with a zero",
    )
    roulette.add_argument("--list", action="store_true", help="every bet rather than every kind")
    roulette.set_defaults(run=list_bets)


def list_bets(arguments: argparse.Namespace) -> Iterator[Line]:
    wheel = WHEELS[arguments.wheel]
    bets = legal_bets(wheel, Catalogue(arguments.catalogue))
    if arguments.list:
        for bet in bets:
            value = str(expected_value(bet, wheel))
            yield {"bet": str(bet), "pockets": list(bet.pockets), "pays": bet.pays, "expected_value": value}
        return
    for kind in BetKind:
        of_kind = [bet for bet in bets if bet.kind is kind]
        if of_kind:
            yield {
                "kind": kind.value,
                "bets": len(of_kind),
                "numbers": len(of_kind[0].pockets),
                "pays": kind.pays,
                "inside": of_kind[0].is_inside,
                "expected_value": str(expected_value(of_kind[0], wheel)),
            }
