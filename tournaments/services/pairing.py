"""The recorded draw of partners for singles, and what becomes of the reserve (WLIA-23)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.tournament.pairing import pair_singles
from eventnight.core.actors import Actor
from eventnight.core.audit import record
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.events.models import Player
from tournaments.models import (
    BracketTournament,
    MatchState,
    Outcome,
    PairingDraw,
    Single,
    SingleStatus,
    Team,
    TeamPlayer,
)
from tournaments.selectors.bracket import matches_of
from tournaments.selectors.entries import singles_in_pool
from tournaments.services.bracket import (
    PAIRING_RULES,
    lock_bracket,
    move_bracket,
    must_take_entries,
    save_bracket,
    subject_of,
)
from tournaments.services.entries import add_teams, not_in_team


@transaction.atomic
def draw_pairs(
    *, tournament: BracketTournament, by: Actor, request_id: UUID, now: datetime, seed: str | None = None
) -> PairingDraw:
    """Pair the singles of the pool by a recorded draw and enter the teams. With an odd number the last to sign up
    waits as the reserve. The same request_id again returns the first draw.

    seed: any text; fresh randomness when None. With it, anybody can repeat the draw from the recorded order.

    Raises Conflict("bracket_already_drawn"), UserFacingError("too_few_singles").
    Rules: WLIA-23.
    """
    tournament = lock_bracket(tournament)
    if known := tournament.pairing_draws.filter(request_id=request_id).first():
        return known
    must_take_entries(tournament)
    pool = list(singles_in_pool(tournament))
    if len(pool) < 2:
        raise _too_few_singles(pool)
    players = {single.player.code: single.player for single in pool}
    seed = seed or secrets.token_hex(16)
    drawn = pair_singles(list(players), seed)
    tournament.singles.filter(pk__in=[single.pk for single in pool]).update(status=SingleStatus.WAITING)
    add_teams(tournament, [(players[one], players[other]) for one, other in drawn.pairs], by, now)
    if drawn.reserve is not None:
        tournament.singles.filter(player=players[drawn.reserve]).update(status=SingleStatus.RESERVE)
    move_bracket(tournament, "pair")
    save_bracket(tournament)
    draw = PairingDraw.objects.create(
        tournament=tournament,
        number=tournament.pairing_draws.count() + 1,
        seed=seed,
        drawn_from=list(players),
        pairs=[list(pair) for pair in drawn.pairs],
        reserve=drawn.reserve or "",
        drawn_at=now,
        by_code=by.code,
        by_label=by.label,
        request_id=request_id,
    )
    record(
        tournament.event_id,
        by=by,
        action="pairs.drawn",
        subject=subject_of(tournament),
        now=now,
        seed=seed,
        pairs=draw.pairs,
        reserve=draw.reserve,
    )
    return draw


@transaction.atomic
def pair_reserve(*, tournament: BracketTournament, stand_in: Player, by: Actor, now: datetime) -> Team:
    """Before the draw of the bracket: a volunteer, or the next to arrive, plays beside the reserve.

    Raises Conflict("bracket_already_drawn", "player_in_team"), UserFacingError("no_reserve", "pair_of_one",
    "player_elsewhere").
    Rules: WLIA-23.
    """
    tournament = lock_bracket(tournament)
    must_take_entries(tournament)
    team = add_teams(tournament, [(_reserve_of(tournament).player, stand_in)], by, now)[0]
    save_bracket(tournament)
    return team


@transaction.atomic
def place_reserve(*, tournament: BracketTournament, instead_of: Player, by: Actor, now: datetime) -> Team:
    """The reserve takes the place of a player who did not come, until that team's first match is decided.

    Raises UserFacingError("no_reserve"), NotFound("player_not_in_team"), Conflict("team_has_played").
    Rules: WLIA-23.
    """
    tournament = lock_bracket(tournament)
    reserve = _reserve_of(tournament)
    place = (
        TeamPlayer.objects.select_related("team")
        .filter(tournament=tournament, player=instead_of, left_at__isnull=True)
        .first()
    )
    if place is None:
        raise not_in_team(instead_of, None)
    _must_not_have_played(place.team)
    place.left_at = now
    place.save(update_fields=["left_at"])
    TeamPlayer.objects.create(
        tournament=tournament, team=place.team, player=reserve.player, place=place.place, joined_at=now
    )
    tournament.singles.filter(player=instead_of).update(status=SingleStatus.RELEASED)
    reserve.status = SingleStatus.PAIRED
    reserve.save(update_fields=["status"])
    save_bracket(tournament)
    record(
        tournament.event_id,
        by=by,
        action="reserve.placed",
        subject=reserve.player.code,
        now=now,
        team=place.team.number,
        instead_of=instead_of.code,
    )
    return place.team


def _reserve_of(tournament: BracketTournament) -> Single:
    reserve = tournament.singles.select_related("player").filter(status=SingleStatus.RESERVE).first()
    if reserve is None:
        raise UserFacingError(
            "no_reserve",
            f"{tournament.name} has no reserve: every single has a partner. Enter two players as a pair instead.",
            rules=PAIRING_RULES,
        )
    return reserve


def _must_not_have_played(team: Team) -> None:
    match = matches_of(team).filter(state=MatchState.DONE).exclude(outcome=Outcome.BYE).first()
    if match is not None:
        raise Conflict(
            "team_has_played",
            f"Team {team.number} has already been in match {match.number}, which is decided. "
            "The reserve can only join before a team's first result.",
            rules=PAIRING_RULES,
            team=team.number,
            match=match.number,
        )


def _too_few_singles(pool: Sequence[Single]) -> UserFacingError:
    waiting = "Only 1 single waits" if pool else "No single waits"
    return UserFacingError(
        "too_few_singles",
        f"{waiting} for a partner; a draw needs 2. Enter more singles, or find the one a stand-in.",
        rules=PAIRING_RULES,
        singles=len(pool),
    )
