"""Whether the levels of a flight may become others: what has begun stays, and what goes by levels still can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from engine.poker.house.bounds import require_blinds_of
from engine.tournament.level_changes import Begun, begun_at, rewritten_level
from engine.tournament.levels import Level
from engine.tournament.structure import MOST_LEVELS
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.values.formats import chips_text, clock_text, countdown_text, multiples_text
from eventnight.events.models import Event
from tournaments.lifecycles import FLIGHT
from tournaments.models import BlindClock, ClockEvent, Flight, LevelAnnouncement
from tournaments.selectors.clock.clock_view import level_views, moment_of, state_at
from tournaments.selectors.flight.hands import house_of_night, smallest_in_play

RULES = ("WAS-5", "WAS-6")


def begun_of(clock: BlindClock, now: datetime) -> Begun:
    """What of the clock's levels has begun."""
    return begun_at(clock.levels, state_at(clock, now), moment_of(clock, now))


def require_possible(row: Flight, wanted: Sequence[Level], now: datetime) -> None:
    """Let levels pass that may take the place of the flight's. row: with its clock, tournament and event.

    Raises Conflict("flight_status", "flight_decided", "levels_unchanged", "level_begun", "level_closes_sales"),
    UserFacingError("too_many_levels", "no_level_left", "chips_cannot_pay"), RuleError("small_blind_not_half").
    Rules: WAS-5, WAS-6, BIS-5.
    """
    FLIGHT.require("change_levels", row)
    clock = row.clock
    if tuple(wanted) == clock.levels:
        raise Conflict("levels_unchanged", f"{row.name} has these levels already. Change one of them first.")
    require_not_begun(clock, wanted, now)
    if len(wanted) > MOST_LEVELS:
        raise UserFacingError(
            "too_many_levels",
            f"{len(wanted)} levels and breaks are more than the {MOST_LEVELS} a clock holds. Remove some.",
            rules=RULES,
            levels=len(wanted),
            most=MOST_LEVELS,
        )
    if all(level.is_break for level in wanted):
        raise UserFacingError("no_level_left", "No level with blinds would be left. Keep one at least.", rules=RULES)
    _require_sales(row, wanted)
    _require_payable(row, wanted)


def require_not_begun(clock: BlindClock, wanted: Sequence[Level], now: datetime) -> None:
    """Let levels pass that leave what has begun as it is; the level under way may become longer, or shorter as long as
    it goes on.

    Raises Conflict("level_begun"). Rules: WAS-6.
    """
    begun = begun_of(clock, now)
    position = rewritten_level(clock.levels, wanted, begun)
    if position is None:
        return
    view, event = level_views(clock)[position - 1], clock.flight.tournament.event
    began = LevelAnnouncement.objects.filter(clock=clock, position=position).order_by("-id").first()
    since = f" at {clock_text(began.at, event)}" if began else ""
    way_out = "Change the levels that are still to come."
    if position == begun.levels:
        way_out = (
            f"It has been played for {countdown_text(begun.played_ms // 1000)}: it can last longer than that, and the "
            "levels after it can be changed."
        )
    raise Conflict(
        "level_begun",
        f"{view.name} ({view.summary}) began{since} and stays as it is. {way_out}",
        rules=("WAS-6",),
        position=position,
        began_at=began.at.isoformat() if began else None,
        played_seconds=begun.played_ms // 1000,
    )


def require_seen(clock: BlindClock, seen: int | None, last: ClockEvent | None) -> None:
    """Refuse a press that was made for other levels than the clock has. seen: the version of the last change that the
    page knew, 0 for none, None where the press does not say.

    Raises Conflict("levels_changed").
    """
    if seen is None or seen == (last.version if last else 0):
        return
    done = f"{last.by_label} changed them at {clock_text(last.at, clock.flight.tournament.event)}. " if last else ""
    raise Conflict(
        "levels_changed",
        f"The levels of {clock.flight.name} are no longer those this page showed. {done}"
        "Nothing was done; open the levels again.",
        rules=("WAS-6",),
        seen=seen,
    )


def _require_sales(row: Flight, wanted: Sequence[Level]) -> None:
    """Late entry, re-buys and the add-on end or begin with a level or a break that must not go."""
    tournament, clock = row.tournament, row.clock
    if row.is_final:
        return
    closing = [("Late entry is", tournament.late_until_level)]
    if tournament.rebuy_chips:
        closing.append(("Re-buys are", tournament.rebuy_until_level))
    before, after = _levels_in(clock.levels), _levels_in(wanted)
    for name, until in closing:
        if after < until <= before:
            raise _sales_need(f"{name} open up to level {until}", f"{after} levels would be left", f"{until} levels")
    number, breaks = tournament.add_on_break, len(wanted) - after
    if tournament.add_on_chips and breaks < number <= len(clock.levels) - before:
        raise _sales_need(f"The add-on is sold in break {number}", f"{breaks} would be left", f"{number} breaks")


def _sales_need(what: str, left: str, least: str) -> Conflict:
    return Conflict("level_closes_sales", f"{what}, but only {left}. Keep {least} at least.", rules=RULES)


def _levels_in(levels: Sequence[Level]) -> int:
    return sum(not level.is_break for level in levels)


def _require_payable(row: Flight, wanted: Sequence[Level]) -> None:
    """Blinds and antes that are new can be paid in the chips that colour-ups left, and are as the house has them."""
    event = row.tournament.event
    views = level_views(row.clock, wanted)
    known = {(level.small_blind, level.big_blind, level.ante) for level in row.clock.levels}
    new = [
        (level, view)
        for level, view in zip(wanted, views, strict=True)
        if not level.is_break and (level.small_blind, level.big_blind, level.ante) not in known
    ]
    if not new:
        return
    house, smallest = house_of_night(event), _smallest_chip(row, event)
    for level, view in new:
        require_blinds_of(house, level.small_blind, level.big_blind)
        for name, chips in _posted(level):
            if chips % smallest:
                raise UserFacingError(
                    "chips_cannot_pay",
                    f"{view.name} has {name} of {chips_text(chips)}, and the smallest chip in play is "
                    f"{chips_text(smallest)}. Take {multiples_text(chips, smallest)}.",
                    rules=RULES,
                    position=view.position,
                    chips=chips,
                    smallest=smallest,
                )


def _posted(level: Level) -> Iterator[tuple[str, int]]:
    yield "a small blind", level.small_blind
    yield "a big blind", level.big_blind
    yield "an ante", level.ante


def _smallest_chip(row: Flight, event: Event) -> int:
    """The smallest one of the set that no colour-up has taken out of play at some table."""
    smallest = event.house_settings.bank.smallest_chip
    tables = row.races.filter(undone_at__isnull=True).values_list("table_number", flat=True).distinct()
    return max((smallest_in_play(row, number, smallest) for number in tables), default=smallest)
