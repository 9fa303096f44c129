"""Snapshots: made once a version, by one request at a time, and a moment old only for pages that come again."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import OperationalError

from eventnight.core.fresh import snapshots as module
from eventnight.core.fresh.snapshots import Snapshots
from eventnight.core.fresh.versions import EventVersion

PATIENCE = 10


def at(version: int) -> EventVersion:
    return EventVersion(1, version)


def always(value: str) -> Callable[[str | None], str]:
    return lambda _: value


def never(_: str | None) -> str:
    raise AssertionError("made again")


def test_a_version_is_made_once_and_the_next_from_the_one_before():
    kept = Snapshots()

    first = kept.get(at(1), "page", always("one"))
    again = kept.get(at(1), "page", never)
    second = kept.get(at(2), "page", lambda before: f"{before}, two")

    assert first is again
    assert (second.version, second.value) == (2, "one, two")


def test_a_page_that_comes_again_is_given_what_was_made_a_moment_ago(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "PAUSE_SECONDS", 60.0)
    kept = Snapshots()
    kept.get(at(1), "page", always("one"))

    older = kept.get(at(2), "page", never, comes_again=True)
    newest = kept.get(at(2), "page", always("two"))

    assert (older.version, older.value) == (1, "one")
    assert (newest.version, newest.value) == (2, "two")


def test_the_moment_ends(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.0)
    kept = Snapshots()
    kept.get(at(1), "page", always("one"))

    assert kept.get(at(2), "page", always("two"), comes_again=True).value == "two"


def test_while_one_is_made_a_page_that_comes_again_does_not_wait_and_others_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(module, "LATE_SECONDS", 60.0)
    kept, begun, go_on = Snapshots(), Event(), Event()
    kept.get(at(1), "page", always("one"))

    def slowly(_: str | None) -> str:
        begun.set()
        assert go_on.wait(PATIENCE)
        return "two"

    with ThreadPoolExecutor(2) as threads:
        making = threads.submit(kept.get, at(2), "page", slowly)
        assert begun.wait(PATIENCE)
        meanwhile = kept.get(at(2), "page", never, comes_again=True)
        waiting = threads.submit(kept.get, at(2), "page", never)
        waited = not waiting.done()
        go_on.set()

    assert (meanwhile.version, meanwhile.value) == (1, "one")
    assert waited
    assert making.result() is waiting.result()


def test_nobody_is_given_what_was_begun_before_the_asked_version():
    kept, begun, go_on = Snapshots(), Event(), Event()

    def slowly(_: str | None) -> str:
        begun.set()
        assert go_on.wait(PATIENCE)
        return "from before the sale"

    with ThreadPoolExecutor(2) as threads:
        threads.submit(kept.get, at(1), "page", slowly)
        assert begun.wait(PATIENCE)
        buyer = threads.submit(kept.get, at(2), "page", always("with the sale"))
        go_on.set()

    assert buyer.result().value == "with the sale"


def test_a_database_that_does_not_answer_refuses_all_who_wait_for_the_same_at_once():
    kept, begun, go_on, refusals = Snapshots(), Event(), Event(), []

    def no_answer(_: str | None) -> str:
        begun.set()
        assert go_on.wait(PATIENCE)
        raise OperationalError("the database does not answer")

    def ask(make: Callable[[str | None], str]) -> None:
        try:
            kept.get(at(1), "page", make)
        except OperationalError as error:
            refusals.append(str(error))

    with ThreadPoolExecutor(4) as threads:
        threads.submit(ask, no_answer)
        assert begun.wait(PATIENCE)
        waiting = [threads.submit(ask, never) for _ in range(3)]
        time.sleep(0.2)
        go_on.set()

    assert [each.result() for each in waiting] == [None] * 3
    assert refusals == ["the database does not answer"] * 4
    assert kept.get(at(1), "page", always("back")).value == "back"


def test_a_fault_leaves_the_older_one_and_the_next_request_tries_again():
    kept = Snapshots()
    kept.get(at(1), "page", always("one"))

    with pytest.raises(AssertionError):
        kept.get(at(2), "page", never)

    assert kept.get(at(2), "page", lambda before: f"{before}, two").value == "one, two"


def test_the_least_used_go_first_and_events_are_told_apart():
    kept = Snapshots(most=2)
    kept.get(at(1), "a", always("a"))
    kept.get(EventVersion(2, 1), "a", always("of another night"))
    kept.get(at(1), "a", never)
    kept.get(at(1), "b", always("b"))

    assert kept.get(at(1), "a", never).value == "a"
    assert kept.get(EventVersion(2, 1), "a", always("made anew")).value == "made anew"
