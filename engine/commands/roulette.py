"""``roulette``: the bets on the mat of a wheel, what a spin pays, and spins by chance."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from engine.chance import SeededDraw
from engine.commands import Commands, Line
from engine.commands.streams.lines import each_line, json_value, whole_number
from engine.errors import RuleError
from engine.roulette.bets import Bet, BetKind, Catalogue, legal_bets, parse_bet
from engine.roulette.settle import Placed, SpinSettlement, TableLimits, expected_value, require_bets, settle_spin
from engine.roulette.spin import spins
from engine.roulette.wheel import WHEELS, Wheel
from engine.units import Chips

_DESCRIPTION = """\
Without --pocket and --spin: one line for each kind of bet, or for each bet with --list, with the numbers it covers,
what it pays to one and what a chip on it is up on average.

With --pocket: reads the bets of one spin from standard input, a JSON object a line, and prints what comes back to
each, then the sums. What the owners and the house are up adds up to nothing.

  owner  whose chips they are
  bet    the kind and its numbers as --list names them: "split 8-11", "line 1-6", "dozen 2", "red"
  chips  a whole number from 1

With --spin: a line for each spin, pocket and colour. The same seed gives the same spins on every machine.
"""
_EXAMPLE = """\
examples:
  python -m engine roulette --wheel european --catalogue full --list
  echo '{"owner": "Ada", "bet": "straight 17", "chips": 10}' | python -m engine roulette --wheel american --pocket 17
  python -m engine roulette --wheel american --spin "friday night" --spins 3

Every line with a bet that cannot stand is named on standard error; then nothing is settled, and the exit code is 1.
"""
_LIMITS = ("lowest_bet", "highest_bet", "highest_spin")


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "roulette",
        help="list the bets on the mat, settle a spin, or spin by a seed",
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--wheel", choices=sorted(WHEELS), required=True)
    parser.add_argument(
        "--catalogue",
        choices=[catalogue.value for catalogue in Catalogue],
        default=Catalogue.HOUSE.value,
        help="house: the charity night's own list (default); full: also numbers combined with a zero",
    )
    one_of = parser.add_mutually_exclusive_group()
    one_of.add_argument("--list", action="store_true", help="every bet rather than every kind")
    one_of.add_argument("--pocket", help="settle bets from standard input for this pocket: 0, 00 or 1 to 36")
    one_of.add_argument("--spin", metavar="SEED", help="spin by a seed, which is any text")
    parser.add_argument(
        "--spins", type=whole_number, metavar="N", help="with --spin: so many spins in a row (default 1)"
    )
    limits = parser.add_argument_group("limits of the table, with --pocket; in chips for each owner")
    limits.add_argument("--lowest-bet", type=whole_number, metavar="CHIPS", help="least on one bet (default 1)")
    limits.add_argument("--highest-bet", type=whole_number, metavar="CHIPS", help="most on one bet")
    limits.add_argument("--highest-spin", type=whole_number, metavar="CHIPS", help="most on all bets of a spin")
    parser.set_defaults(run=partial(run_roulette, parser))


def run_roulette(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Iterator[Line]:
    if arguments.spins is not None and arguments.spin is None:
        parser.error("--spins goes with --spin SEED")
    if arguments.pocket is None and any(getattr(arguments, limit) is not None for limit in _LIMITS):
        parser.error("limits of the table go with --pocket")
    wheel, catalogue = WHEELS[arguments.wheel], Catalogue(arguments.catalogue)
    if arguments.pocket is not None:
        return settle_lines(wheel, catalogue, arguments.pocket, _limits(arguments))
    if arguments.spin is not None:
        return spin_lines(wheel, arguments.spin, 1 if arguments.spins is None else arguments.spins)
    bets = legal_bets(wheel, catalogue)
    return list_bets(wheel, bets) if arguments.list else list_kinds(wheel, bets)


def list_bets(wheel: Wheel, bets: tuple[Bet, ...]) -> Iterator[Line]:
    for bet in bets:
        value = str(expected_value(bet, wheel))
        yield {"bet": str(bet), "pockets": list(bet.pockets), "pays": bet.pays, "expected_value": value}


def list_kinds(wheel: Wheel, bets: tuple[Bet, ...]) -> Iterator[Line]:
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


def spin_lines(wheel: Wheel, seed: str, count: int) -> Iterator[Line]:
    for number, pocket in enumerate(spins(wheel, SeededDraw(seed), count), start=1):
        yield {"spin": number, "pocket": pocket, "colour": wheel.colour_of(pocket).value}


def settle_lines(wheel: Wheel, catalogue: Catalogue, pocket: str, limits: TableLimits) -> Iterator[Line]:
    # Before the reading: whoever types the bets learns of a wrong pocket first.
    wheel.require_pocket(pocket)
    placed = list(each_line(lambda text: _placed(text, wheel, catalogue)))
    yield from _settlement(settle_spin(wheel, placed, pocket, limits, catalogue=catalogue))


def _limits(arguments: argparse.Namespace) -> TableLimits:
    given = {name: getattr(arguments, name) for name in _LIMITS}
    return TableLimits(**{name: Chips(value) for name, value in given.items() if value is not None})


def _placed(text: bytes, wheel: Wheel, catalogue: Catalogue) -> Placed:
    line = json_value(text, _unreadable)
    if not isinstance(line, dict) or line.keys() != {"owner", "bet", "chips"}:
        raise _unreadable("a bet is a JSON object of owner, bet and chips")
    placed = Placed(line["owner"], parse_bet(line["bet"], wheel=wheel, catalogue=catalogue), line["chips"])
    require_bets(wheel, [placed], catalogue=catalogue)
    return placed


def _unreadable(claim: str) -> RuleError:
    return RuleError(
        "bet_unreadable", f"The line is not a bet: {claim}. “roulette --help” shows what a line looks like."
    )


def _settlement(settled: SpinSettlement) -> Iterator[Line]:
    for each in settled.bets:
        placed = each.placed
        yield {
            "owner": placed.owner,
            "bet": str(placed.bet),
            "chips": placed.chips,
            "returned": each.returned,
            "net": each.net,
        }
    yield {
        "pocket": settled.pocket,
        "colour": settled.colour.value,
        "net_by_owner": settled.net_by_owner,
        "house_net": settled.house_net,
    }
