"""What the dealer tells of a fed hand, and what the floor does to a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from engine.cards import Card
from engine.doors import door, wrong_type
from engine.errors import RuleError
from engine.poker.betting import NOBODY
from engine.poker.hand.entries import Entry, cards_text
from engine.poker.hand.play import HandPlay, refuse_odd_cards
from engine.poker.hand.state import Phase
from engine.units import Chips

# Looked up once: before Python 3.12 naming a member of an Enum costs as much as ten comparisons.
_DEAL = Phase.DEAL


class HandDealt(HandPlay):
    """The dealer's and the floor's actions. A refused action raises RuleError and changes nothing."""

    __slots__ = ()

    # What the dealer tells of a fed hand

    def deal_hole(self, seat: int, cards: Sequence[Card | None]) -> None:
        """Tell the cards a seat was dealt, face-down ones that nobody saw as None.

        Raises RuleError: "cards_not_due", "too_many_cards", "upcard_unknown", "duplicate_card", "card_not_in_game".
        """
        refuse_odd_cards(cards)
        place = self._place(seat)
        self._refuse_untimely()
        if place in self._shown and None in cards:
            raise RuleError(
                "upcard_unknown", f"Seat {seat} has shown its hand: tell the card.", rules=("STD-9",), seat=seat
            )
        self._dealing.feed(place, cards, f"Seat {seat}")
        self._log.append(("hole", seat, tuple(cards)))
        if not self._dealing.owed:
            self._cards_are_told()

    def deal_holes(self, dealt: Mapping[int, Sequence[Card | None]]) -> None:
        """Tell the cards of several seats, one seat after the other as ``deal_hole`` does; those told before a
        refused one stay told.
        """
        places = self._place_of
        by_place: dict[int, Sequence[Card | None]] = {}
        lines: list[Entry] = []
        if dealt.__class__ is not dict:
            raise wrong_type("dealt", dealt, Mapping[int, Sequence[Card]])
        for cards in dealt.values():
            if cards.__class__ not in (tuple, list):
                raise wrong_type("cards", cards, Sequence[Card])
        refuse_odd_cards([*chain.from_iterable(dealt.values())])
        for seat, cards in dealt.items():
            by_place[places.get(seat, NOBODY)] = cards
            lines.append(("hole", seat, tuple(cards)))
        if self.phase is not _DEAL or self._shown or not self._dealing.feed_round(by_place):
            for seat, cards in dealt.items():
                self.deal_hole(seat, cards)
            return
        self._log += lines
        if not self._dealing.owed:
            self._cards_are_told()

    def deal_unknown(self) -> None:
        """Deal every face-down card still due without telling it, as at a table where nobody records the hands.

        Raises RuleError: "cards_not_due", "upcard_unknown".
        """
        self._refuse_untimely()
        if not self._dealing.owed:
            raise self._not_now("deal")
        if any(is_up for faces in self._dealing.owed.values() for is_up in faces):
            raise RuleError(
                "upcard_unknown", "Some cards due are upcards, which all can see: tell them.", rules=("ANG-4",)
            )
        for seat, count in self.owed_cards.items():
            self.deal_hole(seat, [None] * count)

    def deal_board(self, cards: Sequence[Card]) -> None:
        """Tell the cards dealt to the board.

        Raises RuleError: "cards_not_due", "too_many_cards", "duplicate_card", "card_not_in_game".
        """
        refuse_odd_cards(cards)
        self._refuse_untimely()
        self._dealing.feed_board(cards)
        self._log.append(("board", tuple(cards)))
        self._cards_are_told()

    def _refuse_untimely(self) -> None:
        """Raises RuleError("cards_not_due"): cards of a draw wait for all to have drawn, a misdeal takes none."""
        if self.phase is not Phase.DEAL:
            raise RuleError("cards_not_due", f"No card is due now: the hand waits for {self.phase.value}.")

    # What the floor does

    @door
    def kill(self, seat: int, why: str, rules: Iterable[str] = ()) -> None:
        """Declare a hand dead; its chips stay in. Raises RuleError: "not_in_hand", "last_hand"."""
        place = self._live_place(seat)
        if len(self._betting.live) == 1:
            raise RuleError("last_hand", f"Seat {seat} is the only one left and wins the pot.", seat=seat)
        if not self._others_can_win(place):
            raise RuleError(
                "last_hand", f"The others have mucked, so seat {seat} is the last to win. Play on.", seat=seat
            )
        self._betting.drop_out_of_turn(place)
        self._dealing.drop(place)
        if place in self._drawers:
            self._drawers.remove(place)
        self._shown.discard(place)
        self._log.append(("kill", seat, why, list(rules)))
        if len(self._betting.live) == 1:
            self._drawers.clear()
            self._dealing.forget_owed()
            self.phase = Phase.OVER
        elif self.phase is Phase.DRAW:
            self._after_draw()
        elif self.phase is Phase.SHOWDOWN:
            self._close_showdown()
        elif self.phase is Phase.DEAL and not self._dealing.awaits_cards:
            self._cards_are_told()
        self._go_on()

    @door
    def void(self, why: str, rules: Iterable[str] = ()) -> None:
        """Declare a misdeal: everybody gets back what they put in. Raises RuleError("hand_over")."""
        if self.phase in (Phase.OVER, Phase.VOID):
            raise RuleError("hand_over", "The hand is over. Undo its last action first.")
        self.phase = Phase.VOID
        self._betting.actor = NOBODY
        self._log.append(("void", why, list(rules)))

    @door
    def replace_card(self, seat: int, old: Card | None, new: Card | None = None, *, to_top: bool = False) -> None:
        """Take a hole card out of play for the top card of the deck, or, in a fed hand, for ``new``.

        to_top: the old card goes on top of the deck, to be burned first, instead of out of play.
        Raises RuleError: "not_in_hand", "already_shown", "no_such_card", "duplicate_card", "no_card_left".
        Rules: CAN-9, CAN-11, ANG-21.
        """
        place = self._live_place(seat)
        if place in self._shown:
            raise RuleError("already_shown", f"Seat {seat} has shown its hand. It plays as it lies.", seat=seat)
        self._dealing.swap(place, old, new, to_top=to_top)
        self._log.append(("replace", seat, cards_text([old]), "" if new is None else cards_text([new]), to_top))

    @door
    def replace_late(self, seat: int, old: Card) -> None:
        """Take a hole card out of play; its replacement comes after everybody has drawn, in a game with a draw to come.

        Raises RuleError: "not_in_hand", "no_such_card", "no_draw_to_come". Rules: ANG-22, ANG-23.
        """
        place = self._live_place(seat)
        to_come = self._setup.game.streets[self.street_number + 1 :]
        if self.phase is not Phase.DRAW and not any(street.draw_up_to for street in to_come):
            raise RuleError(
                "no_draw_to_come", "No draw is to come that could replace the card.", rules=("ANG-22",), seat=seat
            )
        self._dealing.swap_late(place, old)
        self._log.append(("replace_late", seat, cards_text([old])))

    @door
    def set_stub(self, cards: Sequence[Card], *, burned: Sequence[Card] = (), burns: Sequence[bool] = ()) -> None:
        """Replace the cards not yet dealt, top first. burned: of these, cards that stay burned. burns: for the coming
        streets in order, whether a card is burned before it; as usual where it is not told.

        Raises RuleError: "fed_hand", "duplicate_card", "stub_too_short". Rules: CAN-14, CAN-15, CAN-16.
        """
        self._refuse_short(len(cards))
        self._dealing.set_stub(cards, burned=burned, burns=burns)
        self._log.append(("stub", cards_text(cards), cards_text(burned), [bool(each) for each in burns]))

    @door
    def redeal_board(self, stub: Sequence[Card]) -> None:
        """Take the street's board cards back and deal as many anew from this stub, without a burn.

        Raises RuleError: "no_board_to_redeal", "fed_hand", "duplicate_card". Rules: CAN-13.
        """
        count = self.street.board
        if not count or self.phase is not Phase.BETTING or any(self._betting.acted):
            raise RuleError(
                "no_board_to_redeal",
                "Board cards are dealt again only before anyone has acted on them.",
                rules=("CAN-13",),
            )
        if not self.is_fed:
            self._refuse_short(len(stub) - count)
        self._dealing.redeal_board(stub, count)
        self._log.append(("redeal", cards_text(stub)))

    @door
    def forfeit(self, chips: Chips, seat: int | None = None) -> None:
        """The player to act folds and leaves chips in the pot that did not reach a bet.

        Raises RuleError: "not_your_turn", "no_turn", "no_chips". Rules: ANG-28.
        """
        place = self._betting.actor
        if place < 0 or (seat is not None and seat != self.seats[place]):
            raise self._out_of_turn("forfeit", seat)
        actor = self.seats[place]
        if not 0 < chips < self._betting.stacks[place] or chips % self._betting.unit:
            raise RuleError(
                "no_chips",
                f"Seat {actor} has {self._betting.stacks[place]} and cannot forfeit {chips}.",
                rules=("ANG-28", "CAN-24"),
                seat=actor,
                chips=chips,
            )
        self._betting.forfeit(chips)
        self._log.append(("forfeit", actor, chips))
        self._go_on()

    @door
    def note(self, code: str, says: str, rules: Iterable[str] = ()) -> None:
        """Write a ruling of the floor into the log; it changes nothing itself."""
        self._log.append(("note", code, says, list(rules)))

    def _refuse_short(self, cards: int) -> None:
        """Raises RuleError("stub_too_short") where the hand could not be dealt to its end from so many cards."""
        to_come = self._setup.game.streets[self.street_number + 1 :]
        needed = sum(each.board + 1 for each in to_come)
        if cards < needed:
            raise RuleError(
                "stub_too_short",
                f"{cards} cards cannot finish the hand, which may need {needed}. Leave more of them in.",
                rules=("ANG-10",),
                cards=cards,
                needed=needed,
            )

    @door
    def limit_claim(self, seat: int, chips: Chips) -> None:
        """Let a seat win, from each other seat, no more than this part of what it put in. Rules: ANG-18.

        Raises RuleError: "not_in_hand", "last_hand", "claim", "chips_too_small".
        """
        place = self._live_place(seat)
        if not self._others_can_win(place):
            raise RuleError(
                "last_hand", f"Nobody else can win, so nothing limits seat {seat}.", rules=("ANG-18",), seat=seat
            )
        if not 0 <= chips <= self._betting.total[place]:
            raise RuleError(
                "claim",
                f"Seat {seat} put in {self._betting.total[place]}; it cannot claim up to {chips}.",
                rules=("ANG-18",),
                seat=seat,
            )
        if chips % self._betting.unit:
            raise RuleError(
                "chips_too_small",
                f"Seat {seat} cannot claim up to {chips}: the smallest chip in play is {self._betting.unit}.",
                rules=("CAN-24",),
                seat=seat,
                smallest_chip=self._betting.unit,
            )
        self._claims[place] = chips
        self._log.append(("claim", seat, chips))

    @door
    def mark_absent(self, seat: int, *, is_away: bool = True) -> None:
        """A player away from the table is folded whenever it is their turn. Raises RuleError("not_in_hand").

        Rules: BIS-2.
        """
        self._live_place(seat)
        (self._absent.add if is_away else self._absent.discard)(seat)
        self._log.append(("absent", seat, is_away))
        if self.phase is Phase.DRAW:
            self._after_draw()
        self._go_on()
