"""What players do on their own phones, and what happens where they let the time pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.cards import Card
from engine.poker.dealt import DealtHand
from engine.poker.hand import Phase
from eventnight.core.actors import SYSTEM
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest
from eventnight.core.press import Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from tables.lifecycles import TABLE
from tables.models import HandInPlay, Shuffle, Table
from tables.selectors.dealt.hole_cards import hand_of
from tables.selectors.dealt.shuffles import own_seat, the_shuffle
from tables.selectors.hand_in_play import the_play
from tables.services.dealt.ending import go_on, player_at
from tables.services.hand_in_play import require_current
from tables.services.locks import lock_table
from tables.services.rounds import subject_of


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMove(PressContent):
    """What a player does in a hand. verb: one of ``OWN_VERBS``. to: a total of this round, for a bet. places: of
    the cards to be exchanged among those held, the first 0; never the cards themselves, which no log may hold.
    """

    verb: str
    to: int | None = None
    places: tuple[int, ...] = ()


@counted_once
def act(*, table: Table, player: Player, version: int, move: OwnMove, press: Press) -> Shuffle:
    """Do what a player does on their own phone, in their turn. A second press changes nothing.

    version: that of the hand on the screen. Returns the pack of the hand, which may be over by then.

    Raises Conflict: "people_deal_here", "table_paused", "not_at_table", "hand_moved_on", "pack_closed";
    NotFound("no_hand_in_play"); BadRequest: "unknown_move", "move_incomplete", "no_such_card"; RuleError: whatever the
    engine's hand refuses, which then is as before. Rules: BIS-16, STD-4, STD-5, STD-6, STD-9, STD-11.
    """
    table = lock_table(table)
    TABLE.require("act", table)
    play, shuffle = the_play(table), the_shuffle(table)
    chair = own_seat(table, player)
    require_current(play, version)
    if move.verb not in OWN_VERBS:
        raise BadRequest(
            "unknown_move", f"“{move.verb[:20]}” is nothing that is done in a hand: {', '.join(OWN_VERBS)}."
        )
    hand = hand_of(shuffle, play.row.log)
    OWN_VERBS[move.verb](hand, chair.number, move)
    shuffle.take_from_bank(player.code, press.at)
    shuffle.forget_missed(player.code)
    _record(play.row, move.verb, chair.number, press, to=move.to)
    go_on(play.row, shuffle, hand, press.at)
    return shuffle


def time_up_if_due(table: Table, now: datetime) -> None:
    """Act for whoever has let the time pass at a locked table. Rules: BIS-2."""
    shuffle = the_shuffle(table)
    if not shuffle.is_time_up(now):
        return
    row = the_play(table).row
    hand = hand_of(shuffle, row.log)
    seat = hand.seen.turn
    assert seat is not None
    code = player_at(table, seat)
    shuffle.take_from_bank(code, now)
    shuffle.miss_turn(code)
    done = "away"
    if shuffle.is_away(code) and hand.seen.phase in (Phase.BETTING, Phase.DRAW):
        hand.mark_absent(seat)
    else:
        done = hand.time_up()
    _record(row, done, seat, Press(SYSTEM, now), why="The time was up.")
    go_on(row, shuffle, hand, now)


def _record(row: HandInPlay, verb: str, seat: int, press: Press, **facts: object) -> None:
    subject = subject_of(row.table, row.number, noun="hand")
    record(row.table.event_id, press=press, action=f"hand.{verb}", subject=subject, seat=seat, **facts)


def _bet(hand: DealtHand, seat: int, move: OwnMove) -> None:
    if move.to is None:
        raise BadRequest("move_incomplete", "For a bet say the total of this round too.")
    hand.bet_to(move.to, seat)


def _discard(hand: DealtHand, seat: int, move: OwnMove) -> None:
    held = hand.cards_of(seat)
    if not all(0 <= place < len(held) for place in move.places) or len(set(move.places)) < len(move.places):
        raise BadRequest("no_such_card", f"You hold {len(held)} cards. Choose among them, each once.")
    cards: list[Card] = [held[place] for place in move.places]
    hand.discard(cards, seat)


OWN_VERBS: Mapping[str, Callable[[DealtHand, int, OwnMove], None]] = {
    "fold": lambda hand, seat, move: hand.fold(seat),
    "check": lambda hand, seat, move: hand.check(seat),
    "call": lambda hand, seat, move: hand.call(seat),
    "bet": _bet,
    "bring_in": lambda hand, seat, move: hand.post_bring_in(seat),
    "discard": _discard,
    "show": lambda hand, seat, move: hand.show(seat),
    "muck": lambda hand, seat, move: hand.muck(seat),
}
"""What a player does, by name."""
