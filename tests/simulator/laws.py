"""What must hold after each press, and when a night is over. Each law gives sentences, one for each breach."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from django.apps import apps
from django.db import connection
from django.db.models import Model

from eventnight.bank.selectors import verify_books
from eventnight.core.models import EventHead, Tries
from eventnight.core.problems import PROBLEM_TYPE
from eventnight.events.models import Event
from eventnight.night.rehearsal.laws import bracket_laws, checks
from eventnight.raffle.models import Raffle, RaffleStatus
from tests.attacks.reading import holds
from tests.flows.nights import SEED
from tests.flows.pressing import OUR_APPS
from tests.simulator.deeds.catalogue import ALWAYS
from tests.simulator.remembering import Remembered

Told = Iterator[str]

AT_ANY_TIME: tuple[Callable[[Event], Iterable[str]], ...] = (
    checks.books_balance,
    checks.tickets_are_in_one_place,
    checks.places_are_given_once,
    bracket_laws.feeders_agree,
    bracket_laws.results_are_of_the_pair,
    bracket_laws.games_are_of_the_pair,
    bracket_laws.scores_can_be,
    bracket_laws.as_many_matches_as_it_takes,
    bracket_laws.nobody_plays_twice_at_once,
    *ALWAYS,
)


_LAST: dict[str, Any] = {}
"""The last digests, and the mark of the rows they are of."""


def tables() -> dict[str, str]:
    """A digest of the rows of each table. That somebody guessed wrongly is counted and is no part of a night."""
    mark = _mark()
    if mark is None or mark != _LAST.get("mark"):
        _LAST.update(mark=mark, tables=_digested())
    return dict(_LAST["tables"])


def _mark() -> tuple[object, int, int] | None:
    """What is another one after every write; None where the database does not tell."""
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        [by_others] = cursor.execute("PRAGMA data_version").fetchone()
    return connection.connection, connection.connection.total_changes, by_others


def _digested() -> dict[str, str]:
    made = {}
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
            made[table] = hashlib.sha256(repr(cursor.fetchall()).encode()).hexdigest()
    return made


def without(digests: Mapping[str, str], *but: type[Model]) -> dict[str, str]:
    """The digests of the other tables."""
    left_out = {model._meta.db_table for model in but}
    return {table: made for table, made in digests.items() if table not in left_out}


def digest(*but: type[Model]) -> dict[str, str]:
    """Of every row of ours. but: kinds of rows left out."""
    return without(tables(), *but)


def sizes() -> dict[str, int]:
    """How many rows of each kind there are."""
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{table}', COUNT(*) FROM \"{table}\"" for table in _tables()))
        return dict(cursor.fetchall())


def versions() -> dict[str, int]:
    """How often each night has changed, by its code."""
    return dict(EventHead.objects.values_list("event__code", "version"))


def books_hold(event: Event) -> Told:
    """The chain, the balances and the rows that hang on them."""
    yield from verify_books(event.pk).faults


def night_holds(event: Event, digests: Mapping[str, str], remembered: Remembered) -> Told:
    """What is true of a night at any time. digests: of the tables as they are."""
    event = Event.objects.get(pk=event.pk)
    for law in (books_hold, *AT_ANY_TIME):
        yield from (
            f"{law.__name__}: {fault}" for fault in remembered.ask((law, event.pk), digests, partial(law, event))
        )


def answer_is_planned(status: int, content_type: str, *, is_api: bool) -> Told:
    """No fault of the server; the API refuses in problem details."""
    if status >= 500:
        yield f"answered {status}"
    if is_api and status >= 400 and content_type != PROBLEM_TYPE:
        yield f"the API refused as {content_type or 'nothing'}"


def nothing_is_told_too_early(content: bytes, event: Event) -> Told:
    """The raffle's seed leaves nowhere before it is due, neither as it is nor in a file that is packed."""
    if (
        any(holds(each, SEED) for each in unpacked(content))
        and Raffle.objects.get(event=event).status != RaffleStatus.DONE
    ):
        yield "the raffle's seed is told"


def unpacked(content: bytes) -> list[bytes]:
    """What was sent; of a file in the form of a ZIP every file in it."""
    if not content.startswith(b"PK\x03\x04"):
        return [content]
    with ZipFile(BytesIO(content)) as files:
        return [files.read(name) for name in files.namelist()]


@cache
def _tables() -> tuple[str, ...]:
    models = (model for label in OUR_APPS for model in apps.get_app_config(label).get_models())
    return tuple(sorted(model._meta.db_table for model in models if model is not Tries))
