"""The world of a simulated night: the night, another beside it, everybody who comes to their doors, and the time."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from unittest.mock import patch

import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from rest_framework.authtoken.models import Token

from eventnight.calls.services import end_calls_of_empty_tables
from eventnight.core.models import RoleGrant
from eventnight.core.roles import Role
from eventnight.events.models import Event, Player
from eventnight.events.services import allow_events
from tables.models import Table
from tables.services import charge_due_seats, deal_and_time_out
from tests.factories import NOW, make_user
from tests.flows.nights import OpenNight
from tests.flows.refused import raffle_opened
from tests.simulator.network import known_network
from tests.tables.playing import do, pay, start
from tournaments.services import dealt
from tournaments.services.clock import tick
from tournaments.services.clock.wall_time import Reading, WallWatch
from tournaments.services.hands.dealt import look_after_flights

OTHER = "other night's organiser"
GUEST, STRANGER = "guest", "stranger"
NO_ROLE = "no role"
WORKERS = 2
ON_THE_WAY = 1
"""Seconds from the making of a press to its arrival."""
A_MOMENT = timedelta(microseconds=37_214)
"""After the full second, as moments are."""


@dataclass(frozen=True, slots=True)
class Memory:
    chance: tuple[Any, ...]
    cookies: dict[str, str]
    watches: list[dict[str, Any]]


class World:
    """Who and what there is when a night begins. Made once; `begin` starts another night in it.

    stirred: how often anybody did something or the time was moved: as long as it stays, nothing was left behind.
    say: takes a line for each step and each press of a night; nobody listens unless it is set.
    """

    def __init__(self) -> None:
        self.stirred = 0
        self.say: Callable[[str], object] = len
        self.night, self.other = _open_night("Lakeside Hall"), _open_night("Harbour Rooms")
        _hand_over(self.other.table_row)
        users: dict[str, Any] = {role.value: self.night.staff(role) for role in Role}
        users |= {OTHER: self.other.staff(Role.ORGANISER), NO_ROLE: make_user(), STRANGER: None, GUEST: None}
        self.users: dict[str, User | None] = users
        # Whoever runs the installation lets an account make nights.
        allow_events(users[Role.ORGANISER.value])
        self.tokens = {name: Token.objects.create(user=user).key for name, user in users.items() if user}
        self._first_event = self.night.event
        self._clients = {name: Client(raise_request_exception=False) for name in users}
        for name, user in users.items():
            if user is not None:
                self._clients[name].force_login(user)
        self._cookies = {name: client.cookies.output(header="") for name, client in self._clients.items()}

    @property
    def event(self) -> Event:
        return self.night.event

    @property
    def codes(self) -> tuple[str, str]:
        """Of the night and the other one."""
        return self.night.code, self.other.code

    @property
    def link(self) -> str:
        """The address on the guest's card."""
        return f"/p/{Player.objects.get(event=self.event, code='P001').token}/"

    def move_to(self, event: Event) -> None:
        """The night goes on as this one, which was restored under its code."""
        self.night.event = event

    def begin(self) -> None:
        """It is the moment when the doors open, and every browser is as it was then."""
        self.night.event = self._first_event
        for name, client in self._clients.items():
            client.cookies = SimpleCookie(self._cookies[name])
        self._uptime = self._set_by = 0.0
        self.stirred = 0
        self._watches = [WallWatch(self._read) for _ in range(WORKERS)]

    def memory(self) -> Memory:
        """What is not in the database: the chance of the computer, every browser's cookies, and what each worker knows
        of the time.
        """
        cookies = {name: client.cookies.output(header="") for name, client in self._clients.items()}
        return Memory(self._chance.getstate(), cookies, [_known_by(watch) for watch in self._watches])

    def recall(self, memory: Memory) -> None:
        """As it was then."""
        self._chance.setstate(memory.chance)
        for name, client in self._clients.items():
            client.cookies = SimpleCookie(memory.cookies[name])
        for watch, known in zip(self._watches, memory.watches, strict=True):
            vars(watch).update({name: copy(value) for name, value in known.items()})

    def roles_at(self, who: str, code: str) -> set[Role]:
        """What the person is at the night of that code."""
        held = RoleGrant.objects.filter(user=self.users[who], event__code=code.upper())
        return {Role(role) for role in held.values_list("role", flat=True)} if self.users[who] else set()

    def client(self, who: str) -> Client:
        """The person's browser or program, which is about to be used."""
        self.stirred += 1
        return self._clients[who]

    def pass_time(self, seconds: float) -> None:
        """That much later."""
        self.stirred += 1
        self._traveller.shift(timedelta(seconds=seconds))
        self._uptime += seconds

    def set_time(self, seconds: float) -> None:
        """Somebody sets the computer's time of day; no time passes."""
        self.stirred += 1
        self._traveller.shift(timedelta(seconds=seconds))
        self._set_by += seconds

    @property
    def is_time_set(self) -> bool:
        """Whether the computer's time of day is another than it was when the doors opened, and what has passed."""
        return self._set_by != 0

    @property
    def uptime(self) -> float:
        """Seconds that really passed since the doors opened."""
        return self._uptime

    def tick(self) -> None:
        """What each worker does every few seconds, one after the other."""
        self.stirred += 1
        for work in self.ticks():
            work()

    def ticks(self) -> list[Callable[[], int]]:
        """The ticks of all workers: each looks at the tables whose seats are charged, at the clocks and at calls."""
        return [partial(_looked, watch) for watch in self._watches]

    @contextmanager
    def in_its_time(self, seed: int) -> Iterator[None]:
        """Inside it is the evening of the night, and what is made by chance is made by the seed."""
        self._chance = Random(f"computer {seed}")
        with (
            time_machine.travel(NOW + A_MOMENT, tick=False) as self._traveller,
            patch.object(os, "urandom", self._chance.randbytes),
            patch.object(random, "_urandom", self._chance.randbytes),
            known_network(),
        ):
            yield

    def _read(self) -> Reading:
        return Reading(timezone.now(), self._uptime)


def _hand_over(table: Table) -> None:
    """A hand that was played there, action by action, and paid out."""
    start(table)
    do(table, "fold")
    pay(table)


def _looked(watch: WallWatch) -> int:
    """Returns how many tables, matches, clocks and calls there were."""
    looked = deal_and_time_out(read_now=timezone.now) + dealt.deal_and_time_out(read_now=timezone.now)
    looked += look_after_flights(read_now=timezone.now)
    looked += charge_due_seats(read_now=timezone.now) + tick.announce_due_levels(watch=watch)
    return looked + end_calls_of_empty_tables(read_now=timezone.now)


def _known_by(watch: WallWatch) -> dict[str, Any]:
    """A worker's memory of the time, apart from how it reads and its lock."""
    return {name: copy(value) for name, value in vars(watch).items() if name not in ("_read", "_lock")}


def _open_night(place: str) -> OpenNight:
    """A small night in which every part is open, and every guest has an address to write to."""
    night = OpenNight()
    raffle_opened(night)
    assert all((night.bracket, night.table, night.bet, night.flight))
    night.event.name = f"Card night at {place}"
    night.event.save(update_fields=["name"])
    for guest in night.event.players.select_related("person"):
        guest.person.email = f"{guest.code.lower()}@{place.split()[0].lower()}.example"
        guest.person.save(update_fields=["email"])
    return night
