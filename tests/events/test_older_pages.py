"""Two people save a page that both opened before: what each changed counts, and what one left alone stays as it is."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from eventnight.core.roles import Role
from eventnight.events.house_settings.poker_settings import CONTROLS
from eventnight.events.models import Event, Player
from tests.answers import entered, shown_text
from tests.factories import make_event, make_player, make_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event()


def somebody(event: Event, role: Role = Role.ORGANISER) -> Client:
    client = Client()
    client.force_login(make_staff(event, role))
    return client


def part(event: Event, step: str) -> str:
    return f"/organise/{event.code}/setup/{step}/"


def opened(client: Client, address: str) -> dict[str, Any]:
    """What a browser sends of the page as it is now, with nothing typed."""
    return sent_from(client.get(address))


def sent_from(answer: Any) -> dict[str, Any]:
    found = re.search(r'name="shown" value="([^"]*)"', answer.content.decode())
    assert found
    return {**entered(answer), "shown": html.unescape(found[1])}


@pytest.mark.parametrize(
    ("step", "first", "second"),
    [
        pytest.param("bank", {"rebuy_price": "33.00"}, {"first_stack": "777"}, id="bank"),
        pytest.param("night", {"place": "Hall A"}, {"fund_name": "Roof"}, id="night"),
        pytest.param("euchre", {"consolation": "on"}, {"target": "7"}, id="box-that-was-ticked"),
        pytest.param("euchre_rules", {"may_discard_upcard": "false"}, {"lone_defender": "true"}, id="euchre-rules"),
        pytest.param("tables", {"seats": "7"}, {"small_blind": "5", "big_blind": "10"}, id="tables"),
    ],
)
def test_two_organisers_change_two_fields_of_one_part(event: Event, step: str, first: Any, second: Any):
    ann, bob = somebody(event), somebody(event)
    address = part(event, step)
    before = opened(ann, address)

    answers = [ann.post(address, {**before, **first}), bob.post(address, {**before, **second})]

    now = opened(ann, address)
    assert [answer.status_code for answer in answers] == [302, 302]
    assert {name: str(now[name]) for name in {**first, **second}} == {**first, **second}


def test_a_minor_stays_one_when_a_desk_saves_an_address_from_an_older_page(event: Event):
    kim = make_player(event, "Kim Lee")
    ann, bob = somebody(event, Role.DESK), somebody(event, Role.DESK)
    address = f"/staff/{event.code}/players/{kim.code}/"
    before = opened(ann, address)

    ann.post(address, {**before, "is_minor": "on"})
    bob.post(address, {**before, "email": "kim@example.org"})

    person = Player.objects.get(pk=kim.pk).person
    assert (person.is_minor, person.email) == (True, "kim@example.org")


def test_a_field_that_both_changed_is_refused_once_with_both_values(event: Event):
    ann, bob = somebody(event), somebody(event)
    address = part(event, "bank")
    before = opened(ann, address)

    ann.post(address, {**before, "rebuy_price": "33.00"})
    refused = bob.post(address, {**before, "rebuy_price": "44", "first_stack": "777"})
    kept = Event.objects.get(pk=event.pk).house_settings.bank
    again = bob.post(address, sent_from(refused))

    saved = Event.objects.get(pk=event.pk).house_settings.bank
    assert refused.status_code == 409
    assert "changed to “33.00” after you opened the page, and you entered “44”" in shown_text(refused)
    assert (kept.rebuy_price, kept.first_stack != 777) == (3300, True)
    assert (again.status_code, saved.rebuy_price, saved.first_stack) == (302, 4400, 777)


def test_two_who_change_a_field_to_the_same_value_agree(event: Event):
    ann, bob = somebody(event), somebody(event)
    address = part(event, "bank")
    before = opened(ann, address)

    ann.post(address, {**before, "rebuy_price": "33.00"})
    agreed = bob.post(address, {**before, "rebuy_price": "33"})

    assert agreed.status_code == 302


def test_a_page_that_was_refused_for_something_else_still_takes_no_change_away(event: Event):
    ann, bob = somebody(event), somebody(event)
    address = part(event, "bank")
    before = opened(ann, address)

    ann.post(address, {**before, "rebuy_price": "33.00"})
    refused = bob.post(address, {**before, "first_stack": "many"})
    bob.post(address, {**sent_from(refused), "first_stack": "777"})

    bank = Event.objects.get(pk=event.pk).house_settings.bank
    assert refused.status_code == 422
    assert (bank.rebuy_price, bank.first_stack) == (3300, 777)


def test_a_list_of_levels_that_was_left_alone_stays_as_a_colleague_made_it(event: Event):
    ann, bob = somebody(event), somebody(event)
    address = part(event, "holdem")
    before = opened(ann, address)

    ann.post(address, {**before, "form-0-minutes": "37"})
    bob.post(address, {**before, "starting_chips": "20000"})

    holdem = Event.objects.get(pk=event.pk).house_settings.holdem
    assert (holdem.levels[0].minutes, holdem.starting_chips) == (37, 20_000)


def test_a_list_that_both_changed_is_refused_once_with_the_length_of_both(event: Event):
    ann, bob = somebody(event), somebody(event)
    address = part(event, "holdem")
    rows = len(event.house_settings.holdem.levels)
    edited = sent_from(bob.post(address, {**opened(bob, address), "insert_break": "1"}))

    ann.post(address, {**opened(ann, address), "form-0-minutes": "37"})
    refused = bob.post(address, edited)
    kept = Event.objects.get(pk=event.pk).house_settings.holdem.levels
    again = bob.post(address, sent_from(refused))

    saved = Event.objects.get(pk=event.pk).house_settings.holdem.levels
    assert refused.status_code == 409
    assert f"it has {rows} rows now, and yours has {rows + 1}" in shown_text(refused)
    assert (kept[0].minutes, len(kept)) == (37, rows)
    assert (again.status_code, saved[1].is_break, len(saved)) == (302, True, rows + 1)


@pytest.mark.parametrize("step", ["bank", "holdem", "tables"])
def test_a_part_that_is_saved_as_it_is_changes_nothing(event: Event, step: str):
    ann = somebody(event)
    before = Event.objects.get(pk=event.pk).settings

    ann.post(part(event, step), opened(ann, part(event, step)))

    assert Event.objects.get(pk=event.pk).house_settings == event.house_settings
    assert Event.objects.get(pk=event.pk).settings.keys() >= before.keys()


def test_the_start_of_a_night_stays_where_a_colleague_put_it(event: Event):
    ann, bob = somebody(event), somebody(event)
    address = part(event, "night")
    before = {**opened(ann, address), "starts_at": "2026-11-21T18:00"}
    ann.post(address, before)
    older = {**opened(bob, address), "starts_at": "2026-11-21T18:00"}

    ann.post(address, {**older, "starts_at": "2026-11-21T19:30"})
    bob.post(address, {**older, "place": "Hall A"})

    now = Event.objects.get(pk=event.pk)
    assert (f"{now.starts_at.astimezone(now.zone):%H:%M}", now.place) == ("19:30", "Hall A")


def test_a_start_with_seconds_stays_to_the_second_when_the_place_changes(event: Event):
    Event.objects.filter(pk=event.pk).update(starts_at=event.starts_at.replace(second=30))
    ann = somebody(event)
    address = part(event, "night")
    older = opened(ann, address)
    older["starts_at"] = f"{older['starts_at']:%Y-%m-%dT%H:%M}"

    ann.post(address, {**older, "place": "Hall A"})

    assert Event.objects.get(pk=event.pk).starts_at.second == 30


def test_a_poker_rule_that_is_reset_on_an_older_page_leaves_the_others(event: Event):
    ann, bob = somebody(event), somebody(event)
    address = part(event, "poker")
    some, others = (list(dict(CONTROLS["entry"][1]))[:count] for count in (1, 2))
    ann.post(address, {"straddles": "true", "entry": some})
    older = opened(bob, address)

    ann.post(address, {"entry": others})
    reset = bob.post(address, {"straddles": "", "entry": some, "shown": older["shown"]})

    assert reset.status_code == 302
    assert {name: len(rule) for name, rule in Event.objects.get(pk=event.pk).house_settings.poker.items()} == {
        "entry": 2
    }


@pytest.mark.parametrize(
    "shown", [None, "", "nonsense", "[1]", '{"rebuy_price": 5}', pytest.param("[" * 5000, id="deep")]
)
def test_a_form_that_does_not_say_what_was_shown_sets_what_it_sends(event: Event, shown: str | None):
    ann = somebody(event)
    address = part(event, "bank")
    sent = opened(ann, address)
    del sent["shown"]

    ann.post(address, {**sent, "rebuy_price": "33.00"})
    ann.post(address, {**sent, "first_stack": "777", **({} if shown is None else {"shown": shown})})

    bank = Event.objects.get(pk=event.pk).house_settings.bank
    assert (bank.rebuy_price, bank.first_stack) == (event.house_settings.bank.rebuy_price, 777)


def test_a_zone_offered_in_place_of_an_unknown_one_is_saved(event: Event):
    Event.objects.filter(pk=event.pk).update(time_zone="Moon/Base")
    ann = somebody(event)

    ann.post(part(event, "night"), opened(ann, part(event, "night")))

    assert Event.objects.get(pk=event.pk).time_zone == "UTC"


@pytest.mark.parametrize("odd", ["[1]", '["x"]', "true", '""', '"x"', "null", "{", "9" * 400])
def test_what_no_page_says_that_it_showed_is_no_fault_of_the_server(event: Event, odd: str):
    ann = somebody(event)
    for step in ("night", "bank", "euchre", "holdem", "tables", "euchre_rules"):
        fields = opened(ann, part(event, step))
        shown = ", ".join(f'"{name}": {odd}' for name in fields if name != "shown")

        answer = ann.post(part(event, step), {**fields, "shown": f"{{{shown}}}"})

        assert answer.status_code in (302, 409, 422)
