"""Entries that do not follow from what they say, and the adjustments with which two people explain them."""

from __future__ import annotations

from dataclasses import dataclass

from eventnight.bank.ledger.meaning import explains, meaning_fault
from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.models import Account, Entry, EntryKind
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.bank.selectors.ledger.entries import entry_of, lines_of


@dataclass(frozen=True, slots=True)
class Unexplained:
    """An entry with what the verifier says of it. fault: empty where nothing is wrong. explained: by whom it was
    adjusted, in words, empty where nobody did.
    """

    entry: Entry
    fault: str
    explained: str

    @property
    def is_open(self) -> bool:
        """Whether two people can adjust it now."""
        return bool(self.fault) and not self.explained


def adjustments_of(event_id: int) -> dict[int, Entry]:
    """The adjustments of a night by the number of the entry that each explains: one query."""
    found = Entry.objects.filter(event_id=event_id, kind=EntryKind.ADJUSTMENT, reversed_by__isnull=True)
    return {entry.rates.get("explains", 0): entry for entry in found.order_by("-id")}


def unexplained(event_id: int, sequence: int) -> Unexplained:
    """The entry of that number and what is wrong with it. Raises NotFound("unknown_entry")."""
    entry = entry_of(event_id, sequence)
    moved = [(_ref(line.from_account), _ref(line.to_account), line.amount) for line in lines_of(entry)]
    adjustment = adjustments_of(event_id).get(sequence)
    explained = explained_text(entry, adjustment) if adjustment and explains(adjustment, entry) else ""
    return Unexplained(entry, meaning_fault(entry, moved), explained)


def explained_text(entry: Entry, adjustment: Entry) -> str:
    """Which entry is taken as it is, because of which, and who signed."""
    codes = (adjustment.actor_code, adjustment.second_code)
    labels = actor_labels(codes, entry.event_id)
    signed = " and ".join(labels[code] for code in codes)
    return (
        f"Entry {entry.sequence} is explained by adjustment {adjustment.sequence}, signed by {signed}: "
        f"{adjustment.reason}"
    )


def way_out(entry: Entry) -> str:
    """What to do about such an entry."""
    return (
        f"If nobody edited the database, adjust entry {entry.sequence} from the Books page: it takes a reason and two "
        "people, moves nothing and leaves the entry as it is."
    )


def _ref(account: Account) -> AccountRef:
    return AccountRef(account.commodity, account.owner_kind, account.code)
