"""The nights of this server as its first page lists them, and those of an account with what each needs next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef
from django.urls import reverse

from eventnight.bank.selectors import fund_totals
from eventnight.core.models import RoleGrant
from eventnight.core.roles import Role
from eventnight.core.values.formats import clock_text, money_text
from eventnight.core.values.moments import wall_time
from eventnight.events.models import Activity, Event, Player
from eventnight.events.selectors import free_code
from eventnight.raffle.models import Draw, Outcome, Prize, RaffleStatus

A_NIGHT = timedelta(hours=18)
"""So long after its start a night that is still open is not going on any more: it was not closed."""
A_YEAR = timedelta(weeks=52)
"""A year that keeps the day of the week."""
DRAWN_IN = (RaffleStatus.FROZEN, RaffleStatus.DRAWING)


@dataclass(frozen=True, slots=True)
class Nights:
    """now: under way, the latest first. to_come: planned, the next first. past: closed, the latest first."""

    now: list[Event]
    to_come: list[Event]
    past: list[Event]

    @property
    def is_empty(self) -> bool:
        return not (self.now or self.to_come or self.past)


@dataclass(frozen=True, slots=True)
class NightLine:
    """A night of the list. facts: when, where, how many. badge: a state of the badges. next: the one next step.

    may_use_again: it is over, and whoever asks may make the next one from it.
    """

    event: Event
    facts: str
    badge: str
    state: str
    next: str
    button: str
    url: str
    may_use_again: bool = False

    @property
    def starts_at(self) -> datetime:
        """The start where it is held."""
        return wall_time(self.event.starts_at, self.event.zone)


@dataclass(frozen=True, slots=True)
class NightList:
    """As `Nights`, with their lines; past has those too that are over and were not closed."""

    now: list[NightLine]
    to_come: list[NightLine]
    past: list[NightLine]


@dataclass(frozen=True, slots=True)
class _Known:
    """What the lines are made from, by event."""

    now: datetime
    roles: Mapping[int, frozenset[str]]
    staffed: Mapping[int, frozenset[str]]
    guests: Mapping[int, int]
    fund: Mapping[int, int]
    prizes: Mapping[int, int]
    coming: Mapping[int, Activity]
    planned: frozenset[int]
    may_create: bool


def nights(now: datetime) -> Nights:
    """Every night by its state: one query. One that was never closed is past."""
    found = list(Event.objects.select_related("head"))
    return Nights(
        now=[event for event in found if event.is_open and not _is_over(event, now)],
        to_come=[event for event in reversed(found) if event.is_planned and not _is_over(event, now)],
        past=[event for event in found if event.is_closed or (event.is_open and _is_over(event, now))],
    )


def night_list(events: Iterable[Event], user_id: int, *, now: datetime, may_create: bool, is_all: bool) -> NightList:
    """The lines of these nights, latest first, for somebody with roles at them; is_all: as an organiser of all. As many
    queries for one night as for many.
    """
    found = list(events)
    known = _known(found, user_id, now, may_create, is_all)
    lines = [_line(event, known) for event in found]
    return NightList(
        now=[line for line in lines if line.event.is_open and not _is_over(line.event, now)],
        to_come=[line for line in reversed(lines) if line.event.is_planned],
        past=[line for line in lines if line.event.is_closed or (line.event.is_open and _is_over(line.event, now))],
    )


def again_proposed(event: Event, now: datetime) -> dict[str, object]:
    """What a form proposes for a night used again: a year later on the same day of the week, under a free code."""
    start = event.starts_at + A_YEAR
    while start < now:
        start += A_YEAR
    there = wall_time(start, event.zone)
    before = wall_time(event.starts_at, event.zone)
    name = event.name.replace(str(before.year), str(there.year))
    name = name if name != event.name else f"{event.name} {there.year}"
    return {"name": name[:120], "starts_at": there, "code": free_code(event.code, there.year)}


def _is_over(event: Event, now: datetime) -> bool:
    return now - event.starts_at > A_NIGHT


def _known(events: Collection[Event], user_id: int, now: datetime, may_create: bool, is_all: bool) -> _Known:
    ids = [event.pk for event in events]
    roles: dict[int, set[str]] = {each: {Role.ORGANISER} if is_all else set() for each in ids}
    staffed: dict[int, set[str]] = {each: set() for each in ids}
    for event_id, user, role in RoleGrant.objects.filter(event__in=ids).values_list("event", "user", "role"):
        staffed[event_id].add(role)
        if user == user_id:
            roles[event_id].add(role)
    guests = Player.objects.filter(event__in=ids).order_by().values_list("event").annotate(Count("pk"))
    drawn = Draw.objects.filter(prize=OuterRef("pk")).exclude(outcome=Outcome.ABSENT)
    prizes = Prize.objects.filter(raffle__event__in=ids, raffle__status__in=DRAWN_IN).exclude(Exists(drawn))
    coming = Activity.objects.filter(event__in=ids, starts_at__gt=now).order_by("-starts_at", "-id")
    return _Known(
        now=now,
        roles={each: frozenset(held) for each, held in roles.items()},
        staffed={each: frozenset(held) for each, held in staffed.items()},
        guests=dict(guests),
        fund=fund_totals(ids),
        prizes=dict(prizes.order_by().values_list("raffle__event").annotate(Count("pk"))),
        coming={activity.event_id: activity for activity in coming},
        planned=frozenset(Activity.objects.filter(event__in=ids).order_by().values_list("event", flat=True)),
        may_create=may_create,
    )


def _line(event: Event, known: _Known) -> NightLine:
    if event.is_closed:
        return _closed(event, known)
    if event.is_planned:
        return _planned(event, known)
    return _not_closed(event, known) if _is_over(event, known.now) else _under_way(event, known)


def _closed(event: Event, known: _Known) -> NightLine:
    may_again = _organises(event, known) and known.may_create
    page, button = ("night:report", "See report") if _organises(event, known) else ("night:event", "See night")
    facts = _facts(event, known, with_fund=True)
    return NightLine(event, facts, "done", "Closed", "Nothing left to do", button, _at(event, page), may_again)


def _not_closed(event: Event, known: _Known) -> NightLine:
    facts = _facts(event, known, with_fund=True)
    if _organises(event, known):
        url = _at(event, "night:closing")
        return NightLine(event, facts, "called", "Not closed", "Next: count and close", "Close the night", url)
    url = _at(event, "night:staff_home")
    return NightLine(event, facts, "called", "Not closed", "The organiser closes it", "Go to the night", url)


def _under_way(event: Event, known: _Known) -> NightLine:
    prizes, coming = known.prizes.get(event.pk, 0), known.coming.get(event.pk)
    if prizes and known.roles[event.pk] & {Role.ORGANISER, Role.RAFFLE, Role.DESK}:
        said, page = f"Next: draw {prizes} prize{'s' * (prizes != 1)}", "raffle:staff"
    else:
        said, page = "Next: what is on now", "night:staff_home"
        if coming:
            said = f"Next: {coming.title}, {clock_text(coming.starts_at, event)}"
    return NightLine(event, _facts(event, known), "playing", "On now", said, "Go to the night", _at(event, page))


def _planned(event: Event, known: _Known) -> NightLine:
    facts = _facts(event, known)
    if not _organises(event, known):
        url = _at(event, "night:event")
        return NightLine(event, facts, "waiting", "Planned", "Nothing to do yet", "See night", url)
    said, button, url = _next_step(event, known)
    state = "Ready" if said in (_PRINT, _OPEN) else "Setting up"
    return NightLine(event, facts, "ready" if state == "Ready" else "waiting", state, said, button, url)


_PRINT, _OPEN = "Next: print the cards", "Next: open the doors"


def _next_step(event: Event, known: _Known) -> tuple[str, str, str]:
    """What a night that is planned lacks first, the button for it, and where it leads."""
    if event.pk not in known.planned:
        return "Next: write the programme", "Set up", _at(event, "events:setup_step", step="programme")
    if known.staffed[event.pk] <= {Role.ORGANISER}:
        return "Next: give somebody the desk", "Set up", _at(event, "events:setup_step", step="people")
    if not known.guests.get(event.pk):
        return "Next: add the guests", "Add guests", _at(event, "events:roster")
    if event.starts_at - known.now > timedelta(hours=6):
        return _PRINT, "Print cards", _at(event, "night:print")
    return _OPEN, "Check and open", _at(event, "night:setup")


def _organises(event: Event, known: _Known) -> bool:
    return Role.ORGANISER in known.roles[event.pk]


def _facts(event: Event, known: _Known, *, with_fund: bool = False) -> str:
    start = wall_time(event.starts_at, event.zone)
    when = f"{start:%a}" if with_fund else f"{start:%a}, {clock_text(event.starts_at, event).replace(':00 ', ' ')}"
    guests = known.guests.get(event.pk, 0)
    fund = known.fund.get(event.pk, 0) if with_fund else 0
    return " · ".join(
        filter(
            None,
            (
                when,
                event.place,
                f"{guests} guest{'s' * (guests != 1)}" if guests else "no guests yet" * event.is_planned,
                f"{money_text(fund, event.currency)} taken" if fund else "",
            ),
        )
    )


def _at(event: Event, name: str, **kwargs: object) -> str:
    return reverse(name, kwargs={"code": event.code, **kwargs})
