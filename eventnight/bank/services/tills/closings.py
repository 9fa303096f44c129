"""The closing of a till undone: what was put into the safe is in the drawer again, and the shift goes on."""

from __future__ import annotations

from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors.ledger.entries import entry_of
from eventnight.bank.services.ledger.drafts import Posting
from eventnight.bank.services.ledger.reversal import reverse_entry
from eventnight.bank.services.tills.tills import require_second_person
from eventnight.core.changes import lock_event
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text
from eventnight.events.models import Event


@counted_once
def undo_closing(*, event: Event, till: str, sequence: int, reason: str, press: Press) -> Posting:
    """Take back the closing of a till that an entry made, so that a cheque of it can be given back, for instance.

    press.second: somebody else always signs. Of several closings the last is undone first.

    Raises NotFound: "unknown_entry", "not_a_closing"; Conflict: "till_opened_since", "till_closed_since",
    "already_reversed"; UserFacingError: "second_person", "overdraft" (the money has left the safe); BadRequest:
    "reason_missing".
    """
    event = lock_event(event.pk).event
    closing = entry_of(event.pk, sequence)
    if closing.kind != EntryKind.TILL_CLOSED or closing.subject != till:
        raise NotFound(
            "not_a_closing",
            f"Entry {sequence} did not close till {till}. Choose the closing from the till's reports.",
            till=till,
            sequence=sequence,
        )
    require_second_person(press)
    if not Entry.objects.filter(reverses=closing).exists():
        _require_last(event, closing)
    return reverse_entry(
        event=event,
        sequence=sequence,
        reason=reason,
        press=press,
        may_reverse_any=True,
    )


def _require_last(event: Event, closing: Entry) -> None:
    """What came after the closing has been counted and is in no other drawer."""
    moves = Entry.objects.filter(event=event, subject=closing.subject, pk__gt=closing.pk)
    later = list(moves.filter(kind__in=(EntryKind.TILL_OPENED, EntryKind.TILL_CLOSED)).select_related("reversed_by"))
    standing = [move for move in later if move.kind == EntryKind.TILL_CLOSED and not hasattr(move, "reversed_by")]
    if standing:
        last = standing[-1]
        raise Conflict(
            "till_closed_since",
            f"Till {closing.subject} was closed again at {clock_text(last.at, event)} (entry {last.sequence}). "
            "Undo that closing first, then this one.",
            till=closing.subject,
            sequence=last.sequence,
        )
    if later and later[-1].kind == EntryKind.TILL_OPENED:
        opening = later[-1]
        raise Conflict(
            "till_opened_since",
            f"Till {closing.subject} was opened again at {clock_text(opening.at, event)} (entry {opening.sequence}) "
            "and is worked from. Count and close it, undo that closing, and then this one: one shift holds both.",
            till=closing.subject,
            sequence=opening.sequence,
        )
