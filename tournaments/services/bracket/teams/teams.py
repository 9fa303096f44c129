"""Entries of a bracket: pairs, singles, sign-ups taken over, and who leaves before the draw."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from eventnight.core.audit import record
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.press import Press
from eventnight.core.values.text import clean_text
from eventnight.events.models import Player
from eventnight.events.services import require_not_withdrawn
from tournaments.lifecycles import BRACKET
from tournaments.models import BracketTournament, Single, SingleStatus, Team, TeamPlayer, TeamStatus
from tournaments.selectors.bracket.teams import IN_THE_POOL, waiting_sign_ups
from tournaments.services.bracket.opening import PAIRING_RULES, lock_bracket, next_team_number
from tournaments.services.bracket.storing import save_bracket, subject_of


@transaction.atomic
def enter_pair(*, tournament: BracketTournament, players: tuple[Player, Player], press: Press, name: str = "") -> Team:
    """Two players enter as a team. A single among them leaves the pool.

    Raises Conflict("bracket_already_drawn", "player_in_team", "player_withdrawn"), UserFacingError("pair_of_one",
    "player_elsewhere"). Rules: WAS-13.
    """
    tournament = lock_bracket(tournament)
    BRACKET.require("enter", tournament)
    team = add_teams(tournament, [players], press, name=name)[0]
    save_bracket(tournament)
    return team


@transaction.atomic
def enter_single(*, tournament: BracketTournament, player: Player, press: Press) -> Single:
    """A player without a partner enters the pool, from which partners are drawn. Once entered, nothing changes.

    Raises Conflict("bracket_already_drawn", "player_in_team", "player_withdrawn"), UserFacingError("player_elsewhere").
    Rules: WLIA-23, WAS-13.
    """
    tournament = lock_bracket(tournament)
    BRACKET.require("enter", tournament)
    single = _pool(tournament, [player], press)[0]
    save_bracket(tournament)
    return single


@transaction.atomic
def take_sign_ups(*, tournament: BracketTournament, press: Press) -> int:
    """Enter everybody who signed up for euchre and is checked in: partners as a pair, others as singles. May be pressed
    again when more have come. Returns how many players were entered.

    A pair of which one is still missing waits for the other.

    Raises Conflict("bracket_already_drawn").
    Rules: WLIA-23.
    """
    tournament = lock_bracket(tournament)
    BRACKET.require("enter", tournament)
    waiting = waiting_sign_ups(tournament)
    add_teams(tournament, waiting.pairs_here, press)
    _pool(tournament, waiting.singles_here, press)
    save_bracket(tournament)
    return 2 * len(waiting.pairs_here) + len(waiting.singles_here)


@transaction.atomic
def withdraw_single(*, single: Single, press: Press) -> Single:
    """A single, or the reserve, does not play after all. Raises Conflict("single_not_in_pool")."""
    tournament = lock_bracket(single.tournament)
    single = tournament.singles.select_related("player").get(pk=single.pk)
    if single.status not in IN_THE_POOL:
        raise Conflict(
            "single_not_in_pool",
            f"{single.player.code} is not in the pool: {single.get_status_display().lower()}. Reload the page.",
            player=single.player.code,
        )
    single.status = SingleStatus.RELEASED
    single.save(update_fields=["status"])
    save_bracket(tournament)
    record(tournament.event_id, press=press, action="single.released", subject=single.player.code)
    return single


@transaction.atomic
def split_team(*, team: Team, leaving: Player, press: Press) -> Single:
    """One of a team leaves before the draw of the bracket; the other goes back to the pool of singles.

    Raises Conflict("bracket_already_drawn"), NotFound("player_not_in_team").
    Rules: WLIA-23.
    """
    tournament = lock_bracket(team.tournament)
    BRACKET.require("enter", tournament)
    places = list(tournament.team_players.filter(team=team, left_at__isnull=True).select_related("player"))
    staying = [place.player for place in places if place.player_id != leaving.pk]
    if len(staying) == len(places):
        raise not_in_team(leaving, team)
    team.team_players.filter(left_at__isnull=True).update(left_at=press.at)
    team.status = TeamStatus.WITHDRAWN
    team.save(update_fields=["status"])
    tournament.singles.filter(player=leaving).update(status=SingleStatus.RELEASED)
    single = _pool(tournament, staying, press)[0]
    save_bracket(tournament)
    record(tournament.event_id, press=press, action="team.split", subject=leaving.code, team=team.number)
    return single


def add_teams(
    tournament: BracketTournament,
    pairs: Sequence[tuple[Player, Player]],
    press: Press,
    *,
    name: str = "",
) -> list[Team]:
    """Enter the pairs under the next numbers, in that order."""
    name = clean_text(name)
    players = [player for pair in pairs for player in pair]
    for one, other in pairs:
        if one.pk == other.pk:
            raise UserFacingError(
                "pair_of_one", f"{one.code} cannot be their own partner. Choose two players.", player=one.code
            )
    require_free(tournament, players)
    first = next_team_number(tournament)
    teams = Team.objects.bulk_create(
        Team(tournament=tournament, number=number, name=name) for number, _ in enumerate(pairs, first)
    )
    TeamPlayer.objects.bulk_create(
        TeamPlayer(tournament=tournament, team=team, player=player, place=place, joined_at=press.at)
        for team, pair in zip(teams, pairs, strict=True)
        for place, player in enumerate(pair, start=1)
    )
    tournament.singles.filter(player__in=players).update(status=SingleStatus.PAIRED)
    if teams:
        entered = {str(team.number): [player.code for player in pair] for team, pair in zip(teams, pairs, strict=True)}
        subject = subject_of(tournament)
        record(tournament.event_id, press=press, action="teams.entered", subject=subject, teams=entered)
    return teams


def _pool(tournament: BracketTournament, players: Sequence[Player], press: Press) -> list[Single]:
    """Put players into the pool, each once; somebody who was in it before joins its end again."""
    require_free(tournament, players)
    known = {single.player_id: single for single in tournament.singles.filter(player__in=players)}
    back = [single for single in known.values() if single.status not in IN_THE_POOL]
    for single in back:
        single.status, single.entered_at = SingleStatus.WAITING, press.at
    Single.objects.bulk_update(back, ["status", "entered_at"])
    new = Single.objects.bulk_create(
        Single(tournament=tournament, player=player, entered_at=press.at)
        for player in players
        if player.pk not in known
    )
    if new or back:
        codes = sorted(player.code for player in players)
        subject = subject_of(tournament)
        record(tournament.event_id, press=press, action="singles.entered", subject=subject, players=codes)
    return [*known.values(), *new]


def require_free(tournament: BracketTournament, players: Sequence[Player]) -> None:
    """Raises Conflict("player_in_team", "player_withdrawn"), UserFacingError("player_elsewhere")."""
    require_not_withdrawn(*players)
    for player in players:
        if player.event_id != tournament.event_id:
            raise UserFacingError(
                "player_elsewhere", f"{player.code} belongs to another event. Choose a player of this one."
            )
    taken = TeamPlayer.objects.filter(tournament=tournament, player__in=players, left_at__isnull=True)
    place = taken.select_related("player", "team").first()
    if place is not None:
        raise Conflict(
            "player_in_team",
            f"{place.player.code} plays in team {place.team.number} already. Withdraw that team first.",
            rules=PAIRING_RULES,
            player=place.player.code,
            team=place.team.number,
        )


def not_in_team(player: Player, team: Team | None) -> NotFound:
    where = "any team" if team is None else f"team {team.number}"
    return NotFound(
        "player_not_in_team", f"{player.code} does not play in {where}. Reload the page.", player=player.code
    )
