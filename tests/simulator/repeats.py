"""A press that counted is sent once more, and once more with something else under its key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpResponse

from eventnight.core.models import EventHead
from tests.simulator.laws import digest
from tests.simulator.presses import Press, sent
from tests.simulator.world import World

AMOUNTS = ("paid", "chips", "count", "tray")
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
    other = _with_another_amount(press)
    if other is None:
        return
    refused = sent(other, world)
    if _rows() != before:
        yield "the key with another amount changed something"
    if refused.status_code < 400 or refused.json().get("code") != "key_reused":
        yield f"the key with another amount was answered {refused.status_code}"


def _said(answer: HttpResponse) -> Any:
    """What a program reads: the order of names in it means nothing. Some answers say themselves that they replay."""
    told = json.loads(answer.content) if answer.content else None
    return {name: value for name, value in told.items() if name != "is_replay"} if isinstance(told, dict) else told


def _rows() -> str:
    """A replay may raise the night's version: screens read again what is the same."""
    return digest(EventHead)


def _with_another_amount(press: Press) -> Press | None:
    body: Any = json.loads(press.body or b"null") if press.is_api else None
    if not isinstance(body, dict):
        return None
    name = next((name for name in AMOUNTS if isinstance(body.get(name), int)), "")
    return replace(press, body=json.dumps({**body, name: body[name] + 1}).encode()) if name else None
