"""The 50/50 on pages and in the API."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from rest_framework.test import APIClient

from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors import fund_total
from eventnight.core.fresh.snapshots import SNAPSHOTS
from eventnight.core.roles import Role
from eventnight.raffle import services
from eventnight.raffle.models import Draw, Outcome
from eventnight.raffle.selectors import bucket_lines
from eventnight.raffle.services import NewBucket
from tests.answers import text_of
from tests.factories import make_staff
from tests.papers import paper_of
from tests.raffle.nights import DICE, RaffleNight
from tests.raffle.pages import new_key, page_url, staff_client

pytestmark = pytest.mark.django_db


def _pot_night() -> RaffleNight:
    night = RaffleNight(buckets=0)
    night.do(services.add_bucket, new=NewBucket(item="50/50", pot_percent=50))
    night.sell(0)
    night.place(0, B1=9)
    return night


def _called() -> RaffleNight:
    night = _pot_night()
    night.freeze_and_roll()
    night.draw("B1")
    return night


def _words(client: Client, address: str) -> str:
    SNAPSHOTS.forget()
    return client.get(address).content.decode()


def test_a_50_50_is_added_and_changed_by_its_own_form():
    night = RaffleNight(buckets=0)
    night.set_raffle(pot_percent=40)
    staff = staff_client(night)
    offered = _words(staff, page_url(night, "staff"))

    added = staff.post(page_url(night, "add_pot"), {"item": "50/50", "pot_percent": "50"})
    refused = staff.post(page_url(night, "add_pot"), {"item": "50/50", "pot_percent": "0"})
    changed = staff.post(page_url(night, "edit_bucket", bucket="B1"), {"item": "30/70", "pot_percent": "30"})

    (line,) = bucket_lines(night.raffle)
    assert 'value="40"' in offered
    assert (added.status_code, refused.status_code, changed.status_code) == (302, 422, 302)
    assert (line.item, line.pot.percent) == ("30/70", 30)


def test_public_and_staff_pages_show_the_pot_as_it_grows_and_as_it_is_fixed(client):
    night = _pot_night()
    public, staff = page_url(night, "public"), staff_client(night)
    growing = _words(client, public)
    plan = _words(staff, page_url(night, "staff"))
    night.place(0, B1=1)
    grown = _words(client, public)

    night.freeze()

    fixed = _words(client, public)
    assert "$4.50" in growing
    assert "so far" in growing
    assert "Fix the pot of 50/50 at $4.50" in plan
    assert "$5.00" in grown
    assert "fixed with the list" in fixed
    assert "so far" not in fixed


def test_the_winner_is_paid_by_button_and_the_slip_says_what():
    night = _called()
    staff = staff_client(night)
    page = _words(staff, page_url(night, "staff"))
    address = page_url(night, "pay", prize="B1", attempt=0)
    press = {"paid_from": "T1", **new_key()}

    first, again = staff.post(address, press), staff.post(address, press)

    slip = _words(staff, page_url(night, "slip", prize="B1", attempt=0))
    assert f"Pay $4.50 to {night.players[0].person.full_name}" in page
    assert (first.status_code, again.status_code) == (302, 302)
    assert Entry.objects.filter(kind=EntryKind.POT_PAID).count() == 1
    paper = paper_of(staff.get(page_url(night, "slip_paper", prize="B1", attempt=0))).text
    said = ("$4.50", "$9.00", "Till T1", night.players[0].person.full_name, "Received, signature")
    assert [words for words in said if words not in slip or words not in paper] == []
    assert "Money is back" in _words(staff, page_url(night, "staff") + "?prize=B1")


def test_a_drawer_that_holds_too_little_is_refused_on_the_page_without_saying_what_it_holds():
    night = _called()

    answer = staff_client(night).post(page_url(night, "pay", prize="B1", attempt=0), {"paid_from": "safe", **new_key()})

    assert answer.status_code == 422
    assert "The safe does not hold the $4.50" in answer.content.decode()
    assert Draw.objects.get().outcome == Outcome.DRAWN


def test_a_payment_is_taken_back_from_the_message_or_the_page():
    night = _called()
    staff = staff_client(night)
    staff.post(page_url(night, "pay", prize="B1", attempt=0), {"paid_from": "T1", **new_key()})

    back = staff.post(page_url(night, "take_back", prize="B1", attempt=0), new_key())

    assert back.status_code == 302
    assert (Draw.objects.get().outcome, fund_total(night.event.pk)) == (Outcome.DRAWN, 1000)


def test_money_back_without_a_reason_is_refused_on_the_page():
    night = _called()
    staff = staff_client(night)
    staff.post(page_url(night, "pay", prize="B1", attempt=0), {"paid_from": "T1", **new_key()})

    answer = staff.post(page_url(night, "take_back", prize="B1", attempt=0), {"reason": "", **new_key()})

    assert answer.status_code == 422
    assert Draw.objects.get().outcome == Outcome.HANDED_OVER


def test_a_slip_before_the_payment_is_not_there():
    night = _called()

    assert staff_client(night).get(page_url(night, "slip", prize="B1", attempt=0)).status_code == 404


def test_a_holder_sees_the_pot_while_placing(client):
    night = _pot_night()

    page = text_of(client.get(f"/p/{night.players[0].token}/"))

    assert "pot $4.50 so far" in page


def test_who_handed_a_prize_over_when_and_to_whom_is_shown():
    night = RaffleNight(buckets=1)
    night.sell(0)
    night.place(0, B1=1)
    night.freeze_and_roll()
    night.draw("B1")
    staff = staff_client(night)

    staff.post(page_url(night, "decide", prize="B1", attempt=0, decision="hand-over"))

    page = _words(staff, page_url(night, "staff") + "?prize=B1")
    assert "Handed over at" in page
    assert night.players[0].person.full_name in page
    assert f"by {make_staff_name(night)}" in page


def make_staff_name(night: RaffleNight) -> str:
    """What the one who pressed is called."""
    draw = Draw.objects.get(raffle=night.raffle)
    user = type(make_staff(night.event)).objects.get(pk=int(draw.decided_by.removeprefix("staff-")))
    return user.get_full_name() or user.get_username()


# ---------- For programs ----------


def _api(night: RaffleNight, path: str, body: dict[str, object], key: object = None, by: object = None):
    client = APIClient()
    client.force_authenticate(by or make_staff(night.event, Role.RAFFLE))
    address = f"/api/v1/events/{night.event.code}/raffle/{path}"
    return client.post(address, body, format="json", headers={"Idempotency-Key": str(key or uuid4())})


def test_a_program_makes_a_50_50_and_pays_it():
    night = RaffleNight(buckets=0)
    made = _api(night, "buckets/", {"item": "50/50", "pot_percent": 50})
    night.sell(0)
    night.place(0, B1=9)
    night.freeze()
    night.enter(entropy=DICE)
    night.draw("B1")
    press = (uuid4(), make_staff(night.event, Role.RAFFLE))

    paid = _api(night, "prizes/B1/pot/payment/", {"attempt": 0, "till": "T1"}, *press)
    again = _api(night, "prizes/B1/pot/payment/", {"attempt": 0, "till": "T1"}, *press)
    other = _api(night, "prizes/B1/pot/payment/", {"attempt": 0, "till": ""}, *press)

    shown = Client().get(f"/api/v1/events/{night.event.code}/raffle/").json()
    assert made.json()["buckets"][0]["pot"] == {"percent": 50, "money": 0, "pot": 0, "fund": 0, "is_fixed": False}
    assert (paid.status_code, again.status_code, other.status_code) == (201, 200, 422)
    assert (other.json()["code"], paid.json()["entry"]) == ("key_reused", again.json()["entry"])
    assert (shown["prizes"][0]["pot"], shown["prizes"][0]["draws"][0]["paid_entry"]) == (450, paid.json()["entry"])


def test_a_program_takes_a_payment_back():
    night = _called()
    _api(night, "prizes/B1/pot/payment/", {"attempt": 0, "till": "T1"})

    missing = _api(night, "prizes/B1/pot/return/", {"attempt": 0})
    others = _api(night, "prizes/B1/pot/return/", {"attempt": 0, "reason": "Wrong person"})
    back = _api(
        night,
        "prizes/B1/pot/return/",
        {"attempt": 0, "reason": "Wrong person"},
        by=make_staff(night.event, Role.ORGANISER),
    )

    assert (missing.status_code, others.json()["code"], back.status_code) == (400, "not_your_entry", 201)
    assert fund_total(night.event.pk) == 1000


def test_nobody_pays_without_a_key_or_without_the_role():
    night = _called()
    client = APIClient()
    client.force_authenticate(make_staff(night.event, Role.RAFFLE))
    address = f"/api/v1/events/{night.event.code}/raffle/prizes/B1/pot/payment/"

    keyless = client.post(address, {"attempt": 0, "till": "T1"}, format="json")
    stranger = _api(
        night, "prizes/B1/pot/payment/", {"attempt": 0, "till": "T1"}, by=make_staff(night.event, Role.FLOOR)
    )

    assert (keyless.json()["code"], stranger.status_code) == ("idempotency_key_missing", 403)
