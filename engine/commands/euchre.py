"""``euchre``: hands from JSON lines played again, a hand dealt by a seed, or points from tricks alone."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO

from engine.chance import SeededDraw
from engine.commands import CheckFailed, Commands, Line, tell_refusal
from engine.commands.streams.lines import json_value, whole_number
from engine.commands.streams.reading import bounded_lines, open_patiently
from engine.errors import RuleError
from engine.euchre.catalogue import HOUSES, USUAL, house_of
from engine.euchre.deal import shuffled_deal
from engine.euchre.hand.bidding import start_hand
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import EuchreHand
from engine.euchre.hand.stored import hand_json, read_hand
from engine.euchre.hand.tricks import active_seats, tricks_of
from engine.euchre.hand.views import action_json, contract_json, took_upcard, trick_json
from engine.euchre.house import RULES_OF, EuchreHouse
from engine.euchre.result import DealResult, points_of
from engine.euchre.scoring import Side

_DESCRIPTION = f"""\
Without --deal and --tricks: reads hands, a JSON object a line, from the files or from standard input, plays each again
from its log and prints where it stands as one line: whose turn it is and what is legal, or points and winner.

  dealer     the seat that deals, 0 to 3 clockwise; 0 and 2 are team 0, 1 and 3 team 1
  hands      the five cards of each seat, by seat: [["Ah", "9c", ...], ...]; the joker is BENNY
  upcard     the card turned up
  log        the actions in order, each with its seat: pass, order_up, take_up, turn_it_down_alone, name (with suit),
             discard (with card), alone, with_partner, play (with card), revoke; may be left out
  as_played  true: cards are taken down as they fell, those that do not follow suit too; false where it is left out
  house      {" or ".join(HOUSES)}; {USUAL.key} where it is left out
  overrides  single settings of the house, such as {{"with_benny": true}}; may be left out. The settings are
             {", ".join(RULES_OF)}

With --deal: deals a hand by a seed and prints it as such a line. The same seed gives the same cards on every machine.

With --tricks: the points of a deal from the tricks that the makers took and who played alone.
"""
_EXAMPLE = """\
examples:
  python -m engine euchre --deal "friday night" --dealer 2 | python -m engine euchre
  python -m engine euchre --tricks 5 --makers 1 --makers-alone
  python -m engine euchre --tricks 2 --defender-alone --house north_american

