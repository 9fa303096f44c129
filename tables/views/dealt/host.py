"""The host's page of a table where the system deals. It shows no card that the room does not see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from eventnight.core.forms import ServiceForm
from eventnight.core.fresh.phones import phones_change_at
from eventnight.core.press import Press
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.etags import changing_at
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tables import services
from tables.forms import HostForm, VoidForm
from tables.lifecycles import TABLE
from tables.models import OPEN_STATES, Table
from tables.selectors import card_table_of, play_of, result_of, table_view
from tables.selectors.dealt import host_page
from tables.views.answers import address_in, beside_of, page_with_form
from tables.views.plans import Place, shown_to_all

staff = staff_page(Permission.RUN_TABLES, here="tables")


@staff
def host(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The whole page; a table that is played no more has its hands alone."""
    table = card_table_of(event, table_id, timezone.now())
    if table.is_dealt and not table.shuffles.filter(state__in=OPEN_STATES).exists():
        return redirect(address_in(table, "table"))
    return _page(request, table, VoidForm())


@staff
def host_part(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """All of it that changes, for the live page."""
    table = card_table_of(event, table_id, timezone.now())
    return changing_at(render(request, "tables/dealt/_host.html", _context(table)), phones_change_at())


@require_POST
@staff
def pause(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Nobody acts, and no time passes."""
    form = ServiceForm(request.POST)
    return _pressed(request, table_id, form, lambda table, press: services.pause_table(table=table, press=press))


@require_POST
@staff
def resume(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The table goes on."""
    form = ServiceForm(request.POST)
    return _pressed(request, table_id, form, lambda table, press: services.resume_table(table=table, press=press))


@require_POST
@staff
def give_time(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Half a minute more for whoever is to act."""
    form = HostForm(request.POST)
    return _pressed(
        request,
        table_id,
        form,
        lambda table, press: services.give_time(table=table, number=form.cleaned_data["number"], press=press),
        said="Half a minute more.",
    )


@require_POST
@staff
def void(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Call the hand off."""
    form = VoidForm(request.POST)
    return _pressed(
        request,
        table_id,
        form,
        lambda table, press: services.void_hand(
            table=table, number=form.cleaned_data["number"], reason=form.cleaned_data["reason"], press=press
        ),
        said="The hand was called off; every chip is back where it was.",
    )


def _pressed(
    request: StaffRequest,
    table_id: int,
    form: ServiceForm,
    service: Callable[[Table, Press], object],
    said: str = "",
) -> HttpResponse:
    table = card_table_of(request.event, table_id, timezone.now())
    return press_form(
        request, form, lambda press: service(table, press), said=said, back=redirect(address_in(table, "host"))
    ) or _page(request, table, form)


def _page(request: StaffRequest, table: Table, form: ServiceForm) -> HttpResponse:
    context = {"version": table.event.head.version, **_context(table)}
    return page_with_form(request, "tables/dealt/host.html", form, context)


def _context(table: Table) -> dict[str, Any]:
    TABLE.require("host", table)
    view, playing = table_view(table), play_of(table)
    names = {line.number: line.name for line in view.seats}
    page = host_page(table, view, playing)
    shown = shown_to_all(playing, Place.of(view), names) if playing else {}
    result = None if playing else result_of(table, view.last_hand)
    return {
        "view": view,
        "play": playing,
        "page": page,
        "left": page.shuffle.seconds_left(timezone.now()),
        "result": result,
        **beside_of(table),
        "void_form": VoidForm(initial={"number": playing.number if playing else None}),
        **shown,
    }
