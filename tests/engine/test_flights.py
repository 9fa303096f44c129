"""Flights close with all their chips, and the final starts with them."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.flights import (
    Shortfall,
    ShortfallPolicy,
    advance,
    advancing_count,
    flight_is_decided,
    require_all_bagged,
)
from engine.tournament.flights_final import (
    FinalField,
    NoShowPolicy,
    SeveralFlightsPolicy,
    carry_over,
    final_field,
    final_start_level,
)
from engine.tournament.levels import break_level, levels_from_minimum_bets
from engine.tournament.places import AcrossTables, BustHand


@pytest.mark.rule("WAS-2")
def test_three_flights_of_eight_send_two_each_with_all_240000_chips():
    flights = [{"A1": 50_000, "A2": 30_000}, {"B1": 79_500, "B2": 500}, {"C1": 40_000, "C2": 40_000}]
    for bags in flights:
        require_all_bagged(bags, 8 * 10_000)

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


@pytest.mark.rule("WAS-2")
@given(entries=st.integers(0, 500), share=st.fractions(Fraction(1, 40), 1, max_denominator=40))
def test_of_a_share_that_is_no_whole_number_one_more_advances(entries, share):
    assert advancing_count(entries, share=share) == ceil(entries * share)


@pytest.mark.parametrize(
    "limits",
    [
        {},
        {"count": 2, "share": Fraction(1, 2)},
        {"count": 0},
        {"count": "2"},
        {"share": Fraction(3, 2)},
        {"share": Fraction(-1, 2)},
        {"share": 0.5},
    ],
)
def test_how_many_advance_must_be_said_in_one_way(limits):
    with pytest.raises(RuleError) as refused:
        advancing_count(8, **limits)

    assert refused.value.code == "advancing_unclear"


@pytest.mark.parametrize("entries", [-1, 2.5, "8", None])
def test_entries_are_counted_in_whole_players(entries):
    with pytest.raises(RuleError):
        advancing_count(entries, count=2)


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
    shortfall = Shortfall(policy=policy, minimum_stack=2_000)

    went = advance({"A": 80_000}, 2, last_hand=BustHand({"C": 400, "B": 900}), shortfall=shortfall)

    assert (went.stacks, went.issued, went.open_places) == (stacks, issued, 0)


def test_when_one_hand_takes_too_many_they_may_replay_for_the_place():
    shortfall = Shortfall(policy=ShortfallPolicy.REPLAY)

    went = advance({"A": 80_000}, 2, last_hand=BustHand({"C": 400, "B": 900}), shortfall=shortfall)

    assert (went.stacks, went.to_replay, went.open_places) == ({"A": 80_000}, ("C", "B"), 1)


def test_equal_chips_at_the_cut_are_not_decided_by_the_list():
    with pytest.raises(RuleError, match="B, C share places 2 to 3") as refused:
        advance({"A": 80_000}, 2, last_hand=BustHand({"B": 900, "C": 900}))

    assert refused.value.code == "busts_tie_for_place"


def test_busts_of_two_tables_tie_at_the_cut_unless_stacks_decide():
    hand = BustHand({"B": 900, "C": 400}, tables={"B": 1, "C": 2})

    with pytest.raises(RuleError) as refused:
        advance({"A": 80_000}, 2, last_hand=hand)
    went = advance({"A": 80_000}, 2, last_hand=hand, across_tables=AcrossTables.BY_STACKS)

    assert refused.value.code == "busts_tie_for_place"
    assert went.stacks == {"A": 80_000, "B": 0}


def test_a_place_that_nobody_can_fill_stays_open():
    went = advance({"A": 80_000}, 4, last_hand=BustHand({"B": 900}))

    assert (went.stacks, went.open_places) == ({"A": 80_000, "B": 0}, 0)


@pytest.mark.parametrize("minimum", [0, -5, "100", True])
def test_the_next_by_stack_needs_a_stack_to_bring(minimum):
    policy = ShortfallPolicy.NEXT_BY_STACK

    with pytest.raises(RuleError) as refused:
        advance({"A": 1}, 2, last_hand=BustHand({"B": 9}), shortfall=Shortfall(policy=policy, minimum_stack=minimum))

    assert refused.value.code == "minimum_stack_missing"


def test_nobody_is_left_and_out_at_once():
    with pytest.raises(RuleError) as refused:
        advance({"A": 80_000}, 2, last_hand=BustHand({"A": 900}))

    assert refused.value.code == "out_and_left"


def test_equal_chips_above_the_cut_all_advance():
    went = advance({"A": 80_000}, 3, last_hand=BustHand({"B": 900, "C": 900, "D": 10}))

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


@pytest.mark.parametrize(
    ("policy", "forward"),
    [
        (SeveralFlightsPolicy.BEST, (1,)),
        (SeveralFlightsPolicy.FIRST, (0,)),
        (SeveralFlightsPolicy.COMBINED, (0, 1, 2)),
    ],
)
def test_it_is_told_which_stacks_go_forward_and_the_earlier_of_equal_ones(policy, forward):
    assert carry_over([{"Ada": 100}, {"Ada": 900}, {"Ada": 900}], policy).forward == {"Ada": forward}


FINALISTS = {"Ada": 52_000, "Ben": 28_000, "Cy": 40_000}


@pytest.mark.rule("WAS-2")
def test_a_finalist_who_does_not_show_is_blinded_off_from_a_seat_of_his_own():
    assert final_field(FINALISTS, ["Ben"]) == FinalField(FINALISTS, blinded_off=("Ben",))


@pytest.mark.rule("WAS-2")
def test_a_finalist_who_does_not_show_may_be_removed_and_his_chips_leave_play():
    there = final_field(FINALISTS, ["Ben", "Ben"], NoShowPolicy.REMOVED)

    assert there == FinalField({"Ada": 52_000, "Cy": 40_000}, removed={"Ben": 28_000})


@pytest.mark.parametrize(
    ("absent", "code"), [(["Dee"], "not_a_finalist"), (["Ada", "Ben", "Cy"], "final_without_players")]
)
@pytest.mark.parametrize("policy", NoShowPolicy)
def test_only_some_of_the_finalists_can_be_missing(policy, absent, code):
    with pytest.raises(RuleError) as refused:
        final_field(FINALISTS, absent, policy)

    assert refused.value.code == code


@st.composite
def nights(draw):
    """A few flights: stacks of those left, the last hand's busts, and the chips issued."""
    flights = []
    for _ in range(draw(st.integers(1, 4))):
        names = draw(st.lists(st.sampled_from("ABCDEFG"), unique=True, min_size=1))
        left = draw(st.integers(1, len(names)))
        stacks = {name: draw(st.integers(1, 10**6)) for name in names[:left]}
        began = draw(st.lists(st.integers(1, 10**6), unique=True, min_size=len(names), max_size=len(names)))
        flights.append((stacks, BustHand(dict(zip(names[left:], began, strict=False)))))
    return flights


