"""Presses between two hands: the first button, how somebody comes in, who sits out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from eventnight.core.access import staff_page
from eventnight.core.forms import ServiceForm, refusing
from eventnight.core.methods import require_POST
from eventnight.core.press import press_of
from eventnight.core.requests import StaffRequest
from eventnight.core.roles import Permission
from eventnight.events.models import Event
from tables import services
from tables.forms import EntryForm, FirstButtonForm
from tables.models import TableKind
from tables.selectors import table_of
from tables.views.answers import address_of
from tables.views.tables import table_page

staff = staff_page(Permission.RUN_TABLES, here="tables")


@require_POST
@staff
def first_button(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Give the button for the first hand, as the house does."""
    form = FirstButtonForm(request.POST)

    def give(**who: Any) -> str:
        table = services.give_first_button(**who, dealer=form.cleaned_data["dealer"])
        return f"The button is with seat {table.between.first_button}."

    return _press(request, event, table_id, form, give)


@require_POST
@staff
def entry(request: StaffRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """A player who owes a blind says how to come in."""
    form = EntryForm(request.POST)

    def choose(**who: Any) -> str:
        services.choose_entry(**who, seat=seat, entry=form.cleaned_data["entry"])
        return f"Seat {seat} comes in as chosen."

    return _press(request, event, table_id, form, choose)


@require_POST
@staff
def sit_out(request: StaffRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """A player is not dealt in for a while."""

    def leave_out(**who: Any) -> str:
        services.sit_out(**who, seat=seat)
        return f"Seat {seat} is not dealt in until it comes back."

    return _press(request, event, table_id, ServiceForm(request.POST), leave_out)


@require_POST
@staff
def come_back(request: StaffRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """A player who sat out wants cards again."""

    def take_back(**who: Any) -> str:
        services.come_back(**who, seat=seat)
        return f"Seat {seat} is back."

    return _press(request, event, table_id, ServiceForm(request.POST), take_back)


def _press(
    request: StaffRequest, event: Event, table_id: int, form: ServiceForm, do: Callable[..., str]
) -> HttpResponse:
    """Do it and go back to the table, which says what was done, or why not."""
    table = table_of(event, table_id, TableKind.POKER)
    if form.is_valid():
        with refusing(form):
            messages.success(request, do(table=table, press=press_of(request, form.key)))
            return redirect(address_of(table))
    return table_page(request, table, None, form)
