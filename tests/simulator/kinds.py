"""Kinds of deeds: where one is sent, with why it must be refused, or else with what is filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

from django.urls import Resolver404, resolve

from tests.simulator.deeds.deed import Deed
from tests.simulator.presses import FORM, JSON, Press

_PARTICULAR = re.compile(r"'[^']*'|\[[^]]*]|\{[^}]*}|\S*\d\S*")
_CHOICE = re.compile(r"[a-z_-]{1,20}")
"""A value that is one of a few, such as a means of payment."""
NOT_TYPED = ("request_id", "shown", "version", "seen_version")


def kind_of(deed: Deed, *, by_another: bool) -> str:
    """The same for two deeds that differ in numbers and names alone. by_another: whose work it may not be."""
    door = door_of(deed.press)
    if by_another:
        return f"{door}: by another"
    if deed.refused:
        return f"{door}: {' '.join(_PARTICULAR.sub('', deed.refused).split())}"
    return f"{door} with {' '.join(sorted(filled_in(deed.press)))}"


def door_of(press: Press) -> str:
    """What is asked for, wherever in the night."""
    try:
        found = resolve(press.address.partition("?")[0])
    except Resolver404:
        return f"{press.method} nowhere"
    chosen = [value for value in found.kwargs.values() if isinstance(value, str) and _CHOICE.fullmatch(value)]
    return " ".join([press.method, found.view_name, *chosen])


def filled_in(press: Press) -> set[str]:
    """The fields that are not empty, with what was chosen where it is one of a few things."""
    return {re.sub(r"\d", "", _told(name, value)) for name, value in _fields(press) if value and name not in NOT_TYPED}


def _fields(press: Press) -> Iterator[tuple[str, Any]]:
    if press.content_type == FORM:
        yield from parse_qsl(press.body.decode())
    elif press.content_type == JSON and press.body:
        sent = json.loads(press.body)
        yield from sent.items() if isinstance(sent, dict) else ()


def _told(name: str, value: Any) -> str:
    is_choice = isinstance(value, str) and _CHOICE.fullmatch(value)
    return f"{name}={value}" if is_choice else name
