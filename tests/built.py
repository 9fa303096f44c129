"""Nights that many tests begin with: services build them once in a process, and their statements make them again.

Within a test's transaction: after a rollback rows get the same numbers again, on PostgreSQL because its sequences are
set back before the first night of a test. A test that changes settings, or replaces parts of the product, builds its
own and leaves none behind.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.db import connection
from django.db.models import Model

from eventnight.core.fresh.reads import READS
from eventnight.core.fresh.snapshots import SNAPSHOTS
from eventnight.core.fresh.versions import VERSIONS

Given = ParamSpec("Given")
Night = TypeVar("Night")

_WRITES = ("INSERT", "UPDATE", "DELETE")
_BARE = "SELECT NOT EXISTS (SELECT 1 FROM events_event) AND NOT EXISTS (SELECT 1 FROM auth_user)"
_NUMBERED_SO_FAR = "SELECT name, seq FROM sqlite_sequence ORDER BY name"
_SET_BACK = """
SELECT count(setval(oid::regclass, 1, false)), (SELECT max(id) FROM django_content_type),
    (SELECT max(id) FROM auth_permission)
FROM pg_class WHERE relkind = 'S' AND relname NOT LIKE 'django%' AND relname NOT LIKE 'auth_permission%'
"""
"""The tables of Django have rows that are there before any test."""


@dataclass(slots=True)
class _Writing:
    """Statements that write, in their order. is_whole: none of them was rolled back on the way."""

    statements: list[tuple[str, Any, bool]] = field(default_factory=list)
    is_whole: bool = True

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        done = execute(sql, params, many, context)
        if sql.startswith(_WRITES):
            self.statements.append((sql, params, many))
        elif sql.startswith("ROLLBACK"):
            self.is_whole = False
        return done

    def again(self) -> None:
        with connection.cursor() as cursor:
            for sql, params, many in self.statements:
                (cursor.executemany if many else cursor.execute)(sql, params)


@dataclass(frozen=True, slots=True)
class _Kept:
    writing: _Writing
    night: bytes


@dataclass(frozen=True, slots=True)
class _Now:
    """The database as a kept night left it, if nothing was written or rolled back since. state: how it was built."""

    state: Hashable
    changes: int
    savepoints: tuple[str, ...]


class _Counting:
    """Counts the statements of a test that write."""

    def __init__(self) -> None:
        self.writes = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.writes += sql.startswith(_WRITES)
        return execute(sql, params, many, context)


_COUNTING = _Counting()
_KEPT: dict[Hashable, _Kept] = {}
_LATEST: list[_Now] = []
_PLAIN = [False]


def built_once(build: Callable[Given, Night]) -> Callable[Given, Night]:
    """Call a function that builds a night once for each state of the database and each set of arguments; after that,
    write its statements again and return a copy of what it returned. It is called as before where its arguments cannot
    be hashed, or where the state of the database is not known.
    """

    @wraps(build)
    def built(*args: Given.args, **facts: Given.kwargs) -> Night:
        state = _state()
        key = None if state is None else _key(state, build.__qualname__, args, facts)
        if key is None:
            return build(*args, **facts)
        if kept := _KEPT.get(key):
            kept.writing.again()
            _forget_what_was_read()
            night = cast(Night, pickle.loads(kept.night))
        else:
            writing = _Writing()
            with connection.execute_wrapper(writing):
                night = build(*args, **facts)
            if not writing.is_whole:
                return night
            _KEPT[key] = _Kept(writing, pickle.dumps(night))
        _LATEST[:] = [_Now(key, *_marks())]
        return night

    return built


def _state() -> Hashable | None:
    """What tells this state of the database from every other; None where it cannot be told."""
    if not is_plain() or not connection.in_atomic_block:
        return None
    if _LATEST and (_LATEST[0].changes, _LATEST[0].savepoints) == _marks():
        return _LATEST[0].state
    with connection.cursor() as cursor:
        cursor.execute(_BARE)
        if not cursor.fetchone()[0]:
            return None
        if connection.vendor == "sqlite":
            cursor.execute(_NUMBERED_SO_FAR)
        elif _COUNTING.writes:
            return None
        else:
            cursor.execute(_SET_BACK)
        return tuple(cursor.fetchall())


def _marks() -> tuple[int, tuple[str, ...]]:
    return _COUNTING.writes, tuple(connection.savepoint_ids)


def _key(state: Hashable, name: str, args: tuple[object, ...], facts: dict[str, object]) -> Hashable | None:
    try:
        key = (state, name, tuple(map(_named, args)), tuple((fact, _named(given)) for fact, given in facts.items()))
        hash(key)
    except TypeError:
        return None
    return key


def _named(given: object) -> object:
    if isinstance(given, Model):
        return type(given), given.pk
    if isinstance(given, list):
        return tuple(map(_named, given))
    return type(given), given


def _forget_what_was_read() -> None:
    for kept in (SNAPSHOTS, VERSIONS, READS):
        kept.forget()


def is_plain() -> bool:
    """Whether the test that runs leaves product and settings as they are, and so may begin with a kept night."""
    return _PLAIN[0]


def begin_test(*, is_plain: bool) -> None:
    """What the test before left was rolled back. is_plain: the product is as it is, and its settings are the usual."""
    _LATEST.clear()
    _PLAIN[:] = [is_plain]
    _COUNTING.writes = 0
    if _COUNTING not in connection.execute_wrappers:
        connection.execute_wrappers.append(_COUNTING)
