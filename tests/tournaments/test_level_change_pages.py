"""The page of a flight's levels: the sheet of those to come, the plan, the press, and its undo; programs do so too."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from eventnight.core.roles import Role
from tests.factories import make_staff
from tests.tournaments.holdem_nights import fresh, running_flight, seated_flight
from tournaments.models import BlindClock, Flight

pytestmark = pytest.mark.django_db


@pytest.fixture
def flight() -> Flight:
    """One whose clock runs for five minutes by the real time."""
    flight = running_flight()
    now = timezone.now()
    BlindClock.objects.filter(flight=flight).update(running_since=now - timedelta(minutes=5), last_read_at=now)
    return fresh(flight)


@pytest.fixture
def floor(client, flight):
    client.force_login(make_staff(flight.tournament.event, Role.FLOOR))
    return client


def address(flight: Flight, more: str = "") -> str:
    return f"/staff/{flight.tournament.event.code}/floor/{flight.pk}/levels/{more}"


def fields_of(page: str) -> dict[str, str]:
    """What the browser would send of the page's form of levels."""
    form = page[page.index('<form class="stack setup-') :]
    inputs = re.findall(r"<input[^>]*>", form[: form.index("</form>")])
    read = [dict(re.findall(r'(\w+)="([^"]*)"', each)) for each in inputs]
    return {each["name"]: each.get("value", "") for each in read if "name" in each}


def test_the_sheet_the_plan_the_press_and_the_undo(floor, flight):
    page = floor.get(address(flight)).content.decode()
    sent = fields_of(page) | {"form-0-minutes": "10", "under_way": "25"}
    assert "Level 1 is under way" in page

    plan = floor.post(address(flight), {**sent, "plan": "1"}).content.decode()
    assert "What changes" in plan
    assert fresh(flight).clock.level_seconds is None
    pressed = floor.post(address(flight, "change/"), fields_of(plan))
    assert pressed.status_code == 302
    assert fresh(flight).clock.level_seconds[:2] == [25 * 60, 10 * 60]
    assert "Undo" in floor.get(pressed.url).content.decode()

    again = floor.get(address(flight)).content.decode()
    assert "Levels were changed" in again
    assert floor.post(address(flight, "undo/"), {"request_id": uuid4()}).status_code == 302
    assert fresh(flight).clock.level_seconds is None


def test_a_row_is_added_and_removed_without_scripts_and_the_rest_stays_as_typed(floor, flight):
    sent = fields_of(floor.get(address(flight)).content.decode()) | {"form-1-ante": "75"}

    added = floor.post(address(flight), {**sent, "insert_break": "1"}).content.decode()
    fields = fields_of(added)
    assert fields["form-1-is_break"] == "on"
    assert fields["form-2-ante"] == "75"
    removed = fields_of(floor.post(address(flight), {**fields, "remove": "2"}).content.decode())

    assert removed["form-1-ante"] == "75"


def test_a_length_of_no_whole_minutes_stays_unless_its_minutes_are_changed(floor, flight):
    seconds = [level.seconds for level in flight.clock.levels]
    BlindClock.objects.filter(flight=flight).update(level_seconds=[*seconds[:2], 1037, *seconds[3:]])
    sent = fields_of(floor.get(address(flight)).content.decode()) | {"form-0-minutes": "10"}
    assert sent["form-1-minutes"] == "17"

    floor.post(address(flight, "change/"), sent)

    assert fresh(flight).clock.level_seconds[1:3] == [600, 1037]


def test_what_is_wrong_is_said_on_the_sheet_with_what_was_typed(floor, flight):
    sent = fields_of(floor.get(address(flight)).content.decode())

    shorter = floor.post(address(flight, "change/"), {**sent, "under_way": "3"})
    assert shorter.status_code == 409
    assert "began" in shorter.content.decode()
    wrong = floor.post(address(flight), {**sent, "form-0-minutes": "no", "plan": "1"})
    assert wrong.status_code == 422
    assert fields_of(wrong.content.decode())["form-0-minutes"] == "no"
    blinds = floor.post(address(flight), {**sent, "form-0-small_blind": "9000", "plan": "1"})
    assert "must not be above the big blind" in blinds.content.decode()


