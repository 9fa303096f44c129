"""A hand that is settled from its end shows nobody down for less than the bet who had chips left to call it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.poker.settling.matched import ShortOfBet, short_of_bet
from engine.poker.settling.settlement import SeatEnd
from eventnight.core.errors import UserFacingError
from eventnight.core.values.formats import chips_text
from tables.keepers import keeper_of
from tables.models import Seat, Table

BET_RULES = ("WLIA-9", "STD-7")


def require_matched(table: Table, ends: Sequence[SeatEnd], seats: Mapping[int, Seat], held: Mapping[int, int]) -> None:
    """Raises UserFacingError("bet_not_matched"). held: the chips before each seat as the hand is entered.

    Somebody who lost their last chip may have bought more before the hand was entered: where a seat was filled up since
    the last hand, its stack in this one may have been that before any of these purchases. Rules: WLIA-9, STD-7.
    """
    short = short_of_bet(ends)
    if not short:
        return
    bought = keeper_of(table).bought([seats[each.seat] for each in short])
    put_in = {end.seat: end.contributed for end in ends}
    for each in short:
        stacks = _possible_stacks(held[each.seat], bought.get(each.seat, ()))
        if not any(_is_all_in(put_in[each.seat], stack, table.smallest_chip) for stack in stacks):
            raise _not_matched(each, seats, put_in=put_in[each.seat], stack=held[each.seat])


def _possible_stacks(held: int, bought: Sequence[int]) -> list[int]:
    """What may have lain before the seat as it was dealt in: all of it, or without the last purchases."""
    stacks = [held]
    for chips in reversed(bought):
        stacks.append(stacks[-1] - chips)
    return stacks


def _is_all_in(put_in: int, stack: int, smallest_chip: int) -> bool:
    """Chips too small to play stay before the player. Rules: CAN-24."""
    return 0 < put_in <= stack < put_in + smallest_chip


def _not_matched(short: ShortOfBet, seats: Mapping[int, Seat], *, put_in: int, stack: int) -> UserFacingError:
    told = f"Seat {short.seat}, {seats[short.seat].sitter.person}, put in {chips_text(put_in)} and has "
    told += f"{chips_text(stack - put_in)} left"
    bettor = f"seat {short.bettor}, {seats[short.bettor].sitter.person}, put in {chips_text(short.called)}"
    due = put_in - short.put_in + short.called
    return UserFacingError(
        "bet_not_matched",
        f"{told}, but {bettor}. With chips left a bet is called or folded to. Enter {chips_text(due)}, all "
        f"{chips_text(stack)} for an all-in, or a fold. An ante that nobody had to match has its own field.",
        rules=BET_RULES,
        seat=short.seat,
        player=seats[short.seat].sitter.code,
        put_in=put_in,
        bet=short.called,
        stack=stack,
    )
