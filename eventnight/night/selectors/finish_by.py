"""The night against the time at which everything should end: what is late, and what could be done about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.errors import RuleError
from eventnight.core.audit import audit_log
from eventnight.core.errors import NotFound
from eventnight.core.models import AuditRecord
from eventnight.core.values.formats import clock_text, countdown_text, counted_text
from eventnight.core.values.numbers import whole_number
from eventnight.events.models import ActivityKind, Event
from eventnight.events.selectors import programme_of
from eventnight.night.selectors.forecast import Expected, expectations
from eventnight.night.selectors.tonight import NightFlight, Tonight
from tables.models import TableKind
from tournaments.models import BlindClock
from tournaments.selectors.bracket.forecast import bracket_forecast, consolation_forecast
from tournaments.selectors.bracket.values import BracketView
from tournaments.selectors.clock.finish_by import clocks_of, fitted_levels

LEVELS, THIRD_PLACE, CONSOLATION = "levels", "third", "consolation"
MINUTES_PER_PRIZE = 2
"""What it takes to draw a prize, find its winner and hand it over."""
FITTED = "clock.finish_by"
DROPS = {
    "bracket.third_place_dropped": (THIRD_PLACE, "no match for third place"),
    "consolation.dropped": (CONSOLATION, "no consolation bracket"),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that would let an activity end sooner. ends_at: when it would end then; None if it is left out."""

    key: str
    title: str
    text: str
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class ActivityEnd:
    """An activity with its forecast end, None where it lasts until somebody closes it. note: why, or what is left."""

    label: str
    ends_at: datetime | None
    limit: datetime
    note: str
    offers: tuple[Offer, ...] = ()

    @property
    def minutes_late(self) -> int:
        """Rounded up; 0 in time."""
        over = (self.ends_at - self.limit).total_seconds() if self.ends_at else 0.0
        return max(0, -int(-over // 60))

    @property
    def late_text(self) -> str:
        """ "35 min late"; beyond an hour "1 h 05 late"."""
        hours, minutes = divmod(self.minutes_late, 60)
        return f"{hours} h {minutes:02d} late" if hours else f"{minutes} min late"


@dataclass(frozen=True, slots=True)
class Change:
    """Something that was done to end sooner and can be undone: what, and who did it when."""

    key: str
    label: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class NightPlan:
    """Every activity that is not over against one time."""

    ends_at: datetime
    activities: tuple[ActivityEnd, ...]
    changes: tuple[Change, ...]

    @property
    def late(self) -> tuple[ActivityEnd, ...]:
        """What would end after it."""
        return tuple(each for each in self.activities if each.minutes_late)

    @property
    def late_text(self) -> str:
        return f"{len(self.late)} late"

    @property
    def has_offers(self) -> bool:
        return any(each.offers for each in self.activities)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a flight is to meet. ends_at: when the night should end. over: how much sooner the flight would have to
    end, for itself or for a later one that waits for it; nothing or less where it is in time.
    """

    ends_at: datetime
    over: timedelta


def finish_plan(night: Tonight, ends_at: datetime, now: datetime) -> NightPlan:
    """What ends when, and what could be done about what is late: five queries.

    Rules: WAS-6, WLIA-22.
    """
    expected, clocks = expectations(night, now), clocks_of(night.event)
    over = _over(expected, ends_at)
    activities: list[ActivityEnd] = []
    for each in expected:
        if isinstance(each.subject, NightFlight):
            flight = each.subject.flight.id
            target = Target(ends_at=ends_at, over=over[flight])
            activities.append(_flight(night.event, each, clocks[flight], target, now))
        else:
            activities += _brackets(night, each, each.subject.bracket, ends_at, now)
    activities += [*_raffle(night, ends_at, now), *_tables(night, ends_at)]
    return NightPlan(ends_at, tuple(activities), tuple(_changes(night, clocks)))


def _over(expected: list[Expected], ends_at: datetime) -> dict[int, timedelta]:
    """By how much each flight should end sooner: for itself, or for a later one that begins when it ends."""
    found: dict[int, timedelta] = {}
    over, next_begins = timedelta(0), None
    for each in reversed(expected):
        if isinstance(each.subject, NightFlight):
            begins, ends = each.expected
            over = max(ends - ends_at, over if next_begins == ends else timedelta(0))
            found[each.subject.flight.id], next_begins = over, begins
    return found


def split_key(key: str) -> tuple[str, int]:
    """Kind and id of what an offer or a change is about. Raises NotFound("unknown_change")."""
    kind, _, text = key.partition("-")
    number = whole_number(text)
    if kind not in (LEVELS, THIRD_PLACE, CONSOLATION) or number is None:
        raise NotFound("unknown_change", "No such change of the night is known. Reload the page.", change=key)
    return kind, number


def _flight(event: Event, each: Expected, clock: BlindClock, target: Target, now: datetime) -> ActivityEnd:
    """The levels to come are shortened by what this flight is over, or one that waits for it."""
    night, expected, ends_at = each.subject, each.expected[1], target.ends_at
    assert isinstance(night, NightFlight)
    flight = night.flight
    if target.over <= timedelta(0):
        return ActivityEnd(night.title, expected, ends_at, _flight_note(night))
    if not flight.may.plan_levels:
        note = "Its levels can be shortened once its seats are drawn." if not flight.is_decided else "It is decided."
        return ActivityEnd(night.title, expected, ends_at, note)
    wanted = expected - target.over
    try:
        fitted = fitted_levels(clock, flight.in_play, max(wanted, now), now)
    except RuleError as refused:
        return ActivityEnd(night.title, expected, ends_at, _cannot_fit(refused, event, now))
    level = flight.clock.level.position
    to_come = [(new, old) for new, old in zip(fitted, clock.levels, strict=True)][level:]
    new, old = next((pair for pair in to_come if not pair[0].is_break), (fitted[-1], clock.levels[-1]))
    text = f"The next one lasts {countdown_text(new.seconds)} instead of {countdown_text(old.seconds)}; breaks stay."
    offer = Offer(f"{LEVELS}-{flight.id}", "Shorten the levels to come", text, wanted)
    return ActivityEnd(night.title, expected, ends_at, _flight_note(night), (offer,))


def _flight_note(night: NightFlight) -> str:
    left = night.flight.players_left
    return f"{left} left" if left else "Nobody has entered yet"


def _cannot_fit(refused: RuleError, event: Event, now: datetime) -> str:
    if refused.code == "finish_too_soon":
        least = clock_text(now + timedelta(seconds=int(str(refused.facts["least"]))), event)
        return f"Even with levels of five minutes it ends no sooner than {least}."
    return refused.message


def _brackets(
    night: Tonight, each: Expected, view: BracketView, ends_at: datetime, now: datetime
) -> Iterator[ActivityEnd]:
    """The bracket, and the consolation bracket that would follow from it."""
    event, minutes = night.event, night.event.house_settings.euchre.minutes_per_match
    note = ", ".join(f"{name} {clock_text(ends, event)}" for name, ends in each.rounds)
    yield ActivityEnd(
        view.name, each.expected[1], ends_at, note, tuple(_without_third(view, each, ends_at, minutes, now))
    )
    if any(other.bracket.consolation_of == view.id for other in night.euchre):
        return
    left = consolation_forecast(view, minutes, bracket_forecast(view, minutes, now))
    if left is not None:
        ends = now + timedelta(minutes=left)
        drop = Offer(
            f"{CONSOLATION}-{view.id}",
            "Drop the consolation bracket",
            "Teams beaten in their first match are free for something else.",
            None,
        )
        offers = (drop,) if ends > ends_at else ()
        yield ActivityEnd(f"{view.name}, consolation", ends, ends_at, "Not drawn yet; half of the tables", offers)


def _without_third(
    view: BracketView, each: Expected, ends_at: datetime, minutes: int, now: datetime
) -> Iterator[Offer]:
    third = view.third_place
    if each.expected[1] <= ends_at or third is None or third.is_at_station or third.is_decided:
        return
    sooner = bracket_forecast(view, minutes, now, third_place=False).finishes_by(now)
    if sooner < each.expected[1]:
        yield Offer(
            f"{THIRD_PLACE}-{view.id}", "Drop the match for third place", "Both beaten teams are third.", sooner
        )


def _raffle(night: Tonight, ends_at: datetime, now: datetime) -> Iterator[ActivityEnd]:
    """The draw begins when the programme says so, or now if that is past."""
    left = night.raffle.prizes - night.raffle.prizes_won if night.raffle else 0
    if left <= 0:
        return
    planned = [each.starts_at for each in programme_of(night.event) if each.kind == ActivityKind.RAFFLE]
    begins = max([now, *planned[-1:]])
    prizes = counted_text(left, "prize")
    note = f"{prizes} to draw from {clock_text(begins, night.event)}, {MINUTES_PER_PRIZE} minutes each"
    yield ActivityEnd("Raffle draw", begins + timedelta(minutes=MINUTES_PER_PRIZE * left), ends_at, note)


def _tables(night: Tonight, ends_at: datetime) -> Iterator[ActivityEnd]:
    """Card tables and wheels go on until somebody closes them, at the latest when the programme says so."""
    kinds = {
        TableKind.POKER: ("Card tables", ActivityKind.TABLES),
        TableKind.ROULETTE: ("Roulette", ActivityKind.ROULETTE),
    }
    programme = list(programme_of(night.event))
    for kind, (label, activity) in kinds.items():
        count = sum(table.kind == kind for table in night.open_tables)
        if count:
            planned = [line.ends_at for line in programme if line.kind == activity and line.ends_at]
            yield ActivityEnd(
                label,
                max(planned, default=None),
                ends_at,
                f"{count} open until you close {'them' if count > 1 else 'it'}",
            )


def _changes(night: Tonight, clocks: dict[int, BlindClock]) -> Iterator[Change]:
    """What stands of the changes made to end sooner, each with the last line of the log that made it."""
    standing = dict(_standing(night, clocks))
    made: dict[str, AuditRecord] = {}
    for line in audit_log(night.event.pk).filter(action__in=[FITTED, *DROPS]).order_by("id"):
        made[f"{line.action} {line.subject}"] = line
    for name, (key, label) in standing.items():
        if name in made:
            yield Change(key, label, made[name].actor_label, made[name].at)


def _standing(night: Tonight, clocks: dict[int, BlindClock]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Key and label of what differs from the plan, by the action and the subject that the log has for it."""
    for each in night.flights:
        if each.flight.is_at_tables and clocks[each.flight.id].level_seconds is not None:
            subject = f"holdem {each.holdem.id} flight {each.flight.code}"
            yield f"{FITTED} {subject}", (f"{LEVELS}-{each.flight.id}", f"{each.title}: levels to come changed")
    for view in (summary.bracket for summary in night.euchre):
        dropped = {THIRD_PLACE: view.third_place is None, CONSOLATION: not view.has_consolation}
        for action, (kind, label) in DROPS.items():
            if dropped[kind]:
                yield f"{action} bracket {view.id}", (f"{kind}-{view.id}", f"{view.name}: {label}")
