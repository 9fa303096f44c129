"""A bracket as plain values: rounds, matches, halves of matches and teams, for pages, walls and programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.euchre.house import EuchreHouse
from eventnight.core.errors import NotFound
from eventnight.core.lifecycle import May
from tournaments.lifecycles import MATCH
from tournaments.models import BracketStatus, MatchState, Outcome


@dataclass(frozen=True, slots=True)
class GonePlayer:
    """Somebody of a team who was withdrawn from the night, for staff."""

    code: str
    full_name: str


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team: its number in order of entry, its seed after the draw, what it is called and who is in it.

    is_withdrawn: the team left the bracket. gone: its players who were withdrawn from the night.
    """

    id: int
    number: int
    seed: int | None
    name: str
    players: tuple[str, ...]
    player_ids: tuple[int, ...]
    is_withdrawn: bool
    is_on_hold: bool = False
    gone: tuple[GonePlayer, ...] = ()

    @property
    def gone_text(self) -> str:
        """Who was withdrawn from the night: "Ada Lovelace and Bob Lee"."""
        return " and ".join(player.full_name for player in self.gone)


@dataclass(frozen=True, slots=True)
class SlotView:
    """One half of a match. text: the team, or what is to come: "Winner of 17", "Bye", "Nobody".

    feeder: the match that fills it; None for a seed or a bye. here_at: when the team said it is here for this match;
    last_call_at: when it was called for the last time.
    """

    text: str
    feeder: int | None = None
    team: TeamView | None = None
    points: int | None = None
    is_winner: bool = False
    here_at: datetime | None = None
    last_call_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of a best of three: who won it, and the points of the winner and the loser: "10–7"."""

    number: int
    winner: str
    score: str


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match with its two halves. state and outcome are those of the row; station is a table number."""

    number: int
    round: int
    round_name: str
    position: int
    is_for_third_place: bool
    upper: SlotView
    lower: SlotView
    state: str
    outcome: str
    station: int | None
    called_at: datetime | None
    started_at: datetime | None
    done_at: datetime | None
    next_match: int | None
    games: tuple[GameView, ...] = ()

    @property
    def next_game(self) -> int:
        """The number of the game to be played."""
        return len(self.games) + 1

    @property
    def is_bye(self) -> bool:
        return self.outcome == Outcome.BYE

    @property
    def may(self) -> May:
        """What may be done with the match now."""
        return MATCH.may(self)

    @property
    def is_waiting(self) -> bool:
        """Whether it lacks a team."""
        return self.state == MatchState.WAITING

    @property
    def is_ready(self) -> bool:
        return self.state == MatchState.READY

    @property
    def is_called(self) -> bool:
        return self.state == MatchState.CALLED

    @property
    def is_playing(self) -> bool:
        return self.state == MatchState.PLAYING

    @property
    def is_at_station(self) -> bool:
        return self.is_called or self.is_playing

    @property
    def is_decided(self) -> bool:
        return self.state == MatchState.DONE

    @property
    def slots(self) -> tuple[SlotView, SlotView]:
        return self.upper, self.lower

    @property
    def teams(self) -> tuple[TeamView, ...]:
        return tuple(slot.team for slot in self.slots if slot.team)

    @property
    def teams_with_gone(self) -> tuple[TeamView, ...]:
        """The teams of an open match of which somebody was withdrawn from the night: it is not called or started."""
        return () if self.is_decided else tuple(team for team in self.teams if team.gone and not team.is_withdrawn)

    @property
    def winner(self) -> TeamView | None:
        return next((slot.team for slot in self.slots if slot.is_winner), None)

    @property
    def loser(self) -> TeamView | None:
        """The team beaten by another; None after a bye, or when nobody came."""
        return next((slot.team for slot in self.slots if self.winner and not slot.is_winner), None)

    @property
    def missing(self) -> tuple[SlotView, ...]:
        """The halves whose team is known and has not come; nobody once the match is played or decided."""
        if self.is_playing or self.is_decided:
            return ()
        return tuple(slot for slot in self.slots if slot.team and slot.here_at is None)

    @property
    def last_calls(self) -> tuple[str, ...]:
        """The teams that are called for the last time."""
        return tuple(slot.text for slot in self.missing if slot.last_call_at)

    @property
    def badge(self) -> str:
        """The badge of the match: its state, or walkover and bye where nobody played."""
        if self.is_bye:
            return "bye"
        return "walkover" if self.outcome in (Outcome.WALKOVER, Outcome.DOUBLE_NO_SHOW) else self.state

    @property
    def score(self) -> str:
        """The winner's points first: "10–7"; for other results their word."""
        points = [slot.points for slot in sorted(self.slots, key=lambda slot: not slot.is_winner)]
        if None not in points:
            return f"{points[0]}–{points[1]}"
        return Outcome(self.outcome).label.lower() if self.outcome else ""

    def involves(self, team_number: int) -> bool:
        return any(team.number == team_number for team in self.teams)


@dataclass(frozen=True, slots=True)
class RoundView:
    """The matches of a round from the top, without the third-place match."""

    number: int
    name: str
    matches: tuple[MatchView, ...]


