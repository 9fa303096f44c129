"""How a record becomes a sentence: words with {fields}, and [parts] that are left out where a field of theirs is empty.

Who did it comes first and is not part of it. Fields are read by `told.py`; one that it does not know is a fact of the
record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum


class Kind(StrEnum):
    """What a record is about, as the page filters by it."""

    MONEY = "money"
    CHIPS = "chips"
    EUCHRE = "euchre"
    HOLDEM = "holdem"
    TABLES = "tables"
    RAFFLE = "raffle"
    CALLS = "calls"
    PEOPLE = "people"
    SETUP = "setup"

    @property
    def label(self) -> str:
        return _LABELS.get(self, self.value.capitalize())

    @property
    def icon(self) -> str:
        return _ICONS[self]


_LABELS = {Kind.HOLDEM: "Hold’em", Kind.SETUP: "Set-up"}
_ICONS = {
    Kind.MONEY: "money",
    Kind.CHIPS: "chips",
    Kind.EUCHRE: "bracket",
    Kind.HOLDEM: "floor",
    Kind.TABLES: "table",
    Kind.RAFFLE: "raffle",
    Kind.CALLS: "bell",
    Kind.PEOPLE: "person",
    Kind.SETUP: "setup",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """to: the page that it leads to, by its name in `links.py`. is_fix: it takes back or corrects something earlier.

    with_it: actions of the same press that the sentence tells too, so that the list need not say them a second time.
    """

    words: str
    kind: Kind
    to: str = ""
    is_fix: bool = False
    with_it: frozenset[str] = frozenset()


def sentences(
    kind: Kind, to: str, words: Mapping[str, str], *, is_fix: bool = False, with_it: Mapping[str, str] | None = None
) -> dict[str, Sentence]:
    """Sentences of one kind that lead to the same page. with_it: by action, those told with it, apart by spaces."""
    told = with_it or {}
    made = {action: Sentence(text, kind, to, is_fix) for action, text in words.items()}
    return {
        action: replace(each, with_it=frozenset(told[action].split())) if action in told else each
        for action, each in made.items()
    }
