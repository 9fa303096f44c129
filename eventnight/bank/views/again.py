"""The question whether to sell the same again, for every page that sells."""

from __future__ import annotations

from collections.abc import Iterator

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.bank.models import EntryKind
from eventnight.bank.selectors import entry_lines, entry_of
from eventnight.bank.views.frame import listed_entries
from eventnight.events.models import Event
from eventnight.events.selectors import player_by_code

_NOT_SENT_AGAIN = ("csrfmiddlewaretoken", "again")
_SELLS = ("Sell again", "Do not sell")
_BUTTONS = {
    EntryKind.REDEMPTION: ("Take the chips again", "Take no chips"),
    EntryKind.DONATION: ("Take the donation again", "Take no donation"),
}


def sale_question(request: HttpRequest, event: Event, form: Form, *, back: str) -> HttpResponse | None:
    """The page that shows who sold the same a moment ago, and asks; None unless that is why the form was refused.

    Its one button sends what was sent before, under the same key, with the number of the sale that it shows. back:
    where to go instead.
    """
    refusal = getattr(form, "refusal", None)
    if refusal is None or refusal.code != "sold_just_now":
        return None
    facts = refusal.facts
    sold = entry_of(event.pk, facts["sequence"])
    [entry] = listed_entries(request, event, entry_lines([sold]), timezone.now())
    yes, no = _BUTTONS.get(EntryKind(sold.kind), _SELLS)
    context = {
        "refusal": refusal,
        "player": player_by_code(event, facts["player"]),
        "entry": entry,
        "sent": list(_sent(request)),
        "yes": yes,
        "no": no,
        "back": back,
    }
    return render(request, "bank/sell_again.html", context, status=refusal.status)


def _sent(request: HttpRequest) -> Iterator[tuple[str, str]]:
    for name, values in request.POST.lists():
        if name not in _NOT_SENT_AGAIN:
            yield from ((name, value) for value in values)
