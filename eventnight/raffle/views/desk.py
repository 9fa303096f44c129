"""The actions of the desk that bring tickets into being: for money, and for chips."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from engine.units import Cents, Chips
from eventnight.bank.selectors.desk.players import chips_in_plan
from eventnight.bank.views.desk.action import DeskAction, Serving, on_top_text
from eventnight.core.press import Press
from eventnight.core.values.formats import chips_text, money_text
from eventnight.events.models import Event, Player
from eventnight.raffle import services
from eventnight.raffle.forms import RedeemForm, SellForm, TicketAmountsForm
from eventnight.raffle.selectors.buckets import has_raffle
from eventnight.raffle.services import Issued


def sell_tickets(event: Event, player_code: str, form: SellForm, press: Press) -> Issued:
    """Tickets for money, as a valid form says."""
    return services.sell_tickets(
        event=event,
        player_code=player_code,
        paid=Cents(form.cleaned_data["paid"]),
        payment=form.payment_at(form.cleaned_data["till"]),
        press=press,
    )


def redeem_chips(event: Event, player_code: str, form: RedeemForm, press: Press) -> Issued:
    """Tickets for chips, as a valid form says."""
    return services.redeem_chips(
        event=event,
        player_code=player_code,
        chips=Chips(form.cleaned_data["chips"]),
        pieces=form.cleaned_data["pieces"],
        press=press,
    )


def issued_text(player: Player, issued: Issued) -> str:
    """The numbers of the tickets, for whom, and the number of each slip."""
    numbers = [ticket.number for ticket in issued.tickets]
    text = f"Tickets {numbers[0]} to {numbers[-1]} for {player.person.full_name}, receipt {issued.entry.sequence}"
    return f"{text}{on_top_text(issued.donation)}."


def _lot_note(serving: Serving) -> str:
    raffle = serving.event.house_settings.raffle
    return f"{raffle.lot_tickets} for {money_text(raffle.lot_price, serving.event.currency, short=True)}"


def _sell_form(serving: Serving, sent: QueryDict | None) -> SellForm:
    return SellForm(sent, event=serving.event, initial={"till": serving.till})


def _sell_button(serving: Serving, shown: Mapping[str, Any]) -> str:
    """The sum and the tickets as they are chosen so far, where they can be read."""
    form: SellForm = shown["form"]
    asked = serving.request.POST or serving.request.GET
    amounts = TicketAmountsForm({"paid": str(form["paid"].initial), **asked.dict()})
    raffle = serving.event.house_settings.raffle
    if not amounts.is_valid() or amounts.cleaned_data["paid"] % raffle.lot_price:
        return "Take the money, give the tickets"
    paid = amounts.cleaned_data["paid"]
    tickets = paid // raffle.lot_price * raffle.lot_tickets
    taken = money_text(Cents(paid + amounts.cleaned_data["donation"]), serving.event.currency, short=True)
    return f"Take {taken}, give {chips_text(tickets)} ticket{'s' if tickets != 1 else ''}"


TICKETS = DeskAction(
    key="tickets",
    label="Tickets",
    note=_lot_note,
    place=2,
    is_there=has_raffle,
    over="No more tickets are sold",
    template="raffle/_desk_tickets.html",
    form=_sell_form,
    button=_sell_button,
    run=lambda serving, form, press: sell_tickets(serving.event, serving.player_code, form, press),
    said=lambda serving, issued: issued_text(serving.at_desk.player, issued),
)


def _chips_in_plan(serving: Serving) -> dict[str, Any]:
    counts_colours = serving.event.house_settings.bank.counts_chips
    return {"plan": chips_in_plan(serving.event, serving.at_desk), "counts_colours": counts_colours}


def _redeem_form(serving: Serving, sent: QueryDict | None) -> RedeemForm:
    most = chips_in_plan(serving.event, serving.at_desk).chips
    return RedeemForm(sent, event=serving.event, at_bank=True, initial={"chips": most})


def _redeem_button(_: Serving, shown: Mapping[str, Any]) -> str:
    can_redeem = shown["plan"].tickets or shown["form"].is_bound
    return "Take the chips, give the tickets" if can_redeem else ""


CHIPS_IN = DeskAction(
    key="chips-in",
    label="Chips to tickets",
    note=lambda serving: f"{chips_text(serving.event.house_settings.raffle.chips_per_ticket)} a ticket",
    place=3,
    is_there=has_raffle,
    over="Chips no longer become tickets",
    template="raffle/_desk_chips_in.html",
    plan=_chips_in_plan,
    form=_redeem_form,
    button=_redeem_button,
    run=lambda serving, form, press: redeem_chips(serving.event, serving.player_code, form, press),
    said=lambda serving, issued: issued_text(serving.at_desk.player, issued),
)

RAFFLE_ACTIONS = (TICKETS, CHIPS_IN)
