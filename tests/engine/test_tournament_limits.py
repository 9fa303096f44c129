"""Every number that a tournament is given has a least and a most: both are taken, nothing that lies past them is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.tournament.amounts import MOST, require_whole, share_out
from engine.tournament.bracket import build_bracket, round_name, seed_order, start_bracket
from engine.tournament.bracket.forecast import forecast_end as bracket_end
from engine.tournament.color_up import SeatChips, odd_chips
from engine.tournament.deals import icm_worth
from engine.tournament.flights import (
    BustHand,
    Shortfall,
    ShortfallPolicy,
    advance,
    advancing_count,
    require_all_bagged,
)
from engine.tournament.flights_final import carry_over, final_start_level
from engine.tournament.forecast import finish_by, forecast_end
from engine.tournament.levels import Level, levels_from_minimum_bets
from engine.tournament.payouts import MOST_PLACES, PrizePlan, pool_of, prizes_by_player, shares_for, split_pool
from engine.tournament.places import Place, places_for_hand
from engine.tournament.seating import KeptSeats, NextHand, SeatedTable, draw_seats, propose_moves, table_sizes


class Limit(NamedTuple):
    """ask: with the number in its place. code: of the refusal of what lies past least and most."""

    ask: Callable[[Any], object]
    least: int
    most: int
    code: str


FOUR = start_bracket(build_bracket(4))
LEVELS = tuple(Level(small, 2 * small, 0, 600) for small in (50, 100, 200))
BUSTED = BustHand({"Ben": 500})
TABLE = SeatedTable(number=1, seats=9, players={1: "Ada"})


def _brought(stack: int) -> Shortfall:
    return Shortfall(policy=ShortfallPolicy.NEXT_BY_STACK, minimum_stack=stack)


def _locked(seat: tuple[int, int]) -> KeptSeats[str]:
    return KeptSeats(locked={"Ada": seat})


LIMITS = {
    "odd-chips-seat": Limit(lambda n: odd_chips({n: SeatChips(1)}, 25, 100), 1, 100, "color_up_unclear"),
    "odd-chips-count": Limit(lambda n: odd_chips({1: SeatChips(n)}, 25, 100), 0, MOST, "color_up_unclear"),
    "odd-chips-rest": Limit(lambda n: odd_chips({1: SeatChips(1, n)}, 25, 100), 0, MOST, "color_up_unclear"),
    "odd-chips-small": Limit(lambda n: odd_chips({}, n, MOST), 1, MOST // 2, "color_up_unclear"),
    "icm-stack": Limit(lambda n: icm_worth([n, 5], [100]), 1, MOST, "stack_without_chips"),
    "icm-prize": Limit(lambda n: icm_worth([5, 5], [n]), 0, MOST, "prize_unclear"),
    "entries-of-a-flight": Limit(lambda n: advancing_count(n, count=1), 0, MOST, "not_a_whole_number"),
    "minimum-stack": Limit(
        lambda n: advance({"Ada": 5}, 2, last_hand=BUSTED, shortfall=_brought(n)), 1, MOST, "minimum_stack_missing"
    ),
    "stack-of-who-is-left": Limit(lambda n: advance({"Ada": n}, 1), 1, MOST, "stack_without_chips"),
    "bag": Limit(lambda n: carry_over([{"Ada": n}]), 0, MOST, "bag_unclear"),
    "finalists": Limit(
        lambda n: final_start_level(LEVELS, chips_in_play=1, players=n), 1, MOST, "final_without_players"
    ),
    "chips-in-play": Limit(
        lambda n: final_start_level(LEVELS, chips_in_play=n, players=1), 0, MOST, "not_a_whole_number"
    ),
    "big-blinds": Limit(
        lambda n: final_start_level(LEVELS, chips_in_play=1, players=1, least_big_blinds=n),
        1,
        MOST,
        "not_a_whole_number",
    ),
    "forecast-chips": Limit(lambda n: forecast_end(LEVELS, n), 1, MOST, "forecast_unclear"),
    "forecast-elapsed": Limit(lambda n: forecast_end(LEVELS, 1, elapsed=n), 0, MOST, "forecast_unclear"),
    "shortest-level": Limit(
        lambda n: finish_by(LEVELS, 8000, elapsed=0, seconds_left=10_600, shortest=n), 1, 5000, "forecast_unclear"
    ),
    "level-seconds": Limit(lambda n: Level(50, 100, 0, n), 1, MOST, "level_without_time"),
    "ante": Limit(lambda n: Level(50, 100, n, 600), 0, MOST, "level_without_blinds"),
    "small-blind": Limit(lambda n: Level(n, 100, 0, 600), 0, 100, "blinds_out_of_order"),
    "paid-places": Limit(shares_for, 1, MOST_PLACES, "paid_places_unclear"),
    "entries": Limit(lambda n: PrizePlan().prizes(0, n), 1, 10**6, "entries_unclear"),
    "paid": Limit(lambda n: PrizePlan(paid=n).prizes(0, 8), 1, MOST, "paid_places_unclear"),
    "one-in": Limit(lambda n: PrizePlan(one_in=n).prizes(0, 8), 1, MOST, "paid_places_unclear"),
    "pool": Limit(lambda n: split_pool(n, [1]), 0, MOST, "pool_unclear"),
    "unit": Limit(lambda n: split_pool(5, [1], unit=n), 1, MOST, "unit_unclear"),
    "least-prize": Limit(lambda n: split_pool(500, [1], least=n), 0, 500, "pool_below_least"),
    "money-taken": Limit(lambda n: pool_of([(n, 50)]), 0, MOST, "pool_unclear"),
    "share-of-the-pool": Limit(lambda n: pool_of([(1000, n)]), 0, 100, "pool_unclear"),
    "added": Limit(lambda n: pool_of([], added=n), 0, MOST, "pool_unclear"),
    "guaranteed": Limit(lambda n: pool_of([], guaranteed=n), 0, MOST, "pool_unclear"),
    "players-left": Limit(lambda n: places_for_hand(n, BustHand({})), 0, MOST, "not_a_whole_number"),
    "players-to-seat": Limit(lambda n: table_sizes(n, 100), 0, 10**6, "draw_unclear"),
    "seats-at-a-table": Limit(lambda n: table_sizes(9, n), 2, 100, "table_without_seats"),
    "seats-drawn": Limit(lambda n: draw_seats(["Ada"], 1, n, "s"), 2, 100, "table_without_seats"),
    "tables-drawn": Limit(lambda n: draw_seats(["Ada"], n, 2, "s"), 1, 10_000, "draw_unclear"),
    "locked-table": Limit(lambda n: draw_seats(["Ada"], 3, 9, "s", _locked((n, 1))), 1, 3, "no_such_seat"),
    "locked-seat": Limit(lambda n: draw_seats(["Ada"], 3, 9, "s", _locked((1, n))), 1, 9, "no_such_seat"),
    "reserved-seat": Limit(lambda n: draw_seats([], 3, 9, "s", KeptSeats(reserved=[(1, n)])), 1, 9, "no_such_seat"),
    "seats-wanted": Limit(lambda n: propose_moves([TABLE], [1], n, "s"), 2, 100, "seats_wanted_unclear"),
    "table-number": Limit(lambda n: SeatedTable(number=n, seats=9), 1, 10_000, "table_unclear"),
    "table-seats": Limit(lambda n: SeatedTable(number=1, seats=n), 2, 100, "table_unclear"),
    "seat-of-a-player": Limit(lambda n: SeatedTable(number=1, seats=9, players={n: "A"}), 1, 9, "no_such_seat"),
    "reserved-at-a-table": Limit(
        lambda n: SeatedTable(number=1, seats=9, reserved=frozenset({n})), 1, 9, "no_such_seat"
    ),
    "button": Limit(
        lambda n: SeatedTable(number=1, seats=9, players={3: "A"}, next_hand=NextHand(n, 2, 3)), 1, 9, "no_such_seat"
    ),
    "stations": Limit(
        lambda n: bracket_end(FOUR, stations=n, minutes_per_match=5), 1, 10_000, "forecast_unclear"
    ),
    "minutes-of-a-match": Limit(
        lambda n: bracket_end(FOUR, stations=1, minutes_per_match=n), 1, 10_000, "forecast_unclear"
    ),
    "minutes-of-a-round": Limit(
        lambda n: bracket_end(FOUR, stations=1, minutes_per_match=5, minutes_in_round={2: n}),
        1,
        10_000,
        "forecast_unclear",
    ),
    "minutes-begun": Limit(
        lambda n: bracket_end(FOUR, stations=1, minutes_per_match=5, started={1: n}), 0, 10_000, "forecast_unclear"
    ),
    "entries-of-a-bracket": Limit(build_bracket, 2, 65_536, "entries_out_of_range"),
    "match-number": Limit(FOUR.bracket.match, 1, 3, "no_such_match"),
}  # fmt: skip


def code_of(ask: Callable[[], object]) -> str:
    try:
        ask()
    except RuleError as refused:
        return refused.code
    return ""


@pytest.mark.parametrize("limit", LIMITS.values(), ids=list(LIMITS))
def test_the_least_and_the_most_are_taken_and_nothing_past_them(limit):
    for number in (limit.least, limit.most):
        assert code_of(lambda number=number: limit.ask(number)) == "", number
    assert code_of(lambda: limit.ask(limit.least - 1)) == limit.code
    assert code_of(lambda: limit.ask(limit.most + 1)) != ""


# ---------- Whole numbers ----------


@pytest.mark.parametrize("odd", [None, True, 1.0, "5", -1, MOST + 1, 10**400])
def test_what_is_no_whole_number_from_nothing_to_the_most_is_refused_in_words(odd):
    with pytest.raises(RuleError) as refused:
        require_whole(odd, "the pool", rules=("STD-10",))

    shown = "a number of more than 18 digits" if odd == 10**400 else odd
    assert refused.value.message == (f"The pool is a whole number from 0 to 1,000,000,000,000,000, not {shown}.")
    assert (refused.value.code, refused.value.rules) == ("not_a_whole_number", ("STD-10",))


@given(st.integers(0, 10**6), st.lists(st.integers(0, 50), min_size=1, max_size=9).filter(any))
def test_what_rounding_leaves_goes_to_the_largest_remainders_the_earlier_first(total, weights):
    exact = [total * weight / sum(weights) for weight in weights]
    parts = share_out(total, weights)

    assert sum(parts) == total
    assert all(abs(part - worth) < 1 + 1e-6 for part, worth in zip(parts, exact, strict=True))
    given_up = [(-(total * weight % sum(weights)), place) for place, weight in enumerate(weights)]
    rounded_up = {place for place, part in enumerate(parts) if part > total * weights[place] // sum(weights)}
    assert rounded_up == {place for _, place in sorted(given_up)[: len(rounded_up)]}


def test_nothing_is_shared_out_as_nothing_whatever_the_weights():
    assert share_out(0, [0, 0]) == (0, 0)
    assert share_out(0, []) == ()
    assert share_out(1, [1, 1]) == (1, 0)


# ---------- Levels, brackets, places ----------


@pytest.mark.parametrize(
    ("level", "message"),
    [
        ((50, 100, 0, 0), "A level lasts at least 1 second, not 0."),
        ((101, 100, 0, 600), "Blinds 101/100: the small blind must not be above the big blind."),
        ((-1, 100, 0, 600), "Blinds -1/100: the small blind must not be above the big blind."),
        ((0, 0, 0, 600), "A level needs a big blind above 0 and an ante of 0 or more, not 0 and 0."),
        ((0, 1, -1, 600), "A level needs a big blind above 0 and an ante of 0 or more, not 1 and -1."),
        ((1, 0, 0, 600, True), "Nothing is posted in a break: set its blinds and ante to 0."),
        ((0, 1, 0, 600, True), "Nothing is posted in a break: set its blinds and ante to 0."),
        ((0, 0, 1, 600, True), "Nothing is posted in a break: set its blinds and ante to 0."),
    ],
)
def test_a_level_that_cannot_be_played_says_why(level, message):
    with pytest.raises(RuleError) as refused:
        Level(*level)

    assert refused.value.message == message


def test_a_level_may_be_of_one_chip_for_one_second_and_have_no_small_blind():
    assert Level(0, 1, 0, 1).milliseconds == 1000
    assert Level(1, 1, 1, 1).small_blind == 1


def test_antes_go_to_the_first_levels_and_breaks_stand_after_theirs():
    levels = levels_from_minimum_bets([10, 20, 30], seconds=600, antes=[1, 2], breaks={1: 60, 3: 90})

    shown = [(level.small_blind, level.big_blind, level.ante, level.seconds, level.is_break) for level in levels]
    assert shown == [
        (5, 10, 1, 600, False),
        (0, 0, 0, 60, True),
        (10, 20, 2, 600, False),
        (15, 30, 0, 600, False),
        (0, 0, 0, 90, True),
    ]


@pytest.mark.parametrize(
    ("bets", "extra", "message"),
    [
        ([10], {"antes": [1, 2]}, "2 antes for 1 levels: drop the last ones."),
        ([10, 15], {}, "The minimum bet 15 of level 2 has no half. Choose an even number."),
        ([10, 20], {"breaks": {0: 60}}, "A break is set after level 0, but the levels are 1 to 2."),
        ([10, 20], {"breaks": {3: 60}}, "A break is set after level 3, but the levels are 1 to 2."),
    ],
)
def test_minimum_bets_that_make_no_levels_say_which(bets, extra, message):
    with pytest.raises(RuleError) as refused:
        levels_from_minimum_bets(bets, seconds=600, **extra)

    assert refused.value.message == message


@pytest.mark.parametrize("size", [-2, 0, 3, 6, 12])
def test_only_a_power_of_two_has_an_order_of_seeds(size):
    with pytest.raises(ValueError, match="power of two"):
        seed_order(size)


def test_rounds_are_named_from_the_final_backwards():
    assert [round_name(number, 5) for number in range(1, 6)] == [
        "Round of 32",
        "Round of 16",
        "Quarter-final",
        "Semi-final",
        "Final",
    ]
    for number in (0, 6):
        with pytest.raises(ValueError, match=f"round {number} of 5"):
            round_name(number, 5)


@pytest.mark.parametrize("place", [Place(1, 3), Place(0, 1), Place(2, 2)])
def test_a_shared_place_is_held_by_as_many_as_it_spans(place):
    with pytest.raises(RuleError) as refused:
        prizes_by_player((100, 60, 40), {"A": place, "B": place})

    assert refused.value.code == "tie_incomplete"


def test_two_who_share_first_place_share_its_prize_and_the_next():
    assert prizes_by_player((100, 61, 40), {"A": Place(1, 2), "B": Place(1, 2), "C": Place(3, 3)}) == {
        "A": 81,
        "B": 80,
        "C": 40,
    }


@pytest.mark.parametrize(
    ("ask", "facts"),
    [
        (lambda: split_pool(1000, [5, 4, 6]), {"place": 3}),
        (lambda: icm_worth([5, 5, 5], [50, 20, 30]), {"place": 3}),
        (lambda: icm_worth([5], [50, 20]), {"prizes": 2, "players": 1}),
        (
            lambda: require_all_bagged({"Ada": 900, "Ben": 50}, 1000, 25),
            {"bagged": 950, "expected": 1025, "difference": -75},
        ),
        (
            lambda: finish_by(LEVELS, 8000, elapsed=100, seconds_left=1099, shortest=300),
            {"seconds_left": 1099, "least": 1100},
        ),
        (
            lambda: finish_by(LEVELS, 8000, elapsed=1300, seconds_left=500, shortest=300),
            {"position": 3},
        ),
        (lambda: places_for_hand(1, BustHand({"Ada": 5, "Ben": 5})), {"busted": 2, "players_left": 1}),
        (lambda: advance({"Ada": 5, "Ben": 5}, 1), {"players_left": 2, "advancing": 1}),
        (
            lambda: advance({"Ada": 5}, 2, last_hand=BustHand({"Ben": 5, "Cy": 5})),
            {"players": ["Ben", "Cy"], "advancing": 2},
        ),
        (
            lambda: split_pool(10_000, [1, 1], least=50_01),
            {"pool": 10_000, "places": 2, "least": 50_01},
        ),
    ],
)
def test_the_facts_of_a_refusal_are_the_numbers_of_its_sentence(ask, facts):
    with pytest.raises(RuleError) as refused:
        ask()

    assert refused.value.facts == facts


@pytest.mark.parametrize("entries", [4, 7, 8, 16])
def test_a_third_place_match_stands_beside_the_final_as_the_second_of_its_round(entries):
    bracket = build_bracket(entries, third_place=True)

    third = bracket.matches[-1]
    assert (third.number, third.round, third.position) == (bracket.size, bracket.rounds, 2)
    assert [slot.match for slot in third.slots] == [bracket.size - 3, bracket.size - 2]
    assert third.is_for_third_place
    assert [match.position for match in bracket.round_of(bracket.rounds)] == [1, 2]
