"""Deeds at a clock: started, paused, resumed, a level longer or shorter, skipped, gone back to; undone, and asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from django.utils import timezone

from eventnight.core.models import AuditRecord
from tests.simulator.deeds.clocks.model import Paper, last_standing, paper_of
from tests.simulator.deeds.clocks.shown import shown_differs
from tests.simulator.deeds.deed import Deed, Deeds, Evening, Make, arrival
from tests.simulator.presses import Press
from tournaments.models import BlindClock, ClockEvent, ClockKind, FlightEntry

AT_WORK = ("seated", "running")
STAFF = ("organiser", "organiser", "floor")


def was_undone(clock: BlindClock) -> bool:
    """Whether the last move was taken back: an undo must take the one before it."""
    last = clock.events.order_by("-pk").first()
    return last is not None and last.kind == ClockKind.UNDO


LIKES: dict[str, Callable[[BlindClock], bool]] = {"pause": lambda clock: clock.is_running, "undo again": was_undone}


def move(kind: str, likes: str = "") -> Make:
    """Deeds of one kind of press at the clock. likes: which clocks are pressed rather than others."""

    def make(night: Evening) -> Deed | None:
        clock = a_clock(night, likes=LIKES.get(likes or kind))
        if clock is None or is_time_set(night, clock):
            return None
        at = arrival()
        paper, flight, chance = paper_of(clock), clock.flight, night.chance
        before = AuditRecord.objects.filter(event=night.event).order_by("-pk").values_list("pk", flat=True).first() or 0
        last = clock.events.order_by("-pk").first()
        if last is not None and last.at > at:
            return None
        paper.let_time_pass(at)
        seconds = 0
        if kind == "adjust":
            left = -(-paper.left(at) // 1000)
            seconds = chance.choice((60, -60, -left, 1 - left, 2 - left, 3600, -3600, left, -1))
            seconds = max(-3600, min(3600, seconds)) or 60
        version = chance.choice((None, paper.version, paper.version))
        if night.is_wrong(0.2):
            version = max(1, paper.version + chance.choice((-1, 1)))
        stays = (
            paper.place.since is not None
            if kind in ("start", "resume")
            else kind == "pause" and paper.place.since is None
        )
        refused = "" if stays else _why_not(kind, clock, paper, at)
        if not stays and version not in (None, paper.version):
            refused = "the press was made for another version of the clock"
        undone = last_standing(paper) if kind == "undo" else None
        decides = kind == "start" and _left(flight.pk) <= flight.advancing_of(flight.entries.count())

        def promise() -> Iterator[str]:
            is_moved = False
            if kind == "undo" and undone is not None:
                paper.undo(undone, at)
                is_moved = True
            elif not stays and not decides:
                is_moved = paper.move(kind, at, seconds)
            yield from paper.differs(at)
            yield from shown_differs(night, paper, at)
            if is_moved:
                yield from _noted(night, clock, before, kind, paper.version, at, undone)

        press = _pressed(night, clock, kind, version, seconds)
        return Deed(press, refused, must_count=not refused, promise=promise)

    make.__doc__ = f"Somebody presses {kind} at a clock."
    return make


def behind_its_time(night: Evening) -> Deed | None:
    """A press that was received before the last move and waited since is booked after it. Sets the computer's time
    back by as much, as where another computer took the press.
    """
    clock = a_clock(night)
    if clock is None or is_time_set(night, clock) or night.chance.random() < 0.5:
        return None
    # Where no worker has just looked, nobody can tell what was read before the time was set.
    night.world.tick()
    clock = BlindClock.objects.select_related("flight__tournament__event").get(pk=clock.pk)
    last = clock.events.order_by("-pk").first()
    if last is None:
        return None
    ahead = (timezone.now() - last.at).total_seconds()
    if not 0 <= ahead < (40 if clock.is_running else 3000):
        return None
    kind = "pause" if clock.is_running else "skip"
    paper = paper_of(clock)
    refused = _why_not(kind, clock, paper, last.at)
    if refused:
        return None
    night.world.set_time(-ahead - 3)

    def promise() -> Iterator[str]:
        new = clock.events.filter(pk__gt=last.pk, kind=kind).first()
        if new is None or new.at < last.at:
            yield f"a press at {clock} is booked at {new and new.at}, and the move before it at {last.at}"

    return Deed(_pressed(night, clock, kind, None, 0), must_count=True, promise=promise)


def answer_absence(night: Evening) -> Deed | None:
    """Whether play went on while nobody looked at a clock; if not, the time counted then is given back."""
    clock = a_clock(night, likes=lambda each: each.away_seconds is not None)
    if clock is None or is_time_set(night, clock):
        return None
    at = arrival()
    paper, chance = paper_of(clock), night.chance
    paper.let_time_pass(at)
    version = chance.choice((None, paper.version))
    if night.is_wrong(0.15):
        version = paper.version + 1
    refused = "" if version in (None, paper.version) else "the press was made for another version of the clock"
    refused = refused or ("" if clock.flight.status in AT_WORK else "the flight is not at its tables")
    refused = refused or ("" if paper.away else "nobody asks")
    went_on = chance.random() < 0.5

    def promise() -> Iterator[str]:
        seconds, paper.away = paper.away or 0, None
        if not went_on:
            paper.move(ClockKind.STOOD_STILL, at, seconds)
        yield from paper.differs(at)
        yield from shown_differs(night, paper, at)

    who = chance.choice(STAFF)
    if chance.random() < 0.4:
        fields = {} if version is None else {"seen_version": version}
        answer = "went-on" if went_on else "stood-still"
        press = night.form(f"floor/{clock.flight_id}/clock/absence/{answer}/", fields, who=who)
    else:
        body = {"play_went_on": went_on} | ({} if version is None else {"seen_version": version})
        press = night.program("POST", f"holdem/flights/{clock.flight_id}/clock/absence/", body, who=who)
    return Deed(press, refused, must_count=not refused, promise=promise)


def pause_for_breaks(night: Evening) -> Deed | None:
    """Whether the clock stops by itself when a break begins."""
    clock, at = a_clock(night), arrival()
    if clock is None or is_time_set(night, clock) or clock.events.filter(at__gt=at).exists():
        return None
    paper = paper_of(clock)
    paper.let_time_pass(at)
    is_on = night.chance.random() < 0.7
    if is_on and not clock.pauses_for_breaks:
        paper.stop_at_later_breaks(at)

    def promise() -> Iterator[str]:
        if BlindClock.objects.get(pk=clock.pk).pauses_for_breaks != is_on:
            yield f"{clock} does not know whether it pauses for breaks"
        yield from paper.differs(at)

    fields = {"is_on": "on"} if is_on else {}
    press = night.form(f"floor/{clock.flight_id}/clock/breaks/", fields, who=night.chance.choice(STAFF))
    return Deed(press, must_count=True, promise=promise)


def a_clock(night: Evening, likes: Callable[[BlindClock], bool] | None = None) -> BlindClock | None:
    """A clock of the night: mostly one of a flight that is seated or plays."""
    rows = BlindClock.objects.filter(flight__tournament__event=night.event).order_by("pk")
    clocks = list(rows.select_related("flight__tournament__event"))
    at_work = [clock for clock in clocks if clock.flight.status in AT_WORK]
    liked = [clock for clock in at_work if likes is None or likes(clock)]
    if night.is_wrong(0.1):
        return night.one_of(clocks)
    return night.one_of(liked or at_work)


def is_time_set(night: Evening, clock: BlindClock) -> bool:
    """Whether somebody has set the computer's time, or the clock was read at a time to come."""
    return night.world.is_time_set or (clock.last_read_at is not None and clock.last_read_at > timezone.now())


