"""Tills: a float to start from, money in, and the count at the end."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from engine.units import Cents
from eventnight.bank.models import EntryKind, Purpose
from eventnight.bank.refs import over_short, safe, source
from eventnight.bank.refs import till as till_account
from eventnight.bank.selectors.actors import actor_labels
from eventnight.bank.selectors.balances import balance_of
from eventnight.bank.selectors.tills import last_till_entry
from eventnight.bank.services.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.posting import post_entry
from eventnight.core.actors import Actor
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.core.wording import clock_text, money_text
from eventnight.events.models import Event


def money_in(event: Event, paid: Cents, till: str) -> tuple[Line, ...]:
    """The line that puts a guest's money into a till; none for nothing. A till takes money until it is closed.

    Raises Conflict: "till_closed".
    """
    if not paid:
        return ()
    last = last_till_entry(event.pk, till)
    if last is not None and last.kind == EntryKind.TILL_CLOSED:
        who = actor_labels([last.actor_code])[last.actor_code]
        raise Conflict(
            "till_closed",
            f"Till {till} was counted and closed at {clock_text(last.at, event)} by {who}. "
            "Open it again, or use another.",
            till=till,
            sequence=last.sequence,
        )
    return (Line(source(), till_account(till), paid),)


def open_till(*, event: Event, till: str, float_paid: Cents, by: Actor, request_id: UUID, now: datetime) -> Posting:
    """Open a till with the change put into it, in cents; a closed one is opened again.

    Raises Conflict: "till_open"; BadRequest: "till_float".
    """

    def draft(event: Event) -> Draft:
        last = last_till_entry(event.pk, till)
        if last is not None and last.kind == EntryKind.TILL_OPENED:
            raise Conflict(
                "till_open",
                f"Till {till} has been open since {clock_text(last.at, event)}. Count and close it first.",
                till=till,
                sequence=last.sequence,
            )
        if float_paid < 0:
            raise BadRequest("till_float", "A float cannot be below zero. Enter the change put in.", paid=float_paid)
        lines = (Line(source(), till_account(till), float_paid),) if float_paid else ()
        return Draft(lines=lines, subject=till, purpose=Purpose.FLOAT if float_paid else "", till=till)

    content = {"till": till, "float": float_paid}
    return post_entry(Request(event, EntryKind.TILL_OPENED, by, request_id, now, content), draft)


def close_till(
    *,
    event: Event,
    till: str,
    counted: Cents,
    by: Actor,
    request_id: UUID,
    now: datetime,
    reason: str = "",
    second: Actor | None = None,
) -> Posting:
    """Put the money counted, in cents, into the safe; what is too little or too much goes to over and short.

    A difference needs a reason and a second person.

    Raises UserFacingError: "till_difference", "second_person"; Conflict: "till_closed"; BadRequest: "till_count".
    """

    def draft(event: Event) -> Draft:
        last = last_till_entry(event.pk, till)
        if last is not None and last.kind == EntryKind.TILL_CLOSED:
            raise Conflict("till_closed", f"Till {till} is closed already (entry {last.sequence}).", till=till)
        if counted < 0:
            raise BadRequest("till_count", "A count cannot be below zero. Count again.", counted=counted)
        expected = Cents(balance_of(event.pk, till_account(till)))
        if counted != expected:
            _require_explanation(event, till, counted, expected, reason)
            require_second_person(by, second)
        return Draft(
            lines=_closing_lines(till, counted, expected), subject=till, reason=reason, till=till, second=second
        )

    content = {"till": till, "counted": counted, "reason": reason}
    return post_entry(Request(event, EntryKind.TILL_CLOSED, by, request_id, now, content), draft)


def require_second_person(by: Actor, second: Actor | None) -> None:
    """Raise UserFacingError("second_person") unless somebody else confirms."""
    if second is None or second.code == by.code:
        raise UserFacingError(
            "second_person", "A second person has to confirm this. Ask somebody else of the staff to sign."
        )


def _require_explanation(event: Event, till: str, counted: Cents, expected: Cents, reason: str) -> None:
    if reason.strip():
        return
    gap = money_text(abs(counted - expected), event.currency)
    raise UserFacingError(
        "till_difference",
        f"Till {till} should hold {money_text(expected, event.currency)} and {money_text(counted, event.currency)} was "
        f"counted: {gap} too {'much' if counted > expected else 'little'}. Count again, or give the reason.",
        till=till,
        counted=counted,
        expected=expected,
    )


def _closing_lines(till: str, counted: Cents, expected: Cents) -> tuple[Line, ...]:
    drawer = till_account(till)
    lines = [
        Line(over_short(), drawer, counted - expected),
        Line(drawer, over_short(), expected - counted),
        Line(drawer, safe(), counted),
    ]
    return tuple(line for line in lines if line.amount > 0)