@given(
    flights=nights(),
    places=st.integers(1, 6),
    drift=st.integers(-50, 50),
    several=st.sampled_from(SeveralFlightsPolicy),
    shortfall=st.sampled_from([ShortfallPolicy.BEST_BUSTED_ADVANCES, ShortfallPolicy.NEXT_BY_STACK]),
    no_show=st.sampled_from(NoShowPolicy),
    missing=st.integers(0, 3),
)
def test_bags_and_forfeited_and_removed_chips_are_those_issued_and_the_drift(
    flights, places, drift, several, shortfall, no_show, missing
):
    issued, brought = 0, []
    for stacks, hand in flights:
        handed_out = sum(stacks.values()) - drift
        require_all_bagged(stacks, handed_out, drift)
        went = advance(
            stacks, max(places, len(stacks)), last_hand=hand, shortfall=Shortfall(policy=shortfall, minimum_stack=500)
        )
        issued += handed_out + drift + went.issued
        brought.append(went.stacks)

    carried = carry_over(brought, several)
    final = final_field(carried.stacks, list(carried.stacks)[1 : 1 + missing], no_show)

    out_of_play = sum(carried.forfeited.values()) + sum(final.removed.values())
    assert sum(final.stacks.values()) + out_of_play == issued
    assert all(chips >= 0 for chips in final.stacks.values())
    for player, chosen in carried.forward.items():
        assert carried.stacks[player] == sum(brought[position][player] for position in chosen)


@pytest.mark.parametrize(
    ("bagged", "drift", "verdict"),
    [(79_900, 0, "100 missing"), (80_050, 0, "50 too many"), (80_000, 50, "50 missing")],
)
def test_bags_that_do_not_hold_the_chips_keep_the_flight_open(bagged, drift, verdict):
    with pytest.raises(RuleError, match=verdict) as refused:
        require_all_bagged({"A": bagged - 30_000, "B": 30_000}, 80_000, drift)

    assert refused.value.code == "bags_do_not_conserve"


def test_recorded_color_up_drift_belongs_in_the_bags():
    require_all_bagged({"A": 80_050}, 80_000, 50)


@pytest.mark.parametrize(
    ("chips", "players", "position"),
    [(240_000, 6, 4), (239_999, 6, 2), (10_000, 6, 1), (10**9, 6, 5)],
)
def test_the_final_starts_at_the_highest_level_with_20_big_blinds_on_average(chips, players, position):
    levels = levels_from_minimum_bets([500, 1000, 2000, 4000], seconds=1200, breaks={2: 600})

    assert final_start_level(levels, chips_in_play=chips, players=players) == position


@pytest.mark.rule("WAS-2")
def test_an_average_of_40_000_starts_the_final_at_a_big_blind_of_2_000():
    levels = levels_from_minimum_bets([500, 1000, 2000, 3000], seconds=1200)

    position = final_start_level(levels, chips_in_play=240_000, players=6)

    assert levels[position - 1].big_blind == 2000


@pytest.mark.parametrize(("levels", "players"), [((break_level(600),), 6), ((), 0), ((), "6")])
def test_a_final_needs_players_and_levels(levels, players):
    with pytest.raises(RuleError):
        final_start_level(levels, chips_in_play=100, players=players)
