"""The simulator's table of rights knows every address, and says of each what the product says."""

from __future__ import annotations

import pytest
from django.urls import get_resolver

from eventnight.core.api.base import PUBLIC, EventApiView
from eventnight.core.roles import ALLOWED, Permission, Role
from tests.flows.test_refusals_roles import WRITES, address_of, patterns, permission_of
from tests.simulator.rights import EVERYBODY, held, may

METHODS = ("get", *WRITES)


def addresses() -> list[tuple[str, str, set[Role] | None]]:
    found = []
    for route, pattern in patterns(get_resolver()):
        address, view = address_of(route, "NIGHT"), getattr(pattern.callback, "cls", None)
        if view is not None and issubclass(view, EventApiView):
            asked = [(method.upper(), permission_of(view, method)) for method in METHODS if hasattr(view, method)]
        else:
            asked = [("POST", getattr(pattern.callback, "access", ""))]
        found += [
            (method, address, EVERYBODY if each is PUBLIC else set(ALLOWED[Permission(each)]))
            for method, each in asked
            if each is PUBLIC or each in set(Permission)
        ]
    return found


@pytest.mark.parametrize(("method", "address", "roles"), addresses())
def test_the_table_says_who_may(method: str, address: str, roles: set[Role] | None):
    assert may(method, address) == ("NIGHT", roles)


@pytest.mark.parametrize("step", ["", "on/", "people/"])
def test_a_night_that_is_being_made_has_no_roles(step: str):
    assert may("POST", f"/organise/new/{step}") == ("", EVERYBODY)


def test_an_answer_to_the_wrong_role_and_a_refusal_of_the_right_one_are_told():
    address = "/api/v1/events/NIGHT/bank/rebuys/"

    def told(roles: set[Role], code: str) -> list[str]:
        return list(held("POST", address, lambda night: roles, code))

    assert told({Role.DESK}, "") == []
    assert told({Role.RAFFLE}, "role_missing") == []
    assert "was answered to somebody who is raffle" in told({Role.RAFFLE}, "")[0]
    assert "was answered to somebody who is nobody there" in told(set(), "")[0]
    assert "was refused to somebody who is desk" in told({Role.DESK}, "role_missing")[0]


def test_an_address_that_the_table_does_not_know_is_told():
    assert list(held("GET", "/staff/NIGHT/cellar/", lambda night: {Role.ORGANISER}, "")) == [
        "The table says nothing of staff/cellar/."
    ]
