"""What the player to act may do, and the reason wherever something is not possible."""

from __future__ import annotations

from typing import NamedTuple, cast

from engine.errors import RuleError
from engine.poker.betting import Betting
from engine.poker.house.options import Reopen
from engine.poker.house.rules import HouseRules
from engine.poker.stakes import Stakes, Structure
from engine.units import NO_CHIPS, Chips


class Legal(NamedTuple):
    """What one player may do now, in chips.

    to_call: chips that a call adds, 0 where the player may check, None where only a bet or fold is possible or the
    bring-in is due. bring_in: chips to post, 0 where none is due. min_to, max_to: lowest and highest total of this
    round to bet or raise to, None where the player may not. amounts: the only totals in between, None where every
    one is. draw_up_to: cards that may be exchanged, None where nobody is drawing. Hand.why_not gives the reasons.
    """

    seat: int
    may_fold: bool
    to_call: Chips | None
    bring_in: Chips
    min_to: Chips | None
    max_to: Chips | None
    amounts: tuple[int, ...] | None
    draw_up_to: int | None

    @property
    def may_check(self) -> bool:
        return self.to_call == 0

    @property
    def may_call(self) -> bool:
        return bool(self.to_call)

    @property
    def may_raise(self) -> bool:
        """May bet, raise or complete."""
        return self.min_to is not None


def legal_now(seat: int, betting: Betting) -> Legal:
    """What the player to act may do. ``refuse_fold`` and the others say the same, one by one, with reasons."""
    bounds = betting.bounds
    lowest, highest = (None, None) if bounds is None else cast("tuple[Chips, Chips]", bounds)
    amounts = bounds if betting.has_two_bets else None
    if betting.bring_in_due:
        return Legal(seat, False, None, Chips(betting.bring_in), lowest, highest, amounts, None)
    owed = betting.to_call
    if owed:
        return Legal(seat, True, Chips(owed), NO_CHIPS, lowest, highest, amounts, None)
    if betting.may_check:
        return Legal(seat, betting.may_fold_unbet, NO_CHIPS, NO_CHIPS, lowest, highest, amounts, None)
    is_in = betting.bets[betting.actor] > 0
    return Legal(seat, True, NO_CHIPS if is_in else None, NO_CHIPS, lowest, highest, amounts, None)


def refuse_fold(seat: int, betting: Betting, house: HouseRules) -> RuleError | None:
    """Why the player to act may not fold, None where it may. Rules: WLIA-11."""
    if betting.bring_in_due:
        return RuleError(
            "bring_in_due", f"Seat {seat} has the bring-in: post it, or complete it to {betting.least}.", seat=seat
        )
    if betting.to_call == 0 and not house.may_fold_unbet and betting.may_check:
        return RuleError(
            "fold_unbet",
            f"Nobody has bet, so seat {seat} gives nothing up by checking. Check instead.",
            rules=house.cite("may_fold_unbet"),
            seat=seat,
        )
    return None


def refuse_check(seat: int, betting: Betting) -> RuleError | None:
    """Why the player to act may not check. Rules: ANG-17, WLIA-11."""
    if betting.bring_in_due:
        return RuleError(
            "bring_in_due", f"Seat {seat} has the bring-in: post it, or complete it to {betting.least}.", seat=seat
        )
    if owed := betting.to_call:
        return RuleError(
            "bet_to_call",
            f"Seat {seat} faces a bet and owes {owed}. Call, raise or fold.",
            rules=("WLIA-11",),
            seat=seat,
            to_call=owed,
        )
    if not betting.may_check and not betting.bets[betting.actor]:
        return RuleError(
            "pass_and_out",
            f"Before the draw there is no check: seat {seat} bets at least {betting.least} or folds.",
            rules=("ANG-17",),
            seat=seat,
        )
    return None


def refuse_call(seat: int, betting: Betting) -> RuleError | None:
    """Why the player to act may not call."""
    if betting.bring_in_due:
        return refuse_check(seat, betting)
    if betting.to_call == 0:
        ways = "Check or bet" if refuse_check(seat, betting) is None else "Bet or fold"
        return RuleError("nothing_to_call", f"Seat {seat} owes nothing. {ways}.", rules=("WLIA-11",), seat=seat)
    return None


