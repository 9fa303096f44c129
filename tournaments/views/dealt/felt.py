"""The felt of a match that the system deals, for everybody, and the packs that anybody checks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from eventnight.core.web.access import public_page
from eventnight.events.models import Event
from tables.views.dealt.packs import SHOWN_PACKS, PackLine, pack_answer
from tournaments.models import EuchreDeal
from tournaments.selectors.bracket.brackets import match_by_number
from tournaments.selectors.bracket.teams import bracket_by_id
from tournaments.selectors.dealt.deals import deal_of, deals_of
from tournaments.selectors.dealt.seat_page import felt_page
from tournaments.views.dealt.frame import page_context, sheet_and_match


@public_page()
def felt(request: HttpRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """The whole page."""
    context = {"version": event.head.version, **_context(event, bracket_id, number)}
    return render(request, "tournaments/dealt/felt.html", context)


@public_page()
def felt_part(request: HttpRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """All of it that changes, for the live page."""
    return render(request, "tournaments/dealt/_felt.html", _context(event, bracket_id, number))


@public_page()
def packs(request: HttpRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """The last packs, and how they are checked."""
    tournament = bracket_by_id(event, bracket_id)
    match = match_by_number(tournament, number)
    where = {"code": event.code, "bracket_id": bracket_id, "number": number}
    lines = [PackLine(pack, _name(pack), _file(where, pack.serial)) for pack in deals_of(match)[:SHOWN_PACKS]]
    context = {
        "event": event,
        "version": event.head.version,
        "where": f"{tournament.name}, match {number}",
        "packs": lines,
    }
    return render(request, "tables/dealt/packs.html", context)


@public_page()
def pack_file(request: HttpRequest, event: Event, bracket_id: int, number: int, serial: int) -> HttpResponse:
    """A pack as a file: the promise before and during its hand, and afterwards what opens it."""
    return pack_answer(deal_of(match_by_number(bracket_by_id(event, bracket_id), number), serial))


def _name(pack: EuchreDeal) -> str:
    if pack.is_flip:
        return "Flip for the first deal"
    return f"Hand {pack.hand_number}" if pack.hand_number else f"Pack {pack.serial}"


def _file(where: dict[str, Any], serial: int) -> str:
    return reverse("tournaments:euchre_pack", kwargs={**where, "serial": serial})


def _context(event: Event, bracket_id: int, number: int) -> dict[str, Any]:
    tournament = bracket_by_id(event, bracket_id)
    sheet, match = sheet_and_match(tournament, number)
    return page_context(felt_page(sheet, match), tournament)
