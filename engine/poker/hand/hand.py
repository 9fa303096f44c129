"""A hand as those who play it see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.cards import Card, parse_cards
from engine.doors import wrong_type
from engine.errors import RuleError
from engine.hints import GivenChips, GivenInt, GivenStacks
from engine.poker.deck import Deck
from engine.poker.forced import ForcedBets
from engine.poker.games.spec import GameSpec
from engine.poker.hand import ending, telling
from engine.poker.hand.course import Course
from engine.poker.hand.entries import told
from engine.poker.hand.floor import Floor
from engine.poker.hand.setup import Setup, begin
from engine.poker.hand.state import HandState
from engine.poker.hand.stored import read_hand, replay, replay_stored, setup_json
from engine.poker.hand.views import view_of
from engine.poker.house.rules import HouseRules
from engine.poker.legal import refuse_amount, refuse_call, refuse_check, refuse_fold, refuse_raise
from engine.poker.settling.settlement import Settlement
from engine.poker.stakes import Stakes
from engine.units import NO_CHIPS


class Hand(HandState):
    """A poker hand in play. It changes itself behind methods that check everything first, because hands are played by
    the hundred thousand; undoing, copying and storing go through its log, and the same log gives the same hand.

    A refused action raises RuleError and changes nothing. Seats are the table's. Where ``seat`` may be left out, the
    player to act is meant. Cards may be told as text, "Ah Kd".
    """

    __slots__ = ()

    def __init__(self, setup: Setup) -> None:
        super().__init__(Course(begin(setup)))

    @classmethod
    def start(
        cls,
        *,
        game: GameSpec,
        house: HouseRules,
        stakes: Stakes,
        stacks: GivenStacks,
        button: GivenInt,
        forced: ForcedBets | None = None,
        deck: Deck | None = None,
        smallest_chip: GivenChips | None = None,
    ) -> Hand:
        """Begin a hand: post what is forced, and deal.

        stacks: chips of everybody dealt in, by seat; chips below the smallest chip in play stay out of the hand.
        button: its seat, empty or not. forced: antes and blinds, those of a plain hand where None. deck: the cards in
        order; without one the hand is fed, and waits for each street to be told. smallest_chip: the house's if None.

        Raises RuleError: "unknown_seat", "duplicate_seat", "too_few_players", "too_many_players", "empty_stack",
        "smallest_chip", "stakes", "stakes_below_chip", "bad_posts", "wrong_deck".
        Rules: STD-3, BIS-1, BIS-3, CAN-24.
        """
        seated = stacks
        if stacks.__class__ is dict or isinstance(stacks, Mapping):
            seated = dict(stacks)
        return cls(Setup(game, house, stakes, seated, button, forced, deck, smallest_chip))

    # Players

    def fold(self, seat: GivenInt | None = None) -> None:
        """Give up the hand; the chips put in stay in the pots.

        Raises RuleError: "not_your_turn", "no_turn", "bring_in_due", "fold_unbet". Rules: WLIA-8, WLIA-11.
        """
        course = self._course
        betting = course.betting
        place = betting.actor
        actor = course.seats[place]
        if place < 0 or (seat is not None and seat != actor):
            raise course.out_of_turn("fold", seat)
        if betting.bring_in_due or not betting.may_fold_unbet:
            _refuse_if(refuse_fold(actor, betting, course.setup.house))
        betting.fold()
        course.log.lines.append(("fold", actor))
        if betting.actor < 0 or course.absent:
            course.go_on()

    def check(self, seat: GivenInt | None = None) -> None:
        """Pass where nothing is owed.

        Raises RuleError: "not_your_turn", "no_turn", "bring_in_due", "bet_to_call", "pass_and_out". Rules: WLIA-11,
        ANG-17.
        """
        course = self._course
        betting = course.betting
        place = betting.actor
        actor = course.seats[place]
        if place < 0 or (seat is not None and seat != actor):
            raise course.out_of_turn("check", seat)
        if betting.price != betting.bets[place] or not betting.may_check or betting.bring_in_due:
            _refuse_if(refuse_check(actor, betting))
        betting.match()
        course.log.lines.append(("check", actor))
        if betting.actor < 0 or course.absent:
            course.go_on()

    def call(self, seat: GivenInt | None = None) -> None:
        """Match the bet, with all one's chips where they do not reach.

        Raises RuleError: "not_your_turn", "no_turn", "bring_in_due", "nothing_to_call". Rules: WLIA-8, WAS-11.
        """
        course = self._course
        betting = course.betting
        place = betting.actor
        actor = course.seats[place]
        if place < 0 or (seat is not None and seat != actor):
            raise course.out_of_turn("call", seat)
        if betting.price == betting.bets[place] or betting.bring_in_due:
            _refuse_if(refuse_call(actor, betting))
        betting.match()
        course.log.lines.append(("call", actor))
        if betting.actor < 0 or course.absent:
            course.go_on()

    def bet_to(self, to: GivenInt, seat: GivenInt | None = None) -> None:
        """Bet, raise or complete, to a total of ``to`` chips in this round.

        Raises RuleError: "not_your_turn", "no_turn", "all_in_call", "nobody_left_to_call", "not_reopened",
        "raises_capped", "raise_too_small", "raise_too_large", "raise_between_bets", "chips_too_small", "wrong_type".
        Rules: STD-4, STD-5, STD-6, WLIA-5, WLIA-10, CAN-5, CAN-22, CAN-23, CAN-24, BIS-9, BIS-10, BIS-13.
        """
        course = self._course
        betting = course.betting
        place = betting.actor
        actor = course.seats[place]
        if place < 0 or (seat is not None and seat != actor):
            raise course.out_of_turn("bet", seat)
        if type(to) is not int:
            raise wrong_type("to", to, int)
        bounds = betting.bounds
        if bounds is None:
            _refuse_if(refuse_raise(actor, betting, course.setup.house, course.setup.stakes))
        elif not bounds[0] <= to <= bounds[1] or betting.unit > 1 or betting.has_two_bets:
            _refuse_if(refuse_amount(to, actor, betting, course.setup.stakes))
        betting.bet_to(to)
        course.log.lines.append(("bet", actor, to))
        # Somebody can always answer a bet.
        if course.absent:
            course.go_on()

    def post_bring_in(self, seat: GivenInt | None = None) -> None:
        """Post the bring-in that the door card owes. Raises RuleError: "not_your_turn", "no_turn", "no_bring_in"."""
        course = self._course
        place = course.betting.actor
        actor = course.seats[place]
        if place < 0 or (seat is not None and seat != actor):
            raise course.out_of_turn("bring_in", seat)
        if not course.betting.bring_in_due:
            raise RuleError("no_bring_in", f"Seat {actor} owes no bring-in. Check, call, bet or fold.", seat=actor)
        course.betting.post_bring_in()
        course.log.lines.append(("bring_in", actor))
        course.go_on()

    def discard(self, cards: Sequence[Card | None] | str, seat: GivenInt | None = None) -> None:
        """Exchange cards in a draw, none to stand pat, None for unknown ones. The first number asked for binds.

        Raises RuleError: "not_your_turn", "no_turn", "too_many_discards", "no_such_card".
        Rules: ANG-13, ANG-25, ANG-29.
        """
        telling.discard(self._course, told(cards), seat)

    def show(self, seat: GivenInt, cards: Sequence[Card | None] | str | None = None) -> None:
        """Turn a whole hand up, once no more bets can be made. cards: needed where they were not known.

        Raises RuleError: "not_showdown", "not_in_hand", "already_shown", "wrong_hole_cards", "other_cards",
        "duplicate_card". Rules: CAN-17, CAN-18, STD-9, STD-11, BIS-14.
        """
        ending.show(self._course, seat, None if cards is None else told(cards))

    def muck(self, seat: GivenInt) -> None:
        """Throw a losing hand away unseen. The last who can claim a pot cannot.

        Raises RuleError: "not_showdown", "not_in_hand", "already_shown", "must_show", "last_claim".
        Rules: STD-9, STD-11, BIS-14, WLIA-13, ANG-28, ANG-40.
        """
        ending.muck(self._course, seat)

    def show_down(self) -> None:
        """Turn up every live hand that is neither shown nor mucked. Cards speak.

        Raises RuleError: "not_showdown", "wrong_hole_cards". Rules: STD-9, STD-11.
        """
        ending.show_down(self._course)

    def settle(self, *, fee: GivenChips = NO_CHIPS, fee_chip: GivenChips | None = None) -> Settlement:
        """Who wins what, and why. fee: the table fee in chips. fee_chip: the chip that pays it, the smallest that plays
        where None.

        Raises RuleError: "hand_not_over", "misdeal" and those of ``settle_checked``.
        """
        return ending.settle(self._course, fee, fee_chip)

    # The dealer of a fed hand, and the floor

    def deal_hole(self, seat: GivenInt, cards: Sequence[Card | None] | str) -> None:
        """Tell the cards a seat was dealt, face-down ones that nobody saw as None.

        Raises RuleError: "cards_not_due", "too_many_cards", "upcard_unknown", "duplicate_card", "card_not_in_game".
        """
        telling.tell_hole(self._course, seat, told(cards))

    def deal_holes(self, dealt: Mapping[int, Sequence[Card | None]]) -> None:
        """Tell the cards of several seats, one seat after the other as ``deal_hole`` does; those told before a
        refused one stay told.
        """
        telling.tell_holes(self._course, dealt)

    def deal_unknown(self) -> None:
        """Deal every face-down card still due without telling it, as at a table where nobody records the hands.

        Raises RuleError: "cards_not_due", "upcard_unknown".
        """
        telling.tell_unknown(self._course)

    def deal_board(self, cards: Sequence[Card] | str) -> None:
        """Tell the cards dealt to the board.

        Raises RuleError: "cards_not_due", "too_many_cards", "duplicate_card", "card_not_in_game".
        """
        telling.tell_board(self._course, parse_cards(cards) if isinstance(cards, str) else cards)

    @property
    def floor(self) -> Floor:
        """What the floor may do to it."""
        return Floor(self._course)

    # Its log

    def copy(self) -> Hand:
        """Another hand with the same log."""
        return self._replayed(len(self._course.log.lines))

    def __copy__(self) -> Hand:
        return self.copy()

    def __deepcopy__(self, _: dict[int, object]) -> Hand:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[dict[str, object]], Hand], tuple[dict[str, object]]]:
        return Hand.from_json, (self.to_json(),)

    def undo(self, to: GivenInt | None = None) -> None:
        """Take actions back, the last one where ``to`` is None, else until ``to`` of them are left in the log.

        Raises RuleError("nothing_to_undo").
        """
        count = len(self._course.log.lines)
        left = count - 1 if to is None else to
        if type(left) is not int:
            raise wrong_type("to", to, int | None)
        if not 0 <= left <= count or not count:
            raise RuleError(
                "nothing_to_undo", f"The hand has {count} actions; it cannot go back to {left}.", actions=count
            )
        self._course = self._replayed(left)._course

    def do_again(self, entry: object) -> None:
        """Do what a line of another hand's log says. Raises RuleError: "bad_hand" for what is none, and what its action
        raises.
        """
        line = list(entry) if isinstance(entry, tuple) else entry
        replay_stored(self, line, len(self._course.log.lines) + 1)

    def _replayed(self, count: int) -> Hand:
        hand = Hand(self._course.setup)
        for entry in self.log[:count]:
            replay(hand, entry)
        return hand

    def to_json(self) -> dict[str, object]:
        """The hand as JSON values; ``from_json`` gives the same hand back."""
        # A list in a line is copied, so that nobody can change it behind the hand's back.
        log = [[list(value) if isinstance(value, list) else value for value in entry] for entry in self.log]
        return {**setup_json(self.setup), "log": log}

    @classmethod
    def from_json(cls, data: object) -> Hand:
        """Resume a stored hand. Raises RuleError: "bad_hand", and what its actions raise."""
        setup, entries = read_hand(data)
        hand = cls(setup)
        for number, entry in enumerate(entries, start=1):
            replay_stored(hand, entry, number)
        return hand

    def view(self, seat: GivenInt | None = None) -> dict[str, object]:
        """What a player may see of the hand as JSON values, or, with None, what the wall may. Raises
        RuleError("not_in_hand").
        """
        return view_of(self, seat)


def _refuse_if(refused: RuleError | None) -> None:
    if refused is not None:
        raise refused
