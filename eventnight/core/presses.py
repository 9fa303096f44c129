"""One press counts once: a key stands for one request of one person at one event, whatever it asks for.

The claim is part of the press's own transaction, so a press that is refused leaves nothing and may be made again.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, is_dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from fractions import Fraction
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar, get_args, get_origin, get_type_hints, runtime_checkable
from uuid import UUID

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

from eventnight.core.actors import Actor, account_of
from eventnight.core.database.batched_sql import Statement, ask
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.models import PressKey
from eventnight.core.press import Press, PressContent
from eventnight.core.values.formats import clock_text

Given = ParamSpec("Given")
Result = TypeVar("Result")

NOT_CONTENT = frozenset({"event", "press", "may_reverse_any"})
"""Where, by whom, when and under which key it is pressed, and what their role allows: not what is asked for. Who signs
besides is content."""

WHERE = ("event", "flight", "table", "tournament", "match", "hand", "team")
"""The arguments that say at which event a press is made; a service has one of them."""

_is_under_way: ContextVar[bool] = ContextVar("a press is under way", default=False)
_replays: ContextVar[list[UUID] | None] = ContextVar("keys that were replayed", default=None)


class Answer(Protocol):
    """What a service returns where it is more than rows. came_of: the rows from which `again` makes it again."""

    @property
    def came_of(self) -> tuple[Model, ...]: ...

    @classmethod
    def again(cls, *rows: Model) -> Answer | None:
        """The answer to the same press later on, from the rows as they are now; None where that was undone."""
        ...


@runtime_checkable
class KeyedAnswer(Protocol):
    """What a service returns where a sealed entry keeps the key itself: the key alone finds it again, and a sale waits
    for one statement less.
    """

    @classmethod
    def of_key(cls, event_id: int, key: UUID) -> KeyedAnswer:
        """The answer to the same press later on."""
        ...


def counted_once(service: Callable[Given, Result]) -> Callable[Given, Result]:
    """Make a service count each key once, in a transaction of its own. The service takes keyword arguments alone, and
    returns a row, an `Answer`, a list of either, a `KeyedAnswer`, or nothing.

    The same key with the same content at the same event by the same person is a replay. It changes nothing, and is
    answered by what came of the first press, as it is now. A service that another one calls is a part of that one's
    press.

    The service then raises UserFacingError("key_reused") too, and Conflict("gone_since") for a replay of which nothing
    is left.
    """
    name = _name_of(service)
    return _counted(service, lambda given: name)


def counted_once_as(
    deed: Callable[[Mapping[str, Any]], str],
) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """`counted_once` for a service that does one of several things, as a value among its arguments says.

    deed: which of them it is, from the arguments. A key keeps it in the place of the service's own name.
    """

    def of(service: Callable[Given, Result]) -> Callable[Given, Result]:
        app = _app_of(service)
        return _counted(service, lambda given: f"{app}.{deed(given)}")

    return of


@contextmanager
def noting_replays() -> Iterator[list[UUID]]:
    """The keys that turn out to be replays inside the block."""
    found: list[UUID] = []
    token = _replays.set(found)
    try:
        yield found
    finally:
        _replays.reset(token)


def has_counted(event_id: int, key: str) -> bool:
    """Whether a press with that key, as a page sent it, has changed something at the event."""
    try:
        return PressKey.objects.filter(event=event_id, key=UUID(key)).exists()
    except ValueError:
        return False


def _counted(service: Callable[Given, Result], name_of: Callable[[Mapping[str, Any]], str]) -> Callable[Given, Result]:
    signature = inspect.signature(service)

    @wraps(service)
    def counted(*none: Given.args, **given: Given.kwargs) -> Result:
        if _is_under_way.get():
            return service(*none, **given)
        with transaction.atomic(), _under_way():
            key = _press_in(given).key
            if key is None:
                return service(*none, **given)
            claimed, is_new = _claim(name_of(given), signature, key, given)
            if is_new:
                answer = service(*none, **given)
                _keep_what_came(claimed, answer)
                return answer
            _note_replay(claimed.key)
            again: Result = _answer_again(service, claimed)
            return again

    vars(counted)["is_counted_once"] = True
    return counted


def _keep_what_came(claimed: PressKey, answer: Any) -> None:
    """Note under the key which rows answer the same press when it comes again."""
    if isinstance(answer, KeyedAnswer):
        return
    rows = [row for each in (answer if type(answer) is list else [answer]) for row in _rows_of(each)]
    if rows:
        came_of = ", ".join(f"{row._meta.label_lower} {row.pk}" for row in rows)
        PressKey.objects.filter(key=claimed.key).update(came_of=came_of)


def _rows_of(answer: Model | Answer | None) -> tuple[Model, ...]:
    if answer is None:
        return ()
    return (answer,) if isinstance(answer, Model) else answer.came_of


def _answer_again(service: Callable[..., Any], known: PressKey) -> Any:
    """What the service returned for the first press, from the rows as they are now. Raises Conflict("gone_since")."""
    kind = get_type_hints(service)["return"]
    if kind is type(None):
        return None
    if isinstance(kind, type) and issubclass(kind, KeyedAnswer):
        return kind.of_key(known.event_id, known.key)
    rows = _what_came(known)
    left = [row for row in rows if row is not None]
    if get_origin(kind) is list:
        [kind] = get_args(kind)
        return [_made_again(kind, row) for row in left]
    answer = _made_again(kind, *left) if left and len(left) == len(rows) else None
    if answer is None:
        raise _gone_since(known)
    return answer


def _made_again(kind: Any, *rows: Model) -> Any:
    return kind.again(*rows) if hasattr(kind, "again") else rows[0]


def _what_came(known: PressKey) -> list[Model | None]:
    """The rows that came of a press, in the order of its answer; None for one that is gone."""
    named = [mention.rsplit(" ", 1) for mention in known.came_of.split(", ")] if known.came_of else []
    return [apps.get_model(label)._base_manager.filter(pk=pk).first() for label, pk in named]


def _gone_since(known: PressKey) -> Conflict:
    return Conflict(
        "gone_since",
        f"This was done at {clock_text(known.at, known.event)} by {known.actor_label}, and what came of it is over: "
        "it was undone, or went on to its end. Nothing was changed now. Reload the page.",
        at=known.at.isoformat(),
        did=known.service,
    )


def _claim(name: str, signature: inspect.Signature, key: UUID, given: Mapping[str, Any]) -> tuple[PressKey, bool]:
    """Take the key for this request, or find the press that has it already, if it asked for the same. Returns what
    keeps the key, and whether it was taken now.

    It comes before the event's lock: of two presses with one key the second waits here for the end of the first, and
    nobody else waits for either. Raises UserFacingError("key_reused").
    """
    press = _press_in(given)
    content = signature.bind(**given)
    content.apply_defaults()
    asked = dict(content.arguments) | ({"second": press.second} if press.second else {})
    claim = PressKey(
        event_id=_event_id(given),
        key=key,
        service=name,
        fingerprint=_fingerprint(name, asked),
        actor_code=press.by.code,
        actor_label=press.by.label,
        at=press.at,
    )
    if ask([_insert_unless_taken(claim)])[0]:
        return claim, True
    known = PressKey.objects.select_related("event").get(key=claim.key)
    if known.event_id != claim.event_id or not _is_same(known, claim):
        raise key_reused(known, elsewhere=known.event_id != claim.event_id)
    return known, False


def _is_same(known: PressKey, claim: PressKey) -> bool:
    if (known.service, known.fingerprint) != (claim.service, claim.fingerprint):
        return False
    return known.actor_code == claim.actor_code or _pressed_before_restoring(known)


def _pressed_before_restoring(known: PressKey) -> bool:
    """Whether staff pressed it where the night came from: who of them is who here, nobody can tell."""
    return known.actor_code.startswith("staff-") and account_of(known.actor_code, known.event) is None


def key_reused(known: PressKey, *, elsewhere: bool = False) -> UserFacingError:
    """The key belongs to another request. Of another event's press only the time is told."""
    who = f" by {known.actor_label}" if known.actor_label and not elsewhere else ""
    what = f" for “{words_of(known.service)}”" if known.service else ""
    where = " at another event" if elsewhere else ""
    return UserFacingError(
        "key_reused",
        f"This key was used at {clock_text(known.at, known.event)}{who}{what}{where}, and this request asks for "
        "something else. Nothing was changed. Reload the page, check what was entered, and enter it again.",
        at=known.at.isoformat(),
        did=known.service,
        **({} if elsewhere else {"by": known.actor_code}),
    )


