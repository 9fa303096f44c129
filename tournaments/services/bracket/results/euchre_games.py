"""The games of a best of three, one after the other; the one that wins the match enters its result."""

from __future__ import annotations

from dataclasses import replace

from engine.euchre.scoring import require_game_score
from eventnight.core.audit import record
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text
from tournaments.lifecycles import MATCH
from tournaments.models import BracketTournament, Game, Match
from tournaments.selectors.dealt.deals import require_no_hand_dealt
from tournaments.services.bracket.matches import lock_match
from tournaments.services.bracket.results.outcomes import PlayedResult
from tournaments.services.bracket.results.results import enter_outcome, require_its_teams
from tournaments.services.bracket.storing import save_bracket, subject_of

GAME_RULES = ("EUC-16",)


@counted_once
def enter_game(*, match: Match, number: int, result: PlayedResult, press: Press) -> Match:
    """Enter a game of a best of three. The game that wins the match enters its result, by the same press.

    number: which game it is, as the page showed it; the same game entered once more with the same points changes
    nothing.

    Raises Conflict("game_entered", "game_out_of_order", "match_already_decided", "match_not_ready",
    "match_teams_changed", "hand_is_dealt"), UserFacingError("match_of_one_game"), RuleError("winner_below_target",
    "winner_above_reach", "loser_out_of_range").
    Rules: EUC-16, BIS-16.
    """
    tournament, match = lock_match(match)
    if tournament.is_one_game:
        raise UserFacingError(
            "match_of_one_game",
            f"A match of {tournament.name} is one game. Enter its result instead.",
            rules=GAME_RULES,
        )
    played, winner, loser = list(match.games.filter(undone_at__isnull=True)), result.winner, result.loser
    points = result.points if winner.pk == match.team_a_id else result.points[::-1]
    known = next((game for game in played if game.number == number), None)
    if known is not None and (known.points_a, known.points_b) == points and known.team_a_id in (winner.pk, loser.pk):
        return match
    MATCH.require("decide", match)
    require_no_hand_dealt(match)
    require_its_teams(match, winner, loser)
    require_game_score(*result.points, tournament.house_rules.scale)
    if known is not None:
        raise already_entered(tournament, known)
    won = [game.winner_slot for game in played]
    slot = int(winner.pk != match.team_a_id)
    needed = tournament.best_of // 2 + 1
    if number != len(played) + 1 or needed in (won.count(0), won.count(1)):
        raise Conflict(
            "game_out_of_order",
            f"Match {match.number} has {len(played)} games entered, so game {number} is not the next. Reload the page.",
            rules=GAME_RULES,
            match=match.number,
            games=len(played),
        )
    Game.objects.create(
        match=match,
        number=number,
        team_a=match.sides[0],
        team_b=match.sides[1],
        points_a=points[0],
        points_b=points[1],
        entered_at=press.at,
        by_code=press.by.code,
        by_label=press.by.label,
    )
    _log(match, "game.entered", press, game=number, winner=winner.number, points=[*result.points])
    if won.count(slot) + 1 == needed:
        games = replace(result, winner_points=needed, loser_points=won.count(1 - slot))
        enter_outcome(match=match, outcome=games, press=press)
        match.refresh_from_db()
    return match


@counted_once
def undo_game(*, match: Match, press: Press, number: int | None = None) -> Match:
    """Undo the last game of an open match. number: of the game that is meant; the last, where None.

    Raises Conflict("match_already_decided", "no_game", "game_not_last", "hand_is_dealt"). Rules: BIS-16.
    """
    _, match = lock_match(match)
    MATCH.require("undo_game", match)
    require_no_hand_dealt(match)
    last = match.games.filter(undone_at__isnull=True).last()
    if last is None:
        raise Conflict(
            "no_game", f"No game of match {match.number} has been entered. Reload the page.", match=match.number
        )
    if number is not None and number != last.number:
        raise Conflict(
            "game_not_last",
            f"Game {number} of match {match.number} is not the last one entered; game {last.number} is. Only the last "
            "can be undone: reload the page.",
            rules=GAME_RULES,
            match=match.number,
            game=number,
            last=last.number,
        )
    last.undone_at = press.at
    last.save(update_fields=["undone_at"])
    match.claims.filter(closed_at__isnull=True).update(closed_at=press.at)
    _log(match, "game.undone", press, game=last.number)
    return match


def already_entered(tournament: BracketTournament, known: Game) -> Conflict:
    """The refusal that tells the second of two people who entered the game, and when."""
    match = known.match
    at = clock_text(known.entered_at, tournament.event)
    return Conflict(
        "game_entered",
        f"Game {known.number} of match {match.number} was entered by {known.by_label} at {at}: "
        f"{known.points_a}–{known.points_b}. Nothing was saved: undo it first if it is wrong.",
        rules=GAME_RULES,
        match=match.number,
        game=known.number,
        entered_by=known.by_label,
        entered_at=known.entered_at.isoformat(),
    )


def _log(match: Match, action: str, press: Press, **facts: object) -> None:
    save_bracket(match.tournament)
    subject = subject_of(match.tournament, match.number)
    record(match.tournament.event_id, press=press, action=action, subject=subject, **facts)
