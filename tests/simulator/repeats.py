"""A press that counted is sent once more; and its key with something else, by somebody else, at another night."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID

from django.http import HttpResponse

from eventnight.core.models import EventHead
from eventnight.core.roles import Role
from tests.simulator.laws import digest
from tests.simulator.presses import Press, refusal_code, sent
from tests.simulator.rights import may
from tests.simulator.world import OTHER, World

REUSED = "key_reused"
NOT_ASKED = "again"
"""Which sale like it somebody knows of: that is why it may count, and not what is asked for."""
AMOUNTS = ("paid", "chips", "count", "tray", "counted", "float_paid")
"""What may be one more without being wrong in itself."""
ONE_IN = 3
"""Of the presses that counted, so many are sent again."""


def is_repeated(press: Press) -> bool:
    """By the press's key, so that it is the same whichever steps are left out."""
    return bool(press.key) and UUID(press.key).int % ONE_IN == 0


def count_once(press: Press, answer: HttpResponse, world: World) -> Iterator[str]:
    """Nothing is counted twice. answer: the first one."""
    before = _rows()
    again = sent(press, world)
    if _rows() != before:
        yield "the same press again changed something"
    if again.status_code >= 400:
        yield f"the same press again was answered {again.status_code}"
    elif press.is_api:
        if again.get("Idempotency-Replayed") != "true":
            yield "the answer does not say that the press was replayed"
        if _said(again) != _said(answer):
            yield "the same press again was answered otherwise"
    elif again.get("Location") != answer.get("Location"):
        yield "the same press again led elsewhere"
    for how, others in (
        ("with something else", _with_something_else(press)),
        ("by somebody else", _by_somebody_else(press, world)),
        ("at another night", _at_another_night(press, world)),
    ):
        for other, code in others:
            refused = sent(other, world)
            if _rows() != before:
                yield f"the key {how} changed something"
            if press.is_api and refused.status_code < 400:
                yield f"the key {how} was answered {refused.status_code}"
            elif code and refusal_code(refused) != code:
                yield f"the key {how} was refused as {refusal_code(refused)}"


def _said(answer: HttpResponse) -> Any:
    """What a program reads: the order of names in it means nothing. Some answers say themselves that they replay."""
    told = json.loads(answer.content) if answer.content else None
    return {name: value for name, value in told.items() if name != "is_replay"} if isinstance(told, dict) else told


def _rows() -> dict[str, str]:
    """A replay may raise the night's version: screens read again what is the same."""
    return digest(EventHead)


Others = Iterator[tuple[Press, str]]
"""Presses under the same key, with the code that must refuse each; empty where any will do."""


def _with_something_else(press: Press) -> Others:
    """One of its numbers is one more: an amount where it has one, which is refused for the key alone."""
    body: Any = json.loads(press.body or b"null") if press.is_api else None
    given = {name: value for name, value in body.items() if name != NOT_ASKED} if isinstance(body, dict) else {}
    numbers = [name for name, value in given.items() if type(value) is int]
    amounts = [name for name in AMOUNTS if name in numbers]
    if numbers:
        name = amounts[0] if amounts else Random(press.key).choice(numbers)
        yield replace(press, body=json.dumps({**body, name: body[name] + 1}).encode()), REUSED if amounts else ""


def _by_somebody_else(press: Press, world: World) -> Others:
    """Who may do that as well as whoever has done it."""
    night, roles = may(press.method, press.address.partition("?")[0])
    others = [role.value for role in sorted(roles or ()) if role.value != press.who]
    able = [who for who in others if roles and roles & world.roles_at(who, night)]
    yield from ((replace(press, who=who), "") for who in able[:1])


def _at_another_night(press: Press, world: World) -> Others:
    here, there = (f"/{night.code}/" for night in (world.night, world.other))
    if press.who == Role.ORGANISER.value and here in press.address:
        yield replace(press, who=OTHER, address=press.address.replace(here, there)), ""
