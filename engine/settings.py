"""Settings as they are stored, and the values they mean: any dataclass, read from JSON and written back.

The type of a field says what may stand there. Whole numbers, true and false, and text stand for themselves; a choice
goes by its lower-case name ("two_in_hand"), several of them are a list, and a dataclass within another is a group.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, NewType, TypeVar, cast, get_args, get_origin

from engine.errors import RuleError, quoted
from engine.hints import hints_of
from engine.units import Cents, Chips

Settings = TypeVar("Settings")

MOST_AMOUNT = 9_999_999_999
"""Chips or cents."""
MOST_COUNT = 10_000
"""Of anything else, minutes too."""


class Misread(Exception):
    """What is stored does not mean a setting.

    path: the name of the setting, with its group ("holdem.levels[2].ante"); empty for all of them. problem: how the
    sentence that begins with it goes on. is_unknown: there is no setting of that name.
    """

    def __init__(self, path: str, problem: str, value: object = None, *, is_unknown: bool = False) -> None:
        super().__init__(f"{path} {problem}")
        self.path, self.problem, self.is_unknown = path, problem, is_unknown
        self.value = quoted(value)

    @property
    def name(self) -> str:
        """Of the setting without what is in its group: "scale" for "scale.march"."""
        return self.path.partition(".")[0].partition("[")[0]

    def refused(self, rules: Iterable[str] = ()) -> RuleError:
        """The refusal "unknown_setting" or "bad_setting". rules: those that the setting decides."""
        where = f"The setting {self.path}" if self.path else "What is set"
        sentence, facts = f"{where} {self.problem}.", {"setting": self.path}
        if self.is_unknown:
            return RuleError("unknown_setting", sentence, **facts)
        return RuleError("bad_setting", sentence, rules=rules, **facts, value=self.value)


@dataclass(frozen=True, slots=True)
class Within:
    """From the least to the most that a whole number may be; for ``Annotated``."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class ReadBy:
    """Who reads a setting whose meaning its type does not say, from its value and its path; for ``Annotated``.

    Raises Misread.
    """

    read: Callable[[object, str], object]


def read_settings(shape: type[Settings], data: object) -> Settings:
    """All the settings of a dataclass; those left out are as it declares them. Raises Misread."""
    return cast("Settings", _read_group(shape, data, ""))


def change_settings(
    settings: Settings, data: object, names: Collection[str] | None = None, *, path: str = ""
) -> Settings:
    """Settings with those that are named changed: of a group single ones, of a list all.

    names: those that may be changed, every one where it is left out. path: where the settings stand. Raises Misread.
    """
    return cast("Settings", _changed(settings, data, path, names))


def written(value: object) -> Any:
    """A setting, or a dataclass of them, as JSON."""
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return [written(each) for each in value]
    if is_dataclass(value):
        return {each.name: written(getattr(value, each.name)) for each in fields(value)}
    return value


def differences(settings: object, usual: object, names: Collection[str]) -> dict[str, Any]:
    """The settings of those names that differ from the usual ones, as ``change_settings`` takes them."""
    found: dict[str, Any] = {}
    for name in names:
        value, other = getattr(settings, name), getattr(usual, name)
        if value != other:
            is_group = is_dataclass(value)
            found[name] = (
                differences(value, other, [each.name for each in fields(value)]) if is_group else written(value)
            )
    return found


def _read_group(shape: Any, data: object, path: str) -> object:
    given = _group(data, path)
    known = _fields_of(shape)
    values = dict(_values(given, known, path, lambda name, where: _read(_types_of(shape)[name], given[name], where)))
    if missing := [name for name, each in known.items() if name not in values and _is_needed(each)]:
        raise Misread(path, f"lacks the setting {missing[0]}", data)
    return shape(**values)


def _changed(settings: Any, data: object, path: str, names: Collection[str] | None) -> object:
    given = _group(data, path)
    shape: Any = type(settings)
    known = {name: each for name, each in _fields_of(shape).items() if names is None or name in names}

    def change(name: str, where: str) -> object:
        before = getattr(settings, name)
        if is_dataclass(before):
            return _changed(before, given[name], where, None)
        return _read(_types_of(shape)[name], given[name], where)

    changes = dict(_values(given, known, path, change))
    return replace(settings, **changes) if changes else settings


def _group(data: object, path: str) -> Mapping[Any, object]:
    if not isinstance(data, Mapping):
        raise _wrong(path, "a group of settings", data)
    return data


def _values(
    given: Mapping[Any, object], known: Mapping[str, Field[Any]], path: str, read: Callable[[str, str], object]
) -> Iterator[tuple[str, object]]:
    for name in given:
        if name not in known:
            asked = _path(path, str(quoted(name)))
            raise Misread(asked, f"is unknown; there are {', '.join(known)}", name, is_unknown=True)
        yield name, read(name, _path(path, name))


def _read(hint: Any, value: object, path: str) -> object:
    """One setting of that type."""
    if get_origin(hint) is Annotated:
        kind, *said = get_args(hint)
        reader = next((each for each in said if isinstance(each, ReadBy)), None)
        limits = next((each for each in said if isinstance(each, Within)), None)
        return reader.read(value, path) if reader else _read_as(kind, value, path, limits)
    return _read_as(hint, value, path, None)


def _read_as(kind: Any, value: object, path: str, limits: Within | None) -> object:
    if get_origin(kind) is UnionType:
        kind, none = get_args(kind)
        if none is not type(None):
            raise ValueError(f"{path} may be two things: {kind} and {none}")
        return None if value is None else _read_as(kind, value, path, limits)
    if get_origin(kind) is tuple:
        return _read_list(get_args(kind)[0], value, path)
    if is_dataclass(kind):
        return _read_group(kind, value, path)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _read_choice(kind, value, path)
    if kind is bool or kind is str:
        if type(value) is not kind:
            raise _wrong(path, "true or false" if kind is bool else "text", value)
        return value
    most = MOST_AMOUNT if kind in (Chips, Cents) else MOST_COUNT
    return _read_number(kind, value, path, limits or Within(0, most))


def _read_list(kind: Any, value: object, path: str) -> object:
    if not isinstance(value, list | tuple):
        raise _wrong(path, "a list", value)
    return tuple(_read(kind, each, f"{path}[{number}]") for number, each in enumerate(value, 1))


def _read_choice(kind: type[Enum], value: object, path: str) -> Enum:
    choices = {choice.name.lower(): choice for choice in kind}
    if not isinstance(value, str) or value not in choices:
        raise _wrong(path, f"one of {', '.join(choices)}", value)
    return choices[value]


def _read_number(kind: Any, value: object, path: str, limits: Within) -> object:
    if (kind.__supertype__ if isinstance(kind, NewType) else kind) is not int:
        raise ValueError(f"{path} is of a type that no setting has: {kind}")
    if type(value) is not int or not limits.least <= value <= limits.most:
        raise _wrong(path, f"a whole number from {limits.least:,} to {limits.most:,}", value)
    return value


def _wrong(path: str, wanted: str, value: object) -> Misread:
    return Misread(path, f"must be {wanted}, not “{quoted(value)}”", value)


def _path(group: str, name: str) -> str:
    return f"{group}.{name}" if group else name


def _is_needed(each: Field[Any]) -> bool:
    return each.default is MISSING and each.default_factory is MISSING


@cache
def _fields_of(shape: Any) -> Mapping[str, Field[Any]]:
    return {each.name: each for each in fields(shape)}


@cache
def _types_of(shape: Any) -> Mapping[str, Any]:
    return hints_of(shape, include_extras=True)
