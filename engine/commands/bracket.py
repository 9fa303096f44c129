"""``bracket``: the matches of an elimination bracket."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from engine.commands import Commands, Line
from engine.tournament.bracket import Bye, LoserOf, Seed, Slot, build_bracket, round_name


def add_to(commands: Commands) -> None:
    bracket = commands.add_parser(
        "bracket",
        help="list the matches of a single-elimination bracket",
        description="One line per match in the order of play: who meets whom, by seed or by earlier match.",
    )
    bracket.add_argument("--entries", type=int, required=True, metavar="N", help="teams, 2 to 65536")
    bracket.add_argument("--third-place", action="store_true", help="the beaten semi-finalists meet")
    bracket.set_defaults(run=list_matches)


def list_matches(arguments: argparse.Namespace) -> Iterator[Line]:
    bracket = build_bracket(arguments.entries, third_place=arguments.third_place)
    for match in bracket.matches:
        name = "Third place" if match.is_for_third_place else round_name(match.round, bracket.rounds)
        yield {
            "match": match.number,
            "round": match.round,
            "round_name": name,
            "teams": [_slot(slot) for slot in match.slots],
            "bye": match.is_bye,
        }


def _slot(slot: Slot) -> Line:
    if isinstance(slot, Seed):
        return {"seed": slot.number}
    if isinstance(slot, Bye):
        return {"bye": True}
    return {"loser_of" if isinstance(slot, LoserOf) else "winner_of": slot.match}
