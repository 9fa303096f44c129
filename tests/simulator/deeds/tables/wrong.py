"""What staff get wrong when they settle a hand from its end, and when they open a table: each must be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tables.models import TableStatus
from tests.simulator.deeds.deed import Deed, Evening
from tests.simulator.deeds.tables.hand import DECK
from tests.simulator.deeds.tables.rows import card_tables, in_play, last_hand, one_table, stacks

ENOUGH = 8
Body = dict[str, Any]
Wrong = Callable[[Body], Body]


def _of(at: int, **changes: Any) -> Wrong:
    """One seat says something else."""
    return lambda body: {**body, "seats": [row | changes if at == n else row for n, row in enumerate(body["seats"])]}


def _with(**changes: Any) -> Wrong:
    return lambda body: {**body, **changes}


def _each(**changes: Any) -> Wrong:
    return lambda body: {**body, "seats": [row | changes for row in body["seats"]]}


HANDS: dict[str, Wrong] = {
    "a card is on the board and in a hand": lambda body: _of(0, cards=body["board"][:2] + " 2c")(body),
    "two seats show one card": lambda body: _of(1, cards=body["seats"][0]["cards"])(body),
    "the board has four cards": lambda body: _with(board=body["board"][:11])(body),
    "the board has six cards": lambda body: _with(board=body["board"] + " " + body["seats"][0]["cards"][:2])(body),
    "a hand has one card": lambda body: _of(0, cards=body["seats"][0]["cards"][:2])(body),
    "there is no such card": _of(0, cards="1x 2y"),
    "a seat comes twice": lambda body: _with(seats=[*body["seats"], body["seats"][0]])(body),
    "the table has no such seat": _of(0, seat=10),
    "the button is at no seat of the table": _with(button=10),
    "nobody is left in": _each(is_live=False),
    "nobody has put anything in": _each(contributed=0),
    "one seat alone was dealt in": lambda body: _with(seats=body["seats"][:1])(body),
    "nobody was dealt in": _with(seats=[]),
    "more is dead than was put in": lambda body: _of(0, dead=body["seats"][0]["contributed"] + 5)(body),
    "that game is not dealt there": _with(game="omaha"),
    "there is no such game": _with(game="snap"),
    "somebody was called who was not in": _with(called=10),
}
TABLES: dict[str, Body] = {
    "a kill needs limits": {
        "small_blind": 5,
        "big_blind": 10,
        "structure": "no_limit",
        "kill": "half",
        "house": "angies",
    },
    "the house plays no kill": {"limit": "limit-10-20", "kill": "half", "house": "canterbury"},
    "six sit at a table of that house": {"small_blind": 5, "big_blind": 10, "house": "biska", "seats_count": 9},
    "the small blind is no half": {"small_blind": 5, "big_blind": 15, "house": "biska", "seats_count": 6},
    "there is no such limit": {"limit": "limit-7-14"},
    "the lowest buy-in is above the highest": {
        "small_blind": 5,
        "big_blind": 10,
        "lowest_buy_in": 500,
        "highest_buy_in": 100,
    },
    "its chips cannot pay the ceiling": {"small_blind": 5, "big_blind": 10, "ceiling": 7},
    "its chips cannot pay the ante": {"small_blind": 5, "big_blind": 10, "ante": 3},
    "there is no such setting": {"small_blind": 5, "big_blind": 10, "overrides": {"no_such_setting": 1}},
    "a setting is not a number": {"small_blind": 5, "big_blind": 10, "overrides": {"raises_per_round": "many"}},
    "one blind alone is told": {"small_blind": 5},
    "the small blind is the larger": {"small_blind": 20, "big_blind": 10, "structure": "no_limit"},
    "the big bet is the smaller": {
        "small_blind": 10,
        "big_blind": 20,
        "structure": "fixed_limit",
        "small_bet": 20,
        "big_bet": 10,
        "house": "standard",
    },
    "a spread has no most": {"small_blind": 10, "big_blind": 20, "structure": "spread_limit", "house": "standard"},
    "there is no such game": {"small_blind": 5, "big_blind": 10, "game": "snap"},
    "there is no such house": {"small_blind": 5, "big_blind": 10, "house": "nobody"},
}
"""Without seats where those do not matter."""


def settle_wrongly(night: Evening) -> Deed | None:
    """A hand that could be settled, but for one thing."""
    table = one_table(night, share_closed=0, chips_before=2)
    if table is None or table.game != "holdem" or table.seats_count > 9 or in_play(table) is not None:
        return None
    unit, held = table.smallest_chip, stacks(table)
    able = [seat for seat, chips in held.items() if chips >= 4 * unit]
    if len(able) < 2:
        return None
    cards, last = night.chance.sample(DECK, 9), last_hand(table)
    rows = [
        {"seat": seat, "contributed": 4 * unit, "is_live": True, "cards": " ".join(cards[5 + 2 * at : 7 + 2 * at])}
        for at, seat in enumerate(able[:2])
    ]
    number = last.number + 1 if last else 1
    body: Body = {"number": number, "button": able[0], "board": " ".join(cards[:5]), "seats": rows}
    refused = night.chance.choice([*HANDS])
    door = night.chance.choice(("hands/", "hands/", "hands/preview/"))
    return Deed(night.program("POST", f"tables/{table.pk}/{door}", HANDS[refused](body)), refused)


def open_wrongly(night: Evening) -> Deed | None:
    """A table that cannot be opened so."""
    if sum(row["status"] == TableStatus.OPEN for row in card_tables(night.event).values()) >= ENOUGH:
        return None
    refused = night.chance.choice([*TABLES])
    return Deed(night.program("POST", "tables/poker/", {"seats_count": 5, **TABLES[refused]}), refused)
