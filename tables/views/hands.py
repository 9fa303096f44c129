"""Settling a hand from its end: enter it, look at what it will do, pay out, or take the last one back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from engine.poker.games.spec import GameSpec
from eventnight.core.press_form import Said, planned_by, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.core.web.undos import require_made, undo_of
from eventnight.events.models import Event
from tables import services
from tables.forms import HandForm
from tables.keepers import keeper_of
from tables.models import Hand, Table
from tables.selectors import HandPlan, TableView, card_table_of, hand_in_play, plan_hand, table_view, written_hands
from tables.selectors.lookup import last_hand
from tables.views.answers import address_in, address_of, histories_file, page_with_form, undoing

staff = staff_page(Permission.RUN_TABLES, here="tables")


@staff
def hand(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Settle a hand: enter it, look at what it will do, pay out. One that is being played has a page of its own."""
    table = _table(event, table_id)
    if request.method == "GET" and table.is_dealt:
        return redirect(address_in(table, "host"))
    if request.method == "GET" and hand_in_play(table) is not None:
        return redirect(address_in(table, "play"))
    view = table_view(table)
    game = game_asked(view, request.POST.get("game") or request.GET.get("game", ""))
    form = HandForm(view, game, request.POST or None)
    plan = None
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["shown"] and (done := _pay_out(request, view.table, form)):
            return done
        if not form.errors or (form.refusal and form.refusal.code == "plan_changed"):
            plan = _planned(view, form)
    return page_with_form(request, "tables/hand.html", form, _hand_context(view, game, plan))


@require_POST
@staff
def preview_hand(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """What the hand as entered so far will do."""
    view = table_view(_table(event, table_id))
    game = game_asked(view, request.POST.get("game", ""))
    form = HandForm(view, game, request.POST)
    plan = _planned(view, form) if form.is_valid() else None
    context = {"form": form, "is_preview": True, **_hand_context(view, game, plan)}
    return render(request, "tables/_hand_plan.html", context)


@require_POST
@staff
def undo_hand(request: StaffRequest, event: Event, table_id: int, number: int) -> HttpResponse:
    """Take the last hand back."""
    found = _table(event, table_id)
    require_made(request, event.pk, last_hand(found))
    services.undo_hand(table=found, number=number, **undoing(request, f"Hand {number} undone at the table"))
    messages.success(request, f"Hand {number} was undone; every chip is back where it was.")
    return redirect(address_of(found))


@staff
def histories(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The hands that were played action by action, as a PHH file."""
    found = _table(event, table_id)
    return histories_file(written_hands(found), f"{event.code.lower()}-{found.code.lower()}")


def _planned(view: TableView, form: HandForm) -> HandPlan | None:
    return planned_by(form, lambda: plan_hand(view.table, form.hand_end()))


def _pay_out(request: StaffRequest, found: Table, form: HandForm) -> HttpResponse | None:
    return press_form(
        request,
        form,
        lambda press: services.settle_hand(
            table=found,
            number=form.cleaned_data["number"],
            end=form.hand_end(),
            press=press,
            shown=form.cleaned_data["shown"],
        ),
        said=lambda posting: Said(
            paid_out(posting.hand),
            undo=undo_of(address_in(found, "undo_hand", number=posting.hand.number), posting.hand),
        ),
        back=redirect(address_of(found)),
    )


def paid_out(hand: Hand) -> str:
    """What is said of a settled hand: that it is, and what it led to."""
    return f"Hand {hand.number} is paid out. {keeper_of(hand.table).outcome(hand)}".strip()


def game_asked(view: TableView, key: str) -> GameSpec:
    """The game that a page is about: the one asked for where the table deals it, else the first one."""
    return next((game for game in view.table.games if game.key == key), view.table.games[0])


def _hand_context(view: TableView, game: GameSpec, plan: HandPlan | None) -> dict[str, Any]:
    address = address_in(view.table, "hand")
    tabs = [
        {"label": each.name, "url": f"{address}?game={each.key}", "current": each is game} for each in view.table.games
    ]
    return {
        "view": view,
        "game": game,
        "tabs": tabs if view.table.is_choice else (),
        "plan": plan,
        "pots": pots_shown(plan) if plan else (),
        "preview_url": address_in(view.table, "preview_hand"),
    }


def pots_shown(plan: HandPlan) -> list[dict[str, Any]]:
    """The pots in the order the house settles them, each half with the names and hands of its winners."""
    names = {line.seat: line.name for line in plan.lines}
    return [
        {
            "pot": pot,
            "is_split": len(pot.halves) > 1,
            "halves": [
                {
                    "half": half,
                    "shares": [
                        {"seat": seat, "name": names[seat], "chips": chips, "hand": half.hands.get(seat, "")}
                        for seat, chips in half.shares.items()
                    ],
                }
                for half in pot.halves
            ],
        }
        for pot in plan.settlement.pots
    ]


def _table(event: Event, table_id: int) -> Table:
    return card_table_of(event, table_id, timezone.now())
