"""A change that names what its program has read counts only while that still stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from eventnight.bank.models import Entry
from eventnight.core.api.base import EventApiView
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.events.services import change_settings
from tests.core.test_access import addresses
from tests.factories import NOW, actor_with, make_event, make_player, make_staff
from tests.flows.pressing import nothing_changes
from tests.tournaments.holdem_nights import make_holdem
from tournaments.services.prizes.prize_list import change_prizes

pytestmark = pytest.mark.django_db

JSON = "application/json"
NO_TAG = '"0123456789abcdef01234567"'


def _line(client: Client, address: str) -> str:
    line = {"kind": "other", "title": "Supper", "starts_at": "2026-11-21T20:00:00Z"}
    return f"{address}programme/{client.post(f'{address}programme/', line, content_type=JSON).json()['id']}/"


RESOURCES: dict[str, tuple[Callable[[Client, Event, str], str], dict[str, Any], dict[str, Any]]] = {
    "the night": (lambda client, event, start: start, {"place": "Barn"}, {"place": "Hall"}),
    "its settings": (
        lambda client, event, start: f"{start}settings/",
        {"bank": {"rebuy_price": 2500}},
        {"bank": {"rebuy_price": 3000}},
    ),
    "a line of the programme": (lambda client, event, start: _line(client, start), {"title": "Tea"}, {"title": "Pie"}),
    "a player": (
        lambda client, event, start: f"{start}players/{make_player(event).code}/",
        {"full_name": "Anna Bee"},
        {"full_name": "Anna Bell"},
    ),
    "the prizes": (
        lambda client, event, start: f"{start}holdem/{make_holdem(event).pk}/prizes/",
        {"entry_share": 50},
        {"entry_share": 60},
    ),
}


@pytest.fixture
def organiser(client: Client) -> Client:
    client.force_login(make_staff(make_event("washburn")))
    return client


@pytest.mark.parametrize("name", RESOURCES)
def test_the_second_of_two_who_read_the_same_is_told_what_stands_now(organiser: Client, name: str):
    event = Event.objects.get()
    place, first, second = RESOURCES[name]
    address = place(organiser, event, f"/api/v1/events/{event.code}/")
    read = organiser.get(address)["ETag"]

    done = organiser.patch(address, first, content_type=JSON, headers={"If-Match": read})
    with nothing_changes():
        late = organiser.patch(address, second, content_type=JSON, headers={"If-Match": read})

    assert (done.status_code, done["ETag"]) == (200, organiser.get(address)["ETag"])
    assert (late.status_code, late.json()["code"]) == (412, "changed_since")
    assert done["ETag"] in late.json()["detail"]
    for tags in (done["ETag"], f"{NO_TAG}, {done['ETag']}", "*"):
        again = organiser.patch(address, first, content_type=JSON, headers={"If-Match": tags})
        assert (again.status_code, again.json()) == (200, done.json())


def test_a_removal_holds_the_tag_too(organiser: Client):
    address = _line(organiser, f"/api/v1/events/{Event.objects.get().code}/")

    assert organiser.delete(address, headers={"If-Match": NO_TAG}).status_code == 412
    assert organiser.delete(address, headers={"If-Match": organiser.get(address)["ETag"]}).status_code == 204


def test_a_condition_where_nothing_can_be_compared_is_refused_and_nothing_is_booked(organiser: Client):
    event = Event.objects.get()
    address = f"/api/v1/events/{event.code}/bank/rebuys/"

    with nothing_changes():
        answer = organiser.post(address, {}, content_type=JSON, headers={"If-Match": NO_TAG})

    assert (answer.status_code, answer.json()["code"]) == (412, "if_match_unheld")
    assert not Entry.objects.exists()


def test_what_a_program_has_read_already_is_not_sent_again(organiser: Client):
    address = f"/api/v1/events/{Event.objects.get().code}/players/"
    read = organiser.get(address)

    again = organiser.get(address, headers={"If-None-Match": read["ETag"]})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", read["ETag"])


def test_whatever_can_be_read_and_changed_at_one_address_holds_the_tag():
    views = {getattr(pattern.callback, "cls", None) for _, pattern in addresses(get_resolver())} - {None}
    resources = [view for view in views if issubclass(view, EventApiView) and hasattr(view, "get")]
    changes = [getattr(view, method, None) for view in resources for method in ("put", "patch", "delete")]

    assert len(resources) > 20
    assert [each.__qualname__ for each in changes if each is not None and not hasattr(each, "holds_if_match")] == []


def test_two_who_change_two_settings_at_once_both_count():
    event = make_event()
    ann, ben = Event.objects.get(), Event.objects.get()
    act = {"press": Press(actor_with(event, Role.ORGANISER), NOW)}

    change_settings(event=ann, change=lambda known: known.changed({"id_check": True}), **act)
    change_settings(event=ben, change=lambda known: known.changed({"bank": {"rebuy_price": 2000}}), **act)

    settings = Event.objects.get().house_settings
    assert (settings.id_check, settings.bank.rebuy_price) == (True, 2000)


def test_prizes_keep_what_a_change_does_not_name():
    tournament = make_holdem()
    act = {"press": Press(actor_with(tournament.event, Role.ORGANISER), NOW)}

    change_prizes(tournament=tournament, entry_share=70, **act)
    prizes = change_prizes(tournament=tournament, paid=3, **act)

    assert (prizes.entry_share, prizes.paid) == (70, 3)
