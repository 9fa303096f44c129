"""What a draw waits for, and what was brought in the one spelling in which it is published."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.commands.drand import is_signed
from engine.raffle import (
    Beacon,
    BeaconRound,
    Calls,
    chain_by_hash,
    entropy_text,
    first,
    read_calls,
    require_entropy,
)
from engine.raffle.first import LEAST_CALLS
from eventnight.core.errors import BadRequest
from eventnight.raffle.models import Raffle
from eventnight.raffle.pasted import read_pasted
from eventnight.raffle.selectors.sheets import sheet_of

RELAY = "https://api.drand.sh"


@dataclass(frozen=True, slots=True)
class AwaitedRound:
    """A round of a beacon. address: where a relay shows it."""

    number: int
    time: datetime
    address: str


@dataclass(frozen=True, slots=True)
class Awaited:
    """The chance that a draw waits for. calls: how many dice or cards, or at least 20 of either before the sheet.

    kind: "dice", "cards" or empty. chain: name of the beacon's chain, empty without one.
    """

    kind: str
    calls: int
    is_exact: bool
    chain: str
    round: AwaitedRound | None
    successor: AwaitedRound | None


@dataclass(frozen=True, slots=True)
class Chance:
    """What was brought, as it will be published. signature: hex, empty without a beacon."""

    entropy: str
    signature: str
    is_missed: bool

    @property
    def called(self) -> list[str]:
        """Dice and cards one by one, in the order of throwing; none for a beacon alone."""
        return calls_in(self.entropy)

    @property
    def randomness(self) -> str:
        """What the beacon is worth, in hex; empty without one."""
        return self.entropy.rpartition(":")[2] if self.signature else ""


def awaited_by(raffle: Raffle) -> Awaited | None:
    """What the draw waits for, or has got; None before sales close and for a barrel."""
    if not raffle.is_frozen or not raffle.is_verifiable:
        return None
    sheet = sheet_of(raffle)
    if sheet is None:
        return Awaited("dice", LEAST_CALLS, is_exact=False, chain="", round=None, successor=None)
    fixed, calls = sheet.beacon, sheet.calls
    return Awaited(
        kind=calls.kind.value if calls else "",
        calls=calls.number if calls else 0,
        is_exact=True,
        chain=chain_by_hash(fixed.chain).name if fixed else "",
        round=_round(fixed.chain, fixed.round) if fixed else None,
        successor=_round(fixed.chain, fixed.successor) if fixed else None,
    )


def read_chance(raffle: Raffle, *, calls: str, beacon: str, is_missed: bool) -> Chance:
    """What was typed and pasted, as it would be published; nothing is kept.

    calls: dice or cards as they were called. beacon: a relay's answer or a signature. is_missed: whether it is the
    announced successor of a round that was missed.

    Raises RuleError("entropy_unclear", "calls_too_few", "calls_too_many", "beacon_missing", "beacon_not_awaited",
    "wrong_round", "beacon_not_signed", "too_little_entropy"), BadRequest("beacon_unreadable", "calls_not_awaited",
    "draw_not_closed").
    Rules: WLIA-16.
    """
    if not raffle.is_frozen or not raffle.is_verifiable:
        raise BadRequest("draw_not_closed", "This raffle waits for no dice and no beacon. Close the sales first.")
    sheet = sheet_of(raffle)
    if sheet is None:
        return Chance(first.spell_calls(calls), "", is_missed=False)
    if calls.strip() and sheet.calls is None:
        raise BadRequest("calls_not_awaited", "This draw waits for a beacon alone. Leave dice and cards out.")
    public = _beacon(sheet.beacon, beacon, is_missed=is_missed) if beacon.strip() else None
    entropy = entropy_text(_spelled(sheet.calls, calls), sheet.calls, public)
    require_entropy(sheet, entropy, beacon=public, is_missed=is_missed, check=is_signed)
    return Chance(entropy, public.signature.hex() if public else "", is_missed)


def beacon_of(raffle: Raffle) -> Beacon | None:
    """The beacon that decided the draw."""
    sheet = sheet_of(raffle)
    if sheet is None or sheet.beacon is None or not raffle.beacon_signature:
        return None
    number = sheet.beacon.successor if raffle.missed_because else sheet.beacon.round
    return Beacon(sheet.beacon.chain, number, bytes.fromhex(raffle.beacon_signature))


def calls_in(entropy: str) -> list[str]:
    """Dice and cards one by one; none for a beacon alone."""
    kind, _, called = entropy.partition(";")[0].partition(":")
    return called.split() if kind in ("dice", "cards") else []


def _spelled(calls: Calls | None, typed: str) -> str:
    return read_calls(calls, typed) if calls else ""


def _beacon(fixed: BeaconRound | None, pasted: str, *, is_missed: bool) -> Beacon:
    read = read_pasted(pasted)
    if fixed is None:
        raise BadRequest("beacon_not_awaited", "No beacon was fixed when sales closed. Leave it out.")
    due = fixed.successor if is_missed else fixed.round
    return Beacon(fixed.chain, due if read.round is None else read.round, read.signature)


def _round(chain_hash: str, number: int) -> AwaitedRound:
    chain = chain_by_hash(chain_hash)
    return AwaitedRound(number, chain.time_of(number), f"{RELAY}/{chain.hash}/public/{number}")
