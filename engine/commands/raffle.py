"""``draw-verify``: a published raffle draw, repeated."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from engine.commands import CheckFailed, Commands, Line
from engine.errors import RuleError
from engine.raffle import verify_draw


def add_to(commands: Commands) -> None:
    verify = commands.add_parser(
        "draw-verify",
        help="repeat a published raffle draw",
        description="Repeats a draw from its two published files. A line per problem, or one that says all agrees.",
    )
    verify.add_argument("draw", type=Path, help="the published draw, a JSON file")
    verify.add_argument("list", type=Path, help="the published list of tickets")
    verify.set_defaults(run=repeat_draw)


def repeat_draw(arguments: argparse.Namespace) -> Iterator[Line]:
    published = _read_draw(arguments.draw)
    problems = verify_draw(published, arguments.list.read_bytes())
    for problem in problems:
        yield {"draw": str(arguments.draw), "problem": problem}
    if problems:
        raise CheckFailed
    yield {"draw": str(arguments.draw), "agrees": True}


def _read_draw(path: Path) -> dict[str, object]:
    try:
        published = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise RuleError("draw_file_unreadable", f"{path} is not JSON: {error}.", file=str(path)) from error
    if not isinstance(published, dict):
        raise RuleError("draw_file_unreadable", f"{path} is not a published draw: it holds no object.", file=str(path))
    return published
