"""The question whether to sell the same again, for every page that sells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from eventnight.bank.views.frame import listed_entry
from eventnight.bank.wording import sale_press, sale_text
from eventnight.core.forms import RefusableForm
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.selectors import player_by_code

_NOT_SENT_AGAIN = ("csrfmiddlewaretoken", "again")


def sale_question(request: StaffRequest, event: Event, form: RefusableForm, *, back: str) -> HttpResponse | None:
    """The page that shows what was sold a moment ago beside what would be sold now, and asks; None unless that is why
    the form was refused.

    Its one button sends what was sent before, under the same key, with the number of the sale that it shows. back:
    where to go instead.
    """
    refusal = form.refusal
    if refusal is None or refusal.code != "sold_just_now":
        return None
    facts: dict[str, Any] = refusal.facts
    entry = listed_entry(request, event, facts["sequence"])
    kind = entry.line.kind
    yes, no = sale_press(kind, facts["wanted"], event.currency)
    context = {
        "refusal": refusal,
        "player": player_by_code(event, facts["player"]),
        "entry": entry,
        "booked": sale_text(kind, facts["booked"], event.currency),
        "wanted": sale_text(kind, facts["wanted"], event.currency),
        "sent": list(_sent(request)),
        "yes": yes,
        "no": no,
        "back": back,
    }
    return render(request, "bank/sell_again.html", context, status=refusal.status)


def _sent(request: StaffRequest) -> Iterator[tuple[str, str]]:
    for name, values in request.POST.lists():
        if name not in _NOT_SENT_AGAIN:
            yield from ((name, value) for value in values)
