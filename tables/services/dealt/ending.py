"""After each act: the next turn begins, or the hand is paid, its pack published and the next one promised."""

from __future__ import annotations

from datetime import datetime
from uuid import NAMESPACE_URL, uuid5

from engine.poker.between import table_state
from engine.poker.between.stored import table_json
from engine.poker.dealt import DealtHand
from engine.poker.hand import Hand as PokerHand
from engine.poker.hand import Phase
from eventnight.core.actors import SYSTEM
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest, Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tables.keepers import keeper_of
from tables.lifecycles import TABLE
from tables.models import Hand, HandInPlay, Shuffle, Table
from tables.selectors.dealt.shuffles import the_shuffle
from tables.selectors.hand_in_play import Play, planned_end, the_play
from tables.services.dealt.packs import keep_hidden
from tables.services.dealt.shuffles import promise_next, publish_hand
from tables.services.hands import book_hand
from tables.services.laid_out import clear_away
from tables.services.locks import lock_table
from tables.services.rounds import subject_of
from tables.services.seat_fees import settle_half_hours


def go_on(row: HandInPlay, shuffle: Shuffle, hand: DealtHand, now: datetime) -> None:
    """Store the hand of a locked table as it stands, or finish it. row: of the hand; shuffle: its pack."""
    row.log, row.version = hand.seen.to_json(), row.version + 1
    row.save(update_fields=["log", "version"])
    if hand.seen.phase is Phase.OVER:
        _finish(row, shuffle, hand, now)
        return
    keep_hidden(shuffle, hand.known.to_json())
    seat = hand.seen.turn
    shuffle.begin_turn(None if seat is None else player_at(row.table, seat), now)
    shuffle.save()


def player_at(table: Table, seat: int) -> str:
    """The code of who sits there. Raises ValueError for a free seat."""
    return next(chair.sitter.code for chair in keeper_of(table).seats(table) if chair.number == seat)


@counted_once
def void_hand(*, table: Table, number: int, reason: str, press: Press) -> Shuffle:
    """Call off the hand that the system deals: every chip is back where it was, and the next pack is promised. A second
    press changes nothing.

    number: of the hand on the screen. Raises Conflict: "people_deal_here", "hand_moved_on"; NotFound("no_pack"),
    BadRequest("reason_missing"). Rules: BIS-16, ANG-41.
    """
    table = lock_table(table)
    TABLE.require("void_hand", table)
    shuffle = the_shuffle(table)
    if not shuffle.is_dealt or shuffle.hand_number != number:
        raise Conflict(
            "hand_moved_on", f"Hand {number} at {table} is not being played any more. Look again.", number=number
        )
    if not reason.strip():
        raise BadRequest("reason_missing", "Say why the hand is called off; the log records it.")
    play = the_play(table)
    _call_off(play.row, shuffle, play.hand, reason.strip(), press)
    return shuffle


def call_off(table: Table, reason: str, press: Press) -> None:
    """The same of the hand that is being played at a table whose event is locked, for whoever keeps the table."""
    table = lock_table(table)
    play = the_play(table)
    _call_off(play.row, the_shuffle(table), play.hand, reason, press)


def _call_off(row: HandInPlay, shuffle: Shuffle, seen: PokerHand, reason: str, press: Press) -> None:
    table = row.table
    subject = subject_of(table, row.number, noun="hand")
    record(table.event_id, press=press, action="hand.called_off", subject=subject, reason=reason)
    clear_away(table, row)
    publish_hand(shuffle, seen, is_void=True)
    settle_half_hours(table, press.at)
    promise_next(table, press)


def _finish(row: HandInPlay, shuffle: Shuffle, hand: DealtHand, now: datetime) -> None:
    table = row.table
    press = Press(SYSTEM, now, uuid5(NAMESPACE_URL, f"hand {row.number} from the pack {shuffle.name}, {table.pk}"))
    _, end = planned_end(Play(row=row, hand=hand.seen))
    clear_away(table, row)
    hand_row = Hand(table=table, number=row.number, played=hand.seen.to_json())
    book_hand(hand_row, end=end, press=press)
    _sit_out_the_absent(table, shuffle)
    publish_hand(shuffle, hand.seen)
    settle_half_hours(table, now)
    promise_next(table, press)


def _sit_out_the_absent(table: Table, shuffle: Shuffle) -> None:
    """Who let three turns pass gets no cards until they are back; where hand follows hand they stay in, and only what
    is known of those who went out is dropped. Rules: BIS-2, CAN-20, ANG-34.
    """
    keeper = keeper_of(table)
    if keeper.dealing.goes_on:
        shuffle.keep_times_of({chair.player.code for chair in keeper.seats(table) if chair.player is not None})
        return
    absent = {code for code in shuffle.missed if shuffle.is_away(code)}
    state = table.between
    for chair in keeper.seats(table):
        if chair.player is None or chair.player.code not in absent:
            continue
        if state.kill and state.kill.is_on and state.kill.holder == chair.number:
            # Owes the kill blind, and sits out after that hand.
            continue
        state = table_state.sit_out(state, chair.number)
        absent.discard(chair.player.code)
        shuffle.forget_missed(chair.player.code)
    table.state = table_json(state)
    table.save(update_fields=["state"])
