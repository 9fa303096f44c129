"""The seats of a flight: moves made or refused, slips, the button, seats kept and the order of breaking."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone

from eventnight.core.errors import BadRequest
from eventnight.core.paper.answer import paper_answer
from eventnight.core.paper.sizes import SLIPS, size_asked
from eventnight.core.paper.typeset import Values
from eventnight.core.press import press_of
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.drawings.slips import move_slip, seat_slip
from tournaments.forms.seating import BreakOrderForm, ButtonForm, HoldForm, MakeMovesForm, RefuseForm, SeatForm
from tournaments.models import Flight, SeatMove
from tournaments.selectors.flight.tournaments import flight_by_id, flight_view
from tournaments.selectors.seating.moves_made import slips_of
from tournaments.services.seating import proposals
from tournaments.services.seating import seat_moves as moves
from tournaments.services.seating import tables as floor_tables
from tournaments.services.seating.seats import Place
from tournaments.views.flight.addresses import floor_redirect
from tournaments.views.flight.floor_frame import floor_page
from tournaments.views.seating.frame import undo_moves_address

on_the_floor = staff_page(Permission.RUN_FLOOR, here="floor")


@require_POST
@on_the_floor
def make(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Make the moves that were proposed, or one of them."""
    form = MakeMovesForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: proposals.make_proposed_moves(
            flight=flight_by_id(event, flight_id),
            shown=form.cleaned_data["shown"],
            players=[form.cleaned_data["player"]] if form.cleaned_data["player"] else None,
            press=press,
        ),
        said=lambda made: Said(_moved(made), undo=undo_moves_address(event, flight_id, [move.number for move in made])),
        back=floor_redirect(event, flight_id),
    ) or floor_page(request, event, flight_id, moves_form=form)


@require_POST
@on_the_floor
def refuse(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Leave the tables as they are, with a reason."""
    form = RefuseForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: proposals.refuse_proposal(
            flight=flight_by_id(event, flight_id), **form.cleaned_data, press=press
        ),
        said="The tables stay as they are.",
        back=floor_redirect(event, flight_id),
    ) or floor_page(request, event, flight_id, refuse_form=form)


@require_POST
@on_the_floor
def again(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Take the refusal back."""
    proposals.propose_again(flight=flight_by_id(event, flight_id), press=press_of(request))
    return floor_redirect(event, flight_id)


@require_POST
@on_the_floor
def undo(request: StaffRequest, event: Event, flight_id: int, numbers: str) -> HttpResponse:
    """Take moves back."""
    back = moves.undo_moves(flight=flight_by_id(event, flight_id), numbers=_numbers(numbers), press=press_of(request))
    told = "; ".join(f"{move.entry.player.display_name} to {move.start[0]}-{move.start[1]}" for move in back)
    messages.success(request, f"Back again: {told}.")
    return floor_redirect(event, flight_id)


@on_the_floor
def slips(request: StaffRequest, event: Event, flight_id: int, numbers: str) -> HttpResponse:
    """A slip for each player who moves, to print on the roll or as A6 cards."""
    row = flight_by_id(event, flight_id)
    made = slips_of(row, _numbers(numbers))
    return _slips(request, row, "Move slips", [move_slip(event, move) for move in made])


@on_the_floor
def seat_slips(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """A slip for everybody who was drawn a seat, in the order of tables and seats."""
    row = flight_by_id(event, flight_id)
    seated = [entry for table in flight_view(row, timezone.now()).open_tables for entry in table.seats if entry]
    return _slips(request, row, "Seat slips", [seat_slip(event, row.name, each) for each in seated if not each.is_out])


def _slips(request: StaffRequest, flight: Flight, title: str, slips: Sequence[Values]) -> HttpResponse:
    code = request.event.code
    values: Values = {"title": f"{title}, {flight.name}", "paper": size_asked(request, SLIPS), "slips": slips}
    return paper_answer("seat_slips", values, f"{code}-{title.replace(' ', '-')}")


@require_POST
@on_the_floor
def button(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Where the button is in a table's next hand."""
    form = ButtonForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: floor_tables.tell_button(
            flight=flight_by_id(event, flight_id), table=form.cleaned_data["table"], told=form.told(), press=press
        ),
        said=lambda told: (
            f"Next hand at table {told.number}: button {told.button}, small blind {told.small_blind}, "
            f"big blind {told.big_blind}."
        ),
        back=floor_redirect(event, flight_id),
    ) or floor_page(request, event, flight_id, button_form=form)


@require_POST
@on_the_floor
def hold(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Keep a seat."""
    row = flight_by_id(event, flight_id)
    form = HoldForm(flight_view(row, timezone.now()).still_in, request.POST)
    return press_form(
        request,
        form,
        lambda press: floor_tables.hold_seat(
            flight=row,
            place=Place(table=form.cleaned_data["table"], seat=form.cleaned_data["seat"]),
            player_code=form.cleaned_data["player"],
            note=form.cleaned_data["note"],
            press=press,
        ),
        said=lambda held: f"{held} is kept.",
        back=lambda held: floor_redirect(event, flight_id, table=held.table_number),
    ) or floor_page(request, event, flight_id, hold_form=form)


@require_POST
@on_the_floor
def release(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """Let a seat go that was kept."""
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise BadRequest("seat_missing", "This request names no seat. Reload the page and try again.")
    chosen = form.cleaned_data
    floor_tables.release_seat(flight=flight_by_id(event, flight_id), **chosen, press=press_of(request))
    messages.success(request, f"Table {chosen['table']} seat {chosen['seat']} is not kept any more.")
    return floor_redirect(event, flight_id, table=chosen["table"])


@require_POST
@staff_page(Permission.SET_UP, here="floor")
def break_order(request: StaffRequest, event: Event, flight_id: int) -> HttpResponse:
    """The order in which tables break."""
    form = BreakOrderForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: floor_tables.set_break_order(
            flight=flight_by_id(event, flight_id), order=form.cleaned_data["order"], press=press
        ),
        said="The order of breaking is saved.",
        back=floor_redirect(event, flight_id),
    ) or floor_page(request, event, flight_id, order_form=form)


def _moved(made: Sequence[SeatMove]) -> str:
    return f"Moved: {'; '.join(f'{move.entry.player.display_name} to {move.end[0]}-{move.end[1]}' for move in made)}."


def _numbers(text: str) -> list[int]:
    """Move numbers of an address. Raises BadRequest("moves_unclear")."""
    parts = text.split(",")
    if not all(re.fullmatch(r"[0-9]{1,8}", part) for part in parts):
        raise BadRequest("moves_unclear", "This address names no moves. Go back to the floor and tap again.")
    return [int(part) for part in parts]
