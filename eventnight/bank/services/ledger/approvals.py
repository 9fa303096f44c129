"""Approved variances: two people sign why something may stay where it is when the night is closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from eventnight.bank.models import Account, VarianceApproval
from eventnight.bank.selectors.ledger.approvals import Variance, approval_of
from eventnight.bank.services.ledger.posting import books_of, require_staff
from eventnight.bank.services.tills.tills import require_second_person
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import BadRequest, Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Event


@counted_once
def approve_variances(
    *,
    event: Event,
    shown: Mapping[str, int],
    left_of: Callable[[Event], Iterable[Variance]],
    reason: str,
    press: Press,
) -> list[VarianceApproval]:
    """Note that something may stay as it is. Returns the approvals.

    shown: what the person saw and chose, amounts by subject. left_of: what is left of them now, read under the lock.

    Raises UserFacingError: "second_person", "key_reused"; BadRequest: "reason_missing", "nothing_to_approve";
    Conflict: "variance_changed".
    """
    event = lock_event(event.pk).event
    if not shown:
        raise BadRequest("nothing_to_approve", "Nothing was chosen. Choose what may stay as it is.")
    if not reason.strip():
        raise BadRequest("reason_missing", "Say why it may stay as it is.")
    require_second_person(press)
    if press.second is not None:
        require_staff(event, press.second)
    variances = _as_shown(shown, {each.subject: each for each in left_of(event)})
    sequence = books_of(event).last_sequence
    made = [
        VarianceApproval.objects.create(
            event=event,
            subject=each.subject,
            account=_account(event, each),
            label=each.label,
            amount=each.amount,
            sequence=sequence,
            reason=reason.strip(),
            actor_code=press.by.code,
            second_code=press.second.code if press.second else "",
            at=press.at,
            key=press.own_key,
        )
        for each in variances
    ]
    for approval in made:
        facts = {"amount": approval.amount, "reason": approval.reason, "second": approval.second_code}
        record(event.pk, press=press, action="variance.approved", subject=approval.label, **facts)
    return made


@counted_once
def withdraw_approval(*, event: Event, approval_id: int, reason: str, press: Press) -> VarianceApproval:
    """Take an approval back: what it covered stands in the way of closing again. One person is enough for that.

    Returns the withdrawal. Raises NotFound: "unknown_approval"; BadRequest: "reason_missing"; Conflict:
    "approval_withdrawn".
    """
    event = lock_event(event.pk).event
    approval = approval_of(event.pk, approval_id)
    if not reason.strip():
        raise BadRequest("reason_missing", f"Say why the approval of “{approval.label}” is undone.")
    if hasattr(approval, "withdrawn_by"):
        raise Conflict(
            "approval_withdrawn",
            f"The approval of “{approval.label}” was undone before. Reload the page.",
            approval=approval_id,
        )
    withdrawal = VarianceApproval.objects.create(
        event=event,
        subject=approval.subject,
        account=approval.account,
        label=approval.label,
        amount=approval.amount,
        sequence=books_of(event).last_sequence,
        reason=reason.strip(),
        actor_code=press.by.code,
        at=press.at,
        key=press.own_key,
        withdraws=approval,
    )
    record(event.pk, press=press, action="variance.withdrawn", subject=approval.label, reason=withdrawal.reason)
    return withdrawal


def _account(event: Event, variance: Variance) -> Account | None:
    ref = variance.account
    if ref is None:
        return None
    return Account.objects.get(event=event, commodity=ref.commodity, owner_kind=ref.kind, code=ref.code)


def _as_shown(shown: Mapping[str, int], left: Mapping[str, Variance]) -> list[Variance]:
    """What was chosen, if it is still what it was."""
    for subject, amount in shown.items():
        there = left.get(subject)
        if there is None or there.amount != amount:
            raise Conflict(
                "variance_changed",
                f"{subject} was {amount:,} when it was shown; now it is {there.label if there else 'nothing'}. "
                "Look again, and approve what is there.",
                subject=subject,
                shown=amount,
                now=there.amount if there else 0,
            )
    return [left[subject] for subject in shown]
