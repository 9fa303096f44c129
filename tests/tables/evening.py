"""Card and roulette tables for tests, opened and filled by the services of the evening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from engine.cards import parse_cards
from engine.poker.settling.settlement import SeatEnd
from engine.roulette.settle import TableLimits
from eventnight.bank.ledger.refs import player_chips, seat_chips
from eventnight.bank.selectors import balance_of, balances, books_totals
from eventnight.bank.services import give_first_stack
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.press import Press
from eventnight.events.models import Event, Player
from tables import services
from tables.models import Table
from tables.models.seat import seat_code
from tables.selectors import HandEnd
from tables.stakes import TypedStakes
from tests.factories import NOW, make_player
from tests.pressing import together

STAFF = Actor(code="staff-t", label="Nora")


def by_staff(**more: Any) -> dict[str, Any]:
    """A press of its own by the staff of the table."""
    return together({"press": Press(STAFF, NOW, uuid4()), **more})


def open_table(event: Event, **facts: Any) -> Table:
    """A card table of six seats with the stakes of the charity night."""
    given = {"small_blind": 5, "big_blind": 10, "seats_count": 6, **facts}
    named = TypedStakes.__dataclass_fields__.keys() & given.keys()
    stakes = TypedStakes(**{name: given.pop(name) for name in named})
    facts = by_staff(**given)
    press = facts.pop("press")
    return services.open_poker_table(event=event, new=services.NewPokerTable(stakes=stakes, **facts), press=press)


def open_wheel(event: Event, *, tray: int = 20000, on_phones: bool = False, **limits: int) -> Table:
    """An American wheel with the bets of the house document."""
    table_limits = TableLimits(**{"lowest_bet": 5, "highest_bet": 500, **limits})
    new = services.NewRoulette(wheel="american", catalogue="house", limits=table_limits, tray=tray, on_phones=on_phones)
    return services.open_roulette(event=event, new=new, **by_staff())


def make_holder(event: Event, name: str = "") -> Player:
    """A player at the door with the first stack in hand."""
    player = make_player(event, name, checked_in=True)
    give_first_stack(event=event, player_code=player.code, press=Press(SYSTEM, NOW, uuid4()))
    return player


def seat_people(table: Table, stacks: Mapping[int, int]) -> dict[int, Player]:
    """A new player on each of the seats with so many chips before them."""
    people = {}
    for seat, chips in stacks.items():
        people[seat] = make_holder(table.event, f"Pat Seat{seat}")
        services.seat_player(table=table, seat=seat, player=people[seat], chips=chips, **by_staff())
    table.refresh_from_db()
    return people


def put_in(seat: int, chips: int, cards: str | None = None, *, folded: bool = False, dead: int = 0) -> SeatEnd:
    """What a seat did in a hand; in unless folded."""
    shown = parse_cards(cards) if cards else None
    return SeatEnd(seat=seat, contributed=chips, is_live=not folded, cards=shown, dead=dead)


def hand_of(*seats: SeatEnd, button: int = 1, board: str = "", **more: Any) -> HandEnd:
    """A hand as staff enter it."""
    return HandEnd(button=button, seats=seats, board=parse_cards(board), **more)


def stacks(table: Table) -> dict[int, int]:
    """The chips before every seat."""
    refs = {number: seat_chips(seat_code(table, number)) for number in range(1, table.seats_count + 1)}
    held = balances(table.event_id, refs.values())
    return {number: held[ref] for number, ref in refs.items()}


def chips_of(player: Player) -> int:
    """The chips a player holds outside the tables."""
    return balance_of(player.event_id, player_chips(player.code))


def chips_in_the_room(event: Event) -> int:
    """All chips handed out by the bank, wherever they lie."""
    return -books_totals(event.pk)["chips"]["issuer"]


BOARD = "Kh 9c 4d 8s 2h"
"""A board without a straight or a flush."""
