"""The report of a night: what came in equals what is held, on the page, on paper and in the spreadsheet."""

from __future__ import annotations

import io
from decimal import Decimal

import openpyxl
import pytest
from django.test import Client

from eventnight.bank.selectors import fund_total
from eventnight.bank.services import close_till, open_till, reverse_entry, sell_rebuy
from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.night.selectors.report import night_report
from eventnight.raffle import services as raffle
from tests.flows.full_night import full_night
from tests.flows.test_night_staff import as_role
from tests.raffle.nights import RaffleNight

pytestmark = pytest.mark.django_db
SECOND = Actor(code="staff-9999", label="Noor")


def lines(event: Event, name: str, side: str) -> dict[str, int]:
    [found] = [each for each in night_report(event).commodities if each.name == name]
    return {line.label: line.amount for line in getattr(found, side)}


def test_in_a_full_night_everything_that_came_in_is_held_by_somebody():
    report = night_report(full_night())

    assert report.adds_up
    assert {each.name for each in report.commodities} == {"Chips", "Money", "Tickets", "Tournament chips"}
    assert all(each.total_came == each.total_held > 0 for each in report.commodities)


def test_a_correction_takes_its_sale_off_and_a_missing_note_is_over_and_short():
    night = RaffleNight()
    night.post(open_till, till="T1", float_paid=5000)
    night.give_chips()
    wrong = night.post(sell_rebuy, player_code=night.codes[0], paid=2000).entry
    night.post(reverse_entry, sequence=wrong.sequence, reason="wrong card", may_reverse_any=True)
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000)
    night.post(raffle.redeem_chips, player_code=night.codes[0], chips=500)
    night.sell(1)
    night.post(close_till, till="T1", counted=6900, reason="a note is missing", second=SECOND)

    assert lines(night.event, "Money", "came") == {"Float": 5000, "Re-buys": 1000, "Raffle tickets": 1000}
    assert lines(night.event, "Money", "held") == {"Safe": 6900, "Over and short": 100}
    assert lines(night.event, "Chips", "came") == {"First stack": 1000, "Re-buy": 1000, "Chips in": -500}
    assert lines(night.event, "Tickets", "came") == {"Tickets sold": 10, "Chips in": 5}
    assert night_report(night.event).fund == fund_total(night.event.pk) == 2000


def test_the_page_the_paper_and_the_sheet_say_the_same(client: Client):
    event = full_night()
    event.name = "Łódź & friends <night>"
    event.save(update_fields=["name"])
    boss = as_role(client, event, Role.ORGANISER)

    page = boss.get(f"/organise/{event.code}/report/").content.decode()
    paper = boss.get(f"/organise/{event.code}/report.pdf")
    sheet = openpyxl.load_workbook(io.BytesIO(boss.get(f"/organise/{event.code}/report.xlsx").content)).active

    cells = {row[0].value: row[1].value for row in sheet.iter_rows(max_col=2) if row[0].value}
    assert "The books add up" in page
    assert (paper.content[:5], paper.headers["Content-Type"]) == (b"%PDF-", "application/pdf")
    assert Decimal(str(cells["Raffle tickets"])) * 100 == lines(event, "Money", "came")["Raffle tickets"]


def test_the_sum_is_the_same_before_anything_was_sold():
    report = night_report(RaffleNight().event)

    assert report.adds_up
    assert (report.commodities, report.seal, report.fund) == ((), "", 0)


def test_only_the_organiser_sees_it_and_in_known_formats(client: Client):
    event = full_night()

    assert as_role(client, event, Role.DESK).get(f"/organise/{event.code}/report/").status_code == 403
    assert as_role(client, event, Role.ORGANISER).get(f"/organise/{event.code}/report.doc").status_code == 404
