"""The audit log as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from eventnight.bank.models import EntryKind
from eventnight.core.audit import audit_log
from eventnight.core.models import AuditRecord

_NAMES = {
    "sequence": "entry",
    "reverses": "reverses entry",
    "second": "second signature",
    "is_minor": "under 18",
    "full_name": "name",
    "code_name": "code name",
    "email": "e-mail",
}
"""Facts whose own name says too little."""


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A record with its action and its facts in words."""

    record: AuditRecord
    action: str
    facts: str


def audit_lines(records: Iterable[AuditRecord]) -> list[AuditLine]:
    """Records made ready for a list; facts without a value are left out."""
    return [AuditLine(record, action_in_words(record.action), _told(record.facts)) for record in records]


def action_in_words(action: str) -> str:
    """ "match.result_undone" becomes "Match result undone"; the bank's actions have the names of its entries."""
    part, _, did = action.partition(".")
    if part == "bank" and did in EntryKind.values:
        return str(EntryKind(did).label)
    return action.replace(".", " ").replace("_", " ").capitalize()


def audit_records(event_id: int, *, action: str = "", actor: str = "") -> QuerySet[AuditRecord]:
    """Records, newest first. action: a whole action, "bank.rebuy", or its first part, "bank"; actor: a code."""
    found = audit_log(event_id)
    if actor:
        found = found.filter(actor_code=actor)
    if action:
        found = found.filter(action=action) | found.filter(action__startswith=f"{action}.")
    return found


def audit_actions(event_id: int) -> list[tuple[str, str]]:
    """Every action in the log with its words, by them."""
    found = audit_log(event_id).order_by("action").values_list("action", flat=True).distinct()
    return sorted(((action, action_in_words(action)) for action in found), key=lambda pair: pair[1])


def audit_actors(event_id: int) -> list[tuple[str, str]]:
    """Everybody in the log: code and the name they last had, by name."""
    rows = audit_log(event_id).order_by("id").values_list("actor_code", "actor_label").distinct()
    return sorted(dict(rows).items(), key=lambda actor: actor[1].lower())


def _told(value: object) -> str:
    if isinstance(value, dict):
        if value.keys() == {"from", "to"}:
            return f"from {_told(value['from'])} to {_told(value['to'])}"
        # Databases keep the facts of a record in orders of their own.
        told = sorted((_NAMES.get(name, name.replace("_", " ")), _told(part)) for name, part in value.items())
        return ", ".join(f"{name} {part}" for name, part in told if part)
    if isinstance(value, list):
        value = [_NAMES.get(part, part) if isinstance(part, str) else part for part in value]
        parts = [_told(part) for part in value]
        between = ", " if all(isinstance(part, str) for part in value) else " "
        return (between if all(isinstance(part, (str, int)) for part in value) else "; ").join(filter(None, parts))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
