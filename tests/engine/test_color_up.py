"""A small chip leaves the tournament: full multiples, the race for odd chips, and what that does to the count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import full_deck, parse_cards
from engine.chance import SeededDraw
from engine.errors import RuleError
from engine.tournament.color_up import SeatChange, SeatChips, color_up, deal_race, odd_chips

RICH = 5_000
CARDS = {1: "9c 4d 2h", 2: "Kd", 3: "Jc 5s", 5: "8h 3c Qs", 6: "Ah"}


def dealt(cards: dict[int, str]) -> dict[int, tuple[int, ...]]:
    return {seat: parse_cards(text) for seat, text in cards.items()}


def six_seats(rest: int = RICH) -> dict[int, SeatChips]:
    return {seat: SeatChips(odd, rest) for seat, odd in enumerate((3, 1, 2, 0, 3, 1), start=1)}


def test_ten_odd_chips_of_25_race_for_three_chips_of_100():
    done = color_up(six_seats(), 25, 100, dealt(CARDS))

    assert (done.race_chips, done.winners, done.saved, done.drift) == (3, (6, 2, 5), (), 50)
    assert {seat: change.change for seat, change in done.changes.items()} == {1: -75, 2: 75, 3: -50, 4: 0, 5: 25, 6: 75}


def test_who_would_be_left_with_nothing_is_given_one_chip():
    done = color_up(six_seats(rest=0), 25, 100, dealt(CARDS))

    assert (done.winners, done.saved, done.drift) == ((6, 2, 5), (1, 3), 250)
    assert done.changes[1] == SeatChange(direct=0, odd=3, won=False, saved=True, change=25)
    assert not done.changes[4].saved


def test_full_multiples_are_changed_without_a_race():
    done = color_up({1: SeatChips(8), 2: SeatChips(6)}, 25, 100, {2: parse_cards("2c 3d")})

    assert done.changes[1] == SeatChange(direct=2, odd=0, won=False, saved=False, change=0)
    assert done.changes[2] == SeatChange(direct=1, odd=2, won=True, saved=False, change=50)


@pytest.mark.parametrize(
    ("odd", "ratio", "chips"),
    [((1,), 4, 0), ((1, 1), 4, 1), ((3, 2), 4, 1), ((3, 3), 4, 2), ((2,), 5, 0), ((3,), 5, 1), ((4, 3), 5, 1)],
)
def test_a_remainder_of_half_a_chip_is_rounded_up(odd, ratio, chips):
    stacks = {seat: SeatChips(count, RICH) for seat, count in enumerate(odd, start=1)}

    assert color_up(stacks, 20, 20 * ratio, deal_race(odd_chips(stacks, 20, 20 * ratio), "s")).race_chips == chips


def test_equal_ranks_go_by_suit_and_a_players_second_card_wins_nothing_more():
    stacks = {seat: SeatChips(odd, RICH) for seat, odd in enumerate((3, 1, 1, 1), start=1)}

    done = color_up(stacks, 25, 100, dealt({1: "As Ks 2d", 2: "9d", 3: "9h", 4: "9c"}))

    assert done.winners == (1, 3)
    assert done.changes[1].change == 25


def test_cards_are_dealt_seat_by_seat_from_a_recorded_seed():
    pack = SeededDraw("night/race").shuffled(full_deck())

    assert deal_race({3: 2, 1: 1, 2: 0}, "night") == {1: pack[:1], 2: (), 3: pack[1:3]}


RATIOS = st.sampled_from([(25, 100), (100, 500), (5, 25), (500, 1000), (1, 2), (100, 1000)])
STACKS = st.dictionaries(
    st.integers(1, 10), st.builds(SeatChips, st.integers(0, 60), st.sampled_from([0, 0, 100, 5_000])), max_size=10
)


@pytest.mark.rule("WAS-6")
@given(values=RATIOS, stacks=STACKS, seed=st.text(max_size=4))
def test_no_small_chip_is_left_and_nobody_gains_more_than_one_large_one(values, stacks, seed):
    small, large = values
    odd = odd_chips(stacks, small, large)
    if sum(odd.values()) > 52:
        with pytest.raises(RuleError, match="odd chips need a card each"):
            deal_race(odd, seed)
        return

    done = color_up(stacks, small, large, deal_race(odd, seed))

    for seat, before in stacks.items():
        change = done.changes[seat]
        after = before.small * small + before.rest + change.change
        assert after == before.rest + large * (change.direct + change.won + change.saved)
        assert before.small == change.direct * (large // small) + change.odd
        assert change.change < large
        assert after == large or not change.saved
        assert (after > 0) == (before.small + before.rest > 0)
    assert done.drift == sum(change.change for change in done.changes.values())
    assert 2 * abs(done.drift - large * len(done.saved)) <= large
    assert len(set(done.winners)) == done.race_chips
    assert not {seat for seat in done.winners if not odd[seat]}


@pytest.mark.parametrize(
    ("stacks", "values", "cards", "code"),
    [
        pytest.param({1: SeatChips(3)}, (25, 110), {}, "values_not_a_multiple", id="no-multiple"),
        pytest.param({1: SeatChips(3)}, (100, 25), {}, "values_not_a_multiple", id="downwards"),
        pytest.param({1: SeatChips(3)}, (25, 25), {}, "values_not_a_multiple", id="the-same"),
        pytest.param({1: SeatChips(3)}, (0, 25), {}, "color_up_unclear", id="worthless"),
        pytest.param({1: SeatChips(3)}, ("25", 100), {}, "color_up_unclear", id="text"),
        pytest.param({1: SeatChips(-1)}, (25, 100), {}, "color_up_unclear", id="fewer-than-none"),
        pytest.param({1: SeatChips(1, 1.5)}, (25, 100), {}, "color_up_unclear", id="half-a-chip"),
        pytest.param({0: SeatChips(3)}, (25, 100), {}, "color_up_unclear", id="no-such-seat"),
        pytest.param({1: SeatChips(3)}, (25, 100), {1: "As Kd"}, "race_cards_amiss", id="a-card-short"),
        pytest.param({1: SeatChips(3)}, (25, 100), {1: "As Kd 2c", 2: "3c"}, "race_cards_amiss", id="a-stranger"),
        pytest.param({1: SeatChips(1), 2: SeatChips(1)}, (25, 100), {1: "As", 2: "As"}, "duplicate_card", id="twice"),
        pytest.param({1: SeatChips(1)}, (25, 100), {1: "Jk"}, "joker_has_no_rank", id="joker"),
        pytest.param({1: SeatChips(53)}, (1, 100), {}, "race_beyond_the_pack", id="more-than-a-pack"),
    ],
)
def test_a_race_that_cannot_be_held_is_refused(stacks, values, cards, code):
    with pytest.raises(RuleError) as refused:
        color_up(stacks, *values, dealt(cards))

    assert refused.value.code == code


def test_a_number_that_is_no_card_is_refused():
    with pytest.raises(RuleError) as refused:
        color_up({1: SeatChips(1)}, 25, 100, {1: (12345,)})

    assert refused.value.code == "unknown_card"
