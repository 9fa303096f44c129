"""A table fee that every seat pays by the half-hour: once for each, from those who sat there, never out of a hand."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from engine.units import Cents
from eventnight.bank.ledger.refs import house_chips
from eventnight.bank.selectors import balance_of, verify_books
from eventnight.bank.services import sell_rebuy
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.roles import Role
from eventnight.events.services import close_event, open_event, reopen_event
from tables import services
from tables.models import SeatFee, Table
from tables.selectors import fees_taken
from tables.services.locks import lock_table
from tables.services.seat_fees import HALF_HOUR, settle_half_hours
from tests.factories import NOW
from tests.flows.endings import approve_everything
from tests.tables.evening import by_staff, chips_of, hand_of, put_in
from tests.tables.half_hours import a_table, at, entries, sit, taken, tick
from tests.tables.playing import do, pay, start
from tests.tables.test_pages import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ANG-37")]


def test_every_seat_pays_the_posted_fee_at_its_minute_and_not_before():
    table = a_table(3)

    tick(29.9)
    assert (taken(table), entries(table)) == ({1: 40, 2: 40, 3: 40}, 0)

    tick(30)
    assert (taken(table), entries(table)) == ({1: 39, 2: 39, 3: 39}, 1)
    assert balance_of(table.event_id, house_chips()) == 3
    assert verify_books(table.event_id).is_clean


@pytest.mark.parametrize(("players", "fee"), [(1, 1), (4, 1), (5, 2), (6, 2), (7, 3), (10, 3)])
def test_the_fee_follows_the_seats_that_are_taken_then(players: int, fee: int):
    table = a_table(players, seats_count=10)

    tick(30)

    assert set(taken(table).values()) == {40 - fee}


def test_an_own_price_of_the_limit_is_what_seats_pay_too():
    table = a_table(2)
    table.own_fees = [400, 500, 600]
    table.save()

    tick(30)

    assert taken(table) == {1: 36, 2: 36}


def test_each_half_hour_is_booked_once_however_often_the_tick_comes():
    table = a_table(2)

    for minutes in (30, 30, 30.1, 59, 60, 60, 61):
        tick(minutes)

    assert (entries(table), taken(table)) == (2, {1: 38, 2: 38})


def test_a_tick_that_comes_late_books_every_half_hour_that_has_ended():
    table = a_table(2)

    tick(95)

    dues = [NOW + count * HALF_HOUR for count in (1, 2, 3)]
    assert list(table.seat_fees.values_list("due_at", flat=True)) == dues
    assert (entries(table), taken(table)) == (3, {1: 37, 2: 37})
    table.refresh_from_db()
    assert table.seat_fee_due_at == NOW + 4 * HALF_HOUR


def test_a_second_worker_that_looked_at_the_same_time_finds_nothing_left():
    table = a_table(2)
    seen = Table.objects.get(pk=table.pk)
    tick(30)

    # What it read before it waited for the lock says that a half-hour is due.
    assert seen.seat_fee_due_at == NOW + HALF_HOUR
    with transaction.atomic():
        settle_half_hours(lock_table(seen), NOW + HALF_HOUR)

    assert entries(table) == 1


def test_the_database_keeps_one_row_for_a_half_hour():
    table = a_table(2)
    tick(30)

    with pytest.raises(IntegrityError, match=r"seatfee_once|UNIQUE"), transaction.atomic():
        SeatFee.objects.create(table=table, due_at=NOW + HALF_HOUR, fee=1)


def test_who_sits_down_after_the_half_hour_pays_the_next_one_though_the_tick_is_late():
    table = a_table(1)
    sit(table, 2, 40, 31)

    tick(32)

    assert taken(table) == {1: 39, 2: 40}


def test_who_leaves_after_the_half_hour_has_paid_it_though_the_tick_is_late():
    table = a_table(1)
    player = sit(table, 2, 30, 1)

    services.leave_seat(table=table, seat=2, **at(31))
    tick(32)

    assert (taken(table), chips_of(player), entries(table)) == ({1: 39}, 39, 1)


def test_who_leaves_before_it_pays_nothing():
    table = a_table(1)
    player = sit(table, 2, 30, 1)

    services.leave_seat(table=table, seat=2, **at(29))
    tick(30)

    assert (taken(table), chips_of(player)) == ({1: 39}, 40)


def test_nobody_at_the_table_is_a_half_hour_without_an_entry():
    table = a_table(0)

    tick(30)

    assert (entries(table), table.seat_fees.get().booked_at) == (0, NOW + HALF_HOUR)


def test_a_seat_with_too_few_chips_pays_what_it_has_and_owes_nothing_later():
    table = a_table(6, seats_count=10)
    table.refresh_from_db()
    services.leave_seat(table=table, seat=6, **at(1))
    sit(table, 6, 1, 2)

    tick(30)

    fee = table.seat_fees.get()
    assert (fee.chips, [each.seat for each in fee.short]) == (11, [6])
    assert 6 not in taken(table)
    tick(60)
    assert entries(table) == 2
    assert [each.paid for each in table.seat_fees.last().payments] == [2, 2, 2, 2, 2, 0]


def test_a_hand_in_play_keeps_its_chips_and_the_fee_waits_for_its_end():
    table = a_table(2)
    start(table)

    tick(30)
    tick(31)
    fee = table.seat_fees.get()
    assert (taken(table), entries(table), fee.booked_at) == ({1: 40, 2: 40}, 0, None)
    assert [each.paid for each in fee.payments] == [None, None]

    do(table, "fold")
    pay(table)

    assert entries(table) == 1
    assert sum(taken(table).values()) == 78


def test_a_hand_that_is_called_off_lets_the_fee_go_through():
    table = a_table(2)
    start(table)
    tick(30)

    services.call_off(table=table, version=1, reason="Misdealt", **by_staff())

    assert (entries(table), taken(table)) == (1, {1: 39, 2: 39})


def test_nobody_leaves_while_the_fee_that_they_owe_waits_for_a_hand():
    """With the chips they would sit down elsewhere."""
    table = a_table(2)
    start(table)
    player = sit(table, 3, 40, 5)
    tick(30)

    with pytest.raises(Conflict) as refused:
        services.leave_seat(table=table, seat=3, **at(31))
    do(table, "fold")
    pay(table)
    services.leave_seat(table=table, seat=3, **at(32))

    assert (refused.value.code, refused.value.rules) == ("fee_waits_for_hand", ("ANG-37",))
    assert "sat on seat 3 of Table 1 when the half-hour ended at 7:30 PM, and its fee of 1" in refused.value.message
    assert (chips_of(player), table.seat_fees.get().chips) == (39, 3)


def test_who_sat_down_after_the_half_hour_leaves_while_its_fee_waits():
    table = a_table(2)
    start(table)
    tick(30)
    player = sit(table, 3, 40, 31)

    services.leave_seat(table=table, seat=3, **at(32))

    assert chips_of(player) == 40


def test_chips_put_down_after_a_half_hour_are_not_in_it_though_the_tick_is_late():
    table = a_table(6, seats_count=10)
    services.leave_seat(table=table, seat=6, **at(1))
    sit(table, 6, 1, 2)

    services.top_up(table=table, seat=6, chips=20, **at(31))
    tick(32)

    assert [each.paid for each in table.seat_fees.get().payments] == [2, 2, 2, 2, 2, 1]


@pytest.mark.parametrize("late", [False, True])
def test_the_books_are_the_same_whether_the_tick_comes_before_a_hand_from_its_end_or_after(late: bool):
    table = a_table(2)
    end = hand_of(put_in(1, 39, "As Ad"), put_in(2, 39, "Kc Qc"), board="Kh 9c 4d 8s 2h")

    ticks = [lambda: tick(30), lambda: services.settle_hand(table=table, number=1, end=end, **at(31))]
    for happens in reversed(ticks) if late else ticks:
        happens()

    assert (taken(table), table.seat_fees.get().chips) == ({1: 78}, 2)


def test_a_hand_over_the_minute_finds_its_chips_once_the_fee_is_undone():
    table = a_table(2)
    tick(30)
    end = hand_of(put_in(1, 40, "As Ad"), put_in(2, 40, "Kc Qc"), board="Kh 9c 4d 8s 2h")

    with pytest.raises(UserFacingError) as refused:
        services.settle_hand(table=table, number=1, end=end, **at(31))
    services.undo_seat_fee(
        table=table, fee_id=table.seat_fees.get().pk, reason="In a hand", may_reverse_any=True, **at(32)
    )
    services.settle_hand(table=table, number=1, end=end, **at(33))

    assert (refused.value.code, refused.value.rules) == ("contribution_above_stack", ("ANG-37",))
    assert refused.value.message.endswith(
        "If the hand was on the table at 7:30 PM, undo the fee of that half-hour first."
    )
    assert taken(table) == {1: 80}


def test_a_night_that_was_closed_and_opened_again_owes_nothing_for_the_time_between():
    table = a_table(2)
    event = table.event
    open_event(event=event, **at(0))
    tick(30)
    approve_everything(event)

    close_event(event=event, **at(40))
    reopen_event(event=event, reason="A slip was missing", **at(155))
    tick(156)

    assert (entries(table), taken(table)) == (1, {1: 39, 2: 39})
    services.start_seat_fees(table=table, **at(156))
    tick(186)
    assert entries(table) == 2


def test_what_has_ended_is_paid_before_the_night_closes():
    table = a_table(2)
    event = table.event
    open_event(event=event, **at(0))
    approve_everything(event)

    with pytest.raises(Conflict) as refused:
        close_event(event=event, **at(31))

    assert refused.value.code == "night_not_ready", "what was approved has changed"
    assert entries(table) == 0, "nothing is half-done"


def test_no_fee_leaves_the_pot_of_a_hand_where_seats_are_charged():
    table = a_table(3)

    end = hand_of(put_in(1, 4), put_in(2, 4, folded=True), put_in(3, 4, folded=True))
    posting = services.settle_hand(table=table, number=1, end=end, **by_staff())

    assert (posting.hand.fee, sum(taken(table).values())) == (0, 120)


def test_a_fee_is_undone_by_the_organiser_once_and_never_charged_again():
    table = a_table(2)
    tick(30)
    fee = table.seat_fees.get()
    way = f"/api/v1/events/{table.event.code}/tables/{table.pk}/fees/{fee.pk}/undo/"

    def ask(role: Role):
        key = {"Idempotency-Key": str(uuid4())}
        return signed_in(table.event, role).post(way, {"reason": "Power cut"}, "application/json", headers=key)

    by_table, undone, again = ask(Role.TABLES), ask(Role.ORGANISER), ask(Role.ORGANISER)
    tick(31)

    assert (by_table.status_code, by_table.json()["code"]) == (403, "not_your_entry")
    assert (undone.status_code, again.status_code, again.json()["code"]) == (200, 409, "fee_undone")
    assert (taken(table), entries(table), fees_taken(table.event_id)) == ({1: 40, 2: 40}, 1, ())


def test_a_fee_is_not_undone_into_an_empty_seat():
    table = a_table(2)
    tick(30)
    services.leave_seat(table=table, seat=2, **at(31))

    with pytest.raises(Conflict) as refused:
        services.undo_seat_fee(
            table=table, fee_id=table.seat_fees.get().pk, reason="Wrong", may_reverse_any=True, **at(32)
        )

    assert (refused.value.code, refused.value.facts["seats"]) == ("seats_changed", [2])


def test_an_unknown_fee_is_not_undone():
    with pytest.raises(NotFound) as refused:
        services.undo_seat_fee(table=a_table(2), fee_id=999, reason="Wrong", may_reverse_any=True, **at(1))

    assert refused.value.code == "unknown_fee"


def test_a_hand_that_was_played_here_is_undone_after_the_fee_that_came_after_it():
    table = a_table(2)
    start(table)
    do(table, "fold")
    pay(table)
    tick(30)

    with pytest.raises(Conflict) as refused:
        services.undo_hand(table=table, number=1, reason="Wrong", may_reverse_any=True, **by_staff())

    assert refused.value.code == "fee_since_hand"
    services.undo_seat_fee(table=table, fee_id=table.seat_fees.get().pk, reason="Wrong", may_reverse_any=True, **at(31))
    services.undo_hand(table=table, number=1, reason="Wrong", may_reverse_any=True, **by_staff())


def test_a_table_that_closes_owes_what_has_ended_and_nothing_after():
    table = a_table(1)
    services.leave_seat(table=table, seat=1, **at(31))
    services.close_table(table=table, **at(59))

    tick(60)

    table.refresh_from_db()
    assert (entries(table), table.seat_fee_due_at) == (1, None)


def test_a_table_that_nobody_has_looked_at_for_half_a_day_is_charged_no_more():
    table = a_table(2)

    tick(30 + 12 * 60 + 1)

    table.refresh_from_db()
    assert (entries(table), table.seat_fee_due_at) == (0, None)
    assert AuditRecord.objects.filter(event=table.event, action="seat_fees.stopped").exists()


def test_chips_put_down_after_a_half_hour_pay_the_next_one_only():
    table = a_table(1, chips=40)
    player = table.seats.get(number=1).sitter
    tick(30)

    sell_rebuy(event=table.event, player_code=player.code, paid=Cents(2000), **by_staff())
    services.top_up(table=table, seat=1, chips=20, **at(31))
    tick(60)

    assert taken(table) == {1: 58}
