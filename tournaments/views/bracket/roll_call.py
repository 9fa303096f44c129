"""The roll call before each round: tick who is here, call who is missing, give a walkover over who does not come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict, Unpack

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from eventnight.core.errors import NotFound
from eventnight.core.forms import ServiceForm
from eventnight.core.press import Press, press_of
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.models import Match
from tournaments.selectors.bracket.brackets import bracket_view, match_by_number
from tournaments.selectors.bracket.result_plan import result_plan
from tournaments.selectors.bracket.roll_call import Attendance, attendance_of, roll_calls
from tournaments.selectors.bracket.teams import bracket_by_id, team_by_number
from tournaments.selectors.bracket.values import BracketView
from tournaments.services.bracket import attendance
from tournaments.services.bracket.results import results
from tournaments.services.bracket.results.outcomes import DoubleNoShow, Walkover

MOVES: dict[str, tuple[Callable[..., Match], str, str]] = {
    "here": (attendance.check_in_team, "{} are here for match {}.", "not-here"),
    "not-here": (attendance.undo_team_check_in, "{} are on the list for match {} again.", ""),
    "last-call": (attendance.give_last_call, "Last call for {}, match {}: on the wall and on their phones.", "no-call"),
    "no-call": (attendance.take_back_last_call, "The last call for {}, match {}, is off the wall.", ""),
}


class TeamPlace(TypedDict):
    """A team at a match, as an address names it by id and numbers."""

    bracket_id: int
    number: int
    team: int


@staff_page(Permission.RUN_MATCHES, here="euchre")
def roll_call(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Who is expected for each round, the missing first."""
    context = {**_context(event, bracket_id), "version": event.head.version}
    return render(request, "tournaments/bracket/roll_call.html", context)


@staff_page(Permission.RUN_MATCHES, here="euchre")
def roll_call_list(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """The list alone, for the live stream."""
    return render(request, "tournaments/bracket/_roll_call.html", _context(event, bracket_id))


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def mark(request: StaffRequest, event: Event, *, move: str, **place: Unpack[TeamPlace]) -> HttpResponse:
    """Tick a team in or off, call it for the last time or take that back. Raises NotFound("unknown_move")."""
    if move not in MOVES:
        raise NotFound("unknown_move", f"Nothing is called {move} here. Use the buttons of the list.", move=move)
    service, said, back = MOVES[move]
    bracket_id, number, team = place["bracket_id"], place["number"], place["team"]
    tournament = bracket_by_id(event, bracket_id)
    row = match_by_number(tournament, number)
    service(match=row, team=team_by_number(tournament, team), press=press_of(request))
    found = attendance_of(bracket_view(tournament).match(number), team)
    name = found.team.name if found else f"Team {team}"
    undo = reverse("tournaments:roll_call_mark", args=(event.code, bracket_id, number, team, back)) if back else ""
    messages.success(request, said.format(name, number), extra_tags=undo)
    return redirect("tournaments:roll_call", code=event.code, bracket_id=bracket_id)


@staff_page(Permission.RUN_MATCHES, here="euchre")
def absent(request: StaffRequest, event: Event, bracket_id: int, number: int, team: int) -> HttpResponse:
    """A team did not come: what a walkover does, then the walkover; where both are missing, nobody came."""
    tournament = bracket_by_id(event, bracket_id)
    form = ServiceForm(request.POST or None)

    def decide(press: Press) -> results.Entered:
        row = match_by_number(tournament, number)
        if request.POST.get("who") == "both":
            return results.enter_outcome(match=row, outcome=DoubleNoShow(), press=press)
        loser = team_by_number(tournament, team)
        winner = row.team_b if row.team_a_id == loser.pk else row.team_a
        if winner is None:
            raise _gone(number, team)
        return results.enter_outcome(match=row, outcome=Walkover(winner=winner, loser=loser), press=press)

    if done := press_form(
        request,
        form,
        decide,
        said=Said(
            f"Match {number} is decided without being played.",
            undo=reverse("tournaments:undo", args=(event.code, bracket_id, number)),
        ),
        back=redirect("tournaments:roll_call", code=event.code, bracket_id=bracket_id),
    ):
        return done
    view = bracket_view(bracket_by_id(event, bracket_id))
    found = attendance_of(view.match(number), team)
    if found is None or found.match.is_decided or found.opponent.team is None:
        raise _gone(number, team)
    refusal = form.refusal
    context = {"bracket": view, "match": found.match, "missing": found, "form": form, **_plans(view, found)}
    return render(request, "tournaments/bracket/absent.html", context, status=refusal.status if refusal else 200)


def _plans(view: BracketView, found: Attendance) -> dict[str, Any]:
    """What a walkover does; and whether the opponent is missing too."""
    opponent = found.opponent.team
    lines = result_plan(view, found.match, opponent) if opponent else []
    return {"lines": lines, "both_missing": found.opponent in found.match.missing}


def _gone(number: int, team: int) -> NotFound:
    return NotFound(
        "nobody_to_walk_over",
        f"Match {number} is decided, or team {team} has no opponent in it any more. Go back to the roll call.",
        match=number,
        team=team,
    )


def _context(event: Event, bracket_id: int) -> dict[str, Any]:
    view = bracket_view(bracket_by_id(event, bracket_id))
    return {"bracket": view, "rounds": roll_calls(view)}
