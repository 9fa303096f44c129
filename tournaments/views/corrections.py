"""Putting a result right: what it would do first, and then doing it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from engine.tournament.bracket import Instead, StepKind
from eventnight.core.access import staff_page
from eventnight.core.api import actor_of
from eventnight.core.forms import refusing
from eventnight.core.roles import Permission
from eventnight.events.models import Event
from tournaments.forms import CorrectionForm
from tournaments.models import BracketTournament, Outcome
from tournaments.selectors.bracket import bracket_view, match_by_number
from tournaments.selectors.bracket_values import BracketView
from tournaments.selectors.entries import bracket_by_id, team_by_number
from tournaments.services import corrections
from tournaments.services.corrections import Correction, NewResult
from tournaments.services.reseating import ConsolationChange

STEPS_SAID = {
    StepKind.CHANGE_WINNER: "The other team wins",
    StepKind.CHANGE_RESULT: "The same winner, another result",
    StepKind.SWAP_SLOT: "Not played yet: the right team takes the place",
    StepKind.CLEAR_SLOT: "Waits for its team again",
    StepKind.VOID_AND_REPLAY: "Was played by the wrong team: void, to be played again",
    StepKind.WALKOVER: "Decided without being played",
}
CHOICES = {
    Instead.REPLAY: "Play it again",
    Instead.WALKOVER: "The team that stays goes on, by agreement",
    Instead.FORFEIT: "The team that stays gives up",
}


@staff_page(Permission.RUN_MATCHES, here="euchre")
def correct(request: HttpRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Enter what the result should have been, look at the plan, and apply it."""
    tournament = bracket_by_id(event, bracket_id)
    view = bracket_view(tournament)
    form = CorrectionForm(view, view.match(number), request.POST or None)
    plan = None
    if request.method == "POST" and form.is_valid():
        with refusing(form):
            match, result = match_by_number(tournament, number), _result(tournament, form)
            if request.POST.get("do") == "apply" and form.cleaned_data["version"] is not None:
                with refusing(form):
                    corrections.correct_result(
                        match=match,
                        result=result,
                        choices=form.choices,
                        version=form.cleaned_data["version"],
                        by=actor_of(request),
                        request_id=form.key,
                        now=timezone.now(),
                    )
                    undo = reverse("tournaments:undo_correction", args=(event.code, bracket_id, number))
                    messages.success(request, f"Match {number} is corrected.", extra_tags=undo)
                    return redirect("tournaments:matches", code=event.code)
            plan = corrections.plan_correction(match=match, result=result, choices=form.choices)
    return _page(request, bracket_id, number, form, plan)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def undo_correction(request: HttpRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Take a correction back."""
    match = match_by_number(bracket_by_id(event, bracket_id), number)
    corrections.undo_correction(match=match, by=actor_of(request), now=timezone.now())
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
    request: HttpRequest, bracket_id: int, number: int, form: CorrectionForm, plan: Correction | None
) -> HttpResponse:
    view = bracket_view(bracket_by_id(request.event, bracket_id))
    context = {"bracket": view, "match": view.match(number), "form": form, "plan": plan, "choices": CHOICES}
    if plan is not None:
        context["consolation"] = _consolation_lines(view, plan.consolation)
        context["steps"] = [
            {
                "match": view.match(step.match),
                "said": STEPS_SAID[step.kind],
                "teams": [team.name if team else "…" for team in step.teams],
                "is_void": step.is_void,
                "choice": form.choices.get(step.match, Instead.REPLAY),
                "may_choose": step in plan.to_choose,
            }
            for step in plan.steps
        ]
    refusal = getattr(form, "refusal", None)
    status = refusal.status if refusal else 422 if form.errors else 200
    return render(request, "tournaments/correct.html", context, status=status)
