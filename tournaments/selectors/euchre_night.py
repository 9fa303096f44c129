"""Euchre within the whole night: where a player stands, who is free for something else, and the bracket in one line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q, QuerySet

from eventnight.events.models import Event, Player
from tournaments.models import BracketStatus, Match, MatchState, Single, SingleStatus, TeamPlayer
from tournaments.selectors.bracket import bracket_view
from tournaments.selectors.bracket_values import BracketView, MatchView, TeamView
from tournaments.selectors.entries import brackets_of


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


@dataclass(frozen=True, slots=True)
class PlayerEuchre:
    """A player's euchre evening: the standing, and the bracket, team and match it comes from where there are any."""

    standing: Standing
    bracket: BracketView | None = None
    team: TeamView | None = None
    match: MatchView | None = None

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
    """A bracket in one line, for the home page, the dashboard and the wall. calls: matches to walk to, called first."""

    bracket: BracketView
    round_name: str
    decided: int
    to_play: int
    champion: TeamView | None
    calls: tuple[MatchView, ...]


def player_state(event: Event, player: Player) -> PlayerEuchre:
    """Where the player stands in the night's euchre, in a fixed number of queries.

    Rules: WLIA-24.
    """
    place = _latest_place(event, player)
    if place is None:
        return PlayerEuchre(_standing_as_single(event, player))
    tournament = brackets_of(event).get(pk=place.tournament_id)
    view = bracket_view(tournament)
    team = next(team for team in view.teams if team.id == place.team_id)
    match = view.match_of(team.number)
    return PlayerEuchre(_standing_of(view, team, match), view, team, match)


def next_match_of(player: Player) -> MatchView | None:
    """The match that a player plays, is called to or waits for."""
    return player_state(player.event, player).match


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
    return EuchreSummary(
        bracket=view,
        round_name=view.round_name,
        decided=view.decided,
        to_play=view.to_play,
        champion=view.champion,
        calls=tuple(sorted(view.in_state(MatchState.CALLED) + view.ready, key=_urgency)),
    )


def _urgency(match: MatchView) -> tuple[bool, bool]:
    """Called matches first; among equals those with a team called for the last time."""
    return match.state != MatchState.CALLED, not match.last_calls


def _latest_place(event: Event, player: Player) -> TeamPlayer | None:
    places = TeamPlayer.objects.filter(tournament__event=event, player=player, left_at__isnull=True)
    # Whoever is back in the main bracket plays there, not in the consolation bracket.
    return places.exclude(team__is_on_hold=True).order_by("-tournament_id").first()


def _standing_as_single(event: Event, player: Player) -> Standing:
    single = Single.objects.filter(tournament__event=event, player=player).order_by("-tournament_id").first()
    known = {SingleStatus.WAITING: Standing.SINGLE, SingleStatus.RESERVE: Standing.RESERVE}
    return Standing.NOT_ENTERED if single is None else known.get(SingleStatus(single.status), Standing.NOT_ENTERED)


def _standing_of(view: BracketView, team: TeamView, match: MatchView | None) -> Standing:
    if not view.is_drawn:
        return Standing.FREE if team.is_withdrawn else Standing.ENTERED
    if match is not None:
        return Standing(match.state)
    return Standing.CHAMPION if view.champion == team else Standing.FREE
