"""What a person or a program sends in a step: made of the API's description, of the forms on pages, of what the night
holds, and of what was sent before.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.test.client import MULTIPART_CONTENT
from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator

from eventnight.core.models import PressKey
from eventnight.core.problems import PROBLEM_TYPE
from tests.flows.test_api import METHODS
from tests.flows.test_refusals_roles import patterns
from tests.fuzz import rude
from tests.fuzz.pages import Form, Page
from tests.simulator.holdings import Holdings
from tests.simulator.world import GUEST, World

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
FIRST_LOOKS = ["/staff/{code}/desk/{player}/", "/staff/{code}/desk/?q={player}", "/staff/{code}/floor/{flight_id}/"]
FIRST_LOOKS += ["/staff/{code}/tables/{table_id}/", "/staff/{code}/tables/{table_id}/play/", "/staff/{code}/raffle/"]
FIRST_LOOKS += ["/staff/{code}/matches/{bracket_id}/{number}/", "/staff/{code}/roulette/{wheel}/"]
FIRST_LOOKS += [f"/staff/{{code}}/floor/{{flight_id}}/?player={{player}}&do={do}" for do in ("move", "bust", "count")]
FIRST_LOOKS += ["/staff/{code}/floor/{flight_id}/?do=race", "/staff/{code}/floor/{flight_id}/?do=hold"]
"""Where people of the staff are most of the night."""
MOST_LINKS = 3
AT_WORK = 0.5
"""How often somebody begins there."""
ODD = 0.25
"""How often something in a press is not as it should be."""
REMEMBERED = 40

_SAID = re.compile(r'(?s)(?:role="alert"|class="error")[^>]*>(.{1,1200}?)</(?:div|ul|section)>')
_TAG = re.compile(r"<[^>]*>")
_ACCOUNTS = re.compile(r"/accounts/")
"""Where somebody leaves a browser or comes to it as another: here each keeps their own."""

Look = Callable[[str, str], Page]
"""The page that somebody sees at an address."""


@dataclass(frozen=True)
class Press:
    """One request. key: of the press, where it carries one. headers: beyond the key and who it is."""

    who: str
    method: str
    address: str
    body: bytes = b""
    content_type: str = JSON
    key: str = ""
    is_api: bool = True
    headers: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        body = self.body if self.content_type != MULTIPART_CONTENT else b"a file"
        return f"{self.who} {self.method} {self.address} {body[:200].decode(errors='replace')}"


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
        self._pages = list(_pages_of_staff())
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
        places = self._holdings.places(path, chance)
        address = path.format_map(places)
        body = self._holdings.known(copy.deepcopy(example), chance, places)
        if chance.random() < ODD:
            body = _odd(chance, body)
        key = str(UUID(int=chance.getrandbits(128), version=4))
        return Press(who, method, address, rude.as_json(body), JSON, key)

    def by_hand(self, who: str, chance: Random) -> Press | None:
        """A form as a browser sends it, found by following links; None where the way ends at no form."""
        start = chance.choice(FIRST_LOOKS if chance.random() < AT_WORK else self._pages)
        places = self._holdings.places(start, chance)
        page = self._look(who, self._world.link if who == GUEST else start.format_map(places))
        for _ in range(chance.randrange(MOST_LINKS)):
            links = [link for link in page.links if not _ACCOUNTS.search(link)]
            if not links:
                break
            page = self._look(who, chance.choice(links))
        forms = [form for form in page.forms if form.is_post and not _ACCOUNTS.search(form.action)]
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
        for name, choices in form.choices.items():
            fields[name] = chance.choice(choices)
        for name in [name for name, choices in form.choices.items() if choices == ["on"] and chance.random() < 0.3]:
            del fields[name]
        for name, value in fields.items():
            if not value and name not in form.choices and chance.random() < 0.85:
                fields[name] = self._holdings.typed(name, chance)
        if chance.random() < ODD:
            name = chance.choice([each for each in fields if each != "request_id"] or ["x"])
            fields[name] = _other_text(chance, name, fields.get(name, ""), self._holdings)
        return Press(who, "POST", form.action, urlencode(fields).encode(), FORM, key, is_api=False)


def _pages_of_staff() -> Iterator[str]:
    """The addresses of pages that staff can open, with their places in braces."""
    for route, pattern in patterns(get_resolver()):
        if route.startswith(("staff/", "organise/<")) and not getattr(pattern.callback, "only_posts", False):
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)


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


def is_kept(press: Press) -> bool:
    """Whether its key is noted as one that counted."""
    return bool(press.key) and PressKey.objects.filter(key=press.key).exists()


def sent(press: Press, world: World) -> HttpResponse:
    """What the press is answered."""
    headers = dict(press.headers) | ({"Idempotency-Key": press.key} if press.key and press.is_api else {})
    if press.is_api and press.who in world.tokens:
        headers["Authorization"] = f"Token {world.tokens[press.who]}"
    client = world.client(press.who)
    return client.generic(press.method, press.address, press.body, press.content_type, headers=headers)


def line_of(press: Press, answer: HttpResponse | None) -> str:
    """Who pressed what, and what came of it. answer: None where the process ended before there was one."""
    if answer is None:
        return f"{press} → no answer: the process ended"
    if answer.status_code < 400:
        return f"{press} → {answer.status_code}"
    return f"{press} → {answer.status_code} {refusal_code(answer)}: {refusal_text(answer)}"


def refusal_text(answer: HttpResponse) -> str:
    """What a refusal says to people; empty where it is said nowhere."""
    if answer.get("Content-Type") == PROBLEM_TYPE:
        return str(answer.json().get("detail", ""))
    said = _SAID.search(answer.content.decode(errors="replace"))
    return " ".join(_TAG.sub(" ", said[1]).split()) if said else ""


def refusal_code(answer: HttpResponse) -> str:
    """The code of a refusal; a page says it in words alone, and is called "refused"."""
    if answer.get("Content-Type") != PROBLEM_TYPE:
        return "refused"
    return str(answer.json()["code"])
