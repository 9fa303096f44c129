"""Any JSON at all, at the doors that read JSON: the same value, or the engine's own error."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.euchre.catalogue import house_of
from engine.euchre.deck import parse_card, parse_cards, parse_suit
from engine.euchre.game import read_match, read_result
from engine.euchre.hand.hand import EuchreHand
from engine.euchre.hand.revoke import report_revoke
from engine.euchre.hand.stored import hand_json, read_action, read_hand
from engine.euchre.hand.views import view_of
from tests.engine.euchre_hands import after, dealt

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["Ah", "play", "h"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
HAND = hand_json(
    after(dealt(), "order_up", "discard 9d", "with_partner", "with_partner", "with_partner", "with_partner")
)
MATCH = {"format": 1, "house": "wlia", "overrides": {}, "best_of": 3, "first_dealer": 0, "deals": [{"makers": 0}]}
RESULT = {"makers": 1, "tricks": 3, "makers_alone": False, "defender_alone": True, "revoke_by": "makers"}


def only_rule_errors(read, *given_values):
    try:
        return read(*given_values)
    except RuleError:
        return None


@given(value=anything)
@pytest.mark.parametrize(
    "read",
    [read_hand, read_match, read_result, parse_card, parse_cards, parse_suit, house_of],
    ids=lambda read: read.__name__,
)
def test_any_json_is_read_or_refused(read, value):
    only_rule_errors(read, value)


@given(field=st.sampled_from(sorted(HAND)), value=anything)
def test_a_stored_hand_with_any_field_changed_is_read_or_refused(field, value):
    only_rule_errors(read_hand, {**HAND, field: value})


@given(at=st.integers(0, 5), field=st.sampled_from(["seat", "action", "card", "suit", "x"]), value=anything)
def test_a_log_line_with_anything_in_it_is_read_or_refused(at, field, value):
    data = copy.deepcopy(HAND)
    data["log"][at][field] = value

    only_rule_errors(read_hand, data)


@given(field=st.sampled_from(sorted(MATCH)), value=anything)
def test_a_stored_match_with_any_field_changed_is_read_or_refused(field, value):
    only_rule_errors(read_match, {**MATCH, field: value})


@given(field=st.sampled_from(sorted(RESULT)), value=anything)
def test_a_stored_result_with_any_field_changed_is_read_or_refused(field, value):
    only_rule_errors(read_result, {**RESULT, field: value})


@given(key=st.sampled_from(["wlia", "north_american"]), overrides=anything)
def test_any_overrides_are_read_or_refused(key, overrides):
    only_rule_errors(house_of, key, overrides)


@given(
    setting=st.sampled_from(["with_benny", "lone_makers", "asked_first", "lone_lead", "scale", "lone_defender"]),
    value=anything | st.dictionaries(st.sampled_from(["march", "target", "made"]), anything, max_size=2),
)
def test_any_value_of_a_setting_is_read_or_refused(setting, value):
    only_rule_errors(house_of, "wlia", {setting: value})


@given(line=st.dictionaries(st.sampled_from(["action", "card", "suit", "seat"]), anything))
def test_any_action_is_read_or_refused(line):
    only_rule_errors(read_action, line)


@given(value=anything, seat=anything)
def test_a_hand_takes_refuses_and_shows_whatever_it_is_asked(value, seat):
    for hand in (dealt(), after(dealt(), "order_up"), after(dealt(), "order_up", "discard 9d")):
        taken = only_rule_errors(hand.take, value, seat)
        assert taken is None or isinstance(taken, EuchreHand)
        only_rule_errors(hand.undo, seat)
        only_rule_errors(report_revoke, hand, seat)
        only_rule_errors(view_of, hand, seat)
        hand.why_not(value, seat)
