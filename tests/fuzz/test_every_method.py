"""Every address with every method: the API has no fault of the server, and no browser is left with an empty page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.urls import get_resolver

from eventnight.core.methods import takes_only_posts
from eventnight.core.problems import PROBLEM_TYPE
from tests.core.test_access import addresses
from tests.fuzz.night import FuzzedNight

pytestmark = pytest.mark.django_db

METHODS = ("OPTIONS", "HEAD", "TRACE", "PUT", "PATCH", "DELETE", "POST", "GET", "PROPFIND")
ELSEWHERE = ("/admin/", "/static/")
OTHERS = {"ending": "csv", "view": "clock", "part": "clock", "hand": 1, "key": "x", "numbers": "1", "token": "x"}


def all_addresses(night: FuzzedNight) -> Iterator[str]:
    """Each address of the site once, with what there is in its places, or 1."""
    for route, _ in addresses(get_resolver()):
        plain = "/" + re.sub(r"^\^|\\Z$|\$$", "", route)
        known = OTHERS | night.places_of(plain)
        yield re.sub(r"<(?:\w+:)?(\w+)>", lambda place, known=known: str(known.get(place[1], 1)), plain)


def test_every_method_at_every_address_of_the_api_is_answered():
    night, faults = FuzzedNight(), []

    for address in (each for each in all_addresses(night) if each.startswith("/api/")):
        with night.taken_back():
            for method in METHODS:
                for caller in ("organiser", "nobody"):
                    answer = night.client(caller).generic(method, address, b"{}", "application/json")
                    is_problem = answer.get("Content-Type") == PROBLEM_TYPE
                    if answer.status_code >= 500 or (answer.status_code >= 400 and not is_problem):
                        faults.append(f"{answer.status_code} {answer.get('Content-Type')}: {caller} {method} {address}")

    assert faults == []
    night.must_be_clean()


def test_no_address_leaves_a_browser_with_an_empty_page():
    night, empty, refused = FuzzedNight(), [], 0

    for address in (each for each in all_addresses(night) if not each.startswith((*ELSEWHERE, "/api/"))):
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
    assert refused > 100
