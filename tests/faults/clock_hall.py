"""A hall full of blind clocks, who presses them, and what each must show: the function of its moves, and true time."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.utils import timezone
from rest_framework.authtoken.models import Token

from engine.tournament.clock import ClockMove, ClockState, make_move
from engine.tournament.clock import TimedMove as Move
from tests.bench.nights import make_clocks
from tests.faults.comparing import Row
from tournaments.models import BlindClock, ClockEvent, ClockKind, LevelAnnouncement

RUNNING, PRESSED, PAUSED, BREAKS = 200, 10, 20, 20
"""So many run, of which staff press some; so many are paused; so many are in a break or come to one, half of each."""
LEVEL, LONG = 4, 36_000
"""Seconds of a level, and of the one after which nothing more happens."""
PAUSED_AT = 5_000
INTO_BREAK = 1_000
ANSWER_SECONDS = 15
BETWEEN_PRESSES = 0.15
PATIENCE = 120.0
LATE = timedelta(seconds=3)
"""So late an announcement may still be under way when the clocks are compared."""
SAME_STEP = timedelta(seconds=1)
MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Press:
    """One press of staff, in the computer's time. version: of the clock that was promised; None where none was."""

    clock: int
    move: str
    sent: datetime
    answered: datetime
    version: int | None


class ClockHall:
    """The clocks of one database, made once and set up again for each trial.

    now: the computer's time, which a trial may set; the time of this process stays true.
    """

    def __init__(self) -> None:
        make_clocks(RUNNING + PAUSED + BREAKS)
        # Those of flights that were never seated have no staff to press them.
        self._numbers = list(BlindClock.objects.filter(running_since__isnull=False).values_list("pk", flat=True))
        user = User.objects.create(username="floor-of-the-clocks", is_superuser=True)
        self.token = Token.objects.create(user=user).key
        self.shift = timedelta(0)

    def now(self) -> datetime:
        return timezone.now() + self.shift

    @transaction.atomic
    def arm(self) -> None:
        """Every clock as if it had just been set up: no moves, and no level to announce before the next."""
        rows = BlindClock.objects.filter(pk__in=self._numbers).select_related("flight__tournament__event")
        # The tick is at work all the while.
        self.clocks = list(rows.select_for_update(of=("self",)).order_by("pk"))
        LevelAnnouncement.objects.all().delete()
        ClockEvent.objects.all().delete()
        self.shift, self.began = timedelta(0), timezone.now()
        for number, clock in enumerate(self.clocks):
            self._arm(clock, number)
        BlindClock.objects.bulk_update(self.clocks, _ARMED)

    def _arm(self, clock: BlindClock, number: int) -> None:
        planned = clock.planned_levels
        rest = next(place for place, level in enumerate(planned) if level.is_break)
        in_break, to_break = RUNNING + PAUSED, RUNNING + PAUSED + BREAKS // 2
        is_paused = RUNNING <= number < in_break
        clock.level_seconds = [LEVEL] * (len(planned) - 1) + [LONG]
        clock.elapsed_ms = PAUSED_AT if is_paused else 0
        clock.pauses_for_breaks = number >= to_break
        if number >= in_break:
            clock.level_seconds[rest] = LONG
            before = rest * LEVEL * 1000
            clock.elapsed_ms = before - LEVEL * 1000 if number >= to_break else before + INTO_BREAK
        clock.running_since = None if is_paused else self.began
        clock.last_read_at, clock.version, clock.is_told = self.began, 1, True
        clock.away_from = clock.away_until = clock.away_seconds = None
        state, clock.announced = clock.anchor, 0
        ends = 0
        for level in clock.levels:
            clock.announced += 1
            ends += level.milliseconds
            if ends > state.elapsed_ms:
                break
        clock.due_at = None if is_paused else self.began + timedelta(milliseconds=ends - state.elapsed_ms)

    def settle(self) -> None:
        """Return once the tick has come back to every running clock and nothing is due. Raises RuntimeError."""
        end = time.monotonic() + PATIENCE
        while not self._is_quiet():
            if time.monotonic() > end:
                raise RuntimeError("the tick did not come back to all clocks")
            time.sleep(0.2)

    def _is_quiet(self) -> bool:
        now = self.now()
        try:
            running = BlindClock.objects.filter(running_since__isnull=False)
            waiting = running.filter(last_read_at__lt=now - timedelta(seconds=10)).exists()
            ahead = running.filter(last_read_at__gt=now + timedelta(seconds=10)).exists()
            return not waiting and not ahead and not running.filter(due_at__lt=now - LATE / 2).exists()
        except (DatabaseError, InterfaceError):
            connection.close()
            return False


_ARMED = [
    "elapsed_ms",
    "running_since",
    "version",
    "announced",
    "due_at",
    "last_read_at",
    "is_told",
    "level_seconds",
    "pauses_for_breaks",
    "away_from",
    "away_until",
    "away_seconds",
]


