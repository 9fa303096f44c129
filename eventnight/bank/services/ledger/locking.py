"""What an entry is written upon: locked and read in one round trip, because every other entry of the night waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from eventnight.bank.ledger.refs import AccountRef, tills_among
from eventnight.bank.models import Account, Books, Entry
from eventnight.bank.selectors.desk.repeats import ask_last_sale, read_last_sale
from eventnight.bank.selectors.desk.withdrawn import ask_withdrawn, read_withdrawn
from eventnight.bank.selectors.tills.tills import ask_last_till_entry, read_till_entry
from eventnight.bank.services.ledger.drafts import Request
from eventnight.bank.services.ledger.statements import accounts_locked, books_beside_key, read_accounts, read_books
from eventnight.core.changes import lock_event_and_ask
from eventnight.events.models import Event, Player


class Found(NamedTuple):
    """The night under its lock. is_key_taken: an entry has the request's key. books: none before the first entry.

    last_sale: the last of that kind to the guest, where a sale is asked about. accounts: of those that the
    request touches, the ones that are there. tills: what opened or closed each till that it touches last.
    withdrawn: the player of the request, where they were withdrawn from the night.
    """

    event: Event
    is_key_taken: bool
    books: Books | None
    last_sale: Entry | None
    accounts: Mapping[AccountRef, Account]
    tills: Mapping[str, Entry | None]
    withdrawn: Player | None


def lock_for(request: Request) -> Found:
    """Lock the event, then the accounts that the request touches by id."""
    event_id, touches = request.event.pk, request.touches
    tills = tills_among(touches)
    head, (books_rows, *rest) = lock_event_and_ask(
        event_id,
        [
            books_beside_key(event_id, request.press.key),
            *([ask_last_sale(event_id, request.sold_to, request.kind)] if request.sold_to else ()),
            *([ask_withdrawn(event_id, request.chips_for)] if request.chips_for else ()),
            *(ask_last_till_entry(event_id, till) for till in tills),
            *([accounts_locked(event_id, touches)] if touches else ()),
        ],
    )
    books, is_key_taken = read_books(books_rows)
    last_sale = read_last_sale(rest.pop(0)) if request.sold_to else None
    withdrawn = read_withdrawn(rest.pop(0)) if request.chips_for else None
    return Found(
        event=head.event,
        is_key_taken=is_key_taken,
        books=books,
        last_sale=last_sale,
        accounts=read_accounts(rest[-1]) if touches else {},
        tills={till: read_till_entry(rows) for till, rows in zip(tills, rest, strict=False)},
        withdrawn=withdrawn,
    )
