"""A draw that anyone can repeat from what was published.

It mixes a seed that was promised before sales, the list of tickets as it stood when sales closed, and chance that
guests or a public beacon bring afterwards; so nobody can steer it, and nobody need be believed.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import RuleError

METHOD = "eventnight-raffle-v1"
LEAST_DICE = 20
SEED_BYTES = 32

_UNIT_SEPARATOR = b"\x1f"
_CARD = re.compile(r"(10|[2-9TJQKA])[CDHS]", re.IGNORECASE)
_DICE = re.compile(r"[1-6]+")
_BEACON = re.compile(r"drand:[\w-]+:[0-9]+:[0-9a-f]{64}", re.ASCII)


class WinRule(StrEnum):
    """Whether a winner's other tickets stay in the draw for the prizes still to come."""

    ONE_PRIZE_PER_PERSON = "one_prize_per_person"
    TICKET_LEAVES = "ticket_leaves"


@dataclass(frozen=True, slots=True, order=True)
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
class Attempt:
    """One number drawn for a prize: ``index`` counts from 0 in the list of the ``eligible`` tickets.

    Unless its holder ``is_absent``, the ticket has won.
    """

    attempt: int
    eligible: int
    index: int
    ticket: DrawTicket
    is_absent: bool


def commitment(seed: bytes) -> str:
    """What is published before sales: the hex SHA-256 of the 32 seed bytes.

    Raises RuleError: "seed_length".
    """
    if len(seed) != SEED_BYTES:
        raise RuleError("seed_length", f"The seed has {len(seed)} bytes; it needs {SEED_BYTES}.", length=len(seed))
    return hashlib.sha256(seed).hexdigest()


def canonical_list(tickets: Iterable[DrawTicket]) -> bytes:
    """The list that is published when sales close: a line per ticket, by bucket and number, in UTF-8.

    Raises RuleError: "ticket_listed_twice".
    """
    ordered = sorted(tickets)
    places = Counter((ticket.bucket, ticket.number) for ticket in ordered)
    for (bucket, number), count in places.items():
        if count > 1:
            raise RuleError(
                "ticket_listed_twice",
                f"Ticket {number} is in bucket {bucket} {count} times. Void the copies before the draw.",
                rules=("WLIA-16",),
                bucket=bucket,
                number=number,
            )
    return "".join(f"{ticket.bucket}\t{ticket.number}\t{ticket.holder}\n" for ticket in ordered).encode()


def list_hash(canonical: bytes) -> str:
    """The hex SHA-256 of a canonical list."""
    return hashlib.sha256(canonical).hexdigest()


def check_entropy(text: str) -> None:
    """Refuse chance that is too little or has the wrong shape.

    Either ``dice:`` and at least 20 dice or cards ("dice:3 6 1 Kd 4 ..."), or ``drand:<chain>:<round>:<randomness>``
    with the beacon's 64 hex digits.

    Raises RuleError: "too_little_entropy", "entropy_unclear".
    """
    if text.startswith("dice:"):
        calls = text.removeprefix("dice:").replace(",", " ").split()
        unclear = [call for call in calls if not (_DICE.fullmatch(call) or _CARD.fullmatch(call))]
        if unclear:
            raise _unclear(f'"{unclear[0]}" is neither dice (1 to 6) nor a card such as Kd.', text)
        # Digits may be typed without spaces: "35162" is five dice. A card is one call.
        count = sum(len(call) if _DICE.fullmatch(call) else 1 for call in calls)
        if count < LEAST_DICE:
            raise RuleError(
                "too_little_entropy",
                f"{count} dice or cards were called; the draw needs {LEAST_DICE}. Let the guests call "
                f"{LEAST_DICE - count} more.",
                called=count,
                least=LEAST_DICE,
            )
    elif not _BEACON.fullmatch(text):
        raise _unclear('It reads "dice:" with the numbers called, or "drand:chain:round:" with 64 hex digits.', text)


def draw_key(seed: bytes, event_code: str, list_sha256: str, entropy: str) -> bytes:
    """The key of all draws of an event, from the promised seed, the closed list and the chance brought after it.

    Raises RuleError: those of ``check_entropy``, and "seed_length".
    """
    commitment(seed)
    check_entropy(entropy)
    return _keyed_hash(seed, METHOD, event_code, list_sha256, entropy)


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
        value = int.from_bytes(_keyed_hash(key, prize_id, str(attempt), str(counter)), "big")
        if value < fair:
            return value % tickets
        counter += 1


def eligible_tickets(
    tickets: Iterable[DrawTicket],
    bucket: str,
    *,
    won: Collection[DrawTicket] = (),
    rule: WinRule = WinRule.ONE_PRIZE_PER_PERSON,
) -> tuple[DrawTicket, ...]:
    """The tickets of a bucket that may win, in the order of the canonical list.

    won: tickets that took the prizes drawn before, whatever their bucket.

    Rules: WLIA-16.
    """
    winners = {ticket.holder for ticket in won} if rule is WinRule.ONE_PRIZE_PER_PERSON else set()
    in_bucket = (ticket for ticket in tickets if ticket.bucket == bucket)
    return tuple(sorted(ticket for ticket in in_bucket if ticket not in won and ticket.holder not in winners))


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


def _keyed_hash(key: bytes, *parts: str) -> bytes:
    return hmac.new(key, _UNIT_SEPARATOR.join(part.encode() for part in parts), hashlib.sha256).digest()


def _unclear(why: str, text: str) -> RuleError:
    return RuleError("entropy_unclear", f"The chance brought to the draw is not readable. {why}", entropy=text)
