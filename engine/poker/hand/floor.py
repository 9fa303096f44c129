"""What the floor does to a hand in play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.cards import Card
from engine.doors import door
from engine.errors import RuleError
from engine.poker.betting import NOBODY
from engine.poker.hand.course import Course
from engine.poker.hand.entries import cards_text
from engine.poker.hand.setup import Phase
from engine.units import Chips


class Floor:
    """The floor's actions on a hand. A refused action raises RuleError and changes nothing."""

    __slots__ = ("_course",)

    def __init__(self, course: Course) -> None:
        self._course = course

    @door
    def kill(self, seat: int, why: str, rules: Iterable[str] = ()) -> None:
        """Declare a hand dead; its chips stay in. Raises RuleError: "not_in_hand", "last_hand"."""
        course = self._course
        place = course.live_place(seat)
        if len(course.betting.live) == 1:
            raise RuleError("last_hand", f"Seat {seat} is the only one left and wins the pot.", seat=seat)
        if not course.showdown.others_can_win(place, course.betting.live):
            raise RuleError(
                "last_hand", f"The others have mucked, so seat {seat} is the last to win. Play on.", seat=seat
            )
        course.betting.drop_out_of_turn(place)
        course.dealing.drop(place)
        if place in course.drawers:
            course.drawers.remove(place)
        course.showdown.shown.discard(place)
        course.log.lines.append(("kill", seat, why, list(rules)))
        if len(course.betting.live) == 1:
            course.drawers.clear()
            course.dealing.forget_owed()
            course.phase = Phase.OVER
        elif course.phase is Phase.DRAW:
            course.after_draw()
        elif course.phase is Phase.SHOWDOWN:
            course.close_showdown()
        elif course.phase is Phase.DEAL and not course.dealing.awaits_cards:
            course.cards_are_told()
        course.go_on()

    @door
    def void(self, why: str, rules: Iterable[str] = ()) -> None:
        """Declare a misdeal: everybody gets back what they put in. Raises RuleError("hand_over")."""
        course = self._course
        if course.phase in (Phase.OVER, Phase.VOID):
            raise RuleError("hand_over", "The hand is over. Undo its last action first.")
        course.phase = Phase.VOID
        course.betting.actor = NOBODY
        course.log.lines.append(("void", why, list(rules)))

    @door
    def replace_card(self, seat: int, old: Card | None, new: Card | None = None, *, to_top: bool = False) -> None:
        """Take a hole card out of play for the top card of the deck, or, in a fed hand, for ``new``.

        to_top: the old card goes on top of the deck, to be burned first, instead of out of play.
        Raises RuleError: "not_in_hand", "already_shown", "no_such_card", "duplicate_card", "no_card_left".
        Rules: CAN-9, CAN-11, ANG-21.
        """
        course = self._course
        place = course.live_place(seat)
        if place in course.showdown.shown:
            raise RuleError("already_shown", f"Seat {seat} has shown its hand. It plays as it lies.", seat=seat)
        course.dealing.swap(place, old, new, to_top=to_top)
        course.log.lines.append(("replace", seat, cards_text([old]), "" if new is None else cards_text([new]), to_top))

    @door
    def replace_late(self, seat: int, old: Card) -> None:
        """Take a hole card out of play; its replacement comes after everybody has drawn, in a game with a draw to come.

        Raises RuleError: "not_in_hand", "no_such_card", "no_draw_to_come". Rules: ANG-22, ANG-23.
        """
        course = self._course
        place = course.live_place(seat)
        to_come = course.setup.game.streets[course.street_number + 1 :]
        if course.phase is not Phase.DRAW and not any(street.draw_up_to for street in to_come):
            raise RuleError(
                "no_draw_to_come", "No draw is to come that could replace the card.", rules=("ANG-22",), seat=seat
            )
        course.dealing.swap_late(place, old)
        course.log.lines.append(("replace_late", seat, cards_text([old])))

    @door
    def rule_out(self, card: Card) -> None:
        """Put a card that has come to nobody out of play. Raises RuleError: "not_in_stub", "duplicate_card",
        "card_not_in_game". Rules: CAN-9, ANG-23.
        """
        course = self._course
        course.dealing.rule_out(card)
        course.log.lines.append(("out", cards_text([card])))

    @door
    def set_stub(self, cards: Sequence[Card], *, burned: Sequence[Card] = (), burns: Sequence[bool] = ()) -> None:
        """Replace the cards not yet dealt, top first. burned: of these, cards that stay burned. burns: for the coming
        streets in order, whether a card is burned before it; as usual where it is not told.

        Raises RuleError: "fed_hand", "duplicate_card", "stub_too_short". Rules: CAN-14, CAN-15, CAN-16.
        """
        course = self._course
        self._require_cards(len(cards))
        course.dealing.set_stub(cards, burned=burned, burns=burns)
        course.log.lines.append(("stub", cards_text(cards), cards_text(burned), [bool(each) for each in burns]))

    @door
    def redeal_board(self, stub: Sequence[Card]) -> None:
        """Take the street's board cards back and deal as many again from this stub, without a burn.

        Raises RuleError: "no_board_to_redeal", "fed_hand", "duplicate_card". Rules: CAN-13.
        """
        course = self._course
        count = course.street.board
        if not count or course.phase is not Phase.BETTING or any(course.betting.acted):
            raise RuleError(
                "no_board_to_redeal",
                "Board cards are dealt again only before anyone has acted on them.",
                rules=("CAN-13",),
            )
        if not course.dealing.is_fed:
            self._require_cards(len(stub) - count)
        course.dealing.redeal_board(stub, count)
        course.log.lines.append(("redeal", cards_text(stub)))

    @door
    def forfeit(self, chips: Chips, seat: int | None = None) -> None:
        """The player to act folds and leaves chips in the pot that did not reach a bet.

        Raises RuleError: "not_your_turn", "no_turn", "no_chips". Rules: ANG-28.
        """
        course = self._course
        place = course.betting.actor
        if place < 0 or (seat is not None and seat != course.seats[place]):
            raise course.out_of_turn("forfeit", seat)
        actor = course.seats[place]
        if not 0 < chips < course.betting.stacks[place] or chips % course.betting.unit:
            raise RuleError(
                "no_chips",
                f"Seat {actor} has {course.betting.stacks[place]} and cannot forfeit {chips}.",
                rules=("ANG-28", "CAN-24"),
                seat=actor,
                chips=chips,
            )
        course.betting.forfeit(chips)
        course.log.lines.append(("forfeit", actor, chips))
        course.go_on()

    @door
    def note(self, code: str, says: str, rules: Iterable[str] = ()) -> None:
        """Write a ruling of the floor into the log; it changes nothing itself."""
        course = self._course
        course.log.lines.append(("note", code, says, list(rules)))

    def _require_cards(self, cards: int) -> None:
        """Raises RuleError("stub_too_short") where the hand could not be dealt to its end from so many cards."""
        course = self._course
        to_come = course.setup.game.streets[course.street_number + 1 :]
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
        course = self._course
        place = course.live_place(seat)
        if not course.showdown.others_can_win(place, course.betting.live):
            raise RuleError(
                "last_hand", f"Nobody else can win, so nothing limits seat {seat}.", rules=("ANG-18",), seat=seat
            )
        if not 0 <= chips <= course.betting.total[place]:
            raise RuleError(
                "claim",
                f"Seat {seat} put in {course.betting.total[place]}; it cannot claim up to {chips}.",
                rules=("ANG-18",),
                seat=seat,
            )
        if chips % course.betting.unit:
            raise RuleError(
                "chips_too_small",
                f"Seat {seat} cannot claim up to {chips}: the smallest chip in play is {course.betting.unit}.",
                rules=("CAN-24",),
                seat=seat,
                smallest_chip=course.betting.unit,
            )
        course.showdown.claims[place] = chips
        course.log.lines.append(("claim", seat, chips))

    @door
    def mark_absent(self, seat: int, *, is_away: bool = True) -> None:
        """A player away from the table is folded whenever it is their turn. Raises RuleError("not_in_hand").

        Rules: BIS-2.
        """
        course = self._course
        course.live_place(seat)
        (course.absent.add if is_away else course.absent.discard)(seat)
        course.log.lines.append(("absent", seat, is_away))
        if course.phase is Phase.DRAW:
            course.after_draw()
        course.go_on()
