"""A night with staff, players and a raffle, and everything that a desk can be asked for there."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, field
from typing import Any

from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token

from eventnight.bank import services as bank
from eventnight.bank.models import Account, Books
from eventnight.core.models import RoleGrant
from eventnight.core.roles import Role
from tests.raffle.nights import RaffleNight

CLIENTS = 24


@dataclass(frozen=True, slots=True)
class Wish:
    """A request to the API below the event, and what it adds to each account that stores a balance."""

    path: str
    body: dict[str, Any]
    moves: dict[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """For the notes."""
        return asdict(self)


class Hall:
    """A new event in the database: each player has a first stack, and ten tickets in each of two buckets."""

    def __init__(self, players: int = 20) -> None:
        self._night = RaffleNight(players=players)
        for number in range(players):
            self._night.give_chips(number)
            self._night.sell(number, lots=2)
            self._night.place(number, B1=10, B2=10)
        self.event = self._night.event
        self.codes = self._night.codes
        self.tokens = [self._token(number) for number in range(CLIENTS)]
        self.opening = self.balances()
        self.opened_at = Books.objects.get(event=self.event).last_sequence

    def freeze_and_roll(self) -> None:
        """Close the sales, so that prizes B1 and B2 can be drawn."""
        self._night.freeze_and_roll()

    def sell(self) -> bank.Posting:
        """A re-buy sold from here, beside the web processes."""
        return self._night.post(bank.sell_rebuy, player_code=self.codes[0], paid=1000)

    def balances(self) -> dict[str, int]:
        """What every account with a stored balance holds, by commodity/kind/code."""
        return {str(row): row.balance for row in Account.objects.filter(event=self.event, balance__isnull=False)}

    def _token(self, number: int) -> str:
        # No password: hashing one for each would take longer than a trial.
        user, _ = User.objects.get_or_create(username=f"desk{number}")
        RoleGrant.objects.create(event=self.event, user=user, role=Role.ORGANISER)
        return Token.objects.get_or_create(user=user)[0].key


def rebuy(player: str) -> Wish:
    moves = {"money/till/T1": 1000, f"chips/player/{player}": 1000}
    return Wish("bank/rebuys/", {"player": player, "paid": 1000}, moves)


def redemption(player: str, chips: int) -> Wish:
    moves = {f"chips/player/{player}": -chips, f"tickets/player/{player}": chips // 100}
    return Wish("raffle/redemptions/", {"player": player, "chips": chips}, moves)


def ticket_sale(player: str) -> Wish:
    moves = {"money/till/T1": 1000, f"tickets/player/{player}": 10}
    return Wish("raffle/sales/", {"player": player, "paid": 1000}, moves)


def placing(player: str) -> Wish:
    moves = {f"tickets/player/{player}": -1, "tickets/bucket/B1": 1}
    return Wish("raffle/placings/", {"player": player, "counts": {"B1": 1}}, moves)


def ticket_move(player: str, giver: str, taker: str) -> Wish:
    moves = {f"tickets/bucket/{giver}": -1, f"tickets/bucket/{taker}": 1}
    return Wish("raffle/moves/", {"player": player, "giver": giver, "taker": taker, "count": 1}, moves)


def any_wish(codes: list[str], chance: random.Random) -> Wish:
    """What the next guest in the queue wants."""
    player = chance.choice(codes)
    kind = chance.choices((rebuy, lambda code: redemption(code, 100), ticket_sale, placing), (5, 2, 2, 1))[0]
    return kind(player)
