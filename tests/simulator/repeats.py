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
from tests.simulator.rights import EVERYBODY, may
from tests.simulator.world import OTHER, World

REUSED = "key_reused"
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
    for other, how in (
        (_with_something_else(press, Random(press.key)), "with something else"),
        (_by_somebody_else(press, world), "by somebody else"),
        (_at_another_night(press, world), "at another night"),
    ):
        if other is None:
            continue
        refused = sent(other, world)
        if _rows() != before:
            yield f"the key {how} changed something"
        if press.is_api and refused.status_code < 400:
            yield f"the key {how} was answered {refused.status_code}"
        if other.body != press.body and _amount(press) and refusal_code(refused) != REUSED:
            yield f"the key {how} was refused as {refusal_code(refused)}"


def _said(answer: HttpResponse) -> Any:
    """What a program reads: the order of names in it means nothing. Some answers say themselves that they replay."""
    told = json.loads(answer.content) if answer.content else None
    return {name: value for name, value in told.items() if name != "is_replay"} if isinstance(told, dict) else told


def _rows() -> dict[str, str]:
    """A replay may raise the night's version: screens read again what is the same."""
    return digest(EventHead)


def _amount(press: Press) -> str:
    """The field of the body that may be one more; empty for none."""
    body: Any = json.loads(press.body or b"null") if press.is_api else None
    if not isinstance(body, dict):
        return ""
    return next((name for name in AMOUNTS if type(body.get(name)) is int), "")


def _with_something_else(press: Press, chance: Random) -> Press | None:
    """An amount is one more; where there is none, another number or another guest stands in the body."""
    body: Any = json.loads(press.body or b"null") if press.is_api else None
    if not isinstance(body, dict):
        return None
    if name := _amount(press):
        return replace(press, body=json.dumps({**body, name: body[name] + 1}).encode())
    names = [name for name, value in body.items() if type(value) is int]
    if not names:
        return None
    name = chance.choice(names)
    return replace(press, body=json.dumps({**body, name: body[name] + 1}).encode())


def _by_somebody_else(press: Press, world: World) -> Press | None:
    """Who may do that as well as whoever has done it."""
    night, roles = may(press.method, press.address.partition("?")[0])
    if roles is EVERYBODY or not night:
        return None
    others = sorted(
        role.value for role in roles if role.value != press.who and roles & world.roles_at(role.value, night)
    )
    return replace(press, who=others[0]) if others else None


def _at_another_night(press: Press, world: World) -> Press | None:
    if press.who != Role.ORGANISER.value or f"/{world.night.code}/" not in press.address:
        return None
    return replace(press, who=OTHER, address=press.address.replace(f"/{world.night.code}/", f"/{world.other.code}/"))
