"""A card table: its map, its seats, and the hand to come."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from engine.poker.between.entry import Offer
from eventnight.core.forms import ServiceForm
from eventnight.core.press import Press
from eventnight.core.press_form import keyed_press, press_form
from eventnight.core.roles import Permission
from eventnight.core.values.formats import chips_text
from eventnight.core.values.numbers import whole_number
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event, Player
from tables import services
from tables.drawings.seat_map import SeatBox, draw_seat_map
from tables.forms import ChipsForm, FirstButtonForm, SitForm
from tables.keepers import keeper_of
from tables.lifecycles import TABLE
from tables.models import Table
from tables.selectors import (
    SeatLine,
    TableView,
    card_table_of,
    hand_counts,
    hand_in_play,
    players_without_seat,
    recent_hands,
    rule_lines,
    table_view,
    the_player,
)
from tables.selectors.between import is_button_drawn, is_by_card
from tables.views.answers import address_of, page_with_form

staff = staff_page(Permission.RUN_TABLES, here="tables")


@staff
def table(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The table from above; `seat` opens one of its seats."""
    found = _table(event, table_id)
    return table_page(request, found, whole_number(request.GET.get("seat")))


@staff
def table_map(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The map alone, for the live page."""
    view = table_view(_table(event, table_id))
    return render(request, "tables/_table_map.html", {"view": view, "map": seat_map(view)})


@require_POST
@staff
def sit(request: StaffRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """A player takes a seat."""
    found = _table(event, table_id)
    form = SitForm(found, request.POST)

    def seat_player(press: Press) -> Player:
        player = the_player(event, form.cleaned_data["player"])
        services.seat_player(table=found, seat=seat, player=player, chips=form.cleaned_data["chips"], press=press)
        return player

    return press_form(
        request,
        form,
        seat_player,
        said=lambda player: f"{player} sits on seat {seat} with {chips_text(form.cleaned_data['chips'])}.",
        back=redirect(address_of(found)),
    ) or table_page(request, found, seat, form)


@require_POST
@staff
def top_up(request: StaffRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """More of a player's chips before the seat."""
    found = _table(event, table_id)
    form = ChipsForm(request.POST)
    if done := press_form(
        request,
        form,
        lambda press: services.top_up(table=found, seat=seat, chips=form.cleaned_data["chips"], press=press),
        said=lambda _: f"{chips_text(form.cleaned_data['chips'])} more on seat {seat}.",
        back=redirect(address_of(found)),
    ):
        return done
    # The page offers no chips for a seat that has become free.
    services.require_taken(table=found, seat=seat)
    return table_page(request, found, seat, form)


@require_POST
@staff
def leave(request: StaffRequest, event: Event, table_id: int, seat: int) -> HttpResponse:
    """A player takes all chips and leaves."""
    found = _table(event, table_id)
    services.leave_seat(table=found, seat=seat, press=keyed_press(request))
    messages.success(request, f"Seat {seat} is free. Its chips are back with the player.")
    return redirect(address_of(found))


def seat_map(view: TableView, chosen: int | None = None) -> SafeString:
    """The table as a drawing, each seat a link to its panel."""
    boxes = [_box(view, seat, is_chosen=seat.number == chosen) for seat in view.seats]
    lines = (view.table.game_name, f"{chips_text(view.chips)} on the table")
    drawn = draw_seat_map(boxes, title=view.table.name, lines=lines, discs=view.discs)
    return mark_safe(drawn)  # noqa: S308  the drawing escapes the names


def _box(view: TableView, seat: SeatLine, *, is_chosen: bool) -> SeatBox:
    return SeatBox(
        number=seat.number,
        name=seat.name or "Free",
        detail=chips_text(seat.chips) if seat.is_taken else "",
        href=view.home.address if view.home else f"{address_of(view.table)}?seat={seat.number}#seat",
        is_free=not seat.is_taken,
        is_chosen=is_chosen,
    )


def table_page(
    request: StaffRequest, found: Table, chosen: int | None, form: ServiceForm | None = None
) -> HttpResponse:
    """The table's page with one of its seats open; a refused form stands there with its reason."""
    view = table_view(found)
    seat = next((one for one in view.seats if one.number == chosen), None)
    if form is None:
        form = ChipsForm() if seat and seat.is_taken else SitForm(found)
    context: dict[str, Any] = {
        "view": view,
        "may": TABLE.may(found),
        "stopped": keeper_of(found).refusal(found, "start_hand"),
        "map": seat_map(view, chosen),
        "seat": seat,
        "players": players_without_seat(found.event) if seat and not seat.is_taken else (),
        "hands": recent_hands(found),
        "counts": hand_counts(found),
        "play": hand_in_play(found),
        "rules": rule_lines(found),
        "version": found.event.head.version,
        **to_come_context(view, form),
    }
    return page_with_form(request, "tables/table.html", form, context)


def to_come_context(view: TableView, form: ServiceForm | None = None) -> dict[str, Any]:
    """What the panel of the hand to come shows. form: one that was refused, to be shown again where it stood."""
    lines = {seat.number: seat for seat in view.seats}
    owed = [
        {
            "line": lines[each.seat],
            "missed": each.missed,
            "offers": [
                {
                    "name": offer.entry.name.lower(),
                    "words": _offer_words(offer),
                    "is_chosen": offer.entry.name.lower() == each.chosen,
                }
                for offer in each.offers
            ],
        }
        for each in view.to_come.owed
    ]
    return {
        "facts": _positions(view),
        "owed": owed,
        "away": [lines[seat] for seat in view.to_come.away],
        "is_first": TABLE.may(view.table).give_button and view.table.between.last is None,
        "by_card": is_by_card(view.table),
        "button_rules": view.table.house_rules.cite("first_button"),
        "drawn_button": view.table.between.first_button if is_button_drawn(view.table) else None,
        "button_form": form if isinstance(form, FirstButtonForm) else FirstButtonForm(view),
    }


def _positions(view: TableView) -> list[dict[str, str]]:
    """Button and posts of the hand to come, by seat."""
    to_come = view.to_come
    if to_come.setup is None:
        return []
    small_and_big = {
        seat: name for name, seat in (("Small blind", to_come.small_blind), ("Big blind", to_come.big_blind))
    }
    facts = [{"label": "Button", "value": f"Seat {to_come.button}"}]
    for seat, chips in to_come.blinds.items():
        name = small_and_big.get(seat, "Kill blind" if seat == to_come.kill_holder else "Post")
        facts.append({"label": f"{name}, {chips_text(chips)}", "value": f"Seat {seat}"})
    return facts


def _offer_words(offer: Offer) -> str:
    """A way to come in with its price: "Post the big blind at once: 10"."""
    words = offer.entry.value[0].upper() + offer.entry.value[1:]
    live = chips_text(offer.live) if offer.live else ""
    cost = f"{live} and {chips_text(offer.dead)} dead" if offer.dead else live
    return f"{words}: {cost}" if cost else words


def _table(event: Event, table_id: int) -> Table:
    return card_table_of(event, table_id, timezone.now())
