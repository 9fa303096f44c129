"""The bank over HTTP, for programs: four answers to a key, refusals as problem details, lists in pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from eventnight.bank.ledger.refs import player_chips
from eventnight.bank.models import Entry
from eventnight.bank.services import redeem_chips, sell_rebuy
from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from tests.bank.nights import Night, night_with_stacks
from tests.factories import make_staff

pytestmark = pytest.mark.django_db

Post = Callable[..., HttpResponse]


@pytest.fixture
def night() -> Night:
    return night_with_stacks(2)


def client_of(night: Night, role: Role = Role.DESK) -> Client:
    client = Client()
    client.force_login(make_staff(night.event, role))
    return client


def send(client: Client, night: Night, address: str, body: dict[str, Any], key: object = None) -> HttpResponse:
    headers = {} if key == "" else {"Idempotency-Key": str(key or uuid4())}
    url = f"/api/v1/events/{night.event.code}/bank/{address}/"
    return client.post(url, body, content_type="application/json", headers=headers)


def test_a_new_key_gets_201_with_the_entry_and_its_lines(night: Night):
    player = night.codes[0]

    answer = send(client_of(night), night, "rebuys", {"player": player, "paid": 2000})

    assert answer.status_code == 201
    body = answer.json()
    assert (body["kind"], body["subject"], body["rates"]) == ("rebuy", player, {"price": 1000, "chips": 1000})
    assert [(line["giver"], line["taker"], line["amount"]) for line in body["lines"]] == [
        ("money/source/cash", "money/till/T1", 2000),
        ("chips/issuer/chips", f"chips/player/{player}", 2000),
    ]


def test_the_same_key_again_gets_200_with_the_same_body_marked_as_replayed(night: Night):
    client, key = client_of(night), uuid4()
    sale = {"player": night.codes[0], "paid": 2000}

    first = send(client, night, "rebuys", sale, key)
    again = send(client, night, "rebuys", sale, key)

    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (200, "true")
    assert again.json() == first.json()
    assert "Idempotency-Replayed" not in first.headers
    assert night.holds(player_chips(night.codes[0])) == 3000


def test_the_same_key_with_other_content_gets_422(night: Night):
    client, key = client_of(night), uuid4()
    send(client, night, "rebuys", {"player": night.codes[0], "paid": 2000}, key)

    other = send(client, night, "rebuys", {"player": night.codes[1], "paid": 2000}, key)

    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


@pytest.mark.parametrize(("key", "code"), [("", "idempotency_key_missing"), ("seven", "idempotency_key_malformed")])
def test_no_key_or_a_malformed_one_gets_400(night: Night, key: str, code: str):
    answer = send(client_of(night), night, "rebuys", {"player": night.codes[0], "paid": 2000}, key)

    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert night.holds(player_chips(night.codes[0])) == 1000


@pytest.mark.parametrize(
    ("address", "body", "status", "code"),
    [
        ("rebuys", {"player": "P001", "paid": 1550}, 422, "rebuy_amount"),
        ("rebuys", {"player": "P404", "paid": 1000}, 404, "unknown_player"),
        ("rebuys", {"player": "P001", "paid": "ten"}, 400, "invalid_fields"),
        ("rebuys", {"player": "P001"}, 400, "invalid_fields"),
        ("rebuys", {"player": "P001", "paid": 1000, "till": "drawer"}, 400, "invalid_fields"),
        ("first-stacks", {"player": "P001"}, 409, "first_stack_given"),
        ("donations", {"paid": 0}, 400, "invalid_fields"),
        ("entries/99/reversal", {"reason": "typo"}, 404, "unknown_entry"),
        ("entries/1/reversal", {"reason": ""}, 400, "invalid_fields"),
        ("entries/1/reversal", {"reason": "typo"}, 403, "not_your_entry"),
    ],
)
def test_a_refusal_is_a_problem_with_a_code(night: Night, address: str, body: dict[str, Any], status: int, code: str):
    answer = send(client_of(night), night, address, body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert Entry.objects.filter(event=night.event).count() == 2


def test_a_donation_a_first_stack_and_a_reversal_are_made(night: Night):
    client = client_of(night, Role.ORGANISER)
    send(client, night, "entries/1/reversal", {"reason": "wrong player"})

    stack = send(client, night, "first-stacks", {"player": night.codes[0].lower(), "paid": 0})
    donation = send(client, night, "donations", {"paid": 500})

    assert (stack.status_code, donation.status_code) == (201, 201)
    totals = client.get(f"/api/v1/events/{night.event.code}/bank/totals/").json()
    assert totals["fund"] == 500
    assert all(sum(by_kind.values()) == 0 for by_kind in totals["totals"].values())


@pytest.mark.parametrize("address", ["rebuys", "first-stacks", "donations", "entries/1/reversal"])
def test_only_the_desk_and_the_organiser_sell(night: Night, address: str):
    body = {"player": night.codes[0], "paid": 1000, "reason": "x"}

    assert send(Client(), night, address, body).status_code == 401
    assert send(client_of(night, Role.MATCHES), night, address, body).status_code == 403


def test_entries_are_listed_newest_first_and_filtered(night: Night):
    client = client_of(night)
    first, second = night.codes
    night.post(sell_rebuy, player_code=first, paid=1000)
    night.post(redeem_chips, player_code=second, chips=500)
    url = f"/api/v1/events/{night.event.code}/bank/entries/"

    def sequences(query: str = "") -> list[int]:
        return [entry["sequence"] for entry in client.get(url + query).json()["results"]]

    assert sequences() == [4, 3, 2, 1]
    assert sequences(f"?player={second}") == [4, 2]
    assert sequences("?kind=first_stack") == [2, 1]
    assert client.get(url + "?kind=theft").status_code == 400


def test_entries_come_in_pages_that_follow_one_another(night: Night):
    client = client_of(night)
    for _ in range(60):
        night.post(sell_rebuy, player_code=night.codes[0], paid=1000)

    first = client.get(f"/api/v1/events/{night.event.code}/bank/entries/").json()
    second = client.get(first["next"]).json()

    assert [entry["sequence"] for entry in first["results"] + second["results"]] == list(range(62, 0, -1))
    assert second["next"] is None


@pytest.mark.parametrize("sales", [1, 3])
def test_a_page_of_entries_costs_the_same_with_one_and_with_three(
    night: Night, sales: int, django_assert_num_queries: DjangoAssertNumQueries
):
    client = client_of(night)
    for _ in range(sales):
        night.post(sell_rebuy, player_code=night.codes[0], paid=1000, by=Actor("staff-1", "One"))

    with django_assert_num_queries(6):
        client.get(f"/api/v1/events/{night.event.code}/bank/entries/")


def test_accounts_show_what_everybody_holds(night: Night):
    rows = client_of(night).get(f"/api/v1/events/{night.event.code}/bank/accounts/?kind=player").json()

    assert rows == [
        {"commodity": "chips", "owner_kind": "player", "code": code, "balance": 1000} for code in night.codes
    ]
