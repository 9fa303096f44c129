"""What goes by a code in a request: an event, a bucket, a player. A code is read in any case, so two spellings name one
thing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from django.db.models import Q

from eventnight.core.errors import BadRequest

LONGEST = 150
"""Characters of the longest code or sign-in name that anything goes by."""

Row = TypeVar("Row", bound=Hashable)
Value = TypeVar("Value")


def each_once(given: Mapping[str, Value], row_of: Callable[[str], Row]) -> dict[Row, Value]:
    """What is given for each row, by the row that its code names.

    Raises BadRequest("named_twice") where two codes name one row, and what row_of raises.
    """
    codes: dict[Row, str] = {}
    for code in given:
        row = row_of(code)
        if row in codes:
            raise BadRequest(
                "named_twice",
                f"“{codes[row]}” and “{code}” are the same: {row}. Name it once, with one number.",
                codes=[codes[row], code],
            )
        codes[row] = code
    return {row: given[code] for row, code in codes.items()}


def called(code: str, field: str = "code") -> Q:
    """Finds what goes by that code, in capital letters or small ones; nothing goes by one that is too long.

    SQLite fails on long patterns.
    """
    return Q(**{f"{field}__iexact": code}) if len(code) <= LONGEST else Q(pk__in=[])
