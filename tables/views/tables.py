"""A card table: its map, its seats, and settling a hand."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST

from eventnight.core.access import may, staff_page
from eventnight.core.api import actor_of
from eventnight.core.drawings.seat_map import SeatBox, draw_seat_map
from eventnight.core.forms import ServiceForm, refusing
from eventnight.core.roles import Permission
from eventnight.core.versions import current_version
from eventnight.core.wording import chips_text
from eventnight.events.models import Event
from tables import services
from tables.forms import ChipsForm, HandForm, SitForm, UndoForm
from tables.models import Table, TableKind
from tables.selectors import (
    HandPlan,
    SeatLine,
    TableView,
    plan_hand,
    players_without_seat,
    recent_hands,
    table_of,
    table_view,
    the_player,
)
from tables.views.answers import address_in, address_of, page_with_form

staff = staff_page(Permission.RUN_TABLES, here="tables")


@staff
def table(request: HttpRequest, event: Event, table_id: int) -> HttpResponse:
    """The table from above; `seat` opens one of its seats."""
    found = _table(event, table_id)
    chosen = request.GET.get("seat", "")
    return _table_page(request, found, int(chosen) if chosen.isdecimal() else None)


@staff
def table_map(request: HttpRequest, event: Event, table_id: int) -> HttpResponse:
    """The map alone, for the live page."""
    view = table_view(_table(event, table_id))
    return render(request, "tables/_table_map.html", {"view": view, "map": seat_map(view)})


@require_POST
@staff
def sit(request: HttpRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """A player takes a seat."""
    found = _table(event, table_id)
    form = SitForm(request.POST)
    if form.is_valid():
        with refusing(form):
            player = the_player(event, form.cleaned_data["player"])
            services.seat_player(
                table=found,
                seat=seat,
                player=player,
                chips=form.cleaned_data["chips"],
                by=actor_of(request),
                request_id=form.key,
                now=timezone.now(),
            )
            messages.success(request, f"{player} sits on seat {seat} with {chips_text(form.cleaned_data['chips'])}.")
            return redirect(address_of(found))
    return _table_page(request, found, seat, form)


@require_POST
@staff
def top_up(request: HttpRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """More of a player's chips before the seat."""
    found = _table(event, table_id)
    form = ChipsForm(request.POST)
    if form.is_valid():
        with refusing(form):
            services.top_up(
                table=found,
                seat=seat,
                chips=form.cleaned_data["chips"],
                by=actor_of(request),
                request_id=form.key,
                now=timezone.now(),
            )
            messages.success(request, f"{chips_text(form.cleaned_data['chips'])} more before seat {seat}.")
            return redirect(address_of(found))
    return _table_page(request, found, seat, form)


