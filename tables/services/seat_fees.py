"""The table fee that every seat pays by the half-hour: booked once for each, however late or often somebody looks.

A half-hour is noted under its table's lock, by the tick or by whoever changes seats or chips first, so that those who
pay are those who sat there when it ended, with what they had then. While a hand is played its chips stay in the hand:
the fee waits for its end, and so do those who owe it. A seat with too few chips pays what it has, and owes nothing
later.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from uuid import NAMESPACE_URL, uuid5

from django.db import transaction

from engine.errors import Refusal
from engine.units import Chips
from eventnight.bank import services as bank
from eventnight.bank.ledger.refs import AccountRef, seat_chips
from eventnight.bank.selectors.ledger.balances import balances
from eventnight.core.actors import SYSTEM
from eventnight.core.audit import record
from eventnight.core.errors import Conflict, NotFound
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text
from eventnight.events.models import Event, EventStatus
from tables.lifecycles import TABLE
from tables.models import Hand, Seat, SeatFee, SeatPayment, Table, TableStatus
from tables.models.seat import seat_code
from tables.selectors.fees import fee_chips
from tables.selectors.lookup import hand_in_play, seats_with_players
from tables.services.locks import lock_table
from tables.services.rounds import reverse_row

HALF_HOUR = timedelta(minutes=30)
GONE_AFTER = timedelta(hours=12)
"""Nobody has looked at the table for so long: the night is over, or was taken out of an archive."""

log = logging.getLogger(__name__)


def charge_due_seats(*, read_now: Callable[[], datetime]) -> int:
    """Book what has come due at every open table. Returns how many tables there were.

    read_now: asked again under each table's lock. Nothing is locked while nothing is due. What the books refuse is left
    due, and said in the server's log. Rules: ANG-37.
    """
    at_work = Table.objects.filter(status=TableStatus.OPEN).exclude(event__status=EventStatus.CLOSED)
    due = list(at_work.filter(seat_fee_due_at__lte=read_now()))
    between_hands = at_work.filter(hand_in_play__isnull=True)
    waiting = list(between_hands.filter(seat_fees__isnull=False, seat_fees__booked_at__isnull=True))
    tables = {table.pk: table for table in [*due, *waiting]}
    for table in tables.values():
        try:
            with transaction.atomic():
                locked = lock_table(table)
                settle_half_hours(locked, read_now())
        except Refusal as refusal:
            log.warning("The fee of %s could not be booked: %s", table.press_name, refusal.message)
    return len(tables)


def settle_half_hours(table: Table, now: datetime) -> None:
    """Bring a locked table up to date: note every half-hour that has ended, and book those that wait for no hand."""
    while table.seat_fee_due_at is not None and table.seat_fee_due_at <= now:
        if now - table.seat_fee_due_at > GONE_AFTER:
            _stop(table, Press(SYSTEM, now))
            break
        _note(table, table.seat_fee_due_at)
        table.seat_fee_due_at += HALF_HOUR
        table.save(update_fields=["seat_fee_due_at"])
    if table.charges_seats and hand_in_play(table) is None:
        for fee in table.seat_fees.filter(booked_at__isnull=True).order_by("due_at"):
            _book(table, fee, now)


@counted_once
def start_seat_fees(*, table: Table, press: Press) -> Table:
    """Charge the seats from now on, for the first time in half an hour. A second press changes nothing.

    Raises Conflict: "table_closed", "fee_not_by_half_hours", "seat_fees_started". Rules: ANG-37.
    """
    table = lock_table(table)
    TABLE.require("start_fees", table)
    table.seat_fee_due_at = press.at + HALF_HOUR
    table.save(update_fields=["seat_fee_due_at"])
    record(table.event_id, press=press, action="seat_fees.started", subject=table.code)
    return table


@counted_once
def stop_seat_fees(*, table: Table, press: Press) -> Table:
    """Charge no more seats; half-hours that have ended are paid, the one under way is not. A second press changes
    nothing.

    Raises Conflict: "table_closed", "fee_not_by_half_hours", "seat_fees_stopped". Rules: ANG-37.
    """
    table = lock_table(table)
    TABLE.require("stop_fees", table)
    settle_half_hours(table, press.at)
    _stop(table, press)
    return table


@counted_once
def undo_seat_fee(*, table: Table, fee_id: int, reason: str, press: Press, may_reverse_any: bool) -> SeatFee:
    """Give the fee of a half-hour back to those who paid it; it is not charged again.

    Raises NotFound("unknown_fee"), Conflict: "table_closed", "hand_in_play", "fee_undone", "seats_changed";
    BadRequest("reason_missing"), Forbidden: "not_your_entry", "entry_too_old". Rules: ANG-37.
    """
    table = lock_table(table)
    TABLE.require("undo_fee", table)
    fee = table.seat_fees.select_related("entry").filter(pk=fee_id, entry__isnull=False).first()
    if fee is None or fee.entry is None:
        raise NotFound("unknown_fee", f"{table} has no such fee. Reload the page.", fee=fee_id)
    if fee.undone_at is not None:
        at = clock_text(fee.undone_at, table.event)
        raise Conflict("fee_undone", f"That fee was undone at {at} by {fee.undone_by_label}.", fee=fee_id)
    _require_same_people(table, fee)
    reverse_row(fee, fee.entry, reason=reason, press=press, may_reverse_any=may_reverse_any)
    record(table.event_id, press=press, action="seat_fee.undone", subject=table.code, reason=reason, due=_when(fee))
    return fee


def stop_for_the_night(event: Event, now: datetime) -> None:
    """The night is about to close: what has ended is paid at its tables, and nothing more comes due, so that a night
    which is opened again owes nothing for the time between.
    """
    for table in Table.objects.filter(event=event, seat_fee_due_at__isnull=False).order_by("pk"):
        table.event = event
        settle_half_hours(table, now)
        if table.seat_fee_due_at is not None:
            _stop(table, Press(SYSTEM, now))


def require_nothing_owed(table: Table, seat: Seat) -> None:
    """Whoever leaves takes no chips along that a waiting fee is to be paid with.

    Raises Conflict("fee_waits_for_hand"). Rules: ANG-37.
    """
    for fee in table.seat_fees.filter(booked_at__isnull=True).order_by("due_at"):
        if any((each.seat, each.player) == (seat.number, seat.sitter.code) for each in fee.payments):
            at = clock_text(fee.due_at, table.event)
            raise Conflict(
                "fee_waits_for_hand",
                f"{seat.player} sat on {seat} when the half-hour ended at {at}, and its fee of {fee.fee} is taken when "
                "the hand that is being played is over. Let them leave then.",
                rules=("ANG-37",),
                seat=seat.number,
                fee=fee.fee,
            )


def require_no_later_fee(table: Table, hand: Hand) -> None:
    """A hand that lies on the table again must find the chips that it was played with.

    Raises Conflict("fee_since_hand").
    """
    if hand.played is None:
        return
    later = table.seat_fees.filter(undone_at__isnull=True, entry__sequence__gt=hand.entry.sequence).order_by("-due_at")
    fee = later.first()
    if fee is not None:
        at = clock_text(fee.due_at, table.event)
        raise Conflict(
            "fee_since_hand",
            f"The fee of {at} was taken from the seats after hand {hand.number}. Undo that fee first, then the hand.",
            rules=("ANG-37",),
            number=hand.number,
            fee=fee.pk,
        )


def _stop(table: Table, press: Press) -> None:
    table.seat_fee_due_at = None
    table.save(update_fields=["seat_fee_due_at"])
    record(table.event_id, press=press, action="seat_fees.stopped", subject=table.code)


def _note(table: Table, due_at: datetime) -> None:
    """Write down who sits there at the end of a half-hour, and what each owes."""
    taken = [seat for seat in seats_with_players(table) if seat.sat_down_at is not None and seat.sat_down_at <= due_at]
    fee = fee_chips(table, len(taken)) if taken else Chips(0)
    seats = [asdict(SeatPayment(seat.number, seat.sitter.code, None)) for seat in taken]
    SeatFee.objects.create(table=table, due_at=due_at, fee=fee, seats=seats)


def _book(table: Table, fee: SeatFee, now: datetime) -> None:
    """Take a fee that was noted."""
    refs = {each: seat_chips(seat_code(table, each.seat)) for each in fee.payments}
    held = balances(table.event_id, refs.values())
    paid = {each: Chips(max(min(fee.fee, held[ref]), 0)) for each, ref in refs.items()}
    fee.seats = [asdict(SeatPayment(each.seat, each.player, chips)) for each, chips in paid.items()]
    fee.booked_at = now
    press = Press(SYSTEM, now, uuid5(NAMESPACE_URL, f"seat fee of table {table.pk}, {fee.due_at.isoformat()}"))
    if any(paid.values()):
        amounts: Mapping[AccountRef, Chips] = {refs[each]: chips for each, chips in paid.items()}
        charged = bank.HalfHour(due_at=fee.due_at, fee=Chips(fee.fee), paid=amounts)
        posting = bank.charge_seats(event=table.event, table_code=table.code, charged=charged, press=press)
        fee.entry = posting.entry
    fee.save(update_fields=["seats", "booked_at", "entry"])
    record(
        table.event_id,
        press=press,
        action="seat_fee.booked",
        subject=table.code,
        due=_when(fee),
        fee=fee.fee,
        chips=fee.chips,
        short=[each.seat for each in fee.short],
    )


def _require_same_people(table: Table, fee: SeatFee) -> None:
    sitting = {seat.number: seat.sitter.code for seat in seats_with_players(table) if seat.is_taken}
    left = [each.seat for each in fee.payments if each.paid and sitting.get(each.seat) != each.player]
    if left:
        raise Conflict(
            "seats_changed",
            f"Who paid that fee has left seat {', '.join(map(str, left))}. Seat them there again with the chips they "
            "left with, then undo it.",
            seats=left,
        )


def _when(fee: SeatFee) -> str:
    return fee.due_at.isoformat()
