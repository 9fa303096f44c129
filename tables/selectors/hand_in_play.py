"""A hand that is played action by action: where it stands, who may do what, and how it will be paid out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import Card, card_text, full_deck
from engine.errors import RuleError
from engine.poker.between.table_state import TableState
from engine.poker.floor.ruling import seats_that_acted
from engine.poker.hand import Hand as PokerHand
from engine.poker.hand import Phase
from engine.poker.legal import Legal
from engine.poker.settling.settlement import SeatEnd
from engine.units import Chips
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from tables.keepers import keeper_of
from tables.models import HandInPlay, Table
from tables.selectors.hand_plan import HandEnd, HandPlan, may_check_good_low, plan_hand, require_claims_played
from tables.selectors.lookup import hand_in_play

BOARD_RULINGS = frozenset({"flop_again", "turn_again", "river_again"})
"""Codes of rulings that say themselves how the board is dealt on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A hand in play. row: as stored. hand: as the engine plays it, read back from its log."""

    row: HandInPlay
    hand: PokerHand

    @property
    def came_of(self) -> tuple[HandInPlay]:
        return (self.row,)

    @classmethod
    def again(cls, row: HandInPlay) -> Play:
        return cls(row=row, hand=PokerHand.from_json(row.log))

    @property
    def number(self) -> int:
        return self.row.number

    @property
    def version(self) -> int:
        return self.row.version

    @property
    def phase(self) -> str:
        """deal, betting, draw, showdown, over, or void after a misdeal."""
        return self.hand.phase.name.lower()

    @property
    def legal(self) -> Legal | None:
        """What the player to act may do, None where nobody is to act or to draw."""
        return self.hand.legal if self.hand.phase in (Phase.BETTING, Phase.DRAW) else None

    @property
    def reasons(self) -> Mapping[str, RuleError]:
        """Why the player to act may not do something, by fold, check, call and bet."""
        if self.hand.phase is not Phase.BETTING:
            return {}
        told = {verb: self.hand.why_not(verb) for verb in ("fold", "check", "call", "bet")}
        return {verb: error for verb, error in told.items() if error is not None}

    @property
    def why_no_muck(self) -> RuleError | None:
        """Why the next to show may not throw the hand away unseen, None where it may."""
        return self.hand.why_no_muck

    @property
    def why_no_call_off(self) -> UserFacingError | None:
        """Why the hand cannot be called off now, None where it can, as one that cannot be paid out any more always can:
        that of a flight decided elsewhere. Rules: ANG-41, WAS-2.
        """
        house, table = self.hand.house, self.row.table
        if not house.played_out or self.hand.phase is Phase.VOID or not seats_that_acted(self.hand):
            return None
        if keeper_of(table).refusal(table, "pay_out") is not None:
            return None
        return UserFacingError(
            "hand_plays_on",
            f"{house.name} plays every hand to its end, and somebody has acted in this one. Undo what was entered by "
            "mistake, or rule a misdeal.",
            rules=house.cite("played_out"),
        )

    @property
    def bet_word(self) -> str:
        """What putting more in is called now: a bet while nobody has bet in this round, else a raise."""
        return "Raise to" if max(self.hand.bets.values()) else "Bet"

    @property
    def is_pack_short(self) -> bool:
        """Whether the pack cannot give each stud player another card, so that one is dealt for all. Rules: ANG-10."""
        return is_pack_short(self.hand)

    @property
    def known_cards(self) -> tuple[str, ...]:
        """Cards that are known to lie somewhere: no other place can be told one of them."""
        hand = self.hand
        held = [card for seat in hand.seats for card in (*hand.hole(seat), *hand.discards[seat])]
        known = {card for card in (*held, *hand.board, *hand.burns, *hand.dead_cards) if card is not None}
        return tuple(card_text(card) for card in sorted(known - set(self.own_cards)))

    @property
    def own_cards(self) -> tuple[Card, ...]:
        """At the showdown: what is known of the hand that is shown next."""
        hand = self.hand
        if hand.phase is not Phase.SHOWDOWN or hand.turn is None:
            return ()
        return tuple(card for card in hand.hole(hand.turn) if card is not None)

    @property
    def burns_first(self) -> bool:
        """Whether the dealer burns a card before the board cards that are due. After a ruling on board cards the ruling
        says what is burned. Rules: WLIA-11, WAS-9.
        """
        ruled = {entry[1] for entry in self.hand.log if entry[0] == "note"}
        return bool(self.hand.owed_board) and ruled.isdisjoint(BOARD_RULINGS)

    @property
    def may_limit_claims(self) -> bool:
        """Whether somebody may now be found to have checked a seven or better. Rules: ANG-18."""
        return self._has_drawn and may_check_good_low(self.row.table, self.hand.game)

    def require_claim_possible(self, seat: int) -> None:
        """Raises UserFacingError("no_claim_here"), Conflict("claim_before_draw"). Rules: ANG-18."""
        require_claims_played(self.row.table, self.hand.game, [seat])
        if not self._has_drawn:
            raise Conflict(
                "claim_before_draw",
                f"A claim is limited by checking a seven or better after the draw, and hand {self.number} has not come "
                "to it yet. Play on.",
                rules=("ANG-18",),
                number=self.number,
            )

    @property
    def _has_drawn(self) -> bool:
        return any(street.draw_up_to for street in self.hand.game.streets[: self.hand.street_number + 1])


def is_pack_short(hand: PokerHand) -> bool:
    """Whether the pack cannot give each stud player another card: those dealt and one burn a street are gone.

    Rules: ANG-10.
    """
    gone = sum(len(hand.hole(seat)) for seat in hand.seats) + hand.street_number
    owed = hand.owed_cards
    return hand.game.has_upcards and set(owed.values()) == {1} and len(full_deck()) - gone < len(owed)


def deal_unseen(hand: PokerHand) -> None:
    """Deal the cards that lie face down for everybody; upcards, the board and a card common to all are told."""
    while hand.phase is Phase.DEAL and hand.owed_cards and not _owes_upcards(hand):
        hand.deal_unknown()


def _owes_upcards(hand: PokerHand) -> bool:
    is_draw = bool(hand.street.draw_up_to)
    return bool(hand.street.up) or (is_draw and hand.game.has_upcards) or is_pack_short(hand)


def play_of(table: Table) -> Play | None:
    """The hand that is being played at a table, None between two hands."""
    row = hand_in_play(table)
    if row is None:
        return None
    row.table = table
    return Play(row=row, hand=PokerHand.from_json(row.log))


def the_play(table: Table) -> Play:
    """The same. Raises NotFound("no_hand_in_play")."""
    play = play_of(table)
    if play is None:
        raise NotFound("no_hand_in_play", f"No hand is being played at {table}. Start the next one.", table=table.code)
    return play


def hand_end_of(hand: PokerHand, *, no_fee_because: str = "", during: TableState | None = None) -> HandEnd:
    """A hand that is over, as it is settled. during: the table's state while it was played.

    Raises RuleError: "hand_not_over", "misdeal".
    """
    hand.settle()
    shown, live = set(hand.shown), set(hand.live)
    return HandEnd(
        button=hand.button,
        seats=tuple(
            SeatEnd(
                seat=seat,
                contributed=Chips(chips),
                is_live=seat in live,
                cards=tuple(card for card in hand.hole(seat) if card is not None) if seat in shown else None,
                dead=hand.dead[seat],
                claim=hand.claims.get(seat),
            )
            for seat, chips in sorted(hand.contributed.items())
        ),
        board=hand.board,
        game=hand.game.key,
        no_fee_because=no_fee_because,
        played=hand,
        during=during,
    )


def planned_end(play: Play, *, no_fee_because: str = "") -> tuple[HandPlan, HandEnd]:
    """What a hand that is over pays. One that everybody gave up early may hold less than its fee, and pays none then.

    Raises as ``hand_end_of`` and ``plan_hand`` do.
    """
    table, during = play.row.table, play.row.state_during
    end = hand_end_of(play.hand, no_fee_because=no_fee_because, during=during)
    try:
        return plan_hand(table, end), end
    except UserFacingError as refusal:
        if refusal.code != "fee_above_pot":
            raise
        why = f"The fee of {refusal.facts['fee']} is more than the {refusal.facts['pot']} in the pot"
        end = hand_end_of(play.hand, no_fee_because=why, during=during)
        return plan_hand(table, end), end
