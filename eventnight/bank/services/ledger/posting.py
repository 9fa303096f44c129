"""The one door into the books: every entry of every part of the night is written here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.contrib.auth import get_user_model
from django.db import transaction

from eventnight.bank.chips.colours import add_colours
from eventnight.bank.ledger.chain import ChainLine, entry_hash, fingerprint_of, first_hash
from eventnight.bank.ledger.meaning import line_fault, meaning_fault, text_fault
from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.ledger.takings import add_takings, is_takings
from eventnight.bank.models import SEQUENCES_PER_EVENT, Account, Books, Entry, EntryKind, Transfer
from eventnight.bank.selectors.tills.tills import last_till_entry
from eventnight.bank.services.desk.repeats import ON_TOP, Sale, require_meant, wanted_by
from eventnight.bank.services.ledger.accounts import lock_accounts
from eventnight.bank.services.ledger.drafts import Draft, Posting, Request
from eventnight.bank.services.ledger.locking import Found, lock_for
from eventnight.bank.services.ledger.refusals import (
    entry_unexplained,
    key_reused,
    night_closed,
    overdraft,
    second_person_unknown,
    till_closed,
)
from eventnight.bank.services.ledger.statements import insert, update
from eventnight.core.actors import Actor, account_of
from eventnight.core.audit import audit_line, record
from eventnight.core.changes import lock_event
from eventnight.core.database.batched_sql import run
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.web.access import roles_of
from eventnight.events.models import Event
from eventnight.events.services import require_not_withdrawn


def post_entry(request: Request, draft_of: Callable[[Event], Draft]) -> Posting:
    """Write an entry. draft_of: given the event as it is under the lock, checks the rules and says what to write. The
    caller holds the transaction.

    Raises UserFacingError: "key_reused", "overdraft", "colour_short", "entry_unexplained" (the verifier would call it
    wrong), "second_person" (who signs must be of the event's staff), Conflict("night_closed", "till_closed",
    "sold_just_now", "player_withdrawn"), NotFound("unknown_player"), and what draft_of raises.
    """
    fingerprint = fingerprint_of(request.kind, request.content)
    found = lock_for(request)
    event = found.event
    if found.is_key_taken:
        raise key_reused(Entry.objects.get(event=event, key=request.press.own_key))
    if request.kind != EntryKind.REVERSAL:
        _require_open_books(event, request.kind)
    if found.withdrawn is not None:
        require_not_withdrawn(found.withdrawn)
    draft = draft_of(event)
    if draft.second is not None:
        require_staff(event, draft.second)
    if draft.reverses:
        _require_open_books(event, draft.reverses.kind)
    _require_open_tills(request, draft, found)
    books = found.books or books_of(event)
    entry = _entry_of(request, draft, books, fingerprint)
    _require_explained(entry, draft)
    _write(request, entry, draft, books, found)
    return Posting(entry)


def _log_line(request: Request, entry: Entry, draft: Draft) -> AuditRecord:
    """What the log says: the entry, the one that it reverses, and who signed second."""
    told: dict[str, object] = {"reverses": draft.reverses.sequence} if draft.reverses else {}
    return audit_line(
        entry.event_id,
        press=request.press,
        action=f"bank.{entry.kind}",
        subject=entry.subject,
        sequence=entry.sequence,
        reason=entry.reason,
        **(told | {"second": draft.second.label} if draft.second else told),
    )


def _require_open_books(event: Event, kind: str) -> None:
    """A closed night's books take nothing but money on its way to the fund, which leaves when it is brought there."""
    if event.is_closed and kind != EntryKind.FUND_DONATED:
        raise night_closed(event)


def _require_open_tills(request: Request, draft: Draft, found: Found) -> None:
    """A till takes money until it is closed, be it a guest's or a prize that comes back."""
    if request.kind == EntryKind.TILL_OPENED:
        return
    for till in {taker.code for giver, taker, _ in draft.lines if is_takings(giver, taker)}:
        last = found.tills[till] if till in found.tills else last_till_entry(found.event.pk, till)
        if last is not None and last.kind == EntryKind.TILL_CLOSED:
            raise till_closed(found.event, till, last)


def _sale(request: Request, draft: Draft, event: Event) -> Sale:
    donation = request.content.get(ON_TOP)
    return Sale(
        what=EntryKind(request.kind).label,
        player_code=request.sold_to,
        wanted=wanted_by(draft.lines, donation if isinstance(donation, int) else 0),
        currency=event.currency,
    )


