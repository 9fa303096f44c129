"""Chips as they are written, whole or decimal, and as whole chips: one power of ten for the hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import Final, TypeAlias, cast

from engine.units import Chips

Number: TypeAlias = int | Decimal
"""A number as written: 5 and 5.00 differ."""

MOST_CHIPS: Final = 10**15
MOST_PLACES: Final = 8


def places_of(numbers: Collection[Number]) -> int:
    """Decimal places of the number written with the most: 2 for 0.10, 0 for whole numbers."""
    # The quickest way to find that none is a decimal: one would make the sum a decimal too.
    if type(sum(numbers)) is int:
        return 0
    most = 0
    for number in numbers:
        if type(number) is not int:
            exponent = Decimal(number).as_tuple().exponent
            if isinstance(exponent, int) and -exponent > most:
                most = -exponent
    return most


def to_chips(number: Number, places: int) -> Chips:
    """A written number in units of its ``places``-th decimal, which it must not exceed."""
    if type(number) is int:
        return Chips(number * 10**places if places else number)
    above, below = number.as_integer_ratio()
    return Chips(above * 10**places // below)


def all_to_chips(numbers: Sequence[Number], places: int) -> list[Chips]:
    """Written numbers likewise."""
    if not places and type(sum(numbers)) is int:
        # None is a decimal, and these are chips as they stand.
        return cast("list[Chips]", [*numbers])
    return [to_chips(number, places) for number in numbers]


def from_chips(chips: int, places: int) -> Number:
    """Chips as they are written: 105 with one place is 10.5, with none 105."""
    return Decimal(f"{chips}e-{places}") if places else chips


def written(number: Number) -> str:
    """The TOML text of a number; a decimal stays one when it is read back."""
    text = str(number)
    if isinstance(number, int):
        return text
    if number.is_infinite():
        return text.removesuffix("inity").lower()
    return text if "." in text or "E" in text else f"{text}e0"


def action_text(number: Number) -> str:
    """The text of a number without an exponent, as an action takes it."""
    return str(number) if isinstance(number, int) else f"{number:f}"
