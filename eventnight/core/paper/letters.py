"""Which characters the typefaces of the paper have."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

_COVERAGE = Path(__file__).parent / "fonts" / "coverage.txt"
_MISSING = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """The text as it can be printed: what no typeface has is left out, and a letter or figure becomes a �."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_printed, unicodedata.normalize("NFC", text))).strip()


def _printed(character: str) -> str:
    if ord(character) in _covered():
        return character
    if character.isspace():
        return " "
    return _MISSING if unicodedata.category(character)[0] in "LN" else ""


@cache
def _covered() -> frozenset[int]:
    ranges = (line.split("-") for line in _COVERAGE.read_text(encoding="ascii").split())
    return frozenset(code for first, last in ranges for code in range(int(first, 16), int(last, 16) + 1))
