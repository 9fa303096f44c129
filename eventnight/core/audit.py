"""The audit log: what was done at an event, by whom and when."""

from __future__ import annotations

from django.db.models import QuerySet

from eventnight.core.models import AuditRecord
from eventnight.core.press import Press


def record(event_id: int, *, press: Press, action: str, subject: str, **facts: object) -> AuditRecord:
    """Write one line of the log, in the transaction of the change itself.

    action: "rebuy.sold" and the like. subject: what it was done to, without people's names.
    """
    line = audit_line(event_id, press=press, action=action, subject=subject, **facts)
    line.save(force_insert=True)
    return line


def audit_line(event_id: int, *, press: Press, action: str, subject: str, **facts: object) -> AuditRecord:
    """The line that `record` writes, for a caller who writes it together with the change."""
    return AuditRecord(
        event_id=event_id,
        at=press.at,
        press=press.whole_key,
        actor_code=press.by.code,
        actor_label=press.by.label,
        action=action,
        subject=subject,
        facts=facts,
    )


def audit_log(event_id: int) -> QuerySet[AuditRecord]:
    """All records of the event, newest first."""
    return AuditRecord.objects.filter(event_id=event_id)
