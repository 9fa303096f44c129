"""Tills: a float to start from, money in, and the count at the end."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine.units import Cents
from eventnight.bank.cash import NO_PIECES, Pieces, check_pieces
from eventnight.bank.models import EntryKind, Purpose
from eventnight.bank.refs import over_short, safe, source
from eventnight.bank.refs import till as till_account
from eventnight.bank.selectors.actors import actor_labels
from eventnight.bank.selectors.balances import balance_of
from eventnight.bank.selectors.tills import last_till_entry
from eventnight.bank.services.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.posting import post_entry
from eventnight.core.actors import Actor
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
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


def open_till(
    *,
    event: Event,
    till: str,
    float_paid: Cents,
    by: Actor,
    request_id: UUID,
    now: datetime,
    pieces: Pieces = NO_PIECES,
) -> Posting:
    """Open a till with the change put into it, in cents; a closed one is opened again.

    pieces: the change by note and coin, where it was counted so.

    Raises Conflict: "till_open"; BadRequest: "till_float", "till_pieces".
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
        check_pieces(pieces, float_paid, event.currency)
        lines = (Line(source(), till_account(till), float_paid),) if float_paid else ()
        purpose = Purpose.FLOAT if float_paid else ""
        return Draft(lines=lines, subject=till, purpose=purpose, till=till, rates=_counts(pieces))

    content = {"till": till, "float": float_paid, "pieces": _counts(pieces)}
    return post_entry(Request(event, EntryKind.TILL_OPENED, by, request_id, now, content), draft)


@transaction.atomic
def count_till(*, event: Event, till: str, counted: Cents, pieces: Pieces, by: Actor, now: datetime) -> Cents:
    """Note a count of the drawer in the audit log before anybody is told what it should hold; nothing moves yet.

    Returns what it should hold, in cents.

    Raises Conflict: "till_closed"; BadRequest: "till_count", "till_pieces".
    """
    lock_event(event.pk)
    _require_open(event, till)
    _require_count(event, counted, pieces)
    expected = Cents(balance_of(event.pk, till_account(till)))
    record(
        event.pk,
        by=by,
        action="till.counted",
        subject=till,
        now=now,
        counted=counted,
        expected=expected,
        pieces=_counts(pieces),
    )
    return expected


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
    pieces: Pieces = NO_PIECES,
) -> Posting:
    """Put the money counted, in cents, into the safe; what is too little or too much goes to over and short.

    pieces: the count by note and coin, where there is one. A difference needs a reason and a second person.

    Raises UserFacingError: "till_difference", "second_person"; Conflict: "till_closed"; BadRequest: "till_count",
    "till_pieces".
    """

    def draft(event: Event) -> Draft:
        corrected = _corrected_lines(event, till, counted, pieces, reason)
        if corrected:
            require_second_person(by, second)
        into_safe = (Line(till_account(till), safe(), counted),) if counted else ()
        return Draft(
            lines=(*corrected, *into_safe),
            subject=till,
            reason=reason,
            till=till,
            second=second,
            rates=_counts(pieces),
        )

    content = {"till": till, "counted": counted, "reason": reason, "pieces": _counts(pieces)}
    return post_entry(Request(event, EntryKind.TILL_CLOSED, by, request_id, now, content), draft)


def hand_over_till(
    *,
    event: Event,
    till: str,
    counted: Cents,
    by: Actor,
    second: Actor | None,
    request_id: UUID,
    now: datetime,
    reason: str = "",
    pieces: Pieces = NO_PIECES,
) -> Posting:
    """The drawer goes to somebody else with the money counted, in cents, and stays open; a difference is booked.

    second: who takes it over, and signs for it. pieces: the count by note and coin, where there is one.

    Raises UserFacingError: "till_difference", "second_person"; Conflict: "till_closed"; BadRequest: "till_count",
    "till_pieces".
    """

    def draft(event: Event) -> Draft:
        corrected = _corrected_lines(event, till, counted, pieces, reason)
        require_second_person(by, second)
        return Draft(lines=corrected, subject=till, reason=reason, till=till, second=second, rates=_counts(pieces))

    content = {"till": till, "counted": counted, "reason": reason, "pieces": _counts(pieces)}
    return post_entry(Request(event, EntryKind.TILL_HANDED_OVER, by, request_id, now, content), draft)


def require_second_person(by: Actor, second: Actor | None) -> None:
    """Raise UserFacingError("second_person") unless somebody else confirms."""
    if second is None or second.code == by.code:
        raise UserFacingError(
            "second_person", "A second person has to confirm this. Ask somebody else of the staff to sign."
        )


def _require_open(event: Event, till: str) -> None:
    last = last_till_entry(event.pk, till)
    if last is not None and last.kind == EntryKind.TILL_CLOSED:
        raise Conflict("till_closed", f"Till {till} is closed already (entry {last.sequence}).", till=till)


def _require_count(event: Event, counted: Cents, pieces: Pieces) -> None:
    if counted < 0:
        raise BadRequest("till_count", "A count cannot be below zero. Count again.", counted=counted)
    check_pieces(pieces, counted, event.currency)


def _corrected_lines(event: Event, till: str, counted: Cents, pieces: Pieces, reason: str) -> tuple[Line, ...]:
    """The line that makes the books of an open till say what was counted; none where they do."""
    _require_open(event, till)
    _require_count(event, counted, pieces)
    drawer = till_account(till)
    expected = Cents(balance_of(event.pk, drawer))
    if counted == expected:
        return ()
    _require_explanation(event, till, counted, expected, reason)
    if counted > expected:
        return (Line(over_short(), drawer, counted - expected),)
    return (Line(drawer, over_short(), expected - counted),)


def _counts(pieces: Pieces) -> dict[str, int]:
    return {str(value): count for value, count in sorted(pieces.items(), reverse=True) if count}


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
