"""Hands at the tables of a flight, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from engine.cards import parse_cards
from engine.errors import Refusal
from eventnight.bank.ledger.refs import stack
from eventnight.bank.selectors import balances
from eventnight.core.press import Press
from tables import services
from tables.models import Table
from tables.selectors import table_view, the_play
from tables.selectors.lookup import card_table_of
from tables.services import HandPosting, Move
from tests.factories import NOW
from tests.tables.evening import STAFF, hand_of, put_in
from tests.tournaments.holdem_nights import press
from tournaments.models import Flight, FlightEntry
from tournaments.services.hands.opening import follow_hands

LOSING_CARDS = ("Ks Kd", "Qs Qd", "Ts Td", "8s 8d", "7s 7d", "6s 6d", "5s 5d")


def by_staff(now: datetime = NOW) -> dict[str, Any]:
    """A press of its own by the staff of the table."""
    return {"press": Press(STAFF, now, uuid4())}


def followed(flight: Flight, number: int = 1, *, button: int | None = None, now: datetime = NOW) -> Table:
    """The card table of a flight's table; the button given to a seat where one is named, else by a card to each."""
    table = follow_hands(flight=flight, table=number, **press(now))
    if table.between.first_button is None:
        if button is None:
            services.give_first_button(table=table, **by_staff(now))
        else:
            Table.objects.filter(pk=table.pk).update(state={**table.state, "first_button": button})
    return at(table, now)


def at(table: Table, now: datetime = NOW) -> Table:
    """The card table as a page reads it."""
    return card_table_of(table.event, table.pk, now)


def chips_at(table: Table) -> dict[int, int]:
    """Before each taken seat."""
    return table_view(at(table)).stacks


def settled(table: Table, *ends: Any, now: datetime = NOW, **more: Any) -> HandPosting:
    """A hand settled from its end; the button lies where it is expected, and who is not named folds unbet."""
    table = at(table, now)
    view = table_view(table)
    named = {end.seat for end in ends}
    idle = [put_in(seat.number, 0, folded=True) for seat in view.with_chips if seat.number not in named]
    end = hand_of(*ends, *idle, button=more.pop("button", view.button or 1), board=more.pop("board", ""))
    facts = {"number": view.next_number, **by_staff(now), **more}
    return services.settle_hand(table=table, end=end, **facts)


def won(table: Table, winner: int, losers: Mapping[int, int], **more: Any) -> HandPosting:
    """A hand that one seat takes from others, who put in so much and folded."""
    ends = [put_in(seat, chips, folded=True) for seat, chips in losers.items()]
    return settled(table, put_in(winner, max(losers.values())), *ends, **more)


def all_in(table: Table, *, winner: int, losers: Sequence[int], **more: Any) -> HandPosting:
    """A hand in which these seats lose everything, as far as the winner covers them."""
    stacks = chips_at(table)
    most = max(stacks[seat] for seat in losers)
    shown = dict(zip(losers, LOSING_CARDS, strict=False))
    ends = [put_in(seat, min(stacks[seat], stacks[winner]), cards) for seat, cards in shown.items()]
    return settled(table, put_in(winner, min(most, stacks[winner]), "As Ad"), *ends, board="2c 3d 4h 9s Jc", **more)


def seat_of(flight: Flight, seat: int, table: int = 1, *, out: bool = False) -> FlightEntry:
    """The entry of who sits there, or sat there last and is out."""
    rows = flight.entries.select_related("player__person").filter(table_number=table, seat_number=seat)
    return rows.filter(bust_hand__isnull=not out).latest("id")


def book_faults(flight: Flight) -> list[str]:
    """What verify_books finds in the apps above the bank."""
    return [fault for path in settings.BOOK_CHECKS for fault in import_string(path)(flight.tournament.event_id)]


def begun(table: Table, now: datetime = NOW) -> Table:
    """The next hand begun."""
    table = at(table, now)
    services.start_hand(table=table, number=table_view(table).next_number, **by_staff(now))
    return at(table, now)


def do(table: Table, verb: str, *, now: datetime = NOW, **what: Any):
    """One action, as if just seen on the page."""
    move = Move(verb=verb, **what)
    return services.play_move(table=table, version=the_play(table).version, move=move, **by_staff(now))


def board(table: Table, cards: str, now: datetime = NOW):
    return do(table, "deal", board=parse_cards(cards), now=now)


def paid_out(table: Table, now: datetime = NOW) -> HandPosting:
    return services.pay_out(table=table, version=the_play(table).version, **by_staff(now))


def undone(table: Table, number: int, now: datetime = NOW) -> HandPosting:
    return services.undo_hand(table=table, number=number, reason="Wrong winner", may_reverse_any=True, **by_staff(now))


def refusal_of(deed) -> Refusal:
    with pytest.raises(Refusal) as refused:
        deed()
    return refused.value


def held(flight) -> dict[str, int]:
    """What the bank has in each stack, by player code."""
    codes = dict(flight.entries.values_list("stack_code", "player__code"))
    return {codes[ref.code]: chips for ref, chips in balances(flight.tournament.event_id, map(stack, codes)).items()}


def counts(flight) -> dict[str, int]:
    return dict(flight.entries.values_list("player__code", "chips"))


# What a hand moves
