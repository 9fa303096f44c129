"""Wrong tries at what somebody could guess: counted in the database for all processes, each making the next one wait.

A try is counted before it is looked at and taken back when it was right, so that a hundred at once are a hundred.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from eventnight.core.errors import UserFacingError
from eventnight.core.models import Tries

log = logging.getLogger(__name__)

MOST_FORGOTTEN = 200
"""Rows that one try clears away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How wrong tries of one kind slow down the next: `free` of them do not, then each wait is twice the last.

    forgotten_after: so long after the last wrong one nothing is counted. is_cleared: one right try clears the count;
    otherwise it only does not count itself.
    """

    kind: str
    free: int
    first_wait: timedelta
    longest_wait: timedelta
    forgotten_after: timedelta = timedelta(hours=1)
    is_cleared: bool = True

    def wait_after(self, wrong: int) -> timedelta:
        """How long the next try waits after so many wrong ones."""
        over = wrong - self.free
        if over < 0:
            return timedelta()
        # Two to the power of sixteen is beyond every longest wait, and the power must not grow without end.
        return min(self.first_wait * (1 << min(over, 16)), self.longest_wait)


class Counter(NamedTuple):
    """What is counted together: a kind of try at one subject, such as an account or a player."""

    patience: Patience
    subject: str

    @property
    def key(self) -> str:
        """How the row is found; neither a name nor an address can be read from it."""
        return salted_hmac("eventnight.tries", f"{self.patience.kind}|{self.subject}", algorithm="sha256").hexdigest()


class TooManyTries(UserFacingError):
    """The next try has to wait; this one was not looked at."""

    status = 429
    title = "Too many tries"

    def __init__(self, message: str, *, wait: timedelta) -> None:
        self.wait = max(1, -(-wait // timedelta(seconds=1)))
        super().__init__("too_many_tries", message.format(wait=wait_text(self.wait)), wait_seconds=self.wait)


def wait_text(seconds: int) -> str:
    """ "8 seconds", "2 minutes": whole minutes from one on, rounded up."""
    if seconds < 60:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    minutes = -(-seconds // 60)
    return f"{minutes} minute{'' if minutes == 1 else 's'}"


class Try:
    """One try that may be looked at. Whoever finds it right says so; otherwise it stays counted as wrong."""

    def __init__(self) -> None:
        self.is_right = False

    def was_right(self) -> None:
        """It need not have been counted."""
        self.is_right = True


@contextmanager
def trying(*counters: Counter, message: str, now: datetime) -> Iterator[Try]:
    """Count a try by all these counters, look at it inside the block, and take it back where it was right.

    message: what is said where the try must wait, with {wait}. Raises TooManyTries; the block is then not entered.
    """
    _forget_old(now)
    wait = _claim(counters, now)
    if wait > timedelta():
        log.warning("a try of the kind %s waits %s", ", ".join(each.patience.kind for each in counters), wait)
        raise TooManyTries(message, wait=wait)
    this = Try()
    try:
        yield this
    finally:
        if this.is_right:
            _take_back(counters, now)


def forget_tries(*counters: Counter) -> None:
    """Count from nothing again, because somebody of the staff said so."""
    Tries.objects.filter(key__in=[each.key for each in counters]).delete()


@transaction.atomic
def _claim(counters: Sequence[Counter], now: datetime) -> timedelta:
    """Count one try, as wrong until it is known to be right. Returns how long it has to wait; then it is refused."""
    rows = {each: _locked(each, now) for each in _in_order(counters)}
    wait = max(row.free_at - now for row in rows.values())
    for counter, row in rows.items():
        row.came += 1
        if wait <= timedelta():
            row.wrong += 1
            row.free_at = now + counter.patience.wait_after(row.wrong)
            row.forgotten_at = row.free_at + counter.patience.forgotten_after
        row.save(update_fields=["came", "wrong", "free_at", "forgotten_at"])
    return wait


def _locked(counter: Counter, now: datetime) -> Tries:
    """The counter's row, made where it is missing, as new where it was to be forgotten."""
    new = {"kind": counter.patience.kind, "free_at": now, "forgotten_at": now + counter.patience.forgotten_after}
    row = None
    while row is None:
        # A right try of another request may delete it between the two statements.
        Tries.objects.bulk_create([Tries(key=counter.key, **new)], ignore_conflicts=True)
        row = Tries.objects.select_for_update(no_key=True).filter(key=counter.key).first()
    if row.forgotten_at <= now:
        row.came = row.wrong = 0
        row.free_at = now
    return row


@transaction.atomic
def _forget_old(now: datetime) -> None:
    """Rows that somebody else is counting on are left for another time, so that nobody waits for each other."""
    old = Tries.objects.filter(forgotten_at__lte=now).select_for_update(skip_locked=True, no_key=True)
    Tries.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:MOST_FORGOTTEN])).delete()


@transaction.atomic
def _take_back(counters: Sequence[Counter], now: datetime) -> None:
    for counter in _in_order(counters):
        row = Tries.objects.filter(key=counter.key)
        if counter.patience.is_cleared:
            row.delete()
        else:
            row.filter(wrong__gt=0).update(wrong=F("wrong") - 1, free_at=now)


def _in_order(counters: Sequence[Counter]) -> list[Counter]:
    """One order for all requests, so that no two wait for each other."""
    return sorted(counters, key=lambda each: each.key)
