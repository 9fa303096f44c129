"""Every address with every method: the API has no fault of the server, and no browser is left with an empty page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.urls import get_resolver

from eventnight.core.problems import PROBLEM_TYPE
from eventnight.core.values.numbers import MOST
from eventnight.core.web.methods import takes_only_posts
from tests.core.test_access import addresses
from tests.deep import some
from tests.fuzz.night import FuzzedNight

pytestmark = pytest.mark.django_db

METHODS = ("OPTIONS", "HEAD", "TRACE", "PUT", "PATCH", "DELETE", "POST", "GET", "PROPFIND")
ELSEWHERE = ("/admin/", "/static/")
OTHERS = {"ending": "csv", "view": "clock", "part": "clock", "hand": 1, "key": "x", "numbers": "1", "token": "x"}


def all_addresses(night: FuzzedNight) -> Iterator[str]:
    """Each address of the site once, with what there is in its places, or 1."""
    for route in routes():
        yield filled(route, night)


def filled(route: str, night: FuzzedNight) -> str:
    known = OTHERS | night.places_of(route)
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda place: str(known.get(place[1], 1)), route)


def routes() -> list[str]:
    """Each address of the site with the names of its places."""
    return ["/" + re.sub(r"^\^|\\Z$|\$$", "", route) for route, _ in addresses(get_resolver())]


def test_every_method_at_every_address_of_the_api_is_answered():
    night, faults = FuzzedNight(), []

    for address in some(each for each in all_addresses(night) if each.startswith("/api/")):
        with night.taken_back():
            for method in METHODS:
                for caller in ("organiser", "nobody"):
                    answer = night.client(caller).generic(method, address, b"{}", "application/json")
                    is_problem = answer.get("Content-Type") == PROBLEM_TYPE
                    if answer.status_code >= 500 or (answer.status_code >= 400 and not is_problem):
                        faults.append(f"{answer.status_code} {answer.get('Content-Type')}: {caller} {method} {address}")

    assert faults == []
    night.must_be_clean()


def test_a_number_beyond_every_column_is_an_unknown_address_for_every_method():
    night, faults = FuzzedNight(), []
    numbered = [each for each in routes() if "<number:" in each]

    for route in some(numbered):
        for digits in (str(MOST + 1), "9" * 5000):
            address = filled(re.sub("<number:[^>]+>", digits, route), night)
            with night.taken_back():
                for method in ("GET", "POST"):
                    answer = night.client("superuser").generic(method, address, b"{}", "application/json")
                    if answer.status_code != 404:
                        faults.append(f"{answer.status_code}: {method} {address:.100}")

    assert faults == []
    assert len(numbered) > 100
    assert not any("<int:" in each for each in routes())


@pytest.fixture
def _each_address_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pattern is tried at every character of a long address."""
    resolver = get_resolver()
    monkeypatch.setattr(resolver, "resolve", cache(resolver.resolve))


@pytest.mark.usefixtures("_each_address_is_looked_up_once")
@pytest.mark.parametrize("length", [151, 60_000])
def test_a_text_longer_than_any_code_never_fails(length: int):
    night, faults = FuzzedNight(), []

    places = [(route, place) for route in routes() for place in re.findall("<(?:str|slug|path):[^>]+>", route)]
    for route, place in some(places):
        address = filled(route.replace(place, "x" * length), night)
        with night.taken_back():
            for method in ("GET", "POST"):
                answer = night.client("organiser").generic(method, address, b"{}", "application/json")
                if answer.status_code >= 500:
                    faults.append(f"{answer.status_code}: {method} {route} {place}")

    assert faults == []


def test_a_number_that_nothing_has_is_never_a_page():
    night, shown = FuzzedNight(), []

    places = [(route, place) for route in routes() for place in re.findall("<number:[^>]+>", route)]
    for route, place in some(places):
        address = filled(route.replace(place, "987654321"), night)
        with night.taken_back():
            if night.client("organiser").get(address).status_code == 200:
                shown.append(address)

    assert shown == []


def test_no_address_leaves_a_browser_with_an_empty_page():
    night, empty, refused = FuzzedNight(), [], 0

    for address in some(each for each in all_addresses(night) if not each.startswith((*ELSEWHERE, "/api/"))):
        with night.taken_back():
            for method in ("GET", "PUT", "DELETE"):
                for caller in ("organiser", "nobody"):
                    answer = night.client(caller).generic(method, address)
                    if answer.status_code != 405:
                        continue
                    refused += 1
                    if "data-refusal" not in answer.content.decode() or not answer["Allow"]:
                        empty.append(f"{caller} {method} {address}")
                    if method == "GET" and not takes_only_posts(address):
                        empty.append(f"{address} does not say that it only takes what a form sends")

    assert empty == []
    assert refused > 30
