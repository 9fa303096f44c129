"""Corrections: the lines of an entry reversed, with a reason; nothing is ever edited."""

from __future__ import annotations

from datetime import timedelta

from engine.units import Cents
from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.models import Commodity, Entry, EntryKind, OwnerKind, Transfer
from eventnight.bank.selectors.desk.players import DESK_KINDS
from eventnight.bank.selectors.ledger.entries import donation_key, entry_of, lines_of
from eventnight.bank.services.desk.donations import donation_to_undo
from eventnight.bank.services.ledger.drafts import Draft, Line, Posting, Request
from eventnight.bank.services.ledger.posting import post_entry
from eventnight.core.errors import BadRequest, Conflict, Forbidden, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text, money_text
from eventnight.events.models import Event


@counted_once
def reverse_entry(*, event: Event, sequence: int, reason: str, press: Press, may_reverse_any: bool) -> Posting:
    """Reverse an entry, once; the donation that came with a sale goes with it. may_reverse_any: whether the person
    may undo others' and older entries. Money goes back by the means it came in.

    Raises NotFound: "unknown_entry"; BadRequest: "reason_missing"; Forbidden: "not_your_entry", "entry_too_old";
    Conflict: "already_reversed", "till_closed" (money that was paid out comes back to its till);
    UserFacingError: "reversal_of_reversal", "second_person", "overdraft".
    """

    def draft(event: Event) -> Draft:
        entry = entry_of(event.pk, sequence)
        if not reason.strip():
            raise BadRequest("reason_missing", f"Say why entry {sequence} is undone.", sequence=sequence)
        _require_reversible(event, entry)
        if not may_reverse_any:
            _require_own_and_recent(event, entry, press)
        lines = [_turned(transfer) for transfer in reversed(lines_of(entry))]
        given_back = Cents(_money(lines) + _donated(entry))
        require_second_from_limit(event, given_back, press, doing="a correction", does="gives back")
        return Draft(
            lines=tuple(lines),
            subject=entry.subject,
            reason=reason,
            rates=entry.rates,
            purpose=entry.purpose,
            till=entry.till,
            second=press.second,
            reverses=entry,
            way_out=f"Entry {sequence} cannot be undone before they are back.",
        )

    content = {"sequence": sequence, "reason": reason}
    posting = post_entry(Request(event, EntryKind.REVERSAL, press, content), draft)
    donation = donation_to_undo(entry_of(event.pk, sequence))
    if donation is None:
        return posting
    given_back = reverse_entry(
        event=event,
        sequence=donation.sequence,
        reason=reason,
        press=press.under(donation_key(press.own_key)),
        may_reverse_any=may_reverse_any,
    )
    return posting._replace(donation=given_back.entry)


@counted_once
def reverse_desk_entry(*, event: Event, sequence: int, reason: str, press: Press, may_reverse_any: bool) -> Posting:
    """The same for entries of the desk alone.

    Raises what `reverse_entry` raises, and UserFacingError("kept_elsewhere") for an entry that has tickets, seats or
    stacks beside it.
    """
    entry = entry_of(event.pk, sequence)
    if entry.kind not in DESK_KINDS:
        raise UserFacingError(
            "kept_elsewhere",
            f'Entry {sequence} is "{entry.get_kind_display()}": tickets, seats or stacks hang on it. '
            "Undo it on the page where it was made.",
            sequence=sequence,
            kind=entry.kind,
        )
    return reverse_entry(
        event=event,
        sequence=sequence,
        reason=reason,
        press=press,
        may_reverse_any=may_reverse_any,
    )


def _require_reversible(event: Event, entry: Entry) -> None:
    if entry.reverses_id is not None:
        raise UserFacingError(
            "reversal_of_reversal",
            f"Entry {entry.sequence} is a correction itself. Enter the sale again instead.",
            sequence=entry.sequence,
        )
    correction = Entry.objects.filter(reverses=entry).first()
    if correction is not None:
        raise Conflict(
            "already_reversed",
            f"Entry {entry.sequence} was undone at {clock_text(correction.at, event)} "
            f"by entry {correction.sequence}. Nothing is left to undo.",
            sequence=entry.sequence,
            reversed_by=correction.sequence,
        )


def _require_own_and_recent(event: Event, entry: Entry, press: Press) -> None:
    if entry.actor_code != press.by.code:
        raise Forbidden(
            "not_your_entry",
            f"Entry {entry.sequence} was made by somebody else. They or the organiser can undo it.",
            sequence=entry.sequence,
        )
    minutes = event.house_settings.bank.undo_minutes
    if press.at - entry.at > timedelta(minutes=minutes):
        raise Forbidden(
            "entry_too_old",
            f"Entry {entry.sequence} is from {clock_text(entry.at, event)}; you can undo your own entries for "
            f"{minutes} minutes. Ask the organiser.",
            sequence=entry.sequence,
            minutes=minutes,
        )


def require_second_from_limit(event: Event, cents: Cents, press: Press, *, doing: str, does: str) -> None:
    """From the sum that the event sets, let nothing pass that one person does alone; where no money moves, anybody may.

    doing, does: in the sentence of the refusal, "a correction" and "gives back".

    Raises UserFacingError("second_person").
    """
    limit = event.house_settings.bank.second_person_from
    if cents >= limit and cents > 0 and not press.is_by_two:
        raise UserFacingError(
            "second_person",
            f"From {money_text(limit, event.currency)} a second person confirms {doing}, and this one {does} "
            f"{money_text(cents, event.currency)}. Ask somebody else of the staff to sign.",
            paid=cents,
            limit=limit,
        )


def _turned(transfer: Transfer) -> Line:
    giver, taker = transfer.from_account, transfer.to_account
    return Line(
        AccountRef(taker.commodity, taker.owner_kind, taker.code),
        AccountRef(giver.commodity, giver.owner_kind, giver.code),
        transfer.amount,
    )


def _donated(sale: Entry) -> int:
    donation = donation_to_undo(sale)
    return sum(line.amount for line in lines_of(donation)) if donation else 0


def _money(lines: list[Line]) -> int:
    return sum(
        line.amount for line in lines if line.giver.commodity == Commodity.MONEY and line.taker.kind == OwnerKind.SOURCE
    )
