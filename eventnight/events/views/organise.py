"""My nights, and a new one from a house."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render

from eventnight.core.access import may_create_events, require_event_maker, signed_in_page
from eventnight.core.forms import refusing, status_of
from eventnight.core.press import press_of
from eventnight.core.requests import SignedInRequest
from eventnight.events.forms.night import NewEventForm
from eventnight.events.selectors import events_of
from eventnight.events.services import create_event


@signed_in_page
def organise(request: SignedInRequest) -> HttpResponse:
    """The nights at which I have a role; a form for the next one."""
    if request.method == "POST":
        require_event_maker(request.user)
    form = NewEventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusing(form):
            event = create_event(**form.facts(), press=press_of(request))
            return redirect("events:setup", code=event.code)
    context = {"form": form, "events": events_of(request.user), "may_create": may_create_events(request.user)}
    return render(request, "events/organise.html", context, status=status_of(form))
