"""What a tournament pays, and the deal at its end, for the floor."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from eventnight.core.errors import NotFound
from eventnight.core.forms import status_of
from eventnight.core.press import press_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.forms.prizes import DealForm, PrizesForm
from tournaments.models import HoldemTournament
from tournaments.selectors.flight.tournaments import holdem_by_id, holdem_view
from tournaments.selectors.prizes.payments import prize_dues
from tournaments.selectors.prizes.prize_list import deal_offers, prizes_of, prizes_view
from tournaments.services.prizes import prize_list as services

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@on_the_floor
def prizes(request: StaffRequest, event: Event, holdem_id: int) -> HttpResponse:
    """The prizes by place, and what a deal would give."""
    return _page(request, event, holdem_by_id(event, holdem_id))


@require_POST
@on_the_floor
def save(request: StaffRequest, event: Event, holdem_id: int) -> HttpResponse:
    """How the tournament pays."""
    tournament = holdem_by_id(event, holdem_id)
    form = PrizesForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.set_prizes(
            tournament=tournament, terms=services.PrizeTerms(**form.terms()), press=press
        ),
        said=f"The prizes of {tournament} are set.",
        back=redirect("tournaments:prizes", code=event.code, holdem_id=holdem_id),
    ) or _page(request, event, tournament, form=form)


@require_POST
@on_the_floor
def fix(request: StaffRequest, event: Event, holdem_id: int, answer: str) -> HttpResponse:
    """Nothing that is taken changes the prizes any more, or it does again."""
    tournament = holdem_by_id(event, holdem_id)
    answers = {"fix": (services.fix_prizes, "fixed"), "open": (services.open_prizes, "open again")}
    if answer not in answers:
        raise NotFound("unknown_answer", f"Prizes are fixed or opened, not {answer}. Reload the page.")
    do, said = answers[answer]
    do(tournament=tournament, press=press_of(request))
    messages.success(request, f"The prizes of {tournament} are {said}.")
    return redirect("tournaments:prizes", code=event.code, holdem_id=holdem_id)


@require_POST
@on_the_floor
def propose(request: StaffRequest, event: Event, holdem_id: int) -> HttpResponse:
    """Write a deal down for the players to agree to."""
    tournament = holdem_by_id(event, holdem_id)
    form = DealForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.propose_deal(tournament=tournament, method=form.cleaned_data["method"], press=press),
        back=redirect("tournaments:prizes", code=event.code, holdem_id=holdem_id),
    ) or _page(request, event, tournament, deal_form=form)


@require_POST
@on_the_floor
def agree(request: StaffRequest, event: Event, holdem_id: int, deal_id: int, player: str) -> HttpResponse:
    """A player says yes."""
    deal = services.agree_to_deal(
        tournament=holdem_by_id(event, holdem_id),
        deal_id=deal_id,
        player_code=player,
        press=press_of(request),
    )
    if deal.made_at:
        messages.success(request, "Everybody has agreed: the deal is made.")
    return redirect("tournaments:prizes", code=event.code, holdem_id=holdem_id)


@require_POST
@on_the_floor
def withdraw(request: StaffRequest, event: Event, holdem_id: int, deal_id: int) -> HttpResponse:
    """Take a deal off the table."""
    services.withdraw_deal(tournament=holdem_by_id(event, holdem_id), deal_id=deal_id, press=press_of(request))
    messages.success(request, "The deal is withdrawn; prizes go by places.")
    return redirect("tournaments:prizes", code=event.code, holdem_id=holdem_id)


def _page(
    request: StaffRequest,
    event: Event,
    tournament: HoldemTournament,
    *,
    form: PrizesForm | None = None,
    deal_form: DealForm | None = None,
) -> HttpResponse:
    holdem = holdem_view(tournament, timezone.now())
    view = prizes_view(tournament, holdem)
    may_deal = view.prizes and holdem.final.is_running and holdem.final.players_left > 1
    context = {
        "holdem": holdem,
        "prizes": view,
        "dues": prize_dues(event, holdem, view),
        "offers": deal_offers(holdem, view.prizes) if may_deal and not view.deal else [],
        "form": form or PrizesForm.of(prizes_of(tournament)),
        "deal_form": deal_form or DealForm(),
    }
    return render(request, "tournaments/prizes/prizes.html", context, status=status_of(form, deal_form))
