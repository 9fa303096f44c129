"""When a bracket will be over: matches left, stations to play them at, and minutes for each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from engine.errors import RuleError
from engine.tournament.bracket.shape import LoserOf, Match, WinnerOf
from engine.tournament.bracket.state import BracketState

_NOBODY_STARTED: Mapping[int, int] = {}


@dataclass(frozen=True)
class BracketForecast:
    """Minutes from now. rounds: by round, until its last match is over; left out where it is over already.

    matches: how many are still to be played or finished.
    """

    minutes: int
    rounds: Mapping[int, int]
    matches: int


def forecast_end(
    state: BracketState, *, stations: int, minutes_per_match: int, started: Mapping[int, int] = _NOBODY_STARTED
) -> BracketForecast:
    """When the bracket ends if every match takes its minutes and stations never wait.

    A station takes the open match of the earliest round. started: minutes that matches at a station have run; one that
    has run over its time is taken to end now.

    Raises RuleError: "forecast_unclear".
    """
    _must_be_whole("stations", stations)
    _must_be_whole("minutes for a match", minutes_per_match)
    evening = _Evening(state, begun=started)
    left = (max(0, minutes_per_match - minutes) for minutes in started.values())
    free = [evening.end(state.bracket.match(number), minutes) for number, minutes in zip(started, left, strict=True)]
    free += [0] * (stations - len(free))
    heapify(free)
    while evening.has_more:
        at = heappop(free)
        match, ready_at = evening.next_for(at)
        heappush(free, evening.end(match, max(at, ready_at) + minutes_per_match))
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


def _must_be_whole(name: str, value: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 10_000:
        raise RuleError(
            "forecast_unclear",
            f"A forecast needs the number of {name}, from 1 to 10,000, not {str(value)[:20]}.",
            rules=("WLIA-22",),
        )
