"""The last time the books of a night were worked out again, remembered by this process."""

from __future__ import annotations

from dataclasses import astuple

from django.core.cache import cache

from eventnight.bank.selectors import BooksReport
from eventnight.events.models import Event
from eventnight.night.selectors.closing.checks import BooksProof

KEPT_SECONDS = 24 * 3600


def keep_proof(event: Event, report: BooksReport) -> None:
    """Remember it for the list before closing."""
    cache.set(_key(event), astuple(BooksProof.of(report)), KEPT_SECONDS)


def last_proof(event: Event) -> BooksProof | None:
    """The last one, None when nobody asked for one."""
    kept = cache.get(_key(event))
    return BooksProof(*kept) if kept else None


def _key(event: Event) -> str:
    return f"books-proof-{event.pk}"
