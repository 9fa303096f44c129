"""The recorded draw of partners for singles, and what becomes of the reserve (WLIA-23)."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from django.db import transaction

from engine.errors import RuleError
from engine.tournament.pairing import Pair, Pool, fill_place, pair_pool, settle_reserve
from eventnight.core.audit import record
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from eventnight.events.services import require_not_withdrawn
from tournaments.lifecycles import BRACKET
from tournaments.models import (
    BracketTournament,
    Match,
    MatchState,
    Outcome,
    PairingDraw,
    Single,
    SingleStatus,
    Team,
)
from tournaments.selectors.bracket.brackets import matches_of
from tournaments.selectors.bracket.teams import singles_in_pool
from tournaments.services.bracket.opening import PAIRING_RULES, lock_bracket
from tournaments.services.bracket.storing import save_bracket, subject_of
from tournaments.services.bracket.teams.substitutes import exchange
from tournaments.services.bracket.teams.teams import add_teams, not_in_team


@counted_once
def draw_pairs(*, tournament: BracketTournament, press: Press, seed: str | None = None) -> PairingDraw:
    """Pair the singles of the pool by a recorded draw and enter the teams. With an odd number the last to sign up
    waits as the reserve. The same press again returns the first draw.

    seed: any text; fresh randomness when None. With it, anybody can repeat the draw from the recorded order.

    Raises Conflict("bracket_already_drawn", "player_withdrawn"), UserFacingError("too_few_singles").
    Rules: WLIA-23, WAS-13, WAS-14.
    """
    tournament = lock_bracket(tournament)
    BRACKET.require("pair", tournament)
    singles = list(singles_in_pool(tournament))
    players = {single.player.code: single.player for single in singles}
    require_not_withdrawn(*players.values(), way_out="Press “Not playing” beside them among the singles first.")
    seed, pool = seed or secrets.token_hex(16), _pool_of(singles)
    try:
        drawn, _ = pair_pool(pool, seed)
    except RuleError as refused:
        raise _in_our_words(refused, tournament) from refused
    tournament.singles.filter(pk__in=[single.pk for single in singles]).update(status=SingleStatus.WAITING)
    add_teams(tournament, [(players[one], players[other]) for one, other in drawn.pairs], press)
    if drawn.reserve is not None:
        tournament.singles.filter(player=players[drawn.reserve]).update(status=SingleStatus.RESERVE)
    BRACKET.make("pair", tournament)
    save_bracket(tournament)
    draw = PairingDraw.objects.create(
        tournament=tournament,
        number=tournament.pairing_draws.count() + 1,
        seed=seed,
        drawn_from=list(pool.singles),
        pairs=[list(pair) for pair in drawn.pairs],
        reserve=drawn.reserve or "",
        drawn_at=press.at,
        by_code=press.by.code,
        by_label=press.by.label,
    )
    record(
        tournament.event_id,
        press=press,
        action="pairs.drawn",
        subject=subject_of(tournament),
        seed=seed,
        pairs=draw.pairs,
        reserve=draw.reserve,
    )
    return draw


@transaction.atomic
def pair_reserve(*, tournament: BracketTournament, stand_in: Player, press: Press) -> Team:
    """Before the draw of the bracket: a volunteer, or the next to arrive, plays beside the reserve.

    Raises Conflict("bracket_already_drawn", "player_in_team"), UserFacingError("no_reserve", "pair_of_one",
    "player_elsewhere").
    Rules: WLIA-23.
    """
    tournament = lock_bracket(tournament)
    BRACKET.require("enter", tournament)
    singles = list(singles_in_pool(tournament))
    players = {single.player.code: single.player for single in singles} | {stand_in.code: stand_in}
    try:
        settled = settle_reserve(_pool_of(singles), volunteers=[stand_in.code])
    except RuleError as refused:
        raise _in_our_words(refused, tournament) from refused
    assert settled.pair is not None
    one, other = settled.pair.players
    team = add_teams(tournament, [(players[one], players[other])], press)[0]
    save_bracket(tournament)
    return team


@transaction.atomic
def place_reserve(*, tournament: BracketTournament, instead_of: Player, press: Press) -> Team:
    """The reserve takes the place of a player who did not come, until that team's first match is decided.

    Raises UserFacingError("no_reserve"), NotFound("player_not_in_team"), Conflict("team_has_played",
    "player_withdrawn").
    Rules: WLIA-23, WAS-13, WAS-14.
    """
    tournament = lock_bracket(tournament)
    place = tournament.team_players.select_related("team").filter(player=instead_of, left_at__isnull=True).first()
    if place is None:
        raise not_in_team(instead_of, None)
    singles = {single.player.code: single for single in singles_in_pool(tournament)}
    pool, pair = _pool_of(singles.values()), _pair_of(place.team)
    try:
        filled, _ = fill_place(pool, pair, instead_of.code)
    except RuleError as refused:
        raise _in_our_words(refused, tournament, place.team) from refused
    reserve = singles[filled.players[place.place - 1]]
    require_not_withdrawn(reserve.player, way_out=f"Somebody else has to play in team {place.team.number}.")
    exchange(place, reserve.player, press.at)
    save_bracket(tournament)
    record(
        tournament.event_id,
        press=press,
        action="reserve.placed",
        subject=reserve.player.code,
        team=place.team.number,
        instead_of=instead_of.code,
    )
    return place.team


def _pool_of(singles: Collection[Single]) -> Pool[str]:
    """The pool as the engine sees it, by player code; the singles are in the order they signed up."""
    reserve = next((single.player.code for single in singles if single.is_reserve), None)
    waiting = (single.player.code for single in singles if single.status == SingleStatus.WAITING)
    return Pool(tuple(waiting), reserve)


def _pair_of(team: Team) -> Pair[str]:
    places = team.team_players.filter(left_at__isnull=True).order_by("place")
    one, other = places.values_list("player__code", flat=True)
    return Pair((one, other), has_played=_first_match(team) is not None)


def _first_match(team: Team) -> Match | None:
    """The first match of a team that is decided; a bye is none."""
    return matches_of(team).filter(state=MatchState.DONE).exclude(outcome=Outcome.BYE).first()


def _in_our_words(refused: RuleError, tournament: BracketTournament, team: Team | None = None) -> UserFacingError:
    """A refusal of the engine as the desk reads it: with the bracket's name, and the number of the match."""
    if refused.code == "no_reserve":
        return UserFacingError(
            "no_reserve",
            f"{tournament.name} has no reserve: every single has a partner. Enter two players as a pair instead.",
            rules=PAIRING_RULES,
        )
    if refused.code == "team_has_played" and team is not None and (match := _first_match(team)) is not None:
        return Conflict(
            "team_has_played",
            f"Team {team.number} has already been in match {match.number}, which is decided. "
            "The reserve can only join before a team's first result.",
            rules=PAIRING_RULES,
            team=team.number,
            match=match.number,
        )
    return UserFacingError(refused.code, refused.message, rules=refused.rules, **refused.facts)
