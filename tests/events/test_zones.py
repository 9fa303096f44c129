"""A night's time zone is one that IANA names, on every machine the same, and an edited row breaks nobody's pages."""

from __future__ import annotations

import shutil
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path

import pytest
from django.test import Client

from eventnight.core.values.zones import zone_names, zone_of
from eventnight.events.models import Activity, Event
from tests.factories import make_event, make_player, make_user

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Path]:
    """A machine whose own list of zones is that folder."""
    before = zoneinfo.TZPATH
    zoneinfo.reset_tzpath([tmp_path])
    zoneinfo.ZoneInfo.clear_cache()
    yield tmp_path
    zoneinfo.reset_tzpath(before)
    zoneinfo.ZoneInfo.clear_cache()


@pytest.mark.parametrize("name", ["localtime", "Hall/Own", "Factory"])
def test_a_name_that_only_this_machine_has_is_refused_by_the_api(client: Client, machine: Path, name: str):
    (machine / name).parent.mkdir(exist_ok=True)
    with as_file(files("tzdata.zoneinfo").joinpath("Europe", "Budapest")) as budapest:
        shutil.copy(budapest, machine / name)
    event = make_event(time_zone="America/Chicago")
    client.force_login(make_user(is_superuser=True))

    refused = client.patch(f"/api/v1/events/{event.code}/", {"time_zone": name}, content_type=JSON)

    event.refresh_from_db()
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_time_zone")
    assert event.time_zone == "America/Chicago"


def test_a_machine_without_a_list_has_every_zone(machine: Path):
    moment = datetime(2026, 7, 1, 12, tzinfo=UTC)

    assert {zone_of(name).key for name in zone_names()} == zone_names()
    assert moment.astimezone(zone_of("America/Chicago")).hour == 7


@pytest.mark.parametrize("name", ["Mars/Olympus", "localtime", "../../etc/passwd", ""])
def test_a_row_with_another_zone_is_shown_in_utc_and_the_set_up_says_so(client: Client, name: str):
    event = make_event(name="Spring night", time_zone="America/Chicago")
    player = make_player(event)
    Event.objects.filter(pk=event.pk).update(time_zone=name)
    client.force_login(make_user(is_superuser=True))
    code = event.code

    pages = {
        address: client.get(address)
        for address in (
            "/",
            "/organise/",
            f"/e/{code}/",
            f"/e/{code}/wall/",
            f"/p/{player.token}/",
            f"/organise/{code}/dashboard/",
            f"/organise/{code}/setup/",
            f"/organise/{code}/setup/night/",
            f"/organise/{code}/setup/programme/",
        )
    }

    assert {address: answer.status_code for address, answer in pages.items()} == dict.fromkeys(pages, 200)
    assert "2026-11-21T19:00" in pages[f"/organise/{code}/setup/night/"].content.decode()
    assert "times are shown in UTC" in pages[f"/organise/{code}/setup/night/"].content.decode()
    assert "Times are shown in UTC" in pages[f"/organise/{code}/setup/"].content.decode()
    assert "times are shown in UTC" not in pages[f"/organise/{code}/setup/programme/"].content.decode()


@pytest.mark.parametrize("zone", ["America/Chicago", "Pacific/Auckland"])
@pytest.mark.parametrize("year", [1, 9999])
def test_a_row_of_a_year_that_no_calendar_reaches_breaks_no_page_of_all_nights(client: Client, zone: str, year: int):
    event = make_event(time_zone=zone)
    day = datetime(year, 1, 1, tzinfo=UTC) if year == 1 else datetime(year, 12, 31, 23, 59, tzinfo=UTC)
    Event.objects.update(starts_at=day)
    Activity.objects.filter(event=event).update(starts_at=day, ends_at=None)
    client.force_login(make_user(is_superuser=True))

    assert {client.get(address).status_code for address in ("/", "/organise/")} == {200}


@pytest.mark.parametrize(
    "broken", [{"settings": {}}, {"settings": []}, {"house": "nope"}, {"currency": "<b>"}, {"name_policy": "full"}]
)
def test_a_night_that_cannot_be_read_hides_no_other(client: Client, broken: dict[str, object]):
    make_event(name="Broken night")
    Event.objects.update(**broken)
    whole = make_event(name="Whole night")
    client.force_login(make_user(is_superuser=True))

    for address in ("/", "/organise/"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert whole.name in answer.content.decode()
    assert client.get("/api/v1/events/").status_code == 200
