"""A row edited behind the application's back is found, and the first wrong one is named."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from eventnight.bank import triggers
from eventnight.bank.ledger.refs import source
from eventnight.bank.models import SEQUENCES_PER_EVENT, Books, Entry
from eventnight.bank.selectors import Receipt, balance_of, books_totals, verify_books
from eventnight.bank.services import close_till, redeem_chips, reverse_entry, sell_rebuy, sell_tickets
from eventnight.core.actors import Actor
from tests.bank.nights import Night, night_with_stacks
from tests.tills import counted

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Entries 1 and 2: first stacks; 3: re-buy; 4: tickets; 5: chips in; 6: correction of 3; 7: till."""
    night = night_with_stacks(2)
    first, second = night.codes
    night.post(sell_rebuy, player_code=first, paid=1000)
    night.post(sell_tickets, player_code=second, paid=1000)
    night.post(redeem_chips, player_code=second, chips=500)
    night.post(reverse_entry, sequence=3, reason="typo", may_reverse_any=True)
    night.post(close_till, till="T1", count=counted(900), reason="a coin too few", second=Actor("staff-9", "Nine"))
    return night


def behind_the_back(statement: str, *values: object) -> None:
    """Change the ledger as somebody with the database's password could."""
    triggers.drop(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute(statement, values)
    triggers.install(connection)


def entry_id(night: Night, sequence: int) -> int:
    return night.event.pk * SEQUENCES_PER_EVENT + sequence


def test_true_books_hold(night: Night):
    out = StringIO()

    report = verify_books(night.event.pk)
    call_command("verify_books", night.event.code, stdout=out)

    assert (report.entries, report.transfers, report.faults) == (7, 12, [])
    assert f"The books of {night.event.code} hold: 7 entries, 12 transfers." in out.getvalue()


def test_the_proof_asks_no_more_often_where_more_was_undone(night: Night):
    with CaptureQueriesContext(connection) as once:
        verify_books(night.event.pk)
    for _ in range(2):
        redeemed = night.post(redeem_chips, player_code=night.codes[1], chips=500).entry
        night.post(reverse_entry, sequence=redeemed.sequence, reason="typo", may_reverse_any=True)

    with CaptureQueriesContext(connection) as often:
        assert verify_books(night.event.pk).is_clean

    assert len(often) == len(once)


def test_an_event_without_books_holds():
    assert verify_books(Night().event.pk).is_clean


def test_the_command_fails_for_an_event_that_is_not_there():
    with pytest.raises(CommandError, match="NOWHERE"):
        call_command("verify_books", "NOWHERE")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE bank_entry SET reason = 'x' WHERE id = %s", "Entry 4 has been changed"),
        ("UPDATE bank_entry SET actor_code = 'staff-1' WHERE id = %s", "Entry 4 has been changed"),
        ("UPDATE bank_entry SET previous_hash = hash WHERE id = %s", "Entry 4 does not follow the entry before it"),
        ("UPDATE bank_entry SET lines = 3 WHERE id = %s", "Entry 4 was sealed with 3 lines and has 2"),
        ("UPDATE bank_entry SET rates = '{}' WHERE id = %s", "Entry 4 has been changed"),
        (
            "UPDATE bank_transfer SET amount = 20 WHERE entry_id = %s AND number = 2",
            "Entry 4, line 2 leaves tickets/player",
        ),
        (
            "UPDATE bank_transfer SET amount = 20 WHERE entry_id = %s AND number = 1",
            "Entry 4, line 1 leaves money/till",
        ),
        ("DELETE FROM bank_transfer WHERE entry_id = %s AND number = 2", "Entry 4 was sealed with 2 lines and has 1"),
    ],
)
def test_a_changed_row_is_found_and_named(night: Night, change: str, named: str):
    behind_the_back(change, entry_id(night, 4))

    with pytest.raises(CommandError) as stopped:
        call_command("verify_books", night.event.code, stdout=StringIO(), stderr=StringIO())

    assert f"First wrong row: {named}" in str(stopped.value)


def test_rates_that_do_not_give_the_amounts_are_found(night: Night):
    behind_the_back('UPDATE bank_entry SET rates = \'{"price": 500, "tickets": 10}\' WHERE id = %s', entry_id(night, 4))

    assert any("does not follow from its rates" in fault for fault in verify_books(night.event.pk).faults)


