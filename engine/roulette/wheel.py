"""The two wheels. Pockets are text, since 0 and 00 are different pockets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.errors import RuleError, quoted


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"
    GREEN = "green"


ZEROS = ("0", "00")


def _pockets(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_RED = _pockets("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36")


@dataclass(frozen=True, slots=True)
class Wheel:
    """Pockets clockwise, starting at zero."""

    key: str
    name: str
    pockets: tuple[str, ...]
    rules: tuple[str, ...] = ("WLIA-17",)

    @property
    def zeros(self) -> tuple[str, ...]:
        return tuple(zero for zero in ZEROS if zero in self.pockets)

    def colour_of(self, pocket: str) -> Colour:
        """Raises RuleError: "unknown_pocket".

        Rules: WLIA-17.
        """
        self.require_pocket(pocket)
        if pocket in ZEROS:
            return Colour.GREEN
        return Colour.RED if pocket in _RED else Colour.BLACK

    def require_pocket(self, pocket: str) -> None:
        """Refuse a pocket that this wheel does not have.

        Raises RuleError: "unknown_pocket".
        Rules: WLIA-17.
        """
        if pocket not in self.pockets:
            raise RuleError(
                "unknown_pocket",
                f"The {self.name} has no pocket {quoted(pocket)}. "
                f"Enter {' or '.join(self.zeros)} or a number from 1 to 36.",
                rules=self.rules,
                pocket=quoted(pocket),
                wheel=self.key,
            )


EUROPEAN = Wheel(
    key="european",
    name="European wheel",
    pockets=_pockets(
        "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
    ),
)
AMERICAN = Wheel(
    key="american",
    name="American wheel",
    pockets=_pockets(
        "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
    ),
)
WHEELS = {wheel.key: wheel for wheel in (EUROPEAN, AMERICAN)}
