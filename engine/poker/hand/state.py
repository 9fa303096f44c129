"""What a hand in play is and where it stands: everything that can be read of it without changing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from engine.cards import Card
from engine.doors import door, wrong_type
from engine.errors import RuleError
from engine.poker.betting import NOBODY, Betting
from engine.poker.dealing import Dealing
from engine.poker.deck import Deck
from engine.poker.forced import ForcedBets
from engine.poker.games.spec import GameSpec, Street
from engine.poker.hand.entries import Entry, in_text
from engine.poker.house.rules import HouseRules
from engine.poker.legal import Legal, refuse_call, refuse_check, refuse_fold, refuse_raise
from engine.poker.pots import Contribution, PotList, pots_in_play
from engine.poker.stakes import Stakes
from engine.units import NO_CHIPS, Chips


class Phase(Enum):
    """What the hand waits for."""

    DEAL = "cards to be told"
    BETTING = "a player to act"
    DRAW = "a player to draw"
    SHOWDOWN = "hands to be shown"
    OVER = "nothing: it can be settled"
    VOID = "nothing: a misdeal, everything goes back"


class Setup(NamedTuple):
    """All that a hand begins from."""

    game: GameSpec
    house: HouseRules
    stakes: Stakes
    stacks: Mapping[int, Chips]
    button: int
    forced: ForcedBets | None
    deck: Deck | None
    smallest_chip: Chips | None


class HandState:
    """A hand as it stands. Seats are the table's; ``seats`` lists them from the left of the button, the button last."""

    __slots__ = (
        "_absent",
        "_before_draw",
        "_betting",
        "_claims",
        "_dealing",
        "_drawers",
        "_forced",
        "_log",
        "_mucked",
        "_place_of",
        "_ran_out",
        "_setup",
        "_shown",
        "phase",
        "seats",
        "street_number",
    )

    _setup: Setup
    _forced: ForcedBets
    _before_draw: tuple[int, ...]
    _betting: Betting
    _dealing: Dealing
    _place_of: Mapping[int, int]
    _log: list[Entry]
    _absent: set[int]
    _claims: dict[int, Chips]
    _drawers: list[int]
    _shown: set[int]
    _mucked: set[int]
    _ran_out: bool
    phase: Phase
    seats: tuple[int, ...]
    street_number: int

    # What it is

    @property
    def game(self) -> GameSpec:
        return self._setup.game

    @property
    def house(self) -> HouseRules:
        return self._setup.house

    @property
    def stakes(self) -> Stakes:
        return self._setup.stakes

    @property
    def button(self) -> int:
        return self._setup.button

    @property
    def setup(self) -> Setup:
        """What it began from."""
        return self._setup

    @property
    def forced(self) -> ForcedBets:
        """The antes and blinds that were posted."""
        return self._forced

    @property
    def log(self) -> tuple[Entry, ...]:
        """Every action so far."""
        return tuple(map(in_text, self._log))

    @property
    def full_raise_to(self) -> Chips:
        """The total of the least full bet or raise in this round, whatever the player to act has."""
        return Chips(self._betting.base + self._betting.raise_size)

    @property
    def smallest_chip(self) -> Chips:
        """The smallest chip that plays. Rules: CAN-24."""
        return Chips(self._betting.unit)

    @property
    def street(self) -> Street:
        return self._setup.game.streets[self.street_number]

    # Where it stands

    @property
    def turn(self) -> int | None:
        """The seat that must act, draw, show or be dealt to; None where the board is dealt or nothing is left to do."""
        if self.phase is Phase.BETTING:
            return self.seats[self._betting.actor]
        if self.phase is Phase.DRAW:
            return self.seats[self._drawers[0]]
        if self.phase is Phase.SHOWDOWN:
            return self.to_show[0]
        if self.phase is Phase.DEAL and self._dealing.owed:
            return self.seats[min(self._dealing.owed)]
        return None

    @property
    def live(self) -> tuple[int, ...]:
        """Seats not folded, from the left of the button."""
        return tuple([self.seats[place] for place in self._betting.live])

    @property
    def all_in(self) -> tuple[int, ...]:
        """Live seats without chips behind."""
        stacks = self.stacks
        return tuple(seat for seat in self.live if not stacks[seat])

    @property
    def to_show(self) -> tuple[int, ...]:
        """Live seats that have neither shown nor mucked: the last aggressor of the last round first, else the first
        left of the button, then clockwise. Rules: STD-11.
        """
        first = self._betting.aggressor
        if first == NOBODY or self._betting.folded[first]:
            first = 0
        around = [*range(first, len(self.seats)), *range(first)]
        done = self._shown | self._mucked
        return tuple(self.seats[at] for at in around if not self._betting.folded[at] and at not in done)

    @property
    def stacks(self) -> dict[int, Chips]:
        """Chips behind, by seat, those too small to play included."""
        if self.phase is Phase.VOID:
            return dict(self._setup.stacks)
        idle = self._setup.stacks
        unit = self._betting.unit
        return {seat: Chips(chips + idle[seat] % unit) for seat, chips in self._by_seat(self._betting.stacks).items()}

    @property
    def contributed(self) -> dict[int, Chips]:
        """Chips put in over the hand, by seat, antes and dead chips included."""
        if self.phase is Phase.VOID:
            return dict.fromkeys(self.seats, NO_CHIPS)
        return self._by_seat(self._betting.total)

    @property
    def dead(self) -> dict[int, Chips]:
        """The part of what each seat put in that no bet had to match, such as a big-blind ante."""
        return self._by_seat(self._betting.dead)

    @property
    def claims(self) -> dict[int, Chips]:
        """Seats that can win, from each other seat, only up to this part of what they put in. Rules: ANG-18."""
        return {self.seats[place]: chips for place, chips in self._claims.items()}

    @property
    def bets(self) -> dict[int, Chips]:
        """Chips put in during this betting round, by seat, antes apart."""
        if self.phase is Phase.VOID:
            return dict.fromkeys(self.seats, NO_CHIPS)
        return self._by_seat(self._betting.bets)

    @property
    def pot(self) -> Chips:
        """All chips put in so far."""
        return NO_CHIPS if self.phase is Phase.VOID else Chips(self._betting.pot)

    def pots(self) -> PotList:
        """The main pot and the side pots so far, and what would go back uncalled. Rules: STD-7."""
        if self.phase is Phase.VOID:
            return PotList((), {})
        betting = self._betting
        total = betting.total
        return pots_in_play(
            [
                Contribution(
                    seat=seat,
                    chips=Chips(total[place]),
                    is_live=not betting.folded[place],
                    dead=Chips(betting.dead[place]),
                    claim=self._claims.get(place),
                )
                for place, seat in enumerate(self.seats)
            ]
        )

    def winnable(self) -> dict[int, Chips]:
        """The most that each live seat can win from the pots as they stand."""
        pots = self.pots().pots
        return {seat: Chips(sum(pot.chips for pot in pots if seat in pot.eligible)) for seat in self.live}

    @property
    def board(self) -> tuple[Card, ...]:
        return tuple(self._dealing.board)

    @property
    def stub(self) -> tuple[Card, ...]:
        """Cards not yet dealt, top first; empty for a fed hand."""
        return self._dealing.stub

    @property
    def burns(self) -> tuple[Card, ...]:
        return tuple(self._dealing.burns)

    @property
    def dead_cards(self) -> tuple[Card, ...]:
        """Cards that a ruling put out of play."""
        return tuple(self._dealing.dead)

    @property
    def discards(self) -> dict[int, tuple[Card | None, ...]]:
        """Cards thrown away in a draw, by seat."""
        return {seat: tuple(self._dealing.discards[place]) for place, seat in enumerate(self.seats)}

    @door
    def hole(self, seat: int) -> tuple[Card | None, ...]:
        """A seat's own cards in the order they came, None where nobody has told them."""
        return tuple(self._dealing.hole[self._place(seat)])

    @door
    def upcards(self, seat: int) -> tuple[Card | None, ...]:
        """Those of a seat's cards that lie face up."""
        return tuple(self._dealing.up[self._place(seat)])

    @property
    def mucked(self) -> tuple[int, ...]:
        """Seats that have thrown their hands away at the showdown."""
        return tuple(self.seats[place] for place in sorted(self._mucked))

    @property
    def shown(self) -> tuple[int, ...]:
        """Seats that have turned their hands up."""
        return tuple(self.seats[place] for place in sorted(self._shown))

    @property
    def owed_cards(self) -> dict[int, int]:
        """A fed hand: how many cards must be told for each seat before it goes on."""
        return {self.seats[place]: len(faces) for place, faces in sorted(self._dealing.owed.items())}

    @property
    def owed_board(self) -> int:
        """A fed hand: how many board cards must be told before it goes on."""
        return self._dealing.board_owed

    @property
    def is_fed(self) -> bool:
        """Its cards are told, not dealt from a known deck."""
        return self._dealing.is_fed

    # What may be done

    @property
    def legal(self) -> Legal:
        """What the player to act or to draw may do. Raises RuleError("no_turn") when nobody is to act."""
        if self.phase is Phase.DRAW:
            seat = self.seats[self._drawers[0]]
            return Legal(seat, False, None, NO_CHIPS, None, None, None, self._draw_limit(self._drawers[0]))
        betting = self._betting
        if betting.actor == NOBODY:
            raise self._not_now("act")
        seat = self.seats[betting.actor]
        bring_in = Chips(min(self.stakes.bring_in, betting.stacks[betting.actor])) if betting.bring_in_due else NO_CHIPS
        bounds = betting.bounds
        no_check = betting.to_call == 0 and refuse_check(seat, betting) is not None
        return Legal(
            seat,
            refuse_fold(seat, betting, self.house) is None,
            None if bring_in or no_check else Chips(betting.to_call),
            bring_in,
            Chips(bounds[0]) if bounds else None,
            Chips(bounds[1]) if bounds else None,
            betting.amounts,
            None,
        )

    @property
    def faces_bet(self) -> bool:
        """The player to act must call, raise or fold; a check is not possible."""
        betting = self._betting
        return betting.price != betting.bets[betting.actor]

    def why_not(self, verb: str) -> RuleError | None:
        """Why the player to act may not do this now, None where it may. verb: fold, check, call or bet.

        Raises RuleError("no_turn") when nobody is to act.
        """
        betting = self._betting
        if betting.actor == NOBODY:
            raise self._not_now(verb)
        seat = self.seats[betting.actor]
        if verb == "fold":
            return refuse_fold(seat, betting, self.house)
        if verb == "check":
            return refuse_check(seat, betting)
        if verb == "call":
            return refuse_call(seat, betting)
        return refuse_raise(seat, betting, self.house, self.stakes)

    # For those who change it

    def _by_seat(self, chips: Sequence[int]) -> dict[int, Chips]:
        """What is kept by place."""
        return dict(zip(self.seats, map(Chips, chips), strict=True))

    def _draw_limit(self, place: int) -> int:
        return min(self.street.draw_up_to, len(self._dealing.hole[place]))

    def _place(self, seat: int) -> int:
        """Raises RuleError("not_in_hand")."""
        if type(seat) is not int:
            raise wrong_type("seat", seat, int)
        place = self._place_of.get(seat)
        if place is None:
            raise RuleError("not_in_hand", f"Seat {seat} was not dealt into this hand.", seat=seat)
        return place

    def _live_place(self, seat: int) -> int:
        """Raises RuleError: "not_in_hand", "hand_over"."""
        place = self._place(seat)
        if self._betting.folded[place]:
            raise RuleError("not_in_hand", f"Seat {seat} has folded.", seat=seat)
        if self.phase is Phase.VOID:
            raise RuleError("hand_over", "The hand was a misdeal. Undo the ruling first, or deal the next.")
        return place

    def _not_now(self, verb: str) -> RuleError:
        waits = self.phase.value if self.phase is not Phase.BETTING else f"seat {self.turn} to act"
        return RuleError(
            "no_turn", f"Nobody can {verb} now: the hand waits for {waits}.", phase=self.phase.name.lower()
        )

    @staticmethod
    def _not_your_turn(seat: int, actor: int) -> RuleError:
        return RuleError(
            "not_your_turn",
            f"It is the turn of seat {actor}, not of seat {seat}.",
            rules=("STD-3",),
            seat=seat,
            turn=actor,
        )
