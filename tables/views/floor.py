"""The list of tables, opening one and closing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from eventnight.core.press_form import keyed_press, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tables import services
from tables.forms import OpenPokerForm, OpenRouletteForm
from tables.models import Table
from tables.selectors import table_of, tables_summary
from tables.views.answers import address_of, page_with_form


@staff_page(Permission.RUN_TABLES, here="tables")
def table_list(request: StaffRequest, event: Event) -> HttpResponse:
    """All tables, open ones first."""
    return render(request, "tables/list.html", {"tables": tables_summary(event)})


@staff_page(Permission.RUN_TABLES, here="tables")
def open_poker(request: StaffRequest, event: Event) -> HttpResponse:
    """Open a card table."""
    return _open(request, event, OpenPokerForm.of(event, request.POST or None), services.open_poker_table)


@staff_page(Permission.RUN_TABLES, here="tables")
def open_roulette(request: StaffRequest, event: Event) -> HttpResponse:
    """Open a roulette table."""
    return _open(request, event, OpenRouletteForm.of(event, request.POST or None), services.open_roulette)


@require_POST
@staff_page(Permission.RUN_TABLES, here="tables")
def close(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Close a table without chips."""
    table = table_of(event, table_id)
    services.close_table(table=table, press=keyed_press(request))
    messages.success(request, f"{table} closed.")
    return redirect("tables:list", code=event.code)


def _open(request: StaffRequest, event: Event, form: Any, open_table: Callable[..., Table]) -> HttpResponse:
    return press_form(
        request,
        form,
        lambda press: open_table(event=event, new=form.new_table(), press=press),
        said=lambda table: f"{table} is open.",
        back=lambda table: redirect(address_of(table)),
    ) or page_with_form(request, "tables/open.html", form, {"is_roulette": isinstance(form, OpenRouletteForm)})