def _why_not(kind: str, clock: BlindClock, paper: Paper, at: datetime) -> str:
    """Why a move must be refused for the clock as it stands then."""
    flight = clock.flight
    allowed = {"pause": None, "resume": ("running",)}.get(kind, AT_WORK)
    if allowed is not None and flight.status not in allowed:
        return f"the flight is {flight.status}"
    if kind in ("start", "resume", "undo") and flight.decided_at is not None:
        return "the flight is decided"
    if kind == "start" and not flight.entries.exists():
        return "nobody is there to play"
    match kind:
        case "adjust":
            return "all levels have run" if paper.ran(at) == paper.total else ""
        case "skip":
            return "it is the last level" if paper.position(at) == len(paper.lengths) else ""
        case "back":
            return "it is the first level" if paper.position(at) == 1 else ""
        case "undo":
            last = last_standing(paper)
            if last is None and paper.version == clock.version:
                return "no move stands"
            is_automatic = last is None or last.is_automatic or paper.version != clock.version
            return "it stopped by itself" if is_automatic else ""
    return ""


def _left(flight: int) -> int:
    return FlightEntry.objects.filter(flight=flight, bust_hand__isnull=True).count()


def _noted(
    night: Evening,
    clock: BlindClock,
    before: int,
    kind: str,
    version: int,
    at: datetime,
    undone: ClockEvent | None,
) -> Iterator[str]:
    """The move is among those of the clock, and in the log."""
    row = clock.events.filter(version=version).first()
    if row is None or (row.kind, row.at, row.undoes_id) != (kind, at, undone.pk if undone else None):
        yield f"{clock} has not noted {kind} as its version {version}"
    lines = AuditRecord.objects.filter(event=night.event, pk__gt=before, action=f"clock.{kind}")
    line = lines.order_by("-pk").first()
    if line is None or line.facts.get("version") != version:
        yield f"the log does not say {kind} of {clock}"


def _pressed(night: Evening, clock: BlindClock, kind: str, version: int | None, seconds: int) -> Press:
    who = night.chance.choice(STAFF)
    sent: dict[str, object] = {} if version is None else {"seen_version": version}
    if kind == "adjust":
        sent["seconds"] = seconds
    if night.chance.random() < 0.4:
        return night.form(f"floor/{clock.flight_id}/clock/{kind}/", sent, who=who)
    return night.program("POST", f"holdem/flights/{clock.flight_id}/clock/{kind}/", sent, who=who)


DEEDS: Deeds = {
    **{f"press {kind}": move(kind) for kind in ("start", "pause", "resume", "adjust", "skip", "back", "undo")},
    "press undo again": move("undo", "undo again"),
    "press behind its time": behind_its_time,
    "answer for an absence": answer_absence,
    "choose to pause for breaks": pause_for_breaks,
}
