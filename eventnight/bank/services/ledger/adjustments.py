"""An entry that does not follow from what it says is explained by two people; it stays as it is, and nothing moves."""

from __future__ import annotations

from eventnight.bank.models import EntryKind
from eventnight.bank.selectors.ledger.adjustments import unexplained
from eventnight.bank.services.ledger.drafts import Draft, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.bank.services.tills.tills import require_second_person
from eventnight.core.errors import BadRequest, Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Event


@counted_once
def adjust_entry(*, event: Event, sequence: int, reason: str, press: Press) -> Posting:
    """Say why an entry that the verifier cannot explain is to be taken as it is.

    Only what an entry says of itself can be adjusted; an edited row, a wrong balance or a broken seal cannot.

    Raises NotFound: "unknown_entry"; BadRequest: "reason_missing"; Conflict: "nothing_to_adjust", "already_adjusted";
    UserFacingError: "second_person".
    """

    def draft(event: Event) -> Draft:
        found = unexplained(event.pk, sequence)
        if not reason.strip():
            raise BadRequest("reason_missing", f"Say why entry {sequence} is as it is.", sequence=sequence)
        if not found.fault:
            raise Conflict(
                "nothing_to_adjust",
                f"Entry {sequence} follows from what it says, so there is nothing to adjust. If it was a mistake, undo "
                "it where it was made.",
                sequence=sequence,
            )
        if found.explained:
            raise Conflict("already_adjusted", f"{found.explained}. Nothing more to do.", sequence=sequence)
        require_second_person(press)
        rates = {"explains": sequence, "hash": found.entry.hash}
        return Draft(lines=(), subject=found.entry.subject, reason=reason.strip(), rates=rates, second=press.second)

    content = {"sequence": sequence, "reason": reason.strip()}
    return post_entry(Request(event, EntryKind.ADJUSTMENT, press, content), draft)
