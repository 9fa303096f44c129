"""Streets and draws: who holds what, what is on the board, and where the next card comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import Card
from engine.poker.deck import Deck, shuffled_again
from engine.poker.games.spec import GameSpec, Street
from engine.poker.house.options import DrawFill

FOUR_AT_ONCE: Final = 4


class Streets:
    """Cards by place, 0 being the first left of the button.

    hole: each player's cards in the order they came, None where unknown. up: those of them that lie face up.
    stub: the cards not yet dealt, empty for a fed hand. burns: burned cards. discards: cards thrown away in a draw.
    owed: how many cards a fed hand still needs, by place, with True for each that comes face up. board_owed: likewise
    for the board. dead: cards out of play by a ruling. reshuffles: how often the pack was shuffled again.
    """

    __slots__ = (
        "_asked",
        "_burn_plan",
        "_deck",
        "_fill",
        "_game",
        "_late",
        "_order",
        "_seen",
        "_top",
        "board",
        "board_owed",
        "burns",
        "dead",
        "discards",
        "hole",
        "owed",
        "reshuffles",
        "up",
    )

    def __init__(self, *, game: GameSpec, deck: Deck | None, fill: DrawFill, players: int) -> None:
        self._game = game
        self._deck = deck
        self._fill = fill
        self._order: Sequence[Card] = deck.order if deck else ()
        self._top = 0
        self._burn_plan: list[bool] = []
        self.reshuffles = 0
        self._asked = 0
        self._seen: set[Card | None] = set()
        self._late: dict[int, tuple[bool, ...]] = {}
        self.hole: list[list[Card | None]] = [[] for _ in range(players)]
        self.up: list[list[Card | None]] = [[] for _ in range(players)]
        self.board: list[Card] = []
        self.burns: list[Card] = []
        self.dead: list[Card] = []
        self.discards: list[list[Card | None]] = [[] for _ in range(players)]
        self.owed: dict[int, tuple[bool, ...]] = {}
        self.board_owed = 0

    @property
    def is_fed(self) -> bool:
        return self._deck is None

    @property
    def awaits_cards(self) -> bool:
        """A fed hand cannot go on before these cards are told."""
        return bool(self.board_owed or self.owed)

    @property
    def stub(self) -> tuple[Card, ...]:
        """The cards not yet dealt, top first."""
        return tuple(self._order[self._top :])

    # Dealing a street

    def deal(self, street: Street, live: Sequence[int], *, is_first: bool) -> None:
        """Deal a street to the live places, one card at a time round the table, or note what a fed hand needs.

        A stub too short for a card each gives one common card instead. Rules: WLIA-7, ANG-4, ANG-10.
        """
        if self._deck is None:
            self.owed = dict.fromkeys(live, (False,) * street.down + (True,) * street.up)
            self._asked = len(live)
            return
        round_length = len(live)
        needed = (street.down + street.up) * round_length
        if not is_first:
            self._burn_before(needed)
        top, order = self._top, self._order
        end = top + needed
        if end > len(order):
            self._deal_common()
            return
        self._top = end
        for offset, place in enumerate(live):
            got = order[top + offset : end : round_length]
            self.hole[place] += got
            if street.up:
                self.up[place] += got[street.down :]

    def deal_board(self, cards: int) -> None:
        """Burn a card and deal common cards, or note what a fed hand needs. Rules: WLIA-11, WAS-9."""
        if self._deck is None:
            self.board_owed = cards
            return
        self._burn_before(cards)
        top = self._top
        self._top = end = top + cards
        self.board += self._order[top:end]

    def _burn_before(self, needed: int) -> None:
        """Burn one card, unless a ruling says not to or the stub would then fall just short."""
        if self._burn_plan and not self._burn_plan.pop(0):
            return
        left = len(self._order) - self._top
        if left > needed or 1 < left < needed:
            self.burns.append(self._order[self._top])
            self._top += 1

    def _deal_common(self) -> None:
        if self._top == len(self._order):
            # Without a burn there are dead cards: only a ruling that took some out of play empties the stub so early.
            self._take_back(self.burns or self.dead)
            (self.burns or self.dead).clear()
        self.board.append(self._order[self._top])
        self._top += 1

    def _take_back(self, cards: Iterable[Card | None]) -> None:
        """Shuffle cards that were out of the hand and put them under the stub."""
        assert self._deck is not None
        self.reshuffles += 1
        known = [card for card in cards if card is not None]
        again = shuffled_again(known, seed=self._deck.seed, times=self.reshuffles)
        self._order = [*self._order[self._top :], *again]
        self._top = 0

    # Drawing

    def discard(self, place: int, cards: Sequence[Card | None]) -> None:
        """Take cards out of a hand, a face-up card to be replaced face up; the caller has checked that it holds them.

        Rules: ANG-13, ANG-25, ANG-29.
        """
        faces: list[bool] = []
        for card in cards:
            self.hole[place].remove(card)
            is_up = card in self.up[place]
            if is_up:
                self.up[place].remove(card)
            faces.append(is_up)
        self.discards[place] += cards
        if not faces:
            return
        if self._fill is DrawFill.IN_TURN:
            if len(faces) > FOUR_AT_ONCE:
                self._replace_late(place, is_up=faces.pop())
            self.owed[place] = tuple(faces)
            if self._deck is not None:
                self._burn()
                self._replace(place)
        else:
            self.owed[place] = tuple(faces)

    def _replace_late(self, place: int, *, is_up: bool) -> None:
        """Owe a card that comes after everybody has drawn."""
        self._late[place] = (*self._late.get(place, ()), is_up)

    def fill_draws(self) -> None:
        """All have drawn: give out what is still owed, the first left of the button first. Rules: ANG-10, ANG-25."""
        for place, faces in self._late.items():
            self.owed[place] = (*self.owed.get(place, ()), *faces)
        self._late = {}
        if self._deck is None or not self.owed:
            return
        if self._fill is DrawFill.AFTER_ALL:
            self._burn()
        for place in sorted(self.owed):
            self._replace(place)

    @property
    def is_filled_in_turn(self) -> bool:
        """Each draw is filled before the next player draws."""
        return self._fill is DrawFill.IN_TURN

    def drop(self, place: int) -> None:
        """A hand that is out of play is owed nothing more."""
        if self.owed.pop(place, None):
            self._asked -= 1
        self._late.pop(place, None)

    def forget_owed(self) -> None:
        """The hand is won: nothing more is dealt."""
        self.owed.clear()
        self._late.clear()
        self.board_owed = 0

    def _burn(self) -> None:
        if len(self._order) > self._top:
            self.burns.append(self._order[self._top])
            self._top += 1

    def _replace(self, place: int) -> None:
        for is_up in self.owed.pop(place):
            if self._top == len(self._order):
                self._refill(place)
            card = self._order[self._top]
            self._top += 1
            self.hole[place].append(card)
            if is_up:
                self.up[place].append(card)

    def _refill(self, place: int) -> None:
        """The stub has run out: the others' discards first, then the burns, the drawer's own and dead cards only if
        nothing else is left. Rules: ANG-10.
        """
        others = [card for at, thrown in enumerate(self.discards) if at != place for card in thrown]
        if others:
            self.discards = [thrown if at == place else [] for at, thrown in enumerate(self.discards)]
            self._take_back(others)
        elif self.burns:
            burns, self.burns = self.burns, []
            self._take_back(burns)
        elif self.discards[place]:
            own, self.discards[place] = self.discards[place], []
            self._take_back(own)
        else:
            dead, self.dead = self.dead, []
            self._take_back(dead)
