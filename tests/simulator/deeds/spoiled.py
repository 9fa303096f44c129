"""Deeds of every part with one word of them spoiled: what only looks like a number, and text that nothing can keep."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

from tests.simulator.deeds.deed import Deed, Deeds, Evening, Make
from tests.simulator.presses import FORM, JSON, Press

NO_NUMBERS = ("²", "1e3", "٣", "1_000", "9" * 30, "one", "+")
"""What is typed where a form asks for a whole number, and is none."""
UNKEEPABLE = ("Ada\x00", "Ada\ud83c", "\udc00")
NOT_COUNTED = ("request_id", "shown", "version", "seen_version", "again", "reference")
"""Fields of a form that nobody types, and what is called a number and may have letters."""


def of(deeds: Mapping[str, Make]) -> Deeds:
    """deeds: of a part, by name."""
    makes = list(deeds.values())

    def spoil(night: Evening) -> Deed | None:
        deed = night.chance.choice(makes)(night)
        return _spoiled(deed.press, night.chance) if deed is not None and not deed.refused else None

    return {"a word of it is spoiled": spoil}


def _spoiled(press: Press, chance: Random) -> Deed | None:
    if press.content_type == FORM and press.body:
        return _spoiled_form(press, chance)
    if press.content_type != JSON or not press.body:
        return None
    body = json.loads(press.body)
    places = list(_words(body))
    if not places:
        return None
    inside, name = chance.choice(places)
    value = inside[name]
    if isinstance(value, str):
        inside[name], why = chance.choice(UNKEEPABLE), "it holds text that cannot be kept"
    else:
        inside[name] = chance.choice((str(value), f"{value}.00", value + 0.5, float(value), True, [value], 10**30))
        why = f"{inside[name]!r} is not a whole number"
    return Deed(replace(press, body=json.dumps(body).encode()), why)


def _spoiled_form(press: Press, chance: Random) -> Deed | None:
    fields = parse_qsl(press.body.decode(), keep_blank_values=True)
    numbers = [place for place, (name, value) in enumerate(fields) if value.isdecimal() and name not in NOT_COUNTED]
    if not numbers:
        return None
    place = chance.choice(numbers)
    name, _ = fields[place]
    fields[place] = (name, chance.choice(NO_NUMBERS))
    return Deed(replace(press, body=urlencode(fields).encode()), f"{fields[place][1]!r} is no {name}")


def _words(body: Any) -> Iterator[tuple[Any, Any]]:
    """Every whole number and every text in it, as where it stands."""
    if isinstance(body, dict | list):
        for name, value in body.items() if isinstance(body, dict) else enumerate(body):
            if type(value) in (int, str):
                yield body, name
            else:
                yield from _words(value)
