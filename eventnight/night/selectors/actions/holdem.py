"""What hold'em waits for: seats, the clock, bags, the final, its end."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.events.models import ActivityKind
from eventnight.events.selectors import signed_up
from eventnight.night.selectors.actions.action import NextAction, Urgency, address
from eventnight.night.selectors.tonight import NightFlight, Tonight
from tournaments.selectors.flight.values import HoldemView


def holdem_actions(night: Tonight) -> Iterator[NextAction]:
    """Every flight that waits for somebody; where there is no tournament, that people have signed up for one."""
    if not night.holdem:
        yield from _no_tournament(night)
    for each in night.flights:
        yield from _of_flight(night, each)
    for holdem in night.holdem:
        if holdem.is_ready_for_final:
            yield _final(night, holdem)


def _no_tournament(night: Tonight) -> Iterator[NextAction]:
    number = signed_up(night.event, ActivityKind.HOLDEM).count()
    if number:
        yield NextAction(
            urgency=Urgency.SOON,
            badge="waiting",
            badge_text="Hold'em",
            title="No tournament yet",
            text=f"{number} players have signed up for hold'em.",
            button="Open the floor",
            url=address(night.event, "tournaments:floor"),
        )


def _of_flight(night: Tonight, each: NightFlight) -> Iterator[NextAction]:
    flight = each.flight
    floor = address(night.event, "tournaments:floor_flight", flight_id=flight.id)
    players = len(flight.entries)
    if flight.is_planned and players > 1 and not _is_busy(each):
        yield _action(each, Urgency.SOON, f"{players} players have entered.", "Draw the seats", floor)
    elif flight.is_seated:
        yield _action(
            each, Urgency.NOW, f"{players} players are seated. The clock has not started.", "Start the clock", floor
        )
    elif flight.is_running and flight.is_decided:
        text = f"Decided: {flight.players_left} of {players} are left."
        yield _action(each, Urgency.NOW, text, "See the result" if flight.is_final else "Count and bag", floor)
    elif flight.is_running:
        if flight.clock.is_paused:
            yield _action(each, Urgency.NOW, "The clock is paused.", "Go to the clock", floor)
        if flight.counted_at and flight.check.difference:
            yield _action(each, Urgency.SOON, flight.check.sentence, "Count again", floor)


def _is_busy(each: NightFlight) -> bool:
    """Whether another flight of the tournament is at the tables: the next waits for it."""
    return any(flight.is_at_tables for flight in each.holdem.flights)


def _final(night: Tonight, holdem: HoldemView) -> NextAction:
    last = holdem.first_flights[-1]
    return NextAction(
        urgency=Urgency.NOW,
        badge="ready",
        badge_text="Final",
        title=f"{holdem.name}, final table",
        text="Every flight is bagged.",
        button="Draw the final",
        url=address(night.event, "tournaments:floor_flight", flight_id=last.id),
    )


def _action(each: NightFlight, urgency: Urgency, text: str, button: str, url: str) -> NextAction:
    flight = each.flight
    return NextAction(
        urgency=urgency,
        badge=flight.badge,
        badge_text=flight.status_text,
        title=each.title,
        text=text,
        button=button,
        url=url,
    )