def test_a_changed_balance_is_found(night: Night):
    behind_the_back(
        "UPDATE bank_account SET balance = balance + 100 WHERE event_id = %s AND code = %s AND commodity = 'chips'",
        night.event.pk,
        night.codes[0],
    )

    (fault,) = verify_books(night.event.pk).faults
    assert fault == f"Account chips/player/{night.codes[0]} holds 1100; its lines add up to 1000."


def test_a_cut_tail_and_changed_takings_are_found(night: Night):
    behind_the_back("DELETE FROM bank_transfer WHERE entry_id = %s", entry_id(night, 7))
    behind_the_back("DELETE FROM bank_entry WHERE id = %s", entry_id(night, 7))
    behind_the_back("UPDATE bank_books SET takings = '{}' WHERE event_id = %s", night.event.pk)

    faults = " ".join(verify_books(night.event.pk).faults)

    assert "The books end at entry 7; the last one there is 6" in faults
    assert "The takings by till and purpose" in faults


def cut_off_the_till_entry(night: Night) -> str:
    """Take entry 7 away and put everything back that tells of it. Returns the slip that was printed for it."""
    gone = Entry.objects.get(event=night.event, sequence=7)
    before = Entry.objects.get(event=night.event, sequence=6)
    for line in gone.transfers.all():
        behind_the_back(
            "UPDATE bank_account SET balance = balance + %s WHERE id = %s", line.amount, line.from_account_id
        )
        behind_the_back("UPDATE bank_account SET balance = balance - %s WHERE id = %s", line.amount, line.to_account_id)
    behind_the_back("DELETE FROM bank_transfer WHERE entry_id = %s", gone.pk)
    behind_the_back("DELETE FROM bank_entry WHERE id = %s", gone.pk)
    Books.objects.filter(event=night.event).update(last_sequence=6, last_hash=before.hash)
    return gone.receipt


def test_a_printed_slip_tells_of_a_tail_that_was_cut_without_a_trace(night: Night):
    slip = cut_off_the_till_entry(night)

    assert verify_books(night.event.pk).is_clean
    with pytest.raises(CommandError, match=f"Entry 7 is missing: a slip was printed for it, {slip}"):
        call_command("verify_books", night.event.code, receipt=[slip], stdout=StringIO())


def test_a_slip_of_another_entry_in_its_place_is_found(night: Night):
    slip = Receipt(4, "0123456789ab")

    (fault,) = verify_books(night.event.pk, receipts=[slip]).faults

    assert fault.startswith("Entry 4 is another: its slip reads 0123456789ab, the books say ")


def test_true_slips_agree_however_they_are_typed(night: Night):
    slips = [entry.receipt for entry in Entry.objects.filter(event=night.event)]
    out = StringIO()

    call_command("verify_books", night.event.code, receipt=[f" {slip.upper()} " for slip in slips], stdout=out)

    assert "hold: 7 entries" in out.getvalue()


def test_a_slip_says_something_even_where_there_are_no_books():
    assert verify_books(Night().event.pk, receipts=[Receipt(1, "0123456789ab")]).faults == [
        "Entry 1 is missing: a slip was printed for it, 1 0123456789ab."
    ]


@pytest.mark.parametrize(
    "text", ["", "412", "412 6c3e04", "x 6c3e04d61816", "0 6c3e04d61816", "412 6c3e04d61816 7", "9" * 30]
)
def test_what_is_no_slip_is_refused_with_an_example(night: Night, text: str):
    with pytest.raises(CommandError, match='as on the slip: "412 6c3e04d61816"'):
        call_command("verify_books", night.event.code, receipt=[text])


def test_checks_of_other_parts_are_asked_too(night: Night, settings):
    settings.BOOK_CHECKS = ["tests.bank.test_verify_books.bucket_check"]

    assert verify_books(night.event.pk).faults == [f"Bucket B1 of event {night.event.pk} lacks a ticket."]


def bucket_check(event_id: int) -> list[str]:
    return [f"Bucket B1 of event {event_id} lacks a ticket."]


def test_every_commodity_sums_to_zero_with_the_guests_on_the_other_side(night: Night):
    totals = books_totals(night.event.pk)

    assert {commodity: sum(held.values()) for commodity, held in totals.items()} == {
        "chips": 0,
        "money": 0,
        "tickets": 0,
    }
    assert totals["money"] == {"over_short": 100, "safe": 900, "source": -1000, "till": 0}
    assert balance_of(night.event.pk, source()) == -1000
