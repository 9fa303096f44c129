"""Money that leaves for the fund, and comes back where that was a mistake."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render

from engine.units import Cents
from eventnight.bank.selectors.desk.fund import KEPT_FOR_FUND, FundState, fund_state
from eventnight.bank.services import donate_to_fund, take_back_donation
from eventnight.bank.views.frame import listed_entry
from eventnight.core.forms import status_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.values.formats import money_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.fields import MoneyField
from eventnight.events.models import Event
from eventnight.night.forms import DonationForm, TakeBackForm


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def fund(request: StaffRequest, event: Event) -> HttpResponse:
    """What was taken, what was given and what is left; record that more has left."""
    state = fund_state(event.pk)
    form = DonationForm(
        request.POST or None,
        initial=_entered(request),
        request=request,
        event=event,
        fund=state,
        currency=event.currency,
    )
    if done := press_form(
        request,
        form,
        lambda press: donate_to_fund(
            event=event,
            amount=Cents(form.cleaned_data["amount"]),
            means=form.cleaned_data["means"],
            note=form.cleaned_data["note"],
            press=press,
        ),
        said=lambda posting: f"Donated to the fund, receipt {posting.entry.sequence}.",
        back=redirect("night:fund", code=event.code),
    ):
        return done
    unread = _unread(request)
    context = {"fund": state, "form": form, "unread": unread, "plan": [] if unread else _plan(event, form, state)}
    return render(request, "night/fund.html", context, status=status_of(form))


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def take_back(request: StaffRequest, event: Event, sequence: int) -> HttpResponse:
    """Undo a donation to the fund."""
    form = TakeBackForm(request.POST or None, request=request, event=event)
    return press_form(
        request,
        form,
        lambda press: take_back_donation(
            event=event, sequence=sequence, reason=form.cleaned_data["reason"], press=press
        ),
        said=f"Entry {sequence} undone: the money is in the safe again.",
        back=redirect("night:fund", code=event.code),
    ) or render(
        request,
        "night/fund_undo.html",
        {"form": form, "entry": listed_entry(request, event, sequence)},
        status=status_of(form),
    )


def _unread(request: StaffRequest) -> str:
    """Why the amount that was entered is none; empty where it can be read, or none was entered yet."""
    entered = (request.POST or request.GET).get("amount")
    if entered is not None:
        try:
            MoneyField().clean(entered)
        except ValidationError as error:
            return str(error.messages[0])
    return ""


def _entered(request: StaffRequest) -> dict[str, object]:
    """What the page asks the summary for, before anything is sent."""
    given: dict[str, object] = {}
    if request.GET.get("means") in KEPT_FOR_FUND:
        given["means"] = request.GET["means"]
    try:
        given["amount"] = MoneyField().clean(request.GET.get("amount"))
    except ValidationError:
        return given
    return given


def _plan(event: Event, form: DonationForm, state: FundState) -> list[dict[str, object]]:
    """What the donation will do, a line for each place that changes."""
    means, cents = form.summary
    [kept] = [each for each in state.kept if each.means == means]
    too_much = cents > min(kept.cents, state.to_give)

    def money(amount: int) -> str:
        return money_text(amount, event.currency)

    return [
        {
            "icon": "out",
            "lost": cents > kept.cents,
            "title": f"{kept.label}: {money(kept.cents - cents)} stay",
            "text": f"{money(cents)} of {money(kept.cents)} leave.",
        },
        {
            "icon": "chart",
            "lost": too_much,
            "title": f"{event.fund_name or 'The fund'} will have been given {money(state.donated + cents)}",
            "text": f"{money(state.taken)} were taken for it; {money(state.to_give - cents)} are then left to give.",
            "rules": ("WLIA-3", "WLIA-15"),
        },
    ]
