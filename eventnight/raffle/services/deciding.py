"""What becomes of a number that came up: nobody came, the holder has the prize, or that is undone."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from engine.units import Cents
from eventnight.bank import services as bank
from eventnight.bank.models import Entry
from eventnight.bank.selectors import entry_of
from eventnight.bank.services import Payout, Posting
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest, Conflict, NotFound
from eventnight.core.press import Press, PressContent
from eventnight.core.presses import counted_once
from eventnight.core.values.formats import clock_text, money_text
from eventnight.events.models import Event
from eventnight.raffle.lifecycles import DRAW, RAFFLE
from eventnight.raffle.models import Draw, Outcome, Raffle
from eventnight.raffle.selectors import draws_of, prize_by_code
from eventnight.raffle.services.locks import locked_raffle


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnNumber(PressContent):
    """The number that came up for a prize. attempt: the one on the page, counted from 0, so that a second press never
    decides about the next holder.
    """

    prize_code: str
    attempt: int


@dataclass(frozen=True, slots=True)
class PotPayment:
    """The number whose holder was paid, or gave the money back, with the bank's entry."""

    draw: Draw
    entry: Entry
    is_replay: bool = False

    @property
    def came_of(self) -> tuple[Draw, Entry]:
        return self.draw, self.entry

    @classmethod
    def again(cls, draw: Draw, entry: Entry) -> PotPayment:
        return cls(draw, entry, is_replay=True)


@transaction.atomic
def mark_absent(*, event: Event, drawn: DrawnNumber, press: Press) -> Draw:
    """The holder was called and did not come: all their tickets leave the draw of this prize.

    Raises Conflict("raffle_status", "draw_decided"), NotFound("unknown_draw", "unknown_prize").
    Rules: WLIA-16.
    """
    raffle, draw = _drawn(event, drawn)
    return _decide(raffle, draw, "absent", press)


@transaction.atomic
def hand_over(*, event: Event, drawn: DrawnNumber, press: Press) -> Draw:
    """The holder came and has the prize. Money is paid with `pay_pot`.

    Raises Conflict("raffle_status", "draw_decided"), BadRequest("prize_is_a_pot"),
    NotFound("unknown_draw", "unknown_prize").
    """
    raffle, draw = _drawn(event, drawn)
    if draw.prize.bucket.is_pot:
        raise BadRequest(
            "prize_is_a_pot",
            f"Prize {draw.prize.code} is money. Pay it out of a till or the safe, so that the books know.",
            prize=draw.prize.code,
        )
    return _decide(raffle, draw, "handed_over", press)


@transaction.atomic
def call_again(*, event: Event, drawn: DrawnNumber, press: Press) -> Draw:
    """Take back that a holder was absent or has the prize, as long as nothing was drawn since.

    Raises Conflict("raffle_status", "drawn_since", "pot_paid"), NotFound("unknown_draw", "unknown_prize").
    """
    raffle, draw = _drawn(event, drawn)
    if draw.paid_entry is not None:
        raise _paid_already(raffle, draw, "Take the money back first.")
    return _decide(raffle, draw, "called_again", press)


@counted_once
def pay_pot(*, event: Event, drawn: DrawnNumber, till: str, press: Press) -> PotPayment:
    """Pay the holder the pot of a 50/50: it leaves a till's drawer, or the safe where `till` is empty.

    Raises Conflict("raffle_status", "draw_decided", "pot_paid"), BadRequest("prize_is_no_pot"),
    UserFacingError("pot_not_there", "key_reused"), NotFound("unknown_draw", "unknown_prize").
    Rules: WLIA-15, WLIA-16.
    """
    raffle, draw = _drawn(event, drawn)
    bucket = draw.prize.bucket
    if bucket.pot_percent is None or bucket.pot_money is None:
        raise BadRequest(
            "prize_is_no_pot",
            f"Prize {draw.prize.code} is {bucket.item}, not money. Hand it over.",
            prize=drawn.prize_code,
        )
    if draw.paid_entry is not None:
        raise _paid_already(raffle, draw, "Nothing more to do.")
    _require_open(raffle, draw, "paid")
    posting = bank.pay_pot(
        event=event,
        payout=Payout(player_code=draw.ticket.holder.code, prize_code=draw.prize.code, till=till),
        money=Cents(bucket.pot_money),
        percent=bucket.pot_percent,
        press=press,
    )
    return _booked(raffle, draw, "paid", posting, press)


