"""Entries as EventNight wrote them before it refused what it cannot explain."""

from __future__ import annotations

from uuid import uuid4

from django.db import transaction

from eventnight.bank.ledger.chain import fingerprint_of
from eventnight.bank.ledger.refs import issuer, tray_chips
from eventnight.bank.models import Commodity, Entry, EntryKind
from eventnight.bank.services import float_tray
from eventnight.bank.services.ledger.drafts import Draft, Line, Request
from eventnight.bank.services.ledger.locking import lock_for
from eventnight.bank.services.ledger.posting import _entry_of, _write, books_of
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from tests.bank.nights import Night
from tests.factories import NOW


@transaction.atomic
def write_unchecked(request: Request, draft: Draft) -> Entry:
    """What `post_entry` did with a draft when it had no check of what the entry says."""
    found = lock_for(request)
    books = found.books or books_of(found.event)
    entry = _entry_of(request, draft, books, fingerprint_of(request.kind, request.content))
    _write(request, entry, draft, books, found)
    return entry


def odd_tray_emptied(night: Night, tray: str = "R1", chips: int = 1002) -> Entry:
    """A tray filled with chips that no colours come to, and emptied under rates that name colours worth nothing."""
    night.post(float_tray, tray=tray, chips=chips)
    request = Request(night.event, EntryKind.TRAY_RETURN, Press(SYSTEM, NOW, uuid4()), {"tray": tray})
    line = Line(tray_chips(tray), issuer(Commodity.CHIPS), chips)
    return write_unchecked(request, Draft(lines=(line,), subject=tray, rates={"colours": {"floor": {}}}))
