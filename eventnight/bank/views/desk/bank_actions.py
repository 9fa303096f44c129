"""The actions of the desk that are the bank's own: re-buy, first stack, donation, and correcting what was booked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils import timezone

from engine.units import Cents
from eventnight.bank import services
from eventnight.bank.forms.desk import DonationForm, PaidForm, RebuyAmountsForm, RebuyForm, shown_amounts
from eventnight.bank.selectors import recent_entries
from eventnight.bank.selectors.desk.players import HandOut, first_stack_plan, rebuy_plan
from eventnight.bank.services import Posting
from eventnight.bank.views.desk.action import DeskAction, Serving, paid_text
from eventnight.bank.views.frame import listed_entries
from eventnight.core.press import Press
from eventnight.core.values.formats import chips_text, clock_text, money_text


def _rebuy_note(serving: Serving) -> str:
    bank = serving.event.house_settings.bank
    price = money_text(bank.rebuy_price, serving.event.currency, short=True)
    return f"{price} for {chips_text(bank.rebuy_chips)}"


def _rebuy_plan(serving: Serving) -> dict[str, Any]:
    """The amounts as they are chosen so far; what they bring about, where they can be read."""
    asked = serving.request.POST or serving.request.GET
    amounts = RebuyAmountsForm({"quantity": "1", **asked.dict()})
    if not amounts.is_valid():
        return {"amounts": amounts}
    quantity, donation = amounts.cleaned_data["quantity"], Cents(amounts.cleaned_data["donation"])
    plan = rebuy_plan(serving.event, serving.at_desk, quantity, donation)
    return {"amounts": amounts, "plan": plan, "shown": shown_amounts(quantity, donation)}


def _rebuy_form(serving: Serving, sent: QueryDict | None) -> RebuyForm:
    asked = serving.request.GET
    return RebuyForm(sent, initial={name: asked[name] for name in ("means", "reference") if name in asked})


def _sell_rebuy(serving: Serving, form: RebuyForm, press: Press) -> Posting:
    return services.sell_rebuy(
        event=serving.event,
        player_code=serving.player_code,
        paid=Cents(form.cleaned_data["quantity"] * serving.event.house_settings.bank.rebuy_price),
        payment=form.payment_at(serving.till),
        press=press,
    )


def _take_and_give(serving: Serving, shown: Mapping[str, Any]) -> str:
    """What a sale of chips takes and gives, once the amounts are known."""
    plan: HandOut | None = shown.get("plan")
    if plan is None:
        return "Show the amounts"
    give = f"give {chips_text(plan.chips)}"
    take = money_text(plan.paid, serving.event.currency, short=True)
    return f"Take {take}, {give}" if plan.paid else give.capitalize()


REBUY = DeskAction(
    key="rebuy",
    label="Re-buy",
    note=_rebuy_note,
    place=1,
    is_off=lambda serving: serving.at_desk.player.is_withdrawn,
    template="bank/_rebuy.html",
    plan=_rebuy_plan,
    form=_rebuy_form,
    button=_take_and_give,
    run=_sell_rebuy,
)


def _first_stack_note(serving: Serving) -> str:
    given = serving.at_desk.first_stack
    if given is not None:
        return f"given {clock_text(given.at, serving.event)}"
    return chips_text(serving.event.house_settings.bank.first_stack)


def _give_first_stack(serving: Serving, form: PaidForm, press: Press) -> Posting:
    return services.give_first_stack(
        event=serving.event, player_code=serving.player_code, payment=form.payment_at(serving.till), press=press
    )


FIRST_STACK = DeskAction(
    key="first-stack",
    label="First stack",
    note=_first_stack_note,
    place=4,
    is_off=lambda serving: serving.at_desk.first_stack is not None or serving.at_desk.player.is_withdrawn,
    template="bank/_first_stack.html",
    plan=lambda serving: {"plan": first_stack_plan(serving.event, serving.at_desk)},
    form=lambda _, sent: PaidForm(sent),
    button=_take_and_give,
    run=_give_first_stack,
)


def _record_donation(serving: Serving, form: DonationForm, press: Press) -> Posting:
    return services.record_donation(
        event=serving.event,
        player_code=serving.player_code,
        paid=Cents(form.cleaned_data["paid"]),
        payment=form.payment_at(serving.till),
        press=press,
    )


DONATION = DeskAction(
    key="donation",
    label="Donation",
    note=lambda _: "any amount",
    place=5,
    template="bank/_donation.html",
    form=lambda _, sent: DonationForm(sent),
    button=lambda _, shown: "Take the donation",
    run=_record_donation,
    said=lambda serving, posting: (
        f"Donation of {paid_text(posting.entry)} for {serving.player_name} booked, receipt {posting.entry.sequence}."
    ),
)


def _own_entries(serving: Serving) -> dict[str, Any]:
    lines = recent_entries(serving.event.pk, subject=serving.player_code)
    return {"own_entries": listed_entries(serving.request, serving.event, lines, timezone.now())}


CORRECT = DeskAction(
    key="correct",
    label="Correct",
    note=lambda _: "undo an entry",
    place=6,
    template="bank/_correct.html",
    plan=_own_entries,
)

BANK_ACTIONS = (REBUY, FIRST_STACK, DONATION, CORRECT)
