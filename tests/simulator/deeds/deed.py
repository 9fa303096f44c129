"""A deed, and what somebody who is about to do one knows of the night."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Any, TypeVar
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.utils import timezone

from eventnight.core.models import RoleGrant
from eventnight.core.roles import Role
from eventnight.events.models import Event, EventStatus, Player
from tests.simulator.presses import FORM, JSON, Press, line_of, refusal_code, refusal_text, sent
from tests.simulator.world import ON_THE_WAY, World

T = TypeVar("T")
ORGANISER = Role.ORGANISER.value
SIGNER = Role.DESK.value
"""Who signs as the second person beside an organiser."""
PASSWORD = "card-night"
NO_PASSWORD = "card-knight"
"""Typed in its place."""
WRONG = 0.25
"""How often somebody does what must be refused."""
TWICE_WRONG = 0.1
"""How much less often they do so a second time in one press."""
EDGE = 4
"""So many times as often does somebody who tries the edges, as long as they are seldom."""
OF_THE_FLOOR = "overdraft"
"""The ledger's own refusal: it says what an account holds, which whoever counts a drawer later must not know."""

Promise = Callable[[], Iterable[str]]
"""Read after the press has counted: a sentence for each thing that is not as it must be."""


def nothing_more() -> Iterable[str]:
    """The laws of every press are enough."""
    return ()


@dataclass(frozen=True)
class Deed:
    """refused: why the press must be refused; empty where it need not be. must_count: nothing forbids it, and a
    refusal is a fault. promise: what must be true after it has counted. own_code: that of the refusal which a person
    can act on, where the ledger's floor alone would refuse as well.
    """

    press: Press
    refused: str = ""
    must_count: bool = False
    promise: Promise = nothing_more
    own_code: str = ""

    def told(self, answer: HttpResponse) -> Iterator[str]:
        """What did not come of it as it must. Ask right after the press."""
        if answer.status_code >= 400:
            if self.must_count and answer.status_code not in (429, 503):
                code = f"{answer.status_code} {refusal_code(answer)}"
                yield f"{code}, though nothing forbids it, by {self.press}: {refusal_text(answer)}"
            elif self.own_code and refusal_code(answer) == OF_THE_FLOOR:
                yield f"refused as {OF_THE_FLOOR} instead of {self.own_code} by {self.press}"
        elif self.press.method != "GET" and not _counted(answer):
            if self.must_count:
                yield f"a page with a form, though nothing forbids it, by {self.press}"
        elif self.refused:
            yield f"it counted, though {self.refused} by {self.press}"
        else:
            yield from (f"{fault} by {self.press}" for fault in self.promise())


