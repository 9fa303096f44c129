"""Before the first match: open a bracket, take sign-ups, pair singles, place the reserve, draw."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from eventnight.core.forms import RefusableForm, ServiceForm, status_of
from eventnight.core.press import Press, press_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.selectors import player_by_code
from tournaments.forms.bracket import BracketForm, DrawForm, PairForm, PlayerChoiceForm
from tournaments.models import BracketTournament, SeedOrder, Team
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.result_plan import withdrawal_plan
from tournaments.selectors.bracket.teams import (
    bracket_by_id,
    brackets_of,
    not_entered,
    single_by_player,
    singles_in_pool,
    team_by_number,
    team_name,
    teams_with_players,
    waiting_sign_ups,
)
from tournaments.services.bracket import opening as brackets
from tournaments.services.bracket.results import result_undo
from tournaments.services.bracket.teams import pairing
from tournaments.services.bracket.teams import teams as entries


@staff_page(Permission.RUN_MATCHES, here="euchre")
def new_bracket(request: StaffRequest, event: Event) -> HttpResponse:
    """Open a bracket for entries."""
    form = BracketForm(event.house_settings.euchre, request.POST or None)
    return press_form(
        request,
        form,
        lambda press: brackets.create_bracket_tournament(
            event=event, name=form.cleaned_data["name"], settings=form.settings(), press=press
        ),
        back=lambda tournament: _to_setup(event, tournament),
    ) or render(request, "tournaments/bracket/new_bracket.html", {"form": form}, status=status_of(form))


@staff_page(Permission.RUN_MATCHES, here="euchre")
def newest_setup(request: StaffRequest, event: Event) -> HttpResponse:
    """The set-up of the newest bracket, or the form for the first."""
    newest = brackets_of(event).last()
    return _to_setup(event, newest) if newest else redirect("tournaments:new_bracket", code=event.code)


@staff_page(Permission.RUN_MATCHES, here="euchre")
def setup(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Entries, pairs, singles and the draw of one bracket."""
    return _setup_page(request, bracket_by_id(event, bracket_id))


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def take_sign_ups(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Enter everybody who signed up and is here."""
    tournament = bracket_by_id(event, bracket_id)
    entered = entries.take_sign_ups(tournament=tournament, press=press_of(request))
    messages.success(request, f"{entered} players entered.")
    return _to_setup(event, tournament)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def add_pair(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Two players enter as a team."""
    tournament = bracket_by_id(event, bracket_id)
    form = PairForm(not_entered(tournament), request.POST)

    def enter(press: Press) -> Team:
        first, second = (player_by_code(event, form.cleaned_data[name]) for name in ("first", "second"))
        return entries.enter_pair(
            tournament=tournament, players=(first, second), name=form.cleaned_data["name"], press=press
        )

    return press_form(
        request,
        form,
        enter,
        said=lambda team: f"Team {team.number} entered.",
        back=_to_setup(event, tournament),
    ) or _setup_page(request, tournament, pair_form=form)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def add_single(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """A player without a partner enters the pool."""
    tournament = bracket_by_id(event, bracket_id)
    form = PlayerChoiceForm(not_entered(tournament), request.POST, prefix="single")
    return press_form(
        request,
        form,
        lambda press: entries.enter_single(
            tournament=tournament, player=player_by_code(event, form.cleaned_data["player"]), press=press
        ),
        back=_to_setup(event, tournament),
    ) or _setup_page(request, tournament, single_form=form)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def release_single(request: StaffRequest, event: Event, bracket_id: int, player: str) -> HttpResponse:
    """A single does not play after all."""
    tournament = bracket_by_id(event, bracket_id)
    single = single_by_player(tournament, player_by_code(event, player))
    entries.withdraw_single(single=single, press=press_of(request))
    return _to_setup(event, tournament)


@staff_page(Permission.RUN_MATCHES, here="euchre")
def withdraw_team(request: StaffRequest, event: Event, bracket_id: int, team: int) -> HttpResponse:
    """A team leaves: first what that does, then the deed."""
    tournament = bracket_by_id(event, bracket_id)
    leaving = team_by_number(tournament, team)
    if request.method == "POST":
        brackets.withdraw_team(team=leaving, press=press_of(request))
        messages.success(request, f"Team {team} has withdrawn.")
        return _to_setup(event, tournament)
    view = bracket_view(tournament)
    context = {
        "bracket": view,
        "team": next(each for each in view.teams if each.number == team),
        "lines": withdrawal_plan(view, team),
        "has_substitute": leaving.team_players.filter(left_at__isnull=False).exists(),
        "is_late": leaving.entered_late_at is not None,
    }
    return render(request, "tournaments/bracket/withdraw.html", context)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def readmit_team(request: StaffRequest, event: Event, bracket_id: int, team: int) -> HttpResponse:
    """A team that had left plays on."""
    tournament = bracket_by_id(event, bracket_id)
    result_undo.readmit_team(team=team_by_number(tournament, team), press=press_of(request))
    messages.success(request, f"Team {team} plays on.")
    return _to_setup(event, tournament)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def split_team(request: StaffRequest, event: Event, bracket_id: int, team: int, player: str) -> HttpResponse:
    """One of a team leaves; the other goes back to the singles."""
    tournament = bracket_by_id(event, bracket_id)
    entries.split_team(
        team=team_by_number(tournament, team),
        leaving=player_by_code(event, player),
        press=press_of(request),
    )
    return _to_setup(event, tournament)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def draw_pairs(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Pair the singles by a recorded draw."""
    tournament = bracket_by_id(event, bracket_id)
    form = ServiceForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: pairing.draw_pairs(tournament=tournament, press=press),
        said=lambda draw: f"{len(draw.pairs)} pairs drawn.",
        back=_to_setup(event, tournament),
    ) or _setup_page(request, tournament, pairs_form=form)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def pair_reserve(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Somebody plays beside the reserve."""
    tournament = bracket_by_id(event, bracket_id)
    form = PlayerChoiceForm(not_entered(tournament), request.POST, prefix="stand-in")
    return press_form(
        request,
        form,
        lambda press: pairing.pair_reserve(
            tournament=tournament, stand_in=player_by_code(event, form.cleaned_data["player"]), press=press
        ),
        back=_to_setup(event, tournament),
    ) or _setup_page(request, tournament, stand_in_form=form)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def place_reserve(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """The reserve takes the place of somebody who did not come."""
    tournament = bracket_by_id(event, bracket_id)
    form = _absent_form(tournament, request.POST)
    return press_form(
        request,
        form,
        lambda press: pairing.place_reserve(
            tournament=tournament, instead_of=player_by_code(event, form.cleaned_data["player"]), press=press
        ),
        back=_to_setup(event, tournament),
    ) or _setup_page(request, tournament, absent_form=form)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def draw(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    tournament = bracket_by_id(event, bracket_id)
    form = DrawForm(_named_teams(tournament), request.POST)
    return press_form(
        request,
        form,
        lambda press: brackets.draw_bracket(
            tournament=tournament, order_by=SeedOrder(form.cleaned_data["order_by"]), order=form.order, press=press
        ),
        back=redirect("tournaments:matches", code=event.code),
    ) or _setup_page(request, tournament, draw_form=form)


def _setup_page(request: StaffRequest, tournament: BracketTournament, **bound: RefusableForm) -> HttpResponse:
    free = list(not_entered(tournament))
    pool = list(singles_in_pool(tournament))
    pooled = {single.player_id for single in pool}
    context: dict[str, Any] = {
        "tournament": tournament,
        "bracket": bracket_view(tournament),
        "version": request.event.head.version,
        "brackets": list(brackets_of(tournament.event)),
        "singles": pool,
        "reserve": next((single for single in pool if single.is_reserve), None),
        "draws": list(tournament.pairing_draws.all()),
        "sign_ups": waiting_sign_ups(tournament),
        "pair_form": PairForm(free),
        "single_form": PlayerChoiceForm([p for p in free if p.pk not in pooled], prefix="single"),
        "stand_in_form": PlayerChoiceForm(
            [p for p in free if p.pk not in pooled], prefix="stand-in", label="Who plays beside the reserve?"
        ),
        "absent_form": _absent_form(tournament),
        "pairs_form": ServiceForm(),
        "draw_form": DrawForm(_named_teams(tournament)),
        **bound,
    }
    status = status_of(*bound.values())
    return render(request, "tournaments/bracket/setup.html", context, status=status)


def _absent_form(tournament: BracketTournament, data: Any = None) -> PlayerChoiceForm:
    places = [place for team in teams_with_players(tournament) for place in team.team_players.all()]
    players = [place.player for place in places]
    return PlayerChoiceForm(players, data, prefix="absent", label="Who did not come?")


def _named_teams(tournament: BracketTournament) -> list[tuple[Any, str]]:
    teams = [team for team in teams_with_players(tournament) if not team.is_withdrawn]
    return [(team, team_name(team, [place.player.display_name for place in team.team_players.all()])) for team in teams]


def _to_setup(event: Event, tournament: BracketTournament) -> HttpResponse:
    return redirect("tournaments:bracket_setup", code=event.code, bracket_id=tournament.pk)
