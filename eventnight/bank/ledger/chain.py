"""The hash chain: each entry's hash covers the entry, its lines and the hash before, so an edited row is found.

Only codes and numbers of the night go in, no database ids: the same night gives the same hashes everywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.models import Entry

FORMAT = "eventnight-books-v1"

ChainLine = tuple[AccountRef, AccountRef, int, int | None, int | None]
"""From, to, amount, and the balances after."""


def first_hash(opened_as: str) -> str:
    """What the first entry of an event follows."""
    return hashlib.sha256(f"{FORMAT}\n{opened_as}".encode()).hexdigest()


def entry_hash(entry: Entry, reverses_sequence: int | None, lines: Iterable[ChainLine]) -> str:
    """The hex SHA-256 of the hash before and the canonical JSON of the entry, in UTF-8.

    reverses_sequence: the sequence of the entry that this one reverses.
    """
    content = {
        "sequence": entry.sequence,
        "kind": entry.kind,
        "at": utc_text(entry.at),
        "actor": entry.actor_code,
        "second": entry.second_code,
        "subject": entry.subject,
        "reason": entry.reason,
        "purpose": entry.purpose,
        "till": entry.till,
        "rates": entry.rates,
        "key": str(entry.key),
        "fingerprint": entry.fingerprint,
        "reverses": reverses_sequence,
        "lines": [[str(giver), str(taker), amount, *after] for giver, taker, amount, *after in lines],
    }
    return hashlib.sha256(entry.previous_hash.encode() + b"\n" + canonical_json(content)).hexdigest()


def fingerprint_of(kind: str, content: Mapping[str, object]) -> str:
    """The hex SHA-256 of what a request asks for: two requests with one key must agree in it."""
    return hashlib.sha256(canonical_json({"kind": kind, "content": content})).hexdigest()


def canonical_json(value: Mapping[str, Any]) -> bytes:
    """JSON in one way only: keys sorted, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def utc_text(moment: datetime) -> str:
    """To the microsecond, in UTC: databases give a time back in different zones."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
