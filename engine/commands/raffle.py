"""``draw-verify``: a published raffle draw, repeated."""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

from engine.commands import CheckFailed, Commands, Line
from engine.commands.drand import is_signed
from engine.commands.streams.reading import read_bounded
from engine.errors import RuleError
from engine.raffle import compare_earlier, verify_draw

MOST_DRAW_BYTES = 16_000_000
MOST_LIST_BYTES = 200_000_000
"""A line a ticket: enough for millions of them."""


def add_to(commands: Commands) -> None:
    verify = commands.add_parser(
        "draw-verify",
        help="repeat a published raffle draw",
        description="Repeats a draw from its two published files. A line per problem, or one that says all agrees. "
        "The signature of a beacon is checked with py_ecc (pip install py_ecc); exit code 3 says that it was not.",
    )
    verify.add_argument("draw", type=Path, help="the published draw, a JSON file")
    verify.add_argument("list", type=Path, help="the published list of tickets")
    verify.add_argument(
        "--earlier", type=Path, help="proof.json as you saved it after sales closed: it must be of the same draw"
    )
    verify.set_defaults(run=repeat_draw)


def repeat_draw(arguments: argparse.Namespace) -> Iterator[Line]:
    published = _read_draw(arguments.draw)
    check = is_signed if importlib.util.find_spec("py_ecc") else None
    problems = verify_draw(published, read_bounded(arguments.list, MOST_LIST_BYTES), check=check)
    if arguments.earlier:
        problems += compare_earlier(published, _read_draw(arguments.earlier))
    for problem in problems:
        yield {"draw": str(arguments.draw), "problem": problem}
    if problems:
        raise CheckFailed
    yield {"draw": str(arguments.draw), "agrees": True}


def _read_draw(path: Path) -> dict[str, object]:
    try:
        published = json.loads(read_bounded(path, MOST_DRAW_BYTES))
    except (ValueError, RecursionError) as error:
        raise RuleError("draw_file_unreadable", f"{path} is not JSON: {error}.", file=str(path)) from error
    if not isinstance(published, dict):
        raise RuleError("draw_file_unreadable", f"{path} is not a published draw: it holds no object.", file=str(path))
    return published
