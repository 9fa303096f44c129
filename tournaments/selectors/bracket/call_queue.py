"""Which match is called next to which table: the one that has waited longest and whose players are free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.selectors.bracket.busy import Busy
from tournaments.selectors.bracket.values import BracketView, MatchView


@dataclass(frozen=True, slots=True)
class QueuedMatch:
    """A ready match in the queue. station: the free table it is proposed for, None while it waits for one.

    ready_since: when its second team was known. busy: its players who are needed elsewhere, or were withdrawn from the
    night; it is not proposed then.
    """

    match: MatchView
    ready_since: datetime
    station: int | None = None
    busy: tuple[Busy, ...] = ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is not proposed: "Ada L is in a hand at T1, seat 4"."""
        return tuple(one.sentence for one in self.busy)


@dataclass(frozen=True, slots=True)
class CallQueue:
    """The ready matches of a bracket, those that have waited longest first.

    proposed: to be called now, each to a table of its own. next: free, but without a table. held: somebody is missing.
    """

    proposed: tuple[QueuedMatch, ...] = ()
    next: tuple[QueuedMatch, ...] = ()
    held: tuple[QueuedMatch, ...] = ()


def call_queue(view: BracketView, busy: Mapping[int, Busy]) -> CallQueue:
    """The queue for the tables that are free now. busy: as ``busy_players`` gives it. Costs no query."""
    waiting = sorted((_queued(view, match, busy) for match in view.ready), key=_longest_first)
    free = [queued for queued in waiting if not queued.busy]
    proposed = tuple(
        QueuedMatch(queued.match, queued.ready_since, station)
        for queued, station in zip(free, view.free_stations, strict=False)
    )
    held = tuple(queued for queued in waiting if queued.busy)
    return CallQueue(proposed, tuple(free[len(proposed) :]), held)


def _queued(view: BracketView, match: MatchView, busy: Mapping[int, Busy]) -> QueuedMatch:
    players = (player for team in match.teams for player in team.player_ids)
    elsewhere = tuple(busy[player] for player in players if player in busy)
    held = tuple(Busy(team.name, "back in the main bracket") for team in match.teams if team.is_on_hold)
    gone = tuple(Busy(player.full_name, "withdrawn from the night") for team in match.teams for player in team.gone)
    return QueuedMatch(match, _ready_since(view, match), busy=gone + held + elsewhere)


def _ready_since(view: BracketView, match: MatchView) -> datetime:
    """When the second of the two teams was known: the later of the results they come from, or the draw."""
    feeders = (view.match(slot.feeder) for slot in match.slots if slot.feeder)
    times = [view.drawn_at, *(feeder.done_at for feeder in feeders)]
    return max(time for time in times if time is not None)


def _longest_first(queued: QueuedMatch) -> tuple[datetime, int, int]:
    return queued.ready_since, queued.match.round, queued.match.number
