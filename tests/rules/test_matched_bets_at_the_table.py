"""A hand that is entered from its end: with chips left, nobody is in a showdown for less than the bet."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.poker.settling.matched import short_of_bet
from engine.poker.settling.settlement import SeatEnd
from engine.units import Chips
from tables.services import top_up
from tables.services.seats import leave_seat
from tests.answers import shown_text
from tests.deep import examples
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import Played, at_table, each_door
from tests.tables.evening import by_staff, put_in, stacks
from tests.tournaments.hands import chips_at, followed, refusal_of, seat_of, settled
from tests.tournaments.holdem_nights import fresh, make_holdem, press, running_flight
from tournaments.services.flight.purchases import sell_stack

pytestmark = pytest.mark.django_db
BOARD = "2c 3d 4h 9s Jc"


def cash_table(door: str, *chips: int) -> Played:
    hand = at_table(door, "wlia", chips)
    hand.give_button(1)
    return hand


def filled_up(hand: Played, seat: int, chips: int) -> None:
    hand.table.refresh_from_db()
    top_up(table=hand.table, seat=seat, chips=Chips(chips), **by_staff())


@pytest.mark.rule("WLIA-9", "STD-7")
@each_door
def test_who_has_chips_left_matches_the_bet_or_folds(door: str):
    hand = cash_table(door, 500, 500, 500)

    refused = refusal_in(hand.end({1: (100, "As Ad"), 2: (40, "Ks Kd"), 3: (0, "folded")}, button=1, board=BOARD))

    assert (refused.status, refused.code, refused.rules) == (422, "bet_not_matched", ("WLIA-9", "STD-7"))
    assert "Seat 2, Pat Seat2, put in 40 and has 460 left, but seat 1, Pat Seat1, put in 100." in refused.message
    assert "Enter 100, all 500 for an all-in, or a fold" in refused.message
    assert stacks(hand.table)[2] == 500


@pytest.mark.rule("WLIA-9")
@each_door
@pytest.mark.parametrize(
    "ends",
    [
        pytest.param({1: (100, "As Ad"), 2: (40, "Ks Kd"), 3: (0, "folded")}, id="all-in-for-less"),
        pytest.param({1: (100, "As Ad"), 2: (0, "folded"), 3: (100, "Ks Kd")}, id="both-matched"),
        pytest.param({1: (10, ""), 2: (5, "folded"), 3: (0, "folded")}, id="nobody-is-called"),
    ],
)
def test_what_a_hand_can_come_to_is_settled(door: str, ends: dict[int, tuple[int, str]]):
    hand = cash_table(door, 500, 40, 500)

    answer = hand.end(ends, button=1, board=BOARD)

    assert answer.status_code in (201, 302), shown_text(answer)[:900]


@pytest.mark.rule("WLIA-9", "CAN-24")
@each_door
def test_chips_too_small_to_play_stay_before_an_all_in_player(door: str):
    hand = at_table(door, "canterbury", (200, 200, 60))
    hand.give_button(1)
    table = hand.table
    assert table.smallest_chip == 5

    answer = hand.end({1: (100, "As Ad"), 2: (0, "folded"), 3: (60, "Ks Kd")}, button=1, board=BOARD)

    assert answer.status_code in (201, 302)


@pytest.mark.rule("WLIA-9", "WLIA-3")
@each_door
def test_who_bought_more_after_the_hand_was_all_in_in_it(door: str):
    hand = cash_table(door, 500, 40, 500)
    filled_up(hand, 2, 300)
    filled_up(hand, 2, 200)

    answer = hand.end({1: (100, "As Ad"), 2: (40, "Ks Kd"), 3: (0, "folded")}, button=1, board=BOARD)

    assert answer.status_code in (201, 302)
    assert stacks(hand.table)[2] == 500


@pytest.mark.rule("WLIA-9")
@pytest.mark.parametrize(("put_in", "is_refused"), [(40, False), (340, False), (540, False), (300, True), (200, True)])
def test_each_stack_that_the_seat_may_have_had_counts_and_no_other(put_in: int, is_refused: bool):
    hand = cash_table("api", 1_000, 40, 500)
    filled_up(hand, 2, 300)
    filled_up(hand, 2, 200)

    answer = hand.end({1: (600, "As Ad"), 2: (put_in, "Ks Kd"), 3: (0, "folded")}, button=1, board=BOARD)

    assert (answer.status_code == 422) is is_refused


@pytest.mark.rule("WLIA-9")
def test_what_was_bought_before_the_last_hand_is_part_of_the_stack():
    hand = cash_table("api", 500, 40, 500)
    filled_up(hand, 2, 300)
    assert hand.end({1: (10, "folded"), 2: (0, "folded"), 3: (10, "")}, button=1).status_code == 201

    refused = refusal_in(hand.end({1: (100, "As Ad"), 2: (40, "Ks Kd"), 3: (0, "folded")}, button=2, board=BOARD))

    assert refused.code == "bet_not_matched"


@pytest.mark.rule("WLIA-9")
def test_the_chips_of_who_sat_there_before_say_nothing_of_who_sits_there_now():
    hand = cash_table("api", 500, 500, 500)
    leave_seat(table=hand.table, seat=2, **by_staff())
    hand.sit(2, 340)

    refused = refusal_in(hand.end({1: (400, "As Ad"), 2: (300, "Ks Kd"), 3: (0, "folded")}, button=1, board=BOARD))

    assert refused.code == "bet_not_matched"


@pytest.mark.rule("WLIA-9", "BIS-4")
def test_an_ante_that_nobody_matched_is_entered_as_dead():
    table = cash_table("api", 500, 500, 500).table
    table.refresh_from_db()
    alive = [put_in(1, 110, "As Ad", dead=10), put_in(2, 100, "Ks Kd"), put_in(3, 0, folded=True)]

    settled_hand = settled(table, *alive, board=BOARD).hand

    assert settled_hand.seats.get(seat=1).net == 100


@pytest.mark.rule("WAS-11", "WLIA-9")
def test_at_a_flight_a_re_buy_after_the_hand_is_told_from_chips_that_were_there():
    flight = running_flight(4, make_holdem(advancing_count=1, rebuy_price=1_000, rebuy_chips=5_000))
    table = followed(flight)
    first, second, third, _ = chips_at(table)
    all_ten = [put_in(first, 10_000, "As Ad"), put_in(second, 10_000, "Ks Kd"), put_in(third, 9_000, "Qs Qd")]
    assert refusal_of(lambda: settled(table, *all_ten, board=BOARD)).code == "bet_not_matched"

    player = seat_of(flight, second).player.code
    sell_stack(flight=fresh(flight), player_code=player, kind="rebuy", **press())
    settled(table, *all_ten[:2], board=BOARD)

    assert chips_at(table)[second] == 5_000


ENDS = st.lists(
    st.tuples(st.integers(0, 60), st.booleans(), st.integers(0, 10)).map(lambda end: (end[0] + end[2], *end[1:])),
    min_size=2,
    max_size=6,
)


@pytest.mark.rule("WLIA-9", "STD-7")
@settings(max_examples=examples(200))
@given(ENDS)
def test_whoever_is_short_is_live_and_below_the_highest_live_bet(ends: list[tuple[int, bool, int]]):
    seats = [
        SeatEnd(seat=seat, contributed=Chips(chips), is_live=is_live, dead=Chips(dead), cards=parse_cards("As Ad"))
        for seat, (chips, is_live, dead) in enumerate(ends, start=1)
    ]
    live = {end.seat: end.contributed - end.dead for end in seats if end.is_live}

    short = {each.seat: each.called - each.put_in for each in short_of_bet(seats)}

    expected = {seat: max(live.values()) - chips for seat, chips in live.items() if chips < max(live.values())}
    assert short == (expected if len(live) > 1 else {})
