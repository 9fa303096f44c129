"""Who is here for the next match and who is not, round by round."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import MatchState
from tournaments.selectors.bracket.values import BracketView, MatchView, SlotView, TeamView


@dataclass(frozen=True, slots=True)
class Attendance:
    """A team and the match it is expected at."""

    match: MatchView
    slot: SlotView

    @property
    def team(self) -> TeamView:
        if self.slot.team is None:
            raise ValueError("only a known team is expected")
        return self.slot.team

    @property
    def opponent(self) -> SlotView:
        """The other half of the match."""
        return next(slot for slot in self.match.slots if slot is not self.slot)

    @property
    def may_lose_by_walkover(self) -> bool:
        """Whether there is an opponent to go on without it."""
        return self.match.is_ready or self.match.is_called


@dataclass(frozen=True, slots=True)
class RollCall:
    """A round with the teams expected for it. Teams that play already are here and not listed."""

    round: int
    name: str
    missing: tuple[Attendance, ...]
    here: tuple[Attendance, ...]


def roll_calls(view: BracketView) -> tuple[RollCall, ...]:
    """The rounds for which teams are expected, earliest first. Costs no query."""
    calls = (_roll_call(view, column.number) for column in view.rounds)
    return tuple(call for call in calls if call.missing or call.here)


def attendance_of(match: MatchView, team_number: int) -> Attendance | None:
    """How it stands with a team and this match; None where the team is not in it."""
    return next(
        (Attendance(match, slot) for slot in match.slots if slot.team and slot.team.number == team_number), None
    )


def _roll_call(view: BracketView, number: int) -> RollCall:
    expected = [
        Attendance(match, slot)
        for match in view.in_state(MatchState.WAITING, MatchState.READY, MatchState.CALLED)
        if match.round == number
        for slot in match.slots
        if slot.team
    ]
    # Whoever has waited longest at a table comes first: called matches, then ready ones, then those still waiting.
    order = (MatchState.CALLED, MatchState.READY, MatchState.WAITING)
    expected.sort(key=lambda each: (order.index(MatchState(each.match.state)), each.match.number))
    return RollCall(
        number,
        view.rounds[number - 1].name,
        missing=tuple(each for each in expected if each.slot.here_at is None),
        here=tuple(each for each in expected if each.slot.here_at is not None),
    )
