"""The API of events does what the pages do, with the same refusals."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.events.services import sign_up
from tests.factories import (
    NOW,
    actor_with,
    make_event,
    make_event_maker,
    make_player,
    make_players,
    make_staff,
    make_user,
)

pytestmark = pytest.mark.django_db

JSON = "application/json"


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def organiser(client: Client, event: Event) -> Client:
    client.force_login(make_staff(event))
    return client


def test_a_night_is_made_and_listed_for_its_organiser(client: Client):
    client.force_login(make_event_maker())
    facts = {"house": "wlia", "code": "spring", "name": "Spring", "starts_at": "2026-11-21T18:00:00-06:00"}

    made = client.post("/api/v1/events/", facts, content_type=JSON)
    taken = client.post("/api/v1/events/", facts, content_type=JSON)
    wrong = client.post("/api/v1/events/", {**facts, "house": "bellagio"}, content_type=JSON)

    assert (made.status_code, made.json()["code"], made.json()["settings"]["bank"]["rebuy_price"]) == (
        201,
        "SPRING",
        1000,
    )
    assert (taken.status_code, taken.json()["code"]) == (409, "event_code_taken")
    assert (wrong.status_code, wrong.json()["code"]) == (400, "invalid_fields")
    assert [night["code"] for night in client.get("/api/v1/events/").json()["results"]] == ["SPRING"]


def test_nights_of_others_are_not_listed(client: Client):
    make_event()
    client.force_login(make_user())

    assert client.get("/api/v1/events/").json()["results"] == []


def test_strangers_make_and_list_nothing(client: Client):
    assert client.get("/api/v1/events/").status_code == 401
    assert client.post("/api/v1/events/", {}, content_type=JSON).status_code == 401


def test_facts_are_changed_through_the_api(organiser: Client, event: Event):
    address = f"/api/v1/events/{event.code}/"

    changed = organiser.patch(address, {"name": "Renamed"}, content_type=JSON)
    refused = organiser.patch(address, {"time_zone": "Mars"}, content_type=JSON)

    assert (changed.json()["name"], refused.json()["code"]) == ("Renamed", "unknown_time_zone")
    assert organiser.get(address).json()["name"] == "Renamed"


def test_settings_are_read_and_replaced_whole(organiser: Client, event: Event):
    address = f"/api/v1/events/{event.code}/settings/"
    settings = organiser.get(address).json()
    settings["bank"]["rebuy_price"] = 2000

    changed = organiser.put(address, settings, content_type=JSON)
    refused = organiser.put(address, {"bank": {"rebuy_price": -1}}, content_type=JSON)

    assert changed.json() == settings
    assert (refused.status_code, refused.json()["code"]) == (422, "house_settings")
    assert organiser.get(address).json() == settings


def test_the_night_is_opened_and_closed_through_the_api(organiser: Client, event: Event):
    address = f"/api/v1/events/{event.code}/status/"

    moves = [organiser.post(address, {"move": move}, content_type=JSON) for move in ("open", "close", "close")]

    assert [answer.status_code for answer in moves] == [200, 200, 409]
    assert moves[1].json()["status"] == "closed"


def test_the_programme_is_kept_through_the_api(organiser: Client, event: Event):
    address = f"/api/v1/events/{event.code}/programme/"
    line = {"kind": "other", "title": "Supper", "starts_at": NOW.isoformat()}

    added = organiser.post(address, line, content_type=JSON)
    one = f"{address}{added.json()['id']}/"
    changed = organiser.put(one, {**line, "title": "Late supper"}, content_type=JSON)

    assert (added.status_code, changed.json()["title"]) == (201, "Late supper")
    assert "Late supper" in [row["title"] for row in organiser.get(address).json()]
    assert organiser.get(one).json()["kind"] == "other"
    assert organiser.delete(one).status_code == 204
    assert organiser.get(one).json()["code"] == "unknown_activity"


def test_roles_are_given_and_taken_through_the_api(organiser: Client, event: Event):
    address, kim = f"/api/v1/events/{event.code}/roles/", make_user("kim")

    given = organiser.post(address, {"username": "kim", "role": "desk"}, content_type=JSON)
    taken = organiser.delete(f"{address}{kim.pk}/desk/")
    nonsense = organiser.delete(f"{address}{kim.pk}/king/")

    assert (given.status_code, taken.status_code, nonsense.status_code) == (201, 204, 404)
    assert "kim" in [row["username"] for row in given.json()]
    assert len(organiser.get(address).json()) == 1


def test_players_are_added_corrected_and_signed_up(client: Client, event: Event):
    client.force_login(make_staff(event, Role.DESK))
    address = f"/api/v1/events/{event.code}/players/"

    added = client.post(address, {"full_name": "Ann Bee"}, content_type=JSON)
    client.post(address, {"full_name": "Bob Cee"}, content_type=JSON)
    corrected = client.put(f"{address}P001/", {"full_name": "Anna Bee", "is_minor": True}, content_type=JSON)
    signed = client.post(f"{address}P001/sign-ups/", {"kind": "euchre", "partner": "P002"}, content_type=JSON)
    empty = client.post(address, {"full_name": ""}, content_type=JSON)

    assert (added.status_code, added.json()["code"], added.json()["display_name"]) == (201, "P001", "Ann B")
    assert (corrected.json()["full_name"], corrected.json()["display_name"]) == ("Anna Bee", "P001")
    assert [(row["kind"], row["partner"]) for row in signed.json()["sign_ups"]] == [("euchre", "P002")]
    assert (empty.status_code, empty.json()["code"]) == (400, "invalid_fields")
    assert client.get(f"{address}P999/").json()["code"] == "unknown_player"


def test_check_in_is_done_once_and_taken_back(client: Client, event: Event):
    client.force_login(make_staff(event, Role.FLOOR))
    player = make_player(event)
    address = f"/api/v1/events/{event.code}/players/{player.code}/check-in/"

    done, twice = (client.post(address, {}, content_type=JSON) for _ in range(2))
    back = client.delete(address)

    assert done.json()["checked_in_at"] is not None
    assert (twice.status_code, twice.json()["code"]) == (409, "already_checked_in")
    assert back.json()["checked_in_at"] is None


def test_players_come_a_page_at_a_time_and_filtered(organiser: Client, event: Event):
    make_players(event, 3)
    make_player(event, "Zoe Last", checked_in=True)
    address = f"/api/v1/events/{event.code}/players/"

    first = organiser.get(address, {"page_size": 2}).json()
    second = organiser.get(first["next"]).json()

    def codes(page: dict) -> list[str]:
        return [row["code"] for row in page["results"]]

    assert (codes(first), codes(second), second["next"]) == (["P001", "P002"], ["P003", "P004"], None)
    assert codes(organiser.get(address, {"q": "zoe"}).json()) == ["P004"]
    assert codes(organiser.get(address, {"checked_in": "true"}).json()) == ["P004"]
    assert codes(organiser.get(address, {"checked_in": "false"}).json()) == ["P001", "P002", "P003"]


@pytest.mark.parametrize("part", ["players/", "roles/", "programme/"])
def test_a_list_costs_as_many_queries_for_three_as_for_one(organiser: Client, event: Event, part: str):
    address = f"/api/v1/events/{event.code}/{part}"

    def grow(number: int) -> None:
        for _ in range(number):
            player = make_player(event, checked_in=True)
            sign_up(player=player, kind="euchre", partner=make_player(event), press=Press(actor_with(event), NOW))

    grow(1)
    with CaptureQueriesContext(connection) as for_one:
        organiser.get(address)
    grow(2)
    with CaptureQueriesContext(connection) as for_three:
        organiser.get(address)

    assert len(for_three) == len(for_one)


def test_a_roster_is_checked_by_default_and_imported_when_asked_once(organiser: Client, event: Event):
    address = f"/api/v1/events/{event.code}/roster/"

    def send(content: bytes, **fields: str):
        return organiser.post(address, {"roster": SimpleUploadedFile("people.csv", content), **fields})

    good, bad = b"name\nAnn Bee\nBob Cee\n", b"name,email\nAnn Dee,bad\n"
    dry = send(good).json()
    assert (dry["lines"], dry["errors"], dry["applied_at"], event.players.count()) == (2, [], None, 0)

    done, again = (send(good, dry_run="false").json() for _ in range(2))
    assert (done["players_added"], again, event.players.count()) == (2, done, 2)

    checked, refused = send(bad).json(), send(bad, dry_run="false")
    assert [(error["line"], error["column"]) for error in checked["errors"]] == [(2, "email")]
    assert (refused.status_code, refused.json()["code"], event.players.count()) == (422, "roster_errors", 2)


@pytest.mark.parametrize("part", ["", "settings/", "status/", "programme/", "roles/", "roster/"])
def test_the_desk_is_refused_what_the_organiser_sets_up(client: Client, event: Event, part: str):
    client.force_login(make_staff(event, Role.DESK))

    assert client.post(f"/api/v1/events/{event.code}/{part}", {}, content_type=JSON).status_code in (403, 405)
    assert client.get(f"/api/v1/events/{event.code}/{part}").status_code in (403, 405)


def test_an_account_without_the_permission_makes_no_night_and_is_told_the_way_out(client: Client):
    client.force_login(make_user())
    facts = {"house": "wlia", "code": "own", "name": "Own", "starts_at": "2026-11-21T18:00:00-06:00"}

    page = client.get("/organise/").content.decode()
    sent = client.post("/organise/new/people/", facts)
    answer = client.post("/api/v1/events/", facts, content_type=JSON)

    assert ("New night" in page, "Your account may not create nights" in page) == (False, True)
    assert (sent.status_code, "“Can add event” in the admin" in sent.content.decode()) == (403, True)
    assert (answer.status_code, answer.json()["code"]) == (403, "may_not_create_events")
    assert not Event.objects.exists()


@pytest.mark.parametrize("starts_at", ["9999-12-31T23:00:00Z", "0001-01-02T00:00:00Z", "2200-01-01T12:00:00Z"])
def test_a_night_is_on_a_day_that_can_be_told_in_every_zone(organiser: Client, event: Event, starts_at: str):
    address = f"/api/v1/events/{event.code}/"
    line = {"kind": "other", "title": "Supper", "starts_at": starts_at}

    answers = [
        organiser.patch(address, {"starts_at": starts_at}, content_type=JSON),
        organiser.post(f"{address}programme/", line, content_type=JSON),
        organiser.post(f"{address}holdem/", {"name": "Late", "starts_at": [starts_at]}, content_type=JSON),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(422, "moment_out_of_range")] * 3
