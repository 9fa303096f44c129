"""``phh``: written poker hands, played again and settled."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from engine.commands import CheckFailed, Commands, Line
from engine.commands.streams.reading import read_bounded
from engine.errors import RuleError
from engine.poker.phh.amounts import Number, from_chips
from engine.poker.phh.history import History
from engine.poker.phh.importing import Replayed, replay_history
from engine.poker.phh.reading import MOST_BYTES, MOST_FILE_BYTES, read_phh, read_section, sections_of

MANY_HANDS = ".phhs"


def add_to(commands: Commands) -> None:
    phh = commands.add_parser(
        "phh",
        help="replay and settle hand histories",
        description="One line per hand of the .phh and .phhs files. A refused hand, or a file that cannot be read, has "
        "its error in the line; the others are replayed all the same, and the exit code is 1.",
    )
    phh.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a .phh file, or .phhs with many hands")
    phh.add_argument("--rake-allowed", action="store_true", help="the winners may have less than settled in the file")
    phh.set_defaults(run=replay_files)


def replay_files(arguments: argparse.Namespace) -> Iterator[Line]:
    has_failed = False
    for path in arguments.files:
        for line in _hands(path, rake_allowed=arguments.rake_allowed):
            has_failed = has_failed or line["error"] is not None
            yield line
    if has_failed:
        raise CheckFailed


def _hands(path: Path, *, rake_allowed: bool) -> Iterator[Line]:
    """A line per hand of a file; one line where the file itself is refused."""
    file = str(path)
    try:
        is_one = path.suffix.lower() != MANY_HANDS
        data = read_bounded(path, MOST_BYTES if is_one else MOST_FILE_BYTES)
        if is_one:
            yield _replayed(file, None, data, rake_allowed=rake_allowed)
            return
        for number, section in sections_of(data):
            yield _replayed(file, number, section, rake_allowed=rake_allowed)
    except OSError as error:
        yield _refused(file, None, None, RuleError("phh_file", f"{path}: {error.strerror}."))
    except RuleError as error:
        yield _refused(file, None, None, error)


def _replayed(file: str, number: int | None, text: str | bytes, *, rake_allowed: bool) -> Line:
    """A hand's line. number: its own in a file of many."""
    history = None
    try:
        history = read_phh(text) if number is None else read_section(str(text))
        replayed = replay_history(history, rake_allowed=rake_allowed)
    except RuleError as error:
        return _refused(file, number, history, error)
    return {
        "file": file,
        "hand": _name(number, history),
        "game": history.game.key,
        "stacks": [_json(stack) for stack in replayed.stacks],
        "pots": _pots(replayed, history.places),
        "rake": _json(replayed.rake),
        "error": None,
    }


def _pots(replayed: Replayed, places: int) -> list[Line]:
    """The pots in the order they were settled. Players are numbered as in the file."""
    player = {seat: f"p{number}" for number, seat in enumerate(replayed.hand.seats, start=1)}
    return [
        {
            "name": pot.name,
            "chips": _json(from_chips(pot.amount, places)),
            "eligible": [player[seat] for seat in replayed.hand.seats if seat in pot.eligible],
            "shares": {player[seat]: _json(from_chips(chips, places)) for seat, chips in pot.shares.items()},
            "why": pot.why,
        }
        for pot in replayed.settlement.pots
    ]


def _refused(file: str, number: int | None, history: History | None, error: RuleError) -> Line:
    refused = {"code": error.code, "message": error.message, "rules": list(error.rules), **error.facts}
    return {
        "file": file,
        "hand": _name(number, history),
        "game": None if history is None else history.game.key,
        "stacks": None,
        "pots": None,
        "rake": None,
        "error": refused,
    }


def _name(number: int | None, history: History | None) -> object:
    """The number in the file, or what a file of one hand calls it."""
    return number if number is not None or history is None else history.others.get("hand")


def _json(number: Number) -> int | str:
    """Decimals as they are written: JSON's own numbers would not keep 0.10."""
    return str(number) if isinstance(number, Decimal) else number
