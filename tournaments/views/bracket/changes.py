"""Teams change after the draw: a substitute steps in, a late team takes a bye; and both undone."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from eventnight.core.errors import BadRequest
from eventnight.core.forms import RefusableForm, ServiceForm, status_of
from eventnight.core.press import Press, press_of
from eventnight.core.press_form import Said, press_form, pressed
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.selectors import player_by_code
from tournaments.forms.bracket import LatePairForm, SubstituteForm
from tournaments.models import BracketTournament, Team
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.teams import (
    bracket_by_id,
    not_entered,
    possible_substitutes,
    present_players,
    team_by_number,
    team_names,
)
from tournaments.services.bracket import consolation
from tournaments.services.bracket.teams import late, substitutes


@staff_page(Permission.RUN_MATCHES, here="euchre")
def substitute(request: StaffRequest, event: Event, bracket_id: int, team: int) -> HttpResponse:
    """One of a team leaves and somebody who has not played steps in."""
    tournament = bracket_by_id(event, bracket_id)
    row = team_by_number(tournament, team)
    form = SubstituteForm(present_players(row), possible_substitutes(tournament), request.POST or None)

    def step_in(press: Press) -> str:
        leaving, coming = (player_by_code(event, form.cleaned_data[name]) for name in ("leaving", "substitute"))
        substitutes.substitute_player(team=row, leaving=leaving, substitute=coming, press=press)
        return f"{coming.person} plays in team {team} instead of {leaving.person}."

    if done := press_form(
        request,
        form,
        step_in,
        said=lambda text: Said(text, undo=reverse("tournaments:undo_substitute", args=(event.code, bracket_id, team))),
        back=redirect("tournaments:bracket_setup", code=event.code, bracket_id=bracket_id),
    ):
        return done
    view = bracket_view(tournament)
    found = next(each for each in view.teams if each.number == team)
    context = {"bracket": view, "team": found, "match": view.match_of(team), "form": form}
    return _page(request, "tournaments/bracket/substitute.html", tournament, form, context)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def undo_substitute(request: StaffRequest, event: Event, bracket_id: int, team: int) -> HttpResponse:
    """Whoever stepped in steps out again."""
    row = team_by_number(bracket_by_id(event, bracket_id), team)
    substitutes.undo_substitute(team=row, press=pressed(request))
    messages.success(request, f"Team {team} is as it was.")
    return redirect("tournaments:bracket_setup", code=event.code, bracket_id=bracket_id)


@staff_page(Permission.RUN_MATCHES, here="euchre")
def late_team(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Two players who came late take the place of a bye: which one, and whom they play."""
    tournament = bracket_by_id(event, bracket_id)
    form = _late_form(tournament, request.POST or None)

    def enter(press: Press) -> Team:
        first, second = (player_by_code(event, form.cleaned_data[name]) for name in ("first", "second"))
        return late.enter_late(
            tournament=tournament,
            players=(first, second),
            match=form.cleaned_data["match"],
            name=form.cleaned_data["name"],
            press=press,
        )

    return press_form(
        request,
        form,
        enter,
        said=lambda team: Said(
            f"Team {team.number} is in the bracket as seed {team.seed}.",
            undo=reverse("tournaments:undo_late", args=(event.code, bracket_id, team.number)),
        ),
        back=redirect("tournaments:matches", code=event.code),
    ) or _page(
        request, "tournaments/bracket/late.html", tournament, form, {"bracket": bracket_view(tournament), "form": form}
    )


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def undo_late(request: StaffRequest, event: Event, bracket_id: int, team: int) -> HttpResponse:
    """The late team is out again and the bye is back."""
    row = team_by_number(bracket_by_id(event, bracket_id), team)
    late.undo_late_entry(team=row, press=pressed(request))
    messages.success(request, f"Team {team} is out again; the bye is back.")
    return redirect("tournaments:bracket_setup", code=event.code, bracket_id=bracket_id)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def draw_consolation(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Make the consolation bracket of those beaten in their first match. A second press gives the same one."""
    form = ServiceForm(request.POST)
    if not form.is_valid():
        raise BadRequest("key_missing", "The page was too old. Reload it and try again.")
    drawn = consolation.draw_consolation(tournament=bracket_by_id(event, bracket_id), press=press_of(request, form.key))
    undo = reverse("tournaments:undo_consolation", args=(event.code, bracket_id))
    messages.success(request, f"{drawn.name} is drawn with {drawn.entries} teams.", extra_tags=undo)
    return redirect("tournaments:matches", code=event.code)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def undo_consolation(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Take the consolation bracket back."""
    consolation.undo_consolation(tournament=bracket_by_id(event, bracket_id), press=pressed(request))
    messages.success(request, "The consolation bracket is undone.")
    return redirect("tournaments:matches", code=event.code)


def _late_form(tournament: BracketTournament, data: Any) -> LatePairForm:
    byes = late.open_byes_of(tournament)
    names = team_names([bye.team for bye in byes])
    choices = [(bye.match, f"Match {bye.match}, against {names[bye.team.pk]}") for bye in byes]
    return LatePairForm(not_entered(tournament), choices, data)


def _page(
    request: StaffRequest, template: str, tournament: BracketTournament, form: RefusableForm, context: dict[str, Any]
) -> HttpResponse:
    context = {**context, "version": request.event.head.version}
    return render(request, template, context, status=status_of(form))
