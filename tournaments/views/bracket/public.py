"""The public bracket: drawn, as text, and each alone for the live stream."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from eventnight.core.fresh.versions import current_version
from eventnight.core.web.access import public_page, small_number
from eventnight.events.models import Event
from tournaments.drawings.columns import draw_page
from tournaments.selectors.bracket.brackets import bracket_view, consolation_view
from tournaments.selectors.bracket.teams import bracket_by_id


@public_page(team=small_number)
def bracket(request: HttpRequest, event: Event, bracket_id: int) -> HttpResponse:
    """The whole page; ?team= follows a team through the drawing."""
    context = {**_context(request, event, bracket_id), "version": current_version(event.pk)}
    return render(request, "tournaments/bracket/bracket.html", context)


@public_page(team=small_number)
def drawing(request: HttpRequest, event: Event, bracket_id: int) -> HttpResponse:
    """The drawing alone."""
    return render(request, "tournaments/bracket/_bracket.html", _context(request, event, bracket_id))


@public_page()
def text(request: HttpRequest, event: Event, bracket_id: int) -> HttpResponse:
    """The bracket as text alone."""
    return render(request, "tournaments/bracket/_bracket_text.html", _context(request, event, bracket_id))


def _context(request: HttpRequest, event: Event, bracket_id: int) -> dict[str, Any]:
    tournament = bracket_by_id(event, bracket_id)
    view = bracket_view(tournament)
    consolation = consolation_view(tournament)
    wanted = request.GET.get("team", "")
    followed = next((team for team in view.teams if str(team.number) == wanted), None)
    return {
        "event": event,
        "bracket": view,
        "followed": followed,
        "followed_match": view.match_of(followed.number) if followed else None,
        "consolation": consolation,
        "consolation_drawing": draw_page(consolation) if consolation else "",
        "drawing": draw_page(view, follow=wanted if followed else "") if view.rounds else "",
    }
