"""Tickets on paper: printed with a QR code, and what the code leads to."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.core.errors import UserFacingError
from eventnight.core.forms import status_of
from eventnight.core.paper.answer import paper_answer
from eventnight.core.paper.codes import code_on_paper
from eventnight.core.paper.sizes import MOST_PRINTED, TICKETS, usual_first
from eventnight.core.paper.typeset import Values
from eventnight.core.press_form import planned_by
from eventnight.core.roles import Permission
from eventnight.core.web.access import may, present, public_page, staff_page
from eventnight.core.web.etags import changing_at
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.phones import PhoneLinks, phone_links
from eventnight.events.selectors import player_by_code
from eventnight.raffle.forms import PrintForm
from eventnight.raffle.models import Ticket
from eventnight.raffle.selectors import next_telling, printable_tickets, raffle_of, standing_of, typed_ticket


@public_page(part=present)
def ticket(request: HttpRequest, event: Event, number: int, check: str) -> HttpResponse:
    """What became of a ticket, for whoever holds the paper; it names nobody."""
    raffle, now = raffle_of(event), timezone.now()
    changes_at = next_telling(raffle, now)
    context = {
        "event": event,
        "version": event.head.version,
        "standing": standing_of(raffle, number, check, now),
        "changes_at": changes_at,
    }
    template = "raffle/_standing.html" if "part" in request.GET else "raffle/ticket.html"
    return changing_at(render(request, template, context), changes_at)


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def find_ticket(request: HttpRequest, event: Event) -> HttpResponse:
    """A ticket that was scanned or typed, with its holder."""
    typed = request.GET.get("q", "").strip()
    standing = typed_ticket(raffle_of(event), typed, timezone.now()) if typed else None
    return render(request, "raffle/find_ticket.html", {"query": typed, "standing": standing})


@staff_page(Permission.RUN_RAFFLE, here="raffle")
def print_tickets(request: StaffRequest, event: Event) -> HttpResponse:
    """Choose tickets; a choice that fits is answered with the sheets."""
    form = PrintForm(request.GET or None, initial={"paper": usual_first(TICKETS, event.currency)[0]})
    chosen = planned_by(form, lambda: _chosen(request, event, form)) if form.is_valid() else None
    links = phone_links(request, event)
    if chosen:
        sheet = _sheet(event, links, chosen, form.cleaned_data["paper"])
        return paper_answer("tickets", sheet, f"{event.code}-tickets")
    context = {"form": form, "phones": links, "may_set_up": may(request.roles, Permission.SET_UP)}
    return render(request, "raffle/print.html", context, status=status_of(form))


def _sheet(event: Event, links: PhoneLinks, tickets: Sequence[Ticket], paper: str) -> Values:
    return {
        "title": f"Raffle tickets, {event.name}",
        "night": event.name,
        "paper": paper,
        "tickets": [
            {
                "number": str(each.number),
                "check": each.check_code,
                "holder": each.holder.code,
                "bucket": f"{each.bucket.code}: {each.bucket.item}" if each.bucket else "Bucket ______",
                "qr": code_on_paper(_address(links, event, each)),
            }
            for each in tickets
        ],
    }


def _chosen(request: HttpRequest, event: Event, form: PrintForm) -> list[Ticket]:
    data = form.cleaned_data
    player = player_by_code(event, data["player"]) if data["player"] else None
    found = printable_tickets(
        raffle_of(event), player=player, entry=data["entry"], first=data["first"], last=data["last"]
    )
    count = found.count()
    if not count:
        raise UserFacingError("nothing_to_print", "No valid ticket fits this choice. Check the code or the numbers.")
    if count > MOST_PRINTED:
        raise UserFacingError(
            "too_many_to_print",
            f"{count:,} tickets at once are more than the {MOST_PRINTED:,} of one print. Choose fewer by numbers.",
            tickets=count,
            most=MOST_PRINTED,
        )
    return list(found)


def _address(links: PhoneLinks, event: Event, ticket: Ticket) -> str:
    """In capitals, which a QR code holds in fewer dots; nothing in it depends on them."""
    return links.to("raffle:ticket", code=event.code, number=ticket.number, check=ticket.check_code).upper()
