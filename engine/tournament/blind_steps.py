"""How big blinds climb: equal ratios from the first to the last, snapped to values that chips can pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.units import Chips

_ROUND = (10, 12, 15, 16, 20, 25, 30, 40, 50, 60, 80)
_TWO_DIGITS = tuple(range(10, 100))
_CHIPS_IN_A_SMALL_BLIND = 4


def blind_steps(first: Chips, last: Chips, count: int, chip_set: Sequence[Chips]) -> tuple[Chips, ...]:
    """So many big blinds from ``first`` towards ``last``, strictly rising, each at most double the one before.

    Each is twice a whole number of the smallest chip, and a round number where one is near. ``first`` must be so.
    """
    aims = [_root(first ** (count - 1 - step) * last**step, count - 1) for step in range(count)] if count > 1 else []
    blinds = [first]
    unit = smallest_big_blind(chip_set)
    for step in range(1, count):
        after = aims[step + 1] - aims[step] if step + 1 < count else aims[step]
        near = min(aims[step] - aims[step - 1], after) // 2
        blinds.append(_snapped(aims[step], near, blinds[-1] + unit, 2 * blinds[-1], chip_set))
    return tuple(blinds)


def smallest_big_blind(chip_set: Sequence[Chips]) -> int:
    """The least big blind whose half can be paid; every other is a multiple of it."""
    return 2 * chip_set[0]


def round_big_blind(aim: int, chip_set: Sequence[Chips]) -> Chips:
    """The round big blind next to an aim."""
    return _snapped(aim, aim, smallest_big_blind(chip_set), max(2 * aim, smallest_big_blind(chip_set)), chip_set)


def _snapped(aim: int, near: int, low: int, high: int, chip_set: Sequence[Chips]) -> Chips:
    """The roundest payable value between low and high that is near the aim, or the nearest payable one.

    Chips small beside the blind are avoided first, so that they can leave the tables.
    """
    smallest = smallest_big_blind(chip_set)
    # A chip that is not a multiple of the smallest would leave values behind that small steps cannot start from.
    units = [2 * chip for chip in chip_set if 2 * chip * _CHIPS_IN_A_SMALL_BLIND <= aim and not chip % chip_set[0]]
    for unit in (max(units, default=smallest), smallest):
        for mantissas in (_ROUND, _TWO_DIGITS):
            payable = [value for value in _values(aim, mantissas) if low <= value <= high and value % unit == 0]
            best = min(payable, key=lambda value: (abs(value - aim), value), default=None)
            if best is not None and abs(best - aim) <= near:
                return Chips(best)
    nearest = (aim + smallest // 2) // smallest * smallest
    return Chips(min(max(nearest, low), high))


def _values(aim: int, mantissas: Sequence[int]) -> Iterator[int]:
    """Mantissas times powers of ten of about the size of the aim."""
    digits = len(str(aim))
    for power in range(digits, digits + 3):
        for mantissa in mantissas:
            value, rest = divmod(mantissa * 10**power, 1000)
            if not rest:
                yield value


def _root(value: int, degree: int) -> int:
    """The whole part of the root, by Newton's steps from above."""
    guess = 1 << -(-value.bit_length() // degree)
    while True:
        better = ((degree - 1) * guess + value // guess ** (degree - 1)) // degree
        if better >= guess:
            return guess
        guess = better
