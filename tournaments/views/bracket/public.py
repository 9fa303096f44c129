"""The public bracket: drawn, as text, and each alone for the live stream."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from eventnight.core.errors import NotFound
from eventnight.core.paper.answer import public_paper
from eventnight.core.paper.sizes import ACROSS, size_asked, size_of, usual_first
from eventnight.core.web.access import public_page, small_number
from eventnight.core.web.offline import kept_offline
from eventnight.events.models import Event
from tournaments.drawings.columns import draw_page
from tournaments.drawings.paper import bracket_pages
from tournaments.selectors.bracket.brackets import bracket_view, consolation_view
from tournaments.selectors.bracket.teams import bracket_by_id


@kept_offline
@public_page(team=small_number)
def bracket(request: HttpRequest, event: Event, bracket_id: int) -> HttpResponse:
    """The whole page; ?team= follows a team through the drawing."""
    context = {**_context(request, event, bracket_id), "version": event.head.version}
    return render(request, "tournaments/bracket/bracket.html", context)


@public_page(team=small_number)
def drawing(request: HttpRequest, event: Event, bracket_id: int) -> HttpResponse:
    """The drawing alone."""
    return render(request, "tournaments/bracket/_bracket.html", _context(request, event, bracket_id))


@public_page()
def text(request: HttpRequest, event: Event, bracket_id: int) -> HttpResponse:
    """The bracket as text alone."""
    return render(request, "tournaments/bracket/_bracket_text.html", _context(request, event, bracket_id))


@public_page(paper=size_of(ACROSS))
def paper(request: HttpRequest, event: Event, bracket_id: int) -> HttpResponse:
    """The bracket to pin on the wall, its consolation bracket behind it."""
    tournament = bracket_by_id(event, bracket_id)
    size = size_asked(request, usual_first(ACROSS, event.currency))
    views = (bracket_view(tournament), consolation_view(tournament))
    pages = [page for view in views if view for page in bracket_pages(view, size)]
    if not pages:
        raise NotFound("bracket_not_drawn", f"{tournament.name} is not drawn yet, so there is no bracket to print.")
    return public_paper("bracket", {"title": f"{tournament.name}, {event.name}", "paper": size, "pages": pages})


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
