"""The organiser ends the night by a time: what ends when, what is late, and what can be done about it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from eventnight.core.forms import status_of
from eventnight.core.press import Press, press_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.values.formats import clock_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.night.selectors.finish_by import finish_plan
from eventnight.night.selectors.tonight import tonight
from eventnight.night.services.finish_by import finish_night_by, take_change_back
from tournaments.forms.flight import FinishByForm
from tournaments.selectors.clock.finish_by import next_time

NOBODY_ASKED = timedelta(days=1)
"""Without a time nothing is late."""


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def finish_by(request: StaffRequest, event: Event) -> HttpResponse:
    """Every activity with its forecast end; with a time, what is late for it and what would help."""
    return _page(request, event, FinishByForm(request.GET if "at" in request.GET else None))


@require_POST
@staff_page(Permission.SET_UP, here="dashboard")
def change_night(request: StaffRequest, event: Event) -> HttpResponse:
    """Do what was ticked."""
    form = FinishByForm(request.POST)
    chosen = request.POST.getlist("chosen")
    if form.is_valid() and not chosen:
        form.add_error(None, "Nothing was chosen. Tick what should be changed.")

    def change(press: Press) -> datetime:
        ends_at = next_time(form.cleaned_data["at"], event, press.at)
        finish_night_by(event=event, ends_at=ends_at, chosen=chosen, press=press)
        return ends_at

    return press_form(
        request,
        form,
        change,
        said=lambda ends_at: f"Changed so that the night ends by {clock_text(ends_at, event)}.",
        back=lambda _: _to_page(event, form.cleaned_data["at"].strftime("%H:%M")),
    ) or _page(request, event, form)


@require_POST
@staff_page(Permission.SET_UP, here="dashboard")
def take_back(request: StaffRequest, event: Event, key: str) -> HttpResponse:
    """Undo one of the changes."""
    take_change_back(event=event, key=key, press=press_of(request))
    messages.success(request, "The change is undone.")
    return _to_page(event, request.POST.get("at", ""))


def _to_page(event: Event, at: str) -> HttpResponse:
    address = reverse("night:finish_by", kwargs={"code": event.code})
    return redirect(f"{address}?{urlencode({'at': at})}" if at else address)


def _page(request: StaffRequest, event: Event, form: FinishByForm) -> HttpResponse:
    now = timezone.now()
    at = form.cleaned_data.get("at") if form.is_bound and not form.errors.get("at") else None
    context = {
        "form": form,
        "at": at,
        "plan": finish_plan(tonight(event, now), next_time(at, event, now) if at else now + NOBODY_ASKED, now),
    }
    return render(request, "night/finish_by.html", context, status=status_of(form))