def refuse_raise(seat: int, betting: Betting, house: HouseRules, stakes: Stakes) -> RuleError | None:
    """Why the player to act may not bet or raise at all. Rules: STD-4, WLIA-10, CAN-5, CAN-22, BIS-13."""
    if betting.bounds is not None:
        return None
    owed = betting.to_call
    if betting.stacks[betting.actor] <= owed:
        return RuleError(
            "all_in_call",
            f"Seat {seat} has {betting.stacks[betting.actor]} and owes {owed}. Call all-in or fold.",
            rules=("STD-7",),
            seat=seat,
            to_call=owed,
        )
    if not betting.is_reopened:
        return _not_reopened(seat, betting, house, stakes)
    if betting.is_capped:
        return RuleError(
            "raises_capped",
            f"The round has had its bet and {house.raises_per_round} raises. Seat {seat} may call {owed} or fold.",
            rules=house.cite("raises_per_round"),
            seat=seat,
            raises=house.raises_per_round,
            to_call=owed,
        )
    return RuleError(
        "nobody_left_to_call",
        f"Nobody else has chips beyond {betting.price}, so nobody could call a raise of seat {seat}. "
        "Call, check or fold.",
        rules=("STD-9", "BIS-14"),
        seat=seat,
    )


def refuse_amount(to: int, seat: int, betting: Betting, stakes: Stakes) -> RuleError | None:
    """Why the player to act, who may raise, may not make it ``to``. Rules: STD-4, STD-5, STD-6, WLIA-5, CAN-24."""
    bounds = betting.bounds
    assert bounds is not None
    lowest, highest = bounds
    facts = {"seat": seat, "to": to, "min_to": lowest, "max_to": highest}
    verb = "raise to" if betting.price else "bet"
    if to < lowest:
        return RuleError(
            "raise_too_small",
            f"Seat {seat} cannot {verb} {to}: the least is {lowest}. Make it {lowest} or more, or "
            f"{'call' if betting.to_call else 'check'}.",
            rules=("STD-6",) if stakes.has_limits else ("STD-4", "BIS-10" if betting.price else "BIS-9"),
            **facts,
        )
    if to > highest:
        why, rules = _limit(highest, betting, stakes)
        return RuleError(
            "raise_too_large",
            f"Seat {seat} cannot {verb} {to}: the most is {highest}{why}. Make it {highest} or less.",
            rules=rules,
            **facts,
        )
    amounts = betting.amounts
    if amounts and to not in amounts:
        return RuleError(
            "raise_between_bets",
            f"With a pair showing seat {seat} bets {amounts[0]} or {amounts[1]}, nothing between.",
            rules=("STD-6",),
            **facts,
        )
    if to % betting.unit and to != betting.bets[betting.actor] + betting.stacks[betting.actor]:
        return RuleError(
            "chips_too_small",
            f"{to} cannot be paid: the smallest chip in play is {betting.unit}. Make it a multiple of it.",
            rules=("CAN-24", "WLIA-1"),
            smallest_chip=betting.unit,
            **facts,
        )
    return None


def _not_reopened(seat: int, betting: Betting, house: HouseRules, stakes: Stakes) -> RuleError:
    setting = "limit_reopen" if stakes.has_limits else "no_limit_reopen"
    policy = house.limit_reopen if stakes.has_limits else house.no_limit_reopen
    share = "half a bet" if policy is Reopen.HALF else "a full raise"
    more = betting.price - betting.bets[betting.actor]
    return RuleError(
        "not_reopened",
        f"Seat {seat} has acted and the all-in of {more} more is less than {share} of {betting.raise_size}. "
        f"Call {betting.to_call} or fold.",
        rules=house.cite(setting),
        seat=seat,
        to_call=betting.to_call,
        raise_size=betting.raise_size,
    )


def _limit(highest: int, betting: Betting, stakes: Stakes) -> tuple[str, tuple[str, ...]]:
    """What makes this total the most, in words, and the rules for it."""
    structure = stakes.structure
    if highest >= _reach(betting):
        return ", all it has", ("WAS-7", "WAS-11") if structure is Structure.NO_LIMIT else ("STD-7",)
    if stakes.ceiling is not None and highest >= betting.price + stakes.ceiling:
        return f", the ceiling of {stakes.ceiling} for each bet and raise", ("WLIA-5",)
    if structure is Structure.POT_LIMIT:
        return ", the pot after calling", ("STD-5", "BIS-9") if stakes.ceiling is None else ("WLIA-5",)
    return ", the fixed bet" if structure is Structure.FIXED_LIMIT else ", the top of the range", ("STD-6",)


def _reach(betting: Betting) -> int:
    return betting.bets[betting.actor] + betting.stacks[betting.actor]
