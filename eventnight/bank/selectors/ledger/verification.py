"""The proof of the books: everything that the ledger says is worked out again from its lines.

It reads each entry and line once, in order, and a reversed entry's lines once more; in memory it keeps a balance per
account, and what it reads at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, groupby, islice
from operator import attrgetter

from django.conf import settings
from django.utils.module_loading import import_string

from eventnight.bank.chips.colours import Colours, add_colours
from eventnight.bank.ledger.chain import ChainLine, entry_hash, first_hash
from eventnight.bank.ledger.meaning import Moved, explains, line_fault, meaning_fault
from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.ledger.takings import Takings, add_takings
from eventnight.bank.models import SEQUENCES_PER_EVENT, Account, Books, Entry, EntryKind, Transfer
from eventnight.bank.selectors.ledger.adjustments import adjustments_of, explained_text, way_out
from eventnight.bank.selectors.ledger.receipts import Receipt, receipt_faults
from eventnight.core.database.patience import unhurried
from eventnight.core.errors import UserFacingError

ROWS_AT_ONCE = 2000
MOST_FAULTS = 20

Turned = list[tuple[int, int, int]]
"""Lines the other way round: giver and taker by the ids of their accounts, and the amount."""


@dataclass(slots=True)
class BooksReport:
    """What was read and what is wrong, the first wrong row first.

    unexplained: the numbers of entries among the faults that two people can adjust. explained: those that two have
    adjusted, in words.
    """

    entries: int = 0
    transfers: int = 0
    faults: list[str] = field(default_factory=list)
    unexplained: list[int] = field(default_factory=list)
    explained: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not self.faults


def verify_books(
    event_id: int, progress: Callable[[int], None] | None = None, receipts: Iterable[Receipt] = ()
) -> BooksReport:
    """Work the books of an event out again: chain, lines, balances, rates, takings, and the checks of other parts.

    progress: told how many entries have been read, now and then. receipts: printed slips that must be in the
    books. At most 20 faults are listed.
    """
    report = BooksReport()
    faults = _faults(event_id, report, progress or (lambda entries: None))
    with unhurried():
        report.faults += islice(chain(faults, receipt_faults(event_id, receipts)), MOST_FAULTS)
    return report


@dataclass(slots=True)
class _Running:
    """The books as far as they have been read."""

    refs: dict[int, AccountRef]
    previous_hash: str
    report: BooksReport
    adjustments: dict[int, Entry]
    sequence: int = 0
    balances: Counter[int] = field(default_factory=Counter)
    takings: Takings = field(default_factory=dict)
    colours: Colours = field(default_factory=dict)


def _faults(event_id: int, report: BooksReport, progress: Callable[[int], None]) -> Iterator[str]:
    books = Books.objects.filter(event_id=event_id).first()
    if books is None:
        if Account.objects.filter(event_id=event_id).exists() or Entry.objects.filter(event_id=event_id).exists():
            yield "The event has accounts or entries but no books."
        return
    accounts = list(Account.objects.filter(event_id=event_id).order_by("id"))
    running = _Running(
        refs={account.pk: AccountRef(account.commodity, account.owner_kind, account.code) for account in accounts},
        previous_hash=first_hash(books.opened_as),
        report=report,
        adjustments=adjustments_of(event_id),
    )
    lines = _lines_by_entry(event_id)
    next_id, next_lines = next(lines, (None, []))
    for entry, turned in _entries_with_turned_lines(event_id):
        own: list[Transfer] = []
        while next_id is not None and next_id <= entry.pk:
            if next_id == entry.pk:
                own = next_lines
            else:
                yield f"Transfers of entry id {next_id} belong to no entry."
            next_id, next_lines = next(lines, (None, []))
        yield from _entry_faults(entry, own, turned, running)
        report.entries += 1
        report.transfers += len(own)
        if report.entries % ROWS_AT_ONCE == 0:
            progress(report.entries)
    if next_id is not None:
        yield f"Transfers of entry id {next_id} belong to no entry."
    yield from _closing_faults(books, accounts, running)
    for path in settings.BOOK_CHECKS:
        yield from import_string(path)(event_id)


def _entries_with_turned_lines(event_id: int) -> Iterator[tuple[Entry, Turned]]:
    """Each entry, and of one that reverses another what its lines must be."""
    entries = Entry.objects.filter(event_id=event_id).order_by("id").iterator(ROWS_AT_ONCE)
    while some := list(islice(entries, ROWS_AT_ONCE)):
        turned: defaultdict[int | None, Turned] = defaultdict(list)
        reversed_ids = [entry.reverses_id for entry in some if entry.kind == EntryKind.REVERSAL and entry.reverses_id]
        if reversed_ids:
            lines = Transfer.objects.filter(entry_id__in=reversed_ids).order_by("entry_id", "-number")
            for pk, giver, taker, amount in lines.values_list("entry_id", "to_account_id", "from_account_id", "amount"):
                turned[pk].append((giver, taker, amount))
        for entry in some:
            yield entry, turned[entry.reverses_id]


def _lines_by_entry(event_id: int) -> Iterator[tuple[int, list[Transfer]]]:
    lines = Transfer.objects.filter(event_id=event_id).order_by("entry_id", "number").iterator(ROWS_AT_ONCE)
    for entry_id, group in groupby(lines, key=attrgetter("entry_id")):
        yield entry_id, list(group)


def _entry_faults(entry: Entry, lines: list[Transfer], turned: Turned, running: _Running) -> Iterator[str]:
    name = f"Entry {entry.sequence}"
    running.sequence += 1
    if entry.sequence != running.sequence:
        yield f"{name} stands where entry {running.sequence} should: rows are missing before it."
        running.sequence = entry.sequence
    if entry.previous_hash != running.previous_hash:
        yield f"{name} does not follow the entry before it: its previous hash is another."
    if [line.number for line in lines] != list(range(1, entry.lines + 1)):
        yield f"{name} was sealed with {entry.lines} lines and has {len(lines)}, or they are misnumbered."
    yield from _line_faults(name, lines, running)
    known = [line for line in lines if {line.from_account_id, line.to_account_id} <= running.refs.keys()]
    if len(known) == len(lines) and entry.hash != _hash_of(entry, lines, running):
        yield f"{name} has been changed: its hash does not fit what it says."
    moved = [(running.refs[line.from_account_id], running.refs[line.to_account_id], line.amount) for line in known]
    if entry.kind == EntryKind.REVERSAL:
        # What it promises are the lines of the entry that it reverses.
        if [(line.from_account_id, line.to_account_id, line.amount) for line in known] != turned:
            yield f"{name} is not the turned lines of the entry it reverses."
    else:
        yield from _meaning_faults(entry, moved, running)
    running.previous_hash = entry.hash
    add_takings(running.takings, entry, moved)
    try:
        add_colours(running.colours, entry)
    except UserFacingError as error:
        yield f"{name} moves chips that are not there. {error.message}"


def _line_faults(name: str, lines: list[Transfer], running: _Running) -> Iterator[str]:
    for line in lines:
        where = f"{name}, line {line.number}"
        giver, taker = running.refs.get(line.from_account_id), running.refs.get(line.to_account_id)
        if giver is None or taker is None:
            yield f"{where} touches an account of another event."
            continue
        if line.commodity != giver.commodity:
            yield f"{where} says {line.commodity} and moves {giver.commodity}."
        if fault := line_fault(giver, taker, line.amount):
            yield f"{where} {fault}."
        running.balances[line.from_account_id] -= line.amount
        running.balances[line.to_account_id] += line.amount
        sides = (
            (giver, line.from_account_id, line.from_balance_after),
            (taker, line.to_account_id, line.to_balance_after),
        )
        for ref, pk, after in sides:
            expected = None if ref.is_computed else running.balances[pk]
            if after != expected:
                yield f"{where} leaves {ref} at {after}; its lines add up to {expected}."
            if ref.floor is not None and running.balances[pk] < ref.floor:
                yield f"{where} overdraws {ref}: {running.balances[pk]}."


def _meaning_faults(entry: Entry, moved: list[Moved], running: _Running) -> Iterator[str]:
    """What an entry's kind promises: amounts that follow its rates."""
    adjustment = running.adjustments.get(entry.sequence)
    if adjustment is not None and not explains(adjustment, entry):
        yield f"Entry {adjustment.sequence} adjusts entry {entry.sequence} as it never was: its seal is another."
    fault = meaning_fault(entry, moved)
    if fault and adjustment is not None and explains(adjustment, entry):
        running.report.explained.append(explained_text(entry, adjustment))
    elif fault:
        running.report.unexplained.append(entry.sequence)
        yield f"Entry {entry.sequence} {fault}. {way_out(entry)}"


def _hash_of(entry: Entry, lines: list[Transfer], running: _Running) -> str:
    chain_lines: list[ChainLine] = [
        (
            running.refs[line.from_account_id],
            running.refs[line.to_account_id],
            line.amount,
            line.from_balance_after,
            line.to_balance_after,
        )
        for line in lines
    ]
    reverses = entry.reverses_id % SEQUENCES_PER_EVENT if entry.reverses_id else None
    return entry_hash(entry, reverses, chain_lines)


def _closing_faults(books: Books, accounts: list[Account], running: _Running) -> Iterator[str]:
    for account in accounts:
        expected = None if running.refs[account.pk].is_computed else running.balances[account.pk]
        if account.balance != expected:
            yield f"Account {account} holds {account.balance}; its lines add up to {expected}."
    if (books.last_sequence, books.last_hash) != (running.sequence, running.previous_hash):
        yield (
            f"The books end at entry {books.last_sequence}; the last one there is {running.sequence}, "
            "or its hash differs."
        )
    if books.takings != running.takings:
        yield f"The takings by till and purpose are kept as {books.takings}; the entries add up to {running.takings}."
    if books.colours != running.colours:
        yield f"The chips out of the rack are kept as {books.colours}; the entries add up to {running.colours}."
