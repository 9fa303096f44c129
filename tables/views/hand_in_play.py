"""The page of a hand that is played action by action, and what is pressed on it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from engine.poker.hand import Phase
from eventnight.core.forms import ServiceForm
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import public_page, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.core.web.undos import undo_of
from eventnight.events.models import Event
from tables import services
from tables.forms import CallOffForm, MoveForm, PayOutForm, StartForm
from tables.keepers import keeper_of
from tables.models import Table
from tables.selectors import (
    HandPlan,
    Play,
    TableView,
    bet_sizes,
    card_table_of,
    hand_story,
    kinds_now,
    planned_end,
    play_of,
    result_of,
    rulings_taken,
    table_view,
    the_play,
)
from tables.stakes import stakes_text
from tables.views.answers import address_in, address_of, beside_of, page_with_form
from tables.views.hands import paid_out, pots_shown
from tables.views.plans import Place, shown_to_all
from tables.views.tables import to_come_context

staff = staff_page(Permission.RUN_TABLES, here="tables")


@staff
def play(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The hand in play, or the form that starts the next one."""
    table = card_table_of(event, table_id, timezone.now())
    if table.is_dealt:
        return redirect(address_in(table, "host"))
    playing = play_of(table)
    if playing is None:
        view = table_view(table)
        return _start_page(request, view, StartForm(view))
    return _play_page(request, table, playing, None)


@staff
def play_part(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """All of that page which changes as the hand goes on, for the live page."""
    table = card_table_of(event, table_id, timezone.now())
    playing = play_of(table)
    if playing is None:
        return render(request, "tables/_hand_gone.html", {"view": table_view(table)})
    return render(request, "tables/_hand_now.html", _play_context(table, playing, MoveForm(playing)))


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
            undo=undo_of(address_in(table, "undo_hand", number=posting.hand.number), posting.hand),
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
        said="The hand was called off; every chip is back where it was.",
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
    shown = shown_to_all(playing, Place.of(view), names) if playing else {}
    return {
        "event": event,
        "version": event.head.version,
        "view": view,
        "play": playing,
        "result": result_of(table, view.last_hand),
        **beside_of(table),
        **shown,
    }


def _start_page(request: StaffRequest, view: TableView, form: StartForm) -> HttpResponse:
    stopped = keeper_of(view.table).refusal(view.table, "start_hand")
    context = {"view": view, "stopped": stopped, **to_come_context(view)}
    return page_with_form(request, "tables/play_start.html", form, context)


def _play_page(request: StaffRequest, table: Table, playing: Play, form: ServiceForm | None) -> HttpResponse:
    move_form = form if isinstance(form, MoveForm) else MoveForm(playing)
    typed = form.cleaned_data.get("no_fee_because", "") if isinstance(form, PayOutForm) else ""
    context = {"version": table.event.head.version, **_play_context(table, playing, move_form, typed)}
    return page_with_form(request, "tables/play.html", form or move_form, context)


def _play_context(table: Table, playing: Play, move_form: MoveForm, no_fee_because: str = "") -> dict[str, Any]:
    view, hand = table_view(table), playing.hand
    plan, why = _result_shown(table, playing, no_fee_because) if hand.phase is Phase.OVER else (None, "")
    tells_holes = bool(move_form.holes) and not playing.is_pack_short
    names = {seat.number: seat.name for seat in view.seats}
    story = _told(playing, names)
    return {
        "view": view,
        "play": playing,
        "played": f"{hand.game.name}, {stakes_text(hand.stakes)}",
        "move_form": move_form,
        "first_cards": move_form.holes[0] if tells_holes else move_form["board"],
        "pay_form": PayOutForm(
            initial={"version": playing.version, "shown": plan.digest if plan else "", "no_fee_because": why}
        ),
        "plan": plan,
        "pots": pots_shown(plan) if plan else (),
        "sizes": bet_sizes(hand),
        "draws": range(playing.legal.draw_up_to + 1) if playing.legal and playing.legal.draw_up_to is not None else (),
        "story": story,
        "last_deed": next((deeds[-1] for chapter in reversed(story) if (deeds := chapter["deeds"])), None),
        "kinds": kinds_now(hand),
        "rulings": rulings_taken(hand),
        **shown_to_all(playing, Place.of(view), names),
    }


def _result_shown(table: Table, playing: Play, no_fee_because: str) -> tuple[HandPlan, str]:
    """What the hand pays, and why it pays no fee, for whoever pays it out to leave or to change."""
    waives = no_fee_because if table.schedule and not table.charges_seats else ""
    plan, end = planned_end(playing, no_fee_because=waives)
    return plan, end.no_fee_because


def _told(playing: Play, names: dict[int, str]) -> list[dict[str, Any]]:
    """The story of the hand with the names of its seats."""
    return [
        {
            "street": chapter.street,
            "pot": chapter.pot,
            "deeds": [{"name": names[deed.seat], "says": deed.says, "chips": deed.chips} for deed in chapter.deeds],
        }
        for chapter in hand_story(playing.hand)
    ]
