"""What the verifier says, and all that it says, for each way in which a row can have been changed."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection

from eventnight.bank.ledger.refs import issuer, player_chips
from eventnight.bank.models import Account, Commodity, EntryKind
from eventnight.bank.selectors import verify_books
from eventnight.bank.selectors.ledger.verification import MOST_FAULTS, ROWS_AT_ONCE
from eventnight.bank.services import give_first_stack
from eventnight.bank.services.ledger.drafts import Draft, Line, Request
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from tests.bank.nights import Night, night_with_stacks
from tests.bank.older import write_unchecked
from tests.bank.test_verify_books import behind_the_back, entry_id, night
from tests.factories import NOW

pytestmark = pytest.mark.django_db

__all__ = ["night"]

ADJUST = (
    "If nobody edited the database, adjust entry {} from the Books page: it takes a reason and two people, moves "
    "nothing and leaves the entry as it is."
)
ACCOUNT = "(SELECT id FROM bank_account WHERE event_id = {event} AND commodity = 'chips' AND code = '{first}')"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param(
            "UPDATE bank_transfer SET number = 3 WHERE entry_id = {e4} AND number = 2",
            ["Entry 4 was sealed with 2 lines and has 2, or they are misnumbered."],
            id="misnumbered",
        ),
        pytest.param(
            "UPDATE bank_transfer SET commodity = 'tickets' WHERE entry_id = {e4} AND number = 1",
            ["Entry 4, line 1 says tickets and moves money."],
            id="commodity",
        ),
        pytest.param(
            f"UPDATE bank_transfer SET to_account_id = {ACCOUNT} WHERE entry_id = {{e7}} AND number = 1",
            [
                "Entry 7, line 1 mixes money and chips.",
                "Entry 7, line 1 leaves chips/player/{first} at 100; its lines add up to 1100.",
                "Entry 7 has been changed: its hash does not fit what it says.",
                "Account chips/player/{first} holds 1000; its lines add up to 1100.",
                "Account money/over_short/over-short holds 100; its lines add up to 0.",
            ],
            id="other-account",
        ),
        pytest.param(
            "UPDATE bank_transfer SET amount = 900 WHERE entry_id = {e6} AND number = 1",
            [
                "Entry 6, line 1 leaves chips/player/{first} at 1000; its lines add up to 1100.",
                "Entry 6 has been changed: its hash does not fit what it says.",
                "Entry 6 is not the turned lines of the entry it reverses.",
                "Account chips/player/{first} holds 1000; its lines add up to 1100.",
            ],
            id="amount-of-a-correction",
        ),
        pytest.param(
            "UPDATE bank_transfer SET to_balance_after = 999 WHERE entry_id = {e2} AND number = 1",
            [
                "Entry 2, line 1 leaves chips/player/{second} at 999; its lines add up to 1000.",
                "Entry 2 has been changed: its hash does not fit what it says.",
            ],
            id="balance-after",
        ),
        pytest.param(
            "UPDATE bank_transfer SET from_balance_after = 1 WHERE entry_id = {e2} AND number = 1",
            [
                "Entry 2, line 1 leaves chips/issuer/chips at 1; its lines add up to None.",
                "Entry 2 has been changed: its hash does not fit what it says.",
            ],
            id="balance-of-an-issuer",
        ),
        pytest.param(
            "UPDATE bank_transfer SET amount = 1600 WHERE entry_id = {e5} AND number = 1",
            [
                "Entry 5, line 1 leaves chips/player/{second} at 500; its lines add up to -600.",
                "Entry 5, line 1 overdraws chips/player/{second}: -600.",
                "Entry 5 has been changed: its hash does not fit what it says.",
                "Entry 5 does not follow from its rates {{'chips_per_ticket': 100, 'keeps_small_chips': 1}}: it moved "
                "{{'chips': 1600, 'tickets': 5}}. " + ADJUST.format(5),
                "Account chips/player/{second} holds 500; its lines add up to -600.",
            ],
            id="overdrawn",
        ),
        pytest.param(
            "UPDATE bank_books SET last_hash = 'x' WHERE event_id = {event}",
            ["The books end at entry 7; the last one there is 7, or its hash differs."],
            id="last-hash",
        ),
        pytest.param(
            "UPDATE bank_books SET last_sequence = 8 WHERE event_id = {event}",
            ["The books end at entry 8; the last one there is 7, or its hash differs."],
            id="last-sequence",
        ),
        pytest.param(
            """UPDATE bank_books SET colours = '{{"R1": {{"5": 1}}}}' WHERE event_id = {event}""",
            ["The chips out of the rack are kept as {{'R1': {{'5': 1}}}}; the entries add up to {{}}."],
            id="colours",
        ),
        pytest.param(
            "UPDATE bank_account SET balance = balance + 1 WHERE event_id = {event} AND code = '{first}' AND "
            "commodity = 'chips'",
            ["Account chips/player/{first} holds 1001; its lines add up to 1000."],
            id="balance",
        ),
    ],
)
def test_each_change_of_a_row_is_told_where_it_shows(night, change, told):
    first, second = night.codes
    names = {"event": night.event.pk, "first": first, "second": second}
    names |= {f"e{number}": entry_id(night, number) for number in range(1, 8)}

    behind_the_back(change.format(**names))

    report = verify_books(night.event.pk)
    assert report.faults == [each.format(**names) for each in told]
    assert (report.entries, report.transfers) == (7, 12)
    assert report.unexplained == [5 for each in told if "does not follow from its rates" in each]


def test_rows_that_are_missing_in_the_middle_are_told_once_for_each_gap(night):
    for sequence in (6, 3):
        behind_the_back("DELETE FROM bank_transfer WHERE entry_id = %s", entry_id(night, sequence))
        behind_the_back("DELETE FROM bank_entry WHERE id = %s", entry_id(night, sequence))

    report = verify_books(night.event.pk)

    assert report.faults[:5] == [
        "Entry 4 stands where entry 3 should: rows are missing before it.",
        "Entry 4 does not follow the entry before it: its previous hash is another.",
        "Entry 4, line 1 leaves money/till/T1 at 2000; its lines add up to 1000.",
        "Entry 7 stands where entry 6 should: rows are missing before it.",
        "Entry 7 does not follow the entry before it: its previous hash is another.",
    ]
    assert (len(report.faults), report.entries, report.transfers) == (6, 5, 8)


@pytest.mark.parametrize("sequence", [1, 4, 7])
def test_lines_without_their_entry_are_told_wherever_they_stand(night, sequence):
    behind_the_back("DELETE FROM bank_entry WHERE id = %s", entry_id(night, sequence))

    faults = verify_books(night.event.pk).faults

    forget_lines(entry_id(night, sequence))
    assert faults[0] == f"Transfers of entry id {entry_id(night, sequence)} belong to no entry."
    assert sum("belong to no entry" in fault for fault in faults) == 1


def forget_lines(entry: int) -> None:
    """The database itself asks for the entry of every line when the test ends."""
    statement = "DELETE FROM bank_transfer WHERE entry_id = %s"
    if connection.vendor != "postgresql":
        behind_the_back(statement, entry)
        return
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, [entry])
        cursor.execute("SET LOCAL session_replication_role = origin")


def test_at_most_twenty_faults_are_listed():
    night = Night(players=12)
    for code in night.codes:
        night.post(give_first_stack, player_code=code)

    behind_the_back("UPDATE bank_transfer SET to_balance_after = 7 WHERE event_id = %s", night.event.pk)

    assert len(verify_books(night.event.pk).faults) == MOST_FAULTS == 20


@pytest.mark.parametrize("also", [(), ("transfer", "entry"), ("transfer", "account")])
def test_accounts_or_entries_without_books_are_told(night, also):
    for table in (*also, "books"):
        behind_the_back(f"DELETE FROM bank_{table} WHERE event_id = %s", night.event.pk)

    assert verify_books(night.event.pk).faults == ["The event has accounts or entries but no books."]


def test_chips_that_a_tray_never_had_are_told_with_the_entry_that_moves_them():
    night = Night(players=1)
    night.post(give_first_stack, player_code=night.codes[0])
    request = Request(night.event, EntryKind.TRAY_RETURN, Press(SYSTEM, NOW, uuid4()), {})
    line = Line(player_chips(night.codes[0]), issuer(Commodity.CHIPS), 50)
    draft = Draft(lines=(line,), subject="R1", rates={"colours": {"floor": {"50": -1}}})
    write_unchecked(request, draft)
    assert verify_books(night.event.pk).is_clean

    behind_the_back(
        """UPDATE bank_entry SET rates = '{"colours": {"R1": {"50": -1}}}' WHERE id = %s""", entry_id(night, 2)
    )

    faults = verify_books(night.event.pk).faults
    assert faults[1] == (
        "Entry 2 moves chips that are not there. The tray of R1 has 0 chips of 50 but needs 1. Give other "
        "colours, or bring more to the tray first."
    )


def test_progress_is_told_every_two_thousand_entries(night, monkeypatch):
    assert ROWS_AT_ONCE == 2000
    monkeypatch.setattr("eventnight.bank.selectors.ledger.verification.ROWS_AT_ONCE", 3)
    told: list[int] = []

    verify_books(night.event.pk, progress=told.append)

    assert told == [3, 6]


@pytest.mark.parametrize("side", ["from", "to"])
def test_each_line_that_touches_an_account_of_another_event_is_told_and_the_lines_after_it_are_read(night, side):
    other = night_with_stacks(1)
    account = Account.objects.filter(event=other.event).earliest("pk").pk
    line = f"UPDATE bank_transfer SET {side}_account_id = {account} WHERE entry_id = %s AND number = 1"
    last = "UPDATE bank_transfer SET commodity = 'chips' WHERE entry_id = %s AND number = 2"

    for statement in (line, last):
        behind_the_back(statement, entry_id(night, 4))

    faults = verify_books(night.event.pk).faults
    assert faults[0] == "Entry 4, line 1 touches an account of another event."
    assert faults[1].startswith("Entry 4, line 2 says chips and moves ")


def test_entries_whose_numbers_were_exchanged_are_both_told(night):
    third, fourth = entry_id(night, 3), entry_id(night, 4)

    for entry, number in ((third, 99), (fourth, 3), (third, 4)):
        behind_the_back(f"UPDATE bank_entry SET sequence = {number} WHERE id = {entry}")

    misplaced = [fault for fault in verify_books(night.event.pk).faults if "rows are missing" in fault]
    assert misplaced == [
        "Entry 4 stands where entry 3 should: rows are missing before it.",
        "Entry 3 stands where entry 5 should: rows are missing before it.",
        "Entry 5 stands where entry 4 should: rows are missing before it.",
    ]