def words_of(service: str) -> str:
    """ "bank.sell_rebuy" becomes "sell rebuy"."""
    return service.rpartition(".")[2].replace("_", " ")


def _insert_unless_taken(claim: PressKey) -> Statement:
    columns = [field for field in PressKey._meta.local_concrete_fields if not field.primary_key]
    names = ", ".join(f'"{field.column}"' for field in columns)
    marks = ", ".join(["%s"] * len(columns))
    table = PressKey._meta.db_table
    sql = f'INSERT INTO "{table}" ({names}) VALUES ({marks}) ON CONFLICT ("key") DO NOTHING RETURNING id'  # noqa: S608  the model's own columns
    return Statement(sql, [field.get_db_prep_save(getattr(claim, field.attname), connection) for field in columns])


@contextmanager
def _under_way() -> Iterator[None]:
    token = _is_under_way.set(True)
    try:
        yield
    finally:
        _is_under_way.reset(token)


def _note_replay(key: UUID) -> None:
    found = _replays.get()
    if found is not None:
        found.append(key)


def _name_of(service: Callable[..., Any]) -> str:
    """The app and the function: "bank.sell_rebuy", the same when a service moves to another file."""
    return f"{_app_of(service)}.{service.__name__}"


def _app_of(service: Callable[..., Any]) -> str:
    return service.__module__.partition(".services")[0].rpartition(".")[2]


