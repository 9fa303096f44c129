"""Lists for spreadsheets: what they hold, that they stream, and that no cell runs as a formula."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import openpyxl
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from eventnight.bank.selectors import books_totals, money_by_purpose
from eventnight.bank.services import close_till, open_till, record_donation, reverse_entry, sell_rebuy
from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.night.exports.files import FORMULA_STARTS, harmless
from eventnight.night.exports.lists import LISTS, export_list
from eventnight.raffle import services as raffle
from tests.flows.test_night_staff import as_role
from tests.raffle.nights import RaffleNight
from tests.tills import counted

SECOND = Actor(code="staff-9999", label="Noor")


def rows_of(event: Event, key: str) -> list[dict[str, object]]:
    listed = export_list(key)
    return [dict(zip(listed.columns, row, strict=True)) for row in listed.rows(event)]


def fetch(client: Client, event: Event, key: str, ending: str, role: Role = Role.ORGANISER):
    return as_role(client, event, role).get(f"/organise/{event.code}/lists/{key}.{ending}")


def csv_rows(answer) -> list[list[str]]:
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def sold_night() -> RaffleNight:
    """Two players, a float, a re-buy that is undone, a re-buy, tickets and a donation."""
    night = RaffleNight()
    night.post(open_till, till="T1", float_paid=5000)
    night.give_chips()
    wrong = night.post(sell_rebuy, player_code=night.codes[0], paid=2000)
    night.post(reverse_entry, sequence=wrong.entry.sequence, reason="=1+1", may_reverse_any=True)
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000)
    night.post(record_donation, paid=300)
    night.sell(1)
    return night


@pytest.mark.django_db
def test_the_lines_of_the_ledger_add_up_to_its_balances():
    night = sold_night()

    held: dict[str, Decimal] = {}
    for row in rows_of(night.event, "entries"):
        amount = Decimal(str(row["Amount"])) * (100 if row["Commodity"] == "money" else 1)
        for side, sign in (("From", -1), ("To", 1)):
            owner = "/".join(str(row[side]).split("/")[:2])
            held[owner] = held.get(owner, Decimal(0)) + sign * amount

    totals = {
        f"{commodity}/{kind}": value
        for commodity, kinds in books_totals(night.event.pk).items()
        for kind, value in kinds.items()
    }
    assert held == totals


@pytest.mark.django_db
def test_sales_add_up_to_the_money_taken_for_each_purpose():
    night = sold_night()

    sums: dict[str, Decimal] = {}
    for row in rows_of(night.event, "sales"):
        sums[str(row["Purpose"])] = sums.get(str(row["Purpose"]), Decimal(0)) + row["Money"]

    taken = money_by_purpose(night.event.pk)
    assert sums == {
        "Re-buys": Decimal(taken["rebuy"]) / 100,
        "Donations": Decimal(taken["donation"]) / 100,
        "Raffle tickets": Decimal(taken["tickets"]) / 100,
    }
    assert sums["Re-buys"] == Decimal("10.00")


@pytest.mark.django_db
def test_a_counted_till_shows_what_it_should_have_held_and_what_was_missing():
    night = sold_night()
    night.post(close_till, till="T1", count=counted(7250), reason="one note torn", second=SECOND)

    [row] = rows_of(night.event, "over-short")

    figures = (row["Till"], row["Should hold"], row["Counted"], row["Difference"])
    assert figures == ("T1", Decimal("73.00"), Decimal("72.50"), Decimal("-0.50"))
    assert row["Reason"] == "one note torn"


@pytest.mark.django_db
def test_tickets_and_winners_name_their_people_and_absent_ones_stay_on_the_list():
    night = RaffleNight()
    night.sell(0)
    night.sell(1)
    night.place(0, B1=10)
    night.place(1, B1=4)
    night.freeze_and_roll()
    night.draw()
    night.do(raffle.mark_absent, drawn=raffle.DrawnNumber(prize_code="B1", attempt=0))
    night.draw()

    tickets, winners = rows_of(night.event, "tickets"), rows_of(night.event, "winners")

    assert [row["Ticket"] for row in tickets] == list(range(1, 21))
    assert {row["Name"] for row in tickets} == {player.person.full_name for player in night.players}
    assert [(row["Prize"], row["Attempt"], row["Outcome"]) for row in winners] == [
        ("B1", 0, "Nobody came"),
        ("B1", 1, "Calling"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("key", LISTS)
def test_both_files_hold_the_same_rows(client: Client, key: str):
    event = sold_night().event

    from_csv = csv_rows(fetch(client, event, key, "csv"))
    answer = fetch(client, event, key, "xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(b"".join(answer.streaming_content))).active

    assert from_csv[0] == list(LISTS[key].columns) == [cell.value for cell in sheet[1]]
    assert len(from_csv) == sheet.max_row
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{event.code.lower()}-{key}.xlsx"'


@pytest.mark.django_db
def test_a_reason_that_looks_like_a_formula_is_shown_as_text(client: Client):
    event = sold_night().event

    reasons = {row[-3] for row in csv_rows(fetch(client, event, "entries", "csv"))}
    content = b"".join(fetch(client, event, "entries", "xlsx").streaming_content)
    cells = [cell for row in openpyxl.load_workbook(io.BytesIO(content)).active for cell in row]

    assert "'=1+1" in reasons
    assert "'=1+1" in [cell.value for cell in cells]
    assert all(cell.data_type != "f" for cell in cells)


@given(st.text())
def test_no_text_starts_like_a_formula(text: str):
    assert not harmless(text).lstrip(" ").startswith(FORMULA_STARTS)
    assert harmless(text) in (text, f"'{text}")


@pytest.mark.django_db
def test_queries_do_not_grow_with_the_rows():
    night = sold_night()
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as made:
            rows = sum(len(rows_of(night.event, key)) for key in LISTS)
        counts.append(len(made))
        for _ in range(3):
            night.post(sell_rebuy, player_code=night.codes[0], paid=1000)
            night.sell(0)

    assert rows > 10
    assert counts[0] == counts[1]


@pytest.mark.django_db
def test_only_the_organiser_may_take_lists_and_unknown_ones_are_named(client: Client):
    event = sold_night().event

    assert fetch(client, event, "entries", "csv", Role.DESK).status_code == 403
    assert "no list secrets" in fetch(client, event, "secrets", "csv").content.decode()
    assert "not made as .pdf" in fetch(client, event, "entries", "pdf").content.decode()


@pytest.mark.django_db
def test_the_books_page_links_every_list(client: Client):
    event = sold_night().event

    page = as_role(client, event, Role.ORGANISER).get(f"/organise/{event.code}/books/").content.decode()

    for key in LISTS:
        assert f"/lists/{key}.csv" in page
        assert f"/lists/{key}.xlsx" in page
