"""Finishing places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.places import AcrossTables, BustHand, Place, places_for_hand, places_for_hands


@pytest.mark.rule("STD-10")
def test_two_out_in_one_hand_finish_in_the_order_of_their_stacks():
    assert places_for_hand(10, BustHand({"A": 900, "B": 400})) == {"A": Place(9, 9), "B": Place(10, 10)}


@pytest.mark.rule("STD-10")
def test_equal_stacks_share_their_places():
    places = places_for_hand(10, BustHand({"A": 900, "B": 900, "C": 50}))

    assert places == {"A": Place(8, 9), "B": Place(8, 9), "C": Place(10, 10)}
    assert places["A"].is_shared


@pytest.mark.rule("STD-10")
@pytest.mark.parametrize(
    ("across_tables", "places"),
    [
        (AcrossTables.TIE, {"A": Place(8, 9), "B": Place(10, 10), "C": Place(8, 9)}),
        (AcrossTables.BY_STACKS, {"A": Place(8, 8), "B": Place(10, 10), "C": Place(9, 9)}),
    ],
)
def test_hand_for_hand_the_best_of_each_table_tie_unless_stacks_decide(across_tables, places):
    hand = BustHand({"A": 900, "B": 400, "C": 500}, tables={"A": 1, "B": 1, "C": 2})

    assert places_for_hand(10, hand, across_tables) == places


@pytest.mark.rule("STD-10")
def test_undoing_a_hand_renumbers_those_who_went_out_before_and_after():
    first, second, third = BustHand({"A": 900, "B": 400}), BustHand({"C": 10}), BustHand({"D": 700})

    assert places_for_hands(10, [first, second, third])["A"] == Place(9, 9)
    assert places_for_hands(10, [first, third]) == {"A": Place(9, 9), "B": Place(10, 10), "D": Place(8, 8)}
    assert places_for_hands(10, [second, third]) == {"C": Place(10, 10), "D": Place(9, 9)}


def test_a_late_entry_moves_everybody_out_down_a_place():
    assert places_for_hands(11, [BustHand({"A": 900})]) == {"A": Place(11, 11)}


@given(
    hands=st.lists(st.dictionaries(st.integers(0, 100), st.tuples(st.integers(1, 5), st.integers(1, 3)), max_size=8)),
    others=st.integers(0, 50),
    across_tables=st.sampled_from(AcrossTables),
)
def test_busts_take_exactly_the_last_places(hands, others, across_tables):
    out: set[int] = set()
    played = []
    for hand in hands:
        fresh = {player: facts for player, facts in hand.items() if player not in out}
        out |= fresh.keys()
        played.append(
            BustHand(
                {player: chips for player, (chips, _) in fresh.items()},
                {player: table for player, (_, table) in fresh.items()},
            )
        )

    places = places_for_hands(others + len(out), played, across_tables)

    taken = [number for place in set(places.values()) for number in range(place.first, place.last + 1)]
    assert sorted(taken) == list(range(others + 1, others + len(out) + 1))
    for hand in played:
        for one in hand.stacks:
            for two in hand.stacks:
                together = across_tables is AcrossTables.BY_STACKS or hand.tables[one] == hand.tables[two]
                if together:
                    assert (hand.stacks[one] > hand.stacks[two]) == (places[one] < places[two])


@pytest.mark.parametrize(
    ("left", "busted", "code"),
    [
        (1, {"A": 5, "B": 5}, "more_busts_than_players"),
        (3, {"A": -1}, "bust_without_chips"),
        (3, {"A": "900"}, "bust_without_chips"),
        (3, {"A": True}, "bust_without_chips"),
        ("3", {}, "not_a_whole_number"),
    ],
)
def test_busts_that_cannot_be_are_refused(left, busted, code):
    with pytest.raises(RuleError) as refused:
        places_for_hand(left, BustHand(busted))

    assert refused.value.code == code


def test_nobody_goes_out_twice():
    with pytest.raises(RuleError) as refused:
        places_for_hands(5, [BustHand({"A": 900}), BustHand({"A": 400})])

    assert refused.value.code == "out_twice"
