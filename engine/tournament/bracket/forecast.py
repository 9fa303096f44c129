"""When a bracket will be over: matches left, stations to play them at, and minutes for each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import heappop, heappush

from engine.doors import door
from engine.errors import RuleError
from engine.tournament.amounts import Bounds, require_whole
from engine.tournament.bracket.shape import LoserOf, Match, WinnerOf
from engine.tournament.bracket.state import BracketState

_NONE: Mapping[int, int] = {}
_MOST = 10_000
_RULES = ("WLIA-22",)


@dataclass(frozen=True)
class BracketForecast:
    """Minutes from now. rounds: by round, until its last match is over; left out where it is over already.

    matches: how many are still to be played or finished.
    """

    minutes: int
    rounds: Mapping[int, int]
    matches: int

    def finishes_by(self, now: datetime) -> datetime:
        """The time on the wall at which the last match is over."""
        return now + timedelta(minutes=self.minutes)


@door(own=("started", "stations", "minutes_in_round"))
def forecast_end(
    state: BracketState,
    *,
    stations: int,
    minutes_per_match: int,
    minutes_in_round: Mapping[int, int] = _NONE,
    started: Mapping[int, int] = _NONE,
) -> BracketForecast:
    """When the bracket ends if every match takes its minutes and stations never wait.

    A station takes the open match of the earliest round. minutes_in_round: for rounds whose matches take another time,
    as a final over the best of three does. started: minutes that matches at a station have run; one that has run over
    its time is taken to end now. Where more are at stations than there are stations, the first to end is not refilled.

    Raises RuleError: "forecast_unclear", "no_such_match", "match_not_in_play".
    """
    _require_count(stations, "the number of stations")
    _require_count(minutes_per_match, "the length of a match in minutes")
    for number, minutes in minutes_in_round.items():
        _require_count(minutes, f"the length of a match of round {number} in minutes")
    for number, minutes in started.items():
        _require_in_play(state, number)
        name = f"the minutes of match {number}"
        require_whole(minutes, name, Bounds(most=_MOST), code="forecast_unclear", rules=_RULES)

    def length(match: Match) -> int:
        return minutes_in_round.get(match.round, minutes_per_match)

    evening = _Evening(state, begun=started)
    at_stations = [(state.bracket.match(number), minutes) for number, minutes in started.items()]
    free = [evening.end(match, max(0, length(match) - minutes)) for match, minutes in at_stations]
    # A sorted list is a heap.
    free = sorted(free + [0] * (stations - len(free)))[-stations:]
    while evening.has_more:
        at = heappop(free)
        match, ready_at = evening.next_for(at)
        heappush(free, evening.end(match, max(at, ready_at) + length(match)))
    return BracketForecast(max(evening.rounds.values(), default=0), evening.rounds, len(evening.ends))


class _Evening:
    """The matches still to be played, each open once the matches before it have an end."""

    def __init__(self, state: BracketState, begun: Collection[int]) -> None:
        self._state = state
        self._begun = begun
        self._open: list[int] = []
        self._to_come: list[tuple[int, int]] = []
        self.ends: dict[int, int] = {}
        self.rounds: dict[int, int] = {}
        for match in state.bracket.matches:
            self._look_at(match)

    @property
    def has_more(self) -> bool:
        return bool(self._open or self._to_come)

    def next_for(self, at: int) -> tuple[Match, int]:
        """The match that a station free at this minute takes, and when its teams are there."""
        while self._to_come and (self._to_come[0][0] <= at or not self._open):
            ready_at, number = heappop(self._to_come)
            if ready_at > at:
                return self._state.bracket.match(number), ready_at
            heappush(self._open, number)
        return self._state.bracket.match(heappop(self._open)), at

    def end(self, match: Match, at: int) -> int:
        """The match is over at this minute."""
        self.ends[match.number] = at
        self.rounds[match.round] = max(self.rounds.get(match.round, 0), at)
        for number, _slot in self._state.bracket.fed_by(match):
            self._look_at(self._state.bracket.match(number))
        return at

    def _look_at(self, match: Match) -> None:
        """Put a match on the list once nothing before it is open."""
        feeders = [slot.match for slot in match.slots if isinstance(slot, WinnerOf | LoserOf)]
        if match.number in self._state.results or match.number in self._begun:
            return
        if all(number in self.ends or number in self._state.results for number in feeders):
            ready_at = max((self.ends.get(number, 0) for number in feeders), default=0)
            heappush(self._to_come, (ready_at, match.number))


def _require_count(value: object, name: str) -> None:
    require_whole(value, name, Bounds(1, _MOST), code="forecast_unclear", rules=_RULES)


def _require_in_play(state: BracketState, number: int) -> None:
    match = state.bracket.match(number)
    if not state.is_ready(match.number):
        raise RuleError(
            "match_not_in_play",
            f"Match {number} cannot be at a station: it is decided, or its teams are not known. Leave it out.",
            rules=_RULES,
            match=number,
        )
