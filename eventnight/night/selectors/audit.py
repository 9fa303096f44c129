"""The audit log as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from eventnight.core.audit import audit_log
from eventnight.core.models import AuditRecord


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A record with its facts in words."""

    record: AuditRecord
    facts: str


def audit_lines(records: Iterable[AuditRecord]) -> list[AuditLine]:
    """Records made ready for a list; facts without a value are left out."""
    return [AuditLine(record, _told(record.facts)) for record in records]


def audit_records(event_id: int, *, action: str = "", actor: str = "") -> QuerySet[AuditRecord]:
    """Records, newest first. action: a whole action, "bank.rebuy", or its first part, "bank"; actor: a code."""
    found = audit_log(event_id)
    if actor:
        found = found.filter(actor_code=actor)
    if action:
        found = found.filter(action=action) | found.filter(action__startswith=f"{action}.")
    return found


def audit_actions(event_id: int) -> list[str]:
    """Every action in the log, by name."""
    return list(audit_log(event_id).order_by("action").values_list("action", flat=True).distinct())


def audit_actors(event_id: int) -> list[tuple[str, str]]:
    """Everybody in the log: code and the name they last had, by name."""
    rows = audit_log(event_id).order_by("id").values_list("actor_code", "actor_label").distinct()
    return sorted(dict(rows).items(), key=lambda actor: actor[1].lower())


def _told(value: object) -> str:
    if isinstance(value, dict):
        told = ((name.replace("_", " "), _told(part)) for name, part in value.items())
        return ", ".join(f"{name} {part}" for name, part in told if part)
    if isinstance(value, list):
        parts = [_told(part) for part in value]
        return (" " if all(isinstance(part, (str, int)) for part in value) else "; ").join(filter(None, parts))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
