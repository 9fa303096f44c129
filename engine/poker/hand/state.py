"""What can be read of a hand in play without changing it."""

from __future__ import annotations

from typing import Final

from engine.cards import Card
from engine.errors import RuleError
from engine.hints import GivenInt
from engine.poker.betting import NOBODY
from engine.poker.forced import ForcedBets
from engine.poker.games.spec import GameSpec, Opener, Street
from engine.poker.hand.course import Course
from engine.poker.hand.ending import pots_of, refuse_muck
from engine.poker.hand.entries import Entry, cards_text
from engine.poker.hand.setup import Phase, Setup
from engine.poker.house.rules import HouseRules
from engine.poker.legal import Legal, legal_now, refuse_call, refuse_check, refuse_fold, refuse_raise
from engine.poker.settling.pots import PotList
from engine.poker.showing import possible_hands
from engine.poker.stakes import Stakes
from engine.units import NO_CHIPS, Chips

# Looked up once: before Python 3.12 naming a member of an Enum costs as much as ten comparisons.
_DEAL: Final = Phase.DEAL
_DRAW: Final = Phase.DRAW
_VOID: Final = Phase.VOID
_BETTING: Final = Phase.BETTING
_SHOWDOWN: Final = Phase.SHOWDOWN
_SHOWING: Final = (Opener.BEST_UPCARDS, Opener.LOWEST_UPCARDS)


