"""How a hand runs on: streets dealt, rounds opened, draws filled, until a player must do something."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, card_text, rank_of
from engine.errors import RuleError
from engine.poker.games.spec import Opener
from engine.poker.hand.entries import UNKNOWN_CARD
from engine.poker.hand.state import HandState, Phase
from engine.poker.low import is_seven_or_better
from engine.poker.showing import door_card_keys, showing_ranks
from engine.units import Chips

# Looked up once: before Python 3.12 naming a member of an Enum costs as much as ten comparisons.
_DEAL, _BETTING, _DRAW, _SHOWDOWN, _OVER = Phase.DEAL, Phase.BETTING, Phase.DRAW, Phase.SHOWDOWN, Phase.OVER
_LEFT_OF_BUTTON, _LOWEST_UPCARDS = Opener.LEFT_OF_BUTTON, Opener.LOWEST_UPCARDS


class HandRunning(HandState):
    """What follows from an action; nothing here is called from outside."""

    __slots__ = ()

    def _out_of_turn(self, verb: str, seat: int | None) -> RuleError:
        place = self._betting.actor
        if place < 0 or seat is None:
            return self._not_now(verb)
        return self._not_your_turn(seat, self.seats[place])

    def _go_on(self) -> None:
        """Run on, through streets and rounds that need nobody, until someone must do something."""
        betting = self._betting
        while self.phase is _BETTING:
            if betting.actor >= 0:
                if self.seats[betting.actor] not in self._absent:
                    return
                betting.fold()
            elif len(betting.live) == 1:
                self.phase = _OVER
            else:
                self._next_street()

    def _next_street(self) -> None:
        """Deal the next street and open its round, or begin the showdown. Rules: BIS-11, STD-9, WLIA-9."""
        betting = self._betting
        streets = self._setup.game.streets
        self._ran_out = betting.able_count <= 1
        if self.street_number + 1 == len(streets):
            self.phase = _SHOWDOWN
            if self._shown:
                self._close_showdown()
            return
        self.street_number += 1
        street = streets[self.street_number]
        dealing = self._dealing
        if street.draw_up_to:
            if self._setup.house.good_low_must_bet and not self._setup.game.high:
                self._before_draw = tuple(betting.total)
            self._drawers.extend(betting.live)
            self.phase = _DRAW
            self._after_draw()
            return
        if street.board:
            dealing.deal_board(street.board)
        else:
            dealing.deal(street, betting.live, is_first=False)
        if dealing.board_owed or dealing.owed:
            self.phase = _DEAL
        else:
            self._open_round()

    def _after_draw(self) -> None:
        """The next player draws; when all have, what is still owed is dealt and the round opens."""
        if self._dealing.awaits_cards and self._dealing.is_fed and self._dealing.is_filled_in_turn:
            self.phase = _DEAL
            return
        while self._drawers:
            self.phase = _DRAW
            if self.seats[self._drawers[0]] not in self._absent:
                return
            self._drawers.pop(0)
        if len(self._betting.live) == 1:
            self.phase = _OVER
            return
        self._dealing.fill_draws()
        if self._dealing.awaits_cards:
            self.phase = _DEAL
        else:
            self._open_round()

    def _cards_are_told(self) -> None:
        """A fed hand has all the cards it waited for."""
        if self._drawers:
            self._after_draw()
        elif self.street_number:
            if self.street.draw_up_to:
                self._dealing.fill_draws()
                if self._dealing.awaits_cards:
                    return
            self._open_round()
        else:
            self._open_first_round()
        self._go_on()

    def _open_first_round(self) -> None:
        """Rules: STD-3, CAN-3, ANG-5, WLIA-8."""
        street = self._setup.game.streets[0]
        forced = self._forced
        if self._setup.stakes.bring_in:
            first = self._door_card_place()
        elif forced.last_blind is None:
            first = 0
        else:
            first = self._place_of[forced.last_blind] + 1
        self.phase = _BETTING
        self._betting.open_first_round(forced, first % len(self.seats), may_check=street.may_check)

    def _open_round(self) -> None:
        setup = self._setup
        street, stakes = setup.game.streets[self.street_number], setup.stakes
        first = 0 if street.opener is _LEFT_OF_BUTTON else self._showing_place(street.opener)
        self.phase = _BETTING
        open_pair = stakes.open_pair_doubles and self.street_number == 1 and self._pair_shows()
        self._betting.open_round(first, street.bet, may_check=street.may_check, open_pair=open_pair)

    def _door_card_place(self) -> int:
        door = self._setup.game.bring_in
        if door is None:
            raise RuleError(
                "stakes", f"{self.game.name} has no bring-in. Play it with blinds or antes.", rules=("ANG-5",)
            )
        live, ups, key_of = self._betting.live, self._dealing.up, door_card_keys(door)
        doors = [(key_of[card], place) for place in live for card in ups[place] if card is not None]
        return min(doors)[1] if doors else live[0]

    def _showing_place(self, opener: Opener) -> int:
        """The live place whose upcards open, ties to the one dealt first. Rules: ANG-5, ANG-9."""
        live, ups = self._betting.live, self._dealing.up
        shown = [ups[place] for place in live]
        ranks = showing_ranks(shown, self._dealing.board, lowest=opener is _LOWEST_UPCARDS)
        return live[ranks.index(max(ranks))]

    def _pair_shows(self) -> bool:
        ups = self._dealing.up
        shown = [[rank_of(card) for card in ups[place] if card is not None] for place in self._betting.live]
        return any(len(set(ranks)) < len(ranks) for ranks in shown)

    # Draws and showdown

    def _refuse_discard(self, place: int, cards: Sequence[Card | None]) -> None:
        seat, limit = self.seats[place], self._draw_limit(place)
        if len(cards) > limit:
            raise RuleError(
                "too_many_discards",
                f"Seat {seat} may exchange up to {limit} cards, not {len(cards)}.",
                rules=("ANG-13", "ANG-29"),
                seat=seat,
                cards=len(cards),
                most=limit,
            )
        left = list(self._dealing.hole[place])
        for card in cards:
            if card not in left:
                name = UNKNOWN_CARD if card is None else card_text(card)
                raise RuleError(
                    "no_such_card", f"Seat {seat} does not hold {name}. Name cards of its hand.", seat=seat, card=name
                )
            left.remove(card)

    def _place_at_showdown(self, seat: int) -> int:
        place = self._live_place(seat)
        runs_out = self.phase is _DEAL and self.street_number and self._betting.able_count <= 1
        if self.phase is not _SHOWDOWN and not runs_out:
            raise RuleError("not_showdown", f"Seat {seat} cannot show yet: bets can still be made.", seat=seat)
        if place in self._shown or place in self._mucked:
            raise RuleError("already_shown", f"Seat {seat} has already shown or mucked.", seat=seat)
        return place

    def _close_showdown(self) -> None:
        if self.phase is _SHOWDOWN and self._shown.union(self._mucked).issuperset(self._betting.live):
            self._limit_checked_lows()
            self.phase = _OVER

    def _others_can_win(self, place: int) -> bool:
        """Somebody else is live and has not mucked."""
        return bool(set(self._betting.live) - self._mucked - {place})

    def _limit_checked_lows(self) -> None:
        """Who checked a seven or better after the draw cannot win what went in after it. Rules: ANG-18."""
        if not self._before_draw:
            return
        log = [entry[:2] for entry in self._log]
        drawn = max(at for at, entry in enumerate(log) if entry[0] == "discard")
        for place in self._shown:
            cards = [card for card in self._dealing.hole[place] if card is not None]
            is_checked = ("check", self.seats[place]) in log[drawn:]
            if is_checked and is_seven_or_better(cards) and self._others_can_win(place):
                self._claims.setdefault(place, Chips(self._before_draw[place]))
