"""What a change does not name stays as it is: no protection falls because a page or a program left it out."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import get_resolver

from eventnight.core.models import AuditRecord
from eventnight.events.models import Event, Player
from tests.core.test_access import addresses
from tests.factories import make_event, make_player, make_staff

pytestmark = pytest.mark.django_db

JSON = "application/json"
ACTS = {
    "BreakOrderApi",
    "ButtonApi",
    "ChipCountsApi",
    "HandApi",
    "HandForHandApi",
    "HereApi",
    "LastCallApi",
    "PhoneAddressApi",
    "PictureApi",
    "PrizesFixedApi",
    "RefuseMovesApi",
    "SeatApi",
    "SharedHandApi",
    "SponsorApi",
}
"""PUTs that do one thing, whole: a seat, a count, a picture, an address; nothing of them could be left out."""


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def child(event: Event) -> Player:
    return make_player(event, "Kit Young", email="kit@example.org", code_name="Fox", is_minor=True)


@pytest.fixture
def organiser(client: Client, event: Event) -> Client:
    client.force_login(make_staff(event))
    return client


def known(player: Player) -> tuple[str, str, str, bool]:
    person = Player.objects.select_related("person").get(pk=player.pk).person
    return person.full_name, person.email, person.code_name, person.is_minor


@pytest.mark.parametrize("method", ["put", "patch"])
def test_a_child_stays_one_when_a_program_corrects_the_name(organiser, event, child, method: str):
    address = f"/api/v1/events/{event.code}/players/{child.code}/"

    answer = getattr(organiser, method)(address, {"full_name": "Kit Younger"}, content_type=JSON)

    assert (answer.status_code, answer.json()["is_minor"], answer.json()["code_name"]) == (200, True, "Fox")
    assert known(child) == ("Kit Younger", "kit@example.org", "Fox", True)
    assert AuditRecord.objects.filter(action="player.renamed").get().facts["changed"] == ["full_name"]


def test_a_patch_of_one_field_needs_no_other(organiser, event, child):
    address = f"/api/v1/events/{event.code}/players/{child.code}/"

    organiser.patch(address, {"is_minor": False}, content_type=JSON)

    assert known(child) == ("Kit Young", "kit@example.org", "Fox", False)


def test_a_form_without_the_box_says_nothing_of_it(organiser, event, child):
    organiser.post(f"/staff/{event.code}/players/{child.code}/", {"full_name": "Kit Younger"})

    assert known(child) == ("Kit Younger", "kit@example.org", "Fox", True)


def test_a_box_left_open_on_the_page_says_so(organiser, event, child):
    address = f"/staff/{event.code}/players/{child.code}/"

    assert '<input type="hidden" name="is_minor" value="false">' in organiser.get(address).content.decode()
    organiser.post(address, {"full_name": "Kit Young", "email": "", "code_name": "", "is_minor": "false"})
    assert known(child) == ("Kit Young", "", "", False)
    organiser.post(address, {"full_name": "Kit Young", "is_minor": ["false", "on"]})
    assert known(child) == ("Kit Young", "", "", True)


@pytest.mark.parametrize("method", ["put", "patch"])
def test_limits_of_the_settings_stay_unless_they_are_named(organiser, event, method: str):
    address = f"/api/v1/events/{event.code}/settings/"
    settings = organiser.get(address).json()
    settings["id_check"], settings["bank"]["second_person_from"] = True, 12_300
    organiser.put(address, settings, content_type=JSON)

    changed = getattr(organiser, method)(address, {"bank": {"rebuy_price": 2000}}, content_type=JSON).json()

    settings["bank"]["rebuy_price"] = 2000
    assert changed == settings


def test_the_door_asks_for_ids_until_somebody_says_otherwise(organiser, event):
    address = f"/organise/{event.code}/setup/people/"
    organiser.post(address, {"door": "1", "id_check": "on"})

    organiser.post(address, {"door": "1"})
    assert Event.objects.get().house_settings.id_check
    organiser.post(address, {"door": "1", "id_check": "false"})
    assert not Event.objects.get().house_settings.id_check


def test_a_line_of_the_programme_keeps_its_end(organiser, event):
    address = f"/api/v1/events/{event.code}/programme/"
    line = {"kind": "other", "title": "Supper", "starts_at": "2026-11-21T20:00:00Z", "ends_at": "2026-11-21T21:00:00Z"}
    one = f"{address}{organiser.post(address, line, content_type=JSON).json()['id']}/"

    for method, given in (("put", {name: line[name] for name in ("kind", "title", "starts_at")}), ("patch", {})):
        changed = getattr(organiser, method)(one, given, content_type=JSON)
        assert (changed.status_code, changed.json()["ends_at"][:16]) == (200, line["ends_at"][:16])


def test_whatever_has_a_put_has_a_patch():
    views = {getattr(pattern.callback, "cls", None) for _, pattern in addresses(get_resolver())} - {None}

    assert sorted(view.__name__ for view in views if hasattr(view, "put") and not hasattr(view, "patch")) == sorted(
        ACTS
    )
