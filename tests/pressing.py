"""What a service is given, with its press put together, or the same press with something else in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

PARTS = {"by": "by", "now": "at", "request_id": "key", "second": "second", "again": "again"}


def keyed(given: dict[str, Any], key: UUID) -> dict[str, Any]:
    """The same press under a key."""
    return pressed(given, key=key)


def pressed(given: dict[str, Any], **other: Any) -> dict[str, Any]:
    """The same with another by, at, key, second or again."""
    return {**given, "press": replace(given["press"], **other)}


def together(given: dict[str, Any]) -> dict[str, Any]:
    """by, now, request_id, second and again, where they are given beside the press, become part of it."""
    apart = {name: value for name, value in given.items() if name in PARTS}
    rest = {name: value for name, value in given.items() if name not in PARTS}
    return pressed(rest, **{PARTS[name]: value for name, value in apart.items()})
