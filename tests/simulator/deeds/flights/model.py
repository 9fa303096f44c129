"""A second model of a hold'em flight: what follows from rows as a person works it out with pencil and paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from eventnight.events.models import Event
from tournaments.models import Across, BlindClock, BustHand, Flight, FlightEntry, HoldemTournament

MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True)
class Standing:
    """How somebody stands in a flight. entry: the row. hand: on which they went out, by its number."""

    entry: int
    player: str
    number: int
    started: int
    chips: int
    seat: tuple[int | None, int | None]
    hand: int | None = None
    began: int | None = None
    first: int | None = None
    last: int | None = None
    has_advanced: bool = False
    prize: int | None = None

    @property
    def is_out(self) -> bool:
        return self.hand is not None


Field = dict[str, Standing]
"""Everybody of some flights, by the code of the stack."""


def field_of(event: Event, flight: Flight | None = None) -> Field:
    """Everybody in every flight of the night, or in one, in the order in which they entered."""
    rows = FlightEntry.objects.filter(flight__tournament__event=event).order_by("id")
    if flight is not None:
        rows = rows.filter(flight=flight)
    return {row.stack_code: standing_of(row) for row in rows.select_related("player", "bust_hand")}


def standing_of(row: FlightEntry) -> Standing:
    """One of them. row: with its player and the hand on which they went out."""
    return Standing(
        row.pk,
        row.player.code,
        row.number,
        row.started_with,
        row.chips,
        (row.table_number, row.seat_number),
        row.bust_hand.number if row.bust_hand else None,
        row.began_hand_with,
        row.place_first,
        row.place_last,
        row.has_advanced,
        row.prize_entry,
    )


def in_play(field: Field) -> Field:
    """Those who are not out."""
    return {code: one for code, one in field.items() if not one.is_out}


def shared_hands(flight: Flight) -> dict[int, int | None]:
    """Of every hand on which somebody went out, the hand that all tables played at once."""
    return dict(BustHand.objects.filter(flight=flight).values_list("number", "shared_hand"))


def with_places(flight: Flight, field: Field, shared: Mapping[int, int | None]) -> Field:
    """The same people with the places that follow from the hands on which they went out.

    Of one hand whoever began it with more is better; equal chips share. At several tables at once the best of each
    table tie, then the second of each, unless the tournament ranks all by stacks.
    """
    placed = {code: replace(one, first=None, last=None) for code, one in field.items()}
    left = len(field)
    for hand in _in_order(field, shared):
        out = {code: one for code, one in field.items() if one.hand in hand}
        apart = shared.get(hand[0]) is not None and flight.tournament.across_tables == Across.TIE
        place = left - len(out) + 1
        for tied in _tied(out, apart=apart):
            for code in tied:
                placed[code] = replace(placed[code], first=place, last=place + len(tied) - 1)
            place += len(tied)
        left -= len(out)
    if flight.is_final and left == 1 and len(field) > 1:
        placed = {code: one if one.is_out else replace(one, first=1, last=1) for code, one in placed.items()}
    return placed


def _in_order(field: Field, shared: Mapping[int, int | None]) -> list[list[int]]:
    """Numbers of hands; those of one shared hand together, where its first stands."""
    together: dict[tuple[bool, int], list[int]] = defaultdict(list)
    for number in sorted({one.hand for one in field.values() if one.hand is not None}):
        hand = shared.get(number)
        together[(True, hand) if hand is not None else (False, number)].append(number)
    return list(together.values())


def _tied(out: Field, *, apart: bool) -> list[list[str]]:
    ranks: dict[int, list[str]] = defaultdict(list)
    for code, one in out.items():
        beside = [other for other in out.values() if not apart or other.seat[0] == one.seat[0]]
        better = {other.began or 0 for other in beside if (other.began or 0) > (one.began or 0)}
        ranks[len(better)].append(code)
    return [ranks[rank] for rank in sorted(ranks)]


def goes_on(flight: Flight, entries: int) -> int:
    """How many of so many entries play on."""
    tournament = flight.tournament
    if flight.is_final:
        return min(1, entries)
    if tournament.advancing_count:
        return min(tournament.advancing_count, entries)
    return min(-(-entries * tournament.advancing_share // 100), entries)


@dataclass(frozen=True)
class Level:
    """Where a clock is. number counts levels without breaks; break_number is 0 outside breaks."""

    has_started: bool
    number: int
    break_number: int


def level_at(clock: BlindClock, moment: datetime) -> Level:
    """What the clock shows then."""
    ran = ran_by(clock, moment)
    before = structure_of(clock)[: clock.start_position - 1]
    number = sum(not level["is_break"] for level in before)
    breaks, is_break, begins = 0, False, 0
    for level, seconds in lengths(clock):
        if begins > ran:
            break
        is_break = level["is_break"]
        number, breaks = number + (not is_break), breaks + is_break
        begins += seconds * 1000
    return Level(clock.running_since is not None or clock.elapsed_ms > 0, number, breaks if is_break else 0)


def ran_by(clock: BlindClock, moment: datetime) -> int:
    """Milliseconds that the clock has run by then."""
    if clock.running_since is None:
        return clock.elapsed_ms
    latest = max(moment, clock.last_read_at or moment)
    ran = clock.elapsed_ms + max(0, (latest - clock.running_since) // MILLISECOND)
    begins = 0
    for level, seconds in lengths(clock):
        if clock.pauses_for_breaks and level["is_break"] and clock.elapsed_ms < begins <= ran:
            return begins
        begins += seconds * 1000
    return ran


def structure_of(clock: BlindClock) -> list[dict[str, int]]:
    """Every level that was set: those of the flight's own, where it has some."""
    return list(clock.structure or clock.flight.tournament.levels)


def lengths(clock: BlindClock) -> list[tuple[dict[str, int], int]]:
    """The levels that the clock runs through, each with its seconds."""
    levels = structure_of(clock)[clock.start_position - 1 :]
    seconds = clock.level_seconds or [level["seconds"] for level in levels]
    return list(zip(levels, seconds, strict=True))


def shared_out(total: int, weights: Sequence[int | Fraction]) -> list[int]:
    """Whole parts by weights; what is left goes to the largest remainders, the earlier first."""
    whole = sum(weights)
    if not whole:
        return [0 for _ in weights]
    exact = [Fraction(total) * weight / whole for weight in weights]
    parts = [each.numerator // each.denominator for each in exact]
    order = sorted(range(len(parts)), key=lambda index: (parts[index] - exact[index], index))
    for index in order[: total - sum(parts)]:
        parts[index] += 1
    return parts


def forwards(tournament: HoldemTournament, bags: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of a player's bags, as (flight, chips), those that go to the final."""
    held = list(bags)
    if tournament.several_flights == "combined":
        return held
    if tournament.several_flights == "first":
        return held[:1]
    best = max(chips for _, chips in held)
    return [next(bag for bag in held if bag[1] == best)]
