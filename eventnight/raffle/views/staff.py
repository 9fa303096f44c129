"""The raffle table: open, close sales, bring chance, draw, hand over, publish."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from engine.raffle import SEED_BYTES
from eventnight.core.errors import NotFound
from eventnight.core.press import press_of
from eventnight.core.press_form import planned_by, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.etags import changing_at
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.raffle import services
from eventnight.raffle.forms import BarrelForm, EntropyForm, FreezeForm, OpenForm, PromiseForm, ReasonForm
from eventnight.raffle.models import Raffle
from eventnight.raffle.selectors import awaited_by, raffle_of, read_chance, witness_codes
from eventnight.raffle.selectors.chance import Chance
from eventnight.raffle.views.frame import back_to_raffle, raffle_frame, raffle_page, stage_forms

DECISIONS = {
    "absent": (services.mark_absent, "{name} is marked absent. Draw again."),
    "hand-over": (services.hand_over, "{item} is handed over to {name}."),
    "call-again": (services.call_again, "{name} is called again for {item}."),
}


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def staff(request: StaffRequest, event: Event) -> HttpResponse:
    """The stage that the raffle is at, with what comes next."""
    return raffle_page(request, event)


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def panel(request: StaffRequest, event: Event) -> HttpResponse:
    """Prizes, draw and proof alone, or the button that comes next, for the live stream."""
    context = raffle_frame(request, event) | stage_forms(request, event)
    raffle = context["raffle"]
    if "action" in request.GET:
        template = "raffle/_draw_action.html"
    else:
        template = "raffle/_reopened.html" if raffle is None or raffle.is_open else "raffle/_draw.html"
    answer = render(request, template, context | {"prize": context.get("chosen")})
    return changing_at(answer, context.get("changes_at"))


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def open_raffle(request: StaffRequest, event: Event) -> HttpResponse:
    """Publish the promise and begin to sell."""
    form = OpenForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.open_raffle(
            event=event, seed=secrets.token_bytes(SEED_BYTES), method=form.cleaned_data["method"], press=press
        ),
        said="The raffle is open. Add the buckets.",
        back=back_to_raffle(event),
    ) or raffle_page(request, event, open_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def freeze(request: StaffRequest, event: Event) -> HttpResponse:
    """Close the sales and publish the list, with the chance that the draw will wait for. A barrel waits for none."""
    form = FreezeForm(request.POST, is_verifiable=raffle_of(event).is_verifiable)
    return press_form(
        request,
        form,
        lambda press: services.freeze(event=event, press=press, **form.chance),
        said="Sales are closed and the list of tickets is public.",
        back=back_to_raffle(event),
    ) or raffle_page(request, event, freeze_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def renew_promise(request: StaffRequest, event: Event) -> HttpResponse:
    """Promise another seed; somebody else signs."""
    form = PromiseForm(request.POST, request=request, event=event)
    return press_form(
        request,
        form,
        lambda press: services.renew_promise(
            event=event,
            seed=secrets.token_bytes(SEED_BYTES),
            replaces=form.cleaned_data["replaces"],
            reason=form.cleaned_data["reason"],
            press=press,
        ),
        said="Another seed is promised. The promise before it stays public, with your reason.",
        back=back_to_raffle(event),
    ) or raffle_page(request, event, promise_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def reopen_sales(request: StaffRequest, event: Event) -> HttpResponse:
    """Undo the closing."""
    form = ReasonForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.reopen_sales(event=event, reason=form.cleaned_data["reason"], press=press),
        said="Sales are open again; the list is withdrawn.",
        back=back_to_raffle(event),
    ) or raffle_page(request, event, reopen_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def enter_entropy(request: StaffRequest, event: Event) -> HttpResponse:
    """The chance that guests or a beacon bring: shown in its one spelling first, and only what was shown is kept. Where
    chance is kept already, there is nothing to show: the service says so.
    """
    raffle = raffle_of(event)
    form = EntropyForm(request.POST, awaited=awaited_by(raffle))
    brought = planned_by(form, lambda: _brought(event, raffle, form)) if form.is_valid() else None
    if brought is None:
        return raffle_page(request, event, entropy_form=form)
    chance, people = brought
    if not raffle.entropy and request.POST.get("shown") != chance.entropy:
        return raffle_page(request, event, entropy_form=form, chance=chance)
    entered = services.BroughtChance(
        entropy=chance.entropy,
        signature=chance.signature,
        missed_because=form.cleaned_data.get("missed_because", ""),
        **people,
    )
    return press_form(
        request,
        form,
        lambda press: services.enter_entropy(event=event, chance=entered, press=press),
        said="Published. Draw the first prize.",
        back=back_to_raffle(event),
    ) or raffle_page(request, event, entropy_form=form)


def _brought(event: Event, raffle: Raffle, form: EntropyForm) -> tuple[Chance, dict[str, list[str]]]:
    """The chance as it would be published, and the codes of who threw and who watched."""
    people = {name: witness_codes(event, names) for name, names in form.people.items()}
    return read_chance(raffle, **form.brought), people


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def draw(request: StaffRequest, event: Event, prize: str) -> HttpResponse:
    """Draw a prize; the result is kept before it is shown."""
    services.draw_prize(event=event, prize_code=prize, press=press_of(request))
    return back_to_raffle(event, prize)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def barrel(request: StaffRequest, event: Event, prize: str) -> HttpResponse:
    """The number that came out of the drum."""
    form = BarrelForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.record_barrel_draw(
            event=event,
            prize_code=prize,
            ticket_number=form.cleaned_data["ticket"],
            instead_of=form.cleaned_data["instead_of"],
            press=press,
        ),
        back=back_to_raffle(event, prize),
    ) or raffle_page(request, event, barrel_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def decide(request: StaffRequest, event: Event, prize: str, attempt: int, decision: str) -> HttpResponse:
    """The holder is absent, has the prize, or is called again after all."""
    if decision not in DECISIONS:
        raise NotFound("unknown_decision", f"Nothing called {decision} can be decided here. Reload the page.")
    service, words = DECISIONS[decision]
    number = services.DrawnNumber(prize_code=prize, attempt=attempt)
    drawn = service(event=event, drawn=number, press=press_of(request))
    place = {"code": event.code, "prize": prize, "attempt": attempt, "decision": "call-again"}
    undo_url = reverse("raffle:decide", kwargs=place) if decision != "call-again" else ""
    said = words.format(name=drawn.ticket.holder.person.full_name, item=drawn.prize.bucket.item)
    messages.success(request, said, extra_tags=undo_url)
    return back_to_raffle(event, prize if decision != "hand-over" else "")


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def finish(request: StaffRequest, event: Event) -> HttpResponse:
    """The end: the seed is published."""
    services.finish(event=event, press=press_of(request))
    messages.success(request, "The raffle is finished. Anyone can repeat the draw now.")
    return back_to_raffle(event)
