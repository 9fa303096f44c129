"""A published draw of the second method, worked out once, and the rounds of drand quicknet that tests use."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from engine.raffle import (
    METHOD,
    QUICKNET,
    Beacon,
    BeaconRound,
    CallKind,
    Calls,
    DrawTicket,
    Sheet,
    SheetPot,
    SheetPrize,
    WinRule,
    commitment,
    draw_sheet,
    entropy_text,
    list_hash,
    pot_rows,
    print_sheet,
)

SEED = bytes(range(32))
SIGNATURES = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    1001: "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
    657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
}
"""As the network published them."""
DICE = "4 1 6 3 3 5 2 6 1 4 5 5 2 3 6 1 2 4 4 6"
BOTH = Calls(CallKind.DICE, 20), BeaconRound(QUICKNET.hash, 1000, 1001)


def beacon(number: int = 1000) -> Beacon:
    """What quicknet published in that round."""
    return Beacon(QUICKNET.hash, number, bytes.fromhex(SIGNATURES[number]))


def sheet(**changes: Any) -> Sheet:
    """The worked example: 20 dice and round 1000, three prizes of two buckets, one of them a 50/50."""
    holders = {"BASKET-A": {1: "P01", 2: "P01", 3: "P02", 4: "P03", 5: "P01"}}
    holders["BASKET-B"] = {1: "P02", 2: "P03", 3: "P04", 10: "P04"}
    facts: dict[str, Any] = {
        "event": "WLIA-2026",
        "commitment": commitment(SEED),
        "closed": datetime(2023, 8, 23, 15, 59, tzinfo=UTC),
        "rule": WinRule.ONE_PRIZE_PER_PERSON,
        "calls": BOTH[0],
        "beacon": BOTH[1],
        "prizes": tuple(SheetPrize(*row) for row in (("A1", "BASKET-A"), ("A2", "BASKET-A"), ("B1", "BASKET-B"))),
        "pots": (SheetPot("BASKET-B", 12345, 50),),
        "tickets": tuple(DrawTicket(bucket, *row) for bucket, rows in holders.items() for row in rows.items()),
    }
    return Sheet(**{**facts, **changes})


def published(fixed: Sheet, *, number: int = 1000, absent: dict[str, list[str]] | None = None) -> dict[str, Any]:
    """The finished proof of that sheet, P04 absent for B1 unless told otherwise. number: the beacon's round used."""
    return proof_of(
        fixed,
        spelled=DICE if fixed.calls else "",
        used=beacon(number) if fixed.beacon else None,
        absent={"B1": ["P04"]} if absent is None else absent,
    )


def proof_of(
    fixed: Sheet, *, seed: bytes = SEED, spelled: str, used: Beacon | None, absent: dict[str, list[str]] | None
) -> dict[str, Any]:
    """proof.json of the sheet, drawn to its end. spelled: what was called; used: what the beacon gave."""
    entropy = entropy_text(spelled, fixed.calls, used)
    proof: dict[str, Any] = {
        "method": METHOD,
        "event": fixed.event,
        "status": "done",
        "commitment": fixed.commitment,
        "list_sha256": list_hash(print_sheet(fixed)),
        "entropy": entropy,
        "seed": seed.hex(),
        "thrown_by": ["P01"],
        "watched_by": ["P02", "desk"],
        "prizes": draw_sheet(seed, fixed, entropy, absent=absent),
        "pots": pot_rows(fixed),
    }
    if used:
        proof["beacon"] = beacon_row(used)
    return proof


def beacon_row(used: Beacon) -> dict[str, object]:
    """A beacon as it is published."""
    return {
        "chain": used.chain,
        "round": used.round,
        "randomness": used.randomness,
        "signature": used.signature.hex(),
    }
