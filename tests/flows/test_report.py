"""The report of a night: what came in equals what is held, on the page, on paper and in the spreadsheet."""

from __future__ import annotations

import io
from decimal import Decimal

import openpyxl
import pytest
from django.test import Client
from pypdf import PdfReader

from eventnight.bank.selectors import fund_total
from eventnight.bank.services import close_till, donate_to_fund, open_till, reverse_entry, sell_rebuy
from eventnight.core.paper.typeset import typeset
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.night.exports.report_files import report_paper
from eventnight.night.selectors.closing.report import night_report
from eventnight.raffle import services as raffle
from tests.answers import shown_text
from tests.factories import actor_with
from tests.flows.endings import approve, two_of_staff
from tests.flows.full_night import full_night
from tests.flows.test_night_staff import as_role
from tests.raffle.nights import RaffleNight
from tests.tills import counted

pytestmark = pytest.mark.django_db


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
    night.post(close_till, till="T1", count=counted(6900), reason="a note is missing", second=actor_with(night.event))

    assert lines(night.event, "Money", "came") == {"Float": 5000, "Re-buys": 1000, "Raffle tickets": 1000}
    assert lines(night.event, "Money", "held") == {"Safe": 6900, "Over and short": 100}
    assert lines(night.event, "Chips", "came") == {"First stack": 1000, "Re-buy": 1000, "Chips to tickets": -500}
    assert lines(night.event, "Tickets", "came") == {"Tickets sold": 10, "Chips to tickets": 5}
    assert night_report(night.event).fund.taken == fund_total(night.event.pk) == 2000


def test_the_page_the_paper_and_the_sheet_say_the_same(client: Client):
    event = full_night()
    event.name = "Łódź & friends <night>"
    event.save(update_fields=["name"])
    boss = as_role(client, event, Role.ORGANISER)

    page = boss.get(f"/organise/{event.code}/report/").content.decode()
    paper = boss.get(f"/organise/{event.code}/report.pdf")
    sheet = openpyxl.load_workbook(io.BytesIO(boss.get(f"/organise/{event.code}/report.xlsx").content)).active

    paper_says = paper_text(paper.content)
    assert "Łódź & friends <night>" in paper_says
    assert "Came in, less what is held: $0.00" in paper_says
    cells = {row[0].value: row[1].value for row in sheet.iter_rows(max_col=2) if row[0].value}
    assert "The books add up" in page
    assert (paper.content[:5], paper.headers["Content-Type"]) == (b"%PDF-", "application/pdf")
    assert Decimal(str(cells["Raffle tickets"])) * 100 == lines(event, "Money", "came")["Raffle tickets"]


def test_the_sum_is_the_same_before_anything_was_sold():
    report = night_report(RaffleNight().event)

    assert report.adds_up
    assert (report.commodities, report.seal, report.fund.taken) == ((), "", 0)
    assert {figure.amount for figure in report.summary} == {0}


def summary_of(event: Event) -> dict[str, int]:
    return {figure.label: figure.amount for figure in night_report(event).summary}


def test_the_summary_accounts_for_every_chip_ticket_and_cent():
    night = RaffleNight()
    night.give_chips()
    night.post(sell_rebuy, player_code=night.codes[0], paid=2000)
    night.post(raffle.redeem_chips, player_code=night.codes[0], chips=500)
    night.sell(1)
    night.post(close_till, till="T1", count=counted(3000))
    by, second = two_of_staff(night.event)
    night.post(donate_to_fund, amount=1200, means="cash", by=by, second=second)

    shown = summary_of(night.event)

    assert (shown["Taken for the fund"], shown["Donated to the fund"], shown["Left here"]) == (3000, 1200, 1800)
    assert shown["of it by cash"] + shown["of it by card"] + shown["of it by cheque"] == shown["Taken for the fund"]
    assert (shown["Chips issued"], shown["Chips redeemed"]) == (3000, 500)
    in_play = shown["Chips in play"] + shown["Table fees"]
    assert shown["Chips issued"] - shown["Chips redeemed"] + shown["Colour-up drift"] == in_play == 2500
    assert shown["Tickets sold"] == shown["Tickets placed"] + shown["Tickets left"] == 15


def test_in_a_full_night_the_summary_adds_up_too():
    shown = summary_of(full_night(2))

    in_play = shown["Chips in play"] + shown["Table fees"]
    assert shown["Chips issued"] - shown["Chips redeemed"] + shown["Colour-up drift"] == in_play > 0
    assert shown["Tickets sold"] == shown["Tickets placed"] + shown["Tickets left"] > 0


def test_every_commodity_shows_that_nothing_is_left_over(client: Client):
    event = full_night()
    page = shown_text(as_role(client, event, Role.ORGANISER).get(f"/organise/{event.code}/report/"))

    assert page.count("Came in, less what is held: ") == 4
    assert "Came in, less what is held: $0.00" in page
    assert page.count("Came in, less what is held: 0") == 3


def test_what_two_people_signed_stands_in_the_report_and_on_paper(client: Client):
    night = RaffleNight()
    night.post(sell_rebuy, player_code=night.codes[0], paid=2000)
    by, second = two_of_staff(night.event)
    night.post(close_till, till="T1", count=counted(1900), reason="a coin is missing", by=by, second=second)
    night.post(open_till, till="T1", float_paid=1000)
    approve(night.event, "till-T1", reason="The drawer is stuck")
    boss = as_role(client, night.event, Role.ORGANISER)

    for text in (
        shown_text(boss.get(f"/organise/{night.event.code}/report/")),
        paper_text(boss.get(f"/organise/{night.event.code}/report.pdf").content),
        sheet_text(boss.get(f"/organise/{night.event.code}/report.xlsx").content),
    ):
        assert "a coin is missing" in text
        assert "Cash of till T1: $10" in text
        assert "The drawer is stuck" in text


@pytest.mark.parametrize("name", ["Ősz Űrhajó Béla", "Čeněk Šťastný", "Łucja Gżegżółka", "Ğülşah İnce", "Bjørn Þór"])
def test_names_of_all_europe_are_printed(name: str):
    event = RaffleNight().event
    event.name = name

    assert name in paper_text(typeset("report", report_paper(night_report(event))))


def paper_text(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def sheet_text(xlsx: bytes) -> str:
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx)).active
    return "\n".join(str(cell) for row in sheet.iter_rows(values_only=True) for cell in row if cell is not None)


def test_only_the_organiser_sees_it_and_in_known_formats(client: Client):
    event = full_night()

    assert as_role(client, event, Role.DESK).get(f"/organise/{event.code}/report/").status_code == 403
    assert as_role(client, event, Role.ORGANISER).get(f"/organise/{event.code}/report.doc").status_code == 404
