"""The close-out on pages and through the API: shown, approved, closed, reopened."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from eventnight.bank.models import VarianceApproval
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event, EventStatus
from eventnight.events.services import close_event, open_event
from eventnight.night.views.closing import _told
from tests.answers import shown_text
from tests.factories import NOW, make_player, make_staff
from tests.flows.endings import JSON, approve_everything, organise, send, shown_in
from tests.flows.full_night import full_night, open_night
from tests.flows.test_night_staff import as_role
from tests.raffle.nights import RaffleNight
from tests.tables.evening import open_table, seat_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """A night with two seats that nobody left."""
    event = open_night()
    seat_people(open_table(event), {1: 200, 2: 150})
    return event


@pytest.fixture
def boss(client: Client, event: Event) -> Client:
    return as_role(client, event, Role.ORGANISER)


@pytest.fixture
def desk(event: Event) -> User:
    return make_staff(event, Role.DESK)


def status_of(event: Event) -> str:
    return Event.objects.get(pk=event.pk).status


# Pages


def test_a_red_line_is_approved_on_the_page_and_then_the_night_is_closed(boss: Client, event: Event, desk: User):
    page = shown_text(boss.get(organise(event, "closing")))
    assert "Card tables hold 350 chips" in page
    assert "1 line open" in page

    form = boss.get(organise(event, "closing", "lines", "seat"))
    assert "Seat T1-1: 200 chips" in shown_text(form)
    assert "Nothing moves" in shown_text(form)
    sent = {
        "request_id": uuid4(),
        "chosen": [f"{subject}={amount}" for subject, amount in shown_in(event, "seat").items()],
        "reason": "Lost under the stage",
        "second": desk.username,
        "password": "card-night",
    }
    approved = boss.post(organise(event, "closing", "lines", "seat"), sent, follow=True)
    assert "approved: Lost under the stage" in shown_text(approved)
    assert "Sales, payments and corrections stop" in shown_text(approved)
    assert boss.post(organise(event, "closing", "lines", "seat"), sent).status_code == 302
    assert VarianceApproval.objects.count() == 2

    closed = boss.post(organise(event, "closing", "close"), follow=True)

    assert status_of(event) == EventStatus.CLOSED
    assert "Lost under the stage" in shown_text(closed)


@pytest.mark.parametrize(
    ("given", "status", "words"),
    [
        ({"second": ""}, 422, "Fill this in"),
        ({"password": "wrong"}, 422, "password does not fit"),
        ({"reason": ""}, 422, "Fill this in"),
        ({"chosen": []}, 422, "Nothing was chosen"),
        ({"chosen": ["chips/seat/T1-1=9"]}, 409, "now it is Seat T1-1: 200 chips"),
        ({"chosen": ["drop table"]}, 422, "is not on the list"),
    ],
)
def test_an_approval_is_refused_on_the_page(
    boss: Client, event: Event, desk: User, given: dict[str, Any], status: int, words: str
):
    sent = {
        "request_id": uuid4(),
        "chosen": ["chips/seat/T1-1=200"],
        "reason": "Lost",
        "second": desk.username,
        "password": "card-night",
        **given,
    }

    answer = boss.post(organise(event, "closing", "lines", "seat"), sent)

    assert answer.status_code == status
    assert words in shown_text(answer)
    assert not VarianceApproval.objects.exists()


def test_an_approval_is_taken_back_on_the_page(boss: Client, event: Event):
    approve_everything(event)
    first = VarianceApproval.objects.earliest("id")
    address = organise(event, "closing", "approvals", first.pk, "withdraw")
    assert "was approved: The chips were lost" in shown_text(boss.get(address))

    page = boss.post(address, {"request_id": uuid4(), "reason": "Found again"}, follow=True)

    assert "Undone: Found again" in shown_text(page)
    assert "1 line open" in shown_text(page)


@pytest.mark.parametrize("door", ["closing/close/", "setup/open/close/"])
def test_no_page_closes_a_night_with_a_red_line(boss: Client, event: Event, door: str):
    answer = boss.post(organise(event) + door)

    assert answer.status_code == 409
    assert "Card tables hold 350 chips" in shown_text(answer)
    assert status_of(event) == EventStatus.OPEN


def test_a_closed_night_is_reopened_on_the_page_with_a_reason(boss: Client, event: Event):
    approve_everything(event)
    boss.post(organise(event, "closing", "close"))
    assert "The night is closed" in shown_text(boss.get(organise(event, "closing")))

    assert boss.post(organise(event, "closing", "reopen"), {"request_id": uuid4(), "reason": ""}).status_code == 422
    assert boss.post(organise(event, "setup", "open", "reopen")).status_code == 400
    assert status_of(event) == EventStatus.CLOSED
    boss.post(organise(event, "closing", "reopen"), {"request_id": uuid4(), "reason": "A late player"})

    assert status_of(event) == EventStatus.OPEN


def test_a_closed_night_sells_nothing_at_the_desk(boss: Client, event: Event):
    player = make_player(event, checked_in=True)
    approve_everything(event)
    boss.post(organise(event, "closing", "close"))

    answer = boss.post(
        f"/staff/{event.code}/desk/{player.code}/rebuy/", {"request_id": uuid4(), "quantity": 1, "shown": 1}
    )

    assert answer.status_code == 409
    assert "is closed: nothing is sold" in shown_text(answer)


@pytest.mark.parametrize("role", [Role.DESK, Role.FLOOR, Role.TABLES, Role.RAFFLE, Role.MATCHES])
@pytest.mark.parametrize("page", ["closing/", "closing/lines/seat/", "fund/"])
def test_only_the_organiser_closes_out(client: Client, event: Event, role: Role, page: str):
    assert as_role(client, event, role).get(organise(event) + page).status_code == 403


def test_the_close_out_of_a_night_three_times_as_large_costs_no_more_queries(client: Client):
    costs = []
    for rows in (1, 3):
        night = full_night(rows)
        as_role(client, night, Role.ORGANISER)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(organise(night, "closing")).status_code == 200
        costs.append(len(captured))

    assert costs[0] == costs[1] <= 40


# The fund


def test_a_program_lists_approves_takes_back_and_closes(boss: Client, event: Event, desk: User):
    root, key = f"/api/v1/events/{event.code}/", uuid4()
    listed = boss.get(f"{root}closing/").json()["checks"]
    [line] = [each for each in listed if each["key"] == "seat"]
    asked: dict[str, object] = {
        "line": "seat",
        "shown": {each["subject"]: each["amount"] for each in line["left"]},
        "reason": "Lost",
        "second": desk.username,
        "password": "card-night",
    }
    red = send(boss, f"{root}status/", move="close")

    first, again = (send(boss, f"{root}closing/approvals/", key, **asked) for _ in range(2))
    back = send(boss, f"{root}closing/approvals/{first.json()[0]['id']}/withdrawal/", reason="Found")
    refused = send(boss, f"{root}status/", move="close")
    rest = {back.json()["subject"]: back.json()["amount"]}
    send(boss, f"{root}closing/approvals/", **{**asked, "shown": rest})
    closed = send(boss, f"{root}status/", move="close")
    reopened = [send(boss, f"{root}status/", move="reopen", **why).status_code for why in ({}, {"reason": "Late"})]

    assert (red.status_code, red.json()["code"]) == (409, "night_not_ready")
    assert first.status_code == 201
    assert {each["id"] for each in first.json()} == {each["id"] for each in again.json()}
    assert (back.json()["state"], refused.status_code, closed.status_code) == ("withdrawn", 409, 200)
    assert reopened == [400, 200]


def test_a_program_without_a_second_person_or_a_key_is_refused(boss: Client, event: Event, desk: User):
    address = f"/api/v1/events/{event.code}/closing/approvals/"
    asked = {"line": "seat", "shown": {"chips/seat/T1-1": 200}, "reason": "Lost"}

    alone = send(boss, address, **asked)
    forged = send(boss, address, **asked, second=desk.username, password="guess")
    keyless = boss.post(address, asked, content_type=JSON)

    assert (alone.json()["code"], forged.json()["code"]) == ("second_person", "second_person")
    assert (alone.status_code, forged.status_code, keyless.status_code) == (422, 403, 400)


def test_a_night_cannot_be_closed_twice():
    night = RaffleNight()
    open_event(event=night.event, press=Press(SYSTEM, NOW))
    approve_everything(night.event)
    close_event(event=night.event, press=Press(SYSTEM, NOW))

    with pytest.raises(Conflict, match="only a night that is under way can close"):
        close_event(event=night.event, press=Press(SYSTEM, NOW))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["A"], "1 line approved: A."),
        (["A", "B", "C"], "3 lines approved: A, B, C."),
        ([*"ABCDEFGHIJKLMNO"], "15 lines approved: A, B, C and 12 more."),
    ],
)
def test_an_approval_is_told_by_its_number_of_lines(lines, told):
    assert _told([VarianceApproval(label=label) for label in lines]) == told
