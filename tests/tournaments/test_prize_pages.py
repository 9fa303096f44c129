"""Prizes fixed, paid and taken back, and stacks sold by any means, on the floor's pages and over the API."""

from __future__ import annotations

from uuid import uuid4

import pytest

from eventnight.bank.ledger.refs import till, till_cheques
from eventnight.bank.models import Entry, Purpose
from eventnight.bank.selectors import balance_of
from eventnight.bank.services import open_till
from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from tests.factories import make_staff
from tests.papers import paper_of
from tests.tournaments.holdem_nights import (
    codes_of,
    out,
    press,
)
from tests.tournaments.prize_nights import dues, fourth, pay, sale

pytestmark = pytest.mark.django_db


def signed_in(client, event, role=Role.FLOOR):
    client.force_login(make_staff(event, role))
    return client


def test_the_floor_fixes_pays_and_takes_back_on_the_pages(client, final):
    event, holdem, code = final.tournament.event, final.tournament.pk, fourth(final)
    signed_in(client, event)
    base = f"/staff/{event.code}/holdem/{holdem}/prizes/"
    assert client.post(f"{base}open/").status_code == 302
    assert "Fix the prizes at $240.00" in client.get(base).content.decode()
    assert "so far" in client.get(f"/e/{event.code}/holdem/{holdem}/").content.decode()
    client.post(f"{base}fix/")
    assert client.post(f"{base}break/").status_code == 404

    page = client.get(f"{base}{code}/pay/").content.decode()
    assert "Pay $24.00" in page
    form = {"request_id": uuid4(), "cents": 2400, "paid_from": "T1"}
    assert client.post(f"{base}{code}/pay/", {**form, "paid_from": "safe"}).status_code == 422
    assert client.post(f"{base}{code}/pay/", form)["Location"] == f"{base}{code}/receipt/"

    receipt = " ".join(client.get(f"{base}{code}/receipt/").content.decode().split())
    assert "Received, signature" in receipt
    assert 'Paid out</dt><dd class="total">$24.00' in receipt
    paper = paper_of(client.get(f"{base}{code}/receipt.pdf"))
    assert "Paid out $24.00" in paper.text
    assert "Received, signature" in paper.text
    assert "till T1" in client.get(f"{base}{code}/back/").content.decode()
    signed_in(client, event, Role.ORGANISER)
    assert client.post(f"{base}{code}/back/", {"request_id": uuid4(), "reason": "wrong"}).status_code == 302
    assert client.get(f"{base}{code}/receipt/").status_code == 404
    assert client.get(f"{base}{code}/receipt.pdf").status_code == 404
    assert balance_of(event.pk, till("T1")) == 24_000


def test_programs_fix_pay_and_take_back(client, final):
    event, code = final.tournament.event, fourth(final)
    signed_in(client, event, Role.ORGANISER)
    base = f"/api/v1/events/{event.code}/holdem/{final.tournament.pk}/prizes/"

    def send(path, body):
        key = {"Idempotency-Key": str(uuid4())}
        return client.post(f"{base}{path}", body, content_type="application/json", headers=key)

    assert client.delete(f"{base}fixed/").json()["taken"]["fixed_at"] is None
    fixed = client.put(f"{base}fixed/").json()
    paid = send(f"{code}/payment/", {"cents": 2400, "till": "T1"})
    shown = client.get(base).json()
    undone = send(f"{code}/payment/reversal/", {"reason": "wrong"})

    assert (fixed["pool"], fixed["taken"]["lines"][0]["taken"]) == (24_000, 24_000)
    assert (paid.status_code, undone.status_code) == (201, 201)
    assert [(due["player"], due["payment"]["sequence"]) for due in shown["due"]] == [(code, paid.json()["sequence"])]


def test_the_floor_sells_by_card_into_the_till_that_is_chosen(client):
    flight = sale()
    event, code = flight.tournament.event, codes_of(flight)[0]
    open_till(event=event, till="T2", float_paid=500, **press())
    signed_in(client, event)
    base = f"/staff/{event.code}/floor/{flight.pk}/"
    page = " ".join(client.get(f"{base}?player={code}&do=rebuy").content.decode().split())
    assert "Sell the re-buy" in page
    assert "Till T2" in page

    form = {"means": "card", "reference": "77", "till": "T2"}
    sold = client.post(f"{base}entries/{code}/sell/rebuy/?player={code}&do=rebuy", {"request_id": uuid4(), **form})

    assert sold.status_code == 302
    entry = Entry.objects.get(purpose=Purpose.STACK_REBUY)
    assert (entry.till, entry.rates["reference"]) == ("T2", "77")
    assert 'value="T2" selected' in client.get(f"{base}?player={code}&do=rebuy").content.decode()


def test_a_sale_that_is_refused_says_so_on_the_floor(client):
    flight = sale()
    event, code = flight.tournament.event, codes_of(flight)[0]
    signed_in(client, event)
    address = f"/staff/{event.code}/floor/{flight.pk}/entries/{code}/sell/rebuy/?player={code}&do=rebuy"

    broken = client.post(address, {"request_id": "x"})
    out(flight, code)
    too_late = client.post(address, {"request_id": uuid4()})

    assert (broken.status_code, too_late.status_code) == (422, 409)
    assert "Enter them again instead" in too_late.content.decode()


def test_programs_pay_a_re_buy_by_cheque(client):
    flight = sale()
    signed_in(client, flight.tournament.event)
    address = f"/api/v1/events/{flight.tournament.event.code}/holdem/flights/{flight.pk}/entries"
    body = {"kind": "rebuy", "means": "cheque", "reference": "12", "till": "T2"}
    key = {"Idempotency-Key": str(uuid4())}

    sold = client.post(
        f"{address}/{codes_of(flight)[0]}/purchases/", body, content_type="application/json", headers=key
    )

    assert sold.status_code == 201
    assert balance_of(flight.tournament.event_id, till_cheques("T2")) == 500


def test_by_whom_it_was_paid_is_said_by_name(final):
    nora = Actor.of(make_staff(final.tournament.event, Role.FLOOR))

    pay(final, by=nora)

    assert dues(final.tournament)[0].payment.by == nora.label
