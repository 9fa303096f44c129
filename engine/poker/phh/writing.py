"""Hand histories as TOML text: a line a field, the played ones first, and always the same for the same value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal

from engine.doors import door
from engine.poker.phh.amounts import written
from engine.poker.phh.history import FIELDS, History

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED = re.compile(r'[\x00-\x1f"\\\x7f]')
_SHORT_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def write_phh(history: History) -> str:
    """The text of one hand; ``read_phh`` gives an equal value back."""
    lines = [f"{name} = {_value(value)}\n" for name in FIELDS if (value := getattr(history, name)) is not None]
    lines += [f"{name} = {_value(value)}\n" for name, value in history.others.items()]
    return "".join(lines)


@door
def write_phhs(hands: Mapping[int, History]) -> str:
    """The text of many hands by number; ``read_phhs`` gives equal values back."""
    return "\n".join(f"[{number}]\n{write_phh(history)}" for number, history in hands.items())


def _value(value: object) -> str:
    if isinstance(value, str):
        return f'"{_ESCAPED.sub(_escape, value)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | Decimal):
        return written(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(each) for each in value)}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())}}}"
    raise ValueError(f"a {type(value).__name__} cannot be written")


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _value(key)


def _escape(found: re.Match[str]) -> str:
    letter = found[0]
    return _SHORT_ESCAPES.get(letter) or f"\\u{ord(letter):04x}"
