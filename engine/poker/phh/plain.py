"""Reads the plain layout that programs write, a line a field, without the TOML reader and to the same values.

Histories come by the thousand and TOML is read slowly. A line of this layout holds a value that reads alike in JSON,
which is read quickly. Whatever is not certain to be the same in both is left to the TOML reader.
"""

from __future__ import annotations

from decimal import Decimal
from json import JSONDecoder
from typing import Final

# What the two read differently, or only one of them takes.
_UNSURE: Final = ("\\", "{", "\r", "\x7f", "null")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no TOML")


# What raw_decode calls, without what it adds to each call; the stubs do not know of it.
_DECODER: Final = JSONDecoder(parse_float=Decimal, parse_constant=_refuse_constant)
_SCAN: Final = _DECODER.scan_once  # type: ignore[attr-defined]


def read_plain(text: str) -> dict[str, object] | None:
    """The fields by name, None where the text has any other layout or is wrong."""
    for unsure in _UNSURE:
        if unsure in text:
            return None
    has_single_quotes = "'" in text
    table: dict[str, object] = {}
    for line in text.split("\n"):
        name, equals, value = line.partition(" = ")
        if not equals or not name.isidentifier() or not name.isascii() or name in table:
            if line and (line[0] != "#" or not line.isprintable()):
                return None
            continue
        if has_single_quotes and "'" in value:
            if '"' in value:
                return None
            # Texts in single quotes have no escapes, and a backslash was ruled out.
            value = value.replace("'", '"')
        try:
            table[name], end = _SCAN(value, 0)
        except (ValueError, StopIteration, RecursionError, ArithmeticError):
            return None
        if end != len(value):
            return None
    return table