def _require_explained(entry: Entry, draft: Draft) -> None:
    """Let nothing into the books that the verifier could not explain: no reversal would mend it."""
    lines = (line_fault(*line) for line in draft.lines)
    fault = next(filter(None, lines), "") or text_fault(entry) or meaning_fault(entry, draft.lines)
    if fault:
        raise entry_unexplained(entry, fault)


def require_staff(event: Event, second: Actor) -> None:
    """Who signs works at this event. Raises UserFacingError("second_person")."""
    account = account_of(second.code, event)
    user = None if account is None else get_user_model().objects.filter(pk=account, is_active=True).first()
    if user is None or not roles_of(user, event.pk):
        raise second_person_unknown(event, second.label)


def books_of(event: Event) -> Books:
    """The event's books, opened at the first entry if nobody opened them before. Needs the event's lock."""
    books, _ = Books.objects.get_or_create(
        event=event, defaults={"opened_as": event.code, "last_hash": first_hash(event.code)}
    )
    return books


def _entry_of(request: Request, draft: Draft, books: Books, fingerprint: str) -> Entry:
    sequence = books.last_sequence + 1
    return Entry(
        id=books.event_id * SEQUENCES_PER_EVENT + sequence,
        event_id=books.event_id,
        sequence=sequence,
        kind=request.kind,
        at=request.press.at,
        actor_code=request.press.by.code,
        second_code=draft.second.code if draft.second else "",
        subject=draft.subject,
        reason=draft.reason,
        purpose=draft.purpose,
        till=draft.till,
        rates=dict(draft.rates),
        key=request.press.own_key,
        fingerprint=fingerprint,
        lines=len(draft.lines),
        reverses=draft.reverses,
        previous_hash=books.last_hash,
    )


def _write(request: Request, entry: Entry, draft: Draft, books: Books, found: Found) -> None:
    """Lines, then the entry that seals them, then the end of the chain and the line of the log."""
    accounts = lock_accounts(entry.event_id, {ref for line in draft.lines for ref in line[:2]}, found.accounts)
    chain_lines = _moved(draft, accounts)
    # Last, so that nobody is asked about what cannot be sold anyway.
    require_meant(found.last_sale, _sale(request, draft, found.event), request.press)
    entry.hash = entry_hash(entry, draft.reverses.sequence if draft.reverses else None, chain_lines)
    books.last_sequence, books.last_hash = entry.sequence, entry.hash
    add_takings(books.takings, entry, ((line.giver, line.taker, line.amount) for line in draft.lines))
    add_colours(books.colours, entry)
    changed = update(books, ("last_sequence", "last_hash", "takings", "colours"))
    lines = [insert(transfer) for transfer in _transfers(entry, chain_lines, accounts)]
    run([*lines, insert(entry), changed, insert(_log_line(request, entry, draft))])
    entry._state.adding, entry._state.db = False, books._state.db


def _moved(draft: Draft, accounts: dict[AccountRef, Account]) -> list[ChainLine]:
    balances = {ref: account.balance for ref, account in accounts.items()}
    moved: list[ChainLine] = []
    for giver, taker, amount in draft.lines:
        held = balances[giver]
        if held is not None:
            if giver.floor is not None and held - amount < giver.floor:
                raise overdraft(giver, has=held, needs=amount, way_out=draft.way_out, rules=draft.rules)
            balances[giver] = held - amount
        received = balances[taker]
        if received is not None:
            balances[taker] = received + amount
        moved.append((giver, taker, amount, balances[giver], balances[taker]))
    return moved


def _transfers(entry: Entry, lines: Iterable[ChainLine], accounts: dict[AccountRef, Account]) -> list[Transfer]:
    return [
        Transfer(
            entry_id=entry.pk,
            event_id=entry.event_id,
            number=number,
            commodity=giver.commodity,
            from_account_id=accounts[giver].pk,
            to_account_id=accounts[taker].pk,
            amount=amount,
            from_balance_after=from_after,
            to_balance_after=to_after,
        )
        for number, (giver, taker, amount, from_after, to_after) in enumerate(lines, 1)
    ]


@transaction.atomic
def open_books(*, event: Event, press: Press) -> Books:
    """Open the event's books, or find them open. The code that the event has now starts the chain."""
    lock_event(event.pk)
    is_new = not Books.objects.filter(event=event).exists()
    books = books_of(event)
    if is_new:
        record(event.pk, press=press, action="bank.books_opened", subject=event.code)
    return books
