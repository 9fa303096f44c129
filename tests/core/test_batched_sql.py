"""Several statements in one round trip: each as if it had come alone."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from eventnight.core.changes import lock_event_and_ask
from eventnight.core.database.batched_sql import Statement, ask, run
from tests.factories import make_event
from tests.locks import elsewhere, waiting

pytestmark = pytest.mark.django_db
NAME_OF = "SELECT name FROM events_event WHERE id = %s"


def test_each_statement_sees_what_those_before_it_did():
    event = make_event()

    run(
        [
            Statement("UPDATE events_event SET name = %s WHERE id = %s", ["First; 100%", event.pk]),
            Statement("UPDATE events_event SET place = name WHERE id = %s", [event.pk]),
        ]
    )
    names, none, places = ask(
        [
            Statement(NAME_OF, [event.pk]),
            Statement(NAME_OF, [0]),
            Statement("SELECT place FROM events_event WHERE id = %s", [event.pk]),
        ]
    )

    assert (names, none, places) == ([("First; 100%",)], [], [("First; 100%",)])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_what_is_asked_with_the_lock_is_read_under_it():
    event, answers = make_event(), []

    def ask_under_lock() -> None:
        with transaction.atomic():
            head, rows = lock_event_and_ask(event.pk, [Statement(NAME_OF, [event.pk])])
            answers.append((head.event.name, rows))

    with elsewhere() as cursor:
        cursor.execute("SELECT 1 FROM core_eventhead WHERE event_id = %s FOR UPDATE", [event.pk])
        with waiting(ask_under_lock):
            cursor.execute("UPDATE events_event SET name = %s WHERE id = %s", ["Renamed meanwhile", event.pk])
            cursor.execute("COMMIT")

    assert answers == [("Renamed meanwhile", [[("Renamed meanwhile",)]])]


@pytest.mark.postgres
def test_no_index_of_accounts_names_the_balance():
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE tablename = 'bank_account'")
        assert [index for (index,) in cursor.fetchall() if "balance" in index] == []
