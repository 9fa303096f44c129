"""Every recorded action with its sentence."""

from __future__ import annotations

from eventnight.night.selectors.audit.sentences.of_calls import CALLS
from eventnight.night.selectors.audit.sentences.of_flights import HOLDEM
from eventnight.night.selectors.audit.sentences.of_people import NIGHT, PEOPLE
from eventnight.night.selectors.audit.sentences.of_tables import MOVES, TABLES
from eventnight.night.selectors.audit.sentences.of_the_bank import BANK
from eventnight.night.selectors.audit.sentences.of_the_bracket import EUCHRE
from eventnight.night.selectors.audit.sentences.of_the_raffle import RAFFLE
from eventnight.night.selectors.audit.sentences.sentence import Kind, Sentence

SENTENCES: dict[str, Sentence] = BANK | PEOPLE | NIGHT | EUCHRE | HOLDEM | TABLES | RAFFLE | CALLS

FOLDED = frozenset(MOVES) | {"euchre.acted"}
"""Moves of a hand, which the line of the hand counts."""

EUCHRE_HANDS = {f"hand.{did}": f"euchre_hand.{did}" for did in ("entered", "corrected", "undone")}
"""Hands of a euchre match, whose actions are called as those of a card table: by what the log says, their sentences."""


def sentence_of(action: str, subject: str) -> Sentence:
    """The sentence of an action; what was recorded by an earlier version goes by its own words."""
    key = EUCHRE_HANDS.get(action, action) if subject.startswith("bracket ") else action
    return SENTENCES.get(key) or Sentence(f"did: {action.replace('.', ' ').replace('_', ' ')}, {{subject}}", Kind.SETUP)


def actions_of(kind: Kind) -> frozenset[str]:
    """Actions as the log calls them, of that kind; hands of euchre matches are told apart by their subject."""
    return frozenset(action for action, each in SENTENCES.items() if each.kind is kind)


FIXES = frozenset(action for action, each in SENTENCES.items() if each.is_fix)
