"""The print centre, and the guests' cards."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from eventnight.core.paper.answer import paper_answer
from eventnight.core.paper.sizes import SHEETS, size_asked, usual_first
from eventnight.core.press import press_of
from eventnight.core.roles import Permission
from eventnight.core.values.numbers import whole_number
from eventnight.core.web.access import may, staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events import services
from eventnight.events.models import Event
from eventnight.events.phones import PhoneLinks, phone_links, suggestions
from eventnight.night.selectors.card_files import card_file, cards_to_reprint
from eventnight.night.selectors.printing import cards_sheet, documents


@staff_page(Permission.STAFF_HOME, here="print")
def print_centre(request: StaffRequest, event: Event) -> HttpResponse:
    """Everything that can be printed, after the address that it will carry."""
    links = phone_links(request, event)
    context = {
        "version": event.head.version,
        "documents": documents(event, request.roles, timezone.now()),
        "phones": links,
        "may_set_up": may(request.roles, Permission.SET_UP),
        "reprint": cards_to_reprint(event, links),
        **_choices(request, event, links),
    }
    return render(request, "night/print.html", context)


@staff_page(Permission.CHECK_IN, here="print")
def cards(request: StaffRequest, event: Event) -> HttpResponse:
    """A card for each player, or for the one that `player` names; of more than one file holds, the `part`.

    Raises NotFound: "unknown_player", "no_such_part".
    """
    chosen, part = request.GET.get("player", ""), whole_number(request.GET.get("part") or "1") or 0
    file = card_file(event, player=chosen, part=part)
    links, paper = phone_links(request, event), size_asked(request, usual_first(SHEETS, event.currency))
    press = press_of(request)
    printed = services.CardsPrinted(cards=len(file.players), is_all=file.is_all, part=file.part)
    services.note_cards_printed(event=event, printed=printed, address=links.address, press=press)
    name = f"{event.code}-{chosen or 'cards'}"
    return paper_answer("cards", cards_sheet(event, file.players, links, paper, press.at), name)


def _choices(request: StaffRequest, event: Event, links: PhoneLinks) -> dict[str, object]:
    """Addresses to choose from where the one in force leads phones nowhere, with what tries the likeliest."""
    if not links.lead_nowhere or not may(request.roles, Permission.SET_UP):
        return {}
    found = suggestions(request)
    proof = PhoneLinks(found[0].address).to("events:phone_here", code=event.code) if found else ""
    setup = reverse("events:setup_step", kwargs={"code": event.code, "step": "phones"})
    nobody = bool(found) and not any(one.answers for one in found)
    return {"suggestions": found, "answers_nobody": nobody, "proof": proof, "setup": setup}
