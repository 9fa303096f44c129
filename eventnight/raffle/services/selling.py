"""Tickets come into being and go: sold for money, bought with chips, voided, or undone with their sale."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from uuid import UUID

from engine.units import Cents, Chips
from eventnight.bank import services as bank
from eventnight.bank.chips.chip_set import NO_PIECES, ChipPieces
from eventnight.bank.ledger.refs import AccountRef, bucket_tickets, player_tickets
from eventnight.bank.means import IN_CASH, Payment
from eventnight.bank.models import Commodity, Entry, EntryKind
from eventnight.bank.selectors import entry_of, lines_of
from eventnight.bank.services import Posting
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from eventnight.events.models import Event
from eventnight.events.selectors import player_by_code
from eventnight.raffle.lifecycles import RAFFLE, TICKET
from eventnight.raffle.models import Raffle, Ticket, TicketState
from eventnight.raffle.selectors import raffle_of, ticket_by_number, tickets_sold_by
from eventnight.raffle.services.locks import locked_raffle

TICKET_KINDS = frozenset({EntryKind.TICKET_SALE, EntryKind.REDEMPTION})

_CHECK_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without those that are misread on paper."""

_CHECK_CODE_LENGTH = 6
_NUMBERS_NAMED = 6
_MOST_AT_ONCE = 10_000
"""Every ticket is a row; a slipped finger must not write millions of them while the desk waits."""


@dataclass(frozen=True, slots=True)
class Issued:
    """The bank's entry and the tickets it sold, in order. is_replay: it answers a press that came again. donation: the
    entry of what was given on top.
    """

    entry: Entry
    tickets: tuple[Ticket, ...]
    donation: Entry | None = None
    is_replay: bool = False

    @classmethod
    def of_key(cls, event_id: int, key: UUID) -> Issued:
        """The answer to the same press later on."""
        posting = Posting.of_key(event_id, key)
        tickets = tickets_sold_by(raffle_of(posting.entry.event), posting.entry.sequence)
        return cls(posting.entry, tuple(tickets), posting.donation, is_replay=True)


@counted_once
def sell_tickets(*, event: Event, player_code: str, paid: Cents, press: Press, payment: Payment = IN_CASH) -> Issued:
    """Sell a player tickets for money, in whole lots, numbered on from the last. paid: in cents. payment: how it was
    paid, and what was given on top.

    Raises Conflict("raffle_frozen", "till_closed", "sold_just_now"), UserFacingError("ticket_lot",
    "too_many_tickets", "key_reused"), NotFound("no_raffle", "unknown_player").
    Rules: WLIA-15.
    """
    raffle = locked_raffle(event)
    RAFFLE.require("change_tickets", raffle)
    player = player_by_code(event, player_code)
    posting = bank.sell_tickets(
        event=event,
        player_code=player.code,
        paid=paid,
        payment=payment,
        press=press,
    )
    return _issued(raffle, player.pk, posting)


@counted_once
def redeem_chips(
    *,
    event: Event,
    player_code: str,
    chips: Chips,
    press: Press,
    pieces: ChipPieces = NO_PIECES,
) -> Issued:
    """Turn a player's chips into tickets; chips too few for another stay the player's, or are given up by setting.

    pieces: what is taken in by colour, where it was counted so.

    Raises Conflict("raffle_frozen", "sold_just_now"), UserFacingError("too_few_chips", "not_payable_at_bank",
    "not_at_bank", "overdraft", "too_many_tickets", "key_reused"), BadRequest("chip_pieces"), NotFound("no_raffle",
    "unknown_player").
    Rules: WLIA-14, WLIA-4.
    """
    raffle = locked_raffle(event)
    RAFFLE.require("change_tickets", raffle)
    player = player_by_code(event, player_code)
    posting = bank.redeem_chips(
        event=event,
        player_code=player.code,
        chips=chips,
        press=press,
        pieces=pieces,
    )
    return _issued(raffle, player.pk, posting)


@counted_once
def void_ticket(*, event: Event, number: int, reason: str, press: Press) -> Posting:
    """Take one ticket out of the raffle for a reason, wherever it lies. Its number is not used again.

    Raises Conflict("raffle_frozen", "ticket_void"), BadRequest("reason_missing"), NotFound("unknown_ticket").
    """
    raffle = locked_raffle(event)
    RAFFLE.require("change_tickets", raffle)
    ticket = ticket_by_number(raffle, number)
    if not reason.strip():
        raise BadRequest("reason_missing", f"Say why ticket {number} is void.", number=number)
    TICKET.require("void", ticket)
    posting = bank.void_ticket(
        event=event,
        holder=_place_of(ticket),
        player_code=ticket.holder.code,
        reason=f"Ticket {number}: {reason.strip()}",
        press=press,
    )
    _void([ticket], reason.strip())
    return posting


