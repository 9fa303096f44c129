"""A process killed before and after each single statement of an entry, its commit included."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, connections

from eventnight.bank import services as bank
from eventnight.bank.models import Account, Books, Entry, Transfer
from eventnight.bank.selectors import verify_books
from eventnight.core.actors import SYSTEM
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.raffle import services as raffle
from eventnight.raffle.models import Ticket
from tests.faults.comparing import Row
from tests.raffle.nights import RaffleNight

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)

FEWEST = {"sqlite": 8, "postgresql": 4}
"""A press has at least so many statements; fewer would mean that some are not watched. At PostgreSQL those of one
round trip are sent together: to begin, to lock and read, to write, to commit.
"""

Pressed = Callable[[RaffleNight, UUID], Any]


def _rebuy(night: RaffleNight, key: UUID) -> Any:
    return _post(night, bank.sell_rebuy, key, player_code=night.codes[0], paid=1000)


def _redemption(night: RaffleNight, key: UUID) -> Any:
    """Two lines in the books and the rows of three tickets."""
    return _post(night, raffle.redeem_chips, key, player_code=night.codes[0], chips=300)


def _post(night: RaffleNight, service: Callable[..., Any], key: UUID, **given: Any) -> Any:
    return service(event=night.event, press=Press(SYSTEM, NOW, key), **given)


PRESSES: dict[str, tuple[Pressed, bool]] = {
    "first re-buy": (_rebuy, False),
    "re-buy": (_rebuy, True),
    "chips to tickets": (_redemption, True),
}
"""What is pressed, and whether the player has chips before: the first press opens the books and their accounts."""


class _Fuse:
    """Kills this process before or after the statement of that number, counted from 1, the commit as one."""

    def __init__(self, at: int, *, after_it: bool) -> None:
        self._at, self._after_it, self._seen = at, after_it, 0

    def execute(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        return self._around(lambda: execute(*arguments))

    def commit(self, commit: Callable[[], None]) -> Callable[[], None]:
        return lambda: self._around(commit)

    def _around(self, action: Callable[[], Any]) -> Any:
        self._seen += 1
        is_it = self._seen == self._at
        if is_it and not self._after_it:
            os.kill(os.getpid(), signal.SIGKILL)
        result = action()
        if is_it:
            os.kill(os.getpid(), signal.SIGKILL)
        return result


def each_statement() -> Row:
    """Every press, killed at every statement: all or nothing, and the press that comes again books it once."""
    row = Row("kill around each statement")
    counts = []
    for name, (press, has_chips) in PRESSES.items():
        statements = 0
        for after_it in (False, True):
            statements = _one_press(name, press, has_chips, after_it=after_it, row=row)
        row.require(statements >= FEWEST[connection.vendor], f"Only {statements} statements of {name} were seen.")
        counts.append(f"{name} {statements}")
    row.note = "statements: " + ", ".join(counts)
    return row


def _one_press(name: str, press: Pressed, has_chips: bool, *, after_it: bool, row: Row) -> int:
    """Kill at statement 1, 2, 3 ... until the press outlives its fuse. Returns how many statements it has."""
    statement = 0
    while True:
        statement += 1
        where = f"{name}, {'after' if after_it else 'before'} statement {statement}"
        night, key = RaffleNight(players=1, buckets=1), uuid4()
        if has_chips:
            night.give_chips(0)
        before = _state(night)
        was_killed = _in_a_child(partial(press, night, key), _Fuse(statement, after_it=after_it))
        if not was_killed:
            return statement - 1
        killed = _state(night)
        is_there = Entry.objects.filter(event=night.event, key=key).exists()
        row.intents += 1
        row.present += is_there
        row.partial += not is_there and killed != before
        again = press(night, key)
        row.acknowledged += 1
        row.require(again.is_replay == is_there, f"{where}: the press that came again was misjudged.")
        after = _state(night)
        row.partial += is_there and killed != after
        row.doubled += len(after["entries"]) - len(before["entries"]) != 1
        report = verify_books(night.event.pk)
        row.books_are_clean &= report.is_clean
        row.wrong += [f"{where}: {fault}" for fault in report.faults]


def _in_a_child(press: Callable[[], Any], fuse: _Fuse) -> bool:
    """Press in a forked process with a connection of its own. Returns whether the fuse killed it."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        _press_and_exit(press, fuse)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return True
    if status != 0:
        raise RuntimeError(f"the child ended with status {status}")
    return False


def _press_and_exit(press: Callable[[], Any], fuse: _Fuse) -> None:
    """In the child; never returns."""
    code = 1
    try:
        connection.ensure_connection()
        connection._commit = fuse.commit(connection._commit)
        with connection.execute_wrapper(fuse.execute):
            press()
        code = 0
    finally:
        os._exit(code)


def _state(night: RaffleNight) -> dict[str, Any]:
    """Everything that a press changes."""
    event = night.event.pk
    return {
        "entries": list(Entry.objects.filter(event=event).order_by("id").values_list("id", "hash")),
        "accounts": list(Account.objects.filter(event=event).order_by("id").values_list("code", "balance")),
        "books": list(Books.objects.filter(event=event).values_list("last_sequence", "last_hash", "takings")),
        "transfers": Transfer.objects.filter(event=event).count(),
        "tickets": Ticket.objects.filter(raffle__event=event).count(),
        "log": AuditRecord.objects.filter(event=event).count(),
    }
