"""The ledger beside the clients' notes: what was promised is there once, what is there is there whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eventnight.bank.models import Entry
from eventnight.bank.selectors import verify_books
from eventnight.core.models import AuditRecord
from tests.faults.desk import read_notes
from tests.faults.hall import Hall


@dataclass(slots=True)
class Row:
    """One scenario on one database. wrong: sentences about anything that must not be."""

    scenario: str
    intents: int = 0
    acknowledged: int = 0
    present: int = 0
    lost: int = 0
    doubled: int = 0
    partial: int = 0
    books_are_clean: bool = True
    wrong: list[str] = field(default_factory=list)
    note: str = ""

    def require(self, claim: bool, otherwise: str) -> None:
        """Keep the sentence if the claim does not hold."""
        if not claim:
            self.wrong.append(otherwise)


def compare(scenario: str, hall: Hall, folder: Path) -> Row:
    """Read the notes back from the disk and hold the event's ledger against them."""
    wishes, promised, refused = _sorted_notes(read_notes(folder))
    entries = {str(entry.key): entry for entry in _entries_since(hall)}
    unasked = entries.keys() - wishes.keys()
    report = verify_books(hall.event.pk)
    row = Row(
        scenario,
        intents=len(wishes),
        acknowledged=len(promised),
        present=len(entries),
        lost=sum(key not in entries or {entries[key].sequence} != found for key, found in promised.items()),
        doubled=len(unasked) + sum(len(found) > 1 for found in promised.values()),
        books_are_clean=report.is_clean,
        wrong=list(report.faults),
    )
    row.require(not (refused & entries.keys()), f"{len(refused & entries.keys())} refused requests were booked.")
    halves = list(_halves(hall, entries, wishes))
    row.partial = len(halves)
    row.wrong += halves[:5]
    return row


def _sorted_notes(lines: Iterable[dict[str, Any]]) -> tuple[dict[str, Any], dict[str, set[int]], set[str]]:
    """What was asked by key, the sequences that each key was promised, and the keys that were refused."""
    wishes: dict[str, Any] = {}
    promised: dict[str, set[int]] = {}
    refused: set[str] = set()
    for line in lines:
        if "wish" in line:
            wishes[line["key"]] = line["wish"]
        elif "sequence" in line:
            promised.setdefault(line["key"], set()).add(line["sequence"])
        else:
            refused.add(line["key"])
    return wishes, promised, refused


def _entries_since(hall: Hall) -> list[Entry]:
    found = Entry.objects.filter(event=hall.event, sequence__gt=hall.opened_at)
    return list(found.prefetch_related("transfers").order_by("id"))


def _halves(hall: Hall, entries: dict[str, Entry], wishes: dict[str, Any]) -> Iterable[str]:
    """Entries without their lines or their line in the log, and balances that the wishes booked do not add up to."""
    logged = Counter(
        AuditRecord.objects.filter(event=hall.event, action__startswith="bank.").values_list(
            "facts__sequence", flat=True
        )
    )
    expected = Counter(hall.opening)
    for key, entry in entries.items():
        if len(entry.transfers.all()) != entry.lines or not entry.lines:
            yield f"Entry {entry.sequence} has not all its lines."
        if logged[entry.sequence] != 1:
            yield f"Entry {entry.sequence} is {logged[entry.sequence]} times in the log."
        expected.update(wishes.get(key, {}).get("moves", {}))
    held = hall.balances()
    for account in sorted(expected.keys() | held.keys()):
        if expected[account] != held.get(account, 0):
            yield f"{account} holds {held.get(account, 0)}; what was booked adds up to {expected[account]}."
