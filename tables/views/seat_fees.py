"""Table fees by the half-hour: started, stopped, and one of them undone."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from eventnight.core.press_form import keyed_press
from eventnight.core.roles import Permission
from eventnight.core.values.formats import clock_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tables import services
from tables.models import TableKind
from tables.selectors import table_of
from tables.views.answers import address_of, undoing

staff = staff_page(Permission.RUN_TABLES, here="tables")


@require_POST
@staff
def start(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Charge the seats from now on."""
    found = table_of(event, table_id, TableKind.POKER)
    charged = services.start_seat_fees(table=found, press=keyed_press(request))
    due = clock_text(charged.seat_fee_due_at, event) if charged.seat_fee_due_at else ""
    messages.success(request, f"The seats of {found} are charged. The first half-hour ends at {due}.")
    return redirect(address_of(found))


@require_POST
@staff
def stop(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Charge no more seats."""
    found = table_of(event, table_id, TableKind.POKER)
    services.stop_seat_fees(table=found, press=keyed_press(request))
    messages.success(request, f"The seats of {found} are no longer charged.")
    return redirect(address_of(found))


@require_POST
@staff
def undo(request: StaffRequest, event: Event, table_id: int, fee_id: int) -> HttpResponse:
    """Give the fee of a half-hour back."""
    found = table_of(event, table_id, TableKind.POKER)
    fee = services.undo_seat_fee(table=found, fee_id=fee_id, **undoing(request, "Table fee undone at the table"))
    messages.success(request, f"The fee of {clock_text(fee.due_at, event)} was undone; every seat has its chips.")
    return redirect(address_of(found))
