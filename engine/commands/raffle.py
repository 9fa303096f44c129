"""``draw-verify``: a published raffle draw, repeated."""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from engine.commands import CheckFailed, Commands, Line
from engine.commands.drand import is_signed
from engine.commands.streams.reading import read_bounded, read_object
from engine.raffle import compare_earlier, verify_draw
from engine.raffle.published import DRAW

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
    published = read_object(arguments.draw, MOST_DRAW_BYTES, DRAW)
    check = is_signed if importlib.util.find_spec("py_ecc") else None
    problems = verify_draw(published, read_bounded(arguments.list, MOST_LIST_BYTES), check=check)
    if arguments.earlier:
        problems += compare_earlier(published, read_object(arguments.earlier, MOST_DRAW_BYTES, DRAW))
    for problem in problems:
        yield {"draw": str(arguments.draw), "problem": problem}
    if problems:
        raise CheckFailed
    yield {"draw": str(arguments.draw), "agrees": True}
