"""A database that is locked, full or away: 503 with a time to come again, the same on every face, and no press lost."""

from __future__ import annotations

import http.client
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.test import Client

from eventnight.bank.models import Entry
from eventnight.core.changes import lock_event
from eventnight.core.database.unavailable import Trouble, trouble_of
from tests.factories import make_event, make_staff
from tests.faults.hall import Hall, rebuy
from tests.server import NightServer, database_url, running_server


@contextmanager
def away(table: str = "") -> Iterator[None]:
    """Inside the block no statement about that table reaches the database, none at all without a name."""

    def cut(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if table in sql:
            raise OperationalError("server closed the connection unexpectedly")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(cut):
        yield


@pytest.mark.django_db
class TestEveryFace:
    def test_a_page_says_so_without_asking_the_database_again(self, client: Client):
        client.force_login(make_staff(event := make_event()))

        with away():
            answer = client.get(f"/staff/{event.code}/")

        page = answer.content.decode()
        assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "5", "no-store")
        assert "The database does not answer. Send it again in 5 seconds" in page
        assert "data-not-taken" in page
        assert "js/press.js" in page

    def test_a_fragment_is_the_sentence_alone(self, client: Client):
        with away():
            answer = client.get("/e/NIGHT/", headers={"HX-Request": "true"})

        assert answer.status_code == 503
        assert "<html" not in answer.content.decode()

    def test_the_api_answers_with_problem_details(self, client: Client):
        event = make_event()

        with away():
            answer = client.get(f"/api/v1/events/{event.code}/raffle/")

        assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
        assert (answer.json()["code"], answer["Retry-After"]) == ("database_away", "5")

    def test_so_does_what_fails_outside_of_any_view(self, settings: Any):
        """The session is written when the page is made already."""
        settings.SESSION_SAVE_EVERY_REQUEST = True
        client = Client(raise_request_exception=False)
        client.force_login(make_staff(event := make_event()))

        with away("UPDATE"):
            unwritten = client.get(f"/staff/{event.code}/")
        with away():
            unread = client.get("/no/such/page/")

        assert (unwritten.status_code, unwritten["Retry-After"]) == (503, "5")
        assert (unread.status_code, unread["Retry-After"]) == (503, "5")

    def test_a_fault_of_ours_stays_one(self):
        client = Client(raise_request_exception=False)
        event = make_event()

        def broken(*_: Any) -> Any:
            raise ValueError("a promise between our own functions")

        with connection.execute_wrapper(broken):
            page, problem = client.get(f"/e/{event.code}/"), client.get(f"/api/v1/events/{event.code}/raffle/")

        assert page.status_code == problem.status_code == 500
        assert (problem["Content-Type"], problem.json()["code"]) == ("application/problem+json", "server_error")


def _sale(server: NightServer, hall: Hall, key: str) -> tuple[int, dict[str, str], dict[str, Any]]:
    line = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
    wish = rebuy(hall.codes[0])
    headers = {"Authorization": f"Token {hall.tokens[0]}", "Content-Type": "application/json", "Idempotency-Key": key}
    line.request("POST", f"/api/v1/events/{hall.event.code}/{wish.path}", json.dumps(wish.body), headers)
    answer = line.getresponse()
    headers = {name.lower(): value for name, value in answer.headers.items()}
    found = answer.status, headers, json.loads(answer.read())
    line.close()
    return found


@pytest.mark.django_db(transaction=True)
def test_a_lock_that_lasts_is_told_and_the_same_key_sells_once_afterwards():
    hall, key = Hall(players=1), str(uuid4())
    before = Entry.objects.filter(event=hall.event).count()

    with running_server(database_url(), DATABASE_LOCK_SECONDS="0.3") as server:
        with transaction.atomic():
            lock_event(hall.event.pk)
            status, headers, problem = _sale(server, hall, key)
        again, _, _ = _sale(server, hall, key)

    assert (status, headers["retry-after"], problem["code"]) == (503, "5", "database_busy")
    assert headers["content-type"] == "application/problem+json"
    assert again == 201
    assert Entry.objects.filter(event=hall.event).count() == before + 1


@pytest.mark.parametrize(
    ("content", "expected"), [(b"no database at all" * 400, Trouble.DAMAGED), (None, Trouble.CANNOT_OPEN)]
)
def test_what_sqlite_says_is_understood(tmp_path: Path, content: bytes | None, expected: Trouble):
    path = tmp_path / "night.sqlite3"
    if content is None:
        path = tmp_path / "nowhere" / "night.sqlite3"
    else:
        path.write_bytes(content)

    with pytest.raises(sqlite3.DatabaseError) as found:
        sqlite3.connect(path).execute("SELECT * FROM sqlite_schema")

    error = DatabaseError(str(found.value))
    error.__cause__ = found.value
    assert trouble_of(error) == expected


def test_a_database_that_can_only_be_read_is_told_apart(tmp_path: Path):
    path = tmp_path / "night.sqlite3"
    sqlite3.connect(path).execute("CREATE TABLE seats (number)")
    with pytest.raises(sqlite3.OperationalError) as found:
        sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("INSERT INTO seats VALUES (1)")

    error = OperationalError(str(found.value))
    error.__cause__ = found.value
    assert trouble_of(error) is Trouble.READ_ONLY


def test_a_missing_table_is_no_trouble_of_the_database():
    with pytest.raises(sqlite3.OperationalError) as found:
        sqlite3.connect(":memory:").execute("SELECT * FROM nothing")
    error = OperationalError(str(found.value))
    error.__cause__ = found.value

    assert trouble_of(error) is None
    assert trouble_of(ValueError("of ours")) is None
    assert trouble_of(InterfaceError("connection already closed")) is Trouble.AWAY
