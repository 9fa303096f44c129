"""One night by the clock, with fixed keys: its chain ends in the same hash on every database and in every version."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from eventnight.bank.models import Books
from eventnight.bank.selectors import verify_books
from eventnight.bank.services import (
    close_till,
    give_first_stack,
    leave_table,
    place_tickets,
    record_donation,
    redeem_chips,
    reverse_entry,
    sell_rebuy,
    sell_tickets,
    settle_hand,
    sit_down,
)
from eventnight.core.actors import Actor
from tests.bank.nights import Night
from tests.factories import NOW, make_event
from tests.tills import counted

LAST_HASH = "2067a14340fda2a676423efe883f96f5a4987c51ac814438dffdf7a5ec153dca"
"""Slips printed with digits of these hashes are in people's pockets: this changes for a new format only."""

DESK = Actor("staff-1", "Dana")

SCRIPT = (
    (give_first_stack, {"player_code": "P001"}),
    (give_first_stack, {"player_code": "P002"}),
    (sell_rebuy, {"player_code": "P001", "paid": 2000}),
    (sell_tickets, {"player_code": "P002", "paid": 1000}),
    (record_donation, {"player_code": "P002", "paid": 550}),
    (redeem_chips, {"player_code": "P001", "chips": 1050}),
    (place_tickets, {"player_code": "P002", "counts": {"B1": 3, "B2": 7}}),
    (sit_down, {"player_code": "P001", "seat": "T1-1", "chips": 900}),
    (sit_down, {"player_code": "P002", "seat": "T1-2", "chips": 600}),
    (settle_hand, {"table_code": "T1", "nets": {"T1-1": 275, "T1-2": -300}, "fee": 25}),
    (leave_table, {"player_code": "P001", "seat": "T1-1"}),
    (reverse_entry, {"sequence": 3, "reason": "größer als bezahlt", "may_reverse_any": True}),
    (close_till, {"till": "T1", "count": counted(1500), "reason": "50 too few", "second": Actor("staff-2", "Sam")}),
)


@pytest.mark.django_db
def test_the_fixed_night_ends_in_the_hash_that_it_always_had():
    night = Night(make_event(code="FIXED-2026"), players=2)

    for step, (service, given) in enumerate(SCRIPT):
        night.post(service, by=DESK, now=NOW + timedelta(minutes=step), request_id=UUID(int=step + 1), **given)

    books = Books.objects.get(event=night.event)
    assert (books.last_sequence, books.last_hash) == (13, LAST_HASH)
    assert verify_books(night.event.pk).is_clean
