"""Whole numbers as text: plain digits and one way to write each, because an amount must not mean two things."""

from __future__ import annotations

import re

MOST = 2**63 - 1
"""The largest number that a column of the database holds."""

_PLAIN = re.compile(r"-?[0-9]{1,19}")


def whole_number(text: object) -> int | None:
    """The number that plain digits name, below zero with a hyphen before them; None for anything else or beyond MOST.

    Python's own int() reads more: digits of other scripts, "1_000", "+5" and blanks around them.
    """
    if not isinstance(text, str) or not _PLAIN.fullmatch(text):
        return None
    number = int(text)
    return number if abs(number) <= MOST else None
