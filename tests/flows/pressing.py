"""One way to press and one way to look: a press at a page or the API, the refusal in its answer, and every row of ours
before and after."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

from django.apps import apps
from django.db import connection
from django.db.models import Model
from django.http import HttpResponse
from django.test import Client
from rest_framework.test import APIClient

from eventnight.core.models import Tries
from eventnight.core.problems import PROBLEM_TYPE, Problem
from tests.answers import shown_text

OUR_APPS = ("core", "events", "bank", "raffle", "tables", "tournaments", "calls")


@dataclass(frozen=True)
class Refusal:
    """What a refused press answered, whichever door it came through."""

    status: int
    code: str
    message: str
    rules: tuple[str, ...]


def photograph(*, but: tuple[str, ...] = ()) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of ours: versions, entries, balances, log and all. but: model names left out.

    That somebody guessed wrongly is counted and is no part of a night.
    """
    models = [model for label in OUR_APPS for model in apps.get_app_config(label).get_models() if model is not Tries]
    with connection.cursor() as cursor:
        return {model.__name__: _rows(cursor, model) for model in models if model.__name__ not in but}


def _rows(cursor: Any, model: type[Model]) -> list[tuple[Any, ...]]:
    """As the database has them: to make values of them took most of the time of a look."""
    cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY "{model._meta.pk.column}"')
    return cursor.fetchall()


@contextmanager
def nothing_changes(*, but: tuple[str, ...] = ()) -> Iterator[None]:
    """Fail, naming the tables, if anything of ours is different after the block."""
    before = photograph(but=but)
    yield
    after = photograph(but=but)
    for name, rows in before.items():
        gone, new = (
            [row for row in one if row not in other] for one, other in ((rows, after[name]), (after[name], rows))
        )
        assert (gone, new) == ([], []), f"{name} has changed"


def press_page(user: Any, path: str, fields: dict[str, Any] | None = None, key: UUID | None = None) -> HttpResponse:
    """Send a form as that account, None for nobody; without fields, open the page."""
    client = Client()
    if user is not None:
        client.force_login(user)
    if fields is None:
        return client.get(path)
    return client.post(path, {"request_id": key or uuid4(), **fields})


def press_api(user: Any, path: str, body: dict[str, Any] | None = None, key: UUID | None = None) -> HttpResponse:
    """Post to the API as that account, None for nobody; without a body, read."""
    client = APIClient()
    if user is not None:
        client.force_login(user)
    path = f"/api/v1/events/{path}"
    if body is None:
        return client.get(path)
    return client.post(path, body, format="json", headers={"Idempotency-Key": str(key or uuid4())})


def refusal_in(answer: HttpResponse) -> Refusal:
    """The refusal of an answer; a page must show its sentence and its rule ids to people."""
    if answer["Content-Type"] == PROBLEM_TYPE:
        body = answer.json()
        assert (body["status"], body["type"]) == (answer.status_code, f"urn:eventnight:problem:{body['code']}")
        return Refusal(answer.status_code, body["code"], body["detail"], tuple(body["rules"]))
    problem = _problem_of_page(answer)
    shown = shown_text(answer)
    assert problem.message in shown, f"the page does not say: {problem.message}"
    assert [rule for rule in problem.rules if rule not in shown] == []
    assert problem.status == answer.status_code
    return Refusal(problem.status, problem.code, problem.message, problem.rules)


def at_once(*presses: Any) -> list[Any]:
    """What each press answers when all are made in the same moment, each in a thread of its own."""
    start = Barrier(len(presses))

    def alone(press: Any) -> Any:
        try:
            start.wait()
            return press()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(presses)) as people:
        return list(people.map(alone, presses))


def _problem_of_page(answer: HttpResponse) -> Problem:
    for layer in answer.context or ():
        for value in layer.flatten().values() if hasattr(layer, "flatten") else layer.values():
            found = value if isinstance(value, Problem) else getattr(value, "refusal", None)
            if isinstance(found, Problem):
                return found
    raise AssertionError(f"{answer.status_code} without a refusal: {shown_text(answer)[:400]}")
