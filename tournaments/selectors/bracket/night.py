"""Euchre within the whole night: where a player stands, who is free for something else, and the bracket in one line."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q, QuerySet

from eventnight.events.models import Event, Player
from tournaments.models import BracketStatus, Match, MatchState, Single, SingleStatus, TeamPlayer
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.teams import brackets_of
from tournaments.selectors.bracket.values import BracketView, MatchView, TeamView
from tournaments.selectors.score.sheets import running_scores
from tournaments.selectors.score.values import ScoreSheet


class Standing(StrEnum):
    """Where a player stands in euchre. FREE: nothing left to play, so free for every other activity (WLIA-24)."""

    NOT_ENTERED = "not_entered"
    SINGLE = "single"
    RESERVE = "reserve"
    ENTERED = "entered"
    WAITING = "waiting"
    READY = "ready"
    CALLED = "called"
    PLAYING = "playing"
    FREE = "free"
    CHAMPION = "champion"


_AS_SINGLE = {SingleStatus.WAITING: Standing.SINGLE, SingleStatus.RESERVE: Standing.RESERVE}


@dataclass(frozen=True, slots=True)
class PlayerEuchre:
    """A player's euchre evening: the standing, and the bracket, team and match it comes from where there are any.

    decided: the team's matches that are over, without byes.
    """

    standing: Standing
    bracket: BracketView | None = None
    team: TeamView | None = None
    match: MatchView | None = None
    decided: tuple[MatchView, ...] = ()

    @property
    def opponents(self) -> str:
        """Whom the match is against, or what it waits for."""
        if self.match is None or self.team is None:
            return ""
        return next(slot.text for slot in self.match.slots if slot.team != self.team)

    @property
    def is_last_call(self) -> bool:
        """Whether the team is about to lose the match by not being there."""
        missing = self.match.missing if self.match else ()
        return any(slot.team == self.team and slot.last_call_at is not None for slot in missing)


@dataclass(frozen=True, slots=True)
class EuchreSummary:
    """A bracket in one line, for the home page, the dashboard and the wall. calls: matches to walk to, called first.

    at_tables: called and playing matches by table, each with its score where the table keeps it hand by hand.
    """

    bracket: BracketView
    round_name: str
    decided: int
    to_play: int
    champion: TeamView | None
    calls: tuple[MatchView, ...]
    at_tables: tuple[tuple[MatchView, ScoreSheet | None], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A player's team in one bracket, with the match it plays or waits for and those it has behind it."""

    bracket: BracketView
    team: TeamView
    match: MatchView | None
    decided: tuple[MatchView, ...]

    @property
    def standing(self) -> Standing:
        if not self.bracket.is_drawn:
            return Standing.FREE if self.team.is_withdrawn else Standing.ENTERED
        if self.match is not None:
            return Standing(self.match.state)
        return Standing.CHAMPION if self.bracket.champion == self.team else Standing.FREE


@dataclass(frozen=True, slots=True)
class EuchreTonight:
    """Everybody's euchre, from one reading. places and singles: by player id."""

    brackets: tuple[BracketView, ...]
    places: dict[int, Place]
    singles: dict[int, Standing]

    def of(self, player_id: int) -> PlayerEuchre:
        """Where that player stands."""
        place = self.places.get(player_id)
        if place is None:
            return PlayerEuchre(self.singles.get(player_id, Standing.NOT_ENTERED))
        return PlayerEuchre(place.standing, place.bracket, place.team, place.match, place.decided)


def euchre_tonight(event: Event) -> EuchreTonight:
    """Where everybody stands in the night's euchre; the number of queries grows with the brackets alone.

    Rules: WLIA-24.
    """
    brackets = tuple(bracket_view(tournament) for tournament in brackets_of(event))
    places: dict[int, Place] = {}
    for bracket in brackets:
        places |= _places(bracket)
    singles = Single.objects.filter(tournament__event=event).order_by("tournament_id")
    standings = {
        player: _AS_SINGLE.get(SingleStatus(status), Standing.NOT_ENTERED)
        for player, status in singles.values_list("player_id", "status")
    }
    return EuchreTonight(brackets, places, standings)


def player_state(event: Event, player: Player) -> PlayerEuchre:
    """Where one player stands, at the cost of reading everybody."""
    return euchre_tonight(event).of(player.pk)


def free_players(event: Event) -> QuerySet[Player]:
    """Players whose euchre is over for tonight, by code: beaten, withdrawn or champions.

    Rules: WLIA-24.
    """
    open_matches = Match.objects.filter(
        Q(team_a=OuterRef("team")) | Q(team_b=OuterRef("team")), ~Q(state=MatchState.DONE)
    )
    drawn = (BracketStatus.RUNNING, BracketStatus.FINISHED)
    places = TeamPlayer.objects.filter(
        tournament__event=event, tournament__status__in=drawn, team__seed__isnull=False, left_at__isnull=True
    ).annotate(has_match=Exists(open_matches))
    busy = places.filter(has_match=True).values("player")
    over = places.filter(has_match=False).values("player")
    return event.players.filter(pk__in=over).exclude(pk__in=busy).select_related("person", "event")


def euchre_summary(event: Event) -> list[EuchreSummary]:
    """Every bracket of the night in one line each."""
    return [_summary(bracket_view(tournament)) for tournament in brackets_of(event)]


def _summary(view: BracketView) -> EuchreSummary:
    scores = running_scores(view)
    return EuchreSummary(
        bracket=view,
        round_name=view.round_name,
        decided=view.decided,
        to_play=view.to_play,
        champion=view.champion,
        calls=tuple(sorted(view.in_state(MatchState.CALLED) + view.ready, key=_urgency)),
        at_tables=tuple((match, scores.get(match.number)) for match in view.at_stations),
    )


def _urgency(match: MatchView) -> tuple[bool, bool]:
    """Called matches first; among equals those with a team called for the last time."""
    return not match.is_called, not match.last_calls


def _places(bracket: BracketView) -> dict[int, Place]:
    """Who plays in that bracket. Whoever is back in the main bracket plays there, not in the consolation bracket."""
    to_come: dict[int, MatchView] = {}
    decided: dict[int, list[MatchView]] = defaultdict(list)
    for match in bracket.to_be_played:
        for team in match.teams:
            if match.is_decided:
                decided[team.number].append(match)
            else:
                to_come.setdefault(team.number, match)
    return {
        player: Place(bracket, team, to_come.get(team.number), tuple(decided[team.number]))
        for team in bracket.teams
        if not team.is_on_hold
        for player in team.player_ids
    }
