"""Whole numbers as tournament arithmetic takes them: checked at the door, and shared out without a remainder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.errors import RuleError, quoted

MOST = 10**15
"""No count of chips, cents or seconds is above this: past it an entry is a slip of the hand."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that a number may be, both counted in."""

    least: int = 0
    most: int = MOST


FROM_ZERO, FROM_ONE = Bounds(), Bounds(1)


def require_whole(
    value: object,
    name: str,
    bounds: Bounds = FROM_ZERO,
    *,
    code: str = "not_a_whole_number",
    rules: Iterable[str] = (),
) -> int:
    """The value, if it is a whole number in its bounds.

    Raises RuleError: ``code``.
    """
    least, most = bounds.least, bounds.most
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise RuleError(
        code,
        f"{name[:1].upper()}{name[1:]} is a whole number from {least:,} to {most:,}, not {quoted(value)}.",
        rules=rules,
        name=name,
        given=quoted(value),
        least=least,
        most=most,
    )


def share_out(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Split a whole number by weights into whole parts that sum to it exactly.

    What rounding down leaves goes one each to the largest remainders, the earlier weight first where they are equal.
    With falling weights the parts never rise. Weights are 0 or more; all of them 0 only where nothing is to be split.
    """
    if not total:
        return (0,) * len(weights)
    whole = sum(weights)
    parts, remainders = zip(*(divmod(total * weight, whole) for weight in weights), strict=True)
    first = sorted(range(len(weights)), key=lambda index: (-remainders[index], index))[: total - sum(parts)]
    gets_one = set(first)
    return tuple(part + (index in gets_one) for index, part in enumerate(parts))
