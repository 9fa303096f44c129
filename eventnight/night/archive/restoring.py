"""Puts an archived night into this database: every row gets a new id, and the ledger's own triggers let it in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import DatabaseError, transaction

from engine.errors import RuleError
from engine.raffle import commitment, is_sheet
from eventnight.bank.models import Account, Books, Entry, Transfer
from eventnight.bank.selectors import verify_books
from eventnight.core.actors import SYSTEM
from eventnight.core.audit import record
from eventnight.core.models import FormerStaff, RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.core.values.codes import called
from eventnight.events.models import Event
from eventnight.events.services import checked_code
from eventnight.night.archive import refusals
from eventnight.night.archive.accounts import account_named, restore_accounts
from eventnight.night.archive.holding import held
from eventnight.night.archive.inserting import Inserter
from eventnight.night.archive.manifest import ACCOUNTS, CODES, Ending, Manifest
from eventnight.night.archive.reading import Archive
from eventnight.night.archive.shape import Shape, archive_shapes, shape_of
from eventnight.raffle.models import Raffle
from eventnight.raffle.sealing import seal
from eventnight.raffle.selectors import seed_of, seed_opens

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Choices:
    """How a night is to come back. code: instead of its own. same_accounts: whoever has the same sign-in name here is
    the same person. organiser: the sign-in name of somebody who becomes its organiser.
    """

    code: str = ""
    same_accounts: bool = False
    organiser: str = ""


def restore_archive(archive: Archive, choices: Choices, *, now: datetime, tell: Tell) -> Event:
    """Make the archived night an event of this database, all of it or nothing, and prove its books. Returns the event.

    tell: told of each kind of row as it is written.

    Raises Conflict("event_code_taken", "raffle_drawn_under_code"), NotFound("unknown_account"),
    BadRequest("archive_newer", "archive_damaged", "archive_row_refused") and
    UserFacingError("event_code_form", "archive_not_proven").
    """
    _require_known_parts(archive.manifest)
    with transaction.atomic():
        code = checked_code(choices.code or archive.manifest.code)
        if Event.objects.filter(called(code)).exists():
            raise refusals.code_taken(code)
        organiser = account_named(choices.organiser) if choices.organiser else None
        accounts = restore_accounts(archive.rows(ACCOUNTS), same_accounts=choices.same_accounts)
        restoration = _Restoration(Inserter(archive, accounts), code)
        for shape in archive_shapes():
            tell(restoration.insert(shape))
        event = restoration.event()
        _restore_codes(archive, event)
        if organiser is not None:
            RoleGrant.objects.get_or_create(event=event, user=organiser, role=Role.ORGANISER)
        made_at = archive.manifest.made_at
        record(event.pk, press=Press(SYSTEM, now), action="event.restored", subject=event.code, made_at=made_at)
        restoration.require_balances()
        _require_proven(event, archive.manifest, tell)
    return event


class _Restoration:
    """The rows of one night on their way in. Balances of accounts are set aside, for the lines make them again."""

    def __init__(self, inserter: Inserter, code: str) -> None:
        self._inserter = inserter
        self._code = code
        self._balances: list[int | None] = []

    def insert(self, shape: Shape) -> str:
        """Insert the rows of one kind. Returns a line about them."""
        if shape.model is Transfer:
            return f"{shape.label}: with their entries"
        if shape.model is Entry:
            entries, lines = self._inserter.insert_ledger(self.event())
            return f"{shape.label}: {entries:,} with {lines:,} transfers"
        changes: dict[type, Callable[[Any], None]] = {Event: self._rename, Account: self._empty, Raffle: self._seal}
        count = self._inserter.insert(shape, changes.get(shape.model, _leave))
        return f"{shape.label}: {count:,}"

    def event(self) -> Event:
        """The night as it is in the database. Raises BadRequest("archive_damaged")."""
        ids = self._inserter.ids_of(Event)
        if len(ids) != 1:
            raise refusals.damaged(shape_of(Event).label, f"it has {len(ids)} events")
        return Event.objects.get(pk=ids[0])

    def require_balances(self) -> None:
        """The lines have given every account what the archive says it held."""
        ids = self._inserter.ids_of(Account)
        held = Account.objects.in_bulk(ids)
        for pk, balance in zip(ids, self._balances, strict=True):
            if held[pk].balance != balance:
                raise refusals.not_the_same(f"account {held[pk]}", str(held[pk].balance), str(balance))

    def _rename(self, event: Event) -> None:
        event.code = self._code
        event.restored += 1

    def _empty(self, account: Account) -> None:
        self._balances.append(account.balance)
        account.balance = None if account.balance is None else 0

    def _seal(self, raffle: Raffle) -> None:
        """Archives made before seeds were sealed hold one in the open: whoever has the file knows it, and the raffle
        says so.
        """
        if not raffle.seed:
            return
        seed = _seed_in(raffle)
        if raffle.is_done:
            return
        raffle.sealed_seed = seal(seed, event_code=self._code, commitment=raffle.commitment)
        raffle.seed, raffle.seed_was_open = "", True


def _leave(row: Any) -> None:
    """Most rows come back as they were."""


def _require_known_parts(manifest: Manifest) -> None:
    known = {ACCOUNTS, CODES, *(shape.label for shape in archive_shapes())}
    for part in manifest.parts:
        if part.name not in known:
            raise refusals.unknown_part(part.name, manifest)


def _restore_codes(archive: Archive, event: Event) -> None:
    former = []
    for place, row in archive.rows(CODES):
        if row.keys() != {"code", "label"} or not all(isinstance(value, str) and value for value in row.values()):
            raise refusals.unfit(CODES, place, "it is not a code with its name")
        former.append(held(CODES, place, FormerStaff(event=event, code=row["code"], label=row["label"])))
    try:
        FormerStaff.objects.bulk_create(former)
    except DatabaseError as error:
        raise refusals.unfit(CODES, 1, f"the database refuses it or one after it, {error}") from error


def _require_proven(event: Event, manifest: Manifest, tell: Tell) -> None:
    raffle = Raffle.objects.filter(event=event).first()
    if raffle is not None and event.code != manifest.code and (raffle.entropy or is_sheet(raffle.frozen_list.encode())):
        raise refusals.drawn_under_its_code(manifest.code)
    tell("Proving the books")
    report = verify_books(event.pk, lambda entries: tell(f"{entries:,} entries read"))
    if report.faults:
        raise refusals.books_do_not_hold(report.faults[0])
    books = Books.objects.filter(event=event).first()
    ending = Ending(books.last_sequence, books.last_hash) if books else None
    if ending != manifest.books:
        raise refusals.not_the_same("the end of the books", _words(ending), _words(manifest.books))
    if raffle is None:
        return
    # A seed that another installation has sealed is proven when it is published: it stays closed here.
    promised = commitment(seed_of(raffle)) if seed_opens(raffle) else raffle.commitment
    if not promised == raffle.commitment == manifest.commitment:
        raise refusals.not_the_same("the raffle's promise", promised, manifest.commitment)
    if raffle.list_hash != manifest.list_hash:
        raise refusals.not_the_same("the raffle's list", raffle.list_hash, manifest.list_hash)


def _seed_in(raffle: Raffle) -> bytes:
    try:
        seed = bytes.fromhex(raffle.seed)
        promised = commitment(seed)
    except (ValueError, RuleError) as error:
        raise refusals.not_the_same("the raffle's seed", "unreadable", "a seed") from error
    if promised != raffle.commitment:
        raise refusals.not_the_same("the raffle's promise", promised, raffle.commitment)
    return seed


def _words(ending: Ending | None) -> str:
    return f"entry {ending.last_sequence}, seal {ending.last_hash[:12]}" if ending else "no books"