@pytest.mark.parametrize("make", [seated_flight, running_flight])
@pytest.mark.parametrize("name", ["begun", "seen", "seconds"])
@pytest.mark.parametrize("number", ["-5", "x", "99999999999999999999"])
def test_a_hidden_number_that_no_page_sends_is_refused_before_and_after_the_start(client, make, name, number):
    odd = make()
    client.force_login(make_staff(odd.tournament.event, Role.FLOOR))
    sent = fields_of(client.get(address(odd)).content.decode()) | {name: number}

    planned = client.post(address(odd), {**sent, "plan": "1"})
    pressed = client.post(address(odd, "change/"), sent)

    assert (planned.status_code, pressed.status_code) == (422, 422)
    assert fresh(odd).clock.level_seconds is None


@pytest.mark.parametrize("number", ["-5", "x", "99999999999999999999"])
def test_a_count_of_rows_that_no_page_sends_plans_nothing(client, number):
    seated = seated_flight()
    client.force_login(make_staff(seated.tournament.event, Role.FLOOR))
    sent = fields_of(client.get(address(seated)).content.decode()) | {"form-TOTAL_FORMS": number}

    planned = client.post(address(seated), {**sent, "plan": "1"})

    assert planned.status_code < 500
    assert planned.context["plan"] is None


def test_a_page_kept_open_while_a_level_began_changes_those_after_it(floor, flight):
    """What the page showed as the next level may have begun; it is only refused if it was changed."""
    sent = fields_of(floor.get(address(flight)).content.decode())
    long_ago = timezone.now() - timedelta(minutes=22)
    BlindClock.objects.filter(flight=flight).update(running_since=long_ago)

    refused = floor.post(address(flight, "change/"), {**sent, "form-0-ante": "200", "form-1-ante": "200"})
    assert "Level 2 (400 / 800) began" in refused.content.decode()
    assert refused.status_code == 409
    moved_on = fields_of(refused.content.decode())
    assert (moved_on["begun"], moved_on["under_way"], moved_on["form-0-ante"]) == ("2", "20", "200")
    done = floor.post(address(flight, "change/"), {**sent, "request_id": uuid4(), "form-1-ante": "200"})

    assert done.status_code == 302
    assert fresh(flight).clock.levels[2].ante == 200


def test_programs_read_plan_change_and_undo(floor, flight):
    base = f"/api/v1/events/{flight.tournament.event.code}/holdem/flights/{flight.pk}/clock/levels/"
    now = floor.get(base).json()
    keys = ("small_blind", "big_blind", "ante", "seconds", "is_break")
    levels = [{key: level[key] for key in keys} for level in now["levels"]]
    levels[1]["seconds"] = 600
    asked = json.dumps({"levels": levels, "seen": now["seen"]})

    plan = floor.post(f"{base}plan/", asked, content_type="application/json")
    assert [each["change"] for each in plan.json()["levels"]][:2] == ["same", "changed"]
    assert now["begun"] == 1
    done = floor.post(base, asked, content_type="application/json")
    assert done.status_code == 200
    assert done.json()["levels"][1]["seconds"] == 600
    stale = floor.post(base, asked, content_type="application/json")
    assert stale.json()["code"] == "levels_changed"
    undone = floor.post(f"{base}undo/", json.dumps({"seen": done.json()["seen"]}), content_type="application/json")
    assert [level["seconds"] for level in undone.json()["levels"]] == [level["seconds"] for level in now["levels"]]


@pytest.mark.parametrize("role", [Role.DESK, Role.TABLES])
def test_only_the_floor_and_the_organiser_change_levels(client, flight, role):
    client.force_login(make_staff(flight.tournament.event, role))

    assert client.get(address(flight)).status_code == 403
    assert client.post(address(flight, "change/"), {}).status_code == 403


def test_a_sheet_of_sixty_levels_costs_as_many_queries_as_one_of_a_few(floor, flight):
    costs = []
    for more in (0, 40):
        rows = [*flight.tournament.levels, *[flight.tournament.levels[-1]] * more]
        BlindClock.objects.filter(flight=flight).update(structure=rows)
        floor.get(address(flight))
        with CaptureQueriesContext(connection) as captured:
            page = floor.get(address(flight)).content.decode()
        sent = fields_of(page) | {"form-0-minutes": "10", "plan": "1"}
        with CaptureQueriesContext(connection) as planned:
            floor.post(address(flight), sent)
        costs.append((len(captured), len(planned)))

    assert costs[0] == costs[1]
    assert max(costs[0]) <= 20
