"""Somebody plays instead of a player who leaves, and that undone."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q

from engine.tournament.pairing import Pair, name_substitute
from eventnight.core.audit import record
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text
from eventnight.events.models import Player
from tournaments.lifecycles import BRACKET
from tournaments.models import BracketTournament, Match, SingleStatus, Team, TeamPlayer
from tournaments.selectors.bracket.teams import players_who_played
from tournaments.services.bracket.opening import PAIRING_RULES, lock_bracket
from tournaments.services.bracket.storing import save_bracket
from tournaments.services.bracket.teams.teams import not_in_team, require_free


@transaction.atomic
def substitute_player(*, team: Team, leaving: Player, substitute: Player, press: Press) -> Team:
    """Somebody who has not played in this bracket takes the place of a player who leaves a drawn team.

    Raises Conflict("bracket_not_drawn", "team_already_withdrawn", "player_in_team"), NotFound("player_not_in_team"),
    UserFacingError("player_elsewhere"), RuleError("pair_of_one", "substitute_has_played").
    Rules: WLIA-23.
    """
    tournament = lock_bracket(team.tournament)
    BRACKET.require("play", tournament)
    team = tournament.teams.get(pk=team.pk)
    if team.is_withdrawn:
        raise Conflict(
            "team_already_withdrawn",
            f"Team {team.number} has withdrawn. Let it play on first.",
            rules=PAIRING_RULES,
            team=team.number,
        )
    places = list(team.team_players.filter(left_at__isnull=True).select_related("player__person").order_by("place"))
    place = next((place for place in places if place.player_id == leaving.pk), None)
    if place is None:
        raise not_in_team(leaving, team)
    one, other = (each.player.code for each in places)
    played = frozenset(players_who_played(tournament).values_list("code", flat=True))
    name_substitute(Pair((one, other)), leaving.code, substitute.code, played)
    require_free(tournament, [substitute])
    exchange(place, substitute, press.at)
    _log(tournament, "substitute.named", substitute, press, team=team.number, instead_of=leaving.code)
    return team


@counted_once
def undo_substitute(*, team: Team, press: Press) -> Team:
    """The last player who stepped into a team steps out again, and whoever was there before is back.

    Raises Conflict("no_substitute", "substitute_has_played", "player_in_team").
    Rules: WLIA-23.
    """
    tournament = lock_bracket(team.tournament)
    present = team.team_players.filter(left_at__isnull=True, instead_of__isnull=False)
    place = present.select_related("player__person", "instead_of__player__person").order_by("joined_at", "id").last()
    if place is None or place.instead_of is None:
        raise Conflict(
            "no_substitute",
            f"Nobody has stepped into team {team.number}. Reload the page.",
            rules=PAIRING_RULES,
            team=team.number,
        )
    former = place.instead_of
    if players_who_played(tournament).filter(pk=place.player_id).exists():
        raise Conflict(
            "substitute_has_played",
            f"{place.player.code}, in team {team.number} since {clock_text(place.joined_at, tournament.event)}, has "
            "played since and stays. Name another substitute instead.",
            rules=PAIRING_RULES,
            player=place.player.code,
        )
    require_free(tournament, [former.player])
    place.left_at, former.left_at = press.at, None
    place.save(update_fields=["left_at"])
    former.save(update_fields=["left_at"])
    has_reserve = tournament.singles.filter(status=SingleStatus.RESERVE).exists()
    waits = SingleStatus.WAITING if has_reserve else SingleStatus.RESERVE
    tournament.singles.filter(player=place.player).update(status=waits)
    tournament.singles.filter(player=former.player).update(status=SingleStatus.PAIRED)
    _log(tournament, "substitute.undone", place.player, press, team=team.number, instead_of=former.player.code)
    return team


def exchange(place: TeamPlayer, coming: Player, now: datetime) -> None:
    """Put one player in the place of another. The caller has checked both."""
    place.left_at = _after_the_last_match(place, now)
    place.save(update_fields=["left_at"])
    TeamPlayer.objects.create(
        tournament_id=place.tournament_id,
        team_id=place.team_id,
        player=coming,
        place=place.place,
        joined_at=place.left_at,
        instead_of=place,
    )
    singles = place.tournament.singles
    singles.filter(player=place.player_id).update(status=SingleStatus.RELEASED)
    singles.filter(player=coming).update(status=SingleStatus.PAIRED)


def _after_the_last_match(place: TeamPlayer, now: datetime) -> datetime:
    """`now`, or later: a press may have waited while a match was decided, and that one was played by who leaves."""
    matches = Match.objects.filter(Q(team_a=place.team_id) | Q(team_b=place.team_id), tournament=place.tournament_id)
    done = matches.aggregate(last=Max("done_at"))["last"]
    return max(now, place.joined_at) if done is None else max(now, place.joined_at, done + timedelta(microseconds=1))


def _log(tournament: BracketTournament, action: str, player: Player, press: Press, **facts: object) -> None:
    save_bracket(tournament)
    record(tournament.event_id, press=press, action=action, subject=player.code, **facts)
