"""Tills: a float to start from, money in by each means, and the count at the end."""

from __future__ import annotations

from collections.abc import Iterator

from engine.units import Cents
from eventnight.bank.ledger.refs import (
    card_settlement,
    over_short,
    paid_accounts,
    safe,
    safe_cheques,
    source,
    till_money,
)
from eventnight.bank.means import Means, Payment
from eventnight.bank.models import EntryKind, Purpose
from eventnight.bank.selectors.tills.tills import last_till_entry, till_holds
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.bank.services.ledger.refusals import second_person_missing, till_difference
from eventnight.bank.tills.cash import NO_PIECES, Pieces, require_till_pieces
from eventnight.bank.tills.count import TillCount, TillSums, counts_by_worth
from eventnight.core.audit import record
from eventnight.core.changes import lock_event
from eventnight.core.errors import BadRequest, Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text
from eventnight.events.models import Event

_AFTER_CLOSING = {Means.CASH: safe(), Means.CARD: card_settlement(), Means.CHEQUE: safe_cheques()}


def money_in(paid: Cents, payment: Payment) -> tuple[Line, ...]:
    """The line that puts a guest's money into a till, which must be open; none for nothing."""
    return (Line(*paid_accounts(payment.till, payment.means), paid),) if paid else ()


@counted_once
def open_till(*, event: Event, till: str, float_paid: Cents, press: Press, pieces: Pieces = NO_PIECES) -> Posting:
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
        require_till_pieces(pieces, float_paid, event.currency)
        lines = (Line(source(), till_money(till, Means.CASH), float_paid),) if float_paid else ()
        purpose = Purpose.FLOAT if float_paid else ""
        return Draft(lines=lines, subject=till, purpose=purpose, till=till, rates=counts_by_worth(pieces))

    content = {"till": till, "float": float_paid, "pieces": counts_by_worth(pieces)}
    return post_entry(Request(event, EntryKind.TILL_OPENED, press, content), draft)


@counted_once
def count_till(*, event: Event, till: str, count: TillCount, press: Press) -> None:
    """Note a count in the audit log before anybody is told what there should be; nothing moves yet.

    Raises Conflict: "till_closed"; BadRequest: "till_count", "till_pieces", "till_cheques"; UserFacingError:
    "key_reused".
    """
    lock_event(event.pk)
    _require_open(event, till)
    count.require_possible(event.currency)
    expected = till_holds(event.pk, till)
    sums = count.sums
    besides: dict[str, list[int]] = {
        "cheques": [sums.cheque_number, sums.cheques, expected.cheques, expected.cheque_number],
        "card": [sums.card, expected.card],
    }
    record(
        event.pk,
        press=press,
        action="till.counted",
        subject=till,
        counted=sums.cash,
        expected=expected.cash,
        pieces=counts_by_worth(count.pieces),
        **{name: values for name, values in besides.items() if any(values)},
    )


@counted_once
def close_till(*, event: Event, till: str, count: TillCount, press: Press, reason: str = "") -> Posting:
    """Put the cash and the cheques counted into the safe and the terminal's total to what the card company owes; what
    is too little or too much of each goes to over and short.

    A difference needs a reason and a second person.

    Raises UserFacingError: "till_difference", "second_person"; Conflict: "till_closed"; BadRequest: "till_count",
    "till_pieces", "till_cheques".
    """

    def draft(event: Event) -> Draft:
        difference = _explained_difference(event, till, count, reason)
        if difference != TillSums():
            require_second_person(press)
        return Draft(
            lines=(*_corrections(till, difference), *_taken_away(till, count.sums)),
            subject=till,
            reason=reason,
            till=till,
            second=press.second,
            rates=count.rates,
        )

    content = {"till": till, "reason": reason, **count.entry_content}
    return post_entry(Request(event, EntryKind.TILL_CLOSED, press, content), draft)


@counted_once
def hand_over_till(*, event: Event, till: str, count: TillCount, press: Press, reason: str = "") -> Posting:
    """The till goes to somebody else with what was counted and stays open; a difference is booked.

    press.second: who takes it over, and signs for it.

    Raises UserFacingError: "till_difference", "second_person"; Conflict: "till_closed"; BadRequest: "till_count",
    "till_pieces", "till_cheques".
    """

    def draft(event: Event) -> Draft:
        difference = _explained_difference(event, till, count, reason)
        require_second_person(press)
        return Draft(
            lines=tuple(_corrections(till, difference)),
            subject=till,
            reason=reason,
            till=till,
            second=press.second,
            rates=count.rates,
        )

    content = {"till": till, "reason": reason, **count.entry_content}
    return post_entry(Request(event, EntryKind.TILL_HANDED_OVER, press, content), draft)


def require_second_person(press: Press) -> None:
    """Raise UserFacingError("second_person") unless somebody else confirms."""
    if not press.is_by_two:
        raise second_person_missing()


def _require_open(event: Event, till: str) -> None:
    last = last_till_entry(event.pk, till)
    if last is not None and last.kind == EntryKind.TILL_CLOSED:
        raise Conflict("till_closed", f"Till {till} is closed already (entry {last.sequence}).", till=till)


def _explained_difference(event: Event, till: str, count: TillCount, reason: str) -> TillSums:
    """What an open till holds more (above zero) or less than its books say, if the reason is given."""
    _require_open(event, till)
    count.require_possible(event.currency)
    expected = till_holds(event.pk, till)
    difference = count.sums.less(expected)
    if difference != TillSums() and not reason.strip():
        raise till_difference(event, till, counted=count.sums, expected=expected)
    return difference


def _corrections(till: str, difference: TillSums) -> Iterator[Line]:
    """The lines that make the books say what was counted, one for each means that differs."""
    for means, cents in difference.by_means():
        if cents > 0:
            yield Line(over_short(), till_money(till, means), cents)
        elif cents < 0:
            yield Line(till_money(till, means), over_short(), -cents)


def _taken_away(till: str, sums: TillSums) -> Iterator[Line]:
    """The lines that empty a till whose books say what was counted."""
    for means, cents in sums.by_means():
        if cents > 0:
            yield Line(till_money(till, means), _AFTER_CLOSING[means], cents)
        elif cents < 0:
            yield Line(_AFTER_CLOSING[means], till_money(till, means), -cents)
