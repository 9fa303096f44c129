"""The end of the night: it closes when every line of its list is done, or approved by two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from eventnight.bank import services as bank
from eventnight.bank.models import VarianceApproval
from eventnight.bank.selectors import verify_books
from eventnight.bank.selectors.ledger.approvals import Variance, approval_lines
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Event
from eventnight.night.selectors.closing.checks import BooksProof, Check, check_of, closing_checks
from eventnight.night.selectors.tonight import tonight
from tables.services import stop_for_the_night

MOST_NAMED = 6


def require_closable(event: Event, now: datetime) -> dict[str, object]:
    """Let a night pass whose list has no red line, with its books worked out again from the first entry. Before that
    its tables take the fees of the half-hours that have ended.

    Returns what the log keeps of it. Raises Conflict("night_not_ready") naming the lines.
    """
    stop_for_the_night(event, now)
    proof = verify_books(event.pk)
    checks = closing_checks(tonight(event, now), BooksProof.of(proof))
    red = [check for check in checks if check.is_red]
    if red:
        raise _not_ready(event, red)
    approvals = sum(line.is_in_force for line in approval_lines(event.pk))
    return {"entries": proof.entries, "approvals": approvals}


@counted_once
def approve_line(
    *,
    event: Event,
    key: str,
    shown: Mapping[str, int],
    reason: str,
    press: Press,
) -> list[VarianceApproval]:
    """Approve that what is left in a line of the list stays as it is. shown: what the person saw, amounts by subject.

    Raises NotFound("unknown_check"), and what `approve_variances` raises.
    """

    def left_of(event: Event) -> Iterable[Variance]:
        return require_line(closing_checks(tonight(event, press.at), None), key).left

    return bank.approve_variances(
        event=event,
        shown=shown,
        left_of=left_of,
        reason=reason,
        press=press,
    )


def require_line(checks: Iterable[Check], key: str) -> Check:
    """The line of that key. Raises NotFound("unknown_check")."""
    found = check_of(checks, key)
    if found is None:
        raise NotFound(
            "unknown_check",
            f"The list before closing has no line {key} now: it may have been put right. Reload the list.",
            check=key,
        )
    return found


def _not_ready(event: Event, red: list[Check]) -> Conflict:
    named = "; ".join(check.label for check in red[:MOST_NAMED])
    more = f"; and {len(red) - MOST_NAMED} more" if len(red) > MOST_NAMED else ""
    lines = "1 line is" if len(red) == 1 else f"{len(red)} lines are"
    return Conflict(
        "night_not_ready",
        f"{event.name} cannot be closed yet, {lines} open: {named}{more}. Put each right where the close-out list "
        "leads to, or approve it there with a reason and a second person.",
        open=[check.label for check in red],
    )
