"""A beacon as staff paste it: the answer of a drand relay, or the signature alone."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from eventnight.core.errors import BadRequest


@dataclass(frozen=True, slots=True)
class Pasted:
    """round: None where only the signature was pasted."""

    round: int | None
    signature: bytes


def read_pasted(text: str) -> Pasted:
    """What was pasted. Raises BadRequest("beacon_unreadable")."""
    text = text.strip()
    row = _object(text) if text.startswith("{") else {"signature": text}
    number = row.get("round")
    if number is not None and type(number) is not int:
        raise _unreadable("its round is not a whole number")
    signature = _signature(row.get("signature"))
    randomness = row.get("randomness")
    if randomness is not None and randomness != hashlib.sha256(signature).hexdigest():
        raise _unreadable("its randomness is not the SHA-256 of its signature")
    return Pasted(number, signature)


def _object(text: str) -> dict[str, Any]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unreadable("it is no JSON") from error
    if not isinstance(row, dict):
        raise _unreadable("it is not an object")
    return row


def _signature(value: object) -> bytes:
    if not isinstance(value, str) or not value.strip():
        raise _unreadable("it has no signature")
    try:
        return bytes.fromhex(value.strip())
    except ValueError as error:
        raise _unreadable("its signature is not hex digits") from error


def _unreadable(why: str) -> BadRequest:
    return BadRequest(
        "beacon_unreadable",
        f"This is not a beacon: {why}. Copy the whole answer of the relay, from {{ to }}, or its signature alone.",
    )
