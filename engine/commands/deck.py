"""``deck``: the published deck of a hand, dealt again."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.commands import CheckFailed, Commands, Line
from engine.commands.streams.reading import read_object
from engine.errors import RuleError
from engine.euchre.redealt import is_of_euchre
from engine.euchre.redealt import verify_deal as verify_euchre
from engine.poker.redealt import verify_deal as verify_poker
from engine.shuffle import verify_deck
from engine.shuffle.published import DECK, NOT_CHECKABLE

MOST_BYTES = 1_000_000


def add_to(commands: Commands) -> None:
    check = commands.add_parser(
        "deck",
        help="check the published deck of a hand that the system dealt",
        description="Deals a hand's deck again from its published file. A line per problem, or one if all agrees.",
    )
    check.add_argument("file", type=Path, help="the published deck, a JSON file")
    check.add_argument("--promised", type=Path, help="the promise as you saved it before the hand")
    check.set_defaults(run=deal_again)


def deal_again(arguments: argparse.Namespace) -> Iterator[Line]:
    published = read_object(arguments.file, MOST_BYTES, DECK)
    promised = read_object(arguments.promised, MOST_BYTES, DECK) if arguments.promised else None
    problems: list[str] = verify_deck(published, promised=promised)
    deal: Line = {}
    if not problems and "played" in published:
        problems, deal = _deal_of(published)
    for problem in problems:
        yield {"deck": str(arguments.file), "problem": problem}
    if problems:
        raise CheckFailed
    yield {"deck": str(arguments.file), "agrees": True, "is_whole": published.get("seed") is not None, **deal}


def _deal_of(published: Mapping[str, object]) -> tuple[list[str], Line]:
    """What was dealt otherwise than the deck has it, and what the check says of the deal where nothing was."""
    try:
        verify = verify_euchre if is_of_euchre(published) else verify_poker
        return verify(published), {"deal": "agrees"}
    except RuleError as error:
        if error.code != NOT_CHECKABLE:
            raise
        return [], {"deal": error.message}
