"""Staff at the matches: what is ready, called and playing; results by two taps; walkovers; undo."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from eventnight.core.errors import BadRequest
from eventnight.core.forms import status_of
from eventnight.core.press import Press, press_of
from eventnight.core.press_form import Said, press_form, pressed
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.core.web.undos import require_made, undo_of
from eventnight.events.models import Event
from tournaments.forms.bracket import PAIR, CallForm, GameForm, ResultForm
from tournaments.models import BracketTournament, Match, MatchResult
from tournaments.selectors.bracket.brackets import bracket_view, match_by_number, standing_result
from tournaments.selectors.bracket.busy import Busy, busy_players
from tournaments.selectors.bracket.call_queue import call_queue
from tournaments.selectors.bracket.claims import claims_of
from tournaments.selectors.bracket.result_plan import result_plan
from tournaments.selectors.bracket.teams import bracket_by_id, brackets_of
from tournaments.selectors.bracket.values import BracketView, MatchView
from tournaments.selectors.score.sheets import running_scores, score_sheet
from tournaments.selectors.score.values import ScoreSheet
from tournaments.services.bracket import matches as services
from tournaments.services.bracket.results import claims, result_undo, results

LATEST = 6


@staff_page(Permission.RUN_MATCHES, here="euchre")
def matches(request: StaffRequest, event: Event) -> HttpResponse:
    """Every bracket of the night with what there is to do in it."""
    busy = busy_players(event)
    brackets = list(brackets_of(event))
    drawn = {tournament.consolation_of_id for tournament in brackets}
    boards = [_board(bracket_view(each), busy, has_drawn=each.pk in drawn) for each in brackets]
    return render(request, "tournaments/bracket/matches.html", {"boards": boards, "version": event.head.version})


@staff_page(Permission.RUN_MATCHES, here="euchre")
def matches_list(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """One bracket's matches alone, for the live stream."""
    tournament = bracket_by_id(event, bracket_id)
    has_drawn = brackets_of(event).filter(consolation_of=tournament).exists()
    board = _board(bracket_view(tournament), busy_players(event), has_drawn=has_drawn)
    return render(request, "tournaments/bracket/_matches.html", {"board": board})


