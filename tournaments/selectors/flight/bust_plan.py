"""What a bust-out will do, said before it is recorded."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.selectors.flight.values import EntryView, FlightView, ordinal


@dataclass(frozen=True, slots=True)
class BustLine:
    """One consequence, as the plan list shows it."""

    icon: str
    title: str
    text: str
    rules: tuple[str, ...] = ()
    lost: bool = False


def bust_plan(flight: FlightView, entry: EntryView) -> list[BustLine]:
    """What follows if this player goes out alone on a hand: for the player, and for the flight.

    Rules: STD-10, WAS-2.
    """
    before, left = out_before(flight, entry), place_alone(flight, entry) - 1
    lines = [
        BustLine(
            icon="out",
            title=f"{one.name} is out first",
            text="Whoever came with an empty stack goes out before anybody who had chips.",
            rules=("STD-10",),
            lost=True,
        )
        for one in before
    ] + [
        BustLine(
            icon="out",
            title=f"{entry.name} finishes {ordinal(left + 1)}",
            text=f"{entry.seat_text} becomes free; {left} of {len(flight.entries)} play on.",
            rules=("STD-10",),
            lost=True,
        )
    ]
    if flight.shared_hand:
        lines.append(
            BustLine(
                "pause",
                f"{entry.seat_text.split(',')[0]} has finished hand {flight.shared_hand}",
                "Who goes out at another table on the same hand is placed together with this bust-out.",
                rules=("STD-10",),
            )
        )
    if left <= flight.advancing:
        verdict = "has its winner" if flight.is_final else "is decided"
        lines.append(BustLine("pause", f"{flight.name} {verdict}", _when_it_stops(flight), rules=("WAS-2",)))
    return lines


def out_before(flight: FlightView, entry: EntryView) -> list[EntryView]:
    """Those without chips who are out before somebody who had some goes out."""
    return [one for one in flight.standings if one.never_had_chips and not entry.never_had_chips]


def place_alone(flight: FlightView, entry: EntryView) -> int:
    """The place of somebody still in who goes out alone on the next hand. Rules: STD-10."""
    return flight.players_left - len(out_before(flight, entry))


def _when_it_stops(flight: FlightView) -> str:
    if flight.shared_hand:
        return "The clock stops as soon as every table has finished this hand."
    return "The clock stops, even inside the level."
