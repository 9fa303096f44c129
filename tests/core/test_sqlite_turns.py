"""Who may write next on SQLite: in the order of asking, and never a turn that is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.db import InterfaceError, connection, transaction

from eventnight.core.backends.sqlite3.turns import Turns
from eventnight.core.models import EventHead
from tests.factories import make_event

WAIT = 5.0


@pytest.fixture
def queue() -> Iterator[tuple[Turns, list[int], list[threading.Thread]]]:
    """A turn that is taken, and four who asked for it one after the other."""
    turns, order = Turns(), list[int]()
    turns.take(WAIT)

    def stand(number: int) -> None:
        turns.take(WAIT)
        order.append(number)
        turns.give()

    waiting = []
    for number in range(4):
        waiting.append(threading.Thread(target=stand, args=(number,)))
        waiting[-1].start()
        time.sleep(0.02)
    yield turns, order, waiting
    for thread in waiting:
        thread.join(WAIT)


def test_turns_come_in_the_order_of_asking(queue):
    turns, order, waiting = queue

    turns.give()
    for thread in waiting:
        thread.join(WAIT)

    assert order == [0, 1, 2, 3]


def test_who_gives_up_holds_nobody_up():
    turns = Turns()
    turns.take(WAIT)

    assert not turns.take(timeout=0.01)

    turns.give()
    assert turns.take(timeout=0.01)


def test_a_turn_is_one_holders_alone():
    turns, inside, most = Turns(), [0], [0]

    def enter() -> None:
        for _ in range(50):
            turns.take(WAIT)
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            time.sleep(0)
            inside[0] -= 1
            turns.give()

    threads = [threading.Thread(target=enter) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)

    assert most == [1]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues by itself")
@pytest.mark.parametrize("end", ["commit", "roll back", "close"])
def test_a_transaction_that_ends_in_any_way_lets_the_next_begin(end: str):
    event, ended, seen = make_event(), threading.Event(), threading.Event()

    def hold_and_end() -> None:
        with suppress(InterfaceError, LookupError), transaction.atomic():
            EventHead.objects.filter(event=event).update(version=7)
            if end == "roll back":
                raise LookupError
            if end == "close":
                connection.close()
        ended.set()
        seen.wait(WAIT)
        connection.close()

    holder = threading.Thread(target=hold_and_end)
    holder.start()
    ended.wait(WAIT)
    begun = time.monotonic()
    with transaction.atomic():
        version = EventHead.objects.get(event=event).version
    waited = time.monotonic() - begun
    seen.set()
    holder.join(WAIT)

    assert waited < WAIT
    assert version == (7 if end == "commit" else 1)
