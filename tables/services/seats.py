"""Sitting down at a card table, buying in again and leaving."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.poker.between import table_state
from engine.poker.between.stored import table_json
from engine.units import Chips
from eventnight.bank import services as bank
from eventnight.bank.ledger.refs import player_chips, seat_chips
from eventnight.bank.selectors.chips.seats import chips_taken_along
from eventnight.bank.selectors.ledger.balances import balance_of
from eventnight.core.audit import record
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import chips_text, multiples_text
from eventnight.events.models import Player
from eventnight.events.services import require_may_play, require_not_withdrawn
from tables.keepers import keeper_of
from tables.lifecycles import TABLE
from tables.models import Seat, Table
from tables.selectors.between import is_by_card
from tables.selectors.kill import left_owing_kill
from tables.selectors.lookup import hand_in_play, last_hand, seat_at
from tables.services.locks import lock_table
from tables.services.seat_fees import require_nothing_owed, settle_half_hours
from tables.stakes import buy_ins_text


@counted_once
def seat_player(*, table: Table, seat: int, player: Player, chips: Chips, press: Press) -> Seat:
    """Put a player on a free seat with chips of their own. A second press returns the seat.

    Who comes after the first hand has begun owes a blind, see ``choose_entry``. Who left the seat since the last hand
    may come back to it with all they left with, so that the hand can be undone; who left owing the kill blind of the
    next hand may come back to it alone, and owes it.

    Raises Conflict: "table_closed", "seat_taken", "seated_elsewhere", "player_withdrawn", "kill_blind_due";
    NotFound("unknown_seat"); UserFacingError: "not_checked_in", "chips_not_playable", "buy_in_too_low",
    "buy_in_too_high", "overdraft"; BadRequest("chips_above_zero").
    Rules: WAS-1, WAS-13, BIS-3, CAN-19, CAN-24, WLIA-1, ANG-34, ANG-38.
    """
    table = lock_table(table)
    chair = seat_at(table, seat)
    TABLE.require("seat", table)
    _require_free(chair, player)
    require_may_play(player)
    settle_half_hours(table, press.at)
    _require_payable(table, chips)
    if chips != _left_with(chair, player):
        _require_playable(table, chips)
        _require_buy_in(table, player, chips)
    kill_seat = left_owing_kill(table, player)
    if kill_seat is not None and (seat != kill_seat or hand_in_play(table) is not None):
        raise _kill_blind_due(player, kill_seat)
    bank.sit_down(event=table.event, player_code=player.code, seat=chair.code, chips=chips, press=press)
    chair.player, chair.sat_down_at = player, press.at
    chair.save(update_fields=["player", "sat_down_at"])
    state = table.between
    if is_by_card(table) and state.last is None and state.first_button == seat:
        # Whoever the cards gave the button has left.
        state = replace(state, first_button=None)
    has_begun = state.last is not None or hand_in_play(table) is not None
    if kill_seat is not None:
        _keep(table, table_state.come_back_to_kill(state, seat))
    else:
        _keep(table, table_state.sit_down(state, seat, owes_blind=has_begun))
    record(table.event_id, press=press, action="seat.taken", subject=chair.code, player=player.code, chips=chips)
    return chair


@counted_once
def top_up(*, table: Table, seat: int, chips: Chips, press: Press) -> Seat:
    """Put more of the player's own chips before the seat, between two hands. A second press changes nothing.

    It may be less than the lowest buy-in, which is for sitting down; what lies there then is no more than the highest.

    Raises Conflict: "table_closed", "player_withdrawn"; NotFound("unknown_seat"), BadRequest("chips_above_zero"),
    UserFacingError: "seat_empty", "chips_not_playable", "buy_in_too_high", "overdraft".
    Rules: WLIA-1, ANG-38, WAS-13, WAS-14.
    """
    table = lock_table(table)
    chair = seat_at(table, seat)
    TABLE.require("top_up", table)
    _require_taken(chair)
    require_not_withdrawn(chair.sitter, way_out=f"They get no more cards: {keeper_of(table).leaving(chair)}.")
    settle_half_hours(table, press.at)
    _require_payable(table, chips)
    held = balance_of(table.event_id, seat_chips(chair.code))
    _require_playable(table, chips, held)
    _require_below_highest(table, held, chips)
    bank.sit_down(event=table.event, player_code=chair.sitter.code, seat=chair.code, chips=chips, press=press)
    return chair


@counted_once
def leave_seat(*, table: Table, seat: int, press: Press) -> Seat:
    """Give the player all chips of the seat and free it. A second press changes nothing.

    Raises NotFound("unknown_seat"), UserFacingError("seat_empty"), Conflict: "in_hand", "kept_by_the_floor",
    "fee_waits_for_hand". Rules: ANG-37.
    """
    table = lock_table(table)
    chair = seat_at(table, seat)
    TABLE.require("leave", table)
    _require_taken(chair)
    _require_not_in_hand(table, chair)
    settle_half_hours(table, press.at)
    require_nothing_owed(table, chair)
    player_code = chair.sitter.code
    bank.leave_table(event=table.event, player_code=player_code, seat=chair.code, press=press)
    chair.player = chair.sat_down_at = None
    chair.save(update_fields=["player", "sat_down_at"])
    _keep(table, table_state.stand_up(table.between, seat))
    record(table.event_id, press=press, action="seat.left", subject=chair.code, player=player_code)
    return chair


def require_nobody_withdrawn(table: Table, dealt_in: Collection[int]) -> None:
    """Nobody gets cards who does not play on. dealt_in: the seats of the hand to come at a locked table.

    Raises Conflict("player_withdrawn"). Rules: WAS-13, WAS-14.
    """
    keeper = keeper_of(table)
    for chair in keeper.seats(table):
        if chair.number in dealt_in and chair.sitter.is_withdrawn:
            require_not_withdrawn(chair.sitter, way_out=f"They get no more cards: {keeper.leaving(chair)}.")


def require_taken(*, table: Table, seat: int) -> None:
    """Somebody sits there. Raises NotFound("unknown_seat"), UserFacingError("seat_empty")."""
    _require_taken(seat_at(table, seat))


def _keep(table: Table, state: table_state.TableState) -> None:
    table.state = table_json(state)
    table.save(update_fields=["state"])


def _require_not_in_hand(table: Table, chair: Seat) -> None:
    hand = hand_in_play(table)
    if hand is not None and chair.number in hand.seats:
        raise Conflict(
            "in_hand",
            f"{chair.player} on {chair} is in hand {hand.number}, which is being played. Pay it out or call it off, "
            "then let them leave.",
            seat=chair.number,
            number=hand.number,
        )


def _require_free(chair: Seat, player: Player) -> None:
    if chair.is_taken:
        raise Conflict(
            "seat_taken",
            f"{chair.player} already sits on {chair}. Choose a free seat.",
            seat=chair.number,
            player=chair.sitter.code,
        )
    other = Seat.objects.select_related("table").filter(player=player, stack_code="").first()
    if other is not None:
        raise Conflict(
            "seated_elsewhere",
            f"{player} sits on {other}. Let them leave that seat first.",
            player=player.code,
            seat=other.code,
        )


def _require_taken(chair: Seat) -> None:
    if not chair.is_taken:
        raise UserFacingError("seat_empty", f"Nobody sits on {chair}. Seat a player first.", seats=[chair.number])


def _require_payable(table: Table, chips: Chips) -> None:
    """There are chips that small; which of them play is another matter. Rules: WLIA-1."""
    unit = min(table.smallest_chip, table.event.house_settings.bank.smallest_chip)
    if chips % unit:
        raise UserFacingError(
            "chips_not_playable",
            f"{chips} cannot be laid down in chips of {unit} and more. Make it {multiples_text(chips, unit)}.",
            rules=("WLIA-1", "CAN-24"),
            chips=chips,
            smallest_chip=unit,
        )


def _left_with(chair: Seat, player: Player) -> int | None:
    """What a player took along who left the seat since the last hand of the table, None for anybody else."""
    last = last_hand(chair.table)
    since = last.entry.sequence if last is not None else 0
    return chips_taken_along(chair.table.event_id, chair.code, player.code, since=since)


def _kill_blind_due(player: Player, seat: int) -> Conflict:
    """Rules: ANG-34."""
    return Conflict(
        "kill_blind_due",
        f"{player} won two pots in a row and left owing the kill blind of the next hand. Seat them at seat {seat} "
        "before that hand begins, or anywhere once it is paid out.",
        rules=("ANG-34",),
        seat=seat,
    )


def _require_playable(table: Table, chips: Chips, held: int = 0) -> None:
    """held: what lies there already. Rules: CAN-24."""
    unit = table.smallest_chip
    if chips > 0 and held + chips < unit:
        raise UserFacingError(
            "chips_not_playable",
            f"{held + chips} chips do not play at {table}: its smallest chip in play is {unit}. Put down "
            f"{unit - held} or more.",
            rules=("CAN-24",),
            chips=chips,
            smallest_chip=unit,
        )


def _require_buy_in(table: Table, player: Player, chips: Chips) -> None:
    """Rules: ANG-38."""
    lowest, highest = table.lowest_buy_in, table.highest_buy_in
    held = balance_of(table.event_id, player_chips(player.code)) if lowest else 0
    if lowest and held < lowest and chips > 0:
        raise UserFacingError(
            "buy_in_too_low",
            f"{player} has {chips_text(held)} chips, {chips_text(lowest - held)} short of the lowest buy-in at "
            f"{table}, {chips_text(lowest)}. Sell them {chips_text(lowest - held)} or more at the desk first.",
            rules=("ANG-38",),
            chips=held,
            lowest=lowest,
        )
    if lowest and 0 < chips < lowest:
        raise UserFacingError(
            "buy_in_too_low",
            f"{chips_text(chips)} chips are {chips_text(lowest - chips)} short of the lowest buy-in at {table}, "
            f"{chips_text(lowest)}. Sit down with {buy_ins_text(table)}.",
            rules=("ANG-38",),
            chips=chips,
            lowest=lowest,
        )
    if highest and chips > highest:
        raise UserFacingError(
            "buy_in_too_high",
            f"{chips_text(chips)} chips are more than the highest buy-in at {table}, {chips_text(highest)}. Sit down "
            f"with {buy_ins_text(table)}.",
            rules=("ANG-38",),
            chips=chips,
            highest=highest,
        )


def _require_below_highest(table: Table, held: int, chips: Chips) -> None:
    """held: what lies there already. Rules: ANG-38."""
    highest = table.highest_buy_in
    if highest is None:
        return
    if held + chips > highest:
        room = max(highest - held, 0)
        way_out = f"Put down {chips_text(room)} or less" if room else "Play on with what is there"
        raise UserFacingError(
            "buy_in_too_high",
            f"{chips_text(chips)} more on top of {chips_text(held)} make {chips_text(held + chips)}, and the highest "
            f"buy-in at {table} is {chips_text(highest)}. {way_out}.",
            rules=("ANG-38",),
            chips=chips,
            held=held,
            highest=highest,
        )