class HandState:
    """A hand as it stands. Seats are the table's."""

    __slots__ = ("_course",)

    def __init__(self, course: Course) -> None:
        self._course = course

    def __repr__(self) -> str:
        board = f", board {cards_text(self.board)}" if self.board else ""
        return f"<{self.game.name}, {self.street.name}, pot {self.pot}{board}: waits for {self._waits_for()}>"

    def _waits_for(self) -> str:
        turn = self.turn
        return self.phase.value if turn is None else f"seat {turn}"

    # What it is

    @property
    def game(self) -> GameSpec:
        return self._course.setup.game

    @property
    def house(self) -> HouseRules:
        return self._course.setup.house

    @property
    def stakes(self) -> Stakes:
        return self._course.setup.stakes

    @property
    def button(self) -> int:
        return self._course.setup.button

    @property
    def setup(self) -> Setup:
        """What it began from."""
        return self._course.setup

    @property
    def forced(self) -> ForcedBets:
        """The antes and blinds that were posted."""
        return self._course.forced

    @property
    def seats(self) -> tuple[int, ...]:
        """Everybody dealt in, from the left of the button, the button last."""
        return self._course.seats

    @property
    def log(self) -> tuple[Entry, ...]:
        """Every action so far."""
        return self._course.log.in_text()

    @property
    def full_raise_to(self) -> Chips:
        """The total of the least full bet or raise in this round, whatever the player to act has."""
        return Chips(self._course.betting.base + self._course.betting.raise_size)

    @property
    def smallest_chip(self) -> Chips:
        """The smallest chip that plays. Rules: CAN-24."""
        return Chips(self._course.betting.unit)

    @property
    def street(self) -> Street:
        return self._course.street

    # Where it stands

    @property
    def phase(self) -> Phase:
        """What it waits for."""
        return self._course.phase

    @property
    def street_number(self) -> int:
        """0 before the flop, and on the first street of any game."""
        return self._course.street_number

    @property
    def turn(self) -> int | None:
        """The seat that must act, draw, show or be dealt to; None where the board is dealt or nothing is left to do."""
        return self._course.turn

    @property
    def live(self) -> tuple[int, ...]:
        """Seats not folded, from the left of the button."""
        return tuple([self.seats[place] for place in self._course.betting.live])

    @property
    def all_in(self) -> tuple[int, ...]:
        """Live seats without chips behind that play. Rules: CAN-24."""
        stacks, unit = self.stacks, self._course.betting.unit
        return tuple(seat for seat in self.live if stacks[seat] < unit)

    @property
    def to_show(self) -> tuple[int, ...]:
        """Live seats that have neither shown nor mucked: the last aggressor of the last round first, else the first
        left of the button, then clockwise. Rules: STD-11.
        """
        course = self._course
        return tuple([course.seats[place] for place in course.showdown.waiting(course.betting)])

    @property
    def stacks(self) -> dict[int, Chips]:
        """Chips behind, by seat, those too small to play included."""
        if self._course.phase is _VOID:
            return dict(self._course.setup.stacks)
        idle = self._course.setup.stacks
        unit = self._course.betting.unit
        behind = self._course.by_seat(self._course.betting.stacks)
        return {seat: Chips(chips + idle[seat] % unit) for seat, chips in behind.items()}

    @property
    def contributed(self) -> dict[int, Chips]:
        """Chips put in over the hand, by seat, antes and dead chips included."""
        if self._course.phase is _VOID:
            return dict.fromkeys(self.seats, NO_CHIPS)
        return self._course.by_seat(self._course.betting.total)

    @property
    def dead(self) -> dict[int, Chips]:
        """The part of what each seat put in that no bet had to match, such as a big-blind ante."""
        return self._course.by_seat(self._course.betting.dead)

    @property
    def claims(self) -> dict[int, Chips]:
        """Seats that can win, from each other seat, only up to this part of what they put in. Rules: ANG-18."""
        return {self.seats[place]: chips for place, chips in self._course.showdown.claims.items()}

    @property
    def bets(self) -> dict[int, Chips]:
        """Chips put in during this betting round, by seat, antes apart."""
        if self._course.phase is _VOID:
            return dict.fromkeys(self.seats, NO_CHIPS)
        return self._course.by_seat(self._course.betting.bets)

    @property
    def pot(self) -> Chips:
        """All chips put in so far."""
        return NO_CHIPS if self._course.phase is _VOID else Chips(self._course.betting.pot)

    @property
    def pots(self) -> PotList:
        """The main pot and the side pots so far, and what would go back uncalled. Rules: STD-7."""
        return pots_of(self._course)

    @property
    def board(self) -> tuple[Card, ...]:
        return tuple(self._course.dealing.board)

    @property
    def stub(self) -> tuple[Card, ...]:
        """Cards not yet dealt, top first; empty for a fed hand."""
        return self._course.dealing.stub

    @property
    def is_reshuffled(self) -> bool:
        """Whether the pack was shuffled again within the hand; a fed hand does not know. Rules: ANG-10."""
        return self._course.dealing.reshuffles > 0

    @property
    def burns(self) -> tuple[Card, ...]:
        return tuple(self._course.dealing.burns)

    @property
    def dead_cards(self) -> tuple[Card, ...]:
        """Cards that a ruling put out of play."""
        return tuple(self._course.dealing.dead)

    @property
    def discards(self) -> dict[int, tuple[Card | None, ...]]:
        """Cards thrown away in a draw, by seat."""
        return {seat: tuple(self._course.dealing.discards[place]) for place, seat in enumerate(self.seats)}

    def hole(self, seat: GivenInt) -> tuple[Card | None, ...]:
        """A seat's own cards in the order they came, None where nobody has told them."""
        return tuple(self._course.dealing.hole[self._course.place(seat)])

    def upcards(self, seat: GivenInt) -> tuple[Card | None, ...]:
        """Those of a seat's cards that lie face up."""
        return tuple(self._course.dealing.up[self._course.place(seat)])

    @property
    def mucked(self) -> tuple[int, ...]:
        """Seats that have thrown their hands away at the showdown."""
        return tuple(self.seats[place] for place in sorted(self._course.showdown.mucked))

    @property
    def shown(self) -> tuple[int, ...]:
        """Seats that have turned their hands up."""
        return tuple(self.seats[place] for place in sorted(self._course.showdown.shown))

    @property
    def owed_cards(self) -> dict[int, int]:
        """A fed hand: how many cards must be told for each seat before it goes on."""
        return {self.seats[place]: len(faces) for place, faces in sorted(self._course.dealing.owed.items())}

    @property
    def owed_board(self) -> int:
        """A fed hand: how many board cards must be told before it goes on."""
        return self._course.dealing.board_owed

    @property
    def is_fed(self) -> bool:
        """Its cards are told, not dealt from a known deck."""
        return self._course.dealing.is_fed

    @property
    def is_run_out(self) -> bool:
        """No more bets can be made, and cards are still to come: every hand still in is turned up before them, unless
        somebody may yet draw. Rules: STD-9, BIS-14.
        """
        course = self._course
        to_come = course.setup.game.streets[course.street_number :]
        return course.phase is _DEAL and course.showdown.ran_out and not any(street.draw_up_to for street in to_come)

    # What may be done

    @property
    def best_showing(self) -> int | None:
        """The seat whose upcards open this round, while nobody has acted in it; None where no upcards open it.

        Rules: ANG-5, ANG-6, ANG-9.
        """
        course = self._course
        is_opened = course.phase is _BETTING and not any(course.betting.acted)
        if not is_opened or course.street.opener not in _SHOWING:
            return None
        return self.seats[course.showing_place(course.street.opener)]

    def possible(self, seat: GivenInt) -> tuple[str, ...]:
        """What the dealer calls of a live stud hand's upcards: a possible straight or flush. Rules: ANG-6."""
        if seat not in self.live or seat in self.mucked:
            return ()
        ups = [card for card in self.upcards(seat) if card is not None]
        return possible_hands(ups, hole_cards=self.game.hole_cards)

    @property
    def legal(self) -> Legal:
        """What the player to act or to draw may do. Raises RuleError("no_turn") when nobody is to act."""
        course = self._course
        if course.phase is _DRAW:
            place = course.drawers[0]
            return Legal(course.seats[place], False, None, NO_CHIPS, None, None, None, course.draw_limit(place))
        actor = course.betting.actor
        if actor == NOBODY:
            raise course.not_now("act")
        return legal_now(course.seats[actor], course.betting)

    @property
    def faces_bet(self) -> bool:
        """The player to act must call, raise or fold; a check is not possible."""
        betting = self._course.betting
        return betting.price != betting.bets[betting.actor]

    @property
    def why_no_muck(self) -> RuleError | None:
        """At the showdown, why the next to show may not muck, None where it may. Rules: STD-11, WLIA-13, ANG-40."""
        course = self._course
        waiting = course.showdown.waiting(course.betting) if course.phase is _SHOWDOWN else ()
        return refuse_muck(course, waiting[0]) if waiting else None

    def why_not(self, verb: str) -> RuleError | None:
        """Why the player to act may not do this now, None where it may. verb: fold, check, call or bet.

        Raises RuleError("no_turn") when nobody is to act.
        """
        betting = self._course.betting
        if betting.actor == NOBODY:
            raise self._course.not_now(verb)
        seat = self.seats[betting.actor]
        if verb == "fold":
            return refuse_fold(seat, betting, self.house)
        if verb == "check":
            return refuse_check(seat, betting)
        if verb == "call":
            return refuse_call(seat, betting)
        return refuse_raise(seat, betting, self.house, self.stakes)
