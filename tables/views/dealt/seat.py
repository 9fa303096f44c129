"""A player's own seat at a table where the system deals, on the phone that opened the link on the card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control

from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.forms import ServiceForm
from eventnight.core.press import Press
from eventnight.core.press_form import press_form
from eventnight.core.presses import has_counted
from eventnight.core.web.access import personal_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import acting
from eventnight.events.models import Player
from eventnight.events.selectors import player_by_token
from tables import services
from tables.forms import OwnEntryForm, OwnMoveForm, ReadyForm, SeatForm
from tables.keepers import keepers
from tables.models import Table
from tables.selectors import bet_sizes, card_table_of, result_of
from tables.selectors.dealt import SeatPage, dealt_table_of, last_table_of, seat_page
from tables.stakes import stakes_text
from tables.views.answers import beside_of, page_with_form
from tables.views.plans import Place, last_deed, shown_to_all, stands


@personal_page
@cache_control(private=True, no_store=True)
def seat(request: HttpRequest, token: str) -> HttpResponse:
    """The whole page. Whoever sits nowhere by now reads how they left, also after the press that made them leave."""
    player = player_by_token(token)
    try:
        return _page(request, player, dealt_table_of(player, timezone.now()), ReadyForm())
    except NotFound:
        context = {"version": player.event.head.version, **_gone(player)}
        return render(request, "tables/dealt/seat_gone.html", context)


@personal_page
@cache_control(private=True, no_store=True)
def seat_part(request: HttpRequest, token: str) -> HttpResponse:
    """All of it that changes, for the live page."""
    player = player_by_token(token)
    try:
        page = seat_page(dealt_table_of(player, timezone.now()), player)
    except NotFound:
        return render(request, "tables/dealt/_seat_gone.html", _gone(player))
    return render(request, "tables/dealt/_seat.html", _context(player, page))


@personal_page
@require_POST
def ready(request: HttpRequest, token: str) -> HttpResponse:
    """The player is ready for the next hand."""
    form = ReadyForm(request.POST)
    return _pressed(
        request,
        token,
        form,
        lambda table, player, press: services.say_ready(table=table, player=player, sign=form.sign(), press=press),
    )


@personal_page
@require_POST
def move(request: HttpRequest, token: str) -> HttpResponse:
    """The player acts."""
    form = OwnMoveForm(request.POST)
    return _pressed(
        request,
        token,
        form,
        lambda table, player, press: services.act(
            table=table, player=player, version=form.cleaned_data["version"], move=form.move(), press=press
        ),
    )


@personal_page
@require_POST
def come_in(request: HttpRequest, token: str) -> HttpResponse:
    """The player, who owes a blind, says how to come in."""
    form = OwnEntryForm(request.POST)
    return _pressed(
        request,
        token,
        form,
        lambda table, player, press: services.come_in_on_phone(
            table=table, player=player, entry=form.cleaned_data["entry"], press=press
        ),
    )


@personal_page
@require_POST
def sit_out(request: HttpRequest, token: str) -> HttpResponse:
    """The player gets no cards until they are ready again."""
    return _pressed(
        request,
        token,
        SeatForm(request.POST),
        lambda table, player, press: services.sit_out_on_phone(table=table, player=player, press=press),
    )


def _pressed(
    request: HttpRequest, token: str, form: SeatForm, service: Callable[[Table, Player, Press], object]
) -> HttpResponse:
    """Press the service for whoever has the link, at the table that the page shows: a press that has counted before is
    answered wherever the player sits by now.
    """
    player = player_by_token(token)
    now = timezone.now()
    if form.is_valid() and has_counted(player.event_id, str(form.key)):
        table = card_table_of(player.event, form.cleaned_data["table"], now)
    else:
        table = dealt_table_of(player, now)
    return press_form(
        acting(request, Actor.player(player.code)),
        form,
        lambda press: service(_on_screen(form, table), player, press),
        back=redirect("tables:my_seat", token=token),
    ) or _page(request, player, table, form)


def _on_screen(form: SeatForm, table: Table) -> Table:
    """The player's table. Raises Conflict("seat_moved") where the page shows another."""
    if form.cleaned_data["table"] != table.pk:
        raise Conflict(
            "seat_moved", f"You sit at {table} now, and this page showed another table. Look again.", table=table.code
        )
    return table


def _gone(player: Player) -> dict[str, Any]:
    parting = next(filter(None, (keeper.parting(player) for keeper in keepers())), "")
    return {"event": player.event, "token": player.token, "table": last_table_of(player), "parting": parting}


def _page(request: HttpRequest, player: Player, table: Table, form: ServiceForm) -> HttpResponse:
    context = {"version": player.event.head.version, **_context(player, seat_page(table, player))}
    return page_with_form(request, "tables/dealt/seat.html", form, context)


def _context(player: Player, page: SeatPage) -> dict[str, Any]:
    view, playing = page.view, page.play
    names = {line.number: line.public_name for line in view.seats}
    result = None if playing else result_of(view.table, view.last_hand)
    context: dict[str, Any] = {
        "event": player.event,
        "token": player.token,
        "page": page,
        "view": view,
        "play": playing,
        "left": page.shuffle.seconds_left(timezone.now()),
        "chooses": view.table.is_choice and view.to_come.chooser == page.seat,
        "result": result,
        **beside_of(view.table),
        "won": next((gain.chips for gain in result.gains if gain.seat == page.seat), 0) if result else 0,
    }
    if playing is None:
        return context
    hand = playing.hand
    shown = shown_to_all(playing, Place.of(view), names)
    own = next((each for each in shown["seen"]["seats"] if each["seat"] == page.seat), None)
    return {
        **context,
        "played": f"{hand.game.name}, {stakes_text(hand.stakes)}",
        "sizes": bet_sizes(hand) if page.is_turn else None,
        "move_form": OwnMoveForm(),
        "last_deed": last_deed(hand, names),
        "stands": stands(own, page.held) if own else "",
        "behind": own["stack"] if own else 0,
        **shown,
    }
