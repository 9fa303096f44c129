"""Whose write it is not, is told whose it is: every address with every role, and good presses that prove them real."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIClient

from eventnight.core.api.base import PUBLIC, EventApiView
from eventnight.core.roles import ALLOWED, Permission, Role
from tests.flows.nights import OpenNight
from tests.flows.pressing import nothing_changes, press_api, press_page, refusal_in
from tests.flows.refused import HAND, TEAM_4_WINS, raffle_opened

pytestmark = pytest.mark.django_db

WRITES = ("post", "put", "patch", "delete")
HELPERS = [role for role in Role if role != Role.ORGANISER]
"""Whoever may do some things and not others."""

PRESSES = [
    (Permission.SELL, "{code}/bank/rebuys/", {"player": "P001", "paid": 1000}),
    (Permission.CHECK_IN, "{code}/players/P001/sign-ups/", {"kind": "euchre"}),
    (Permission.RUN_MATCHES, "{code}/brackets/{bracket}/matches/1/result/", TEAM_4_WINS),
    (Permission.RUN_TABLES, "{code}/tables/{table}/hands/", HAND),
    (Permission.RUN_RAFFLE, "{code}/raffle/sales/", {"player": "P001", "paid": 1000}),
    (Permission.SET_UP, "{code}/status/", {"move": "open"}),
]
"""A write of each kind as its own staff would send it."""

PAGE_PRESSES = [
    (Permission.SELL, "/staff/{code}/desk/P001/rebuy/", {"quantity": 1, "shown": 1}),
    (Permission.CLOSE_TILL, "/staff/{code}/till/open/", {"float_paid": "50.00"}),
    (Permission.CHECK_IN, "/staff/{code}/players/P001/check-in/undo/", {}),
    (Permission.RUN_MATCHES, "/staff/{code}/matches/{bracket}/1/call/", {}),
    (Permission.RUN_FLOOR, "/staff/{code}/floor/{flight}/clock/pause/", {}),
    (Permission.RUN_TABLES, "/staff/{code}/tables/{table}/seats/3/sit/", {"player": "P001", "chips": 100}),
    (Permission.RUN_RAFFLE, "/staff/{code}/raffle/buckets/", {"item": "Quilt", "prizes": 1}),
    (Permission.SET_UP, "/organise/{code}/setup/open/open/", {}),
]


def patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from patterns(entry, route)
        else:
            yield route, entry


def address_of(route: str, code: str) -> str:
    """The route with the night's code and something at every other place."""
    route = route.replace("<str:code>", code)
    return "/" + re.sub(r"<(\w+):\w+>", lambda place: "1" if place[1] == "number" else "x", route)


def page_addresses(code: str) -> list[tuple[Permission, str]]:
    """Every page of staff with the permission that it asks for."""
    found = [(getattr(pattern.callback, "access", ""), route) for route, pattern in patterns(get_resolver())]
    return [(Permission(access), address_of(route, code)) for access, route in found if access in set(Permission)]


def api_addresses(code: str) -> list[tuple[Permission, str, str]]:
    """Every write of the API with the permission that it asks for."""
    found = []
    for route, pattern in patterns(get_resolver()):
        view = getattr(pattern.callback, "cls", None)
        if view is None or not issubclass(view, EventApiView):
            continue
        for method in WRITES:
            permission = permission_of(view, method)
            if hasattr(view, method) and permission is not PUBLIC:
                found.append((permission, method, address_of(route, code)))
    return found


def permission_of(view: type[EventApiView], method: str) -> Any:
    """What the view asks for; a property looks at the method."""
    asked = view()
    asked.request = SimpleNamespace(method=method.upper())
    return asked.permission


def must_name_the_roles(answer: HttpResponse, permission: Permission) -> None:
    refusal = refusal_in(answer)
    assert (refusal.status, refusal.code) == (403, "role_missing")
    assert [role.label for role in ALLOWED[permission] if role.label not in refusal.message] == []
    assert "Ask the organiser" in refusal.message


def signed_in(client: Client, user: User | None) -> Client:
    if user is not None:
        client.force_login(user)
    return client


@pytest.mark.parametrize("role", HELPERS)
def test_no_page_opens_to_a_role_that_it_is_not_for(role: Role):
    night = OpenNight()
    client = signed_in(Client(), night.staff(role))
    closed = [(permission, path) for permission, path in page_addresses(night.code) if role not in ALLOWED[permission]]

    with nothing_changes():
        for permission, path in closed:
            must_name_the_roles(client.post(path, {"request_id": uuid4()}), permission)

    assert len(closed) > 30


@pytest.mark.parametrize("role", HELPERS)
def test_no_write_of_the_api_is_open_to_a_role_that_it_is_not_for(role: Role):
    night = OpenNight()
    client = signed_in(APIClient(), night.staff(role))
    closed = [write for write in api_addresses(night.code) if role not in ALLOWED[write[0]]]

    with nothing_changes():
        for permission, method, path in closed:
            must_name_the_roles(getattr(client, method)(path, {}, format="json"), permission)

    assert len(closed) > 30


def test_nobody_writes_without_signing_in():
    night = OpenNight()
    stranger, program = Client(), APIClient()

    with nothing_changes():
        for _, path in page_addresses(night.code):
            answer = stranger.post(path, {"request_id": uuid4()})
            assert (answer.status_code, answer["Location"].startswith("/accounts/sign-in/?next=")) == (302, True), path
        for _, method, path in api_addresses(night.code):
            answer = getattr(program, method)(path, {}, format="json")
            assert refusal_in(answer).code == "not_authenticated", path
            assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Token")


def test_a_role_at_another_night_is_no_role_at_this_one():
    night, other = OpenNight(), OpenNight()
    dan = other.staff(Role.ORGANISER)

    with nothing_changes():
        page = press_page(dan, f"/staff/{night.code}/desk/P001/rebuy/", {"quantity": 1, "shown": 1})
        answer = press_api(dan, f"{night.code}/bank/rebuys/", {"player": "P001", "paid": 1000})

    must_name_the_roles(page, Permission.SELL)
    must_name_the_roles(answer, Permission.SELL)


@pytest.mark.parametrize(("permission", "path", "body"), PRESSES, ids=[press[0] for press in PRESSES])
@pytest.mark.parametrize("role", list(Role))
def test_the_same_write_is_done_for_its_own_roles_and_refused_to_the_others(
    role: Role, permission: Permission, path: str, body: dict[str, Any]
):
    night = OpenNight()
    raffle_opened(night)
    user, address = night.staff(role), night.fill(path)

    if role in ALLOWED[permission]:
        assert press_api(user, address, body).status_code in (200, 201)
    else:
        with nothing_changes():
            answer = press_api(user, address, body)
        must_name_the_roles(answer, permission)


@pytest.mark.parametrize(("permission", "path", "fields"), PAGE_PRESSES, ids=[press[0] for press in PAGE_PRESSES])
@pytest.mark.parametrize("role", list(Role))
def test_the_same_form_is_taken_from_its_own_roles_and_refused_to_the_others(
    role: Role, permission: Permission, path: str, fields: dict[str, Any]
):
    night = OpenNight()
    raffle_opened(night)
    user, address = night.staff(role), night.fill(path)

    if role in ALLOWED[permission]:
        assert press_page(user, address, fields).status_code == 302
    else:
        with nothing_changes():
            answer = press_page(user, address, fields)
        must_name_the_roles(answer, permission)
