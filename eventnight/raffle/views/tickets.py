"""One player's tickets at the raffle table: sold, bought with chips, voided, undone."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse

from eventnight.bank.forms.desk import UndoForm
from eventnight.bank.ledger.refs import player_chips
from eventnight.bank.selectors import balance_of
from eventnight.bank.views.again import sale_question
from eventnight.bank.views.frame import listed_entry, may_reverse_any, till_in_use, undo_address
from eventnight.core.forms import RefusableForm, status_of
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.redirects import back_or
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event, Player
from eventnight.events.selectors import find_players, player_by_code
from eventnight.raffle import services
from eventnight.raffle.forms import RedeemForm, SellForm, VoidForm
from eventnight.raffle.selectors import placing_of, tickets_of
from eventnight.raffle.services import Issued
from eventnight.raffle.views.desk import issued_text, redeem_chips, sell_tickets

PLAYERS_SHOWN = 20


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def players(request: StaffRequest, event: Event) -> HttpResponse:
    """Whose tickets? The only one found is chosen at once."""
    query = request.GET.get("q", "").strip()
    found = list(find_players(event, query)[:PLAYERS_SHOWN]) if query else []
    if len(found) == 1:
        return redirect("raffle:player", code=event.code, player=found[0].code)
    return render(request, "raffle/players.html", {"query": query, "found": found})


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def player(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """A player with tickets by bucket."""
    return _page(request, event, player_by_code(event, player))


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def sell(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """Tickets for money."""
    found, form = player_by_code(event, player), SellForm(request.POST, event=event)
    return (
        press_form(
            request,
            form,
            lambda press: sell_tickets(event, found.code, form, press),
            said=lambda issued: _issued(event, found, issued),
            back=_back(request, event, found),
        )
        or _question(request, event, found, form)
        or _page(request, event, found, sell_form=form)
    )


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def redeem(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """Tickets for chips."""
    found, form = player_by_code(event, player), RedeemForm(request.POST, event=event, at_bank=True)
    return (
        press_form(
            request,
            form,
            lambda press: redeem_chips(event, found.code, form, press),
            said=lambda issued: _issued(event, found, issued),
            back=_back(request, event, found),
        )
        or _question(request, event, found, form)
        or _page(request, event, found, redeem_form=form)
    )


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def void(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """One ticket is taken out of the raffle."""
    found, form = player_by_code(event, player), VoidForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.void_ticket(
            event=event, number=form.cleaned_data["number"], reason=form.cleaned_data["reason"], press=press
        ),
        said=lambda _: f"Ticket {form.cleaned_data['number']} is void.",
        back=redirect("raffle:player", code=event.code, player=found.code),
    ) or _page(request, event, found, void_form=form)


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def undo(request: StaffRequest, event: Event, sequence: int) -> HttpResponse:
    """Reverse a sale of tickets; a page asks for what is missing when one press is not enough."""
    form = UndoForm(UndoForm.sent_with_reason(request), request=request, event=event)
    return press_form(
        request,
        form,
        lambda press: services.reverse_ticket_entry(
            event=event,
            sequence=sequence,
            reason=form.cleaned_data["reason"],
            press=press,
            may_reverse_any=may_reverse_any(request),
        ),
        said=f"Entry {sequence} undone, its tickets are void.",
        back=back_or(request, reverse("raffle:staff", kwargs={"code": event.code})),
    ) or render(
        request,
        "raffle/undo.html",
        {"form": form, "entry": listed_entry(request, event, sequence)},
        status=status_of(form),
    )


def _question(request: StaffRequest, event: Event, found: Player, form: RefusableForm) -> HttpResponse | None:
    return sale_question(request, event, form, back=_back(request, event, found).url)


def _issued(event: Event, player: Player, issued: Issued) -> Said:
    """The tickets, with the address that undoes their entry."""
    return Said(issued_text(player, issued), undo=undo_address(event, issued.entry.kind, issued.entry.sequence))


def _back(request: StaffRequest, event: Event, found: Player) -> HttpResponseRedirect:
    return back_or(request, reverse("raffle:player", kwargs={"code": event.code, "player": found.code}))


def _page(request: StaffRequest, event: Event, found: Player, **refused: Any) -> HttpResponse:
    chips = balance_of(event.pk, player_chips(found.code))
    rate = event.house_settings.raffle.chips_per_ticket
    placing = placing_of(found)
    context = {
        "player": found,
        "placing": placing,
        "tickets": tickets_of(placing.raffle, found) if placing else [],
        "chips": chips,
        "rates": event.house_settings.raffle,
        "sell_form": SellForm(event=event, initial={"till": till_in_use(request, event)}),
        "redeem_form": RedeemForm(event=event, at_bank=True, initial={"chips": chips // rate * rate or rate}),
        "void_form": VoidForm(),
    } | refused
    status = status_of(*refused.values())
    return render(request, "raffle/player.html", context, status=status)
