"""The fields of a hand history beside those that a hand is played from, and what each may hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final, NamedTuple, TypeGuard

from engine.errors import RuleError
from engine.poker.phh.amounts import MOST_CHIPS, MOST_PLACES, Number

MOST_DEPTH: Final = 20
# A tuple is told apart faster than a union.
LISTS: Final = (list, tuple)
NUMBERS: Final = (int, Decimal)
_MOST_WHOLE: Final = 2**63
_MOST_DIGITS: Final = 100


class Shape(NamedTuple):
    """What a field holds. words: what it should hold, as the messages say it. holds: whether a value is that. is_list:
    it is a list with one value for each player, and only then is ``holds`` asked.
    """

    words: str
    holds: Callable[[Any], bool]
    is_list: bool = False


def is_chips(value: object) -> TypeGuard[Number]:
    """A finite number with few enough places and digits to count chips in, of either sign."""
    if type(value) is int:
        return -MOST_CHIPS <= value <= MOST_CHIPS
    if not isinstance(value, Decimal) or not value.is_finite():
        return False
    exponent = value.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -MOST_PLACES and -MOST_CHIPS <= value <= MOST_CHIPS


def _is_short(value: Decimal) -> bool:
    _, digits, exponent = value.as_tuple()
    return len(digits) <= _MOST_DIGITS and (not isinstance(exponent, int) or abs(exponent) <= _MOST_DIGITS)


def _is_whole(value: object) -> bool:
    return type(value) is int and -_MOST_WHOLE <= value < _MOST_WHOLE


def _is_number(value: object) -> bool:
    """Infinity too: a time limit may be none."""
    return _is_whole(value) or (isinstance(value, Decimal) and not value.is_nan() and _is_short(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_time(value: object) -> bool:
    return isinstance(value, time)


def _is_name(value: object) -> bool:
    return isinstance(value, str) or _is_whole(value)


def _are_texts(values: Sequence[object]) -> bool:
    return {*map(type, values)} == {str}


def _are_whole(values: Sequence[object]) -> bool:
    return all(map(_is_whole, values))


def _are_numbers(values: Sequence[object]) -> bool:
    return all(map(_is_number, values))


def _are_stacks(values: Sequence[object]) -> bool:
    return all(is_chips(each) and each >= 0 for each in values)


_TEXT: Final = Shape("a text", _is_text)
_WHOLE: Final = Shape("a whole number", _is_whole)
_NAME: Final = Shape("a text or a whole number", _is_name)
_STACKS: Final = Shape("a list of chips, 0 or more, one for each player", _are_stacks, is_list=True)
OPTIONAL: Final[Mapping[str, Shape]] = {
    **dict.fromkeys(("author", "event", "url", "venue", "address", "city", "region", "postal_code"), _TEXT),
    **dict.fromkeys(("country", "time_zone", "time_zone_abbreviation", "currency", "currency_symbol"), _TEXT),
    **dict.fromkeys(("day", "month", "year", "level", "seat_count"), _WHOLE),
    **dict.fromkeys(("hand", "table"), _NAME),
    **dict.fromkeys(("finishing_stacks", "winnings"), _STACKS),
    "time": Shape("a time of day such as 20:15:00", _is_time),
    "time_limit": Shape("a number", _is_number),
    "time_banks": Shape("a list of numbers, one for each player", _are_numbers, is_list=True),
    "seats": Shape("a list of whole numbers, one for each player", _are_whole, is_list=True),
    "players": Shape("a list of texts, one for each player", _are_texts, is_list=True),
}
_USER_FIELD: Final = re.compile(r"_[A-Za-z0-9_-]*")


def require_other_field(name: str, value: object, players: int) -> None:
    """Check a field that is not played from. Raises RuleError: "phh_field", "phh_unknown_field"."""
    shape = OPTIONAL.get(name)
    if shape is None:
        if not _USER_FIELD.fullmatch(name):
            raise RuleError(
                "phh_unknown_field",
                f"There is no field “{name[:40]}”. Correct its name, or begin a field of your own with _.",
                field=name[:40],
            )
        _require_value(name, value, 0)
        return
    words, holds, is_list = shape
    if (is_list and (not isinstance(value, LISTS) or len(value) != players)) or not holds(value):
        raise bad_field(name, f"it must be {words}")


def require_chips(name: str, value: object, *, least: int = 0) -> Number:
    """A number of chips. least: 0, or 1 for more than nothing. Raises RuleError("phh_field")."""
    if is_chips(value) and (value > 0 or (value == 0 and not least)):
        return value
    raise bad_field(
        name,
        f"it must be a number of chips {'above 0' if least else 'from 0'} to {MOST_CHIPS} with at most {MOST_PLACES} "
        "decimal places",
    )


def require_chip_list(name: str, value: object, *, players: int | None, sign: int) -> tuple[Number, ...]:
    """Chips of every player. players: how many, None where this list says it. sign: 1 above 0, 0 from 0, -1 any.

    Raises RuleError("phh_field").
    """
    if not isinstance(value, LISTS):
        raise bad_field(name, "it must be a list of chips, one for each player")
    if players is not None and len(value) != players:
        raise bad_field(name, f"it has {len(value)} numbers for {players} players")
    for place, each in enumerate(value, start=1):
        if not is_chips(each) or (sign >= 0 and each < 0) or (sign > 0 and each == 0):
            wanted = "chips above 0" if sign > 0 else "chips, 0 or more" if sign == 0 else "chips"
            raise bad_field(name, f"{str(each)[:20]} of p{place} is not a number of {wanted}, at most {MOST_CHIPS}")
    return tuple(value)


def _require_value(name: str, value: object, depth: int) -> None:
    """Anything that TOML can say, within bounds that keep reading and writing it quick."""
    if depth > MOST_DEPTH:
        raise bad_field(name, f"it is nested more than {MOST_DEPTH} deep")
    if isinstance(value, LISTS):
        for each in value:
            _require_value(name, each, depth + 1)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if not isinstance(key, str):
                raise bad_field(name, "its keys must be texts")
            _require_value(name, each, depth + 1)
    elif isinstance(value, Decimal):
        if value.is_nan() or not _is_short(value):
            raise bad_field(name, f"a number in it is none that can be kept: at most {_MOST_DIGITS} digits")
    elif isinstance(value, int):  # true and false too
        if not -_MOST_WHOLE <= value < _MOST_WHOLE:
            raise bad_field(name, "a whole number in it is beyond 64 bits")
    elif not isinstance(value, str | datetime | date | time):
        raise bad_field(name, f"it holds a {type(value).__name__}, which cannot be written")


def bad_field(name: str, reason: str) -> RuleError:
    """The refusal of a field that holds something else than it should."""
    return RuleError("phh_field", f"{name[:40]}: {reason}. Correct the field.", field=name[:40])
