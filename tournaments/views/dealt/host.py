"""The host's page of a match that the system deals. It shows no card that the room does not see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from eventnight.core.forms import ServiceForm, status_of
from eventnight.core.fresh.phones import phones_by_seat, phones_change_at
from eventnight.core.press import Press
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.etags import changing_at
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tables.forms import HostForm, VoidForm
from tournaments.models import Match
from tournaments.selectors.bracket.brackets import match_by_number
from tournaments.selectors.bracket.teams import bracket_by_id
from tournaments.selectors.dealt.seat_page import felt_page
from tournaments.selectors.dealt.seats import players_at
from tournaments.services import dealt
from tournaments.views.dealt.frame import is_met, page_context, sheet_and_match

staff = staff_page(Permission.RUN_MATCHES, here="euchre")


@staff
def host(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """The whole page."""
    return _page(request, bracket_id, number, VoidForm())


@staff
def host_part(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """All of it that changes, for the live page."""
    part = render(request, "tournaments/dealt/_host.html", _context(event, bracket_id, number))
    return changing_at(part, phones_change_at())


@require_POST
@staff
def pause(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Nobody acts, and no time passes."""
    form = ServiceForm(request.POST)
    return _pressed(request, (bracket_id, number), form, lambda m, press: dealt.pause_match(match=m, press=press))


@require_POST
@staff
def resume(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """The match goes on."""
    form = ServiceForm(request.POST)
    return _pressed(request, (bracket_id, number), form, lambda m, press: dealt.resume_match(match=m, press=press))


@require_POST
@staff
def give_time(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Half a minute more for whoever is to act."""
    form = HostForm(request.POST)
    return _pressed(
        request,
        (bracket_id, number),
        form,
        lambda match, press: dealt.give_time(match=match, number=form.cleaned_data["number"], press=press),
        said="Half a minute more.",
    )


@require_POST
@staff
def void(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """Call the hand off."""
    form = VoidForm(request.POST)
    return _pressed(
        request,
        (bracket_id, number),
        form,
        lambda match, press: dealt.void_hand(
            match=match, number=form.cleaned_data["number"], reason=form.cleaned_data["reason"], press=press
        ),
        said="The hand was called off: it counts for nobody.",
    )


def _pressed(
    request: StaffRequest,
    where: tuple[int, int],
    form: ServiceForm,
    service: Callable[[Match, Press], object],
    said: str = "",
) -> HttpResponse:
    bracket_id, number = where
    match = match_by_number(bracket_by_id(request.event, bracket_id), number)
    page = "host" if is_met(match) else "match"
    back = redirect(f"tournaments:{page}", code=request.event.code, bracket_id=bracket_id, number=number)
    return press_form(request, form, lambda press: service(match, press), said=said, back=back) or _page(
        request, bracket_id, number, form
    )


def _page(request: StaffRequest, bracket_id: int, number: int, form: ServiceForm) -> HttpResponse:
    context = {"version": request.event.head.version, **_context(request.event, bracket_id, number)}
    return render(request, "tournaments/dealt/host.html", {**context, "form": form}, status=status_of(form))


def _context(event: Event, bracket_id: int, number: int) -> dict[str, Any]:
    tournament = bracket_by_id(event, bracket_id)
    sheet, match = sheet_and_match(tournament, number)
    page = felt_page(sheet, match)
    hand = page.deal.hand_number if page.deal and page.deal.is_dealt else None
    there = phones_by_seat({seat: player.token for seat, player in players_at(match).items()})
    return {
        **page_context(page, tournament),
        "phones": [(chair, there[chair.seat]) for chair in page.chairs],
        "hand": hand,
        "void_form": VoidForm(initial={"number": hand}),
    }
