"""Seats and blinds that a house's rules refuse: in the set-up of a night, at a new table, and for a tournament."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from eventnight.events.models import Event
from tables.models import Table
from tests.answers import entered, text_of
from tests.factories import make_event, make_staff
from tournaments.models import HoldemTournament

pytestmark = pytest.mark.django_db

SET_UP = [
    pytest.param("biska", "tables", "seats", 7, "6 sit at a table at most, not 7", marks=pytest.mark.rule("BIS-3")),
    pytest.param("biska", "holdem", "seats_per_table", 7, "6 sit at a table at most", marks=pytest.mark.rule("BIS-3")),
    pytest.param("biska", "holdem", "final_seats", 10, "6 sit at a table at most", marks=pytest.mark.rule("BIS-3")),
    pytest.param("biska", "tables", "small_blind", 10, "Take 5/10", marks=pytest.mark.rule("BIS-5")),
    pytest.param(
        "washburn",
        "holdem",
        "seats_per_table",
        9,
        "8 sit at a table of a first flight",
        marks=pytest.mark.rule("WAS-3"),
    ),
    pytest.param("washburn", "tables", "small_blind", 300, "Take 250/500", marks=pytest.mark.rule("WAS-5")),
]


def signed_in(event: Event) -> Client:
    """The organiser's browser."""
    client = Client()
    client.force_login(make_staff(event))
    return client


def settings_of(event: Event) -> Any:
    return Event.objects.get(pk=event.pk).house_settings


def by_page(event: Event, step: str, **changes: object) -> HttpResponse:
    """The form of a step as it comes, but for the changes."""
    client, address = signed_in(event), reverse("events:setup_step", args=[event.code, step])
    return client.post(address, {**entered(client.get(address)), **changes})


def by_program(event: Event, **changes: object) -> HttpResponse:
    return signed_in(event).patch(f"/api/v1/events/{event.code}/settings/", changes, "application/json")


def opened_by_program(event: Event, **facts: object) -> HttpResponse:
    address, headers = f"/api/v1/events/{event.code}/tables/poker/", {"Idempotency-Key": str(uuid4())}
    return signed_in(event).post(address, facts, "application/json", headers=headers)


@pytest.mark.parametrize(("house", "section", "setting", "value", "told"), SET_UP)
def test_the_set_up_refuses_what_is_beyond_the_house(house: str, section: str, setting: str, value: int, told: str):
    event = make_event(house)
    before = settings_of(event)

    page, program = by_page(event, section, **{setting: value}), by_program(event, **{section: {setting: value}})

    assert (page.status_code, program.status_code) == (422, 422)
    assert told in text_of(page)
    assert told in program.json()["detail"]
    assert program.json()["rules"]
    assert settings_of(event) == before


@pytest.mark.parametrize(
    ("house", "rule"),
    [
        pytest.param("washburn", "WAS-5", marks=pytest.mark.rule("WAS-5")),
        pytest.param("biska", "BIS-5", marks=pytest.mark.rule("BIS-5")),
    ],
)
def test_a_level_whose_small_blind_is_not_half_is_refused_by_its_number(house: str, rule: str):
    event = make_event(house)
    small = settings_of(event).holdem.levels[1].small_blind

    page = by_page(event, "holdem", **{"form-1-big_blind": small * 3})

    assert page.status_code == 422
    assert "holdem.levels[2] does not fit the house" in text_of(page)
    assert f"#{rule}" in page.content.decode()


@pytest.mark.rule("BIS-3", "WAS-5", "BIS-5")
@pytest.mark.parametrize(
    ("house", "facts", "code", "rules"),
    [
        ("biska", {"seats_count": 7}, "too_many_seats", ["BIS-3"]),
        ("biska", {"small_blind": 5, "big_blind": 20}, "small_blind_not_half", ["BIS-5"]),
        ("washburn", {"small_blind": 200, "big_blind": 500}, "small_blind_not_half", ["WAS-5"]),
    ],
)
def test_a_new_table_beyond_the_house_is_refused(house: str, facts: dict[str, int], code: str, rules: list[str]):
    event = make_event(house)

    refused = opened_by_program(event, **facts)
    client, address = signed_in(event), reverse("tables:open_poker", args=[event.code])
    form = client.get(address).context["form"]
    shown = {field.html_name: field.value() for field in form if field.value() is not None}
    page = client.post(address, shown | {form.add_prefix(name): value for name, value in facts.items()})

    assert (refused.status_code, refused.json()["code"], refused.json()["rules"]) == (422, code, rules)
    assert page.status_code == 422
    assert "By the rules of" in text_of(page)
    assert not Table.objects.filter(event=event).exists()


@pytest.mark.rule("WAS-3")
def test_a_tournament_of_a_night_that_was_set_before_its_house_had_bounds_is_refused_too():
    event = make_event("washburn")
    event.settings["holdem"]["seats_per_table"] = 9
    event.save()

    refused = signed_in(event).post(f"/api/v1/events/{event.code}/holdem/", {}, "application/json")

    assert (refused.status_code, refused.json()["code"], refused.json()["rules"]) == (422, "house_settings", ["WAS-3"])
    assert not HoldemTournament.objects.filter(event=event).exists()


@pytest.mark.rule("BIS-3")
def test_an_organiser_may_let_more_sit_at_the_tables_of_the_night():
    event = make_event("biska")

    page = by_page(event, "poker", most_seats="8")
    opened = opened_by_program(event, seats_count=8)
    refused = opened_by_program(event, seats_count=9)

    assert page.status_code == 302
    assert (opened.status_code, refused.status_code) == (201, 422)
    assert settings_of(event).poker == {"most_seats": 8}


@pytest.mark.rule("WAS-3")
def test_the_final_of_the_washburn_night_seats_more_than_its_flights():
    event = make_event("washburn")

    assert (settings_of(event).holdem.seats_per_table, settings_of(event).holdem.final_seats) == (8, 10)
    assert by_program(event, holdem={"final_seats": 9}).status_code == 200
