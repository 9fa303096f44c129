"""A phone says that its player is ready, and adds its number; when enough are, the system deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.cards import card_text
from engine.poker.between import first_button as buttons
from engine.poker.between import table_state
from engine.poker.between.stored import table_json
from engine.poker.dealt import DealtHand
from engine.poker.games.spec import GameSpec
from engine.poker.hand import Phase
from engine.shuffle import require_numbers
from eventnight.core.actors import SYSTEM
from eventnight.core.audit import record
from eventnight.core.press import Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.events.models import Player
from eventnight.events.services import require_not_withdrawn
from tables.keepers import keeper_of
from tables.lifecycles import TABLE
from tables.models import PackState, Seat, Sent, Shuffle, Table
from tables.selectors.between import able, hand_to_come, is_button_drawn, is_by_card, set_up
from tables.selectors.dealt.secret import open_secret
from tables.selectors.dealt.shuffles import own_seat, the_shuffle
from tables.selectors.hand_plan import game_dealt
from tables.selectors.lookup import last_hand
from tables.selectors.tables import chips_before
from tables.services.dealt.ending import go_on
from tables.services.dealt.packs import add_number, keep_hidden, replace_unopened, require_current, take_numbers
from tables.services.dealt.shuffles import engine_deck, promise_next
from tables.services.laid_out import lay_out
from tables.services.locks import lock_table
from tables.services.rounds import subject_of
from tables.services.seat_fees import settle_half_hours
from tables.services.seats import require_nobody_withdrawn

NOTHING = Sent("")
GRACE = timedelta(seconds=3)
"""From the second phone that is ready to the deal, for the others."""
STALE = timedelta(seconds=30)
"""So long after it was due no hand begins by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadySign(PressContent):
    """What a phone sends. serial: of the pack on its screen. number: 64 hex digits from the phone's own chance, empty
    for none. game: what the player picks, who has the button where the button picks.
    """

    serial: int
    number: str
    game: str = ""


@counted_once
def say_ready(*, table: Table, player: Player, sign: ReadySign, press: Press) -> Shuffle:
    """Count a player's phone as ready for the next hand, with its number; who sat out is back. The hand begins when
    everybody is, or three seconds after the second; at a table of a flight three seconds after the first. A phone that
    is ready already stays so, with its first number; once the hand has begun, only who was away is back.

    Raises Conflict: "table_closed", "people_deal_here", "table_paused", "not_at_table", "player_withdrawn",
    "pack_moved_on"; RuleError("number_unclear"), UserFacingError("game_not_offered").
    Rules: BIS-16, CAN-20, ANG-30, WAS-13, WAS-14.
    """
    table = lock_table(table)
    TABLE.require("get_ready", table)
    chair = own_seat(table, player)
    require_not_withdrawn(player, way_out=f"They get no more cards: {keeper_of(table).leaving(chair)}.")
    require_numbers({chair.number: sign.number})
    if sign.game:
        game_dealt(table, sign.game)
    shuffle = the_shuffle(table)
    require_current(shuffle, sign.serial)
    dealing = keeper_of(table).dealing
    is_back = not dealing.goes_on or shuffle.is_away(player.code)
    if shuffle.is_dealt:
        if dealing.goes_on and is_back:
            shuffle.forget_missed(player.code)
            shuffle.save(update_fields=["missed"])
        return shuffle
    shuffle = replace_unopened(shuffle, lambda: promise_next(table, press))
    if table.between.player(chair.number).is_away:
        table.state = table_json(table_state.come_back(table.between, chair.number))
        table.save(update_fields=["state"])
    before = shuffle.sent.get(chair.number, NOTHING)
    if before.player != player.code:
        add_number(shuffle, chair.number, sign.number)
    if before.player != player.code or (sign.game and not before.game):
        shuffle.ready = {**shuffle.ready, str(chair.number): [player.code, sign.game]}
    if is_back:
        # Where hand follows hand a phone gets ready by itself, whether or not somebody looks at it.
        shuffle.forget_missed(player.code)
    _leave_out_withdrawn(table)
    wanted = _wanted(table)
    ready = _ready(table, shuffle) & wanted
    if shuffle.due_at is None and len(ready) >= dealing.fewest_ready:
        shuffle.due_at = press.at + GRACE
    shuffle.save()
    if len(ready) >= dealing.fewest_ready and ready == wanted and not dealing.goes_on:
        _draw_button(table, shuffle, press)
        if _picked(table, shuffle) is not None:
            deal_hand(table, shuffle, press.at)
    return shuffle


def deal_if_due(table: Table, now: datetime) -> None:
    """Deal at a locked table, if its time has come. Raises as ``deal_hand`` does."""
    shuffle = the_shuffle(table)
    if shuffle.state != PackState.PROMISED or shuffle.due_at is None or shuffle.due_at > now:
        return
    if replace_unopened(shuffle, lambda: promise_next(table, Press(SYSTEM, now))) != shuffle:
        return
    last_call = shuffle.due_at + timedelta(seconds=table.turn_seconds or 0)
    if now > last_call + STALE:
        # The computer was down meanwhile: nobody is dealt in who has put the phone away.
        shuffle.ready, shuffle.due_at = {}, None
        shuffle.save()
        return
    keeper = keeper_of(table)
    wait = keeper.wait(table, Press(SYSTEM, now))
    _leave_out_withdrawn(table)
    if wait is not None:
        shuffle.due_at = now + wait
        shuffle.save()
    elif len(_ready(table, shuffle) & _wanted(table)) < keeper.dealing.fewest_ready:
        shuffle.due_at = None
        shuffle.save()
    else:
        _draw_button(table, shuffle, Press(SYSTEM, now))
        if _picked(table, shuffle) is not None or last_call <= now:
            deal_hand(table, shuffle, now)


