"""What players open without an account: the house rules, and the way to their own page."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from engine.rulebook import Document, documents, rules_for_house
from eventnight.core.access import event_by_code, open_page, public_page
from eventnight.core.errors import NotFound
from eventnight.core.forms import refusing, status_of
from eventnight.core.versions import current_version
from eventnight.events.forms import PinForm
from eventnight.events.models import Event
from eventnight.events.selectors import player_by_pin

WRONG_PINS = 10
WRONG_PINS_SECONDS = 60


class TooManyPins(NotFound):
    """Somebody is trying codes."""

    status = 429
    title = "Too many tries"


@public_page
def rulebook(request: HttpRequest, event: Event) -> HttpResponse:
    """The rules of the event's house, each with its id as anchor; the other documents below, for borrowed settings."""
    own = rules_for_house(event.house)
    context = {
        "event": event,
        "version": current_version(event.pk),
        "own": [_by_topic(document) for document in own],
        "others": [_by_topic(document) for document in documents() if document not in own],
    }
    return render(request, "events/rulebook.html", context)


def _by_topic(document: Document) -> dict[str, object]:
    return {"document": document, "topics": document.by_topic()}


@open_page
def find_me(request: HttpRequest, code: str) -> HttpResponse:
    """Four figures lead to the player's own page; an address that guesses is slowed down."""
    event = event_by_code(code)
    form = PinForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusing(form):
            return redirect("night:my_night", token=_token_of(request, event, form.cleaned_data["pin"]))
    return render(request, "events/find_me.html", {"event": event, "form": form}, status=status_of(form))


def _token_of(request: HttpRequest, event: Event, pin: str) -> str:
    key = f"wrong-pins-{event.pk}-{request.META.get('REMOTE_ADDR', '')}"
    if cache.get(key, 0) >= WRONG_PINS:
        raise TooManyPins(
            "too_many_pins", f"{WRONG_PINS} wrong codes came from here. Wait 1 minute, or scan the card instead."
        )
    try:
        return player_by_pin(event, pin).token
    except NotFound:
        cache.add(key, 0, WRONG_PINS_SECONDS)
        cache.incr(key)
        raise
