"""Hand histories from their TOML text. Whatever the bytes, the answer is a hand or a RuleError, in bounded time."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from itertools import pairwise

from engine.errors import RuleError
from engine.poker.phh.history import History, history_of
from engine.poker.phh.plain import read_plain

MOST_BYTES = 1_000_000
MOST_FILE_BYTES = 200_000_000
_MOST_NESTED = 32

# A table header, numbered: [1]. It begins a hand, so a hand's own text cannot hold such a line.
_HEADER = re.compile(r"""^[ \t]*\[[ \t]*(["']?)([0-9]{1,12})\1[ \t]*\][ \t\r]*(?:\#.*)?$""", re.MULTILINE)
# A key of very many dotted parts, on its own or in braces, takes the TOML reader time that grows with their square.
_KEY_PART = r"""(?:[\w-]++|"(?:\\.|[^"\\\n])*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_LONG_KEY = re.compile(rf"(?:^[ \t]*+(?:\[[ \t]*+){{0,2}}|[{{,]\s*+)(?:{_KEY_PART}){{{_MOST_NESTED}}}", re.MULTILINE)


def read_phh(data: str | bytes) -> History:
    """Read a file of one hand, at most 1 MB.

    Raises RuleError: "phh_too_large", "phh_toml", and those of ``History`` naming the field or the action.
    """
    return history_of(_table(_text(data, MOST_BYTES)))


def read_phhs(data: str | bytes) -> dict[int, History]:
    """Read a file of many hands, numbered tables [1], [2] ..., by number in the file's order.

    Raises RuleError: "phh_too_large", "phh_toml", "phh_number", and for the first wrong hand those of ``read_phh``
    with the number of the hand.
    """
    hands: dict[int, History] = {}
    for number, section in sections_of(data):
        try:
            hands[number] = read_section(section)
        except RuleError as wrong:
            raise RuleError(
                wrong.code, f"Hand {number}: {wrong.message}", rules=wrong.rules, **{**wrong.facts, "hand": number}
            ) from wrong
    return hands


def sections_of(data: str | bytes) -> Iterator[tuple[int, str]]:
    """The hands of a .phhs file, by number, as text of their own: one wrong hand leaves the others readable. Comments
    alone are a file of no hands, as of a night on which none was played.

    Raises RuleError: "phh_too_large", "phh_toml", "phh_number".
    """
    text = _text(data, MOST_FILE_BYTES)
    headers = list(_HEADER.finditer(text))
    before = text[: headers[0].start()] if headers else text
    if _table(before) or not text.strip():
        raise RuleError("phh_number", "A file of many hands begins with [1]; put every field under a number.")
    seen: set[int] = set()
    bounds = pairwise([*(header.start() for header in headers), len(text)])
    for header, (start, end) in zip(headers, bounds, strict=True):
        number = int(header[2])
        if number in seen:
            raise RuleError("phh_number", f"Two hands are numbered {number}. Give each its own.", hand=number)
        seen.add(number)
        yield number, text[start:end]


def read_section(section: str) -> History:
    """One hand of ``sections_of``. Raises RuleError: those of ``read_phh``."""
    if len(section) > MOST_BYTES:
        raise _too_large(len(section), MOST_BYTES)
    plain = read_plain(section.partition("\n")[2])
    if plain is not None:
        return history_of(plain)
    tables = list(_table(section).values())
    if len(tables) != 1 or not isinstance(tables[0], dict):
        raise RuleError("phh_number", "Beside the numbered table of the hand there is another. Number every hand.")
    return history_of(tables[0])


def _text(data: str | bytes, most: int) -> str:
    if len(data) > most:
        raise _too_large(len(data), most)
    try:
        if isinstance(data, bytes):
            return data.decode()
        data.encode()
    except UnicodeError as wrong:
        raise _not_toml(f"it is not UTF-8: {wrong}") from None
    return data


def _table(text: str) -> dict[str, object]:
    plain = read_plain(text)
    if plain is not None:
        return plain
    if _LONG_KEY.search(text):
        raise _not_toml(f"a key has more than {_MOST_NESTED} dotted parts")
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise _not_toml("it is nested too deep") from None
    except InvalidOperation:
        raise _not_toml("a number is out of bounds") from None
    except ValueError as wrong:
        raise _not_toml(str(wrong)[:200]) from None


def _too_large(size: int, most: int) -> RuleError:
    return RuleError("phh_too_large", f"It is {size:,} long and may be {most:,}. Split the file.", size=size, most=most)


def _not_toml(reason: str) -> RuleError:
    return RuleError("phh_toml", f"This is not TOML: {reason.rstrip('.')}. Correct the text.")
