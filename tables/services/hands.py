"""Settling a hand at a card table, and taking the last one back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.cards import Card, card_text
from engine.poker.between.stored import read_table, table_json
from engine.poker.between.table_state import TableState, stand_up
from engine.poker.hand import Hand as PokerHand
from engine.poker.house.catalogue import overrides_of
from eventnight.core.audit import record
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tables.keepers import keeper_of
from tables.lifecycles import TABLE
from tables.models import Hand, HandSeat, Seat, Table
from tables.selectors.hand_plan import HandEnd, HandPlan, plan_hand, result_json
from tables.selectors.lookup import last_hand
from tables.services.laid_out import lay_out
from tables.services.locks import lock_table
from tables.services.rounds import require_last, require_next, subject_of, take_back
from tables.services.seat_fees import require_no_later_fee, settle_half_hours
from tables.services.seats import require_nobody_withdrawn


class HandPosting(NamedTuple):
    """A hand in the books, and whether it answers a press that came again."""

    hand: Hand
    is_replay: bool = False

    @property
    def came_of(self) -> tuple[Hand]:
        return (self.hand,)

    @classmethod
    def again(cls, hand: Hand) -> HandPosting:
        return cls(hand, is_replay=True)


@counted_once
def settle_hand(*, table: Table, number: int, end: HandEnd, press: Press, shown: str = "") -> HandPosting:
    """Settle a hand from what each seat put in: book its net, take the fee, move button, blinds and kill button.

    number: the hand that was on the screen, one more than the last settled one. shown: digest of the plan that was
    shown, empty where none was. The fee is the posted one for the players dealt in; it is fixed before the deal, so the
    cards and the pot do not change it.

    Raises Conflict: "table_closed", "hand_in_play", "hand_already_settled", "hand_undone", "plan_changed",
    "player_withdrawn"; and what ``plan_hand`` raises.
    Rules: STD-2, STD-7, STD-8, ANG-3, ANG-11, ANG-18, ANG-33, ANG-35, ANG-36, ANG-37, CAN-21, WLIA-6, WAS-13, WAS-14.
    """
    table = lock_table(table)
    TABLE.require("settle_hand", table)
    settle_half_hours(table, press.at)
    _require_nobody_withdrawn_before(table, end)
    keeper_of(table).lay_down(table, press)
    return book_hand(Hand(table=table, number=number), end=end, press=press, shown=shown)


def book_hand(hand: Hand, *, end: HandEnd, press: Press, shown: str = "") -> HandPosting:
    """The one way a hand reaches the books. hand: not saved yet; its locked table, number and, where it was played
    here, log.

    Raises as ``settle_hand`` does.
    """
    table = hand.table
    require_next(table, last_hand(table), hand.number, noun="hand")
    plan = plan_hand(table, end)
    _require_same_plan(plan, shown)
    keeper = keeper_of(table)
    hand.entry = keeper.book(table, plan, press).entry
    _write(hand, end, plan, press)
    keeper.settled(hand, plan, press)
    return HandPosting(hand)


@counted_once
def undo_hand(*, table: Table, number: int, reason: str, press: Press, may_reverse_any: bool) -> HandPosting:
    """Take the last hand back: its chips return to where they were, button and blinds too, its number is free again.

    A hand that was played here lies on the table as it ended. Who sat down or left since then stays so.

    Raises NotFound("no_hand"), Conflict: "table_closed", "hand_in_play", "hand_not_last", "seats_changed",
    "fee_since_hand"; BadRequest("reason_missing"), Forbidden: "not_your_entry", "entry_too_old";
    UserFacingError("overdraft").
    """
    table = lock_table(table)
    TABLE.require("undo_hand", table)
    settle_half_hours(table, press.at)
    hand, keeper = require_last(table, last_hand(table), number, noun="hand"), keeper_of(table)
    keeper.undo(hand, press)
    _require_same_people(hand, keeper.seats(table))
    require_no_later_fee(table, hand)
    take_back(table, hand, reason=reason, press=press, may_reverse_any=may_reverse_any)
    table.state = table_json(_state_before(table, hand))
    table.save(update_fields=["state"])
    if hand.played is not None:
        _lay_out_again(hand, hand.played, press)
    keeper.undone(hand, press)
    return HandPosting(hand)


def cards_text(cards: tuple[Card, ...]) -> str:
    """Cards as they are stored: "Ah Kd 9c"."""
    return " ".join(card_text(card) for card in cards)


def _require_nobody_withdrawn_before(table: Table, end: HandEnd) -> None:
    """Who was withdrawn may be in the hand that was on the table then, and in no later one. Rules: WAS-13, WAS-14."""
    last = last_hand(table)
    if last is None:
        return
    dealt_in = {each.seat for each in end.seats}
    sitters = {chair.number: chair.player for chair in keeper_of(table).seats(table) if chair.number in dealt_in}
    withdrawn_at = {number: sitter.withdrawn_at for number, sitter in sitters.items() if sitter is not None}
    require_nobody_withdrawn(table, {number for number, at in withdrawn_at.items() if at and at < last.settled_at})


def _write(hand: Hand, end: HandEnd, plan: HandPlan, press: Press) -> None:
    """Save a hand as it ended and was settled. hand: its table, number, entry and, where it was played here, log."""
    table = hand.table
    hand.game, hand.button, hand.board = plan.game.key, end.button, cards_text(end.board)
    hand.fee, hand.no_fee_because = plan.fee, end.no_fee_because
    hand.result, hand.state_before = result_json(plan.settlement), table.state
    hand.settled_at, hand.by_code, hand.by_label = press.at, press.by.code, press.by.label
    hand.save()
    HandSeat.objects.bulk_create(
        HandSeat(
            hand=hand,
            seat=each.seat,
            player_id=line.player_id,
            contributed=each.contributed,
            dead=each.dead,
            claim=each.claim,
            is_live=each.is_live,
            cards=cards_text(each.cards or ()),
            net=line.net,
        )
        for each, line in zip(end.seats, plan.lines, strict=True)
    )
    table.state = table_json(plan.state_after)
    table.save(update_fields=["state"])
    record(
        table.event_id,
        press=press,
        action="hand.settled",
        subject=subject_of(table, hand.number, noun="hand"),
        chips=plan.put_in,
        game=plan.game.key,
        fee=plan.fee,
        no_fee_because=end.no_fee_because,
    )


def _lay_out_again(hand: Hand, log: list[object], press: Press) -> None:
    """An undone hand as it ended, under the rules that it began with. Rules: CAN-26."""
    table = hand.table
    lay_out(table=table, number=hand.number, log=log, press=press)
    table.night_rules = overrides_of(PokerHand.from_json(log).house)
    table.save(update_fields=["night_rules"])


def _state_before(table: Table, hand: Hand) -> TableState:
    """The table as it was before the hand, with the people who sit there now."""
    before, now = read_table(hand.state_before), table.between
    for seat in before.players.keys() - now.players.keys():
        before = stand_up(before, seat)
    return replace(before, players={seat: before.players.get(seat, who) for seat, who in now.players.items()})


def _require_same_plan(plan: HandPlan, shown: str) -> None:
    if shown and shown != plan.digest:
        raise Conflict(
            "plan_changed",
            "What was entered, or what lies before the seats, has changed since the plan was shown. "
            "Look at the new plan, then pay out.",
            shown=shown,
            plan=plan.digest,
        )


def _require_same_people(hand: Hand, seats: Sequence[Seat]) -> None:
    sitting = {seat.number: seat.player_id for seat in seats}
    changed = [each for each in hand.seats.select_related("player__person") if sitting[each.seat] != each.player_id]
    if changed:
        names = ", ".join(f"seat {each.seat} ({each.player})" for each in changed)
        raise Conflict(
            "seats_changed",
            f"Players of hand {hand.number} have left: {names}. Seat them there again with the chips they left "
            "with, then undo it.",
            seats=[each.seat for each in changed],
        )
