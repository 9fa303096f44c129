"""Money for the fund on pages and through the API: what can be given, given once, and undone."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from eventnight.bank.means import Means, Payment
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors.desk.fund import fund_state
from eventnight.bank.services import close_till, donate_to_fund, open_till, sell_rebuy
from eventnight.core.errors import BadRequest, UserFacingError
from eventnight.core.roles import Role
from tests.answers import shown_text
from tests.factories import make_staff
from tests.flows.endings import hidden, organise, send, two_of_staff
from tests.flows.test_night_staff import as_role
from tests.raffle.nights import RaffleNight
from tests.tills import counted

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> RaffleNight:
    """$30 taken, a float of $50, a till counted $1 short and closed."""
    night = RaffleNight()
    night.post(open_till, till="T1", float_paid=5000)
    night.post(sell_rebuy, player_code=night.codes[0], paid=2000)
    night.sell(1)
    by, second = two_of_staff(night.event)
    night.post(close_till, till="T1", count=counted(7900), reason="a coin is missing", by=by, second=second)
    return night


@pytest.mark.rule("WLIA-3")
@pytest.mark.rule("WLIA-15")
def test_the_fund_counts_nothing_twice_and_a_shortage_lowers_what_can_be_given(night: RaffleNight):
    by, second = two_of_staff(night.event)
    before = fund_state(night.event.pk)
    night.post(donate_to_fund, amount=2000, means="cash", by=by, second=second, note="Treasurer")
    after = fund_state(night.event.pk)

    assert (before.taken, before.over_short, before.donated, before.left, before.to_give) == (3000, 100, 0, 7900, 2900)
    assert (after.taken, after.donated, after.left, after.to_give) == (3000, 2000, 5900, 900)
    assert [(each.cents, each.note, each.undone_by) for each in after.donations] == [(2000, "Treasurer", None)]


@pytest.mark.parametrize(
    ("given", "error", "code"),
    [
        ({"amount": 7901}, UserFacingError, "overdraft"),
        ({"amount": 0}, BadRequest, "donation_above_zero"),
        ({"means": "gold"}, BadRequest, "unknown_means"),
        ({"means": "card"}, UserFacingError, "overdraft"),
        ({"second": None}, UserFacingError, "second_person"),
    ],
)
def test_a_donation_is_refused(night: RaffleNight, given: dict[str, Any], error: type[UserFacingError], code: str):
    by, second = two_of_staff(night.event)

    with pytest.raises(error) as refused:
        night.post(donate_to_fund, **{"amount": 100, "means": "cash", "by": by, "second": second, **given})

    assert refused.value.code == code
    assert fund_state(night.event.pk).donated == 0


def test_a_donation_says_what_it_will_do_first_and_is_undone_on_the_page(client: Client, night: RaffleNight):
    event = night.event
    boss, desk = as_role(client, event, Role.ORGANISER), make_staff(event, Role.DESK)
    page = boss.get(organise(event, "fund"))
    assert hidden(page, "shown") == "cash 2900"
    assert "$29.00 of $79.00 leave" in shown_text(page)
    assert "$10.00 of $79.00 leave" in shown_text(boss.get(organise(event, "fund"), {"amount": "10", "means": "cash"}))
    sent = {
        "request_id": uuid4(),
        "means": "cash",
        "amount": "20.00",
        "note": "Treasurer",
        "second": desk.username,
        "password": "card-night",
    }

    other = boss.post(organise(event, "fund"), {**sent, "shown": "cash 2900"})
    assert (other.status_code, hidden(other, "shown")) == (422, "cash 2000")
    assert "What this will do is now shown below" in shown_text(other)
    given = boss.post(organise(event, "fund"), {**sent, "shown": "cash 2000"}, follow=True)
    assert "$20.00 Treasurer" in shown_text(given)
    sequence = Entry.objects.get(event=event, kind=EntryKind.FUND_DONATED).sequence

    signed = {"second": desk.username, "password": "card-night", "reason": "Wrong sum", "request_id": uuid4()}
    boss.get(organise(event, "fund", sequence, "undo"))
    undone = boss.post(organise(event, "fund", sequence, "undo"), signed, follow=True)

    assert "Undone" in shown_text(undone)
    assert fund_state(event.pk).donated == 0


def test_the_last_of_the_card_money_is_given_by_a_press_that_may_come_twice(client: Client, night: RaffleNight):
    event = night.event
    by, second = two_of_staff(event)
    night.post(open_till, till="T2", float_paid=0)
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000, payment=Payment(means=Means.CARD, till="T2"))
    night.post(close_till, till="T2", count=counted(0, card=1000), by=by, second=second)
    boss, desk = as_role(client, event, Role.ORGANISER), make_staff(event, Role.DESK)
    sent = {"means": "card", "amount": "10.00", "shown": "card 1000", "second": desk.username, "password": "card-night"}

    given = boss.post(organise(event, "fund"), {**sent, "request_id": uuid4(), "note": ""})

    assert given.status_code == 302
    assert [each.cents for each in fund_state(event.pk).kept] == [7900, 0, 0]


def test_the_summary_of_a_donation_is_never_that_of_another_amount(client: Client, night: RaffleNight):
    fund = organise(night.event, "fund")
    as_role(client, night.event, Role.ORGANISER)

    page = client.get(fund, {"means": "cash", "amount": "5,00"}).content.decode()

    assert "Enter the amount in plain digits" in page
    assert " leave." not in page
    assert 'name="shown" value=""' in page


def test_only_a_donation_to_the_fund_is_taken_back_there(client: Client, night: RaffleNight):
    boss, desk = as_role(client, night.event, Role.ORGANISER), make_staff(night.event, Role.DESK)
    signed = {"second": desk.username, "password": "card-night", "reason": "Wrong", "request_id": uuid4()}

    answer = boss.post(organise(night.event, "fund", 1, "undo"), signed)

    assert answer.status_code == 422
    assert "no donation to the fund" in shown_text(answer)


# The API


def test_a_program_gives_to_the_fund_once_and_reads_the_report(client: Client, night: RaffleNight):
    boss, desk = as_role(client, night.event, Role.ORGANISER), make_staff(night.event, Role.DESK)
    root, key = f"/api/v1/events/{night.event.code}/", uuid4()
    asked: dict[str, object] = {"means": "cash", "amount": 1500, "second": desk.username, "password": "card-night"}

    first, again = (send(boss, f"{root}fund/", key, **asked) for _ in range(2))
    report = boss.get(f"{root}report/").json()
    undone = send(
        boss,
        f"{root}fund/{first.json()['sequence']}/reversal/",
        reason="Wrong",
        second=desk.username,
        password="card-night",
    )

    assert (first.status_code, again.status_code, undone.status_code) == (201, 200, 201)
    assert report["adds_up"]
    assert {each["label"]: each["amount"] for each in report["summary"]}["Donated to the fund"] == 1500
    assert all(each["difference"] == 0 for each in report["commodities"])
    assert boss.get(f"{root}fund/").json()["donated"] == 0


def test_a_donation_pressed_twice_leaves_once(night: RaffleNight):
    by, second = two_of_staff(night.event)
    key = uuid4()
    press = {"amount": 500, "means": "cash", "by": by, "second": second, "request_id": key}

    night.post(donate_to_fund, **press)
    again = night.post(donate_to_fund, **press)

    assert again.is_replay
    assert fund_state(night.event.pk).donated == 500
