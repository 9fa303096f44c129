"""The raffle for programs: the same services, with keys, problem details and nothing that is still secret."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from engine.raffle import verify_draw
from eventnight.core.roles import Role
from eventnight.raffle import services
from eventnight.raffle.services import NewBucket
from tests.answers import post
from tests.factories import make_event, make_player, make_staff
from tests.raffle.nights import DICE, SEED, RaffleNight, placed_night

pytestmark = pytest.mark.django_db


def _client(night: RaffleNight, role: Role = Role.RAFFLE) -> APIClient:
    client = APIClient()
    client.force_authenticate(make_staff(night.event, role))
    return client


def _path(night: RaffleNight, path: str = "") -> str:
    return f"/api/v1/events/{night.event.code}/raffle/{path}"


def test_a_program_runs_the_raffle_from_opening_to_the_proof():
    night = RaffleNight.__new__(RaffleNight)
    night.event = make_event()
    player = make_player(night.event)
    client = _client(night)

    opened = post(client, _path(night, "opening/"), {"method": "verifiable"})
    post(client, _path(night, "buckets/"), {"item": "Quilt", "value": 25_000})
    sold = post(client, _path(night, "sales/"), {"player": player.code, "paid": 1000})
    placed = post(client, _path(night, "placings/"), {"player": player.code, "counts": {"B1": 10}})
    post(client, _path(night, "freeze/"))
    people = {"thrown_by": [player.code], "watched_by": [player.code.lower()]}
    post(client, _path(night, "entropy/"), {"entropy": DICE, **people})
    drawn = post(client, _path(night, "prizes/B1/draw/"))
    post(client, _path(night, "prizes/B1/hand-over/"), {"attempt": 0})
    done = post(client, _path(night, "finish/"))
    proof = APIClient().get(_path(night, "proof/")).json()

    assert (opened.status_code, sold.status_code, placed.status_code) == (201, 201, 201)
    assert [ticket["number"] for ticket in sold.json()["tickets"]] == list(range(1, 11))
    assert drawn.json()["prizes"][0]["state"] == "calling"
    assert (done.status_code, done.json()["status"]) == (200, "done")
    assert verify_draw(proof, night.raffle.frozen_list.encode()) == []


def test_everybody_reads_the_raffle_and_nobody_reads_the_seed():
    night = placed_night()
    night.freeze_and_roll()
    night.draw()

    shown = APIClient().get(_path(night))

    assert shown.json()["buckets"][0]["odds"] == "1 in 9"
    assert shown.json()["commitment"] == night.raffle.commitment
    assert SEED.hex() not in shown.content.decode() + APIClient().get(_path(night, "proof/")).content.decode()


def test_the_same_key_sells_once_and_says_so():
    night, key = RaffleNight(), uuid4()
    client = _client(night)

    first = post(client, _path(night, "sales/"), {"player": "P001", "paid": 1000}, key=key)
    again = post(client, _path(night, "sales/"), {"player": "P001", "paid": 1000}, key=key)
    other = post(client, _path(night, "sales/"), {"player": "P001", "paid": 2000}, key=key)

    assert (first.status_code, again.status_code, other.status_code) == (201, 200, 422)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.json() == again.json()
    assert other.json()["code"] == "key_reused"


def test_moving_taking_back_voiding_and_undoing():
    night = placed_night()
    client = _client(night, Role.ORGANISER)

    answers = [
        post(client, _path(night, "moves/"), {"player": "P001", "giver": "B1", "taker": "B2", "count": 1}),
        post(client, _path(night, "withdrawals/"), {"player": "P002", "counts": {"B1": 3, "B2": 5}}),
        post(client, _path(night, "voids/"), {"number": 1, "reason": "Torn"}),
        post(client, _path(night, "entries/2/reversal/"), {"reason": "Wrong person"}),
    ]

    assert [answer.status_code for answer in answers] == [201, 201, 201, 201]
    assert night.faults() == []


def test_chips_buy_tickets():
    night = RaffleNight()
    night.give_chips(0)

    answer = post(_client(night), _path(night, "redemptions/"), {"player": "P001", "chips": 1000})

    assert (answer.status_code, len(answer.json()["tickets"])) == (201, 10)


def test_a_barrel_by_program():
    night = placed_night(method="barrel")
    night.freeze()
    client = _client(night)

    wrong = post(client, _path(night, "prizes/B1/barrel/"), {"ticket": 20})
    kept = post(client, _path(night, "prizes/B1/barrel/"), {"ticket": 11})
    absent = post(client, _path(night, "prizes/B1/absent/"), {"attempt": 0})
    again = post(client, _path(night, "prizes/B1/call-again/"), {"attempt": 0})

    assert (wrong.status_code, wrong.json()["code"]) == (422, "ticket_not_in_bucket")
    assert kept.json()["prizes"][0]["draws"][0]["ticket"] == 11
    assert absent.json()["prizes"][0]["state"] == "nobody_came"
    assert again.json()["prizes"][0]["state"] == "calling"


def test_buckets_are_changed_and_removed_and_sales_reopened():
    night = placed_night()
    client = _client(night)
    night.do(services.add_bucket, new=NewBucket(item="Spare"))

    changed = client.put(_path(night, "buckets/B3/"), {"item": "Pies", "value": 100}, format="json")
    removed = client.delete(_path(night, "buckets/B3/"))
    post(client, _path(night, "freeze/"))
    reopened = post(client, _path(night, "reopening/"), {"reason": "Pressed too early"})

    assert changed.json()["buckets"][2]["item"] == "Pies"
    assert len(removed.json()["buckets"]) == 2
    assert reopened.json()["status"] == "open"


def test_tickets_are_listed_by_number_and_by_player():
    night = placed_night()
    client = _client(night)

    everybody = client.get(_path(night, "tickets/")).json()
    one = client.get(_path(night, "tickets/"), {"player": "P002"}).json()

    assert [ticket["number"] for ticket in everybody["results"]] == list(range(1, 21))
    assert {ticket["holder"] for ticket in one["results"]} == {"P002"}
    assert one["results"][0]["bucket"] == "B1"


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("sales/", {"player": "P001", "paid": 1550}, 422, "ticket_lot"),
        ("sales/", {"player": "P999", "paid": 1000}, 404, "unknown_player"),
        ("sales/", {"player": "P001", "paid": "ten"}, 400, "invalid_fields"),
        ("placings/", {"player": "P001", "counts": {}}, 400, "invalid_fields"),
        ("placings/", {"player": "P001", "counts": {"B9": 1}}, 404, "unknown_bucket"),
        ("withdrawals/", {"player": "P002", "counts": {"B1": 4}}, 422, "too_few_in_bucket"),
        ("opening/", {}, 409, "raffle_open_already"),
        ("entropy/", {"entropy": DICE}, 409, "raffle_status"),
        ("prizes/B1/draw/", {}, 409, "raffle_status"),
        ("finish/", {}, 409, "raffle_status"),
    ],
)
def test_refusals_are_problem_details(path, body, status, code):
    night = placed_night()

    answer = post(_client(night), _path(night, path), body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_without_a_key_no_ticket_moves():
    night = RaffleNight()

    answer = _client(night).post(_path(night, "sales/"), {"player": "P001", "paid": 1000}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_missing")


@pytest.mark.parametrize("role", [Role.MATCHES, Role.FLOOR, Role.TABLES])
def test_other_roles_are_refused(role):
    night = placed_night()

    assert post(_client(night, role), _path(night, "freeze/")).status_code == 403
    assert _client(night, role).get(_path(night, "tickets/")).status_code == 403
    assert APIClient().get(_path(night, "tickets/")).status_code in (401, 403)


def test_the_admin_shows_the_raffle_without_its_seed():
    night = placed_night()
    client = Client()
    client.force_login(User.objects.create_superuser("admin"))

    page = client.get(f"/admin/raffle/raffle/{night.raffle.pk}/change/")

    assert page.status_code == 200
    assert night.raffle.commitment in page.content.decode()
    assert SEED.hex() not in page.content.decode()
    assert client.get(f"/admin/raffle/raffle/{night.raffle.pk}/delete/").status_code == 403