@dataclass(frozen=True, slots=True)
class BracketView:
    """A bracket. decided and to_play leave byes out; rounds are empty before the draw.

    rules: the euchre rules of its tables. taken_elsewhere: tables at which the other one plays, of a bracket and its
    consolation bracket. is_dealt: the system deals at its tables.
    """

    id: int
    name: str
    status: str
    is_drawn: bool
    stations: int
    best_of: int
    target: int
    version: int
    drawn_at: datetime | None
    teams: tuple[TeamView, ...]
    rounds: tuple[RoundView, ...]
    third_place: MatchView | None
    rules: EuchreHouse
    has_consolation: bool = False
    consolation_of: int | None = None
    taken_elsewhere: tuple[int, ...] = ()
    is_dealt: bool = False

    @property
    def is_running(self) -> bool:
        return self.status == BracketStatus.RUNNING

    @property
    def is_finished(self) -> bool:
        return self.status == BracketStatus.FINISHED

    @property
    def is_one_game(self) -> bool:
        return self.best_of == 1

    @property
    def games_to_win(self) -> int:
        """Games that win a match."""
        return self.best_of // 2 + 1

    @property
    def matches(self) -> tuple[MatchView, ...]:
        """Every match in number order, byes and the third-place match included."""
        found = [match for column in self.rounds for match in column.matches]
        return (*found, self.third_place) if self.third_place else tuple(found)

    @property
    def entries(self) -> int:
        """How many teams were drawn."""
        return sum(team.seed is not None for team in self.teams)

    @property
    def to_be_played(self) -> tuple[MatchView, ...]:
        return tuple(match for match in self.matches if not match.is_bye)

    @property
    def to_be_filled_in(self) -> tuple[MatchView, ...]:
        """Those that both teams are known of and that are not decided."""
        return tuple(match for match in self.to_be_played if len(match.teams) == 2 and not match.is_decided)

    @property
    def to_play(self) -> int:
        return len(self.to_be_played)

    @property
    def decided(self) -> int:
        return sum(match.is_decided for match in self.to_be_played)

    def in_state(self, *states: str) -> tuple[MatchView, ...]:
        return tuple(match for match in self.to_be_played if match.state in states)

    @property
    def teams_with_gone(self) -> tuple[TeamView, ...]:
        """The teams still in of which somebody was withdrawn from the night."""
        open_teams = {team.number for match in self.matches for team in match.teams_with_gone}
        return tuple(
            team
            for team in self.teams
            if team.gone and not team.is_withdrawn and (not self.is_drawn or team.number in open_teams)
        )

    @property
    def ready(self) -> tuple[MatchView, ...]:
        return self.in_state(MatchState.READY)

    @property
    def at_stations(self) -> tuple[MatchView, ...]:
        """Called and playing matches by station."""
        found = self.in_state(MatchState.CALLED, MatchState.PLAYING)
        return tuple(sorted(found, key=lambda match: match.station or 0))

    @property
    def free_stations(self) -> tuple[int, ...]:
        busy = {*self.taken_elsewhere, *(match.station for match in self.at_stations)}
        return tuple(station for station in range(1, self.stations + 1) if station not in busy)

    @property
    def round_name(self) -> str:
        """The earliest round with an open match; "Finished" after the last, "Taking entries" before the draw."""
        if not self.is_drawn:
            return "Taking entries"
        opened = (match.round_name for match in self.to_be_played if not match.is_decided)
        return next(opened, "Finished")

    @property
    def round_now(self) -> int:
        """The number of the earliest round with an open match, of the last one after that; 0 before the draw."""
        opened = (
            column.number
            for column in self.rounds
            if any(not match.is_bye and not match.is_decided for match in column.matches)
        )
        return next(opened, len(self.rounds))

    @property
    def byes(self) -> int:
        """How many teams moved on from the first round without an opponent."""
        return sum(match.is_bye for match in self.matches)

    @property
    def are_first_matches_decided(self) -> bool:
        """Whether every team has its first match behind it: then those beaten there are known."""
        firsts = {team.number: match for match in reversed(self.to_be_played) for team in match.teams}
        return self.is_drawn and len(firsts) == self.entries and all(match.is_decided for match in firsts.values())

    @property
    def champion(self) -> TeamView | None:
        return self.rounds[-1].matches[0].winner if self.rounds else None

    @property
    def third(self) -> tuple[TeamView, ...]:
        """Who is third: the winner of the third-place match, else the beaten semi-finalists."""
        if self.third_place:
            return (self.third_place.winner,) if self.third_place.winner else ()
        if len(self.rounds) < 2:
            return ()
        return tuple(match.loser for match in self.rounds[-2].matches if match.loser)

    def match(self, number: int) -> MatchView:
        """Raises NotFound("unknown_match")."""
        matches = self.matches
        if not 1 <= number <= len(matches):
            known = f"it has matches 1 to {len(matches)}" if matches else "it has not been drawn"
            raise NotFound("unknown_match", f"{self.name} has no match {number}: {known}.", match=number)
        return matches[number - 1]

    def match_of(self, team_number: int) -> MatchView | None:
        """The match that a team plays, or waits for, now; None when it has none left."""
        open_matches = (match for match in self.to_be_played if not match.is_decided)
        return next((match for match in open_matches if match.involves(team_number)), None)
