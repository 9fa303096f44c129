"""Public random beacons: which chains are known, when a round comes, and what a signature is worth.

The signature itself is BLS12-381, which the standard library lacks: whoever verifies a draw hands in the check.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from engine.doors import door, typed
from engine.errors import RuleError, quoted

_ROUND = re.compile(r"[1-9][0-9]{0,14}")


@dataclass(frozen=True, slots=True, kw_only=True)
@typed
class Chain:
    """A chain of the drand network, as the network published it. period: seconds. public_key, hash: hex.

    signature_bytes: how long a signature is.
    """

    name: str
    hash: str
    scheme: str
    public_key: str
    genesis: datetime
    period: int
    signature_bytes: int

    def time_of(self, round_number: int) -> datetime:
        """When a round is due; the first has the number 1."""
        return self.genesis + timedelta(seconds=(round_number - 1) * self.period)

    def first_round_from(self, moment: datetime) -> int:
        """The first round that is due at a moment or after it."""
        return max(1, -((self.genesis - moment) // timedelta(seconds=self.period)) + 1)

    def message_of(self, round_number: int) -> bytes:
        """What the network signs in a round."""
        return hashlib.sha256(round_number.to_bytes(8, "big")).digest()


QUICKNET = Chain(
    name="quicknet",
    hash="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    scheme="bls-unchained-g1-rfc9380",
    public_key=(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921c"
        "c22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    genesis=datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC),
    period=3,
    signature_bytes=48,
)
CHAINS = {QUICKNET.hash: QUICKNET}

SignatureCheck = Callable[[Chain, int, bytes], bool]
"""Whether these bytes are the chain's signature of that round."""


@dataclass(frozen=True, slots=True)
@typed
class BeaconRound:
    """The round that a draw waits for, fixed when sales close, and the one that takes its place if it is missed.

    Refused: a chain that is not known ("chain_unknown"), a successor that is not later ("successor_not_later"), and
    numbers of more than 15 digits ("round_out_of_range").
    """

    chain: str
    round: int
    successor: int

    def __post_init__(self) -> None:
        chain_by_hash(self.chain)
        if not all(_ROUND.fullmatch(str(number)) for number in (self.round, self.successor)):
            raise RuleError("round_out_of_range", "A round has a number of 1 to 15 digits.", rules=("WLIA-16",))
        try:
            _ = self.time, self.successor_time
        except OverflowError as error:
            raise RuleError(
                "round_out_of_range",
                f"Round {self.round} or {self.successor} is due in no year that a calendar holds.",
                rules=("WLIA-16",),
            ) from error
        if self.successor <= self.round:
            raise RuleError(
                "successor_not_later",
                f"Round {self.successor} cannot follow round {self.round}: name a later one.",
                rules=("WLIA-16",),
                round=self.round,
                successor=self.successor,
            )

    @property
    def time(self) -> datetime:
        """When the round is due."""
        return chain_by_hash(self.chain).time_of(self.round)

    @property
    def successor_time(self) -> datetime:
        """When the round that follows a missed one is due."""
        return chain_by_hash(self.chain).time_of(self.successor)


@dataclass(frozen=True, slots=True)
@typed
class Beacon:
    """What a chain published in a round. signature: its bytes."""

    chain: str
    round: int
    signature: bytes

    @property
    def randomness(self) -> str:
        """What the signature is worth: its SHA-256 in hex."""
        return hashlib.sha256(self.signature).hexdigest()


@door
def chain_by_hash(chain_hash: str) -> Chain:
    """The chain with that hash. Raises RuleError: "chain_unknown"."""
    chain = CHAINS.get(chain_hash)
    if chain is None:
        raise RuleError(
            "chain_unknown",
            f"{quoted(chain_hash)} is not a beacon that is known here. Known: {_known()}.",
            rules=("WLIA-16",),
            chain=quoted(chain_hash),
        )
    return chain


@door
def require_signature(beacon: Beacon, check: SignatureCheck) -> None:
    """Refuse a beacon that the chain did not sign. Raises RuleError: "beacon_not_signed", "chain_unknown"."""
    chain = chain_by_hash(beacon.chain)
    if len(beacon.signature) != chain.signature_bytes or not check(chain, beacon.round, beacon.signature):
        raise RuleError(
            "beacon_not_signed",
            f"{chain.name} did not sign this for round {beacon.round}. Copy the round's signature again, all "
            f"{2 * chain.signature_bytes} characters.",
            rules=("WLIA-16",),
            chain=chain.hash,
            round=beacon.round,
        )


def _known() -> str:
    return ", ".join(f"{chain.name} ({chain.hash})" for chain in CHAINS.values())
