"""Whatever the engine gives survives copying and another process: hands, refusals, and every other value."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.euchre.catalogue import HOUSES as EUCHRE_HOUSES
from engine.fees import SCHEDULES
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.poker.hand import Hand
from engine.poker.house.catalogue import HOUSES
from engine.tournament.bracket import build_bracket, start_bracket
from tests.engine.euchre_hands import after, dealt
from tests.engine.hand_laws import chances, law, picture, played, plays
from tests.engine.hands import begin, finish, play

WAYS = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def finished() -> Hand:
    hand = begin()
    finish(hand)
    return hand


VALUES = {
    "houses": list(HOUSES.values()),
    "games": [*GAMES.values(), *CHOICES.values()],
    "euchre houses": list(EUCHRE_HOUSES.values()),
    "fee schedules": list(SCHEDULES.values()),
    "forced bets": begin().forced,
    "what a hand begins from": begin().setup,
    "what is legal": begin().legal,
    "pots": play(begin(), "c c k").pots,
    "settlement": finished().settle(),
    "euchre hand": after(dealt(), "order_up"),
    "bracket": start_bracket(build_bracket(5)),
}


@each_way
@given(
    message=st.text(),
    rules=st.lists(st.sampled_from(["STD-4", "CAN-22"])),
    facts=st.dictionaries(st.sampled_from(["seat", "to_call", "given"]), st.integers() | st.text() | st.none()),
)
def test_a_refusal_keeps_code_sentence_rules_and_facts(way, message, rules, facts):
    refused = way(RuleError("not_reopened", message, rules=rules, **facts))

    assert (type(refused), refused.code, refused.message) == (RuleError, "not_reopened", message)
    assert (refused.rules, refused.facts, str(refused)) == (tuple(rules), facts, message)


@each_way
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_equals_its_copy(way, value):
    assert way(value) == value


@each_way
@law(40)
@given(chances, plays)
def test_a_hand_is_the_same_and_goes_on_by_itself(way, rng, play_of):
    hand = played(rng, play_of)
    before = picture(hand)

    other = way(hand)

    assert picture(other) == before
    other.floor.note("told", "Somebody asked for the time.")
    assert picture(hand) == before
