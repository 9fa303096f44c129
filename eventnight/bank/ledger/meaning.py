"""Whether an entry says what it did: asked before it is written and again by the verifier, so that they cannot part."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from django.db.models import CharField

from eventnight.bank.ledger.rates import follows_rates
from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.models import Entry, EntryKind

Moved = tuple[AccountRef, AccountRef, int]
"""From, to, and how much."""

_LONGEST = {field.attname: field.max_length for field in Entry._meta.concrete_fields if isinstance(field, CharField)}


def line_fault(giver: AccountRef, taker: AccountRef, amount: int) -> str:
    """What is wrong with a line whatever its entry says, empty for nothing."""
    if giver.commodity != taker.commodity:
        return f"mixes {giver.commodity} and {taker.commodity}"
    if amount < 1 or giver == taker:
        return f"moves {amount} from {giver} to {taker}"
    return ""


def text_fault(entry: Entry) -> str:
    """What no archive and no other database would take, empty for nothing."""
    for name, most in _LONGEST.items():
        length = len(getattr(entry, name))
        if most is not None and length > most:
            return f"has a {name.removesuffix('_code')} of {length} characters, and at most {most} are kept"
    if json.loads(json.dumps(entry.rates)) != entry.rates:
        return f"has rates that read back as others: {entry.rates}"
    return ""


def meaning_fault(entry: Entry, lines: Iterable[Moved]) -> str:
    """Why the lines do not follow from what the entry says, empty if they do.

    A reversal says nothing of its own: the verifier holds it against the entry that it reverses.
    """
    if entry.kind == EntryKind.REVERSAL:
        return ""
    amounts: Counter[str] = Counter()
    for giver, _, amount in lines:
        amounts[str(giver.commodity)] += amount
    if entry.kind == EntryKind.ADJUSTMENT:
        return _adjustment_fault(entry, amounts)
    if not follows_rates(entry.kind, entry.rates, amounts):
        return f"does not follow from its rates {entry.rates}: it moved {dict(amounts)}"
    return ""


def explains(adjustment: Entry, entry: Entry) -> bool:
    """Whether two people signed that this entry is to be taken as it is."""
    return (
        adjustment.sequence > entry.sequence
        and adjustment.rates.get("explains") == entry.sequence
        and adjustment.rates.get("hash") == entry.hash
        and not _adjustment_fault(adjustment, Counter())
    )


def _adjustment_fault(entry: Entry, amounts: Counter[str]) -> str:
    """An adjustment moves nothing, names an earlier entry, says why and is signed by two."""
    explained = entry.rates.get("explains")
    if amounts or type(explained) is not int or not 0 < explained < entry.sequence:
        return f"adjusts no earlier entry: {entry.rates}"
    if not entry.reason or entry.second_code in ("", entry.actor_code):
        return f"adjusts entry {explained} without a reason or a second person"
    return ""
