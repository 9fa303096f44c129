"""The games of a best of three at the staff's list: the next one entered, the last one undone."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from eventnight.core.errors import BadRequest
from eventnight.core.press import press_of
from eventnight.core.press_form import pressed
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.core.web.undos import require_made, undo_of
from eventnight.events.models import Event
from tournaments.forms.bracket import GameForm
from tournaments.models import Game, Match
from tournaments.selectors.bracket.brackets import bracket_view, match_by_number, standing_result
from tournaments.selectors.bracket.teams import bracket_by_id
from tournaments.services.bracket.results import euchre_games as games


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def enter(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """The next game; the one that wins the match decides it."""
    tournament = bracket_by_id(event, bracket_id)
    view = bracket_view(tournament)
    form = GameForm(view, view.match(number), request.POST)
    if not form.is_valid():
        raise BadRequest("game_incomplete", "Choose who won the game, and enter the points of both teams.")
    played = games.enter_game(
        match=match_by_number(tournament, number),
        number=form.cleaned_data["game"],
        result=form.played(tournament),
        press=press_of(request, form.key),
    )
    game, place = form.cleaned_data["game"], (event.code, bracket_id, number)
    result = standing_result(played)
    if result is not None:
        undo = undo_of(reverse("tournaments:undo", args=place), result)
    else:
        undo = undo_of(reverse("tournaments:undo_game", args=(*place, game)), _last_game(played))
    messages.success(request, f"Game {game} of match {number} is entered.", extra_tags=undo)
    if played.is_decided:
        return redirect("tournaments:matches", code=event.code)
    return redirect("tournaments:match", code=event.code, bracket_id=bracket_id, number=number)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def undo(request: StaffRequest, event: Event, bracket_id: int, number: int, game: int) -> HttpResponse:
    """Undo that game, the last one."""
    match = match_by_number(bracket_by_id(event, bracket_id), number)
    require_made(request, event.pk, _last_game(match))
    games.undo_game(match=match, number=game, press=pressed(request))
    messages.success(request, f"Game {game} of match {number} is undone.")
    return redirect("tournaments:match", code=event.code, bracket_id=bracket_id, number=number)


def _last_game(match: Match) -> Game | None:
    return match.games.filter(undone_at__isnull=True).last()
