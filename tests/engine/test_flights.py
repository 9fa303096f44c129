"""Flights close with all their chips, and the final starts with them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.flights import (
    SeveralFlightsPolicy,
    ShortfallPolicy,
    advance,
    advancing_count,
    carry_over,
    check_bags,
    final_start_level,
    flight_is_decided,
)
from engine.tournament.levels import break_level, levels_from_minimum_bets


@pytest.mark.rule("WAS-2")
def test_three_flights_of_eight_send_two_each_with_all_240000_chips():
    flights = [{"A1": 50_000, "A2": 30_000}, {"B1": 79_500, "B2": 500}, {"C1": 40_000, "C2": 40_000}]
    for bags in flights:
        check_bags(bags, 8 * 10_000)

    final = carry_over([advance(bags, advancing_count(8, count=2)).stacks for bags in flights])

    assert len(final.stacks) == 6
    assert sum(final.stacks.values()) == 240_000
    assert final.stacks["B2"] == 500


@pytest.mark.rule("WAS-2")
@pytest.mark.parametrize(
    ("entries", "limits", "advancing"),
    [
        (8, {"count": 2}, 2),
        (1, {"count": 2}, 1),
        (0, {"count": 2}, 0),
        (24, {"share": Fraction(1, 10)}, 3),
        (20, {"share": Fraction(1, 10)}, 2),
        (7, {"share": Fraction(1)}, 7),
    ],
)
def test_a_count_or_a_share_of_the_entries_advances(entries, limits, advancing):
    assert advancing_count(entries, **limits) == advancing


@pytest.mark.parametrize(
    "limits",
    [{}, {"count": 2, "share": Fraction(1, 2)}, {"count": 0}, {"share": Fraction(3, 2)}, {"share": Fraction(-1, 2)}],
)
def test_how_many_advance_must_be_said_in_one_way(limits):
    with pytest.raises(RuleError) as refused:
        advancing_count(8, **limits)

    assert refused.value.code == "advancing_unclear"


@pytest.mark.rule("WAS-2")
def test_play_stops_the_moment_the_advancing_number_is_left():
    assert not flight_is_decided(3, 2)
    assert flight_is_decided(2, 2)
    assert flight_is_decided(1, 2)


def test_a_flight_that_is_not_decided_sends_nobody():
    with pytest.raises(RuleError, match="until 1 more are out") as refused:
        advance({"A": 1, "B": 1, "C": 1}, 2)

    assert refused.value.code == "flight_not_decided"


@pytest.mark.parametrize(
    ("policy", "stacks", "issued"),
    [
        (ShortfallPolicy.BEST_BUSTED_ADVANCES, {"A": 80_000, "B": 0}, 0),
        (ShortfallPolicy.NEXT_BY_STACK, {"A": 80_000, "B": 2_000}, 2_000),
    ],
)
def test_when_one_hand_takes_too_many_the_best_of_them_fills_the_place(policy, stacks, issued):
    went = advance({"A": 80_000}, 2, busted={"C": 400, "B": 900}, policy=policy, minimum_stack=2_000)

    assert (went.stacks, went.issued, went.open_places) == (stacks, issued, 0)


def test_when_one_hand_takes_too_many_they_may_replay_for_the_place():
    went = advance({"A": 80_000}, 2, busted={"C": 400, "B": 900}, policy=ShortfallPolicy.REPLAY)

    assert (went.stacks, went.to_replay, went.open_places) == ({"A": 80_000}, ("C", "B"), 1)


def test_equal_chips_at_the_cut_are_not_decided_by_the_list():
    with pytest.raises(RuleError, match="B, C share places 2 to 3") as refused:
        advance({"A": 80_000}, 2, busted={"B": 900, "C": 900})

    assert refused.value.code == "busts_tie_for_place"


def test_equal_chips_above_the_cut_all_advance():
    went = advance({"A": 80_000}, 3, busted={"B": 900, "C": 900, "D": 10})

    assert went.stacks == {"A": 80_000, "B": 0, "C": 0}


def test_a_flight_with_fewer_entrants_than_places_sends_them_all():
    assert advance({"A": 10_000}, 2).stacks == {"A": 10_000}


def test_a_player_without_chips_is_not_left():
    with pytest.raises(RuleError) as refused:
        advance({"A": 80_000, "B": 0}, 2)

    assert refused.value.code == "stack_without_chips"


@pytest.mark.parametrize(
    ("policy", "brought", "forfeited"),
    [
        (SeveralFlightsPolicy.BEST, 52_000, {"Ada": 18_500}),
        (SeveralFlightsPolicy.FIRST, 52_000, {"Ada": 18_500}),
        (SeveralFlightsPolicy.COMBINED, 70_500, {}),
    ],
)
def test_a_player_of_two_flights_brings_what_the_policy_says(policy, brought, forfeited):
    final = carry_over([{"Ada": 52_000}, {"Ada": 18_500, "Ben": 9_000}], policy)

    assert final.stacks == {"Ada": brought, "Ben": 9_000}
    assert final.forfeited == forfeited


def test_the_first_stack_counts_even_when_it_is_the_smaller():
    final = carry_over([{"Ada": 18_500}, {"Ada": 52_000}], SeveralFlightsPolicy.FIRST)

    assert (final.stacks, final.forfeited) == ({"Ada": 18_500}, {"Ada": 52_000})


@given(
    flights=st.lists(st.dictionaries(st.sampled_from("ABCDE"), st.integers(1, 10**6)), max_size=5),
    policy=st.sampled_from(SeveralFlightsPolicy),
)
def test_no_chip_is_lost_between_the_flights_and_the_final(flights, policy):
    final = carry_over(flights, policy)

    issued = sum(sum(flight.values()) for flight in flights)
    assert sum(final.stacks.values()) + sum(final.forfeited.values()) == issued


@pytest.mark.parametrize(
    ("bagged", "drift", "verdict"),
    [(79_900, 0, "100 missing"), (80_050, 0, "50 too many"), (80_000, 50, "50 missing")],
)
def test_bags_that_do_not_hold_the_chips_keep_the_flight_open(bagged, drift, verdict):
    with pytest.raises(RuleError, match=verdict) as refused:
        check_bags({"A": bagged - 30_000, "B": 30_000}, 80_000, drift)

    assert refused.value.code == "bags_do_not_conserve"


def test_recorded_color_up_drift_belongs_in_the_bags():
    check_bags({"A": 80_050}, 80_000, 50)


@pytest.mark.parametrize(
    ("chips", "players", "position"),
    [(240_000, 6, 4), (239_999, 6, 2), (10_000, 6, 1), (10**9, 6, 5)],
)
def test_the_final_starts_at_the_highest_level_with_20_big_blinds_on_average(chips, players, position):
    levels = levels_from_minimum_bets([500, 1000, 2000, 4000], seconds=1200, breaks={2: 600})

    assert final_start_level(levels, chips_in_play=chips, players=players) == position


@pytest.mark.parametrize(("levels", "players"), [((break_level(600),), 6), ((), 0)])
def test_a_final_needs_players_and_levels(levels, players):
    with pytest.raises(RuleError):
        final_start_level(levels, chips_in_play=100, players=players)
