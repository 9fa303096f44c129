"""What a person or a program sends in a step: made of the API's description, of the forms on pages, of what the night
holds, and of what was sent before.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from drf_spectacular.generators import SchemaGenerator

from tests.flows.test_api import METHODS
from tests.fuzz import rude
from tests.fuzz.pages import Form, Page
from tests.simulator.holdings import Holdings
from tests.simulator.world import GUEST, World

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
STARTS = ["/e/{code}/", "/staff/{code}/", "/staff/{code}/desk/?q={player}", "/staff/{code}/desk/{player}/"]
STARTS += ["/staff/{code}/players/{player}/", "/staff/{code}/chips/", "/staff/{code}/till/", "/staff/{code}/raffle/"]
STARTS += ["/staff/{code}/matches/", "/staff/{code}/matches/{bracket}/{number}/", "/staff/{code}/floor/{flight}/"]
STARTS += [f"/staff/{{code}}/floor/{{flight}}/?player={{player}}&do={do}" for do in ("move", "bust", "count", "race")]
STARTS += ["/staff/{code}/floor/{flight}/?do=hold", "/staff/{code}/tables/", "/staff/{code}/tables/{table}/"]
STARTS += ["/organise/{code}/setup/", "/organise/{code}/closing/", "/organise/{code}/fund/"]
"""Where somebody begins who looks for a form."""
MOST_LINKS = 3
REMEMBERED = 40

Look = Callable[[str, str], Page]
"""The page that somebody sees at an address."""


@dataclass(frozen=True)
class Press:
    """One request. key: of the press, where it carries one."""

    who: str
    method: str
    address: str
    body: bytes = b""
    content_type: str = JSON
    key: str = ""
    is_api: bool = True

    def __str__(self) -> str:
        return f"{self.who} {self.method} {self.address} {self.body[:200].decode(errors='replace')}"


class Presses:
    """Makes presses for the steps of one night, and remembers them for those that send one again."""

    def __init__(self, world: World, look: Look) -> None:
        self._world, self._holdings, self._look = world, Holdings(world), look
        description = SchemaGenerator().get_schema(public=True)
        self._operations = {
            f"{method.upper()} {path}": (path, method.upper(), _example_of(operation))
            for path, by_method in description["paths"].items()
            for method, operation in by_method.items()
            if method in METHODS
        }
        self.sent: list[Press] = []

    @property
    def operations(self) -> list[str]:
        return list(self._operations)

    def begin(self) -> None:
        self.sent.clear()

    def remember(self, press: Press) -> None:
        """It may be sent again."""
        self.sent = [*self.sent[1 - REMEMBERED :], press]

    def by_program(self, who: str, operation: str, chance: Random) -> Press:
        """A request to the API: its example with what the night holds, and now and then something odd."""
        path, method, example = self._operations[operation]
        address = self._holdings.filled(path, chance)
        body = self._holdings.known(copy.deepcopy(example), chance)
        if chance.random() < 0.35:
            body = _odd(chance, body)
        key = str(UUID(int=chance.getrandbits(128), version=4))
        return Press(who, method, address, rude.as_json(body), JSON, key)

    def by_hand(self, who: str, chance: Random) -> Press | None:
        """A form as a browser sends it, found by following links; None where the way ends at no form."""
        address = self._world.link if who == GUEST else self._holdings.filled(chance.choice(STARTS), chance)
        page = self._look(who, address)
        for _ in range(chance.randrange(MOST_LINKS)):
            links = [link for link in page.links if "/sign-out" not in link]
            if not links:
                break
            page = self._look(who, chance.choice(links))
        forms = [form for form in page.forms if form.is_post and "/sign-" not in form.action]
        return self._typed(who, chance.choice(forms), chance) if forms else None

    def again(self, who: str, chance: Random) -> Press | None:
        """What was sent before: once more, by somebody else, or with something else under the same key."""
        if not self.sent:
            return None
        press, way = chance.choice(self.sent), chance.random()
        if way < 0.6:
            return press
        if way < 0.75:
            return replace(press, who=who)
        other = chance.choice(self.sent)
        return replace(
            press, body=other.body, address=other.address, method=other.method, content_type=other.content_type
        )

    def _typed(self, who: str, form: Form, chance: Random) -> Press:
        fields = {name: value for name, value in form.fields.items() if name != "csrfmiddlewaretoken"}
        key = ""
        if "request_id" in fields:
            key = fields["request_id"] = str(UUID(int=chance.getrandbits(128), version=4))
        for name, value in fields.items():
            if not value and name != "request_id" and chance.random() < 0.8:
                fields[name] = self._holdings.typed(name, chance)
        if chance.random() < 0.4:
            name = chance.choice([each for each in fields if each != "request_id"] or ["x"])
            fields[name] = _other_text(chance, name, fields.get(name, ""), self._holdings)
        return Press(who, "POST", form.action, urlencode(fields).encode(), FORM, key, is_api=False)


def _example_of(operation: dict[str, Any]) -> Any:
    content = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
    return content.get("example", {})


def _other_text(chance: Random, name: str, value: str, holdings: Holdings) -> str:
    if value.isdecimal() or not value:
        return str(chance.choice(_near(int(value[:15] or 0)))) if chance.random() < 0.8 else holdings.word(name, chance)
    return chance.choice((holdings.word(name, chance), "", value[:-1], chance.choice(rude.TEXTS)))


def _odd(chance: Random, body: Any) -> Any:
    """The body with a number beside itself, or something rude."""
    places = list(_numbers(body))
    if not places or chance.random() < 0.2:
        return rude.rude_body(chance, body)
    inside, name = chance.choice(places)
    inside[name] = chance.choice(_near(inside[name]))
    return body


def _near(number: int) -> list[int]:
    """The numbers where faults live."""
    return [0, 1, number - 1, number + 1, number * 2, 2, 3, 5, 7, 1002, -1, 10**12]


def _numbers(body: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(body, dict | list):
        for name, value in body.items() if isinstance(body, dict) else enumerate(body):
            if isinstance(value, int) and not isinstance(value, bool):
                yield body, name
            else:
                yield from _numbers(value)


def headers_of(press: Press, tokens: dict[str, str]) -> dict[str, str]:
    """The headers of a press by a program."""
    headers = {"Idempotency-Key": press.key} if press.key else {}
    if press.who in tokens:
        headers["Authorization"] = f"Token {tokens[press.who]}"
    return headers
