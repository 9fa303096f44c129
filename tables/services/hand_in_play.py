"""Playing a hand action by action, as the dealer tells it, until it is paid out like any other hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.poker.between.choice import choose_game
from engine.poker.games.catalogue import CHOICES
from engine.poker.hand import Hand as PokerHand
from engine.poker.hand import Phase
from engine.units import Chips
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest, Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tables.keepers import keeper_of
from tables.lifecycles import TABLE
from tables.models import Hand, Table
from tables.selectors.between import hand_to_come, set_up
from tables.selectors.hand_in_play import Play, deal_unseen, hand_end_of, the_play
from tables.selectors.hand_plan import game_dealt
from tables.selectors.lookup import last_hand
from tables.selectors.rulings import last_step
from tables.selectors.tables import chips_before
from tables.services.hands import HandPosting, book_hand
from tables.services.laid_out import clear_away, lay_out
from tables.services.locks import lock_table
from tables.services.rounds import require_next, subject_of
from tables.services.seat_fees import settle_half_hours
from tables.services.seats import require_nobody_withdrawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One thing that happens in a hand.

    seat: whose, the player to act where None. to: a total of this round, for a bet. chips: the limit of a claim.
    cards: discarded or shown; count: unknown cards that are discarded. holes, board: what was dealt; both empty deals
    cards that nobody sees. why: the reason for a dead hand.
    """

    verb: str
    seat: int | None = None
    to: int | None = None
    chips: int | None = None
    count: int | None = None
    cards: tuple[Card, ...] = ()
    holes: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    board: tuple[Card, ...] = ()
    why: str = ""


@counted_once
def start_hand(*, table: Table, number: int, press: Press, game: str = "", straddles: Sequence[int] = ()) -> Play:
    """Begin the next hand: blinds posted, cards dealt face down without telling them. A second press changes nothing.

    number: the hand that was on the screen. game: what the button picked, where it picks. straddles: seats in order.

    Raises Conflict: "table_closed", "hand_in_play", "hand_already_settled", "hand_undone", "player_withdrawn";
    BadRequest("game_not_chosen"), UserFacingError("game_not_offered"), RuleError: "too_few_players", "no_button",
    "no_straddles", "straddle_out_of_turn", "straddle_too_large".
    Rules: STD-3, ANG-16, ANG-20, ANG-30, ANG-33, ANG-34, CAN-19, CAN-20, CAN-21, WAS-13, WAS-14.
    """
    table = lock_table(table)
    TABLE.require("start_hand", table)
    require_next(table, last_hand(table), number, noun="hand")
    settle_half_hours(table, press.at)
    keeper_of(table).begin_hand(table, press)
    stacks = chips_before(table)
    dealt = game_dealt(table, game)
    if table.is_choice and (come := hand_to_come(table, stacks, game=dealt)).setup is not None:
        seats, button = come.dealt_in, come.setup.button
        choose_game(CHOICES[table.game], dealt.key, seat=come.chooser or button, dealt_in=seats, button=button)
    setup = set_up(table, stacks, state=table.between, game=dealt, straddles=straddles)
    require_nobody_withdrawn(table, setup.stacks)
    hand = setup.begin()
    deal_unseen(hand)
    row = lay_out(table=table, number=number, log=hand.to_json(), press=press, during=setup.table)
    subject = subject_of(table, number, noun="hand")
    record(table.event_id, press=press, action="hand.started", subject=subject, game=dealt.key)
    return Play(row=row, hand=hand)


@counted_once
def play_move(*, table: Table, version: int, move: Move, press: Press) -> Play:
    """Do one thing in the hand, or take the last one back ("undo"). A second press changes nothing.

    version: that of the hand on the screen. verb: one of ``VERBS``.

    Raises NotFound("no_hand_in_play"), Conflict: "system_deals_here", "hand_moved_on", "claim_before_draw"; BadRequest:
    "unknown_move", "move_incomplete"; UserFacingError("no_claim_here"), RuleError: whatever the engine's hand refuses,
    which then is as before. Rules: STD-4, STD-5, STD-6, STD-9, STD-11, WLIA-8, WLIA-10, WLIA-11, CAN-22, CAN-23,
    ANG-17, ANG-18, ANG-25, BIS-2.
    """
    table = lock_table(table)
    TABLE.require("follow", table)
    play = the_play(table)
    require_current(play, version)
    if move.verb not in VERBS:
        raise BadRequest("unknown_move", f"“{move.verb[:20]}” is nothing that is done in a hand: {', '.join(VERBS)}.")
    if move.verb == "claim" and move.seat is not None:
        play.require_claim_possible(move.seat)
    actor = play.hand.turn
    VERBS[move.verb](play.hand, move)
    keep_play(
        play,
        action=f"hand.{move.verb}",
        press=press,
        seat=move.seat if move.seat is not None else actor,
        to=move.to,
        why=move.why,
    )
    return play


@counted_once
def pay_out(*, table: Table, version: int, press: Press, shown: str = "", no_fee_because: str = "") -> HandPosting:
    """Settle a hand that is over into the books, as ``settle_hand`` does, and keep its log with it.

    Raises NotFound("no_hand_in_play"), Conflict("hand_moved_on"), RuleError("hand_not_over") and what ``settle_hand``
    raises.
    """
    table = lock_table(table)
    TABLE.require("pay_out", table)
    play = the_play(table)
    require_current(play, version)
    clear_away(table, play.row)
    posting = book_hand(
        Hand(table=table, number=play.number, played=play.hand.to_json()),
        end=hand_end_of(play.hand, no_fee_because=no_fee_because, during=play.row.state_during),
        press=press,
        shown=shown,
    )
    settle_half_hours(table, press.at)
    return posting


