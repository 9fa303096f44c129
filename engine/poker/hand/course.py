"""The course of a hand: streets dealt, rounds opened, draws filled, until a player must do something.

Players stand in places 0, 1, 2 ... from the left of the button.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from engine.cards import Card, card_text, rank_of
from engine.doors import wrong_type
from engine.errors import RuleError
from engine.poker.betting import Betting
from engine.poker.dealing import Dealing
from engine.poker.games.spec import Opener, Street
from engine.poker.hand.entries import UNKNOWN_CARD
from engine.poker.hand.log import Log
from engine.poker.hand.setup import Beginning, Phase, require_price_of_posts
from engine.poker.hand.showdown import Showdown
from engine.poker.showing import door_card_keys, showing_ranks
from engine.units import Chips

# Looked up once: before Python 3.12 naming a member of an Enum costs as much as ten comparisons.
_DEAL: Final = Phase.DEAL
_BETTING: Final = Phase.BETTING
_DRAW: Final = Phase.DRAW
_SHOWDOWN: Final = Phase.SHOWDOWN
_OVER: Final = Phase.OVER
_VOID: Final = Phase.VOID
_LEFT_OF_BUTTON: Final = Opener.LEFT_OF_BUTTON
_LOWEST_UPCARDS: Final = Opener.LOWEST_UPCARDS


class Course:
    """A hand under way, of which betting, dealing, showdown and log are the parts. What follows from an action is done
    here; whether it is allowed, its caller has checked.

    seats, place_of: see ``Beginning``. drawers: places that have yet to draw. absent: seats that are folded when it is
    their turn.
    """

    __slots__ = (
        "absent",
        "betting",
        "dealing",
        "drawers",
        "forced",
        "log",
        "phase",
        "place_of",
        "seats",
        "setup",
        "showdown",
        "street_number",
    )

    def __init__(self, beginning: Beginning) -> None:
        setup, forced, seats, place_of, unit = beginning
        game, house, stacks = setup.game, setup.house, setup.stacks
        self.setup = setup
        self.forced = forced
        self.seats = seats
        self.place_of = place_of
        self.absent: set[int] = set()
        self.drawers: list[int] = []
        self.street_number = 0
        self.log = Log()
        self.showdown = Showdown()
        in_play = [stacks[seat] if unit == 1 else stacks[seat] // unit * unit for seat in seats]
        self.betting = Betting(stakes=setup.stakes, house=house, unit=unit, stacks=in_play)
        self.betting.post(forced, place_of, blind_before_ante=house.blind_before_ante)
        if setup.forced is not None:
            require_price_of_posts(forced, max(self.betting.bets))
        self.dealing = Dealing(game=game, deck=setup.deck, fill=house.draw_fill, players=len(seats))
        self.dealing.deal(game.streets[0], range(len(seats)), is_first=True)
        self.phase = _DEAL
        if setup.deck is not None:
            self.cards_are_told()

    @property
    def street(self) -> Street:
        return self.setup.game.streets[self.street_number]

    def by_seat(self, chips: Sequence[int]) -> dict[int, Chips]:
        """What is kept by place."""
        return cast("dict[int, Chips]", dict(zip(self.seats, chips, strict=True)))

    def draw_limit(self, place: int) -> int:
        return min(self.street.draw_up_to, len(self.dealing.hole[place]))

    @property
    def turn(self) -> int | None:
        """The seat that must act, draw, show or be dealt to; None where the board is dealt or nothing is left to do."""
        phase = self.phase
        if phase is _BETTING:
            return self.seats[self.betting.actor]
        if phase is _DRAW:
            return self.seats[self.drawers[0]]
        if phase is _SHOWDOWN:
            return self.seats[self.showdown.waiting(self.betting)[0]]
        if phase is _DEAL and self.dealing.owed:
            return self.seats[min(self.dealing.owed)]
        return None

    # Running on

    def go_on(self) -> None:
        """Run on, through streets and rounds that need nobody, until someone must do something."""
        betting = self.betting
        while self.phase is _BETTING:
            if betting.actor >= 0:
                if self.seats[betting.actor] not in self.absent:
                    return
                betting.fold()
            elif len(betting.live) == 1:
                self.phase = _OVER
            else:
                self._next_street()

    def _next_street(self) -> None:
        """Deal the next street and open its round, or begin the showdown. Rules: BIS-11, STD-9, WLIA-9."""
        betting = self.betting
        game = self.setup.game
        self.showdown.ran_out = betting.able_count <= 1
        if self.street_number + 1 == len(game.streets):
            self.phase = _SHOWDOWN
            if self.showdown.shown:
                self.close_showdown()
            return
        self.street_number += 1
        street = game.streets[self.street_number]
        dealing = self.dealing
        if street.draw_up_to:
            if self.setup.house.good_low_must_bet and not game.high:
                self.showdown.before_draw = tuple(betting.total)
            self.drawers.extend(betting.live)
            self.phase = _DRAW
            self.after_draw()
            return
        if street.board:
            dealing.deal_board(street.board)
        else:
            dealing.deal(street, betting.live, is_first=False)
        if dealing.board_owed or dealing.owed:
            self.phase = _DEAL
        else:
            self._open_round()

    def after_draw(self) -> None:
        """The next player draws; when all have, what is still owed is dealt and the round opens."""
        dealing = self.dealing
        if dealing.awaits_cards and dealing.is_fed and dealing.is_filled_in_turn:
            self.phase = _DEAL
            return
        while self.drawers:
            self.phase = _DRAW
            if self.seats[self.drawers[0]] not in self.absent:
                return
            self.drawers.pop(0)
        if len(self.betting.live) == 1:
            self.phase = _OVER
            return
        dealing.fill_draws()
        if dealing.awaits_cards:
            self.phase = _DEAL
        else:
            self._open_round()

    def cards_are_told(self) -> None:
        """A fed hand has all the cards it waited for."""
        if self.drawers:
            self.after_draw()
        elif self.street_number:
            if self.street.draw_up_to:
                self.dealing.fill_draws()
                if self.dealing.awaits_cards:
                    return
            self._open_round()
        else:
            self._open_first_round()
        self.go_on()

    def _open_first_round(self) -> None:
        """Rules: STD-3, CAN-3, ANG-5, WLIA-8."""
        forced = self.forced
        if self.setup.stakes.bring_in:
            first = self._door_card_place()
        elif forced.last_blind is None:
            first = 0
        else:
            first = self.place_of[forced.last_blind] + 1
        self.phase = _BETTING
        self.betting.open_first_round(forced, first % len(self.seats), may_check=self.street.may_check)

    def _open_round(self) -> None:
        setup = self.setup
        street, stakes = setup.game.streets[self.street_number], setup.stakes
        first = 0 if street.opener is _LEFT_OF_BUTTON else self.showing_place(street.opener)
        self.phase = _BETTING
        open_pair = stakes.open_pair_doubles and self.street_number == 1 and self._pair_shows()
        self.betting.open_round(first, street.bet, may_check=street.may_check, open_pair=open_pair)

    def _door_card_place(self) -> int:
        game = self.setup.game
        if game.bring_in is None:
            raise RuleError("stakes", f"{game.name} has no bring-in. Play it with blinds or antes.", rules=("ANG-5",))
        live, ups, key_of = self.betting.live, self.dealing.up, door_card_keys(game.bring_in)
        doors = [(key_of[card], place) for place in live for card in ups[place] if card is not None]
        return min(doors)[1] if doors else live[0]

    def showing_place(self, opener: Opener) -> int:
        """The live place whose upcards open, ties to the one dealt first. Rules: ANG-5, ANG-9."""
        live, ups = self.betting.live, self.dealing.up
        shown = [ups[place] for place in live]
        ranks = showing_ranks(shown, self.dealing.board, lowest=opener is _LOWEST_UPCARDS)
        return live[ranks.index(max(ranks))]

    def _pair_shows(self) -> bool:
        ups = self.dealing.up
        shown = [[rank_of(card) for card in ups[place] if card is not None] for place in self.betting.live]
        return any(len(set(ranks)) < len(ranks) for ranks in shown)

    def close_showdown(self) -> None:
        """End the hand where every live hand is shown or mucked."""
        if self.phase is _SHOWDOWN and self.showdown.is_done(self.betting.live):
            self.end_showdown()

    def end_showdown(self) -> None:
        betting = self.betting
        self.showdown.limit_checked_lows(self.dealing.hole, self.log, self.seats, betting.live)
        self.phase = _OVER

    # Refusals that several actions share

    def place(self, seat: object) -> int:
        """Raises RuleError: "wrong_type", "not_in_hand"."""
        if type(seat) is not int:
            raise wrong_type("seat", seat, int)
        place = self.place_of.get(seat)
        if place is None:
            raise RuleError("not_in_hand", f"Seat {seat} was not dealt into this hand.", seat=seat)
        return place

    def live_place(self, seat: object) -> int:
        """Raises RuleError: "wrong_type", "not_in_hand", "hand_over"."""
        place = self.place(seat)
        if self.betting.folded[place]:
            raise RuleError("not_in_hand", f"Seat {seat} has folded.", seat=seat)
        if self.phase is _VOID:
            raise RuleError("hand_over", "The hand was a misdeal. Undo the ruling first, or deal the next.")
        return place

    def out_of_turn(self, verb: object, seat: object) -> RuleError:
        place = self.betting.actor
        if place < 0 or seat is None:
            return self.not_now(verb)
        return not_your_turn(seat, self.seats[place])

    def not_now(self, verb: object) -> RuleError:
        waits = self.phase.value if self.phase is not _BETTING else f"seat {self.turn} to act"
        return RuleError(
            "no_turn", f"Nobody can {verb} now: the hand waits for {waits}.", phase=self.phase.name.lower()
        )

    def require_discardable(self, place: int, cards: Sequence[Card | None]) -> None:
        """Raises RuleError: "too_many_discards", "no_such_card". Rules: ANG-13, ANG-29."""
        seat, limit = self.seats[place], self.draw_limit(place)
        if len(cards) > limit:
            raise RuleError(
                "too_many_discards",
                f"Seat {seat} may exchange up to {limit} cards, not {len(cards)}.",
                rules=("ANG-13", "ANG-29"),
                seat=seat,
                cards=len(cards),
                most=limit,
            )
        left = list(self.dealing.hole[place])
        for card in cards:
            if card not in left:
                name = UNKNOWN_CARD if card is None else card_text(card)
                raise RuleError(
                    "no_such_card", f"Seat {seat} does not hold {name}. Name cards of its hand.", seat=seat, card=name
                )
            left.remove(card)


def not_your_turn(seat: object, actor: int) -> RuleError:
    return RuleError(
        "not_your_turn",
        f"It is the turn of seat {actor}, not of seat {seat}.",
        rules=("STD-3",),
        seat=seat,
        turn=actor,
    )
