"""Presses between two hands: the first button, how somebody comes in, who sits out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from engine.cards import card_text
from eventnight.core.forms import ServiceForm
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tables import services
from tables.forms import EntryForm, FirstButtonForm
from tables.models import Table
from tables.selectors import card_table_of, table_view
from tables.selectors.between import cards_for_button
from tables.views.answers import address_in, address_of
from tables.views.tables import table_page

staff = staff_page(Permission.RUN_TABLES, here="tables")


@require_POST
@staff
def first_button(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Give the button for the first hand, as the house does, and go on to that hand where it was asked for there."""
    table = _poker_table(event, table_id)
    form = FirstButtonForm(table_view(table), request.POST)
    return press_form(
        request,
        form,
        lambda press: services.give_first_button(
            table=table,
            dealer=form.cleaned_data["dealer"],
            cards=form.cards(),
            again=form.cleaned_data["again"],
            press=press,
        ),
        said=lambda given: _button_told(given, form),
        back=redirect(address_in(table, "play" if "play" in request.POST else "table")),
    ) or table_page(request, table, None, form)


@require_POST
@staff
def entry(request: StaffRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """A player who owes a blind says how to come in."""
    form = EntryForm(request.POST)
    return _press(
        request,
        _poker_table(event, table_id),
        form,
        lambda **who: services.choose_entry(**who, seat=seat, entry=form.cleaned_data["entry"]),
        f"Seat {seat} comes in as chosen.",
    )


@require_POST
@staff
def sit_out(request: StaffRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """A player is not dealt in for a while."""
    form, said = ServiceForm(request.POST), f"Seat {seat} is not dealt in until it comes back."
    return _press(request, _poker_table(event, table_id), form, partial(services.sit_out, seat=seat), said)


@require_POST
@staff
def come_back(request: StaffRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """A player who sat out wants cards again."""
    form, said = ServiceForm(request.POST), f"Seat {seat} is back."
    return _press(request, _poker_table(event, table_id), form, partial(services.come_back, seat=seat), said)


def _button_told(table: Table, form: FirstButtonForm) -> str:
    """Whose the button is, and the cards that decided it. Rules: WAS-4."""
    cards = form.cards() or cards_for_button(table, str(form.key))
    drawn = ", ".join(f"seat {seat} {card_text(card)}" for seat, card in cards.items())
    said = f"The button is with seat {table.between.first_button}."
    return f"Cards dealt: {drawn}. {said}" if drawn else said


def _press(
    request: StaffRequest,
    table: Table,
    form: ServiceForm,
    service: Callable[..., Any],
    said: str,
) -> HttpResponse:
    """Do it and go back to the table, which says what was done, or why not."""
    return press_form(
        request,
        form,
        lambda press: service(table=table, press=press),
        said=said,
        back=redirect(address_of(table)),
    ) or table_page(request, table, None, form)


def _poker_table(event: Event, table_id: int) -> Table:
    return card_table_of(event, table_id, timezone.now())
