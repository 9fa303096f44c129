"""Every write locks the night, raises its version once, and tells the screens only after the commit."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from eventnight.core.actors import SYSTEM
from eventnight.core.changes import lock_event
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.events.services import sign_up, update_event
from tests.factories import NOW, current_version, make_event, make_player

pytestmark = pytest.mark.django_db


def forget_announcements() -> None:
    """Begin anew as after a commit: the test itself is one transaction, and would count as one."""
    connection.run_on_commit.clear()


def announcements() -> int:
    """Broadcasts that wait for the commit."""
    return len(connection.run_on_commit)


def lock_and_fail(event: Event) -> None:
    with transaction.atomic():
        lock_event(event.pk)
        raise RuntimeError


@pytest.mark.django_db(transaction=True)
def test_a_lock_outside_a_transaction_is_a_fault_of_ours():
    with pytest.raises(ValueError, match="open transaction"):
        lock_event(make_event().pk)


def test_the_version_rises_once_however_many_services_take_part():
    event = make_event()
    player = make_player(event)
    before = current_version(event.pk)
    forget_announcements()

    lock_event(event.pk)
    update_event(event=event, name="Renamed", press=Press(SYSTEM, NOW))
    sign_up(player=player, kind="holdem", press=Press(SYSTEM, NOW))

    assert (current_version(event.pk), announcements()) == (before + 1, 1)


def test_each_transaction_raises_the_version():
    event = make_event()
    before = current_version(event.pk)

    for name in ("One", "Two", "Three"):
        forget_announcements()
        update_event(event=event, name=name, press=Press(SYSTEM, NOW))

    assert current_version(event.pk) == before + 3


def test_a_rolled_back_change_raises_nothing_and_tells_nobody():
    event = make_event()
    before = current_version(event.pk)
    forget_announcements()

    with pytest.raises(RuntimeError):
        lock_and_fail(event)

    assert (current_version(event.pk), announcements()) == (before, 0)


def test_a_change_after_a_rolled_back_savepoint_raises_the_version_again():
    event = make_event()
    before = current_version(event.pk)
    forget_announcements()

    with pytest.raises(RuntimeError):
        lock_and_fail(event)
    lock_event(event.pk)

    assert (current_version(event.pk), announcements()) == (before + 1, 1)


def test_two_nights_changed_together_are_both_announced():
    first, second = make_event(), make_event()
    forget_announcements()

    for event in (first, second, first):
        lock_event(event.pk)

    assert announcements() == 2
    assert (current_version(first.pk), current_version(second.pk)) == (2, 2)


@pytest.mark.django_db(transaction=True)
def test_screens_are_told_the_new_version_after_the_commit_and_only_then(monkeypatch: pytest.MonkeyPatch):
    event = make_event()
    told: list[tuple[str, int]] = []
    monkeypatch.setattr("eventnight.core.changes.broadcast", lambda code, version: told.append((code, version)))

    with transaction.atomic():
        update_event(event=event, name="Renamed", press=Press(SYSTEM, NOW))
        assert told == []

    assert told == [(event.code, 2)]
