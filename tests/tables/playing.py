"""Hands for the tests that are played action by action."""

from __future__ import annotations

from typing import Any

from engine.cards import parse_cards
from tables import services
from tables.models import Table
from tables.selectors import table_view, the_play
from tables.services import Move
from tests.factories import make_event
from tests.tables.evening import by_staff, open_table, seat_people


def a_table(seats: int = 3, chips: int = 500, house: str = "wlia", **facts: Any) -> Table:
    """A table with so many players from seat 1 on."""
    table = open_table(make_event(house=house), **facts)
    seat_people(table, dict.fromkeys(range(1, seats + 1), chips))
    return table


def start(table: Table, **facts: Any):
    """Begin the hand that is the next."""
    table.refresh_from_db()
    return services.start_hand(table=table, **by_staff(number=table_view(table).next_number, **facts))


def do(table: Table, verb: str, **what: Any):
    """One action, as if just seen on the page."""
    version = the_play(table).version
    return services.play_move(table=table, version=version, move=Move(verb=verb, **what), **by_staff())


def board(table: Table, cards: str):
    """Cards dealt to the board."""
    return do(table, "deal", board=parse_cards(cards))


def pay(table: Table, **more: Any):
    """Pay the hand out."""
    return services.pay_out(table=table, version=the_play(table).version, **by_staff(**more))


def to_the_river(table: Table) -> None:
    """Three limp in and check it down on a board without a straight or a flush."""
    start(table)
    for verb in ("call", "call", "check"):
        do(table, verb)
    for cards in ("Kh 9c 4d", "8s", "2h"):
        board(table, cards)
        for _ in "abc":
            do(table, "check")
