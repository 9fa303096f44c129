"""A prize is paid out of a till or the safe, reversed, and has a receipt to sign."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from engine.units import Cents
from eventnight.bank.forms.desk import SecondPersonForm
from eventnight.bank.paper import receipt_paper
from eventnight.bank.selectors import sale_receipt, tills_of
from eventnight.bank.services import Posting
from eventnight.bank.views.frame import may_reverse_any, till_in_use
from eventnight.bank.views.receipt import receipt_answer
from eventnight.core.errors import NotFound
from eventnight.core.forms import status_of
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.values.formats import money_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.selectors import player_by_code
from tournaments.forms.prizes import PayPrizeForm, PrizeBackForm
from tournaments.models import HoldemTournament
from tournaments.selectors.flight.tournaments import holdem_by_id, holdem_view
from tournaments.selectors.prizes.payments import PrizeDue, due_of, prize_dues
from tournaments.selectors.prizes.prize_list import prizes_view
from tournaments.services.prizes import payments as services

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@on_the_floor
def pay(request: StaffRequest, event: Event, holdem_id: int, player: str) -> HttpResponse:
    """What paying a prize will do, and doing it."""
    tournament = holdem_by_id(event, holdem_id)
    frame: dict[str, Any] = {"tills": tills_of(event.pk), "request": request, "event": event}
    if request.method == "POST":
        form = PayPrizeForm(request.POST, **frame)
        return press_form(
            request,
            form,
            lambda press: services.pay_prize(
                tournament=tournament,
                player_code=player,
                cents=Cents(form.cleaned_data["cents"]),
                till=form.till,
                press=press,
            ),
            said=lambda posting: Said(
                _paid(event, player, posting),
                undo=reverse("tournaments:take_prize_back", kwargs=_address(event, tournament, player)),
            ),
            back=redirect("tournaments:prize_receipt", **_address(event, tournament, player)),
        ) or _page(request, "prize_pay", tournament, player, form)
    due = _due(event, tournament, player)
    initial = {"paid_from": till_in_use(request, event), "cents": due.cents}
    return _page(request, "prize_pay", tournament, player, PayPrizeForm(initial=initial, **frame))


@on_the_floor
def take_back(request: StaffRequest, event: Event, holdem_id: int, player: str) -> HttpResponse:
    """The money of a prize comes back to where it was."""
    tournament = holdem_by_id(event, holdem_id)
    form = PrizeBackForm(PrizeBackForm.sent_with_reason(request), request=request, event=event)
    return press_form(
        request,
        form,
        lambda press: services.take_prize_back(
            tournament=tournament,
            player_code=player,
            reason=form.cleaned_data["reason"],
            press=press,
            may_reverse_any=may_reverse_any(request),
        ),
        said=lambda posting: f"The money of {player} is back, entry {posting.entry.sequence}.",
        back=redirect("tournaments:prizes", code=event.code, holdem_id=holdem_id),
    ) or _page(request, "prize_back", tournament, player, form)


@on_the_floor
def receipt(request: StaffRequest, event: Event, holdem_id: int, player: str) -> HttpResponse:
    """What the winner signs, and the treasurer keeps."""
    prizes = {"code": event.code, "holdem_id": holdem_id}
    context = {
        **_receipt_of(event, holdem_id, player),
        "back": "Prizes",
        "back_url": reverse("tournaments:prizes", kwargs=prizes),
        "paper_url": reverse("tournaments:prize_receipt_paper", kwargs={**prizes, "player": player}),
    }
    return render(request, "bank/receipt.html", context)


@on_the_floor
def receipt_sheet(request: StaffRequest, event: Event, holdem_id: int, player: str) -> HttpResponse:
    """The same for the printer."""
    return receipt_answer(request, receipt_paper(event, **_receipt_of(event, holdem_id, player)), f"prize-{player}")


def _receipt_of(event: Event, holdem_id: int, player: str) -> Any:
    due = _due(event, holdem_by_id(event, holdem_id), player)
    if due.payment is None:
        raise NotFound("prize_not_paid", f"{player} has not been paid, so there is no receipt.", player=player)
    receipt = sale_receipt(event.pk, due.payment.sequence)
    return {"receipt": receipt, "player": player_by_code(event, player), "words": ""}


def _page(
    request: StaffRequest, name: str, tournament: HoldemTournament, player: str, form: SecondPersonForm
) -> HttpResponse:
    event = tournament.event
    due = _due(event, tournament, player)
    amount = due.payment.cents if due.payment else due.cents
    needs_second = amount >= event.house_settings.bank.second_person_from
    if needs_second:
        form.demand()
    context = {"holdem": tournament, "due": due, "form": form, "needs_second": needs_second}
    return render(request, f"tournaments/prizes/{name}.html", context, status=status_of(form))


def _paid(event: Event, player: str, posting: Posting) -> str:
    paid = money_text(posting.entry.rates["money"], event.currency)
    return f"{paid} paid to {player}, receipt {posting.entry.sequence}."


def _due(event: Event, tournament: HoldemTournament, player: str) -> PrizeDue:
    holdem = holdem_view(tournament, timezone.now())
    return due_of(prize_dues(event, holdem, prizes_view(tournament, holdem)), player)


def _address(event: Event, tournament: HoldemTournament, player: str) -> dict[str, Any]:
    return {"code": event.code, "holdem_id": tournament.pk, "player": player}
