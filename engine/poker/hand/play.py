"""What players do in a hand: fold, check, call, bet, draw, show; and its settlement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from engine.cards import Card
from engine.doors import door, wrong_type
from engine.errors import RuleError
from engine.poker.hand.running import HandRunning
from engine.poker.hand.state import Phase
from engine.poker.legal import refuse_amount, refuse_call, refuse_check, refuse_fold, refuse_raise
from engine.poker.settlement import Played, Settlement, settle_checked
from engine.units import NO_CHIPS, Chips

# Looked up once: before Python 3.12 naming a member of an Enum costs as much as ten comparisons.
_DRAW, _SHOWDOWN, _OVER = Phase.DRAW, Phase.SHOWDOWN, Phase.OVER
_CARD_OR_NONE = {int, type(None)}
_LISTS = (tuple, list)


class HandPlay(HandRunning):
    """The players' actions. A refused action raises RuleError and changes nothing."""

    __slots__ = ()

    # What players do

    def fold(self, seat: int | None = None) -> None:
        """Give up the hand; the chips put in stay in the pots.

        Raises RuleError: "not_your_turn", "no_turn", "bring_in_due", "fold_unbet". Rules: WLIA-8, WLIA-11.
        """
        betting = self._betting
        place = betting.actor
        actor = self.seats[place]
        if place < 0 or (seat is not None and seat != actor):
            raise self._out_of_turn("fold", seat)
        if betting.bring_in_due or not betting.may_fold_unbet:
            refuse_if(refuse_fold(actor, betting, self._setup.house))
        betting.fold()
        self._log.append(("fold", actor))
        if betting.actor < 0 or self._absent:
            self._go_on()

    def check(self, seat: int | None = None) -> None:
        """Pass where nothing is owed.

        Raises RuleError: "not_your_turn", "no_turn", "bring_in_due", "bet_to_call", "pass_and_out". Rules: WLIA-11,
        ANG-17.
        """
        betting = self._betting
        place = betting.actor
        actor = self.seats[place]
        if place < 0 or (seat is not None and seat != actor):
            raise self._out_of_turn("check", seat)
        if betting.price != betting.bets[place] or not betting.may_check or betting.bring_in_due:
            refuse_if(refuse_check(actor, betting))
        betting.match()
        self._log.append(("check", actor))
        if betting.actor < 0 or self._absent:
            self._go_on()

    def call(self, seat: int | None = None) -> None:
        """Match the bet, with all one's chips where they do not reach.

        Raises RuleError: "not_your_turn", "no_turn", "bring_in_due", "nothing_to_call". Rules: WLIA-8, WAS-11.
        """
        betting = self._betting
        place = betting.actor
        actor = self.seats[place]
        if place < 0 or (seat is not None and seat != actor):
            raise self._out_of_turn("call", seat)
        if betting.price == betting.bets[place] or betting.bring_in_due:
            refuse_if(refuse_call(actor, betting))
        betting.match()
        self._log.append(("call", actor))
        if betting.actor < 0 or self._absent:
            self._go_on()

    def bet_to(self, to: int, seat: int | None = None) -> None:
        """Bet, raise or complete, to a total of ``to`` chips in this round.

        Raises RuleError: "not_your_turn", "no_turn", "all_in_call", "nobody_left_to_call", "not_reopened",
        "raises_capped", "raise_too_small", "raise_too_large", "raise_between_bets", "chips_too_small", "wrong_type".
        Rules: STD-4, STD-5, STD-6, WLIA-5, WLIA-10, CAN-5, CAN-22, CAN-23, CAN-24, BIS-9, BIS-10, BIS-13.
        """
        betting = self._betting
        place = betting.actor
        actor = self.seats[place]
        if place < 0 or (seat is not None and seat != actor):
            raise self._out_of_turn("bet", seat)
        if type(to) is not int:
            raise wrong_type("to", to, int)
        bounds = betting.bounds
        if bounds is None:
            refuse_if(refuse_raise(actor, betting, self._setup.house, self._setup.stakes))
        elif not bounds[0] <= to <= bounds[1] or betting.unit > 1 or betting.has_two_bets:
            refuse_if(refuse_amount(to, actor, betting, self._setup.stakes))
        betting.bet_to(to)
        self._log.append(("bet", actor, to))
        # Somebody can always answer a bet.
        if self._absent:
            self._go_on()

    def post_bring_in(self, seat: int | None = None) -> None:
        """Post the bring-in that the door card owes. Raises RuleError: "not_your_turn", "no_turn", "no_bring_in"."""
        place = self._betting.actor
        if place < 0 or (seat is not None and seat != self.seats[place]):
            raise self._out_of_turn("bring_in", seat)
        actor = self.seats[place]
        if not self._betting.bring_in_due:
            raise RuleError("no_bring_in", f"Seat {actor} owes no bring-in. Check, call, bet or fold.", seat=actor)
        self._betting.post_bring_in()
        self._log.append(("bring_in", actor))
        self._go_on()

    def discard(self, cards: Sequence[Card | None], seat: int | None = None) -> None:
        """Exchange cards in a draw, none to stand pat, None for unknown ones. The first number asked for binds.

        Raises RuleError: "not_your_turn", "no_turn", "too_many_discards", "no_such_card".
        Rules: ANG-13, ANG-25, ANG-29.
        """
        refuse_odd_cards(cards)
        if self.phase is not _DRAW:
            raise self._not_now("draw")
        place = self._drawers[0]
        actor = self.seats[place]
        if seat is not None and seat != actor:
            raise self._not_your_turn(seat, actor)
        self._refuse_discard(place, cards)
        self._drawers.pop(0)
        self._dealing.discard(place, cards)
        self._log.append(("discard", actor, tuple(cards)))
        self._after_draw()
        self._go_on()

    def show(self, seat: int, cards: Sequence[Card | None] | None = None) -> None:
        """Turn a whole hand up, once no more bets can be made. cards: needed where they were not known.

        Raises RuleError: "not_showdown", "not_in_hand", "already_shown", "wrong_hole_cards", "other_cards",
        "duplicate_card". Rules: CAN-17, CAN-18, STD-9, STD-11, BIS-14.
        """
        if cards is not None:
            refuse_odd_cards(cards)
        place = self._place_at_showdown(seat)
        told = list(self._dealing.hole[place]) if cards is None else cards
        self._dealing.reveal(place, told, f"Seat {seat}")
        self._shown.add(place)
        self._log.append(("show", seat, tuple(told)))
        self._close_showdown()

    @door
    def muck(self, seat: int) -> None:
        """Throw a losing hand away unseen. The last who can claim a pot cannot.

        Raises RuleError: "not_showdown", "not_in_hand", "already_shown", "must_show", "last_claim".
        Rules: STD-9, STD-11, BIS-14.
        """
        place = self._place_at_showdown(seat)
        if self._ran_out:
            raise RuleError(
                "must_show",
                f"No more bets could be made, so every live hand is turned up. Show seat {seat}.",
                rules=("STD-9", "BIS-14"),
                seat=seat,
            )
        gone = {self.seats[at] for at in self._mucked} | {seat}
        for pot in () if self._is_covered(place) else self.pots().pots:
            if seat in pot.eligible and gone.issuperset(pot.eligible):
                raise RuleError(
                    "last_claim",
                    f"Seat {seat} is the last with a claim to the {pot.name} of {pot.chips}. Show the hand.",
                    rules=("STD-11", "CAN-17"),
                    seat=seat,
                    chips=pot.chips,
                )
        self._mucked.add(place)
        self._log.append(("muck", seat))
        self._close_showdown()

    def _is_covered(self, place: int) -> bool:
        """Certainly another hand, not mucked, can win whatever this one can: the pots need not be cut to know."""
        betting = self._betting
        if self._claims or betting.has_dead:
            return False
        total = betting.total
        return any(total[at] >= total[place] and at != place and at not in self._mucked for at in betting.live)

    def show_down(self) -> None:
        """Turn up every live hand that is neither shown nor mucked. Cards speak.

        Raises RuleError: "not_showdown", "wrong_hole_cards". Rules: STD-9, STD-11.
        """
        if self.phase is not _SHOWDOWN:
            raise self._not_now("show")
        hole = self._dealing.hole
        mucked = self._mucked
        waiting = [place for place in self._betting.live if place not in mucked]
        for place in waiting:
            if None in hole[place]:
                self._dealing.reveal(place, hole[place], f"Seat {self.seats[place]}")
        self._shown.update(waiting)
        self._log.append(("show_down",))
        self._limit_checked_lows()
        self.phase = _OVER

    def _not_over(self) -> RuleError:
        if self.phase is Phase.VOID:
            return RuleError("misdeal", "The hand was a misdeal: everyone has their chips back, nothing is won.")
        return RuleError("hand_not_over", f"The hand is not over; it waits for {self.phase.value}.")

    def _claimants(self) -> Sequence[int]:
        """The live seats; where a ruling left a pot to mucked hands alone, only those that have not mucked."""
        mucked = set(self.mucked)
        if any(mucked.issuperset(pot.eligible) for pot in self.pots().pots):
            return [seat for seat in self.live if seat not in mucked]
        return self.live

    def settle(self, *, fee: Chips = NO_CHIPS) -> Settlement:
        """Who wins what, and why. fee: the table fee in chips.

        Raises RuleError: "hand_not_over", "misdeal" and those of ``settle_checked``.
        """
        if self.phase is not _OVER:
            raise self._not_over()
        if type(fee) is not int:
            raise wrong_type("fee", fee, int)
        seats, betting, dealing = self.seats, self._betting, self._dealing
        folded, hole = betting.folded, dealing.hole
        played = Played(
            self._by_seat(betting.total),
            {seat: chips for seat, chips in self.dead.items() if chips} if betting.has_dead else {},
            self._claimants() if self._mucked else [seats[place] for place in betting.live],
            # What was shown is known.
            {seats[place]: cast("list[Card]", hole[place]) for place in sorted(self._shown)},
            {seats[place]: chips for place, chips in self._claims.items() if not folded[place]} if self._claims else {},
        )
        setup = self._setup
        return settle_checked(
            played,
            game=setup.game,
            house=setup.house,
            button=setup.button,
            board=dealing.board,
            fee=fee,
            smallest_chip=Chips(betting.unit),
        )


def refuse_if(refused: RuleError | None) -> None:
    if refused is not None:
        raise refused


def refuse_odd_cards(cards: Iterable[object]) -> None:
    """Raises RuleError("wrong_type") unless these are cards in order, None for unknown ones."""
    if cards.__class__ not in _LISTS or not {*map(type, cards)} <= _CARD_OR_NONE:
        raise wrong_type("cards", cards, Sequence[Card | None])
