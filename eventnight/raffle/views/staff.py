"""The raffle table: open, set up, close sales, bring chance, draw, hand over, publish."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST

from engine.raffle.draw import SEED_BYTES
from engine.units import Cents
from eventnight.core.access import staff_page
from eventnight.core.api import actor_of
from eventnight.core.errors import NotFound
from eventnight.core.forms import refusing
from eventnight.core.roles import Permission
from eventnight.core.versions import current_version
from eventnight.events.models import Event
from eventnight.raffle import services
from eventnight.raffle.forms import BarrelForm, BucketForm, EntropyForm, NewBucketForm, OpenForm, ReasonForm
from eventnight.raffle.models import RaffleStatus
from eventnight.raffle.selectors import bucket_by_code, raffle_of
from eventnight.raffle.views.frame import raffle_frame, status_of

DECISIONS = {
    "absent": (services.mark_absent, "is marked absent. Draw again."),
    "hand-over": (services.hand_over, "is handed over."),
    "call-again": (services.call_again, "is called again."),
}


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def staff(request: HttpRequest, event: Event) -> HttpResponse:
    """The stage that the raffle is at, with what comes next."""
    return _page(request, event)


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def panel(request: HttpRequest, event: Event) -> HttpResponse:
    """Prizes, draw and proof alone, for the live stream."""
    context = raffle_frame(request, event) | _forms()
    template = "raffle/_reopened.html" if context["stage"] == RaffleStatus.OPEN else "raffle/_draw.html"
    return render(request, template, context)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def open_raffle(request: HttpRequest, event: Event) -> HttpResponse:
    """Publish the promise and begin to sell."""
    form = OpenForm(request.POST)
    if form.is_valid():
        with refusing(form):
            services.open_raffle(
                event=event,
                seed=secrets.token_bytes(SEED_BYTES),
                method=form.cleaned_data["method"],
                by=actor_of(request),
                now=timezone.now(),
            )
            messages.success(request, "The raffle is open. Add the buckets.")
            return _back(event)
    return _page(request, event, open_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def add_bucket(request: HttpRequest, event: Event) -> HttpResponse:
    """One more bucket."""
    form = NewBucketForm(request.POST)
    if form.is_valid():
        with refusing(form):
            data = form.cleaned_data
            bucket = services.add_bucket(
                event=event,
                item=data["item"],
                donor=data["donor"],
                value=Cents(data["value"]),
                code=data["code"],
                prizes=data["prizes"],
                by=actor_of(request),
                now=timezone.now(),
            )
            messages.success(request, f"Bucket {bucket.code} added: {bucket.item}.")
            return _back(event)
    return _page(request, event, bucket_form=form)


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def edit_bucket(request: HttpRequest, event: Event, bucket: str) -> HttpResponse:
    """Change what stands behind a bucket."""
    found = bucket_by_code(raffle_of(event), bucket)
    initial = {"item": found.item, "donor": found.donor, "value": found.value}
    form = BucketForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusing(form):
            data = form.cleaned_data
            services.edit_bucket(
                event=event,
                code=found.code,
                item=data["item"],
                donor=data["donor"],
                value=Cents(data["value"]),
                by=actor_of(request),
                now=timezone.now(),
            )
            return _back(event)
    return render(request, "raffle/bucket.html", {"form": form, "bucket": found}, status=status_of(form))


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def remove_bucket(request: HttpRequest, event: Event, bucket: str) -> HttpResponse:
    """Take a bucket out again."""
    services.remove_bucket(event=event, code=bucket, by=actor_of(request), now=timezone.now())
    messages.success(request, f"Bucket {bucket} removed.")
    return _back(event)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def freeze(request: HttpRequest, event: Event) -> HttpResponse:
    """Close the sales and publish the list."""
    services.freeze(event=event, by=actor_of(request), now=timezone.now())
    messages.success(request, "Sales are closed and the list of tickets is public.")
    return _back(event)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def reopen_sales(request: HttpRequest, event: Event) -> HttpResponse:
    """Undo the closing."""
    form = ReasonForm(request.POST)
    if form.is_valid():
        with refusing(form):
            reason = form.cleaned_data["reason"]
            services.reopen_sales(event=event, reason=reason, by=actor_of(request), now=timezone.now())
            messages.success(request, "Sales are open again; the list is withdrawn.")
            return _back(event)
    return _page(request, event, reopen_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def enter_entropy(request: HttpRequest, event: Event) -> HttpResponse:
    """The chance that guests bring."""
    form = EntropyForm(request.POST)
    if form.is_valid():
        with refusing(form):
            entropy = form.cleaned_data["entropy"]
            services.enter_entropy(event=event, entropy=entropy, by=actor_of(request), now=timezone.now())
            messages.success(request, "Published. Draw the first prize.")
            return _back(event)
    return _page(request, event, entropy_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def draw(request: HttpRequest, event: Event, prize: str) -> HttpResponse:
    """Draw a prize; the result is kept before it is shown."""
    services.draw_prize(event=event, prize_code=prize, by=actor_of(request), now=timezone.now())
    return _back(event, prize)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def barrel(request: HttpRequest, event: Event, prize: str) -> HttpResponse:
    """The number that came out of the drum."""
    form = BarrelForm(request.POST)
    if form.is_valid():
        with refusing(form):
            services.record_barrel_draw(
                event=event,
                prize_code=prize,
                ticket_number=form.cleaned_data["ticket"],
                instead_of=form.cleaned_data["instead_of"],
                by=actor_of(request),
                now=timezone.now(),
            )
            return _back(event, prize)
    return _page(request, event, barrel_form=form)


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def decide(request: HttpRequest, event: Event, prize: str, attempt: int, decision: str) -> HttpResponse:
    """The holder is absent, has the prize, or is called again after all."""
    if decision not in DECISIONS:
        raise NotFound("unknown_decision", f"Nothing called {decision} can be decided here. Reload the page.")
    service, words = DECISIONS[decision]
    drawn = service(event=event, prize_code=prize, attempt=attempt, by=actor_of(request), now=timezone.now())
    place = {"code": event.code, "prize": prize, "attempt": attempt, "decision": "call-again"}
    undo_url = reverse("raffle:decide", kwargs=place) if decision != "call-again" else ""
    messages.success(request, f"Prize {drawn.prize.code}: ticket {drawn.ticket.number} {words}", extra_tags=undo_url)
    return _back(event, prize if decision != "hand-over" else "")


@require_POST
@staff_page(Permission.RUN_RAFFLE, here="raffle")
def finish(request: HttpRequest, event: Event) -> HttpResponse:
    """The end: the seed is published."""
    services.finish(event=event, by=actor_of(request), now=timezone.now())
    messages.success(request, "The raffle is finished. Anyone can repeat the draw now.")
    return _back(event)


def _forms() -> dict[str, Form]:
    return {
        "open_form": OpenForm(),
        "bucket_form": NewBucketForm(),
        "reopen_form": ReasonForm(),
        "entropy_form": EntropyForm(),
        "barrel_form": BarrelForm(),
    }


def _page(request: HttpRequest, event: Event, **refused: Any) -> HttpResponse:
    context = raffle_frame(request, event) | _forms() | {"version": current_version(event.pk)} | refused
    status = max((status_of(form) for form in refused.values()), default=200)
    return render(request, "raffle/staff.html", context, status=status)


def _back(event: Event, prize: str = "") -> HttpResponseRedirect:
    address = reverse("raffle:staff", kwargs={"code": event.code})
    return redirect(f"{address}?{urlencode({'prize': prize})}#raffle-prize" if prize else address)