@staff_page(Permission.RUN_MATCHES, here="euchre")
def match(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """One match: tap the winner, then the points; or walkover, retired, nobody came."""
    tournament = bracket_by_id(event, bracket_id)
    view = bracket_view(tournament)
    match = view.match(number)
    form = ResultForm(view, match, request.POST or None, given={} if "game" in request.GET else request.GET.dict())
    if done := press_form(
        request,
        form,
        lambda press: _enter(tournament, number, form, press),
        said=lambda entered: Said(
            _said(bracket_view(tournament), entered),
            undo=_undo(event, tournament, number, entered),
        ),
        back=redirect("tournaments:matches", code=event.code),
    ):
        return done
    if form.refusal is not None:
        view = bracket_view(bracket_by_id(event, bracket_id))
        match = view.match(number)
    return _match_page(request, view, match, form)


@staff_page(Permission.RUN_MATCHES, here="euchre")
def match_plan(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """What the chosen winner brings about, for the form to show before it is saved."""
    view = bracket_view(bracket_by_id(event, bracket_id))
    match = view.match(number)
    chosen = PAIR.match(request.GET.get("winner", ""))
    context = {"bracket": view, "match": match, "plans": _plans(view, match, int(chosen[1]) if chosen else None)}
    return render(request, "tournaments/bracket/_result_plan.html", context)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def call(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Call the match to the table of the form, or to the first that is free."""
    form = CallForm(request.POST)
    if not form.is_valid():
        raise BadRequest("station_unclear", "This request names no table. Reload the page and try again.")
    called = services.call_match(
        match=_row(event, bracket_id, number),
        station=form.cleaned_data["station"],
        press=press_of(request),
    )
    text = f"Match {number} is called to table {called.station}."
    return _done(request, event, text, _undo_call_address(event, bracket_id, number))


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def start(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Both teams sit and play."""
    services.start_match(match=_row(event, bracket_id, number), press=press_of(request))
    return _done(request, event, f"Match {number} is playing.", _undo_call_address(event, bracket_id, number))


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def undo_call(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Undo a call, and the start after it."""
    services.undo_call(match=_row(event, bracket_id, number), press=pressed(request))
    return _done(request, event, f"Match {number} is ready again and its table free.")


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def undo(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Take a result back."""
    row = _row(event, bracket_id, number)
    require_made(request, event.pk, standing_result(row))
    result_undo.undo_result(match=row, press=pressed(request))
    return _done(request, event, f"The result of match {number} is undone.")


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def take_back_claims(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """What staff entered and nobody has confirmed does not stand any more."""
    row = _row(event, bracket_id, number)
    require_made(request, event.pk, row.claims.filter(closed_at__isnull=True, team=None).last())
    claims.take_back_claims(match=row, press=pressed(request))
    return _done(request, event, f"The entry for match {number} is undone.")


def _enter(tournament: BracketTournament, number: int, form: ResultForm, press: Press) -> results.Entered:
    match = match_by_number(tournament, number)
    return results.enter_outcome(match=match, outcome=form.came_out(tournament), press=press)


def _match_page(request: StaffRequest, view: BracketView, match: MatchView, form: ResultForm) -> HttpResponse:
    context = {
        "bracket": view,
        "match": match,
        "form": form,
        "plans": _plans(view, match, None),
        "claims": claims_of(view).get(match.number),
        "game_form": None if view.is_one_game else GameForm(view, match, given=request.GET.dict()),
        "sheet": score_sheet(view, match) if len(match.teams) == 2 else None,
    }
    if match.is_decided and not match.is_bye:
        context["standing"] = standing_result(_row(request.event, view.id, match.number))
        context["typed"] = _typed(view, form)
    return render(request, "tournaments/bracket/match.html", context, status=status_of(form))


def _typed(view: BracketView, form: ResultForm) -> dict[str, str]:
    """What somebody entered too late, in words and as a link to the correction carries it; empty if nobody did."""
    if form.refusal is None or not form.cleaned_data.get("winner"):
        return {}
    fields = ("winner", "outcome", "winner_points", "loser_points")
    return {
        "says": form.says(view),
        "query": urlencode({name: form.data[name] for name in fields if name in form.data}),
    }


def _plans(view: BracketView, match: MatchView, winner_number: int | None) -> list[dict[str, Any]]:
    """The plan of the chosen winner, or of both teams while none is chosen."""
    if len(match.teams) < 2 or match.is_decided:
        return []
    chosen = [team for team in match.teams if team.number == winner_number] or list(match.teams)
    heading = "This will do" if len(chosen) == 1 else "If {} win"
    return [{"heading": heading.format(team.name), "lines": result_plan(view, match, team)} for team in chosen]


def _board(view: BracketView, busy: Mapping[int, Busy], *, has_drawn: bool) -> dict[str, Any]:
    """A bracket for the staff list: tables with what is at them, then the queue, what waits and what is decided."""
    scores = running_scores(view)
    at = {match.station: match for match in view.at_stations}
    decided = sorted(view.in_state("done"), key=attrgetter("done_at"), reverse=True)
    return {
        "bracket": view,
        "tables": [_at_table(number, at.get(number), scores) for number in range(1, view.stations + 1)],
        "free": view.free_stations,
        "queue": call_queue(view, busy),
        "claimed": list(claims_of(view).values()),
        "may_draw_consolation": view.has_consolation and view.are_first_matches_decided and not has_drawn,
        "waiting": view.in_state("waiting"),
        "latest": decided[:LATEST],
        "earlier": decided[LATEST:],
    }


def _at_table(number: int, match: MatchView | None, scores: Mapping[int, ScoreSheet]) -> dict[str, Any]:
    return {"number": number, "match": match, "score": scores.get(match.number) if match else None}


def _row(event: Event, bracket_id: int, number: int) -> Match:
    return match_by_number(bracket_by_id(event, bracket_id), number)


def _undo(event: Event, tournament: BracketTournament, number: int, entered: results.Entered) -> str:
    name = "undo" if isinstance(entered, MatchResult) else "take_back_claims"
    place = {"code": event.code, "bracket_id": tournament.pk, "number": number}
    return undo_of(reverse(f"tournaments:{name}", kwargs=place), entered)


def _said(view: BracketView, entered: results.Entered) -> str:
    match = view.match(entered.match.number)
    if not match.is_decided:
        return f"Match {match.number}: noted. It counts as soon as somebody else enters the same."
    if match.winner is None:
        return f"Match {match.number}: nobody came."
    return f"Match {match.number}: {match.winner.name}, {match.score}."


def _done(request: StaffRequest, event: Event, text: str, undo_url: str = "") -> HttpResponse:
    messages.success(request, text, extra_tags=undo_url)
    return redirect("tournaments:matches", code=event.code)


def _undo_call_address(event: Event, bracket_id: int, number: int) -> str:
    kwargs = {"code": event.code, "bracket_id": bracket_id, "number": number}
    return reverse("tournaments:undo_call", kwargs=kwargs)
