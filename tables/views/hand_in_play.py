"""The page of a hand that is played action by action, and what is pressed on it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from engine.poker.hand import Phase
from eventnight.core.forms import ServiceForm
from eventnight.core.fresh.versions import current_version
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import public_page, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tables import services
from tables.forms import CallOffForm, MoveForm, PayOutForm, StartForm
from tables.models import Table
from tables.selectors import (
    Play,
    TableView,
    card_table_of,
    dealer_calls,
    hand_end_of,
    kinds_now,
    plan_hand,
    play_of,
    rulings_taken,
    table_view,
    the_play,
)
from tables.stakes import stakes_text
from tables.views.answers import address_in, address_of, page_with_form
from tables.views.hands import paid_out, pots_shown
from tables.views.tables import to_come_context

staff = staff_page(Permission.RUN_TABLES, here="tables")


@staff
def play(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The hand in play, or the form that starts the next one."""
    table = card_table_of(event, table_id, timezone.now())
    playing = play_of(table)
    if playing is None:
        view = table_view(table)
        return _start_page(request, view, StartForm(view))
    return _play_page(request, table, playing, None)


@require_POST
@staff
def start(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Begin the next hand."""
    table = card_table_of(event, table_id, timezone.now())
    view = table_view(table)
    form = StartForm(view, request.POST)
    return press_form(
        request,
        form,
        lambda press: services.start_hand(table=table, **form.facts(), press=press),
        back=redirect(address_in(table, "play")),
    ) or _start_page(request, view, form)


@require_POST
@staff
def move(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Do one thing in the hand."""
    table = card_table_of(event, table_id, timezone.now())
    playing = the_play(table)
    form = MoveForm(playing, request.POST)
    return press_form(
        request,
        form,
        lambda press: services.play_move(
            table=table, version=form.cleaned_data["version"], move=form.move(), press=press
        ),
        back=redirect(address_in(table, "play")),
    ) or _play_page(request, table, playing, form)


@require_POST
@staff
def pay_out(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Pay the hand out into the books."""
    table = card_table_of(event, table_id, timezone.now())
    form = PayOutForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.pay_out(
            table=table,
            version=form.cleaned_data["version"],
            shown=form.cleaned_data["shown"],
            no_fee_because=form.cleaned_data["no_fee_because"],
            press=press,
        ),
        said=lambda posting: Said(
            paid_out(posting.hand),
            undo=address_in(table, "undo_hand", number=posting.hand.number),
        ),
        back=redirect(address_in(table, "play")),
    ) or _play_page(request, table, the_play(table), form)


@require_POST
@staff
def call_off(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Throw the hand away."""
    table = card_table_of(event, table_id, timezone.now())
    form = CallOffForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.call_off(
            table=table, version=form.cleaned_data["version"], reason=form.cleaned_data["reason"], press=press
        ),
        said="The hand was called off; every chip lies where it was.",
        back=redirect(address_of(table)),
    ) or _play_page(request, table, the_play(table), form)


@public_page()
def watch(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The hand as everybody in the room may see it."""
    return render(request, "tables/watch.html", _watch_context(event, table_id))


@public_page()
def watched(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The fragment of it that is kept live."""
    return render(request, "tables/_watched.html", _watch_context(event, table_id))


def _watch_context(event: Event, table_id: int) -> dict[str, Any]:
    table = card_table_of(event, table_id, timezone.now())
    view, playing = table_view(table), play_of(table)
    names = {seat.number: seat.public_name for seat in view.seats}
    shown = _shown(playing, names) if playing else {}
    return {"event": event, "version": current_version(event.pk), "view": view, "play": playing, **shown}


def _start_page(request: StaffRequest, view: TableView, form: StartForm) -> HttpResponse:
    return page_with_form(request, "tables/play_start.html", form, {"view": view, **to_come_context(view)})


def _play_page(request: StaffRequest, table: Table, playing: Play, form: ServiceForm | None) -> HttpResponse:
    view = table_view(table)
    plan = plan_hand(table, hand_end_of(playing.hand)) if playing.hand.phase is Phase.OVER else None
    move_form = form if isinstance(form, MoveForm) else MoveForm(playing)
    tells_holes = bool(move_form.holes) and not playing.is_pack_short
    context = {
        "view": view,
        "play": playing,
        "played": f"{playing.hand.game.name}, {stakes_text(playing.hand.stakes)}",
        "move_form": move_form,
        "first_cards": move_form.holes[0] if tells_holes else move_form["board"],
        "pay_form": PayOutForm(initial={"version": playing.version, "shown": plan.digest if plan else ""}),
        "plan": plan,
        "pots": pots_shown(plan) if plan else (),
        "raises": _raises(playing),
        "kinds": kinds_now(playing.hand),
        "rulings": rulings_taken(playing.hand),
        **_shown(playing, {seat.number: seat.name for seat in view.seats}),
    }
    return page_with_form(request, "tables/play.html", form or move_form, context)


def _shown(playing: Play, names: dict[int, str]) -> dict[str, Any]:
    """What the wall may see, with the names of the seats."""
    seen: dict[str, Any] = playing.hand.view()
    seats = [{**seat, "name": names[seat["seat"]], "cards": _faces(seat["cards"])} for seat in seen["seats"]]
    # While cards are dealt nobody has the turn, whoever they are owed to.
    turn = None if playing.hand.phase is Phase.DEAL else seen["turn"]
    calls = [{"seat": call.seat, "name": names[call.seat], "says": call.says} for call in dealer_calls(playing.hand)]
    turn_name = "" if turn is None else names.get(turn, "")
    # Chips that the others still have to match make no side pot.
    has_side_pots = len(seen["pots"]) > 1 and any(seat["is_all_in"] for seat in seats)
    seen = {**seen, "seats": seats, "has_side_pots": has_side_pots}
    return {"seen": seen, "calls": calls, "turn": turn, "turn_name": turn_name}


def _faces(cards: list[str]) -> list[str]:
    """Cards for drawing: an unknown one is face down."""
    return ["back" if card == "??" else card for card in cards]


def _raises(playing: Play) -> list[int]:
    """The totals that have a button of their own: the least, the most, and what a rule allows between them."""
    legal = playing.legal
    if legal is None or legal.min_to is None or legal.max_to is None:
        return []
    return sorted(set(legal.amounts or (legal.min_to, legal.max_to)))
