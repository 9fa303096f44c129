"""verify_books looks at the tables too."""

from __future__ import annotations

import pytest

from eventnight.bank.services import float_tray, reverse_entry, sit_down
from tables import services
from tables.books import check
from tables.models import Seat
from tables.services import NewBet
from tests.factories import make_event
from tests.tables.evening import by_staff, hand_of, make_holder, open_table, open_wheel, put_in, seat_people

pytestmark = pytest.mark.django_db


def test_an_evening_at_the_tables_leaves_nothing_to_find():
    event = make_event()
    table, wheel, player = open_table(event), open_wheel(event), make_holder(event)
    seat_people(table, {1: 100, 2: 100})
    services.settle_hand(table=table, number=1, end=hand_of(put_in(1, 10), put_in(2, 5, folded=True)), **by_staff())
    services.undo_hand(table=table, number=1, reason="again", may_reverse_any=True, **by_staff())
    services.place_bets(table=wheel, bets=[NewBet(player, "red", 50)], **by_staff())
    services.spin(table=wheel, number=1, pocket="1", **by_staff())

    assert list(check(event.pk)) == []


def test_chips_before_nobody_are_found():
    table = open_table(make_event())
    seat_people(table, {1: 100})
    Seat.objects.filter(table=table, number=1).update(player=None, sat_down_at=None)

    assert list(check(table.event_id)) == ["Seat T1-1 holds 100 chips and nobody sits on it."]


def test_chips_in_a_tray_or_seat_that_no_table_has_are_found():
    event = make_event()
    float_tray(event=event, tray="R9", chips=50, **by_staff())
    sit_down(event=event, player_code=make_holder(event).code, seat="T9-1", chips=20, **by_staff())

    assert list(check(event.pk)) == [
        "Seat T9-1 holds 20 chips and nobody sits on it.",
        "Tray R9 holds 50 chips and no open table has it.",
    ]


def test_a_hand_reversed_behind_the_tables_back_is_found():
    table = open_table(make_event())
    seat_people(table, {1: 100, 2: 100})
    end = hand_of(put_in(1, 10), put_in(2, 5, folded=True))
    entry = services.settle_hand(table=table, number=1, end=end, **by_staff()).hand.entry
    reverse_entry(event=table.event, sequence=entry.sequence, reason="desk", may_reverse_any=True, **by_staff())

    assert list(check(table.event_id)) == [f"T1 hand 1 is undone in the books (entry {entry.sequence}) alone."]
