"""A bracket made shorter during the evening: without its match for third place, or without a consolation bracket."""

from __future__ import annotations

from django.db import transaction

from engine.tournament.bracket import LoserOf, build_bracket
from eventnight.core.audit import record
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from tournaments.lifecycles import BRACKET
from tournaments.models import BracketTournament, Match, MatchState
from tournaments.refusals import BRACKET_RULES
from tournaments.services.bracket.bracket_board import read_board
from tournaments.services.bracket.opening import lock_bracket
from tournaments.services.bracket.reseating import consolation_of
from tournaments.services.bracket.storing import save_bracket, store_board, subject_of

FEWEST_FOR_THIRD = 4


@transaction.atomic
def drop_third_place(*, tournament: BracketTournament, press: Press) -> BracketTournament:
    """Take the match for third place out; both beaten semi-finalists are third then. A second press changes nothing.

    Raises Conflict("bracket_not_drawn", "third_place_begun").
    Rules: WLIA-22.
    """
    tournament = lock_bracket(tournament)
    BRACKET.require("play", tournament)
    match = tournament.matches.filter(is_for_third_place=True).first()
    if match is None:
        return tournament
    if match.called_at is not None or match.is_decided or match.results.exists():
        raise Conflict(
            "third_place_begun",
            f"Match {match.number} for third place of {tournament.name} has been called or decided, so it stays.",
            rules=BRACKET_RULES,
            match=match.number,
        )
    match.delete()
    tournament.third_place = False
    store_board(read_board(tournament), press=press, action="bracket.third_place_dropped")
    return tournament


@transaction.atomic
def put_back_third_place(*, tournament: BracketTournament, press: Press) -> BracketTournament:
    """Let the beaten semi-finalists meet after all. A second press changes nothing.

    Raises Conflict("bracket_not_drawn", "too_few_for_third_place").
    Rules: WLIA-22.
    """
    tournament = lock_bracket(tournament)
    BRACKET.require("play", tournament)
    if tournament.third_place:
        return tournament
    entries = tournament.entries or 0
    if entries < FEWEST_FOR_THIRD:
        raise Conflict(
            "too_few_for_third_place",
            f"{tournament.name} has {entries} teams; a match for third place needs {FEWEST_FOR_THIRD}.",
            rules=BRACKET_RULES,
        )
    seeds = tournament.teams.filter(seed__isnull=False).values_list("seed", flat=True)
    shape = build_bracket(entries, third_place=True, seeds=tuple(filter(None, seeds)))
    assert shape.third_place_match is not None
    match = shape.match(shape.third_place_match)
    feeders = [slot.match for slot in match.slots if isinstance(slot, LoserOf)]
    Match.objects.create(
        tournament=tournament,
        number=match.number,
        round=match.round,
        position=match.position,
        is_for_third_place=True,
        feeder_a=feeders[0],
        feeder_b=feeders[1],
        state=MatchState.WAITING,
    )
    tournament.third_place = True
    board = read_board(tournament)
    board.touched.add(match.number)
    store_board(board, press=press, action="bracket.third_place_put_back")
    return tournament


@transaction.atomic
def set_consolation(*, tournament: BracketTournament, is_on: bool, press: Press) -> BracketTournament:
    """Say whether those beaten in their first match play on, as long as their bracket is not drawn.

    Raises Conflict("consolation_drawn").
    Rules: WLIA-22.
    """
    tournament = lock_bracket(tournament)
    if tournament.has_consolation == is_on:
        return tournament
    if drawn := consolation_of(tournament):
        raise Conflict(
            "consolation_drawn",
            f"{drawn.name} has been drawn. Take its draw back on its page first.",
            rules=BRACKET_RULES,
        )
    tournament.has_consolation = is_on
    save_bracket(tournament)
    action = "consolation.put_back" if is_on else "consolation.dropped"
    record(tournament.event_id, press=press, action=action, subject=subject_of(tournament))
    return tournament