def _press_in(given: Mapping[str, Any]) -> Press:
    press: Press = given["press"]
    return press


def _event_id(given: Mapping[str, Any]) -> int:
    where = next(name for name in WHERE if name in given)
    row = given[where]
    if where == "event":
        return int(row.pk)
    while not hasattr(row, "event_id"):
        row = row.tournament if hasattr(row, "tournament_id") else row.match
    return int(row.event_id)


def _fingerprint(name: str, content: Mapping[str, Any]) -> str:
    """The hex SHA-256 of all that the caller sent."""
    sent = _spread(content)
    asked = {each: _plain(value) for each, value in sent if each not in NOT_CONTENT and not callable(value)}
    return hashlib.sha256(_json([name, asked]).encode()).hexdigest()


def _spread(content: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The content by name, with that of its values in their place."""
    for name, value in content.items():
        if isinstance(value, PressContent):
            yield from _spread(value.as_arguments)
        else:
            yield name, value


def _plain(value: Any) -> Any:
    """The value as JSON. Raises ValueError for what a press cannot be about."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Model) and hasattr(value, "press_name"):
        return value.press_name
    if isinstance(value, Actor):
        return value.code
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, datetime):
        return value.timestamp()
    if isinstance(value, (UUID, date, timedelta, Fraction)):
        return str(value)
    if isinstance(value, Mapping):
        return _in_order([_plain(each), _plain(of)] for each, of in value.items())
    if isinstance(value, Set):
        return _in_order(_plain(each) for each in value)
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    raise ValueError(f"a press cannot be about {value!r:.80}")


def _in_order(values: Iterable[Any]) -> list[Any]:
    return sorted(values, key=_json)


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
