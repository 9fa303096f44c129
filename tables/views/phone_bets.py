"""Roulette on a guest's own phone, by the link on the card: the mat, their bets, and what the last spin paid."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control

from engine.units import Chips
from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.core.press_form import press_form
from eventnight.core.presses import has_counted
from eventnight.core.values.formats import chips_text
from eventnight.core.web.access import personal_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import acting
from eventnight.events.models import Player
from eventnight.events.selectors import player_by_token
from tables import services
from tables.forms import BetsForm
from tables.lifecycles import TABLE
from tables.models import Bet, BetState, Table, TableKind
from tables.selectors import roulette_view, table_of
from tables.selectors.spin_plan import staked_by
from tables.views.answers import page_with_form
from tables.views.mats import chips_of, drawn_mat


@personal_page
@cache_control(private=True, no_store=True)
def mat(request: HttpRequest, token: str, table_id: int) -> HttpResponse:
    """The whole page."""
    player = player_by_token(token)
    return _page(request, player, _table(player, table_id), BetsForm())


@personal_page
@cache_control(private=True, no_store=True)
def mat_part(request: HttpRequest, token: str, table_id: int) -> HttpResponse:
    """What of it changes: the spin, the player's bets and chips, whether bets are taken."""
    player = player_by_token(token)
    return render(request, "tables/phone/_mat_now.html", _context(player, _table(player, table_id)))


@personal_page
@require_POST
def place(request: HttpRequest, token: str, table_id: int) -> HttpResponse:
    """Put the tapped bets on the mat; whoever the form names, they are the player's own."""
    player = player_by_token(token)
    form = BetsForm(request.POST)
    table = _table(player, table_id, key=request.POST.get("request_id", ""))
    return press_form(
        acting(request, Actor.player(player.code)),
        form,
        lambda press: services.place_bets(
            table=table,
            bets=[services.NewBet(player, bet, Chips(chips)) for _, bet, chips in form.lines()],
            press=press,
        ),
        said=lambda bets: f"On the mat: {chips_text(sum(bet.chips for bet in bets))}.",
        back=_back(token, table),
    ) or _page(request, player, table, form)


@personal_page
@require_POST
def withdraw(request: HttpRequest, token: str, table_id: int, bet_id: int) -> HttpResponse:
    """Take an own bet off the mat."""
    player = player_by_token(token)
    table = table_of(player.event, table_id, TableKind.ROULETTE)
    services.withdraw_bet(table=table, bet_id=bet_id, press=Press(Actor.player(player.code), timezone.now()))
    return _back(token, table)


def _back(token: str, table: Table) -> HttpResponse:
    """To the mat, or away from a wheel that has closed."""
    if table.is_open:
        return redirect("tables:my_mat", token=token, table_id=table.pk)
    return redirect("night:my_night", token=token)


def _table(player: Player, table_id: int, key: str = "") -> Table:
    """A wheel that takes bets of phones, or one that did when a press with this key counted.

    Raises NotFound("unknown_table"), Conflict: "not_on_phones", "table_closed".
    """
    table = table_of(player.event, table_id, TableKind.ROULETTE)
    if not has_counted(player.event_id, key):
        TABLE.require("open_bets", table)
    return table


def _page(request: HttpRequest, player: Player, table: Table, form: BetsForm) -> HttpResponse:
    context = {"version": player.event.head.version, **_context(player, table)}
    return page_with_form(request, "tables/phone/mat.html", form, context)


def _context(player: Player, table: Table) -> dict[str, Any]:
    view = roulette_view(table, joining=[player])
    own = [bet for bet in view.bets if bet.player_id == player.pk]
    paid: list[Bet] = []
    if view.last_spin is not None:
        paid = list(Bet.objects.filter(spin=view.last_spin, player=player, state=BetState.SETTLED))
    me = next(one for one in view.bettors if one.code == player.code)
    net = sum((bet.returned or 0) - bet.chips for bet in paid)
    return {
        "event": player.event,
        "token": player.token,
        "player": player,
        "view": view,
        "left": me.chips - staked_by([player]).get(player.pk, 0),
        "on_mat": me.on_mat,
        "own": own,
        "paid": paid,
        "net": net,
        "lost": -net,
        "mat": drawn_mat(view, own),
        "chips": chips_of(table),
    }