class Evening:
    """The night as it is now, and the chance of one step. It reads the database as a person reads screens and papers:
    rows of models, never the product's own answers to whether something may be done. at_edge: somebody tries things
    that must be refused, also those that hardly ever come.
    """

    def __init__(self, world: World, chance: Random, *, at_edge: bool = False) -> None:
        self.world, self.chance = world, chance
        self._at_edge, self._has_gone_wrong = at_edge, False

    def read_again(self) -> Evening:
        """The same for somebody who has done nothing wrong yet."""
        return Evening(self.world, self.chance, at_edge=self._at_edge)

    @cached_property
    def event(self) -> Event:
        return Event.objects.get(pk=self.world.event.pk)

    @cached_property
    def house(self) -> Any:
        """The settings of the night as they stand."""
        return self.event.house_settings

    def code_of(self, account: int) -> str:
        """How books and log name somebody of the staff; a restored night counts how often it was restored."""
        return f"staff-{account}-r{self.event.restored}" if self.event.restored else f"staff-{account}"

    def needs_second(self, cents: int) -> bool:
        """Whether somebody else signs where so much money goes back or out."""
        return cents >= max(1, int(self.house.bank.second_person_from))

    @cached_property
    def closed(self) -> str:
        """Why the books take nothing; empty while they do."""
        return "the night is closed" if self.event.status == EventStatus.CLOSED else ""

    @property
    def withdrawn(self) -> set[str]:
        """Codes of players who do not play on."""
        players = Player.objects.filter(event=self.event, withdrawn_at__isnull=False)
        return set(players.values_list("code", flat=True))

    def works(self, who: str) -> bool:
        """Whether somebody of the staff has at the night as it is the role that they go by."""
        user = self.world.users[who]
        return user is not None and RoleGrant.objects.filter(event=self.event, user=user, role=who).exists()

    def is_of_staff(self, who: str) -> bool:
        """Whether somebody has any role at the night as it is: whoever was invited may have said yes meanwhile."""
        user = self.world.users[who]
        return user is not None and RoleGrant.objects.filter(event=self.event, user=user).exists()

    def is_wrong(self, share: float = WRONG) -> bool:
        """Whether somebody does now what must be refused; mostly once, since what is refused first hides the rest."""
        if self._has_gone_wrong:
            return self.chance.random() < share * TWICE_WRONG
        self._has_gone_wrong = self.chance.random() < (1 - (1 - share) ** EDGE if self._at_edge else share)
        return self._has_gone_wrong

    def one_of(self, some: Iterable[T]) -> T | None:
        """One of them; None where there is none. Give rows in an order of their own."""
        found = list(some)
        return self.chance.choice(found) if found else None

    def signed(self) -> dict[str, str]:
        """A second person beside the organiser, as a program sends it."""
        user = self.world.users[SIGNER]
        assert user is not None
        return {"second": user.username, "password": PASSWORD}

    def program(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        who: str = ORGANISER,
        headers: Mapping[str, str] | None = None,
    ) -> Press:
        """A request to the API. path: below the night's own, with the slash at its end."""
        address = f"/api/v1/events/{self.event.code}/{path}"
        sent = b"" if body is None else json.dumps(body).encode()
        return Press(who, method, address, sent, JSON, self._key(), headers=tuple((headers or {}).items()))

    def form(self, path: str, fields: Mapping[str, object], *, who: str = ORGANISER, beneath: str = "staff") -> Press:
        """A form as a browser sends it. path: below /staff/ or /organise/ and the night's code. fields: as text, a
        sequence for a field that comes several times; the press's key is added.
        """
        key = self._key()
        sent = {**fields, "request_id": key}
        return Press(
            who,
            "POST",
            f"/{beneath}/{self.event.code}/{path}",
            urlencode(sent, doseq=True).encode(),
            FORM,
            key,
            is_api=False,
        )

    def upload(self, path: str, fields: Mapping[str, object], *, method: str = "POST", is_api: bool = True) -> Press:
        """A file, and what is sent with it, by the organiser. fields: with the file as an UploadedFile."""
        front = "/api/v1/events" if is_api else "/organise"
        body = encode_multipart(BOUNDARY, dict(fields))
        address = f"{front}/{self.event.code}/{path}"
        return Press(ORGANISER, method, address, body, MULTIPART_CONTENT, self._key(), is_api=is_api)

    def ask(self, press: Press) -> HttpResponse:
        """What somebody reads, or does on the way."""
        answer = sent(press, self.world)
        self.world.say(f"     on the way: {line_of(press, answer)}")
        return answer

    def phone_number(self) -> str:
        """What a phone adds to a pack."""
        return sha256(str(self.chance.random()).encode()).hexdigest()

    def _key(self) -> str:
        return str(UUID(int=self.chance.getrandbits(128), version=4))


def unless(stands_in_the_way: Callable[[Evening], bool], make: Make) -> Make:
    """The same deed, of which nothing is promised while something may stand in its way."""

    def made(night: Evening) -> Deed | None:
        deed = make(night)
        return replace(deed, must_count=False) if deed is not None and stands_in_the_way(night) else deed

    return made


def arrival() -> datetime:
    """When a press that is made now arrives."""
    return timezone.now() + timedelta(seconds=ON_THE_WAY)


Make = Callable[[Evening], Deed | None]
"""Makes one deed of a kind; None where the night offers no way to do it."""
Deeds = Mapping[str, Make]
Always = tuple[Callable[[Event], Iterable[str]], ...]
"""Laws of a part: a sentence for each thing that is not as it must be, whatever was done before."""


def differences(what: str, expected: Mapping[Any, Any], found: Mapping[Any, Any]) -> Iterator[str]:
    """A sentence for each that is another."""
    for name in sorted({*expected, *found}, key=str):
        if expected.get(name) != found.get(name):
            yield f"{what} {name} is {found.get(name)!r}, not {expected.get(name)!r}"


def _counted(answer: HttpResponse) -> bool:
    """A page that shows its form again has not taken it, and neither has one that asks who that is."""
    if "/sign-in/" in answer.get("Location", ""):
        return False
    if answer.status_code >= 300 or "json" in answer.get("Content-Type", ""):
        return True
    return answer.streaming or not answer.content
