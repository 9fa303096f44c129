"""What every deed at a flight needs: which flights there are, what is open, and how it was before the press."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from eventnight.bank.models import Account, Books
from eventnight.core.models import AuditRecord
from eventnight.events.models import Event
from tests.simulator.deeds.deed import ORGANISER, Evening, arrival, differences
from tests.simulator.deeds.flights.model import Field, Level, field_of, lengths, level_at, ran_by
from tournaments.models import BlindClock, Flight, FlightKind, FlightStatus, HoldemTournament

TILL = "T1"
IN_PLAY = (FlightStatus.SEATED, FlightStatus.RUNNING)
OPEN = (FlightStatus.PLANNED, *IN_PLAY)
Check = Callable[[], Iterator[str]]


def flights(
    night: Evening, *statuses: FlightStatus, kind: FlightKind | None = None, is_dealt: bool = False
) -> list[Flight]:
    """Flights of the night with these statuses; all without one. is_dealt: those where the system deals, which go on by
    themselves, instead of those where people do.
    """
    rows = Flight.objects.filter(tournament__event=night.event, tournament__turn_seconds__isnull=not is_dealt)
    rows = rows.select_related("tournament", "clock").order_by("id")
    rows = rows.filter(status__in=statuses) if statuses else rows
    found = list(rows.filter(kind=kind) if kind else rows)
    for flight in found:
        flight.clock.flight = flight
    return found


def of_another_night(night: Evening) -> Flight | None:
    """A flight of the night next door."""
    return Flight.objects.filter(tournament__event=night.world.other.event).order_by("id").first()


def level_of(flight: Flight) -> Level:
    """What the flight's clock shows when the press arrives."""
    return level_at(flight.clock, arrival())


def wait_for_level(night: Evening, flight: Flight, number: int, *, is_break: bool = False, early: int = 0) -> None:
    """Let time pass until the level of that number, or that break, begins; early: so many seconds before. Nothing where
    the clock stands or the level has begun.
    """
    clock: BlindClock = flight.clock
    begins, levels, breaks = 0, 0, 0
    for level, seconds in lengths(clock):
        levels, breaks = levels + (not level["is_break"]), breaks + level["is_break"]
        if (breaks if is_break else levels) == number and bool(level["is_break"]) == is_break:
            break
        begins += seconds
    ran = ran_by(clock, arrival()) / 1000
    if clock.running_since is not None and ran < begins - early:
        night.world.pass_time(begins - early - ran)


def accounts(event: Event) -> dict[str, int]:
    """What every account holds."""
    rows = Account.objects.filter(event=event, balance__isnull=False).order_by("id")
    return {f"{row.commodity}/{row.owner_kind}/{row.code}": row.balance for row in rows}


def stack(code: str) -> str:
    """The account of a stack."""
    return f"tournament_chips/stack/{code}"


def last_entry(event: Event) -> int:
    """The number of the last entry of the books."""
    return Books.objects.get(event=event).last_sequence


def moves(event: Event, expected: Callable[[], Mapping[str, int]] | Mapping[str, int]) -> Check:
    """After the press, accounts differ by exactly that from what they hold now."""
    before = accounts(event)

    def check() -> Iterator[str]:
        wanted = expected() if callable(expected) else expected
        after = accounts(event)
        moved = {name: after.get(name, 0) - before.get(name, 0) for name in {*before, *after}}
        wanted = {name: change for name, change in wanted.items() if change}
        yield from differences("what moved at", wanted, {name: change for name, change in moved.items() if change})

    return check


def stands(event: Event, expected: Callable[[Field], Field]) -> Check:
    """After the press, everybody in the night's flights stands as `expected` makes of how they stand now."""
    before = field_of(event)

    def check() -> Iterator[str]:
        yield from differences("the entry", expected(before), field_of(event))

    return check


def noted(night: Evening, action: str, subject: str = "", *, who: str = ORGANISER, **facts: object) -> Check:
    """After the press, the log has one line more of that kind, by whoever pressed, with these facts."""
    event = night.event
    last = AuditRecord.objects.filter(event=event).order_by("-id").values_list("id", flat=True).first() or 0
    user = night.world.users[who]

    def check() -> Iterator[str]:
        new = list(AuditRecord.objects.filter(event=event, id__gt=last, action=action))
        if len(new) != 1:
            yield f"the log tells {len(new)} times of {action}"
            return
        if user is not None and new[0].actor_code != night.code_of(user.pk):
            yield f"the log says that {new[0].actor_code} did it"
        if subject and new[0].subject != subject:
            yield f"the log of {action} is about {new[0].subject}, not {subject}"
        told = {name: new[0].facts.get(name) for name in facts}
        yield from differences(f"in the log of {action},", facts, told)

    return check


def subject_of(flight: Flight) -> str:
    """What the log calls a flight."""
    return f"holdem {flight.tournament_id} flight {flight.code}"


def row_is(read: Callable[[], Mapping[str, object]], what: str, **changed: object) -> Check:
    """After the press, the row is as it is now but for what changed."""
    expected = {**read(), **changed}

    def check() -> Iterator[str]:
        yield from differences(what, expected, read())

    return check


def flight_row(flight: Flight, *but: str) -> Callable[[], Mapping[str, object]]:
    """Reads the flight's columns, but for some."""
    return lambda: _columns(Flight.objects.filter(pk=flight.pk).values()[0], but)


def tournament_row(tournament: HoldemTournament, *but: str) -> Callable[[], Mapping[str, object]]:
    """Reads the tournament's columns, but for some."""
    return lambda: _columns(HoldemTournament.objects.filter(pk=tournament.pk).values()[0], but)


def _columns(values: Mapping[str, object], but: Iterable[str]) -> Mapping[str, object]:
    return {name: value for name, value in values.items() if name not in but}


def all_of(*checks: Check) -> Check:
    """One promise of several."""

    def check() -> Iterator[str]:
        for each in checks:
            yield from each()

    return check
