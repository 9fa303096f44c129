"""A hand that the system deals at a table of a fresh night, played on the phones alone, from a pack that is known."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from engine.cards import Card, parse_cards
from engine.poker.dealt import DealtHand
from engine.poker.deck import Deck
from engine.poker.hand import Hand, Phase
from tables.models import Table
from tables.selectors import play_of, the_play
from tests.answers import shown_text
from tests.flows.pressing import Refusal, refusal_in
from tests.tables.at_the_table import WORDS, opened
from tests.tables.dealt_night import DealtTable, number_of
from tests.tables.evening import seat_people, stacks

Begin = Callable[[Deck | None], Hand]


class OnPhones:
    """Everybody at a table as a fresh night of the house opens it has a phone. door: by which it is opened, "page" or
    "api".
    """

    def __init__(self, door: str, house: str, chips: tuple[int, ...], **changes: object) -> None:
        self.table: Table = opened(door, house, **changes)
        self.people = seat_people(self.table, dict(enumerate(chips, start=1)))
        self.clients = {seat: Client() for seat in self.people}

    def deal(self) -> OnPhones:
        """Every phone is ready, and the hand begins."""
        serial = DealtTable.at(self.table, self.table.opened_at).shuffle.serial
        for seat in self.people:
            answer = self._press(seat, "my_ready", serial=serial, number=number_of(seat))
            assert answer.status_code == 302, shown_text(answer)[:600]
        return self

    def play(self, actions: str) -> OnPhones:
        """Whoever is to act does it on their phone: f fold, k check, c call, 60 bet or raise to 60, s show, m throw
        away.
        """
        for action in actions.split():
            answer = self.do(action)
            assert answer.status_code == 302, (action, shown_text(answer)[:600])
        return self

    def do(self, action: str, *, seat: int = 0) -> HttpResponse:
        """One action, and what it was answered. seat: whose phone, where it is not that of whoever is to act."""
        told = {"verb": "bet", "to": action} if action.isdigit() else {"verb": {**WORDS, "s": "show"}[action]}
        return self._press(seat or self.turn, "my_move", version=the_play(self.table).version, **told)

    def refused(self, action: str, *, seat: int = 0) -> Refusal:
        """Why one action is not done; the hand is as it was."""
        before = the_play(self.table).row
        refusal = refusal_in(self.do(action, seat=seat))
        after = the_play(self.table).row
        assert (after.version, after.log) == (before.version, before.log)
        return refusal

    @property
    def is_over(self) -> bool:
        return play_of(Table.objects.get(pk=self.table.pk)) is None

    @property
    def turn(self) -> int:
        """The seat that is to act."""
        turn = the_play(self.table).hand.turn
        assert turn is not None
        return turn

    @property
    def keys(self) -> set[str]:
        """What the phone of whoever is to act offers."""
        return set(re.findall(r'name="verb"\s+value="(\w+)"', self._source(self.turn)))

    @property
    def span(self) -> tuple[int, ...]:
        """The least and the most that a bet or a raise makes of the round, as that phone offers it."""
        source = self._source(self.turn)
        found = re.search(r'data-least="(\d+)" data-most="(\d+)"', source)
        return tuple(map(int, found.groups() if found else re.findall(r'name="to" value="(\d+)"', source)))

    @property
    def view(self) -> dict[str, Any]:
        """The hand as the room sees it."""
        place = {"code": self.table.event.code, "table_id": self.table.pk}
        return dict(Client().get(reverse("tables:watch", kwargs=place)).context["seen"])

    @property
    def stacks(self) -> dict[int, int]:
        """The chips before everybody."""
        return {seat: chips for seat, chips in stacks(self.table).items() if seat in self.people}

    def words_of(self, seat: int) -> str:
        """What the phone of a seat says."""
        return shown_text(self.clients[seat].get(self._address(seat, "my_seat")))

    def cards_of(self, seat: int) -> tuple[str, ...]:
        """What the phone of a seat shows as its own."""
        return tuple(self.clients[seat].get(self._address(seat, "my_seat")).context["page"].cards)

    def _source(self, seat: int) -> str:
        return html.unescape(self.clients[seat].get(self._address(seat, "my_seat")).content.decode())

    def _press(self, seat: int, name: str, **fields: object) -> HttpResponse:
        sent = {"request_id": str(uuid4()), "table": self.table.pk, **fields}
        return self.clients[seat].post(self._address(seat, name), sent)

    def _address(self, seat: int, name: str) -> str:
        return reverse(f"tables:{name}", kwargs={"token": self.people[seat].token})


def pack_deals(patch: pytest.MonkeyPatch, holes: Mapping[int, str], board: str = "") -> None:
    """The next packs come out so that these cards are dealt. holes: by seat."""
    start = DealtHand.start

    def arranged(begin: Begin, deck: Deck) -> DealtHand:
        hand = begin(deck)
        order = list(deck.order)
        places = {seat: [order.index(card) for card in hand.hole(seat) if card is not None] for seat in holes}
        on_board = [order.index(card) for card in _whole_board(hand)]
        for at, card in _wanted(places, on_board, holes, board):
            other = order.index(card)
            order[at], order[other] = order[other], order[at]
        return start(begin, Deck(order=tuple(order)))

    patch.setattr(DealtHand, "start", arranged)


def _whole_board(hand: Hand) -> tuple[Card, ...]:
    """The board that comes where nobody bets."""
    while hand.phase is Phase.BETTING:
        if hand.legal.may_check:
            hand.check()
        else:
            hand.call()
    return tuple(hand.board)


def _wanted(
    places: Mapping[int, list[int]], on_board: list[int], holes: Mapping[int, str], board: str
) -> list[tuple[int, Card]]:
    found = list(zip(on_board, parse_cards(board), strict=False))
    for seat, cards in holes.items():
        found += zip(places[seat], parse_cards(cards), strict=True)
    return found
