"""What players open without an account: the house rules, and the way to their own page."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import capfirst

from engine.rulebook import Document, Rule, documents, rules_for_house
from eventnight.core.forms import refusing, status_of
from eventnight.core.paper.answer import public_paper
from eventnight.core.paper.sizes import SHEETS, size_asked, size_of, usual_first
from eventnight.core.paper.typeset import Values
from eventnight.core.values.formats import clock_text
from eventnight.core.web.access import event_by_code, open_page, public_page
from eventnight.core.web.addresses import client_address
from eventnight.core.web.offline import kept_offline
from eventnight.events.forms.night import JoinForm
from eventnight.events.house_settings.tonight import changes_by_rule
from eventnight.events.models import Event
from eventnight.events.selectors import rule_changes_of
from eventnight.events.services import join_device

log = logging.getLogger(__name__)


@kept_offline
@public_page()
def rulebook(request: HttpRequest, event: Event) -> HttpResponse:
    """The rules of the event's house, each with its id as anchor and with what the event changes of it; the other
    documents below, for borrowed settings.
    """
    own = rules_for_house(event.house)
    changes = changes_by_rule(event.house, event.house_settings)
    context = {
        "event": event,
        "version": event.head.version,
        "rule_changes": rule_changes_of(event),
        "own": [_by_topic(document, changes) for document in own],
        "others": [_by_topic(document, changes) for document in documents() if document not in own],
    }
    return render(request, "events/rulebook.html", context)


@public_page(paper=size_of(SHEETS))
def rules_paper(request: HttpRequest, event: Event) -> HttpResponse:
    """The rules of the event's house to print, with what the event changes of them."""
    changes = changes_by_rule(event.house, event.house_settings)
    values: Values = {
        "title": f"House rules, {event.name}",
        "night": event.name,
        "paper": size_asked(request, usual_first(SHEETS, event.currency)),
        "changed": [
            f"{clock_text(line.at, event)}: {'; '.join(line.facts['rules'])}" for line in rule_changes_of(event)
        ],
        "documents": [_document(document, changes) for document in rules_for_house(event.house)],
    }
    return public_paper("rules", values)


def _document(document: Document, changes: Mapping[str, Sequence[str]]) -> Values:
    return {
        "title": document.title,
        "applies": document.applies,
        "topics": [
            {"name": capfirst(topic), "rules": [_rule(rule, changes.get(rule.id, ())) for rule in rules]}
            for topic, rules in document.by_topic.items()
        ],
    }


def _rule(rule: Rule, changes: Sequence[str]) -> Values:
    told = {name: getattr(rule, name) for name in ("id", "title", "text", "decision")}
    return {**told, "tonight": changes, "status": rule.status.sentence}


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