@counted_once
def reverse_ticket_entry(*, event: Event, sequence: int, reason: str, press: Press, may_reverse_any: bool) -> Posting:
    """Undo a sale of tickets or a turning in of chips: the bank's lines are reversed and the tickets become void.

    Raises what the bank's `reverse_entry` raises, and UserFacingError("not_a_ticket_entry"),
    Conflict("raffle_frozen", "tickets_in_buckets", "tickets_void").
    """
    raffle = locked_raffle(event)
    RAFFLE.require("change_tickets", raffle)
    entry = entry_of(event.pk, sequence)
    if entry.kind not in TICKET_KINDS:
        raise UserFacingError(
            "not_a_ticket_entry",
            f'Entry {sequence} is "{entry.get_kind_display()}" and sold no ticket. Undo it where it was made.',
            sequence=sequence,
            kind=entry.kind,
        )
    tickets = list(tickets_sold_by(raffle, sequence))
    if not hasattr(entry, "reversed_by"):
        _require_in_hand(sequence, tickets)
    posting = bank.reverse_entry(
        event=event,
        sequence=sequence,
        reason=reason,
        press=press,
        may_reverse_any=may_reverse_any,
    )
    _void(tickets, f"Sale undone: {reason}")
    return posting


def _issued(raffle: Raffle, holder_id: int, posting: Posting) -> Issued:
    """Writes the rows of the tickets that the entry sold."""
    entry = posting.entry
    count = sum(line.amount for line in lines_of(entry) if line.commodity == Commodity.TICKETS)
    _require_few(count)
    last = raffle.tickets.last()
    first = last.number + 1 if last else 1
    Ticket.objects.bulk_create(
        Ticket(
            raffle=raffle,
            number=number,
            holder_id=holder_id,
            check_code=_check_code(),
            sold_entry=entry.sequence,
        )
        for number in range(first, first + count)
    )
    return Issued(entry, tuple(tickets_sold_by(raffle, entry.sequence)), posting.donation)


def _require_few(count: int) -> None:
    if count > _MOST_AT_ONCE:
        raise UserFacingError(
            "too_many_tickets",
            f"{count:,} tickets at once are more than the {_MOST_AT_ONCE:,} of one sale. "
            "Check the amount, or sell in parts.",
            tickets=count,
            most=_MOST_AT_ONCE,
        )


def _place_of(ticket: Ticket) -> AccountRef:
    """Where the ticket lies."""
    return bucket_tickets(ticket.bucket.code) if ticket.bucket else player_tickets(ticket.holder.code)


def _require_in_hand(sequence: int, tickets: list[Ticket]) -> None:
    placed = [ticket for ticket in tickets if ticket.is_placed]
    if placed:
        buckets = sorted({ticket.bucket.code for ticket in placed if ticket.bucket})
        raise Conflict(
            "tickets_in_buckets",
            f"Of the tickets of entry {sequence}, {_numbers(placed)} lie in {', '.join(buckets)}. "
            "Take them back out first, then undo the sale.",
            rules=("WLIA-16",),
            sequence=sequence,
            numbers=[ticket.number for ticket in placed],
            buckets=buckets,
        )
    void = [ticket for ticket in tickets if ticket.is_void]
    if void:
        raise Conflict(
            "tickets_void",
            f"Of the tickets of entry {sequence}, {_numbers(void)} are void already, so the sale cannot be undone as a "
            "whole. Void the others one by one.",
            sequence=sequence,
            numbers=[ticket.number for ticket in void],
        )


def _numbers(tickets: list[Ticket]) -> str:
    named = ", ".join(str(ticket.number) for ticket in tickets[:_NUMBERS_NAMED])
    more = len(tickets) - _NUMBERS_NAMED
    return f"{named} and {more} more" if more > 0 else named


def _void(tickets: list[Ticket], reason: str) -> None:
    Ticket.objects.filter(pk__in=[ticket.pk for ticket in tickets]).update(
        state=TicketState.VOID, bucket=None, void_reason=reason[:200]
    )


def _check_code() -> str:
    # It tells paper from a forgery, so it comes from the system's randomness, never from a replayable seed.
    return "".join(secrets.choice(_CHECK_CODE_LETTERS) for _ in range(_CHECK_CODE_LENGTH))
