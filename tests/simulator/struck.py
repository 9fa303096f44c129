"""A press that the computer strikes, and the same press sent again: it is in the books once, whole, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from http import HTTPStatus
from random import Random

from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpResponse

from eventnight.core.fresh.versions import VERSIONS
from eventnight.core.models import EventHead
from tests.simulator import laws
from tests.simulator.ground import BEFORE, BETWEEN, Ground, forget_all
from tests.simulator.judging import READ_ONCE, Judge
from tests.simulator.presses import Press, is_kept, line_of, sent
from tests.simulator.strikes import Killed, Strike
from tests.simulator.world import World

LATER = 3
"""So many steps a late message takes."""


class Struck:
    """Strikes that wait for a press, one night long."""

    def __init__(self, world: World, ground: Ground, judge: Judge, tally: Counter[str]) -> None:
        self._tally = tally
        self._world, self._ground, self._judge = world, ground, judge
        self.begin()

    def begin(self) -> None:
        """Another night: nothing waits."""
        self.armed: list[Strike] = []
        self._late: list[tuple[int, Callable[[], object]]] = []

    def arm(self, kind: str, chance: Random) -> None:
        """The next press that comes to its place is struck."""
        self.armed.append(Strike(kind, chance))

    def pass_step(self) -> None:
        """Late messages come nearer."""
        due = [message for left, message in self._late if left == 0]
        self._late = [(left - 1, message) for left, message in self._late if left]
        for message in due:
            message()

    def send(self, press: Press) -> tuple[HttpResponse, list[str]]:
        """The press as it is struck, then once more. Returns the last answer and what does not hold."""
        self._judge.before(press)
        before, memory = laws.digest(EventHead), self._world.memory()
        was_kept = is_kept(press)
        self._ground.keep(BEFORE)
        with ExitStack() as stack:
            for strike in self.armed:
                stack.enter_context(strike.striking())
            first = self._first(press)
        struck = [strike for strike in self.armed if strike.has_struck]
        self.armed = [strike for strike in self.armed if not strike.has_struck]
        if not struck:
            self._world.say(f"     {line_of(press, first)}")
            return first, self._judge.after(press, first)
        kinds = ", ".join(strike.kind for strike in struck)
        self._world.say(f"     struck, {kinds}: {line_of(press, first)}")
        self._late += [(LATER, message) for strike in struck for message in strike.late]
        connection.close()
        VERSIONS.forget()
        between = laws.digest(EventHead)
        if between == before:
            self._world.recall(memory)
        counted = between != before and not was_kept and is_kept(press)
        told = [*self._of_first(first, struck, changed={each for each in between if between[each] != before[each]})]
        told += self._judge.changes_hold(press)
        self._judge.before(press)
        again = sent(press, self._world)
        self._world.say(f"     sent again: {line_of(press, again)}")
        told += self._judge.after(press, again)
        if counted and (again.status_code >= 400 or laws.digest(EventHead) != between):
            told.append(f"counted, and its repeat answered {again.status_code}")
        # What is done in two parts, as a list kept and then imported, may be ended by the repeat alone.
        whole = [laws.digest(EventHead), *([between] if between != before else [])]
        if again.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            # Where a code is tried, the try is counted before anybody looks: the repeat has to wait, and does nothing.
            told += self._beside_an_unstruck(press, memory, first, None, None)
        else:
            repeat = again if counted or between == before else None
            told += self._beside_an_unstruck(press, memory, first, whole, repeat)
        self._tally[f"struck, {again.status_code // 100}xx"] += 1
        return again, [f"{each} ({kinds}) by {press}" if " by " not in each else each for each in told]

    def tick(self, ticks: Sequence[Callable[[], object]]) -> None:
        """What the workers do twice a second. One that is struck does it again half a second later, as if nothing had
        been.
        """
        for tick in ticks:
            try:
                with ExitStack() as stack:
                    for strike in self.armed:
                        stack.enter_context(strike.striking())
                    tick()
            except (Killed, DatabaseError, InterfaceError):
                if not any(strike.has_struck for strike in self.armed):
                    raise
            if struck := [strike for strike in self.armed if strike.has_struck]:
                self.armed = [strike for strike in self.armed if not strike.has_struck]
                self._late += [(LATER, message) for strike in struck for message in strike.late]
                connection.close()
                VERSIONS.forget()
                self._tally["ticks struck"] += 1
                tick()

    def _first(self, press: Press) -> HttpResponse | None:
        try:
            return sent(press, self._world)
        except Killed:
            connection.close()
            forget_all()
            return None

    def _of_first(self, answer: HttpResponse | None, struck: list[Strike], changed: set[str]) -> Iterator[str]:
        status = answer.status_code if answer is not None else 0
        if status >= 500 and (status != 503 or "Retry-After" not in answer):
            yield f"answered {status} where it was struck{self._judge.origin()}"
        may_have_counted = any(strike.may_have_counted for strike in struck)
        is_refused = 400 <= status < 500
        # What was read from a file is kept for its next sending, whatever is in it.
        halves = changed - READ_ONCE if is_refused else changed
        if halves and (is_refused or not (may_have_counted or 0 < status < 400)):
            yield f"answered {status} and half of it is there"

    def _beside_an_unstruck(
        self,
        press: Press,
        memory: object,
        first: HttpResponse | None,
        whole: Sequence[dict[str, str]] | None,
        again: HttpResponse | None,
    ) -> Iterator[str]:
        """What the same press does at the same moment when nothing strikes it. whole: what may have come of it; None
        where the press is still to be made."""
        after = self._world.memory()
        self._ground.keep(BETWEEN)
        self._ground.put_back(BEFORE)
        self._world.recall(memory)
        sound = sent(press, self._world)
        # PostgreSQL gives no number twice, also where what had it was rolled back.
        if whole is not None and connection.vendor == "sqlite" and laws.digest(EventHead) not in whole:
            yield "struck, it came to something else"
        self._ground.put_back(BETWEEN)
        self._world.recall(after)
        if first is not None and first.status_code not in (503, sound.status_code):
            yield f"answered {first.status_code} where it was struck and {sound.status_code} where not"
        if again is not None and (again.status_code < 400) != (sound.status_code < 400):
            yield f"its repeat answered otherwise, {again.status_code}, than it would have, {sound.status_code}"
