"""Reads the JSON of a request: nothing too deep, and no text or number that a database cannot keep."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

MOST_LEVELS = 20
"""How deep lists and objects may stand in each other; our deepest body has six levels."""


_UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")


class PlainJSONParser(BaseParser):
    """The body of a request to the API, as `plain_json` reads it, in UTF-8."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The value of the body. Raises ParseError, which says what is wrong."""
        try:
            return plain_json(stream.read().decode("utf-8"))
        except UnicodeDecodeError as error:
            raise ParseError("The body is not UTF-8. Send JSON in UTF-8.") from error
        except ValueError as error:
            raise ParseError(f"The body cannot be read: {error}. Send one JSON value.") from error


class PlainJSONDecoder(json.JSONDecoder):
    """For the fields of forms that carry JSON: as `plain_json`, and every refusal is a JSONDecodeError."""

    def decode(self, s: str, *args: Any) -> Any:
        try:
            return plain_json(s)
        except ValueError as error:
            raise json.JSONDecodeError(str(error), "", 0) from error


def plain_json(text: str) -> Any:
    """The value of a text as RFC 8259 has it: without NaN and Infinity, a number too large for a float, a name twice in
    one object, NUL or half a surrogate pair. Raises ValueError, which says what is wrong.
    """
    try:
        value = json.loads(text, parse_constant=_refused_constant, parse_float=_number, object_pairs_hook=_named_once)
    except RecursionError as error:
        raise _too_deep() from error
    for level, part in _texts(value):
        if level > MOST_LEVELS:
            raise _too_deep()
        if _UNKEEPABLE.search(part):
            raise ValueError("a text of it holds a character that is in no name: NUL or half a pair")
    return value


def _texts(value: Any) -> Iterator[tuple[int, str]]:
    """Every list, object, name and text with the level it stands at; what is not text comes as an empty one."""
    open_ones: list[tuple[int, Any]] = [(1, value)]
    while open_ones:
        level, one = open_ones.pop()
        if isinstance(one, str):
            yield level, one
        elif isinstance(one, (list, dict)):
            yield level, ""
            below = one if isinstance(one, list) else [*one, *one.values()]
            open_ones.extend((level + 1, part) for part in below if isinstance(part, (str, list, dict)))


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise ValueError(f"“{twice[:40]}” is named twice in one object")
    return named


def _refused_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number of JSON")


def _number(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:20]} is too large")
    return number


def _too_deep() -> ValueError:
    return ValueError(f"it has lists or objects more than {MOST_LEVELS} deep")
