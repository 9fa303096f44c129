"""What a ruling of the floor does to the cards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import JOKER, Card, card_text
from engine.errors import RuleError
from engine.poker.dealing.told import ToldCards


class Dealing(ToldCards):
    """The cards of a hand in play, dealt from a deck or told, and changed by rulings."""

    __slots__ = ()

    def set_stub(self, cards: Sequence[Card], *, burned: Sequence[Card] = (), burns: Sequence[bool] = ()) -> None:
        """Put these cards, and no others, in place of the stub. burned: cards that stay burned. burns: for the coming
        streets in order, whether a card is burned before it; without it an earlier ruling's stands. What is left out
        of all this is out of play.

        Raises RuleError: "duplicate_card", "unknown_card", "card_not_in_game", "fed_hand".
        """
        self._require_own_deck()
        groups: list[Sequence[Card | None]] = [*self.hole, self.board]
        in_play = {card for group in groups for card in group}
        placed = [*cards, *burned]
        for card in placed:
            name = card_text(card)
            if card == JOKER and not self._game.has_bug:
                raise RuleError(
                    "card_not_in_game", f"{name} does not belong to {self._game.name}.", rules=("CAN-9", "BIS-1")
                )
            if card in in_play or placed.count(card) > 1:
                raise RuleError("duplicate_card", f"{name} would be in the hand twice.", card=name)
        left_out = set(self.stub).difference(placed)
        self.burns = [*(card for card in self.burns if card not in placed), *burned]
        self.discards = [[card for card in thrown if card not in placed] for thrown in self.discards]
        self.dead = [*(card for card in self.dead if card not in placed), *sorted(left_out)]
        self._order = list(cards)
        self._top = 0
        if burns:
            self._burn_plan = list(burns)

    def rule_out(self, card: Card) -> None:
        """Put a card that has come to nobody out of play; nobody can have it in this hand.

        Raises RuleError: "not_in_stub", "duplicate_card", "card_not_in_game".
        """
        if self._deck is None:
            self._see([card], "the pack")
            self.dead.append(card)
            return
        left = [other for other in self.stub if other != card]
        if len(left) == len(self.stub):
            name = card_text(card)
            raise RuleError("not_in_stub", f"The {name} is not among the cards still to be dealt.", card=name)
        self.set_stub(left)

    def redeal_board(self, stub: Sequence[Card], count: int) -> None:
        """Take the last ``count`` board cards back and deal as many again, without a burn, from this stub; in a fed
        hand these are the new cards.

        Raises RuleError: "duplicate_card", "too_many_cards".
        """
        if self._deck is None:
            self._tell_board_again(stub, count)
            return
        kept, self.board = self.board, self.board[: len(self.board) - count]
        try:
            self.set_stub(stub)
        except RuleError:
            self.board = kept
            raise
        self.board += self._order[:count]
        self._top = count

    def _tell_board_again(self, cards: Sequence[Card], count: int) -> None:
        if len(cards) != count:
            raise RuleError(
                "too_many_cards",
                f"{count} cards are dealt again, not {len(cards)}. Tell those dealt.",
                cards=len(cards),
                owed=count,
            )
        taken = self.board[-count:]
        # They were shuffled back, so they may come again.
        self._seen.difference_update(taken)
        try:
            self._see(cards, "the board")
        except RuleError:
            self._seen.update(taken)
            raise
        self.board[-count:] = cards

    def _require_own_deck(self) -> None:
        if self._deck is None:
            raise RuleError("fed_hand", "This hand is dealt at the table. Deal on as ruled and tell the cards.")

    def swap(self, place: int, old: Card | None, new: Card | None, *, to_top: bool = False) -> None:
        """Take one hole card out of play and put another in its place; from a deck that is the top card.

        to_top: the old card goes on top of the deck, to be burned first, instead of out of play.
        Raises RuleError: "no_such_card", "duplicate_card", "no_card_left", "upcard_unknown". Rules: CAN-11, ANG-21.
        """
        self._require_held(place, old)
        held = self.hole[place]
        if self._deck is None:
            if new is None and old in self.up[place]:
                raise RuleError("upcard_unknown", "The card lies face up: tell the new one.", rules=("ANG-4",))
            self._see([new], "the new card")
        elif self._top == len(self._order):
            raise RuleError("no_card_left", "The deck has no card left to replace it with.", rules=("ANG-10",))
        else:
            new = self._order[self._top]
            self._top += 1
        held[held.index(old)] = new
        if old in self.up[place]:
            self.up[place][self.up[place].index(old)] = new
        if old is None:
            return
        if to_top and self._deck is not None:
            self._order = [old, *self._order[self._top :]]
            self._top = 0
        else:
            self.dead.append(old)

    def swap_late(self, place: int, old: Card) -> None:
        """Take one hole card out of play; it is replaced after everybody has drawn. Rules: ANG-22, ANG-23.

        Raises RuleError("no_such_card").
        """
        self._require_held(place, old)
        self.hole[place].remove(old)
        is_up = old in self.up[place]
        if is_up:
            self.up[place].remove(old)
        self.dead.append(old)
        self._replace_late(place, is_up=is_up)

    def _require_held(self, place: int, card: Card | None) -> None:
        if card not in self.hole[place]:
            raise RuleError("no_such_card", "That card is not in the hand. Name one that is.")
