"""A hand that nobody deals by hand: one copy knows every card, the other only what the table sees.

The second is a fed hand like any that people deal. Whatever is shown, stored in the open or sent to anybody but a
player's own phone is made of it alone, so that it cannot tell what it does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.cards import Card
from engine.hints import GivenInt
from engine.poker.deck import Deck
from engine.poker.hand import Hand, Phase
from engine.poker.hand.entries import told


class DealtHand:
    """known: the hand as the system deals it, whose cards only their own player sees. seen: the same as the table sees
    it, face-down cards being None until they are shown. Every act is one of the first, and then of the second; what is
    refused changes neither. Rules: BIS-16.
    """

    __slots__ = ("known", "seen")

    def __init__(self, known: Hand, seen: Hand) -> None:
        self.known, self.seen = known, seen
        self._follow()

    @classmethod
    def start(cls, begin: Callable[[Deck | None], Hand], deck: Deck) -> DealtHand:
        """begin: makes the hand from a deck, or fed without one. Raises what it raises."""
        return cls(begin(deck), begin(None))

    @classmethod
    def from_json(cls, known: Mapping[str, object], seen: Mapping[str, object]) -> DealtHand:
        """Resume a stored hand. known: a secret. Raises RuleError: "bad_hand", and what its actions raise."""
        return cls(Hand.from_json(known), Hand.from_json(seen))

    def fold(self, seat: GivenInt | None = None) -> None:
        """As ``Hand.fold`` does; the others are named as there, too."""
        self._both(lambda hand: hand.fold(seat))

    def check(self, seat: GivenInt | None = None) -> None:
        self._both(lambda hand: hand.check(seat))

    def call(self, seat: GivenInt | None = None) -> None:
        self._both(lambda hand: hand.call(seat))

    def bet_to(self, to: GivenInt, seat: GivenInt | None = None) -> None:
        self._both(lambda hand: hand.bet_to(to, seat))

    def post_bring_in(self, seat: GivenInt | None = None) -> None:
        self._both(lambda hand: hand.post_bring_in(seat))

    def discard(self, cards: Sequence[Card] | str, seat: GivenInt | None = None) -> None:
        """Exchange these cards; the table sees how many, and those that lay face up."""
        given, actor = told(cards), self.known.turn
        faces = [] if actor is None else self._faces(actor, given)
        self.known.discard(given, seat)
        self.seen.discard(faces, seat)
        self._follow()

    def show(self, seat: GivenInt) -> None:
        self.known.show(seat)
        self.seen.show(seat, self.known.hole(seat))
        self._follow()

    def muck(self, seat: GivenInt) -> None:
        self._both(lambda hand: hand.muck(seat))

    def mark_absent(self, seat: GivenInt, *, is_away: bool = True) -> None:
        """As ``Floor.mark_absent``. Rules: BIS-2."""
        self._both(lambda hand: hand.floor.mark_absent(seat, is_away=is_away))

    def kill(self, seat: GivenInt, why: str, rules: Sequence[str] = ()) -> None:
        """As ``Floor.kill``."""
        self._both(lambda hand: hand.floor.kill(seat, why, rules))

    def void(self, why: str, rules: Sequence[str] = ()) -> None:
        """As ``Floor.void``."""
        self._both(lambda hand: hand.floor.void(why, rules))

    def time_up(self) -> str:
        """The player to act lets the time pass: a check where it costs nothing, else a fold; in a draw no card is
        exchanged, a bring-in is posted, and at the showdown the hand is turned up. Returns what was done.

        Raises RuleError("no_turn") where nobody is to act. Rules: BIS-2.
        """
        if self.known.phase is Phase.DRAW:
            self.discard(())
            return "discard"
        if self.known.phase is Phase.SHOWDOWN:
            self.show(self.known.to_show[0])
            return "show"
        legal = self.known.legal
        done = "bring_in" if legal.bring_in else "check" if legal.may_check else "fold"
        {"bring_in": self.post_bring_in, "check": self.check, "fold": self.fold}[done]()
        return done

    def cards_of(self, seat: GivenInt) -> tuple[Card, ...]:
        """What lies before a player, for that player alone. Raises RuleError("not_in_hand")."""
        return tuple(card for card in self.known.hole(seat) if card is not None)

    def _both(self, act: Callable[[Hand], None]) -> None:
        act(self.known)
        act(self.seen)
        self._follow()

    def _follow(self) -> None:
        """Show the table what was dealt meanwhile. Hands that must be turned up are, as soon as no bet can be made any
        more and before the board is dealt on. Rules: STD-9, STD-11, BIS-14, WLIA-13, ANG-28, ANG-40.
        """
        while True:
            if self._must_turn_up():
                seat = self.known.to_show[0]
                self.seen.show(seat, self.known.hole(seat)[: len(self.seen.hole(seat))])
                self.known.show(seat)
            elif self.seen.phase is Phase.DEAL:
                self._tell()
            else:
                return

    def _must_turn_up(self) -> bool:
        seen = self.seen
        runs_out = seen.phase is Phase.DEAL and seen.street_number > 0 and len(seen.live) - len(seen.all_in) <= 1
        return (runs_out or seen.phase is Phase.SHOWDOWN) and self.known.why_no_muck is not None

    def _tell(self) -> None:
        """Tell the table the cards that are due, of face-down ones that they are there."""
        known, seen = self.known, self.seen
        due = {
            seat: known.hole(seat)[len(seen.hole(seat)) : len(seen.hole(seat)) + count]
            for seat, count in seen.owed_cards.items()
        }
        if not any(due.values()):
            # Also the common card of a stud hand whose pack could not give everybody one more.
            there = len(seen.board)
            seen.deal_board(known.board[there : there + max(seen.owed_board, 1)])
        for seat, cards in due.items():
            if cards:
                seen.deal_hole(seat, self._faces(seat, cards))

    def _faces(self, seat: int, cards: Sequence[Card | None]) -> list[Card | None]:
        """These cards of a player as the table sees them."""
        if seat in self.known.shown:
            return list(cards)
        ups = self.known.upcards(seat)
        return [card if card in ups else None for card in cards]
