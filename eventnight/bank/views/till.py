"""The till: what it should hold, its float, its count and its closing."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from eventnight.bank import services
from eventnight.bank.forms import TillChoiceForm, TillCloseForm, TillOpenForm
from eventnight.bank.selectors import till_state, tills_of
from eventnight.bank.views.frame import till_in_use, use_till
from eventnight.core.access import staff_page
from eventnight.core.api import actor_of
from eventnight.core.forms import ServiceForm, refusing
from eventnight.core.roles import Permission
from eventnight.events.models import Event


@staff_page(Permission.CLOSE_TILL, here="desk")
def till(request: HttpRequest, event: Event) -> HttpResponse:
    """The till in use."""
    return _page(request, event)


@require_POST
@staff_page(Permission.CLOSE_TILL, here="desk")
def choose_till(request: HttpRequest, event: Event) -> HttpResponse:
    """Work at another till."""
    form = TillChoiceForm(request.POST)
    if not form.is_valid():
        return _page(request, event, choice_form=form)
    use_till(request, event, form.cleaned_data["till"])
    return redirect("bank:till", code=event.code)


@require_POST
@staff_page(Permission.CLOSE_TILL, here="desk")
def open_till(request: HttpRequest, event: Event) -> HttpResponse:
    """Start the till with change."""
    form = TillOpenForm(request.POST)
    code = till_in_use(request, event)
    if form.is_valid():
        with refusing(form):
            services.open_till(
                event=event,
                till=code,
                float_paid=form.cleaned_data["float_paid"],
                by=actor_of(request),
                request_id=form.key,
                now=timezone.now(),
            )
            messages.success(request, f"Till {code} is open.")
            return redirect("bank:till", code=event.code)
    return _page(request, event, open_form=form)


@require_POST
@staff_page(Permission.CLOSE_TILL, here="desk")
def close_till(request: HttpRequest, event: Event) -> HttpResponse:
    """Count the till and put the money into the safe."""
    form = TillCloseForm(request.POST, request=request, event=event)
    code = till_in_use(request, event)
    if form.is_valid():
        with refusing(form):
            posting = services.close_till(
                event=event,
                till=code,
                counted=form.cleaned_data["counted"],
                reason=form.cleaned_data["reason"],
                second=form.cleaned_data["second_actor"],
                by=actor_of(request),
                request_id=form.key,
                now=timezone.now(),
            )
            messages.success(request, f"Till {code} is closed, slip {posting.entry.receipt}.")
            return redirect("bank:till", code=event.code)
    return _page(request, event, close_form=form)


def _page(
    request: HttpRequest,
    event: Event,
    *,
    choice_form: TillChoiceForm | None = None,
    open_form: ServiceForm | None = None,
    close_form: ServiceForm | None = None,
) -> HttpResponse:
    refused = choice_form or open_form or close_form
    code = till_in_use(request, event)
    context = {
        "till": till_state(event.pk, code),
        "tills": tills_of(event.pk),
        "choice_form": choice_form or TillChoiceForm(initial={"till": code}),
        "open_form": open_form or TillOpenForm(),
        "close_form": close_form or TillCloseForm(request=request, event=event),
    }
    return render(request, "bank/till.html", context, status=422 if refused else 200)
