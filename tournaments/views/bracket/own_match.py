"""A team reports its own match through the personal link of one of its players."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control

from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict
from eventnight.core.forms import status_of
from eventnight.core.fresh.versions import current_version
from eventnight.core.press import Press
from eventnight.core.press_form import press_form
from eventnight.core.web.access import personal_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import acting
from eventnight.events.models import Player
from eventnight.events.selectors import player_by_token
from tournaments.forms.bracket import ResultForm
from tournaments.models import Match, Outcome, Team
from tournaments.selectors.bracket.brackets import match_by_number
from tournaments.selectors.bracket.claims import claims_of
from tournaments.selectors.bracket.night import PlayerEuchre, player_state
from tournaments.selectors.bracket.result_plan import result_plan
from tournaments.selectors.bracket.teams import bracket_by_id, team_by_number
from tournaments.selectors.bracket.values import BracketView, MatchView
from tournaments.services.bracket.results.claims import take_back_claims
from tournaments.services.bracket.results.reports import report_result


@personal_page
@cache_control(private=True, no_cache=True)
def report(request: HttpRequest, token: str) -> HttpResponse:
    """Who won and by how much, as one team says it; the other says it on its own page."""
    player = player_by_token(token)
    view, match, mine = _own_match(player)
    posted = {**request.POST.dict(), "outcome": Outcome.PLAYED} if request.method == "POST" else None
    form = ResultForm(view, match, posted, given=request.GET.dict())

    def report_it(press: Press) -> Match:
        match, team = _rows(player, mine)
        return report_result(match=match, team=team, played=form.played(match.tournament), press=press)

    if done := press_form(
        acting(request, Actor.player(player.code)),
        form,
        report_it,
        said=lambda reported: "The result counts." if reported.is_decided else "Your report is noted.",
        back=redirect("night:my_night", token=token),
    ):
        return done
    context = {
        "event": player.event,
        "version": current_version(player.event_id),
        "player": player,
        "bracket": view,
        "match": match,
        "team": mine.team,
        "claims": claims_of(view).get(match.number),
        "form": form,
        "plans": [{"heading": f"If {team.name} won", "lines": result_plan(view, match, team)} for team in match.teams],
    }
    return render(request, "tournaments/bracket/report.html", context, status=status_of(form))


@personal_page
@require_POST
def take_back(request: HttpRequest, token: str) -> HttpResponse:
    """The team's report does not stand any more."""
    player = player_by_token(token)
    _, _, mine = _own_match(player)
    match, team = _rows(player, mine)
    take_back_claims(match=match, team=team, press=Press(Actor.player(player.code), timezone.now()))
    messages.success(request, "Your report is undone.")
    return redirect("night:my_night", token=token)


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
