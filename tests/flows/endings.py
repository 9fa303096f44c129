"""Nights brought to their end, and short ways to close them."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from eventnight.bank.models import VarianceApproval
from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.night.selectors.closing.checks import BooksProof, Check, closing_checks
from eventnight.night.selectors.tonight import tonight
from eventnight.night.services.closing import approve_line
from tests.factories import NOW, actor_with
from tests.pressing import together

JSON = "application/json"
PROVEN = BooksProof(entries=10**9, faults=0)
"""Books that were worked out again and add up."""


def checks_of(event: Event, proof: BooksProof | None = PROVEN) -> list[Check]:
    """The close-out list."""
    return closing_checks(tonight(event, NOW), proof)


def red_lines(event: Event) -> list[str]:
    """What stands in the way of closing."""
    return [check.label for check in checks_of(event) if check.is_red]


def line_of(event: Event, key: str) -> Check:
    [found] = [check for check in checks_of(event) if check.key == key]
    return found


def shown_in(event: Event, key: str) -> dict[str, int]:
    """What the page shows as left in a line, amounts by subject."""
    return {each.subject: each.amount for each in line_of(event, key).left}


def approve(event: Event, key: str, **given: Any) -> list[VarianceApproval]:
    """Two people let everything that is left in a line stay as it is."""
    facts: dict[str, Any] = {
        "shown": shown_in(event, key),
        "reason": "The chips were lost under the stage",
        "press": Press(actor_with(event), NOW, uuid4(), actor_with(event, Role.DESK)),
    }
    return approve_line(event=event, key=key, **together({**facts, **given}))


def approve_everything(event: Event) -> None:
    """Two people let every red line stay as it is."""
    for check in checks_of(event):
        if check.is_red:
            approve(event, check.key)


def two_of_staff(event: Event) -> tuple[Actor, Actor]:
    """An organiser and somebody of the desk."""
    return actor_with(event), actor_with(event, Role.DESK)


def organise(event: Event, *parts: object) -> str:
    """The address of an organiser's page."""
    return "/".join(["/organise", event.code, *map(str, parts), ""])


def hidden(answer: HttpResponse, name: str) -> str:
    """The value of a hidden field on the page."""
    found = re.search(rf'name="{name}" value="([^"]*)"', answer.content.decode())
    assert found, f"the page has no hidden {name}"
    return found[1]


def send(client: Client, address: str, key: object = None, **given: object) -> Any:
    """A program's post, under that key or one of its own."""
    return client.post(address, given, content_type=JSON, headers={"Idempotency-Key": str(key or uuid4())})