@require_POST
@staff
def leave(request: HttpRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """A player takes all chips and leaves."""
    found = _table(event, table_id)
    form = ServiceForm(request.POST)
    if form.is_valid():
        services.leave_seat(table=found, seat=seat, by=actor_of(request), request_id=form.key, now=timezone.now())
        messages.success(request, f"Seat {seat} is free. Its chips are the player’s own again.")
    return redirect(address_of(found))


@staff
def hand(request: HttpRequest, event: Event, table_id: int) -> HttpResponse:
    """Settle a hand: enter it, look at what it will do, pay out."""
    view = table_view(_table(event, table_id))
    form = HandForm(view, request.POST or None)
    plan = None
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["shown"]:
            with refusing(form):
                return _pay_out(request, view.table, form)
        if not form.errors or form.refusal.code == "plan_changed":
            plan = _planned(view, form)
    return page_with_form(request, "tables/hand.html", form, _hand_context(view, plan))


@require_POST
@staff
def preview_hand(request: HttpRequest, event: Event, table_id: int) -> HttpResponse:
    """What the hand as entered so far will do."""
    view = table_view(_table(event, table_id))
    form = HandForm(view, request.POST)
    plan = _planned(view, form) if form.is_valid() else None
    context = {"form": form, "is_preview": True, **_hand_context(view, plan)}
    return render(request, "tables/_hand_plan.html", context)


@require_POST
@staff
def undo_hand(request: HttpRequest, event: Event, table_id: int, number: int) -> HttpResponse:
    """Take the last hand back."""
    found = _table(event, table_id)
    form = UndoForm(request.POST)
    if form.is_valid():
        services.undo_hand(
            table=found,
            number=number,
            reason=form.reason_or(f"Hand {number} taken back at the table"),
            by=actor_of(request),
            may_reverse_any=may(request.roles, Permission.REVERSE_ANY),
            request_id=form.key,
            now=timezone.now(),
        )
        messages.success(request, f"Hand {number} was taken back; every chip lies where it was.")
    return redirect(address_of(found))


def seat_map(view: TableView, chosen: int | None = None) -> SafeString:
    """The table as a drawing, each seat a link to its panel."""
    boxes = [_box(view, seat, is_chosen=seat.number == chosen) for seat in view.seats]
    lines = (view.stakes, f"{chips_text(view.chips)} on the table")
    drawn = draw_seat_map(boxes, title=view.table.name, lines=lines, discs=view.discs)
    return mark_safe(drawn)  # noqa: S308  the drawing escapes the names


def _box(view: TableView, seat: SeatLine, *, is_chosen: bool) -> SeatBox:
    return SeatBox(
        number=seat.number,
        name=seat.name or "Free",
        detail=chips_text(seat.chips) if seat.is_taken else "",
        href=f"{address_of(view.table)}?seat={seat.number}#seat",
        is_free=not seat.is_taken,
        is_chosen=is_chosen,
    )


def _table_page(
    request: HttpRequest, found: Table, chosen: int | None, form: ServiceForm | None = None
) -> HttpResponse:
    view = table_view(found)
    seat = next((one for one in view.seats if one.number == chosen), None)
    if form is None:
        form = ChipsForm() if seat and seat.is_taken else SitForm()
    context: dict[str, Any] = {
        "view": view,
        "map": seat_map(view, chosen),
        "seat": seat,
        "players": players_without_seat(found.event) if seat and not seat.is_taken else (),
        "hands": recent_hands(found),
        "version": current_version(found.event_id),
    }
    return page_with_form(request, "tables/table.html", form, context)


def _planned(view: TableView, form: HandForm) -> HandPlan | None:
    with refusing(form):
        return plan_hand(view.table, form.hand_end())
    return None


def _pay_out(request: HttpRequest, found: Table, form: HandForm) -> HttpResponse:
    posting = services.settle_hand(
        table=found,
        number=form.cleaned_data["number"],
        end=form.hand_end(),
        by=actor_of(request),
        request_id=form.key,
        now=timezone.now(),
        shown=form.cleaned_data["shown"],
    )
    number = posting.hand.number
    messages.success(request, f"Hand {number} is paid out.", extra_tags=address_in(found, "undo_hand", number=number))
    return redirect(address_of(found))


def _hand_context(view: TableView, plan: HandPlan | None) -> dict[str, Any]:
    pots = _pots(plan) if plan else ()
    return {"view": view, "plan": plan, "pots": pots, "preview_url": address_in(view.table, "preview_hand")}


def _pots(plan: HandPlan) -> list[dict[str, Any]]:
    """The pots in the order the house settles them, shares with the names and hands of their winners."""
    names = {line.seat: line.name for line in plan.lines}
    return [
        {
            "pot": pot,
            "shares": [
                {"seat": seat, "name": names[seat], "chips": chips, "hand": pot.hands.get(seat, "")}
                for seat, chips in pot.shares.items()
            ],
        }
        for pot in plan.settlement.pots
    ]


def _table(event: Event, table_id: int) -> Table:
    return table_of(event, table_id, TableKind.POKER)
