"""Holds every law after each press, each page and each move of the computer."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from random import Random

from django.core.signals import got_request_exception
from django.http import HttpResponse
from django.utils import timezone

from eventnight.core.models import AuditRecord, EventHead, PressKey
from eventnight.core.roles import Role
from eventnight.events.models import Event, RosterUpload
from tests.fuzz.night import origin_of
from tests.simulator import laws, repeats, rights, visits
from tests.simulator.books import Books, Keys
from tests.simulator.clocks import Clocks, Shown
from tests.simulator.deeds.calls.laws import no_call_waits_at_an_empty_table
from tests.simulator.deeds.dealt_flights import workers_have_dealt
from tests.simulator.deeds.tables.charged import all_are_booked
from tests.simulator.freshness import Kept, Screens
from tests.simulator.holdings import Holdings
from tests.simulator.presses import Press, refusal_code, sent
from tests.simulator.remembering import Remembered, Tables
from tests.simulator.secrecy import Secrets
from tests.simulator.shown import is_shown
from tests.simulator.world import World
from tournaments.models import BlindClock, ClockEvent

ASKED = 5
"""After one of so many presses that counted, the laws of the whole night are asked; after all when it is over."""
COUNTED = 4
"""After one of so many nights it is counted how often pages ask the database."""
UNSEEN = (AuditRecord, PressKey)
"""Rows that no screen shows as they come: the log, and which presses were made."""

READ_ONCE = {model._meta.db_table for model in (RosterUpload, EventHead)}


def changed_though_refused(before: Mapping[str, str], after: Mapping[str, str]) -> set[str]:
    """The kinds of rows that a refused press has changed. What was read from a file is kept for its next sending, also
    where nobody of it comes in.
    """
    changed = {table for table, digest in after.items() if before[table] != digest}
    return changed - READ_ONCE if changed >= READ_ONCE else changed


class Judge:
    """Watches one night at a time. What it gives are the sentences of laws that do not hold."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._raised: BaseException | None = None
        self._books, self._keys, self._clocks, self._secrets = Books(), Keys(), Clocks(), Secrets(world)
        self._remembered, self._kept, self._screens = Remembered(), Kept(world), Screens()
        self._holdings, self._addresses = Holdings(world), visits.addresses()
        with world.in_its_time(0):
            world.begin()
            self._queries = visits.queries_of(world)

    def begin(self) -> None:
        """A night begins."""
        self._clocks.begin(timezone.now())
        self._clock_rows: tuple[str, ...] = ()
        self.begin_again()
        self._had: dict[tuple[str, str], set[Role]] = {}

    def begin_again(self) -> None:
        """The night goes on, and its rows have other numbers."""
        self._books.begin(self._world.event)
        self._keys.begin(self._world.event)
        self._kept.begin()
        self._secrets.begin()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Inside, what a request raises is noticed."""
        got_request_exception.connect(self._keep)
        try:
            with self._screens.watched():
                yield
        finally:
            got_request_exception.disconnect(self._keep)

    def on_the_way(self) -> Iterator[str]:
        """Somebody did this and that so that a press can be made; what it did is not looked at by itself."""
        self._keys.claimed()
        yield from (f"{fault} on the way to a press" for fault in self._books.settled())

    def before(self, press: Press) -> None:
        """A press is about to be sent."""
        self._digest, self._versions = laws.digest(), laws.versions()
        self._had = {(press.who, code): self._world.roles_at(press.who, code) for code in self._world.codes}
        self._screens.begin()
        self._books.before(press)

    def after(self, press: Press, answer: HttpResponse) -> list[str]:
        """The press was answered."""
        told = self.of_answer(press, answer)
        if told:
            return told
        self._now = laws.digest()
        if answer.status_code >= 400:
            left = changed_though_refused(self._digest, self._now)
            return [f"{answer.status_code} changed {' and '.join(sorted(left))} by {press}"] if left else []
        return [f"{fault} by {press}" for fault in self._of_success(press, answer)]

    def changes_hold(self, *presses: Press, ticked: bool = False) -> list[str]:
        """What is true of whatever has changed since `before`, which so many presses may have done. ticked: the workers
        have looked at the clocks, too, of both nights.
        """
        self._now = laws.digest()
        faults = [*self._of_nights(len(presses), ticked=ticked), *self._of_keys(self._keys.claimed(), *presses)]
        faults += [*self._books.settled(), *self._of_clocks(self._now, ticked=ticked)]
        return [f"{fault} by {' and '.join(map(str, presses))}" for fault in faults]

    def of_answer(self, press: Press, answer: HttpResponse) -> list[str]:
        """What is true of any answer, a page that was only looked at too."""
        content = answer.content if not answer.streaming else b"".join(answer.streaming_content)
        is_api = press.address.startswith("/api/v1/events")
        told = [*laws.answer_is_planned(answer.status_code, answer.get("Content-Type", ""), is_api=is_api)]
        told += laws.nothing_is_told_too_early(content, self._world.event)
        told += self._secrets.are_kept(press.who, answer, content)
        if not _was_led_on(answer):
            told += self._of_rights(press, answer)
        where = self.origin() if answer.status_code >= 500 else ""
        return [f"{each}{where} by {press}" for each in told]

    def _of_rights(self, press: Press, answer: HttpResponse) -> Iterator[str]:
        def roles(night: str) -> set[Role]:
            # Whoever gives a role away had it when they did.
            return self._world.roles_at(press.who, night) | self._had.get((press.who, night), set())

        if "/sign-in/" not in answer.get("Location", ""):
            code = refusal_code(answer) if answer.status_code >= 400 else ""
            yield from rights.held(press.method, press.address.partition("?")[0], roles, code)

    def origin(self) -> str:
        """Where the last error came from."""
        return f" {origin_of(self._raised)}" if self._raised else ""

    def moved(self, *, ticked: bool) -> list[str]:
        """The computer did something of its own. ticked: the workers have looked at the clocks."""
        now = laws.digest()
        held = [*laws.night_holds(self._world.event, now, self._remembered)]
        if ticked:
            event = Event.objects.get(pk=self._world.event.pk)
            for law in (all_are_booked, no_call_waits_at_an_empty_table, workers_have_dealt):
                held += law(event)
        return [*held, *self._books.unmoved(), *self._of_clocks(now, ticked=ticked)]

    def over(self, seed: int) -> Iterator[str]:
        """The night is over."""
        for event in self._nights():
            yield from laws.night_holds(event, laws.tables(), self._remembered)
        chance, before = Random(f"visits {seed}"), laws.digest(AuditRecord)
        for who, place in visits.visits(chance, self._addresses):
            press = visits.looked(who, place.format_map(self._holdings.places(place, chance)))
            yield from self.of_answer(press, sent(press, self._world))
            # That somebody took an archive with them is noted.
            if laws.digest(AuditRecord) != before:
                yield f"looking changed something by {press}"
        yield from is_shown(self._world, chance)
        if not chance.randrange(COUNTED):
            yield from visits.ask_no_more(self._queries, visits.queries_of(self._world))

    def _of_clocks(self, now: Tables, *, ticked: bool) -> Iterator[str]:
        """now: the tables as they are. ticked: whether the worker has just looked; a program then asks, too, for one of
        the clocks that run.
        """
        rows = tuple(now[model._meta.db_table] for model in (BlindClock, ClockEvent))
        if not ticked and rows == self._clock_rows:
            return
        self._clock_rows, running = rows, []
        for flight, shown, fault in self._clocks.look(
            self._world.event, timezone.now(), self._world.uptime, ticked=ticked
        ):
            yield from filter(None, [fault])
            if ticked and shown.is_running:
                running.append((flight, shown))
        if running:
            yield from self._program_is_told(*running[int(self._world.uptime) % len(running)])

    def _program_is_told(self, flight: int, shown: Shown) -> Iterator[str]:
        address = f"/api/v1/events/{self._world.event.code}/holdem/flights/{flight}/clock/"
        answer = sent(Press(Role.ORGANISER.value, "GET", address), self._world)
        told = answer.json()
        if answer.status_code == HTTPStatus.OK and shown.differs_from(told):
            yield f"the API tells of a clock {told['level']['position']}, {told['seconds_left']} s, not {shown}"

    def _of_success(self, press: Press, answer: HttpResponse) -> Iterator[str]:
        is_asked = not Random(f"laws {press.key}").randrange(ASKED)
        yield from self._of_nights(1, is_asked=is_asked)
        claimed = self._keys.claimed()
        yield from self._of_keys(claimed, press)
        yield from self._books.after(press, is_new=bool(claimed))
        yield from self._of_clocks(self._now, ticked=False)
        changed = self._changed()
        # Nobody looks yet at a night that was only made by it.
        yield from self._screens.are_told({code: changed[code] for code in changed if code in self._versions})
        yield from self._kept.look(Random(f"kept {press.key}"))
        if press.key in claimed and repeats.is_repeated(press):
            yield from repeats.count_once(press, answer, self._world)

    def _of_nights(self, presses: int, *, is_asked: bool = True, ticked: bool = False) -> Iterator[str]:
        changed = self._changed()
        nights = [event for event in self._nights() if event.code in changed]
        for event in nights if is_asked else ():
            yield from laws.night_holds(event, self._now, self._remembered)
        if ticked:
            # A tick tells both nights, and notes the time without telling any.
            return
        if len(nights) > presses:
            yield "one press changed two nights"
        if not changed and laws.without(self._now, *UNSEEN) != laws.without(self._digest, *UNSEEN):
            yield "something changed, and no screen is told"

    def _nights(self) -> tuple[Event, Event]:
        return self._world.night.event, self._world.other.event

    def _changed(self) -> dict[str, int]:
        """The nights that have changed since the press, by code, with the versions that they have now."""
        return {code: version for code, version in laws.versions().items() if self._versions.get(code) != version}

    def _of_keys(self, claimed: set[str], *presses: Press) -> Iterator[str]:
        yield from self._keys.are_there()
        bodies = [press.body.decode(errors="replace") for press in presses]
        sent = {press.key for press in presses}
        if any(key not in body for key in claimed - sent for body in bodies):
            yield "a key was claimed that nobody sent"

    def _keep(self, **given: object) -> None:
        self._raised = sys.exception()


def _was_led_on(answer: HttpResponse) -> bool:
    return bool(getattr(answer, "redirect_chain", None))
