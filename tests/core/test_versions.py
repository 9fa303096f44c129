"""What a process knows of versions: its own writes at once, others' soon, and no query for a page in between."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import F

from eventnight.core.changes import lock_event
from eventnight.core.errors import NotFound
from eventnight.core.fresh import versions
from eventnight.core.fresh.versions import KNOWN_FOR_SECONDS, VERSIONS, EventVersion
from eventnight.core.models import EventHead
from tests.factories import make_event
from tests.live_pages import change

pytestmark = pytest.mark.django_db(transaction=True)

WAITING = 8
NO_ANSWER_SECONDS = 0.4


def change_unheard(event) -> None:
    """As another process does: nothing tells this one of it."""
    EventHead.objects.filter(pk=event.pk).update(version=F("version") + 1)


def test_the_version_is_read_once_in_a_quarter_of_a_second(django_assert_num_queries, monkeypatch):
    event = make_event()
    VERSIONS.newest(event.code)
    time.sleep(KNOWN_FOR_SECONDS)

    monkeypatch.setattr(versions, "KNOWN_FOR_SECONDS", 60.0)
    with django_assert_num_queries(0):
        assert VERSIONS.newest(event.code.lower()) == EventVersion(event.pk, 1)
    monkeypatch.setattr(versions, "KNOWN_FOR_SECONDS", KNOWN_FOR_SECONDS)
    with django_assert_num_queries(1):
        VERSIONS.newest(event.code)


@pytest.mark.usefixtures("versions_stay_known")
def test_what_this_process_commits_it_knows_at_once(django_assert_num_queries):
    event = make_event()
    VERSIONS.newest(event.code)
    version = change(event)

    with django_assert_num_queries(0):
        assert VERSIONS.newest(event.code).version == version


@pytest.mark.usefixtures("versions_stay_known")
def test_what_was_rolled_back_it_never_knew():
    event = make_event()
    VERSIONS.newest(event.code)

    with transaction.atomic():
        lock_event(event.pk)
        inside = VERSIONS.newest(event.code).version
        transaction.set_rollback(True)

    assert (inside, VERSIONS.newest(event.code).version) == (2, 1)


def test_what_another_process_commits_is_known_a_quarter_of_a_second_later():
    event = make_event()
    VERSIONS.newest(event.code)

    change_unheard(event)
    time.sleep(KNOWN_FOR_SECONDS)

    assert VERSIONS.newest(event.code).version == 2


def test_an_answer_from_before_a_commit_does_not_hide_it():
    """The version is read, this process commits the next, and only then the reading is kept."""
    event = make_event()

    class Slow:
        """Between a reading and its use, as a thread that is put to sleep there."""

        def __call__(self, execute, sql, params, many, context):
            result = execute(sql, params, many, context)
            with ThreadPoolExecutor(1) as other:
                other.submit(commit).result()
            return result

    def commit() -> None:
        try:
            change(event)
        finally:
            connection.close()

    VERSIONS.newest(event.code)
    time.sleep(KNOWN_FOR_SECONDS)
    with connection.execute_wrapper(Slow()):
        assert VERSIONS.newest(event.code).version == 2
    assert VERSIONS.newest(event.code).version == 2


def test_events_are_told_apart_and_an_unknown_one_is_refused():
    first, second = make_event(), make_event()
    change(second)

    assert VERSIONS.newest(first.code) == EventVersion(first.pk, 1)
    assert VERSIONS.newest(second.code) == EventVersion(second.pk, 2)
    with pytest.raises(NotFound, match="No event has the code NOWHERE"):
        VERSIONS.newest("NOWHERE")


def test_a_database_that_does_not_answer_is_waited_for_once_by_all_who_wait_together():
    event, waits, together = make_event(), [], Barrier(WAITING)
    VERSIONS.newest(event.code)
    time.sleep(KNOWN_FOR_SECONDS)

    def no_answer(execute, sql, params, many, context):
        waits.append(sql)
        time.sleep(NO_ANSWER_SECONDS)
        raise OperationalError("the database does not answer")

    def ask() -> float:
        try:
            with connection.execute_wrapper(no_answer):
                together.wait()
                begun = time.monotonic()
                with pytest.raises(OperationalError, match="does not answer"):
                    VERSIONS.newest(event.code)
                return time.monotonic() - begun
        finally:
            connection.close()

    with ThreadPoolExecutor(WAITING) as threads:
        asked = [threads.submit(ask) for _ in range(WAITING)]
        slowest = max(each.result() for each in asked)

    assert len(waits) < WAITING / 2
    assert slowest < 3 * NO_ANSWER_SECONDS
    assert VERSIONS.newest(event.code) == EventVersion(event.pk, 1)