def deal_hand(table: Table, shuffle: Shuffle, now: datetime) -> None:
    """Begin the next hand of a locked table from the promised pack and the numbers that were sent. Where the button
    picks and let its time pass, the first game is dealt.

    Raises Conflict: "table_closed", "hand_in_play", "table_paused", "player_withdrawn"; RuleError: "too_few_players".
    Rules: STD-3, BIS-16, WAS-4, WLIA-6.
    """
    press = Press(SYSTEM, now)
    TABLE.require("deal", table)
    settle_half_hours(table, now)
    keeper_of(table).begin_hand(table, press)
    stacks = chips_before(table)
    game = _picked(table, shuffle) or table.games[0]
    setup = set_up(table, stacks, state=table.between, game=game)
    require_nobody_withdrawn(table, setup.stacks)
    take_numbers(shuffle, setup.stacks, _ready(table, shuffle))
    hand = DealtHand.start(setup.begin, engine_deck(shuffle))
    last = last_hand(table)
    number = last.number + 1 if last else 1
    row = lay_out(table=table, number=number, log=hand.seen.to_json(), press=press, during=setup.table)
    shuffle.state, shuffle.hand_number, shuffle.dealt_at = PackState.DEALT, row.number, now
    shuffle.due_at, shuffle.watched_at = None, now
    keep_hidden(shuffle, hand.known.to_json())
    subject = subject_of(table, row.number, noun="hand")
    record(table.event_id, press=press, action="hand.dealt", subject=subject, pack=shuffle.name, root=shuffle.root)
    _fold_the_absent(table, shuffle, hand)
    go_on(row, shuffle, hand, now)


def _ready(table: Table, shuffle: Shuffle) -> set[int]:
    """The seats that are ready, each by the player who sits there now."""
    sitters = {chair.number: chair.player for chair in keeper_of(table).seats(table)}
    return {seat for seat, sitter in sitters.items() if sitter and shuffle.is_ready(seat, sitter.code)}


def _wanted(table: Table) -> set[int]:
    """The seats that are dealt in, or would be if somebody had the button."""
    stacks = chips_before(table)
    come = hand_to_come(table, stacks)
    if come.setup is not None:
        return set(come.dealt_in)
    state = table.between
    return {seat for seat in able(table, state, stacks) if not state.player(seat).is_away}


def _leave_out_withdrawn(table: Table) -> None:
    """Who does not play on is not dealt in, and the others need not wait for that. Rules: WAS-13, WAS-14."""
    keeper = keeper_of(table)
    if keeper.dealing.goes_on:
        # Everybody is dealt in there, and no hand begins before they are out.
        return
    state = table.between
    for chair in keeper.seats(table):
        if chair.player is not None and chair.player.is_withdrawn and not state.player(chair.number).is_away:
            state = state.with_player(chair.number, replace(state.player(chair.number), is_away=True, entry=None))
    if state != table.between:
        table.state = table_json(state)
        table.save(update_fields=["state"])


def _fold_the_absent(table: Table, shuffle: Shuffle, hand: DealtHand) -> None:
    """Who is away from a table that goes on is dealt in, posts what is due, and folds in turn. Rules: BIS-2."""
    for chair in keeper_of(table).seats(table):
        is_away = chair.player is not None and shuffle.is_away(chair.player.code)
        if is_away and hand.seen.phase is not Phase.OVER and chair.number in hand.seen.live:
            hand.mark_absent(chair.number)


def _picked(table: Table, shuffle: Shuffle) -> GameSpec | None:
    """The game of the hand to come; None while the button has yet to pick it. Rules: ANG-30."""
    if not table.is_choice:
        return table.games[0]
    come = hand_to_come(table, chips_before(table))
    sent = shuffle.sent.get(come.chooser or 0, NOTHING)
    sitter = next((chair.player for chair in keeper_of(table).seats(table) if chair.number == come.chooser), None)
    is_theirs = sitter is not None and sitter.code == sent.player
    return game_dealt(table, sent.game) if is_theirs and sent.game else None


def _draw_button(table: Table, shuffle: Shuffle, press: Press) -> None:
    """The first button by cards, where the house has it so; they follow from what the phones sent. Rules: WAS-4."""
    state = table.between
    if not is_by_card(table) or state.last is not None or is_button_drawn(table) or not state.players:
        return
    told = " ".join(f"{seat}:{number}" for seat, number in sorted(open_secret(shuffle).numbers.items()))
    cards = buttons.draw_for_button(state.players, f"{shuffle.name} {told}")
    button = buttons.highest_card(cards)
    table.state = table_json(table_state.give_first_button(state, button))
    table.save(update_fields=["state"])
    # Cards are a person's: whoever takes the seat later has drawn none.
    Seat.objects.bulk_update(keeper_of(table).seats(table), ["player", "sat_down_at", "stack_code"])
    drawn = {str(seat): card_text(card) for seat, card in cards.items()}
    record(table.event_id, press=press, action="button.given", subject=table.code, button=button, cards=drawn)
