"""What needs the organiser: people called to two places, matches that nobody starts, counts that do not add up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from eventnight.core.values.formats import chips_text, clock_text
from eventnight.night.selectors.actions.action import address
from eventnight.night.selectors.forecast import Expected
from eventnight.night.selectors.tonight import Call, NightFlight, Tonight

PATIENCE_MINUTES = 5
"""So long after its call a match should have begun."""


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that is wrong, why, and where it is put right. badge: a state of the badges."""

    badge: str
    badge_text: str
    title: str
    text: str
    button: str
    url: str


def alerts(night: Tonight, expected: list[Expected], now: datetime) -> list[Alert]:
    """Everything that needs attention, the gravest first; without a query."""
    return [
        *_away(night),
        *_withdrawn(night),
        *_wanted_twice(night),
        *_counts(night),
        *_chips_short(night),
        *_waiting(night, now),
        *_paused(night),
        *_late(night, expected),
    ]


def _away(night: Tonight) -> Iterator[Alert]:
    for each in night.running_flights:
        away = each.flight.clock.away
        if away and not each.flight.is_decided:
            since, until = (clock_text(moment, night.event) for moment in (away.since, away.until))
            title = f"Did {each.title} go on from {since} to {until}?"
            text = f"The system was off, and the clock counted {away.minutes} min meanwhile."
            yield Alert("danger", "Clock", title, text, "Answer", _floor(night, each))


def _withdrawn(night: Tonight) -> Iterator[Alert]:
    """Who was withdrawn from the night and still holds up a bracket or a flight. Rules: WAS-13, WAS-14."""
    for summary in night.euchre:
        bracket = summary.bracket
        for team in bracket.teams_with_gone:
            url = address(night.event, "tournaments:withdraw_team", bracket_id=bracket.id, team=team.number)
            title = f"{team.gone_text} was withdrawn and is in team {team.number} of {bracket.name}."
            text = "Its matches wait for a substitute." if bracket.is_drawn else "The draw waits for it."
            yield Alert("danger", "Withdrawn", title, text, "See the team", url)
    for each in night.running_flights:
        for entry in each.flight.withdrawn:
            title = f"{entry.full_name} was withdrawn and is still in {each.title}."
            text = f"{entry.seat_text} gets no more cards; record the player as out."
            yield Alert("danger", "Withdrawn", title, text, "Open the floor", _floor(night, each))


def _wanted_twice(night: Tonight) -> Iterator[Alert]:
    """Players of a match that is ready or called who still have chips in a running flight. Rules: WLIA-24."""
    for call in night.calls:
        wanted = {player for team in call.match.teams for player in team.player_ids}
        for each in night.running_flights:
            for entry in each.flight.standings:
                if entry.player_id in wanted and not each.flight.is_decided:
                    yield Alert(
                        "danger",
                        "Now",
                        f"{entry.full_name} is needed in two places.",
                        f"Match {call.match.number} is {call.match.state}; {entry.seat_text.lower()} of "
                        f"{each.flight.name.lower()} is still playing.",
                        "Decide",
                        _of_match(night, call),
                    )


def _counts(night: Tonight) -> Iterator[Alert]:
    for each in night.running_flights:
        if each.flight.counted_at and each.flight.check.difference:
            title = f"{each.title}: the counts do not add up."
            yield Alert("danger", "Counts", title, each.flight.check.sentence, "Count again", _floor(night, each))


def _chips_short(night: Tonight) -> Iterator[Alert]:
    """Colours of which the rack holds too few for the next first stacks. Rules: WLIA-1, WLIA-2."""
    for colour in night.short_colours:
        title = f"{colour.chip.colour.capitalize()} {chips_text(colour.chip.value)} chips run short."
        left = f"{chips_text(max(colour.rack, 0))} left"
        yield Alert("called", left, title, colour.sentence, "See the chips", address(night.event, "bank:chips"))


def _waiting(night: Tonight, now: datetime) -> Iterator[Alert]:
    for call in night.calls:
        minutes = int((now - call.match.called_at).total_seconds() // 60) if call.match.called_at else 0
        if call.is_called and minutes >= PATIENCE_MINUTES:
            yield Alert(
                "called",
                f"{minutes} min",
                f"Match {call.match.number} was called and has not begun.",
                f"{call.match.upper.text} v {call.match.lower.text}, table {call.match.station}.",
                "See the match",
                _of_match(night, call),
            )


def _paused(night: Tonight) -> Iterator[Alert]:
    for each in night.running_flights:
        if each.flight.clock.is_paused and not each.flight.is_decided:
            title = f"The clock of {each.title} is paused."
            yield Alert(
                "called", "Paused", title, f"{each.flight.clock.heading}.", "Go to the clock", _floor(night, each)
            )


def _late(night: Tonight, expected: list[Expected]) -> Iterator[Alert]:
    """The activity that will end latest against its plan; the others are in the drawing."""
    late = sorted((each for each in expected if each.is_late), key=lambda each: each.minutes_late)
    if late:
        worst, others = late[-1], len(late) - 1
        planned, ends = (clock_text(each[1], night.event) for each in (worst.planned, worst.expected))
        yield Alert(
            "called",
            f"{worst.minutes_late} min late",
            f"{worst.label} is forecast for {ends}.",
            f"It was planned to end {planned}." + (f" {others} more will be late." if others else ""),
            "See the forecast",
            "#forecast",
        )


def _of_match(night: Tonight, call: Call) -> str:
    return address(night.event, "tournaments:match", bracket_id=call.bracket_id, number=call.match.number)


def _floor(night: Tonight, each: NightFlight) -> str:
    return address(night.event, "tournaments:floor_flight", flight_id=each.flight.id)