@counted_once
def call_off(*, table: Table, version: int, reason: str, press: Press) -> None:
    """Throw a hand away that was begun by mistake, or misdealt; every chip is back where it was. A second press changes
    nothing.

    Raises NotFound("no_hand_in_play"), Conflict: "system_deals_here", "hand_moved_on"; BadRequest("reason_missing"),
    UserFacingError("hand_plays_on"). Rules: ANG-41.
    """
    table = lock_table(table)
    TABLE.require("follow", table)
    play = the_play(table)
    require_current(play, version)
    if not reason.strip():
        raise BadRequest("reason_missing", "Say why the hand is called off; the log records it.")
    if play.why_no_call_off is not None:
        raise play.why_no_call_off
    subject = subject_of(table, play.number, noun="hand")
    record(table.event_id, press=press, action="hand.called_off", subject=subject, reason=reason.strip())
    clear_away(table, play.row)
    settle_half_hours(table, press.at)


def keep_play(play: Play, *, action: str, press: Press, **facts: object) -> None:
    """Deal what nobody sees, store the hand as it stands now, and write down who did what."""
    deal_unseen(play.hand)
    row = play.row
    row.log, row.version = play.hand.to_json(), row.version + 1
    row.save(update_fields=["log", "version"])
    subject = subject_of(row.table, row.number, noun="hand")
    record(row.table.event_id, press=press, action=action, subject=subject, **facts)


def require_current(play: Play, version: int) -> None:
    """Raises Conflict("hand_moved_on") where the page shows an older version of the hand."""
    if play.version != version:
        turn = play.hand.turn
        waits = f"seat {turn} to act" if turn and play.hand.phase is Phase.BETTING else play.hand.phase.value
        raise Conflict(
            "hand_moved_on",
            f"Hand {play.number} has gone on since this page was shown: it waits for {waits}. Look again, then act.",
            version=play.version,
        )


def _bet(hand: PokerHand, move: Move) -> None:
    if move.to is None:
        raise _incomplete("a bet", "the total of this round")
    hand.bet_to(move.to, move.seat)


def _discard(hand: PokerHand, move: Move) -> None:
    hand.discard(move.cards or [None] * (move.count or 0), move.seat)


def _deal(hand: PokerHand, move: Move) -> None:
    """Board and hole cards that were told; without any, the face-down ones that are still due."""
    for seat, cards in move.holes.items():
        hidden = hand.owed_cards.get(seat, 0) - len(cards)
        hand.deal_hole(seat, [*[None] * hidden, *cards])
    if move.board:
        hand.deal_board(move.board)
    if not move.holes and not move.board:
        hand.deal_unknown()


def _show(hand: PokerHand, move: Move) -> None:
    seat = _seat_of(move, "showing")
    held = hand.hole(seat)
    hidden = iter(card for card in move.cards if card not in held)
    # Whoever tells a hand tells it in any order; what lay face up keeps its place.
    is_whole = len(move.cards) == len(held)
    told = [next(hidden, None) if card is None else card for card in held] if is_whole else move.cards
    hand.show(seat, told or None)


def _dead(hand: PokerHand, move: Move) -> None:
    if not move.why.strip():
        raise _incomplete("a dead hand", "why it is dead")
    hand.floor.kill(_seat_of(move, "a dead hand"), move.why.strip())


def _undo(hand: PokerHand, _: Move) -> None:
    """Back to before the last thing that somebody entered; a ruling goes with everything that it changed."""
    at = last_step(hand.log)
    if at is None:
        raise Conflict("nothing_to_undo", "Nothing has been done in this hand yet. Call it off instead.")
    hand.undo(at)


def _claim(hand: PokerHand, move: Move) -> None:
    if move.chips is None:
        raise _incomplete("a limited claim", "the chips put in before the draw")
    hand.floor.limit_claim(_seat_of(move, "a limited claim"), Chips(move.chips))


def _seat_of(move: Move, what: str) -> int:
    if move.seat is None:
        raise _incomplete(what, "the seat")
    return move.seat


def _incomplete(what: str, lacks: str) -> BadRequest:
    return BadRequest("move_incomplete", f"For {what} say {lacks} too.")


VERBS: Mapping[str, Callable[[PokerHand, Move], None]] = {
    "fold": lambda hand, move: hand.fold(move.seat),
    "check": lambda hand, move: hand.check(move.seat),
    "call": lambda hand, move: hand.call(move.seat),
    "bet": _bet,
    "bring_in": lambda hand, move: hand.post_bring_in(move.seat),
    "discard": _discard,
    "deal": _deal,
    "show": _show,
    "muck": lambda hand, move: hand.muck(_seat_of(move, "mucking")),
    "show_down": lambda hand, move: hand.show_down(),
    "claim": _claim,
    "away": lambda hand, move: hand.floor.mark_absent(_seat_of(move, "a player who is away")),
    "back": lambda hand, move: hand.floor.mark_absent(_seat_of(move, "a player who is back"), is_away=False),
    "dead": _dead,
    "undo": _undo,
}
"""What can be done in a hand, by name."""