@counted_once
def take_pot_back(*, event: Event, drawn: DrawnNumber, reason: str, press: Press, may_reverse_any: bool) -> PotPayment:
    """Undo a payment as long as nothing was drawn since: the money is where it came from, the holder is called again.

    Raises what the bank's `reverse_entry` raises, and Conflict("raffle_status", "drawn_since"),
    BadRequest("pot_not_paid"), NotFound("unknown_draw", "unknown_prize").
    """
    raffle, draw = _drawn(event, drawn)
    sequence = draw.paid_entry
    if sequence is None:
        raise BadRequest(
            "pot_not_paid", f"Prize {draw.prize.code} has not been paid, so nothing comes back.", prize=draw.prize.code
        )
    _require_open(raffle, draw, "taken_back")
    posting = bank.reverse_entry(
        event=event,
        sequence=sequence,
        reason=reason,
        press=press,
        may_reverse_any=may_reverse_any,
    )
    return _booked(raffle, draw, "taken_back", posting, press)


def _drawn(event: Event, drawn: DrawnNumber) -> tuple[Raffle, Draw]:
    raffle = locked_raffle(event)
    prize = prize_by_code(raffle, drawn.prize_code)
    draw = draws_of(raffle).filter(prize=prize, attempt=drawn.attempt).first()
    if draw is None:
        raise NotFound(
            "unknown_draw",
            f"Prize {prize.code} has no attempt {drawn.attempt}. Reload the page.",
            prize=prize.code,
            attempt=drawn.attempt,
        )
    return raffle, draw


def _booked(raffle: Raffle, draw: Draw, decision: str, posting: Posting, press: Press) -> PotPayment:
    draw.paid_entry = posting.entry.sequence if decision == "paid" else None
    _decide(raffle, draw, decision, press)
    return PotPayment(draw, posting.entry)


def _decide(raffle: Raffle, draw: Draw, decision: str, press: Press) -> Draw:
    """Move the number to where the decision ends; one that is there already stays as it is."""
    if draw.outcome == DRAW.moves[decision].to:
        return draw
    _require_open(raffle, draw, decision)
    DRAW.make(decision, draw)
    draw.decided_at, draw.decided_by = (None, "") if draw.is_calling else (press.at, press.by.code)
    draw.save(update_fields=["outcome", "decided_at", "decided_by", "paid_entry"])
    facts = {"attempt": draw.attempt, "ticket": draw.ticket.number, "holder": draw.ticket.holder.code}
    record(raffle.event_id, press=press, action=f"draw.{decision}", subject=draw.prize.code, **facts)
    return draw


def _require_open(raffle: Raffle, draw: Draw, decision: str) -> None:
    RAFFLE.require("draw", raffle)
    DRAW.require(decision, draw)
    if DRAW.moves[decision].to == Outcome.DRAWN:
        _require_last(raffle, draw)


def _require_last(raffle: Raffle, draw: Draw) -> None:
    later = draws_of(raffle).filter(number__gt=draw.number).first()
    if later is not None:
        raise Conflict(
            "drawn_since",
            f"Ticket {later.ticket.number} has been drawn for {later.prize.code} since, so ticket {draw.ticket.number} "
            "cannot be called again. The results are final.",
            prize=later.prize.code,
            ticket=later.ticket.number,
        )


def _paid_already(raffle: Raffle, draw: Draw, way_out: str) -> Conflict:
    entry = entry_of(raffle.event_id, draw.paid_entry or 0)
    paid = money_text(draw.prize.bucket.pot or 0, raffle.event.currency)
    return Conflict(
        "pot_paid",
        f"{paid} were paid to {draw.ticket.holder.code} for prize {draw.prize.code} at "
        f"{clock_text(entry.at, raffle.event)} (entry {entry.sequence}). {way_out}",
        prize=draw.prize.code,
        sequence=entry.sequence,
    )
