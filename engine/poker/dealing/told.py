"""Cards told by a dealer: each once, as many as are due, and in agreement with what was known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final

from engine.cards import JOKER, Card, card_text, full_deck
from engine.errors import RuleError
from engine.poker.dealing.streets import Streets

PACK: Final = 52
# Without the bug, and with it.
_CARDS: Final = (frozenset(full_deck()), frozenset((*full_deck(), JOKER)))


class ToldCards(Streets):
    """What a fed hand is told."""

    __slots__ = ()

    def feed(self, place: int, cards: Sequence[Card | None], name: str) -> None:
        """Tell what a player was dealt. Raises RuleError: "cards_not_due", "too_many_cards", "upcard_unknown",
        "duplicate_card".
        """
        faces = self.owed.get(place)
        if faces is None:
            raise RuleError("cards_not_due", f"{name} is owed no card now.", place=name)
        if not cards or len(cards) > len(faces):
            raise RuleError(
                "too_many_cards",
                f"{name} is owed {len(faces)} cards, not {len(cards)}. Tell what it was dealt.",
                cards=len(cards),
                owed=len(faces),
            )
        ups = [*compress(cards, faces)]
        if (None in ups or None in self.up[place]) and not self._may_be_unseen(place):
            raise RuleError(
                "upcard_unknown", f"An upcard of {name} is unknown. Everyone can see it: tell it.", rules=("ANG-4",)
            )
        self._see(cards, name)
        self.hole[place] += cards
        self.up[place] += ups
        if len(cards) == len(faces):
            del self.owed[place]
        else:
            self.owed[place] = faces[len(cards) :]

    def feed_round(self, dealt: dict[int, Sequence[Card | None]]) -> bool:
        """Tell at once what several players were dealt, where each is told all that it is owed, as much as the others,
        and nothing needs a closer look. Returns whether it did; if not, nothing has changed.
        """
        owed, hole, up = self.owed, self.hole, self.up
        told: list[Card | None] = []
        faces: tuple[bool, ...] = ()
        for place, cards in dealt.items():
            due = owed.get(place)
            if not told:
                faces = due or ()
            if due != faces or len(cards) != len(faces):
                return False
            told += cards
        new = self._new(told) if told else None
        if new is None:
            return False
        shows = True in faces
        if shows and (len(new) < len(told) or any(None in shown for shown in up)):
            return False
        self._seen |= new
        hides = False in faces
        for place, cards in dealt.items():
            del owed[place]
            hole[place] += cards
            if shows:
                up[place] += compress(cards, faces) if hides else cards
        return True

    def _may_be_unseen(self, place: int) -> bool:
        """A record may lack the door card of a player who folds at once, as long as another's can bring it in."""
        others = [at for at in range(len(self.up)) if at != place]
        return not self.up[place] and any(at in self.owed or any(self.up[at]) for at in others)

    def feed_board(self, cards: Sequence[Card]) -> None:
        """Tell the cards on the board; in stud, the one common card when the deck cannot give each a card.

        Raises RuleError: "cards_not_due", "too_many_cards", "duplicate_card". Rules: ANG-10.
        """
        is_common = bool(self.owed) and not self._game.draws and not self.board_owed and len(cards) == 1
        if len(self.owed) != self._asked or any(len(faces) != 1 for faces in self.owed.values()):
            is_common = False
        if not self.board_owed and not is_common:
            raise RuleError("cards_not_due", "The board is owed no card now.")
        if not is_common and len(cards) != self.board_owed:
            raise RuleError(
                "too_many_cards",
                f"The board is owed {self.board_owed} cards, not {len(cards)}. Tell those dealt.",
                cards=len(cards),
                owed=self.board_owed,
            )
        self._see(cards, "the board")
        self.board += cards
        self.board_owed = 0
        if is_common:
            self.owed.clear()

    def reveal(self, place: int, cards: Sequence[Card | None], name: str) -> None:
        """Tell a whole hand, in the order it was dealt; what was known of it must agree.

        Raises RuleError: "cards_unknown", "wrong_hole_cards", "other_cards", "duplicate_card". Rules: CAN-17.
        """
        held = self.hole[place]
        if [*cards] == held and None not in held:
            return
        if len(cards) == len(held) and None in cards:
            raise RuleError(
                "cards_unknown",
                f"The cards of {name} are not known. Tell all {len(held)} that are shown.",
                rules=("CAN-17", "CAN-18"),
                needed=len(held),
            )
        if len(cards) != len(held):
            raise RuleError(
                "wrong_hole_cards",
                f"{name} holds {len(held)} cards and {len(cards)} are shown. All of them must be shown.",
                rules=("CAN-17", "CAN-18"),
                cards=len(cards),
                needed=len(held),
            )
        new = list(cards)
        for known in held:
            if known is None:
                continue
            if known not in new:
                raise RuleError(
                    "other_cards",
                    f"{name} was dealt {card_text(known)}, which is not among the cards shown. Correct one of the two.",
                    card=card_text(known),
                )
            new.remove(known)
        self._see(new, name)
        unknown = iter(new)
        self.hole[place] = [next(unknown) if card is None else card for card in held]

    def _see(self, cards: Sequence[Card | None], name: str) -> None:
        """Note cards that are told, each once in a hand. Raises RuleError: "unknown_card", "duplicate_card",
        "card_not_in_game", naming the card.
        """
        new = self._new(cards)
        if new is None:
            told = [card for card in cards if card is not None]
            new = {*told}
            if len(new) < len(told) or not self._were_reshuffled(new & self._seen, dealing=len(cards)):
                self._require_not_told(told, name)
        self._seen |= new

    def _new(self, cards: Sequence[Card | None]) -> set[Card | None] | None:
        """The known ones of these cards, None unless each is told for the first time and belongs to the game."""
        new = {*cards}
        known = len(cards)
        if None in new:
            new.discard(None)
            known -= cards.count(None)
        is_sound = len(new) == known and new <= _CARDS[self._game.has_bug] and new.isdisjoint(self._seen)
        return new if is_sound else None

    def _require_not_told(self, told: Sequence[Card], name: str) -> None:
        for at, card in enumerate(told):
            text = card_text(card)
            if card in self._seen or card in told[:at]:
                raise RuleError("duplicate_card", f"{text} ({name}) is in the hand already. Correct it.", card=text)
            if card == JOKER and not self._game.has_bug:
                raise RuleError(
                    "card_not_in_game",
                    f"{text} ({name}) does not belong to {self._game.name}. It is a scrap of paper: deal the next.",
                    rules=("CAN-9", "BIS-1"),
                    card=text,
                )

    def _were_reshuffled(self, cards: set[Card | None], *, dealing: int) -> bool:
        """Told cards that were discarded: the pack has been dealt through, burns included, and the discards shuffled.
        They are discards no more. Rules: ANG-10.
        """
        burned = len(self._game.streets) - 1 + (len(self.hole) - 1 if self.is_filled_in_turn else 0)
        places: list[Sequence[Card | None]] = [*self.hole, *self.discards, self.board, self.dead]
        out = sum(map(len, places)) + burned
        if out + dealing <= PACK + self._game.has_bug or not cards <= {card for each in self.discards for card in each}:
            return False
        self.discards = [[card for card in each if card not in cards] for each in self.discards]
        return True
