"""What every method of drawing shares: the seed's promise, fair numbers from a key, and who may win.

A draw mixes a seed that was promised before sales, the tickets as they stood when sales closed, and chance that guests
or a public beacon bring afterwards; so nobody can steer it, and nobody need be believed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.doors import door, typed
from engine.errors import RuleError

SEED_BYTES = 32

_UNIT_SEPARATOR = b"\x1f"


class WinRule(StrEnum):
    """Whether a winner's other tickets stay in the draw for the prizes still to come."""

    ONE_PRIZE_PER_PERSON = "one_prize_per_person"
    TICKET_LEAVES = "ticket_leaves"


@dataclass(frozen=True, slots=True, order=True)
@typed
class DrawTicket:
    """A ticket in a bucket. Codes stand for bucket and holder; names never enter the list."""

    bucket: str
    number: int
    holder: str

    def __post_init__(self) -> None:
        for code in (self.bucket, self.holder):
            if not code or any(mark in code for mark in "\t\r\n\x1f"):
                raise RuleError(
                    "ticket_code_unusable",
                    f"Ticket {self.number} has the code {code!r}. A code is not empty and has no tab or line end.",
                    rules=("WLIA-16",),
                    code_text=code,
                    number=self.number,
                )


@dataclass(frozen=True, slots=True)
@typed
class Attempt:
    """One number drawn for a prize: ``index`` counts from 0 in the list of the ``eligible`` tickets.

    Unless its holder ``is_absent``, the ticket has won.
    """

    attempt: int
    eligible: int
    index: int
    ticket: DrawTicket
    is_absent: bool


@dataclass(frozen=True)
@typed
class PrizeDraw:
    """A prize to draw from a bucket, and the holders who did not answer when their number was called."""

    prize_id: str
    bucket: str
    rule: WinRule = WinRule.ONE_PRIZE_PER_PERSON
    absent: Collection[str] = ()


@door
def commitment(seed: bytes) -> str:
    """What is published before sales: the hex SHA-256 of the 32 seed bytes.

    Raises RuleError: "seed_length".
    """
    if len(seed) != SEED_BYTES:
        raise RuleError("seed_length", f"The seed has {len(seed)} bytes; it needs {SEED_BYTES}.", length=len(seed))
    return hashlib.sha256(seed).hexdigest()


@door
def list_hash(published: bytes) -> str:
    """The hex SHA-256 of the file that is published when sales close."""
    return hashlib.sha256(published).hexdigest()


@door
def draw_index(key: bytes, prize_id: str, attempt: int, tickets: int) -> int:
    """The index from 0 to ``tickets - 1`` that the key gives for an attempt at a prize, each equally likely.

    Raises RuleError: "bucket_is_empty".
    Rules: WLIA-16.
    """
    if tickets < 1:
        raise RuleError(
            "bucket_is_empty",
            f"No ticket can win {prize_id}: its bucket holds none that is still in the draw.",
            rules=("WLIA-16",),
            prize=prize_id,
            attempt=attempt,
        )
    fair = 2**256 // tickets * tickets
    counter = 0
    while True:
        value = int.from_bytes(keyed_hash(key, prize_id, str(attempt), str(counter)), "big")
        if value < fair:
            return value % tickets
        counter += 1


@door
def eligible_tickets(
    tickets: Iterable[DrawTicket],
    bucket: str,
    *,
    won: Collection[DrawTicket] = (),
    rule: WinRule = WinRule.ONE_PRIZE_PER_PERSON,
) -> tuple[DrawTicket, ...]:
    """The tickets of a bucket that may win, in the order of the published list.

    won: tickets that took the prizes drawn before, whatever their bucket.

    Rules: WLIA-16.
    """
    winners = {ticket.holder for ticket in won} if rule is WinRule.ONE_PRIZE_PER_PERSON else set()
    in_bucket = (ticket for ticket in tickets if ticket.bucket == bucket)
    return tuple(sorted(ticket for ticket in in_bucket if ticket not in won and ticket.holder not in winners))


@door
def draw_prize(
    key: bytes, prize_id: str, eligible: Sequence[DrawTicket], *, absent: Collection[str] = ()
) -> tuple[Attempt, ...]:
    """The numbers drawn for a prize until one has a holder who is there, or no ticket is left.

    absent: holders who do not answer. One who is drawn leaves this draw with all tickets and is back for the next.

    Raises RuleError: "bucket_is_empty" when no ticket is eligible.
    Rules: WLIA-16.
    """
    remaining = tuple(eligible)
    attempts: list[Attempt] = []
    while remaining or not attempts:
        index = draw_index(key, prize_id, len(attempts), len(remaining))
        ticket = remaining[index]
        attempts.append(Attempt(len(attempts), len(remaining), index, ticket, ticket.holder in absent))
        if ticket.holder not in absent:
            break
        remaining = tuple(other for other in remaining if other.holder != ticket.holder)
    return tuple(attempts)


@door
def draw_all(key: bytes, tickets: Sequence[DrawTicket], prizes: Iterable[PrizeDraw]) -> list[dict[str, object]]:
    """The rows that are published of all prizes, drawn in this order.

    A prize whose bucket has no ticket left, or no holder who is there, is published without a winner.

    Rules: WLIA-16.
    """
    won: list[DrawTicket] = []
    rows: list[dict[str, object]] = []
    for prize in prizes:
        eligible = eligible_tickets(tickets, prize.bucket, won=won, rule=prize.rule)
        # An empty bucket must not keep the other prizes from being drawn: it is published without a number.
        attempts = draw_prize(key, prize.prize_id, eligible, absent=prize.absent) if eligible else ()
        won += [attempt.ticket for attempt in attempts if not attempt.is_absent]
        draws = [_row(attempt) for attempt in attempts]
        rows.append({"prize": prize.prize_id, "bucket": prize.bucket, "rule": prize.rule.value, "draws": draws})
    return rows


def keyed_hash(key: bytes, *parts: str) -> bytes:
    """HMAC-SHA256 of the parts, with a unit separator between them."""
    return hmac.new(key, _UNIT_SEPARATOR.join(part.encode() for part in parts), hashlib.sha256).digest()


def _row(attempt: Attempt) -> dict[str, object]:
    return {
        "attempt": attempt.attempt,
        "eligible": attempt.eligible,
        "index": attempt.index,
        "ticket": attempt.ticket.number,
        "holder": attempt.ticket.holder,
        "absent": attempt.is_absent,
    }