A line that is refused is named on standard error and has its error in the line printed; the others are played all the
same, and the exit code is 1.
"""
_DEAL_ONLY = ("dealer", "benny")
_TRICKS_ONLY = ("makers", "makers_alone", "defender_alone", "revoke_by")


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "euchre",
        help="play euchre hands again, deal one by a seed, or count points",
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="hands, a JSON object a line")
    one_of = parser.add_mutually_exclusive_group()
    one_of.add_argument("--deal", metavar="SEED", help="deal a hand by a seed, which is any text")
    one_of.add_argument(
        "--tricks", type=whole_number, metavar="N", help="points when the makers took N of the five tricks"
    )
    parser.add_argument(
        "--house", choices=list(HOUSES), help=f"with --deal and --tricks: whose rules (default {USUAL.key})"
    )
    dealing = parser.add_argument_group("with --deal")
    dealing.add_argument("--dealer", type=whole_number, metavar="SEAT", help="who deals, 0 to 3 (default 0)")
    dealing.add_argument("--benny", action="store_true", help="25 cards, with the joker")
    settling = parser.add_argument_group("with --tricks")
    settling.add_argument(
        "--makers", type=whole_number, metavar="TEAM", help="the team that made trump, 0 or 1 (default 0)"
    )
    settling.add_argument("--makers-alone", action="store_true", help="a player of the makers was alone")
    settling.add_argument("--defender-alone", action="store_true", help="a defender was alone")
    settling.add_argument("--revoke-by", choices=[side.value for side in Side], help="this side did not follow suit")
    parser.set_defaults(run=partial(run_euchre, parser))


def run_euchre(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Iterator[Line]:
    dealing, settling = arguments.deal is not None, arguments.tricks is not None
    for names, chosen, option in ((_DEAL_ONLY, dealing, "--deal SEED"), (_TRICKS_ONLY, settling, "--tricks N")):
        for name in names:
            given = getattr(arguments, name)
            if not chosen and given is not None and given is not False:
                parser.error(f"--{name.replace('_', '-')} goes with {option}")
    if (dealing or settling) and arguments.files:
        parser.error("files are for playing hands again, without --deal and --tricks")
    if arguments.house is not None and not dealing and not settling:
        parser.error("--house goes with --deal or --tricks; a hand that is read names its own")
    house = house_of(arguments.house or USUAL.key, {"with_benny": True} if arguments.benny else None)
    if dealing:
        return deal_line(house, arguments.deal, arguments.dealer or 0)
    return points_line(house, arguments) if settling else play_lines(arguments.files)


def deal_line(house: EuchreHouse, seed: str, dealer: int) -> Iterator[Line]:
    yield hand_json(start_hand(shuffled_deal(house, dealer=dealer, chance=SeededDraw(seed))))


def points_line(house: EuchreHouse, arguments: argparse.Namespace) -> Iterator[Line]:
    result = DealResult(
        makers=arguments.makers or 0,
        tricks=arguments.tricks,
        makers_alone=arguments.makers_alone,
        defender_alone=arguments.defender_alone,
        revoke_by=None if arguments.revoke_by is None else Side(arguments.revoke_by),
    )
    points = points_of(result, house.scale)
    yield {"points": list(points), "winner": _winner(points)}


def play_lines(files: list[Path]) -> Iterator[Line]:
    refused = False
    for place, text in _lines(files):
        try:
            yield {**place, **_standing(read_hand(json_value(text, _unreadable))), "error": None}
        except RuleError as error:
            refused = True
            named = ", ".join(f"{what} {value}" for what, value in place.items())
            tell_refusal(error, place=f"{named}: ")
            facts = {"code": error.code, "message": error.message, "rules": list(error.rules), **error.facts}
            yield {**place, "error": facts}
    if refused:
        raise CheckFailed


def _lines(files: list[Path]) -> Iterator[tuple[Line, bytes]]:
    """Each line with its place, as it is named in what is printed."""
    if not files:
        yield from _numbered(sys.stdin.buffer, {})
    for path in files:
        with open_patiently(path) as lines:
            yield from _numbered(lines, {"file": str(path)})


def _numbered(lines: IO[bytes], place: Line) -> Iterator[tuple[Line, bytes]]:
    for number, text in enumerate(bounded_lines(lines), start=1):
        if text.strip():
            yield {**place, "hand": number}, text


def _unreadable(claim: str) -> RuleError:
    return RuleError("bad_hand", f"The line is not a hand: {claim}. “euchre --help” shows what a line looks like.")


def _standing(hand: EuchreHand) -> Line:
    """Where a hand stands."""
    contract, seats = hand.contract, active_seats(hand)
    tricks = [trick_json(trick, full=len(seats)) for trick in tricks_of(hand)]
    winners = [trick["winner"] for trick in tricks]
    points = hand.points if isinstance(hand, Finished) else None
    return {
        "stage": hand.stage.value,
        "turn": hand.turn,
        "legal": [action_json(action) for action in hand.legal],
        "contract": None if contract is None else contract_json(contract, took_upcard(hand)),
        "active": list(seats),
        "tricks": tricks,
        "tricks_won": [sum(winner in (team, team + 2) for winner in winners) for team in (0, 1)],
        "points": None if points is None else list(points),
        "winner": None if points is None else _winner(points),
    }


def _winner(points: tuple[int, int]) -> int | None:
    """The team that scored; None if nobody did."""
    return None if points == (0, 0) else int(points[1] > 0)
