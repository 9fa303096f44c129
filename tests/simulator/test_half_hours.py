"""The simulator's own reckoning of half-hours agrees with a sound table, and tells of each fault."""

from __future__ import annotations

import pytest
import time_machine

from tables import services
from tables.models import SeatFee, Table
from tests.factories import NOW
from tests.simulator.deeds.tables.charged import all_are_booked, charges_until, half_hours_agree
from tests.tables.half_hours import MINUTE, a_table, at, sit, tick

pytestmark = pytest.mark.django_db


def told(table: Table, minutes: float) -> list[str]:
    """What both laws say so many minutes after the table was opened."""
    with time_machine.travel(NOW + minutes * MINUTE, tick=False):
        return [*half_hours_agree(table.event), *all_are_booked(table.event)]


@pytest.fixture
def table() -> Table:
    """Three sit there, one of them since the tenth minute; one leaves before the second half-hour has ended."""
    table = a_table(2)
    sit(table, 3, 40, 10)
    tick(30)
    services.leave_seat(table=table, seat=2, **at(45))
    tick(61)
    return table


def test_a_sound_table_is_told_nothing_of(table):
    services.stop_seat_fees(table=table, **at(95))

    assert SeatFee.objects.filter(table=table).count() == 3
    assert told(table, 200) == []


def test_a_half_hour_that_nobody_has_booked_is_told_once_a_worker_has_looked(table):
    assert told(table, 89) == []
    assert told(table, 90) == ["T1 is charged for 2 half-hours, and 3 have ended"]


def test_a_half_hour_of_another_minute_is_told(table):
    SeatFee.objects.filter(table=table, due_at=NOW + 60 * MINUTE).update(due_at=NOW + 61 * MINUTE)

    assert any("is charged for" in fault for fault in told(table, 62))


def test_who_pays_without_having_sat_there_is_told(table):
    fee = SeatFee.objects.filter(table=table).latest("due_at")
    fee.seats = [{**fee.seats[0], "player": "P009"}, *fee.seats[1:]]
    fee.save(update_fields=["seats"])

    assert any("is charged to" in fault for fault in told(table, 62))


def test_another_fee_than_the_posted_one_is_told(table):
    SeatFee.objects.filter(table=table).update(fee=3)

    assert sum("costs 3 with" in fault for fault in told(table, 62)) == 2


def test_what_is_to_come_is_reckoned_from_who_sits_there_now(table):
    charges = charges_until(Table.objects.get(pk=table.pk), NOW + 120 * MINUTE)

    assert [(charge.fee, charge.paid) for charge in charges] == [(1, {1: 1, 3: 1})] * 2
