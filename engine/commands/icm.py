"""``icm``: what the stacks are worth in prize money, by ICM and by a chip chop."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from engine.commands import Commands, Line
from engine.commands.streams.lines import Question, answer_lines, unreadable, whole_numbers
from engine.tournament.deals import MOST_AS_JOB, MOST_AT_ONCE, MOST_EXACT, chip_chop, icm_deal, icm_worth
from engine.units import Cents, Chips

_DESCRIPTION = f"""\
Prints a deal as one line: cents for each player by ICM (Malmuth-Harville) and by a chip chop, each together exactly the
prizes; the exact worth of each stack for up to {MOST_EXACT} players; and notices.

Asked by flags, or without --stacks by JSON objects on standard input, one a line: stacks, an object of chips by name or
a list (then players are "1", "2", ...), and prizes, a list of those still to be won in cents, first place first.
"""
_EXAMPLE = """\
examples:
  python -m engine icm --stacks 100000,70000,50000,20000 --prizes 20000,12000,8000,5000
  echo '{"stacks": {"Ada": 50, "Ben": 30, "Cy": 20}, "prizes": [50, 30, 20]}' | python -m engine icm

A line that cannot be answered is named on standard error, and the exit code is 1 at the end.
"""
_KNOWN = frozenset({"stacks", "prizes"})


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "icm",
        help="work out a deal: what stacks are worth in prizes",
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--stacks", type=whole_numbers, metavar="CHIPS,...", help="chips of those who are left")
    parser.add_argument(
        "--prizes", type=whole_numbers, metavar="CENTS,...", help="prizes still to be won, first place first"
    )
    parser.add_argument(
        "--as-job",
        action="store_true",
        help=f"up to {MOST_AS_JOB} players, which takes a moment, rather than {MOST_AT_ONCE}",
    )
    parser.set_defaults(run=partial(deal_lines, parser))


def deal_lines(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> Iterator[Line]:
    if (arguments.stacks is None) != (arguments.prizes is None):
        parser.error("--stacks and --prizes go together")
    answer = partial(_answer, MOST_AS_JOB if arguments.as_job else MOST_AT_ONCE)
    if arguments.stacks is None:
        return answer_lines(answer, _KNOWN)
    return iter([answer({"stacks": arguments.stacks, "prizes": arguments.prizes})])


def _answer(most_players: int, question: Question) -> Line:
    stacks, prizes = _stacks(question.get("stacks")), question.get("prizes")
    if not isinstance(prizes, list):
        raise unreadable("“prizes” is a list of cents, first place first")
    cents = tuple(Cents(prize) for prize in prizes)
    icm = icm_deal(stacks, cents, most_players=most_players)
    chop = chip_chop(stacks, cents)
    line: Line = {"icm": icm.amounts, "chip_chop": chop.amounts}
    if len(stacks) <= MOST_EXACT:
        worth = icm_worth(tuple(stacks.values()), cents)
        line["exact"] = {player: str(each) for player, each in zip(stacks, worth, strict=True)}
    line["notices"] = [{"code": notice.code, "message": notice.message} for notice in chop.notices]
    return line


def _stacks(entered: object) -> dict[str, Chips]:
    if isinstance(entered, list):
        return {str(number): chips for number, chips in enumerate(entered, start=1)}
    if isinstance(entered, dict):
        return entered
    raise unreadable("“stacks” is an object of chips by name, or a list of chips")