class Floor:
    """Staff who pause and resume the first clocks in turn, until they are told to stop."""

    def __init__(self, hall: ClockHall, url: str) -> None:
        self.presses: list[Press] = []
        self._hall, self._address = hall, urlsplit(url).netloc
        self._closing = threading.Event()
        self._threads = [threading.Thread(target=self._press, args=(half,), daemon=True) for half in range(2)]

    def __enter__(self) -> Floor:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Nobody presses any more; who waits for an answer gets one, or gives up."""
        self._closing.set()
        for thread in self._threads:
            thread.join(2 * ANSWER_SECONDS)

    def _press(self, half: int) -> None:
        mine, moves = self._hall.clocks[half:PRESSED:2], ("pause", "resume")
        for number in range(10_000):
            if self._closing.is_set():
                return
            self.presses.append(self._ask(mine[number % len(mine)], moves[number // len(mine) % 2]))
            time.sleep(BETWEEN_PRESSES)

    def _ask(self, clock: BlindClock, move: str) -> Press:
        sent, version = self._hall.now(), None
        line = http.client.HTTPConnection(self._address, timeout=ANSWER_SECONDS)
        code = clock.flight.tournament.event.code
        address = f"/api/v1/events/{code}/holdem/flights/{clock.flight_id}/clock/{move}/"
        headers = {"Authorization": f"Token {self._hall.token}", "Content-Type": "application/json"}
        try:
            line.request("POST", address, "{}", headers)
            answer = line.getresponse()
            body = json.loads(answer.read())
            version = body["version"] if answer.status == 200 else None
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            pass
        finally:
            line.close()
        return Press(clock.pk, move, sent, self._hall.now(), version)


def compare_clocks(name: str, hall: ClockHall, presses: Sequence[Press], steps: Sequence[timedelta] = ()) -> Row:
    """Every clock beside the function of its moves and beside true time; every press beside what was kept of it.

    steps: by how much the computer's time was really set, in order.
    """
    now, true_now = hall.now(), hall.now() - hall.shift
    rows = {clock.pk: clock for clock in BlindClock.objects.select_related("flight__tournament")}
    kept = _by_clock(ClockEvent.objects.order_by("id"))
    told = _by_clock(LevelAnnouncement.objects.order_by("id"))
    promised = [press for press in presses if press.version is not None]
    row = Row(name, intents=len(presses), acknowledged=len(promised))
    row.present = sum(_is_kept(press, kept.get(press.clock, [])) for press in promised)
    row.lost = row.acknowledged - row.present
    from_moves, from_truth, false_moves = [], [], 0
    for number, armed in enumerate(hall.clocks):
        clock, moves = rows[armed.pk], kept.get(armed.pk, [])
        legitimate = [each for each in moves if not _is_false(each, steps)]
        false_moves += len(moves) - len(legitimate)
        shown = clock.anchor.elapsed_at(now)
        from_moves.append(abs(shown - _replayed(armed, legitimate).elapsed_at(now)))
        if number >= PRESSED:
            from_truth.append(abs(shown - _true(armed, true_now)))
        announced = [each.position for each in told.get(armed.pk, [])]
        row.doubled += 0 if number < PRESSED else len(announced) - len(set(announced))
        row.doubled += sum(one.kind == other.kind != ClockKind.WALL_STEP for one, other in pairwise(moves))
        row.partial += clock.version != 1 + len(moves)
        row.partial += clock.anchor.elapsed_at(now - LATE) >= _end_of(clock, clock.announced)
    worst, off = max(from_moves), max(from_truth)
    wrong = sum(error > 0 for error in from_moves)
    row.require(not false_moves, f"{false_moves} moves that nobody and nothing made.")
    row.require(
        not wrong, f"{wrong} of {len(hall.clocks)} clocks are not what their moves say, the worst by {worst:,} ms."
    )
    row.require(
        off <= 1, f"{sum(error > 1 for error in from_truth)} clocks are off true time, the worst by {off:,} ms."
    )
    row.wrong += list(_booked_elsewhere(presses, kept))[:3]
    row.note = (
        f"{len(hall.clocks)} clocks, {false_moves} false moves, off their moves {worst:,} ms, off true time {off:,} ms"
    )
    return row


def _is_kept(press: Press, moves: Sequence[ClockEvent]) -> bool:
    """Whether the clock was left as the press asked, at the version that was promised."""
    until = [each for each in moves if each.version <= (press.version or 0)]
    last = next((each for each in reversed(until) if each.kind != ClockKind.WALL_STEP), None)
    # A running clock has no move yet that a resume could have added.
    return last.kind == press.move if last else press.move == ClockKind.RESUME


def _booked_elsewhere(presses: Sequence[Press], kept: dict[int, list[ClockEvent]]) -> Iterator[str]:
    """Moves by staff that were booked at a moment in which nobody had pressed."""
    for clock, moves in kept.items():
        for each in moves:
            asked = [press for press in presses if (press.clock, press.move) == (clock, each.kind)]
            if not each.is_automatic and not any(press.sent <= each.at <= press.answered for press in asked):
                yield f"A {each.kind} of clock {clock} is booked at {each.at:%T.%f}, when nobody pressed it."


def _is_false(event: ClockEvent, steps: Sequence[timedelta]) -> bool:
    """Whether nothing happened that this move of the clock's own says."""
    if event.kind != ClockKind.WALL_STEP:
        return False
    return not any(abs(event.at - event.until - step) < SAME_STEP for step in steps)


def _replayed(armed: BlindClock, moves: Sequence[ClockEvent]) -> ClockState:
    state = armed.anchor
    for each in moves:
        state = make_move(armed.levels, state, Move(ClockMove(each.kind), each.at, each.seconds, each.until))
    return state


def _true(armed: BlindClock, true_now: datetime) -> int:
    """Milliseconds that had really run on a clock that nobody pressed."""
    if armed.running_since is None:
        return armed.elapsed_ms
    ran = armed.elapsed_ms + (true_now - armed.running_since) // MILLISECOND
    if not armed.pauses_for_breaks:
        return ran
    rest = next(place for place, level in enumerate(armed.levels, start=1) if level.is_break)
    return min(ran, _end_of(armed, rest - 1))


def _end_of(clock: BlindClock, position: int) -> int:
    return sum(level.milliseconds for level in clock.levels[:position])


def _by_clock(rows: Any) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for each in rows:
        found.setdefault(each.clock_id, []).append(each)
    return found


def while_away(leave: Callable[[], object], come_back: Callable[[], object], seconds: float) -> None:
    """Let something be gone for so long."""
    leave()
    time.sleep(seconds)
    come_back()
