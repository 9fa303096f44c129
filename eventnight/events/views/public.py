"""What players open without an account: the house rules, and the way to their own page."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from engine.rulebook import Document, documents, rules_for_house
from eventnight.core.forms import refusing, status_of
from eventnight.core.fresh.versions import current_version
from eventnight.core.web.access import event_by_code, open_page, public_page
from eventnight.core.web.addresses import client_address
from eventnight.events.forms.night import JoinForm
from eventnight.events.house_settings.tonight import changes_by_rule
from eventnight.events.models import Event
from eventnight.events.selectors import rule_changes_of
from eventnight.events.services import join_device

log = logging.getLogger(__name__)


@public_page()
def rulebook(request: HttpRequest, event: Event) -> HttpResponse:
    """The rules of the event's house, each with its id as anchor and with what the event changes of it; the other
    documents below, for borrowed settings.
    """
    own = rules_for_house(event.house)
    changes = changes_by_rule(event.house, event.house_settings)
    context = {
        "event": event,
        "version": current_version(event.pk),
        "rule_changes": rule_changes_of(event),
        "own": [_by_topic(document, changes) for document in own],
        "others": [_by_topic(document, changes) for document in documents() if document not in own],
    }
    return render(request, "events/rulebook.html", context)


def _by_topic(document: Document, changes: Mapping[str, Sequence[str]]) -> dict[str, object]:
    topics = {topic: [(rule, changes.get(rule.id, ())) for rule in rules] for topic, rules in document.by_topic.items()}
    return {"document": document, "topics": topics}


@open_page
def find_me(request: HttpRequest, code: str) -> HttpResponse:
    """The code on the card together with the one that the desk shows leads to the player's own page."""
    event = event_by_code(code)
    form = JoinForm(request.POST or None, initial={"pin": request.GET.get("pin", "")[:4]})
    if request.method == "POST" and form.is_valid():
        with refusing(form):
            player = join_device(event=event, **form.cleaned_data, now=timezone.now())
            return redirect("night:my_night", token=player.token)
        log.warning("a code for a page of %s was refused to %s", event.code, client_address(request) or "a Unix socket")
    return render(request, "events/find_me.html", {"event": event, "form": form}, status=status_of(form))
