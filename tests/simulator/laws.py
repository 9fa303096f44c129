"""What must hold after each press, and when a night is over. Each law gives sentences, one for each breach."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator

from django.apps import apps
from django.db import connection
from django.db.models import Model
from django.urls import Resolver404, resolve

from eventnight.bank.selectors import verify_books
from eventnight.core.api import EventApiView
from eventnight.core.models import EventHead, Tries
from eventnight.core.problems import PROBLEM_TYPE
from eventnight.core.roles import ALLOWED, Permission, Role
from eventnight.events.models import Event
from eventnight.night.evening import bracket_laws, checks
from eventnight.raffle.models import Raffle, RaffleStatus
from tests.attacks.reading import holds
from tests.flows.nights import SEED
from tests.flows.pressing import OUR_APPS
from tests.flows.test_refusals_roles import permission_of
from tests.simulator.deeds.catalogue import ALWAYS

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


def digest(*but: type[Model]) -> str:
    """Of every row of ours. That somebody guessed wrongly is counted and is no part of a night.

    but: rows left out.
    """
    made = hashlib.sha256()
    with connection.cursor() as cursor:
        for table in _tables(but):
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
            made.update(repr((table, cursor.fetchall())).encode())
    return made.hexdigest()


def sizes() -> dict[str, int]:
    """How many rows of each kind there are."""
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{table}', COUNT(*) FROM \"{table}\"" for table in _tables()))
        return dict(cursor.fetchall())


def versions() -> dict[int, int]:
    """How often each night has changed."""
    return dict(EventHead.objects.values_list("event_id", "version"))


def books_hold(event: Event) -> Told:
    """The chain, the balances and the rows that hang on them."""
    yield from (f"the books: {fault}" for fault in verify_books(event.pk).faults)


def night_holds(event: Event) -> Told:
    """What is true of a night at any time."""
    event = Event.objects.get(pk=event.pk)
    for law in AT_ANY_TIME:
        yield from (f"{law.__name__}: {fault}" for fault in law(event))


def answer_is_planned(status: int, content_type: str, *, is_api: bool) -> Told:
    """No fault of the server; the API refuses in problem details."""
    if status >= 500:
        yield f"answered {status}"
    if is_api and status >= 400 and content_type != PROBLEM_TYPE:
        yield f"the API refused as {content_type or 'nothing'}"


def role_may(method: str, address: str, roles_at: Callable[[str], set[Role]]) -> Told:
    """What was answered is open to everybody, or to a role that the person has at that night."""
    path = address.partition("?")[0]
    try:
        found = resolve(path)
    except Resolver404:
        return
    view = getattr(found.func, "cls", None)
    asked = getattr(found.func, "access", "")
    if view is not None and issubclass(view, EventApiView):
        asked = permission_of(view, method.lower())
    if asked not in set(Permission):
        return
    roles = roles_at(found.kwargs["code"])
    if not roles & ALLOWED[Permission(asked)]:
        yield f"{asked} was answered to somebody who is {', '.join(sorted(roles)) or 'nobody there'}"


def nothing_is_told_too_early(content: bytes, event: Event) -> Told:
    """The raffle's seed leaves nowhere before it is due."""
    if holds(content, SEED) and Raffle.objects.get(event=event).status != RaffleStatus.DONE:
        yield "the answer holds the raffle's seed"


def _tables(but: tuple[type[Model], ...] = ()) -> list[str]:
    models = (model for label in OUR_APPS for model in apps.get_app_config(label).get_models())
    return sorted(model._meta.db_table for model in models if model not in (Tries, *but))
