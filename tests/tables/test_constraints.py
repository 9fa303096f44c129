"""What the database itself refuses at the tables."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tables import services
from tables.models import BetState, Hand, HandInPlay, HandSeat, Seat
from tables.services import NewBet
from tests.factories import NOW, make_event
from tests.tables.evening import by_staff, hand_of, make_holder, open_table, open_wheel, put_in, seat_people

pytestmark = pytest.mark.django_db


def refused_by(constraint: str, write: Any) -> None:
    """The write fails, and it is this constraint that stops it (or, on SQLite, its columns)."""
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        write()
    text = str(refused.value)
    assert constraint in text or "UNIQUE constraint failed" in text, text


def changed(row: Any, **facts: Any) -> Any:
    """A write of the row with other facts, past every service."""
    return lambda: type(row).objects.filter(pk=row.pk).update(**facts)


@pytest.mark.parametrize(
    ("constraint", "facts"),
    [
        ("table_known_kind", {"kind": "chess", "seats_count": 0, "state": None}),
        ("table_closed_with_time", {"status": "gone"}),
        ("table_number_from_one", {"number": 0}),
        ("table_smallest_chip_above_zero", {"smallest_chip": 0}),
        ("table_closed_with_time", {"status": "closed"}),
        ("table_poker_has_stakes", {"small_blind": 20}),
        ("table_poker_has_stakes", {"game": ""}),
        ("table_seats_fit_kind", {"seats_count": 11}),
        ("table_seats_fit_kind", {"seats_count": 1}),
        ("table_poker_has_stakes", {"structure": ""}),
        ("table_poker_has_stakes", {"ante_by": "the dealer"}),
        ("table_state_between_hands", {"state": None}),
        ("table_buy_in_leaves_a_range", {"lowest_buy_in": 200, "highest_buy_in": 100}),
        ("table_buy_in_leaves_a_range", {"lowest_buy_in": 0}),
        ("table_known_fee_by", {"fee_by": "hour"}),
        ("table_seat_fee_due_by_half_hours", {"seat_fee_due_at": NOW}),
        ("table_fee_has_chip_value", {"fee_schedule": "A"}),
        ("table_fee_has_chip_value", {"chip_value": 100}),
    ],
)
def test_a_card_table_that_cannot_be_is_refused(constraint, facts):
    refused_by(constraint, changed(open_table(make_event()), **facts))


@pytest.mark.parametrize(
    ("constraint", "facts"),
    [
        ("table_roulette_has_wheel", {"wheel": ""}),
        ("table_roulette_has_wheel", {"lowest_bet": 0}),
        ("table_roulette_has_wheel", {"lowest_bet": None}),
        ("table_limits_leave_a_bet", {"highest_bet": 1}),
        ("table_limits_leave_a_bet", {"highest_spin": 1}),
        ("table_seats_fit_kind", {"seats_count": 4}),
        ("table_state_between_hands", {"state": {}}),
    ],
)
def test_a_roulette_table_that_cannot_be_is_refused(constraint, facts):
    refused_by(constraint, changed(open_wheel(make_event()), **facts))


def test_two_tables_of_a_kind_have_two_numbers():
    event = make_event()
    first, second = open_table(event), open_table(event)

    refused_by("table_number_unique", changed(second, number=first.number))


def test_a_seat_holds_one_player_and_a_player_one_seat():
    table = open_table(make_event(), seats_count=10)
    people = seat_people(table, {1: 100, 2: 100})
    free = Seat.objects.get(table=table, number=3)

    refused_by("seat_player_sits_once", changed(free, player=people[1], sat_down_at=NOW))
    refused_by("seat_taken_with_time", changed(free, sat_down_at=NOW))
    refused_by("seat_number_at_table", changed(free, number=11))
    refused_by("seat_number_unique", changed(free, number=2))


@pytest.mark.parametrize(
    ("constraint", "facts"),
    [
        ("hand_number_from_one", {"number": 0}),
        ("hand_has_game", {"game": ""}),
        ("hand_button_is_a_seat", {"button": 11}),
        ("hand_no_fee_with_reason", {"no_fee_because": "none", "fee": 5}),
        ("hand_undone_by_somebody", {"undone_at": NOW}),
        ("hand_undone_by_somebody", {"undone_by_label": "Nora"}),
    ],
)
def test_a_hand_that_cannot_be_is_refused(constraint, facts):
    refused_by(constraint, changed(_hand(), **facts))


def test_two_standing_hands_have_two_numbers():
    table = _hand().table
    second = services.settle_hand(table=table, number=2, end=_checked_down(), **by_staff()).hand

    refused_by("hand_number_unique", changed(second, number=1))


@pytest.mark.parametrize(
    ("constraint", "facts"),
    [
        ("handseat_at_table", {"seat": 11}),
        ("handseat_once", {"seat": 2}),
        ("handseat_dead_was_put_in", {"dead": 11}),
        ("handseat_claim_was_put_in", {"claim": 11}),
        ("handseat_live_put_in", {"contributed": 0, "net": 0}),
        ("handseat_loses_no_more_than_put_in", {"net": -11}),
    ],
)
def test_a_seat_of_a_hand_that_cannot_be_is_refused(constraint, facts):
    refused_by(constraint, changed(HandSeat.objects.get(hand=_hand(), seat=1), **facts))


@pytest.mark.parametrize(
    ("constraint", "facts"),
    [
        ("spin_number_from_one", {"number": 0}),
        ("spin_has_pocket", {"pocket": ""}),
        ("spin_undone_by_somebody", {"undone_at": NOW}),
    ],
)
def test_a_spin_that_cannot_be_is_refused(constraint, facts):
    table = open_wheel(make_event())
    spin = services.spin(table=table, number=1, pocket="1", **by_staff()).spin

    refused_by(constraint, changed(spin, **facts))


def test_two_standing_spins_have_two_numbers():
    table = open_wheel(make_event())
    spins = [services.spin(table=table, number=n, pocket="1", **by_staff()).spin for n in (1, 2)]

    refused_by("spin_number_unique", changed(spins[1], number=1))


@pytest.mark.parametrize(
    ("constraint", "facts"),
    [
        ("bet_known_state", {"state": "lost"}),
        ("bet_chips_above_zero", {"chips": 0}),
        ("bet_settled_by_a_spin", {"state": BetState.SETTLED}),
        ("bet_settled_by_a_spin", {"returned": 0}),
    ],
)
def test_a_bet_that_cannot_be_is_refused(constraint, facts):
    table = open_wheel(make_event())
    player = make_holder(table.event)
    bets = [NewBet(player, "red", 10), NewBet(player, "odd", 10)]
    first, _ = services.place_bets(table=table, bets=bets, **by_staff())

    refused_by(constraint, changed(first, **facts))


def test_a_hand_in_play_is_the_only_one_of_its_table():
    table = open_table(make_event())
    seat_people(table, {1: 100, 2: 100})
    row = services.start_hand(table=table, **by_staff(number=1)).row
    twin = {name: getattr(row, name) for name in ("table", "number", "log", "started_at", "by_label")}

    refused_by("handinplay_number_from_one", changed(row, number=0))
    refused_by("handinplay_table_id", lambda: HandInPlay.objects.create(**twin))


def test_one_entry_of_the_books_is_one_hand_or_spin():
    hand = _hand()
    twin = {
        name: getattr(hand, name)
        for name in ("table", "game", "button", "fee", "result", "state_before", "settled_at", "entry")
    }

    refused_by("entry_id", lambda: Hand.objects.create(number=9, by_code="x", by_label="x", **twin))


def _hand() -> Hand:
    table = open_table(make_event())
    seat_people(table, {1: 100, 2: 100})
    return services.settle_hand(table=table, number=1, end=_checked_down(), **by_staff()).hand


def _checked_down():
    return hand_of(put_in(1, 10), put_in(2, 5, folded=True))
