"""A page that no longer shows the form that was sent still says why it was refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.answers import press
from tests.factories import make_event, make_staff
from tests.raffle.nights import DICE, RaffleNight, placed_night
from tests.raffle.pages import CLOSING, brought
from tests.tournaments.nights import drawn_bracket
from tournaments.models import SeedOrder

pytestmark = pytest.mark.django_db

REFUSED = (400, 409, 422)
PLACES = {"player": "P001", "till": "T1", "bucket": "B1", "prize": "B1", "number": 1, "sequence": 1, "attempt": 0}

STAGES: dict[str, list[Callable[[RaffleNight], object]]] = {
    "open": [],
    "frozen": [lambda night: night.freeze()],
    "drawn": [lambda night: night.freeze_and_roll(), lambda night: night.draw()],
}


@pytest.mark.parametrize("stage", STAGES)
def test_every_form_that_is_refused_at_a_stage_of_the_night_is_answered_with_the_reason(stage: str):
    night, staff = _night_at(stage)

    answers = {address: press(staff, address, **_sent(night)) for address in _addresses(night)}

    refused = {address: answer for address, answer in answers.items() if answer.status_code in REFUSED}
    assert len(refused) > 10
    assert [address for address, answer in refused.items() if not _reasons(answer)] == []


def test_an_open_night_that_is_to_reopen_says_why_it_cannot():
    night, staff = _night_at("open")

    answer = press(staff, f"/organise/{night.event.code}/closing/reopen/", **_sent(night))

    [reason] = _reasons(answer)
    assert (answer.status_code, "only a night that is closed can reopen" in reason) == (409, True), reason


@pytest.mark.parametrize(
    ("stage", "form", "sentence"),
    [
        ("open", "reopen", "Close the sales first"),
        ("open", "open", "was opened at"),
        ("frozen", "pots", "closed"),
        ("frozen", "buckets", "closed"),
        ("frozen", "freeze", "closed"),
        ("drawn", "reopen", "Go on with the prizes"),
    ],
)
def test_what_the_raffle_refuses_out_of_its_stage_is_an_alert_once(stage: str, form: str, sentence: str):
    night, staff = _night_at(stage)

    answer = press(staff, f"/staff/{night.event.code}/raffle/{form}/", **_sent(night))

    [reason] = _reasons(answer)
    assert (answer.status_code, sentence in reason) == (409, True), reason


def test_a_field_left_empty_in_a_form_that_is_gone_is_named_without_a_link_or_an_offer_to_enter_it_again():
    night, staff = _night_at("drawn")

    answer = press(staff, f"/staff/{night.event.code}/raffle/promise/")

    [reason] = _reasons(answer)
    assert "Reason" in reason
    assert "This page no longer has the form that was sent." in reason
    assert "<a " not in reason
    assert "enter it again" not in reason


@pytest.mark.parametrize(
    ("stage", "status", "sentence"),
    [("open", 400, "Close the sales first"), ("drawn", 409, "another would be another draw")],
)
def test_dice_that_come_out_of_their_time_are_refused_aloud(stage: str, status: int, sentence: str):
    night, staff = _night_at(stage)

    answer = press(staff, f"/staff/{night.event.code}/raffle/entropy/", **brought(night, "6 " * 20))

    assert answer.status_code == status
    [reason] = _reasons(answer)
    assert sentence in reason


def test_a_till_that_is_open_says_since_when_to_whoever_opens_it_again():
    event, staff = make_event(), Client()
    staff.force_login(make_staff(event))
    address = f"/staff/{event.code}/till/open/"
    assert press(staff, address, float_paid="50.00").status_code == 302

    answer = press(staff, address, float_paid="50.00")

    [reason] = _reasons(answer)
    assert (answer.status_code, "Till T1 has been open since" in reason) == (409, True), reason


@pytest.mark.parametrize("form", ["draw", "draw-pairs"])
def test_a_bracket_that_is_drawn_says_so_to_whoever_draws_it_or_its_pairs_again(form: str):
    bracket, staff = drawn_bracket(4), Client()
    staff.force_login(make_staff(bracket.event))

    answer = press(
        staff, f"/staff/{bracket.event.code}/matches/{bracket.pk}/setup/{form}/", order_by=SeedOrder.SHUFFLE.value
    )

    [reason] = _reasons(answer)
    assert (answer.status_code, "drawn" in reason) == (409, True), reason


def _night_at(stage: str) -> tuple[RaffleNight, Client]:
    night, staff = placed_night(), Client()
    for step in STAGES[stage]:
        step(night)
    staff.force_login(make_staff(night.event))
    return night, staff


def _sent(night: RaffleNight) -> dict[str, Any]:
    """What the forms of the raffle ask for, all in one; forms of other pages lack what they need."""
    calls = brought(night, DICE.removeprefix("dice:"), shown=DICE)
    bucket = {"item": "Quilt", "donor": "Quilters", "value": "250", "prizes": "1", "pot_percent": "50"}
    return bucket | CLOSING | calls | {"reason": "One table was still writing", "name": "Pot", "method": "verifiable"}


def _addresses(night: RaffleNight) -> list[str]:
    """Every page of staff and organiser that a place of this night fills."""
    known = {"code": night.event.code} | PLACES
    routes = (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route) for route in _routes(get_resolver()))
    ours = [route for route in routes if route.startswith(("staff/{code}/", "organise/{code}/"))]
    return ["/" + route.format(**known) for route in ours if set(re.findall(r"{(\w+)}", route)) <= known.keys()]


def _routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from _routes(pattern, route)


def _reasons(answer: Any) -> list[str]:
    """The sentences of the alerts on a page."""
    page = answer.content.decode()
    return re.findall(r"data-(?:form-errors|refusal)>(.*?)</div>", page, flags=re.S)
