"""A table keeps the score of its own match through the personal link of one of its players."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag

from eventnight.core.actors import Actor
from eventnight.core.web.access import personal_page
from eventnight.core.web.methods import require_POST
from eventnight.events.selectors import player_by_token
from tournaments.models import TeamPlayer
from tournaments.refusals import not_your_match
from tournaments.selectors.bracket.brackets import match_by_number
from tournaments.selectors.bracket.teams import bracket_by_id
from tournaments.selectors.score.sheets import score_version
from tournaments.views.score import frame as score_frame
from tournaments.views.score.frame import ScoreTable


@personal_page
@cache_control(private=True, no_cache=True)
def score(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """The running score and the next hand."""
    return score_frame.score_page(request, _table(token, bracket_id, number))


def _version(request: HttpRequest, token: str, bracket_id: int, number: int, part: str) -> str:
    table = _table(token, bracket_id, number)
    return f'"{part}-{score_version(table.tournament, number)}"'


@personal_page
@cache_control(private=True, no_cache=True)
@etag(_version)
def part(request: HttpRequest, token: str, bracket_id: int, number: int, part: str) -> HttpResponse:
    """A part of the page alone, for the live stream."""
    return score_frame.score_part(request, _table(token, bracket_id, number), part)


@personal_page
@cache_control(private=True, no_cache=True)
def correct(request: HttpRequest, token: str, bracket_id: int, number: int, hand: int) -> HttpResponse:
    """One hand to be put right."""
    return score_frame.correction_page(request, _table(token, bracket_id, number), hand)


@personal_page
@require_POST
def undo(request: HttpRequest, token: str, bracket_id: int, number: int, hand: int) -> HttpResponse:
    """The last hand undone."""
    return score_frame.undo(request, _table(token, bracket_id, number), hand)


def _table(token: str, bracket_id: int, number: int) -> ScoreTable:
    """Raises NotFound("unknown_link", "unknown_bracket", "unknown_match", "not_your_match")."""
    player = player_by_token(token)
    tournament = bracket_by_id(player.event, bracket_id)
    match = match_by_number(tournament, number)
    places = TeamPlayer.objects.filter(player=player, left_at__isnull=True)
    if not places.filter(team__in=(match.team_a_id, match.team_b_id)).exists():
        raise not_your_match(match)
    return ScoreTable(
        event=player.event,
        tournament=tournament,
        number=number,
        by=Actor.player(player.code),
        base=reverse("tournaments:score_mine", kwargs={"token": token, "bracket_id": bracket_id, "number": number}),
        report=reverse("tournaments:report_mine", kwargs={"token": token}),
        player=player,
    )
