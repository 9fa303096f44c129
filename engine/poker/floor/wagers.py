"""What chips in front of a player mean: string raises, one large chip, half a bet, chips that do not reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.doors import door, typed
from engine.errors import RuleError
from engine.poker.floor.ruling import Ruling
from engine.poker.hand import Entry, Hand
from engine.poker.house.options import Undeclared
from engine.units import NO_CHIPS, Chips


@dataclass(frozen=True, kw_only=True, slots=True)
@typed
class Wager:
    """What a player in turn did. chips: the value of each chip put out in the first motion. added: chips that followed
    in a second motion. declared_raise: "raise" was said before or with the first motion. raise_to: the total that was
    said with it, None where none was.
    """

    chips: tuple[Chips, ...]
    added: Chips = NO_CHIPS
    declared_raise: bool = False
    raise_to: Chips | None = None


class _Facing(NamedTuple):
    """What the player to act faces. own: chips already in this round. price: the bet to match. least, most: totals to
    raise to, 0 where it may not.
    """

    seat: int
    owed: int
    own: int
    least: int
    most: int

    @property
    def price(self) -> int:
        return self.own + self.owed


@door
def read_wager(hand: Hand, wager: Wager) -> Ruling:
    """What the player to act has done by it, as the action that the ruling carries out.

    A second motion counts only after a declared raise. One chip larger than the bet is a call. In limit games half a
    bet more is a raise that must be completed and less is a call, where the house reads chips so; elsewhere a raise
    must reach its least amount. Chips that do not reach the bet are made up; ``forfeit_wager`` is the player's other
    choice. Chips smaller than the smallest that plays do not count.

    Raises RuleError: "no_turn", "no_chips", "more_than_held". Rules: CAN-6, CAN-7, CAN-8, CAN-24, ANG-28.
    """
    legal = hand.legal
    put = _counted(hand, wager, legal.seat)
    facing = _Facing(legal.seat, legal.to_call or 0, hand.bets[legal.seat], legal.min_to or 0, legal.max_to or 0)
    if wager.declared_raise and facing.least:
        return _declared(hand, facing, put + wager.added if wager.raise_to is None else wager.raise_to - facing.own)
    if legal.bring_in and facing.own + put < facing.least:
        says = f"Seat {facing.seat} posts the bring-in of {legal.bring_in}."
        return Ruling(code="bring_in", says=says, rules=("ANG-28",), changes=(("bring_in", facing.seat),))
    if put < facing.owed:
        more = facing.owed - put
        says = f"{put} does not reach the {facing.owed} owed: seat {facing.seat} adds {more}, or forfeits the {put}."
        return _matched("insufficient_bet", facing, says, ("ANG-28",))
    return _undeclared(hand, wager, facing, put)


@door
def forfeit_wager(hand: Hand, chips: Chips) -> Ruling:
    """The player to act will not make up chips that do not reach: they stay in the pot and the hand is folded.

    Raises RuleError: "no_turn", "bet_reached". Rules: ANG-28.
    """
    legal = hand.legal
    reach = legal.to_call or (legal.min_to or 0) - hand.bets[legal.seat]
    if not 0 < chips < reach:
        raise RuleError(
            "bet_reached",
            f"Only chips short of the {reach} that seat {legal.seat} faces can be forfeited, not {chips}.",
            rules=("ANG-28",),
            seat=legal.seat,
            chips=chips,
        )
    says = f"Seat {legal.seat} does not make up its bet: the {chips} stay in the pot and the hand is folded."
    return Ruling(code="bet_forfeited", says=says, rules=("ANG-28",), changes=(("forfeit", legal.seat, chips),))


def _counted(hand: Hand, wager: Wager, seat: int) -> int:
    """The chips of the first motion that play. Rules: CAN-24."""
    if not wager.chips or min(wager.chips) <= 0 or wager.added < 0 or (wager.raise_to or 0) < 0:
        raise RuleError("no_chips", f"Seat {seat} put no chips out. It checks, calls or folds by word.", seat=seat)
    put = sum(wager.chips)
    if put + wager.added > hand.stacks[seat]:
        raise RuleError(
            "more_than_held",
            f"Seat {seat} has {hand.stacks[seat]} chips, not {put + wager.added}. Count again.",
            seat=seat,
            chips=put + wager.added,
            stack=hand.stacks[seat],
        )
    return put - put % hand.smallest_chip


def _declared(hand: Hand, facing: _Facing, said: int) -> Ruling:
    """A declared raise: of the total that was said, else of all chips put out, made up to the least raise and without
    chips too small to play. Rules: CAN-6, CAN-24.
    """
    to = facing.own + said
    to = min(max(to - to % hand.smallest_chip, facing.least), facing.most)
    return _raised("declared_raise", facing, to, f"Seat {facing.seat} declared a raise: it is {to}.", ("CAN-6",))


def _undeclared(hand: Hand, wager: Wager, facing: _Facing, put: int) -> Ruling:
    """Chips without a word that match the bet or go beyond it."""
    string = " What followed in a second motion goes back." if wager.added else ""
    rules = ("CAN-6", "ANG-28") if wager.added else ()
    reads_halves = hand.house.undeclared is Undeclared.HALF_BET_RAISES
    if put == facing.owed or not facing.least:
        return _matched("call", facing, f"Seat {facing.seat} calls {facing.owed}.{string}", rules or ("CAN-6",))
    if facing.price and len(wager.chips) == 1 and reads_halves:
        says = f"One chip without a word is not a raise: seat {facing.seat} is in for {facing.price}.{string}"
        return _matched("one_chip_call", facing, says, ("CAN-8", *rules))
    to = facing.own + put
    if to >= facing.least:
        to = min(to, facing.most)
        return _raised("raise", facing, to, f"Seat {facing.seat} makes it {to}.{string}", (*rules, "CAN-7"))
    is_half = 2 * (to - facing.price) >= hand.full_raise_to - facing.price
    if reads_halves and hand.stakes.has_limits and is_half:
        says = f"Half a bet or more beyond {facing.price}: it must be completed to {facing.least}.{string}"
        return _raised("completed_raise", facing, facing.least, says, ("CAN-7", *rules))
    if not facing.price:
        says = f"{to} is too small a bet: seat {facing.seat} makes it {facing.least}, or forfeits what it put out."
        return _raised("insufficient_bet", facing, facing.least, says, ("ANG-28",))
    beyond = f"{to - facing.price} beyond {facing.price}"
    says = f"{beyond} is not a raise: seat {facing.seat} is in for {facing.price}.{string}"
    return _matched("call", facing, says, ("CAN-7", *rules))


def _matched(code: str, facing: _Facing, says: str, rules: tuple[str, ...]) -> Ruling:
    change: Entry = ("call" if facing.owed else "check", facing.seat)
    return Ruling(code=code, says=says, rules=rules, changes=(change,))


def _raised(code: str, facing: _Facing, to: int, says: str, rules: tuple[str, ...]) -> Ruling:
    return Ruling(code=code, says=says, rules=rules, changes=(("bet", facing.seat, to),))
