"""Printed slips beside the books: what was cut off their end leaves no trace but these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from eventnight.bank.models import Entry
from eventnight.core.errors import BadRequest

_SHAPE = re.compile(r"([1-9][0-9]{0,17})\s+([0-9a-f]{12})", re.ASCII)


class Receipt(NamedTuple):
    """The sequence of an entry and the first 12 hex digits of its hash, as `Entry.receipt` prints them."""

    sequence: int
    digits: str

    @classmethod
    def read(cls, text: str) -> Receipt:
        """The receipt in "412 6c3e04d61816", however it is spaced. Raises BadRequest("receipt_malformed")."""
        found = _SHAPE.fullmatch(text.strip().lower())
        if found is None:
            raise BadRequest(
                "receipt_malformed",
                f"{text!r} is not a receipt. Type the entry's number and the 12 digits after it, "
                'as on the slip: "412 6c3e04d61816".',
            )
        return cls(int(found[1]), found[2])


def receipt_faults(event_id: int, receipts: Iterable[Receipt]) -> Iterator[str]:
    """A sentence for each slip that names an entry which the books lack, or have otherwise."""
    wanted = sorted(set(receipts))
    found = Entry.objects.filter(event_id=event_id, sequence__in={receipt.sequence for receipt in wanted})
    hashes = dict(found.values_list("sequence", "hash"))
    for sequence, digits in wanted:
        if sequence not in hashes:
            yield f"Entry {sequence} is missing: a slip was printed for it, {sequence} {digits}."
        elif not hashes[sequence].startswith(digits):
            yield f"Entry {sequence} is another: its slip reads {digits}, the books say {hashes[sequence][:12]}."
