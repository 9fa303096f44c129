"""Two workers come to the same half-hour at the same moment: it is booked once (PostgreSQL)."""

from __future__ import annotations

import pytest

from eventnight.bank.ledger.refs import house_chips
from eventnight.bank.selectors import balance_of, verify_books
from tables.models import SeatFee, Table
from tables.tasks import charge_due_seats
from tests.factories import NOW
from tests.locks import elsewhere, waiting
from tests.tables.half_hours import a_table, entries, taken

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.mark.rule("ANG-37")
def test_two_workers_that_have_both_found_a_half_hour_due_book_it_once():
    table = a_table(3)
    Table.objects.filter(pk=table.pk).update(seat_fee_due_at=NOW)

    with elsewhere() as cursor:
        cursor.execute("SELECT 1 FROM core_eventhead WHERE event_id = %s FOR UPDATE", [table.event_id])
        # Each has read what is due, and waits for the night.
        with waiting(charge_due_seats), waiting(charge_due_seats):
            assert SeatFee.objects.count() == 0
            cursor.execute("ROLLBACK")

    assert (SeatFee.objects.count(), entries(table)) == (1, 1)
    assert taken(table) == {1: 39, 2: 39, 3: 39}
    assert balance_of(table.event_id, house_chips()) == 3
    assert verify_books(table.event_id).is_clean
