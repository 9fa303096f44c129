"""Counting money by note and coin."""

from __future__ import annotations

from collections.abc import Mapping

from engine.units import Cents
from eventnight.core.errors import BadRequest
from eventnight.core.values.formats import money_text

Pieces = Mapping[int, int]
"""How many of each note and coin, by its worth in cents."""

NO_PIECES: Pieces = {}
MOST_PIECES = 9_999
_NOTES = (10_000, 5000, 2000, 1000, 500)
_DENOMINATIONS = {
    "EUR": (20_000, *_NOTES, 200, 100, 50, 20, 10, 5, 2, 1),
    "GBP": (5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1),
    "CAD": (*_NOTES, 200, 100, 25, 10, 5),
    "AUD": (*_NOTES, 200, 100, 50, 20, 10, 5),
}
_AS_IN_USD = (*_NOTES, 100, 25, 10, 5, 1)


def denominations(currency: str) -> tuple[int, ...]:
    """The notes and coins that people pay with, in cents, largest first."""
    return _DENOMINATIONS.get(currency, _AS_IN_USD)


def worth(pieces: Pieces) -> Cents:
    """What the pieces come to, in cents."""
    return Cents(sum(value * count for value, count in pieces.items()))


def require_till_pieces(pieces: Pieces, total: Cents, currency: str) -> None:
    """Refuse a count by note and coin that cannot be or does not come to the total.

    Raises BadRequest: "till_pieces".
    """
    known = denominations(currency)
    for value, count in pieces.items():
        if value not in known or not 0 <= count <= MOST_PIECES:
            raise BadRequest(
                "till_pieces",
                f"{count} pieces of {money_text(value, currency)} cannot be counted. "
                f"Enter 0 to {MOST_PIECES} of each note and coin of the list.",
                value=value,
                count=count,
            )
    if pieces and worth(pieces) != total:
        raise BadRequest(
            "till_pieces",
            f"The notes and coins come to {money_text(worth(pieces), currency)}, the total says "
            f"{money_text(total, currency)}. Correct one of them.",
            pieces=worth(pieces),
            total=total,
        )
