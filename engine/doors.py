"""The doors of the engine: what is called from outside checks once that it was given what it asks for.

A number that is not a whole number, a text in place of a choice, or an odd item in a list would otherwise change a game
silently or end in an error that names nothing. Rules (how many, which seat, whose turn) are checked by the functions
themselves. What is called inside a hand by the hundred thousand checks by itself what could change the game.
"""

from __future__ import annotations

import collections.abc
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial, wraps
from typing import Any, Literal, NewType, ParamSpec, TypeVar, Union, get_args, get_origin, overload

from engine.errors import RuleError, quoted
from engine.hints import hints_of, positional

Fits = Callable[[Any], bool]
Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Value = TypeVar("Value", bound=type)

_WORDS: dict[object, str] = {
    int: "a whole number",
    str: "text",
    bool: "true or false",
    bytes: "bytes",
    type(None): "nothing",
}


@overload
def door(function: Callable[Given, Answer], /) -> Callable[Given, Answer]: ...
@overload
def door(*, own: Sequence[str]) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]: ...
def door(
    function: Callable[Given, Answer] | None = None, /, *, own: Sequence[str] = ()
) -> Callable[Given, Answer] | Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Check the types of every argument before the function sees them. An iterator is read into a tuple first.

    own: parameters of whose content the function has refusals of its own; only what holds it is checked here.

    Raises RuleError("wrong_type").
    """
    if function is None:
        return partial(_checked, own=frozenset(own))
    return _checked(function, own=frozenset())


def _checked(function: Callable[Given, Answer], *, own: frozenset[str]) -> Callable[Given, Answer]:
    @cache
    def asked() -> tuple[tuple[str, ...], dict[str, Fits], frozenset[str]]:
        """The parameters in order, whether a value fits each, and those that are read first."""
        hints = _hints_of(function)
        fits = {name: _holds(hint) if name in own else _fits_of(hint) for name, hint in hints.items()}
        once = [name for name, hint in hints.items() if get_origin(hint) is collections.abc.Iterable]
        return positional(function), fits, frozenset(once)

    @wraps(function)
    def checked(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        names, fits, once = asked()
        listed: Any = args
        named: Any = kwargs
        if once:
            listed = tuple(_kept(value, name in once) for name, value in zip(names, args, strict=False))
            named = {name: _kept(value, name in once) for name, value in kwargs.items()}
        for name, value in (*zip(names, listed, strict=False), *named.items()):
            if name in fits and not fits[name](value):
                raise wrong_type(name, value, _hints_of(function)[name])
        return function(*listed, **named)

    return checked


@overload
def typed(value_class: Value, /) -> Value: ...
@overload
def typed(*, own: Sequence[str]) -> Callable[[Value], Value]: ...
def typed(value_class: Value | None = None, /, *, own: Sequence[str] = ()) -> Value | Callable[[Value], Value]:
    """A value whose fields are checked as it is made. It stands below ``@dataclass``.

    own: fields of whose content the value, or who takes it, has refusals of its own, as with ``door``.

    Raises RuleError("wrong_type").
    """
    if value_class is None:
        return partial(_typed, own=frozenset(own))
    return _typed(value_class, own=frozenset())


def _typed(value_class: Value, *, own: frozenset[str]) -> Value:
    made = value_class.__dict__.get("__post_init__")

    def check(self: Any) -> None:
        require_typed_fields(self, own)
        if made is not None:
            made(self)

    # A class of any kind is given what a dataclass calls; its type has no such name yet.
    value_class.__post_init__ = check  # type: ignore[attr-defined]
    return value_class


def require_typed_fields(value: Any, own: frozenset[str] = frozenset()) -> None:
    """Raises RuleError("wrong_type") for the first field of a dataclass or named tuple that is of another type. own:
    those of which only what holds them is checked.
    """
    for name, fits in _fields_of(value.__class__, own):
        if not fits(given := getattr(value, name)):
            raise wrong_type(name, given, _hints_of(value.__class__)[name])


def wrong_type(name: str, given: object, hint: object) -> RuleError:
    """The refusal of something that is not what was asked for. hint: the type that was."""
    wanted = _words_of(hint)
    return RuleError(
        "wrong_type",
        f"{name} is {quoted(given)!r} ({type(given).__name__}). Give {wanted}.",
        name=name,
        given=quoted(given),
        wanted=wanted,
    )


def _kept(value: object, is_read_once: bool) -> object:
    """An iterator as a tuple where one may be given, so that checking it does not use it up."""
    return tuple(value) if is_read_once and isinstance(value, Iterator) else value


@cache
def _holds(hint: Any) -> Fits:
    """Whether a value is of a type, whatever it holds, and any value where the type holds nothing."""
    if get_origin(hint) not in (Union, types.UnionType):
        holder = get_origin(hint)
        return (lambda value: isinstance(value, holder)) if isinstance(holder, type) else lambda value: True
    choices = [_holds(each) if get_origin(each) else _fits_of(each) for each in get_args(hint)]
    is_holder = any(get_origin(each) for each in get_args(hint))
    return (lambda value: any(holds(value) for holds in choices)) if is_holder else lambda value: True


@cache
def _hints_of(owner: Any) -> dict[str, object]:
    hints = hints_of(owner)
    if isinstance(owner, type):
        given = [each.name for each in fields(owner) if each.init] if is_dataclass(owner) else list(hints)
        return {name: hints[name] for name in given}
    hints.pop("return", None)
    return hints


@cache
def _fields_of(owner: Any, own: frozenset[str]) -> tuple[tuple[str, Fits], ...]:
    hints = _hints_of(owner)
    return tuple((name, _holds(hint) if name in own else _fits_of(hint)) for name, hint in hints.items())


@cache
def _fits_of(hint: Any) -> Fits:
    """Whether a value is of a type, as a function."""
    origin = get_origin(hint)
    if isinstance(hint, NewType):
        return _fits_of(hint.__supertype__)
    if hint in (Any, object) or isinstance(hint, TypeVar):
        return lambda value: True
    if hint is int:
        return lambda value: type(value) is int or (isinstance(value, int) and not isinstance(value, bool))
    if origin in (Union, types.UnionType):
        choices = [_fits_of(each) for each in get_args(hint)]
        return lambda value: any(fits(value) for fits in choices)
    if origin is Literal:
        return lambda value: any(type(value) is type(each) and value == each for each in get_args(hint))
    if origin is not None:
        return _fits_of_many(origin, get_args(hint))
    if hint is None:
        return lambda value: value is None
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return _fits_of_named_tuple(hint)
    return lambda value: isinstance(value, hint)


def _fits_of_many(origin: Any, arguments: tuple[Any, ...]) -> Fits:
    if origin is collections.abc.Callable:
        return callable
    if origin is type:
        return lambda value: isinstance(value, type) and issubclass(value, arguments[0])
    if origin is tuple and Ellipsis not in arguments:
        each = [_fits_of(argument) for argument in arguments]
        return lambda value: (
            isinstance(value, tuple)
            and len(value) == len(each)
            and all(fits(item) for fits, item in zip(each, value, strict=True))
        )
    if issubclass(origin, collections.abc.Mapping):
        key, item = map(_fits_of, arguments)
        return lambda value: isinstance(value, origin) and all(key(name) and item(value[name]) for name in value)
    if not issubclass(origin, collections.abc.Iterable):
        return lambda value: isinstance(value, origin)
    fits_one = _fits_of(arguments[0])
    return lambda value: (
        isinstance(value, origin) and not isinstance(value, str | bytes) and all(fits_one(item) for item in value)
    )


def _fits_of_named_tuple(hint: Any) -> Fits:
    """Its fields too: nothing checks them when it is made."""

    def fits(value: Any) -> bool:
        hints = _hints_of(hint)
        return isinstance(value, hint) and all(_fits_of(hints[name])(getattr(value, name)) for name in hints)

    return fits


def _words_of(hint: Any) -> str:
    """What was asked for, in words: "a whole number", "a list of text", "one of Structure.NO_LIMIT, ..."."""
    if isinstance(hint, NewType):
        return _words_of(hint.__supertype__)
    if hint in _WORDS:
        return _WORDS[hint]
    origin, arguments = get_origin(hint), [each for each in get_args(hint) if each is not Ellipsis]
    if origin in (Union, types.UnionType):
        return " or ".join(_words_of(each) for each in arguments)
    if origin is Literal:
        return f"one of {', '.join(map(repr, arguments))}"
    if origin is not None and issubclass(origin, collections.abc.Mapping):
        return f"a mapping of {' to '.join(_words_of(each) for each in arguments)}"
    if origin is tuple or (origin is not None and issubclass(origin, collections.abc.Iterable)):
        return f"a list of {' and '.join(dict.fromkeys(_words_of(each) for each in arguments))}"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return f"one of {', '.join(map(str, hint.__members__))} ({hint.__name__})"
    return f"a {getattr(hint, '__name__', hint)}"
