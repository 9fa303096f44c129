"""What goes on in each part of the night, for those who look after it, whether or not anything waits for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.urls import reverse

from eventnight.core.roles import Permission, Role
from eventnight.core.values.formats import chips_text, clock_text, counted_text
from eventnight.core.web.access import may
from eventnight.events.models import Event
from eventnight.night.selectors.tonight import Tonight
from tournaments.selectors.bracket.night import EuchreSummary
from tournaments.selectors.flight.values import FlightView, HoldemView


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingOn:
    """One part of the night as it stands, and the page that shows it. text: whole sentences."""

    icon: str
    title: str
    text: str
    url: str


def going_on(night: Tonight, roles: frozenset[Role]) -> list[GoingOn]:
    """How each part of the night stands that somebody with these roles looks after. There is always one at least."""
    event = night.event
    if event.is_closed:
        return [_line(event, "check", "The night is closed", "Nothing more is booked.", "night:event")]
    lines = [line for permission, source in SOURCES if may(roles, permission) for line in source(night)]
    return lines or [
        _line(event, "info", "Not open yet", "What you look after shows here once it is open.", "night:event")
    ]


def _door(night: Tonight) -> Iterator[GoingOn]:
    event, doors = night.event, night.doors
    guests = counted_text(doors.players, "guest")
    text = f"{doors.checked_in} of {guests} checked in."
    if not doors.players:
        text = "Nobody is on the list yet."
    elif event.is_planned:
        text = f"{guests} on the list. Doors open at {clock_text(event.starts_at, event)}."
    yield _line(event, "people", "Door", text, "events:players")


def _euchre(night: Tonight) -> Iterator[GoingOn]:
    for summary in night.euchre:
        yield _line(night.event, "bracket", summary.bracket.name, _bracket_text(summary), "tournaments:matches")


def _bracket_text(summary: EuchreSummary) -> str:
    if summary.champion:
        return f"{summary.champion.name} won."
    if not summary.bracket.is_drawn:
        return f"{counted_text(len(summary.bracket.teams), 'team')} entered."
    matches = counted_text(len(summary.at_tables), "match", "matches")
    return f"{summary.round_name}: {matches} at tables, {summary.decided} of {summary.to_play} decided."


def _holdem(night: Tonight) -> Iterator[GoingOn]:
    for holdem in night.holdem:
        yield _line(night.event, "floor", holdem.title, _flight_text(night.event, holdem), "tournaments:floor")


def _flight_text(event: Event, holdem: HoldemView) -> str:
    flight = holdem.current
    if holdem.winner:
        return f"{holdem.winner.name} won."
    if flight.is_running:
        return f"{_clock_text(event, flight)} {flight.players_left} of {len(flight.entries)} still in."
    entered = f"{counted_text(len(flight.entries), 'player')} entered."
    if flight.is_planned and flight.starts_at:
        return f"{entered} Play starts at {clock_text(flight.starts_at, event)}."
    return f"{entered} {flight.status_text}."


def _clock_text(event: Event, flight: FlightView) -> str:
    clock = flight.clock
    playing = "Break" if clock.is_break else f"Level {clock.level.number}, {clock.level.stakes}"
    if clock.is_paused:
        return f"{playing}. The clock is paused."
    return f"{playing}, until {clock_text(clock.ends_at, event)}." if clock.ends_at else f"{playing}."


def _tables(night: Tonight) -> Iterator[GoingOn]:
    wheels, cards = night.wheels, night.card_tables
    players = sum(table.players for table in cards)
    parts = [f"{counted_text(len(cards), 'card table')} with {counted_text(players, 'player')}"] if cards else []
    parts += [counted_text(len(wheels), "roulette table")] if wheels else []
    if parts:
        yield _line(night.event, "table", "Tables", f"{', '.join(parts)} open.", "tables:list")


def _raffle(night: Tonight) -> Iterator[GoingOn]:
    if raffle := night.raffle:
        sold, prizes = chips_text(raffle.sold), counted_text(raffle.prizes, "prize")
        text = f"{raffle.status_text}. {sold} tickets sold, {raffle.prizes_won} of {prizes} handed over."
        yield _line(night.event, "raffle", "Raffle", text, "raffle:staff")


def _line(event: Event, icon: str, title: str, text: str, page: str) -> GoingOn:
    return GoingOn(icon=icon, title=title, text=text, url=reverse(page, kwargs={"code": event.code}))


SOURCES: tuple[tuple[Permission, Callable[[Tonight], Iterator[GoingOn]]], ...] = (
    (Permission.CHECK_IN, _door),
    (Permission.RUN_MATCHES, _euchre),
    (Permission.RUN_FLOOR, _holdem),
    (Permission.RUN_TABLES, _tables),
    (Permission.RUN_RAFFLE, _raffle),
)
