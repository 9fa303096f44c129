"""The pot of a 50/50: paid to its winner, reversed, and the slip the winner signs."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from eventnight.bank.forms.desk import PayForm
from eventnight.bank.paper import sum_line
from eventnight.bank.selectors import tills_of
from eventnight.bank.views.frame import may_reverse_any
from eventnight.bank.views.receipt import receipt_answer
from eventnight.core.paper.typeset import Values
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.values.formats import clock_text, money_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.raffle import services
from eventnight.raffle.forms import TakeBackForm
from eventnight.raffle.selectors import pot_slip, raffle_of
from eventnight.raffle.services import PotPayment
from eventnight.raffle.views.frame import back_to_raffle, raffle_page


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def pay(request: StaffRequest, event: Event, prize: str, attempt: int) -> HttpResponse:
    """The holder gets the money."""
    form = PayForm(request.POST, tills=tills_of(event.pk))
    return press_form(
        request,
        form,
        lambda press: services.pay_pot(event=event, drawn=_drawn(prize, attempt), till=form.till, press=press),
        said=lambda payment: Said(
            _paid(payment),
            undo=reverse("raffle:take_back", kwargs={"code": event.code, "prize": prize, "attempt": attempt}),
        ),
        back=back_to_raffle(event, prize),
    ) or raffle_page(request, event, pay_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def take_back(request: StaffRequest, event: Event, prize: str, attempt: int) -> HttpResponse:
    """The money comes back, and the holder is called again."""
    form = TakeBackForm(TakeBackForm.sent_with_reason(request))
    return press_form(
        request,
        form,
        lambda press: services.take_pot_back(
            event=event,
            drawn=_drawn(prize, attempt),
            reason=form.cleaned_data["reason"],
            press=press,
            may_reverse_any=may_reverse_any(request),
        ),
        said=lambda payment: f"Prize {payment.draw.prize.code}: the money is back, entry {payment.entry.sequence}.",
        back=back_to_raffle(event, prize),
    ) or raffle_page(request, event, take_back_form=form)


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def slip(request: StaffRequest, event: Event, prize: str, attempt: int) -> HttpResponse:
    """What the winner signs, and the treasurer keeps."""
    return render(request, "raffle/slip.html", {"slip": pot_slip(raffle_of(event), prize, attempt)})


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def slip_sheet(request: StaffRequest, event: Event, prize: str, attempt: int) -> HttpResponse:
    """The same for the printer."""
    slip = pot_slip(raffle_of(event), prize, attempt)
    values: Values = {
        "title": f"Slip {slip.entry.sequence}, {event.name}",
        "night": event.name,
        "heading": f"{slip.item}, prize {slip.prize}",
        "lines": [f"{slip.holder.person.full_name} {slip.holder.code}, ticket {slip.ticket}"],
        "sums": [
            sum_line("Ticket money", money_text(slip.pot.money, event.currency)),
            sum_line("Stays with the fund", money_text(slip.pot.fund, event.currency)),
            sum_line(f"Paid, {slip.pot.percent}%", money_text(slip.pot.pot, event.currency), is_total=True),
        ],
        "below": [],
        "is_signed": True,
        "seal": f"{clock_text(slip.entry.at, event)}, {slip.paid_from}, {slip.by}. Seal {slip.entry.receipt}.",
    }
    return receipt_answer(request, values, f"slip-{slip.prize}")


def _drawn(prize: str, attempt: int) -> services.DrawnNumber:
    return services.DrawnNumber(prize_code=prize, attempt=attempt)


def _paid(payment: PotPayment) -> str:
    prize, entry = payment.draw.prize, payment.entry
    paid = money_text(prize.bucket.pot or 0, entry.event.currency)
    return f"{paid} paid for prize {prize.code}, receipt {entry.sequence}."
