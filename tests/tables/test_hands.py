"""Settling hands: pots, odd chips, fees, stale screens, second presses, and taking a hand back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Refusal, RuleError
from engine.poker.settling.settlement import SeatEnd, settle
from eventnight.bank.selectors import verify_books
from eventnight.core.errors import BadRequest, Conflict, Forbidden, NotFound, UserFacingError
from tables import services
from tables.models import Hand
from tables.selectors import plan_hand, table_view
from tests.factories import NOW, make_event
from tests.tables.evening import (
    BOARD,
    STAFF,
    by_staff,
    chips_in_the_room,
    chips_of,
    hand_of,
    make_holder,
    open_table,
    put_in,
    seat_people,
    stacks,
)

pytestmark = pytest.mark.django_db

SIDE_POT_HAND = hand_of(
    put_in(1, 5, folded=True),
    put_in(2, 85, "9h 9d"),
    put_in(4, 205, "Ks Qd"),
    put_in(5, 205, "Kd Qc"),
    put_in(6, 90, folded=True),
    button=6,
    board=BOARD,
)
"""Two tie for the side pot of 245 (an odd five), the third wins the main pot of 345 with three nines."""


def a_table(**stacks_by_seat: int):
    table = open_table(make_event())
    seat_people(table, {int(seat[1:]): chips for seat, chips in stacks_by_seat.items()})
    return table


def side_pot_table():
    return a_table(s1=500, s2=85, s4=500, s5=500, s6=500)


@pytest.mark.rule("STD-7", "STD-8")
def test_a_hand_with_a_side_pot_and_a_tie_moves_every_chip_to_its_place():
    table = side_pot_table()

    posting = services.settle_hand(table=table, number=1, end=SIDE_POT_HAND, **by_staff())

    assert stacks(table) == {1: 495, 2: 345, 3: 0, 4: 420, 5: 415, 6: 410}
    side, main = posting.hand.result["pots"]
    assert (side["name"], side["chips"], side["shares"], side["odd_chips"]) == (
        "side pot 1",
        245,
        {"4": 125, "5": 120},
        {"4": 5},
    )
    assert (main["name"], main["chips"], main["shares"]) == ("main pot", 345, {"2": 345})
    assert verify_books(table.event_id).is_clean


def test_the_preview_says_what_the_settlement_does_and_books_nothing():
    table = side_pot_table()

    plan = plan_hand(table, SIDE_POT_HAND)

    assert stacks(table) == {1: 500, 2: 85, 3: 0, 4: 500, 5: 500, 6: 500}
    services.settle_hand(table=table, number=1, end=SIDE_POT_HAND, **by_staff(shown=plan.digest))
    assert {line.seat: line.stack for line in plan.lines} == {s: c for s, c in stacks(table).items() if s != 3}
    assert plan.put_in == plan.paid_out == 590


def test_a_plan_that_no_longer_holds_is_not_booked():
    table = side_pot_table()
    plan = plan_hand(table, SIDE_POT_HAND)
    services.top_up(table=table, seat=2, chips=100, **by_staff())

    with pytest.raises(Conflict) as refused:
        services.settle_hand(table=table, number=1, end=SIDE_POT_HAND, **by_staff(shown=plan.digest))

    assert refused.value.code == "plan_changed"
    assert not Hand.objects.exists()


@pytest.mark.rule("STD-1", "STD-2")
def test_the_best_five_of_seven_cards_win_and_the_reason_says_so():
    table = a_table(s1=100, s2=100)
    hand = hand_of(put_in(1, 100, "Ks 9d"), put_in(2, 100, "As Ad"), board=BOARD)

    posting = services.settle_hand(table=table, number=1, end=hand, **by_staff())

    assert posting.hand.result["pots"][0]["why"] == "Seat 1 wins with two pair, kings and nines, eight kicker."
    assert stacks(table)[1] == 200


@pytest.mark.rule("WLIA-6")
def test_the_button_moves_one_player_to_the_left_over_empty_seats():
    table = a_table(s2=100, s5=100, s6=100)
    buttons = []

    for number in (1, 2, 3):
        button = table_view(table).button
        buttons.append(button)
        hand = hand_of(put_in(2, 10), put_in(5, 5, folded=True), put_in(6, 0, folded=True), button=button)
        services.settle_hand(table=table, number=number, end=hand, **by_staff())
        table.refresh_from_db()

    assert (buttons, table_view(table).button) == ([2, 5, 6], 2)


def test_an_ante_that_nobody_had_to_match_is_dead_money_in_the_main_pot():
    table = a_table(s1=300, s2=300, s3=300)
    hand = hand_of(
        put_in(1, 10, folded=True), put_in(2, 110, "As Ad", dead=10), put_in(3, 100, "Ks 9d"), button=3, board=BOARD
    )

    services.settle_hand(table=table, number=1, end=hand, **by_staff())

    assert stacks(table) == {1: 290, 2: 190, 3: 420, 4: 0, 5: 0, 6: 0}


def test_more_than_a_seat_holds_is_refused_by_name():
    table = a_table(s1=100, s2=300)
    hand = hand_of(put_in(1, 105), put_in(2, 105, folded=True))

    with pytest.raises(UserFacingError) as refused:
        services.settle_hand(table=table, number=1, end=hand, **by_staff())

    assert refused.value.code == "contribution_above_stack"
    assert refused.value.message.startswith("Seat 1, Pat Seat1, has 100 and 105 are entered.")
    assert refused.value.facts == {"seats": [1], "stacks": {"1": 100}}
    assert stacks(table)[1] == 100


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        (hand_of(put_in(1, 10), put_in(3, 10, folded=True)), "seat_empty"),
        (hand_of(put_in(1, 10), put_in(9, 10, folded=True)), "unknown_seat"),
        (hand_of(put_in(1, 10, "Ah Kd"), put_in(2, 10, "Ah Qd"), board=BOARD), "duplicate_card"),
        (hand_of(put_in(1, 10, "Kh Kd"), put_in(2, 10, "Ah Qd"), board=BOARD), "duplicate_card"),
        (hand_of(put_in(1, 10, "Ah Kd"), put_in(2, 10, "As Qd"), board="Kh 9c"), "wrong_board"),
        (hand_of(put_in(1, 10, "Ah"), put_in(2, 10, "As Qd"), board=BOARD), "wrong_hole_cards"),
        (hand_of(put_in(1, 10), put_in(2, 10), board=BOARD), "must_show"),
        (hand_of(put_in(1, 12), put_in(2, 10, folded=True)), "chips_too_small"),
        (hand_of(put_in(1, 10, folded=True), put_in(2, 10, folded=True)), "no_live_seat"),
        (hand_of(), "nobody_dealt_in"),
        (hand_of(put_in(1, 10), put_in(2, 10, folded=True), no_fee_because="small pot"), "no_fee_to_waive"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_and_changes_nothing(hand, code):
    table = a_table(s1=100, s2=100)

    with pytest.raises(Refusal) as refused:
        services.settle_hand(table=table, number=1, end=hand, **by_staff())

    assert refused.value.code == code
    assert (stacks(table)[1], stacks(table)[2], Hand.objects.count()) == (100, 100, 0)


def test_a_second_press_returns_the_hand_of_the_first():
    table, press = side_pot_table(), by_staff()

    first = services.settle_hand(table=table, number=1, end=SIDE_POT_HAND, **press)
    again = services.settle_hand(table=table, number=1, end=SIDE_POT_HAND, **press)

    assert (first.is_replay, again.is_replay, again.hand) == (False, True, first.hand)
    assert stacks(table)[2] == 345
    assert Hand.objects.count() == 1


def test_a_hand_of_a_closed_table_stays_as_it_was_settled():
    table = a_table(s1=100, s2=100)
    services.settle_hand(table=table, number=1, end=hand_of(put_in(1, 10), put_in(2, 5, folded=True)), **by_staff())
    for seat in (1, 2):
        services.leave_seat(table=table, seat=seat, **by_staff())
    services.close_table(table=table, **by_staff())

    with pytest.raises(Conflict) as refused:
        services.undo_hand(table=table, number=1, reason="wrong winner", may_reverse_any=True, **by_staff())

    assert refused.value.code == "table_closed"


def test_the_same_key_for_another_hand_is_refused():
    table, press = a_table(s1=100, s2=100), by_staff()
    services.settle_hand(table=table, number=1, end=hand_of(put_in(1, 10), put_in(2, 5, folded=True)), **press)

    with pytest.raises(UserFacingError) as refused:
        services.settle_hand(table=table, number=1, end=hand_of(put_in(1, 10), put_in(2, 10, folded=True)), **press)

    assert refused.value.code == "key_reused"


def test_a_stale_screen_is_told_who_settled_the_hand_and_when():
    table = a_table(s1=100, s2=100)
    hand = hand_of(put_in(1, 10), put_in(2, 5, folded=True))
    services.settle_hand(table=table, number=1, end=hand, **by_staff())

    with pytest.raises(Conflict) as refused:
        services.settle_hand(table=table, number=1, end=hand, **by_staff())

    assert refused.value.code == "hand_already_settled"
    assert refused.value.message == "Hand 1 was settled at 7:00 PM by Nora. Look at its result; hand 2 is the next."


def test_a_screen_from_before_an_undo_is_told_so():
    table = a_table(s1=100, s2=100)
    hand = hand_of(put_in(1, 10), put_in(2, 5, folded=True))
    services.settle_hand(table=table, number=1, end=hand, **by_staff())
    services.undo_hand(table=table, number=1, reason="wrong winner", may_reverse_any=True, **by_staff())

    with pytest.raises(Conflict) as refused:
        services.settle_hand(table=table, number=2, end=hand, **by_staff())

    assert (refused.value.code, refused.value.facts["next"]) == ("hand_undone", 1)


def test_taking_a_hand_back_restores_chips_button_and_number():
    table = side_pot_table()
    before = stacks(table)
    services.settle_hand(table=table, number=1, end=SIDE_POT_HAND, **by_staff())
    press = by_staff(reason="cards misread", may_reverse_any=True)

    undone = services.undo_hand(table=table, number=1, **press)
    again = services.undo_hand(table=table, number=1, **press)

    assert (undone.is_replay, again.is_replay) == (False, True)
    assert stacks(table) == before
    table.refresh_from_db()
    assert (table_view(table).next_number, table_view(table).button) == (1, 1)
    services.settle_hand(table=table, number=1, end=SIDE_POT_HAND, **by_staff())
    assert list(Hand.objects.values_list("number", "undone_by_label").order_by("id")) == [(1, "Nora"), (1, "")]
    assert verify_books(table.event_id).is_clean


def test_only_the_last_hand_is_taken_back():
    table = a_table(s1=100, s2=100)
    undo = {"reason": "no", "may_reverse_any": True}
    with pytest.raises(NotFound):
        services.undo_hand(table=table, number=1, **undo, **by_staff())
    for number in (1, 2):
        hand = hand_of(put_in(1, 10), put_in(2, 5, folded=True))
        services.settle_hand(table=table, number=number, end=hand, **by_staff())

    with pytest.raises(Conflict) as refused:
        services.undo_hand(table=table, number=1, **undo, **by_staff())

    assert refused.value.code == "hand_not_last"


def test_a_hand_is_not_taken_back_from_somebody_who_sat_down_later():
    table = a_table(s1=100, s2=100)
    services.settle_hand(table=table, number=1, end=hand_of(put_in(1, 100), put_in(2, 50, folded=True)), **by_staff())
    services.leave_seat(table=table, seat=1, **by_staff())
    services.seat_player(table=table, seat=1, player=make_holder(table.event), chips=300, **by_staff())

    with pytest.raises(Conflict) as refused:
        services.undo_hand(table=table, number=1, reason="late", may_reverse_any=True, **by_staff())

    assert (refused.value.code, refused.value.facts["seats"]) == ("seats_changed", [1])
    assert stacks(table)[1] == 300


def test_staff_take_back_own_hands_only():
    table = a_table(s1=100, s2=100)
    services.settle_hand(table=table, number=1, end=hand_of(put_in(1, 10), put_in(2, 5, folded=True)), **by_staff())
    other = type(STAFF)(code="staff-o", label="Otto")

    with pytest.raises(Forbidden) as refused:
        services.undo_hand(
            table=table, number=1, reason="not mine", may_reverse_any=False, **by_staff(by=other, now=NOW)
        )

    assert refused.value.code == "not_your_entry"


def test_a_hand_needs_a_reason_to_be_taken_back():
    table = a_table(s1=100, s2=100)
    services.settle_hand(table=table, number=1, end=hand_of(put_in(1, 10), put_in(2, 5, folded=True)), **by_staff())

    with pytest.raises(BadRequest, match="Say why"):
        services.undo_hand(table=table, number=1, reason=" ", may_reverse_any=True, **by_staff())


@given(
    st.lists(st.tuples(st.integers(0, 20), st.booleans()), min_size=2, max_size=6).filter(
        lambda seats: sum(live for _, live in seats) == 1
    )
)
@settings(max_examples=25)
def test_chips_neither_appear_nor_vanish_and_the_books_agree_with_the_engine(entered):
    event = make_event()
    table = open_table(event)
    people = seat_people(table, dict.fromkeys(range(1, len(entered) + 1), 100))
    ends = [
        SeatEnd(seat=seat, contributed=fives * 5, is_live=live) for seat, (fives, live) in enumerate(entered, start=1)
    ]
    try:
        expected = settle(game=table.games[0], house=table.house_rules, button=1, seats=ends, board=()).net
    except RuleError as error:
        expected, code = dict.fromkeys(range(1, len(entered) + 1), 0), error.code
        with pytest.raises(RuleError) as refused:
            services.settle_hand(table=table, number=1, end=hand_of(*ends), **by_staff())
        assert refused.value.code == code
    else:
        services.settle_hand(table=table, number=1, end=hand_of(*ends), **by_staff())

    assert {seat: chips - 100 for seat, chips in stacks(table).items() if seat in people} == expected
    assert sum(stacks(table).values()) + sum(chips_of(player) for player in people.values()) == 1000 * len(people)
    assert chips_in_the_room(event) == 1000 * len(people)
