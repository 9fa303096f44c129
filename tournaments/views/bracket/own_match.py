"""A team reports its own match through the personal link of one of its players."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control

from eventnight.core.actors import Actor
from eventnight.core.errors import BadRequest, Conflict, NotFound
from eventnight.core.forms import status_of
from eventnight.core.press import Press
from eventnight.core.press_form import press_form
from eventnight.core.web.access import personal_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import acting
from eventnight.events.models import Player
from eventnight.events.selectors import player_by_token
from tournaments.forms.bracket import ResultForm
from tournaments.models import Match, Objection, Outcome, Team
from tournaments.selectors.bracket.brackets import match_by_number
from tournaments.selectors.bracket.claims import claims_of
from tournaments.selectors.bracket.night import PlayerEuchre, Standing, player_state
from tournaments.selectors.bracket.own_claim import OwnClaim, Stage, own_claim
from tournaments.selectors.bracket.result_plan import result_plan
from tournaments.selectors.bracket.teams import bracket_by_id, team_by_number
from tournaments.selectors.bracket.values import BracketView, MatchView
from tournaments.services.bracket.results import objections
from tournaments.services.bracket.results.claims import take_back_claims
from tournaments.services.bracket.results.reports import report_result


@personal_page
@cache_control(private=True, no_cache=True)
def report(request: HttpRequest, token: str) -> HttpResponse:
    """Who won and by how much, as one team says it. Where the other has said so before, this one agrees or objects."""
    player = player_by_token(token)
    view, match, mine = _own_match(player)
    posted = {**request.POST.dict(), "outcome": Outcome.PLAYED} if request.method == "POST" else None
    form = ResultForm(view, match, posted, given=request.GET.dict())

    def report_it(press: Press) -> Match:
        row, team = _rows(player, mine)
        return report_result(match=row, team=team, played=form.played(row.tournament), press=press)

    if done := press_form(
        acting(request, Actor.player(player.code)),
        form,
        report_it,
        said=lambda reported: "The result counts." if reported.is_decided else "Your report is noted.",
        back=lambda reported: _back_to(token, view.id, match.number),
    ):
        return done
    said = own_claim(match, mine.team, claims_of(view).get(match.number)) if mine.team else None
    if said and said.stage != Stage.NOTHING and not form.is_bound and not _wants_form(request):
        return _back_to(token, view.id, match.number)
    context = {
        "event": player.event,
        "version": player.event.head.version,
        "player": player,
        "bracket": view,
        "match": match,
        "team": mine.team,
        "said": said,
        "form": form,
        "plans": [{"heading": f"If {team.name} won", "lines": result_plan(view, match, team)} for team in match.teams],
    }
    return render(request, "tournaments/bracket/report.html", context, status=status_of(form))


@personal_page
@cache_control(private=True, no_cache=True)
def claim(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """What is said of the team's match, for both to agree on; `wrong` in the address asks what is wrong with it."""
    context = _claim(player_by_token(token), bracket_id, number)
    said: OwnClaim = context["said"]
    if said.stage == Stage.NOTHING:
        return redirect("tournaments:report_mine", token=token)
    is_wrong = "wrong" in request.GET and said.stage == Stage.ASKED
    return render(request, "tournaments/bracket/claim.html", context | {"is_wrong": is_wrong})


@personal_page
@cache_control(private=True, no_cache=True)
def claim_part(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """The same alone, for the live stream."""
    return render(request, "tournaments/bracket/_claim.html", _claim(player_by_token(token), bracket_id, number))


@personal_page
@require_POST
def object_to(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """The other team's report is wrong: staff come. `against` says which report the page showed."""
    player = player_by_token(token)
    objection = request.POST.get("objection", "")
    if objection not in Objection.values:
        raise BadRequest("objection_unclear", "This request does not say what is wrong. Press one of the answers.")
    said, match, team = _own_rows(player, bracket_id, number)
    if said.claim is not None and request.POST.get("against", said.claim.query) != said.claim.query:
        raise Conflict(
            "report_changed",
            f"The other team has changed its report since you opened this page: {said.claim.says}. Nothing was noted. "
            "Go back and read it.",
            match=number,
        )
    objections.object_to_report(match=match, team=team, objection=Objection(objection), press=_press(player))
    return _back_to(token, bracket_id, number)


@personal_page
@require_POST
def take_back_objection(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """It may be right after all."""
    player = player_by_token(token)
    _, match, team = _own_rows(player, bracket_id, number)
    objections.take_back_objection(match=match, team=team, press=_press(player))
    messages.success(request, "Your objection is undone.")
    return _back_to(token, bracket_id, number)


@personal_page
@require_POST
def take_back(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """The team's report does not stand any more."""
    player = player_by_token(token)
    _, match, team = _own_rows(player, bracket_id, number)
    take_back_claims(match=match, team=team, press=_press(player))
    messages.success(request, "Your report is undone.")
    return redirect("night:my_night", token=token)


def _wants_form(request: HttpRequest) -> bool:
    return "change" in request.GET or "winner" in request.GET


def _claim(player: Player, bracket_id: int, number: int) -> dict[str, Any]:
    """Raises NotFound("not_your_match")."""
    mine = player_state(player.event, player)
    view, team = mine.bracket, mine.team
    own = [*mine.decided, mine.match] if view is not None and view.id == bracket_id else []
    match = next((match for match in own if match is not None and match.number == number), None)
    if view is None or team is None or match is None:
        raise NotFound(
            "not_your_match",
            f"You do not play in match {number}. Open your own match from your night.",
            match=number,
        )
    said = own_claim(match, team, claims_of(view).get(number))
    return {
        "event": player.event,
        "version": player.event.head.version,
        "player": player,
        "bracket": view,
        "said": said,
        "is_free": mine.standing == Standing.FREE,
        "key": uuid4(),
    }


def _own_match(player: Player) -> tuple[BracketView, MatchView, PlayerEuchre]:
    """The bracket and the match that the player's team may report now. Raises Conflict("no_match_to_report")."""
    mine = player_state(player.event, player)
    if mine.bracket is None or mine.match is None or len(mine.match.teams) < 2:
        raise Conflict(
            "no_match_to_report",
            "You have no match to report: it is decided already, or your next one still waits for its opponents. "
            "Go back to your night.",
        )
    return mine.bracket, mine.match, mine


def _rows(player: Player, mine: PlayerEuchre) -> tuple[Match, Team]:
    if mine.bracket is None or mine.match is None or mine.team is None:
        raise ValueError("a player without a match has no rows")
    tournament = bracket_by_id(player.event, mine.bracket.id)
    return match_by_number(tournament, mine.match.number), team_by_number(tournament, mine.team.number)


def _own_rows(player: Player, bracket_id: int, number: int) -> tuple[OwnClaim, Match, Team]:
    """What is said of that match of the player's team, with both rows. Raises NotFound("not_your_match")."""
    said: OwnClaim = _claim(player, bracket_id, number)["said"]
    tournament = bracket_by_id(player.event, bracket_id)
    return said, match_by_number(tournament, number), team_by_number(tournament, said.team.number)


def _back_to(token: str, bracket_id: int, number: int) -> HttpResponse:
    return redirect("tournaments:claim_mine", token=token, bracket_id=bracket_id, number=number)


def _press(player: Player) -> Press:
    return Press(Actor.player(player.code), timezone.now())
