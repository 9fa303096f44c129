"""Every write locks the night, raises its version once, and tells the screens only after the commit."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from eventnight.core.actors import SYSTEM
from eventnight.core.changes import lock_event
from eventnight.core.versions import current_version
from eventnight.events.services import sign_up, update_event
from tests.factories import NOW, make_event, make_player

pytestmark = pytest.mark.django_db


def hooks() -> int:
    """Broadcasts waiting for the commit."""
    return len(connection.run_on_commit)


def test_a_lock_outside_a_transaction_is_a_fault_of_ours():
    event = make_event()

    class Outside:
        in_atomic_block = False

    with pytest.raises(ValueError, match="open transaction"), pytest.MonkeyPatch.context() as patch:
        patch.setattr("eventnight.core.changes.connection", Outside)
        lock_event(event.pk)


def test_the_version_rises_once_however_many_services_take_part(django_capture_on_commit_callbacks):
    event = make_event()
    player = make_player(event)
    before = current_version(event.pk)

    with django_capture_on_commit_callbacks() as told, transaction.atomic():
        # The test itself runs in a transaction: what earlier steps asked for must not hide this one.
        connection.run_on_commit.clear()
        lock_event(event.pk)
        update_event(event=event, name="Renamed", by=SYSTEM, now=NOW)
        sign_up(player=player, kind="holdem", by=SYSTEM, now=NOW)

    assert current_version(event.pk) == before + 1
    assert len(told) <= 1


def test_each_transaction_raises_the_version():
    event = make_event()
    before = current_version(event.pk)

    for name in ("One", "Two", "Three"):
        connection.run_on_commit.clear()
        update_event(event=event, name=name, by=SYSTEM, now=NOW)

    assert current_version(event.pk) == before + 3


def test_a_rolled_back_change_raises_nothing_and_tells_nobody():
    event = make_event()
    connection.run_on_commit.clear()
    before = current_version(event.pk)

    with pytest.raises(RuntimeError), transaction.atomic():
        lock_event(event.pk)
        raise RuntimeError

    assert (current_version(event.pk), hooks()) == (before, 0)


def test_a_change_after_a_rolled_back_savepoint_raises_the_version_again():
    event = make_event()
    connection.run_on_commit.clear()
    before = current_version(event.pk)

    with transaction.atomic():
        with pytest.raises(RuntimeError), transaction.atomic():
            lock_event(event.pk)
            raise RuntimeError
        lock_event(event.pk)

    assert (current_version(event.pk), hooks()) == (before + 1, 1)


def test_two_nights_changed_together_are_both_announced():
    first, second = make_event(), make_event()
    connection.run_on_commit.clear()

    with transaction.atomic():
        for event in (first, second, first):
            lock_event(event.pk)

    assert hooks() == 2
    assert (current_version(first.pk), current_version(second.pk)) == (2, 2)


@pytest.mark.django_db(transaction=True)
def test_screens_are_told_the_new_version_after_the_commit_and_only_then(monkeypatch):
    event = make_event()
    told: list[tuple[str, int]] = []
    monkeypatch.setattr("eventnight.core.changes.broadcast", lambda code, version: told.append((code, version)))

    with transaction.atomic():
        update_event(event=event, name="Renamed", by=SYSTEM, now=NOW)
        assert told == []

    assert told == [(event.code, 2)]
