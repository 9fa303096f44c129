"""Pages and reads that are looked at when a night is over: each opens, changes nothing, asks no more than before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from eventnight.core.roles import Role
from tests.simulator.ground import forget_all
from tests.simulator.presses import Press
from tests.simulator.world import GUEST, STRANGER, World

VISITS = 10
"""After each night."""
VISITORS = [Role.ORGANISER.value] * 6 + [role.value for role in Role] + [GUEST, STRANGER]
BEGINS = ("e/", "staff/", "organise/", "api/v1/events/<str:code>/")
COUNTED = ["/staff/{code}/players/", "/staff/{code}/desk/", "/organise/{code}/books/", "/organise/{code}/audit/"]
COUNTED += ["/api/v1/events/{code}/bank/entries/", "/api/v1/events/{code}/bank/accounts/"]
COUNTED += ["/api/v1/events/{code}/players/", "/api/v1/events/{code}/raffle/tickets/"]
"""Lists, which must not ask the database more often because a night was long."""
MORE = 6
"""Queries for kinds of things that were not there when the doors opened."""
_PLACE = re.compile(r"<(?:\w+:)?(\w+)>")


def addresses() -> list[str]:
    """Every address of a night, with its places in braces."""
    return sorted({"/" + _PLACE.sub(r"{\1}", route) for route in _routes(get_resolver()) if route.startswith(BEGINS)})


def visits(chance: Random, every: list[str]) -> Iterator[tuple[str, str]]:
    """Who looks at which address."""
    for address in chance.sample(every, VISITS):
        yield chance.choice(VISITORS), address


def queries_of(world: World) -> dict[str, int]:
    """How often each of the counted pages asks the database when nobody has asked for it before."""
    client, counts = world.client(Role.ORGANISER.value), {}
    for address in COUNTED:
        forget_all()
        headers = {"Authorization": f"Token {world.tokens[Role.ORGANISER.value]}"} if "/api/" in address else {}
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address.format(code=world.event.code), headers=headers)
        if answer.status_code == 200:
            counts[address] = len(asked)
    forget_all()
    return counts


def ask_no_more(before: dict[str, int], after: dict[str, int]) -> Iterator[str]:
    """Each page against itself at the beginning."""
    for address, count in after.items():
        if count > before.get(address, count) + MORE:
            yield f"{address} asks {count} times, and asked {before[address]} times"


def looked(who: str, address: str) -> Press:
    """The visit as the judge tells of it."""
    return Press(who, "GET", address, is_api=address.startswith("/api/"))


def _routes(node: URLResolver, begun: str = "") -> Iterator[str]:
    for pattern in node.url_patterns:
        route = begun + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from _routes(pattern, route)
