"""What may stay where it is when a night is closed, and who signed for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.db.models import BigIntegerField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast

from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.models import (
    COMPUTED_KINDS,
    SEQUENCES_PER_EVENT,
    Account,
    OwnerKind,
    Transfer,
    VarianceApproval,
)
from eventnight.bank.selectors.ledger.actors import actor_labels
from eventnight.core.errors import NotFound

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _Touch(TypedDict):
    is_touched: bool


KEPT_KINDS = (
    *COMPUTED_KINDS,
    OwnerKind.PLAYER,
    OwnerKind.BUCKET,
    OwnerKind.HOUSE,
    OwnerKind.SAFE,
    OwnerKind.CARD_SETTLEMENT,
    OwnerKind.FUND,
    OwnerKind.OVER_SHORT,
)
"""Holders with something at the end of every night."""

EMPTIED_KINDS = tuple(kind for kind in OwnerKind if kind not in KEPT_KINDS)
"""Holders that are empty when a night is closed, or have an approved variance."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What an account holds: chips, tickets or cents, never zero. amount: below zero where money is owed."""

    ref: AccountRef
    amount: int


@dataclass(frozen=True, slots=True)
class Variance:
    """Something left open. subject: the address of an account, or the name of what is no account. label: in words."""

    subject: str
    amount: int
    label: str
    account: AccountRef | None = None


@dataclass(frozen=True, slots=True)
class ApprovalLine:
    """An approval as a list shows it. state: "in force", "void" or "withdrawn"."""

    id: int
    subject: str
    label: str
    amount: int
    reason: str
    at: datetime
    by: str
    second: str
    state: str
    withdrawn_because: str

    @property
    def is_in_force(self) -> bool:
        return self.state == "in force"

    @property
    def is_withdrawn(self) -> bool:
        return self.state == "withdrawn"

    @property
    def is_void(self) -> bool:
        """Whether what was approved has changed since."""
        return self.state == "void"


def holdings(event_id: int, kinds: Iterable[str]) -> list[Holding]:
    """The accounts of these kinds that hold something, in the order of kinds and codes: one query."""
    order = list(kinds)
    rows = Account.objects.filter(event_id=event_id, owner_kind__in=order).exclude(balance=0)
    held = [
        Holding(AccountRef(commodity, kind, code), balance or 0)
        for commodity, kind, code, balance in rows.values_list("commodity", "owner_kind", "code", "balance")
    ]
    return sorted(held, key=lambda each: (order.index(each.ref.kind), each.ref))


def approved(event_id: int) -> dict[str, VarianceApproval]:
    """The newest approval of each subject that is in force, by subject: one query.

    It covers its own amount alone; whoever knows what there is now compares.
    """
    return {approval.subject: approval for approval in _with_state(event_id) if _state(approval) == "in force"}


def approval_of(event_id: int, approval_id: int) -> VarianceApproval:
    """The approval of that number. Raises NotFound("unknown_approval")."""
    found = _with_state(event_id).filter(pk=approval_id).first()
    if found is None:
        raise NotFound(
            "unknown_approval",
            f"This night has no approval {approval_id}. Reload the list of what is left.",
            approval=approval_id,
        )
    return found


def approval_lines(event_id: int) -> list[ApprovalLine]:
    """Every approval of the night, the newest first, with what has become of it: three queries."""
    found = list(_with_state(event_id).order_by("-id"))
    labels = actor_labels({code for each in found for code in (each.actor_code, each.second_code)}, event_id)
    return [
        ApprovalLine(
            id=each.pk,
            subject=each.subject,
            label=each.label,
            amount=each.amount,
            reason=each.reason,
            at=each.at,
            by=labels[each.actor_code],
            second=labels[each.second_code],
            state=_state(each),
            withdrawn_because=each.withdrawn_by.reason if hasattr(each, "withdrawn_by") else "",
        )
        for each in found
    ]


def _with_state(event_id: int) -> QuerySet[WithAnnotations[VarianceApproval, _Touch]]:
    """Approvals, each with whether a later entry has touched its account."""
    books_then = Cast(OuterRef("event_id"), BigIntegerField()) * Value(SEQUENCES_PER_EVENT) + OuterRef("sequence")
    touched = Transfer.objects.filter(
        Q(from_account=OuterRef("account")) | Q(to_account=OuterRef("account")), event_id=event_id
    ).filter(entry_id__gt=books_then)
    found = VarianceApproval.objects.filter(event_id=event_id, withdraws__isnull=True).select_related("withdrawn_by")
    return found.annotate(is_touched=Exists(touched)).order_by(F("id"))


def _state(approval: WithAnnotations[VarianceApproval, _Touch]) -> str:
    if hasattr(approval, "withdrawn_by"):
        return "withdrawn"
    return "void" if approval.is_touched else "in force"
