"""What the pages of a match that the system deals share."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from tournaments.models import BracketTournament, Match
from tournaments.refusals import not_ready
from tournaments.selectors.bracket.brackets import bracket_view, match_by_number
from tournaments.selectors.dealt.deals import require_dealt
from tournaments.selectors.dealt.seat_page import EuchrePage
from tournaments.selectors.score.sheets import score_sheet
from tournaments.selectors.score.values import ScoreSheet


def sheet_and_match(tournament: BracketTournament, number: int) -> tuple[ScoreSheet, Match]:
    """A match as its hands add up, and its row.

    Raises NotFound("unknown_match"), Conflict: "match_not_ready", "people_deal_here".
    """
    require_dealt(tournament)
    view, row = bracket_view(tournament), match_by_number(tournament, number)
    row.tournament = tournament
    match = view.match(number)
    if len(match.teams) < 2:
        raise not_ready(row)
    return score_sheet(view, match), row


def is_met(match: Match) -> bool:
    """Whether both teams of a match are known: an undone result before it takes them away."""
    return None not in (match.team_a_id, match.team_b_id)


def page_context(page: EuchrePage, tournament: BracketTournament) -> dict[str, Any]:
    """What every part of these pages takes."""
    return {
        "event": tournament.event,
        "bracket": tournament,
        "page": page,
        "sheet": page.sheet,
        "match": page.sheet.match,
        "left": page.deal.seconds_left(timezone.now()) if page.deal else None,
    }
