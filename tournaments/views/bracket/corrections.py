"""Putting a result right: what it would do first, and then doing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from engine.tournament.bracket import Instead, StepKind
from eventnight.core.forms import refusing, status_of
from eventnight.core.press_form import Said, press_form, pressed
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.forms.bracket import NOT_REPLAYED, CorrectionForm
from tournaments.models import BracketTournament, Match, Outcome
from tournaments.selectors.bracket.brackets import bracket_view, match_by_number
from tournaments.selectors.bracket.teams import bracket_by_id, team_by_number
from tournaments.selectors.bracket.values import BracketView
from tournaments.services.bracket.reseating import ConsolationChange
from tournaments.services.bracket.results import corrections
from tournaments.services.bracket.results.corrections import Correction, NewResult, PlannedStep

STEPS_SAID = {
    StepKind.CHANGE_WINNER: "The other team wins",
    StepKind.CHANGE_RESULT: "The same winner, another result",
    StepKind.SWAP_SLOT: "Not played yet: the right team takes the place",
    StepKind.CLEAR_SLOT: "Waits for its team again",
    StepKind.VOID_AND_REPLAY: "Was played by the wrong team: void, to be played again",
    StepKind.WALKOVER: "Void, and decided without being played",
}
CHANGED_SINCE = "You changed something after you looked at the plan. This is the plan for it: look at it, then correct."
CHOICES = {
    Instead.REPLAY: "Play it again",
    Instead.WALKOVER: "{} go on, by agreement",
    Instead.FORFEIT: "{} give up",
}


@staff_page(Permission.RUN_MATCHES, here="euchre")
def correct(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Enter what the result should have been, look at the plan, and apply it. What was not looked at is not applied."""
    tournament = bracket_by_id(event, bracket_id)
    view = bracket_view(tournament)
    form = CorrectionForm(view, view.match(number), request.POST or None, given=request.GET.dict())
    planned = None
    if request.method == "POST" and form.is_valid():
        with refusing(form):
            match, result = match_by_number(tournament, number), _result(tournament, form)
            if request.POST.get("do") == "apply":
                if form.cleaned_data["planned"] != form.question(form.choices):
                    form.add_error(None, CHANGED_SINCE)
                elif done := _apply(request, form, match, result):
                    return done
            planned = _plan(form, match, result)
    return _page(request, bracket_id, number, form, planned)


def _apply(request: StaffRequest, form: CorrectionForm, match: Match, result: NewResult) -> HttpResponse | None:
    place = (request.event.code, match.tournament_id, match.number)
    return press_form(
        request,
        form,
        lambda press: corrections.correct_result(
            match=match,
            result=result,
            choices=form.choices,
            version=form.cleaned_data["version"] or 0,
            press=press,
        ),
        said=Said(f"Match {match.number} is corrected.", undo=reverse("tournaments:undo_correction", args=place)),
        back=redirect("tournaments:matches", code=request.event.code),
    )


def _plan(form: CorrectionForm, match: Match, result: NewResult) -> tuple[Correction, dict[int, Instead]]:
    """The plan, and the choices it goes by: one for a match that is not void any more is dropped."""
    kept: dict[int, Instead] = {}
    while True:
        plan = corrections.plan_correction(match=match, result=result, choices=kept)
        asked = {step.match for step in plan.to_choose} - kept.keys()
        more = {number: choice for number, choice in form.choices.items() if number in asked}
        if not more:
            return plan, kept
        kept |= more


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def undo_correction(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Take a correction back."""
    match = match_by_number(bracket_by_id(event, bracket_id), number)
    corrections.undo_correction(match=match, press=pressed(request))
    messages.success(request, f"The correction of match {number} is undone.")
    return redirect("tournaments:matches", code=event.code)


def _result(tournament: BracketTournament, form: CorrectionForm) -> NewResult:
    data = form.cleaned_data
    outcome = Outcome(data["outcome"])
    if outcome == Outcome.DOUBLE_NO_SHOW:
        return NewResult(outcome=outcome)
    winner, loser = (team_by_number(tournament, team) for team in data["winner"])
    points = {name: data[name] for name in ("winner_points", "loser_points")} if outcome == Outcome.PLAYED else {}
    return NewResult(outcome=outcome, winner=winner, loser=loser, **points)


def _consolation_lines(view: BracketView, change: ConsolationChange | None) -> list[str]:
    """What the correction does in the consolation bracket, a sentence each."""
    if change is None:
        return []
    names = {team.id: team.name for team in view.teams}
    lines = [f"{names[swap.comes.pk]} take the place of {names[swap.leaves.pk]}." for swap in change.swaps]
    lines += [f"Match {number} there was played by the wrong team: void." for number in change.void]
    lines += [f"{names[team.pk]} wait there until their first match here is decided." for team in change.waiting]
    return lines + [f"{names[team.pk]} take a bye there, if one is left." for team in change.left_out]


def _page(
    request: StaffRequest,
    bracket_id: int,
    number: int,
    form: CorrectionForm,
    planned: tuple[Correction, dict[int, Instead]] | None,
) -> HttpResponse:
    view = bracket_view(bracket_by_id(request.event, bracket_id))
    context = {"bracket": view, "match": view.match(number), "form": form}
    if planned is not None:
        plan, kept = planned
        steps = [_shown(view, plan, step, kept.get(step.match, Instead.REPLAY)) for step in plan.steps]
        context |= {
            "becomes": form.says(view),
            "plan": plan,
            "question": form.question(kept),
            "consolation": _consolation_lines(view, plan.consolation),
            "steps": steps,
            "loses_title": _loses_title(view, steps),
        }
    refusal = form.refusal
    if request.htmx:
        # Asked for by every tap: what is not complete yet, or still as it stands, is not a mistake.
        context["is_quiet"] = planned is None and (refusal is None or refusal.code == "nothing_to_correct")
        return render(request, "tournaments/bracket/_correction.html", context)
    return render(request, "tournaments/bracket/correct.html", context, status=status_of(form))


def _shown(view: BracketView, plan: Correction, step: PlannedStep, choice: Instead) -> dict[str, Any]:
    """A step as the page says it: what stood, what becomes of it, and who goes on where nobody has to play."""
    match = view.match(step.match)
    names = {team.id: team.name for team in view.teams}
    stood = {team.id for team in match.teams}
    stays, comes = (
        next((names[team.pk] for team in step.teams if team and (team.pk in stood) == stood_there), "")
        for stood_there in (True, False)
    )
    is_agreed = step.kind == StepKind.WALKOVER and choice in NOT_REPLAYED
    return {
        "match": match,
        "said": STEPS_SAID[step.kind],
        "teams": [names[team.pk] if team else "…" for team in step.teams],
        "is_void": step.is_void,
        "goes_on": {Instead.WALKOVER: stays, Instead.FORFEIT: comes}[choice] if is_agreed else "",
        "choice": choice,
        "choices": {value: label.format(stays) for value, label in CHOICES.items()} if step in plan.to_choose else {},
    }


def _loses_title(view: BracketView, steps: Sequence[Mapping[str, Any]]) -> str:
    """The team that has won the bracket and will not have won it; empty when nothing of that changes."""
    if view.champion is None:
        return ""
    final = next((step for step in steps if step["match"] == view.rounds[-1].matches[0]), None)
    if final is None or view.champion.name == final["goes_on"] or final["said"] == STEPS_SAID[StepKind.CHANGE_RESULT]:
        return ""
    return view.champion.name
