"""Published draws of both methods, made by the engine, and what a forger makes of them who knows the seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine.raffle import (
    QUICKNET,
    Beacon,
    BeaconRound,
    CallKind,
    Calls,
    DrawTicket,
    PrizeDraw,
    Sheet,
    SheetPot,
    SheetPrize,
    WinRule,
    commitment,
    list_hash,
    print_sheet,
)
from engine.raffle.draw import draw_all, keyed_hash
from engine.raffle.first import canonical_list, publish_draw
from engine.units import Cents
from tests.engine.sheets import DICE, SEED, SIGNATURES, proof_of

EVENT = "WLIA-2026"
CARDS = "Kd 9s 2c Th 7d Ac 4s 4h Jd 8c Qs 3d 6h 5c Kc 2s 9d Ah Tc 7s"
CLOSED = datetime(2023, 8, 23, 15, 30, tzinfo=UTC)
ROUND = 1000
SIGNATURE = bytes.fromhex(SIGNATURES[ROUND])
"""Of quicknet's round 1000, which was due half an hour after CLOSED."""

TICKETS = tuple(
    DrawTicket(bucket, number, holder)
    for bucket, rows in {
        "BASKET-A": "P01 P01 P02 P03 P01 P04 P05 P02",
        "BASKET-B": "P02 P03 P04 P05",
        "BUCKET-P": "P01 P02 P03",
    }.items()
    for number, holder in enumerate(rows.split(), start=1)
)
PRIZES = (
    SheetPrize("A1", "BASKET-A"),
    SheetPrize("A2", "BASKET-A"),
    SheetPrize("B1", "BASKET-B"),
    SheetPrize("P1", "BUCKET-P"),
    SheetPrize("Z1", "NOBODY"),
)
BEACON = Beacon(QUICKNET.hash, ROUND, SIGNATURE)


@dataclass(frozen=True, slots=True)
class Publication:
    """The two files. proof: proof.json as a value."""

    proof: dict[str, Any]
    listed: bytes

    def copy(self) -> Publication:
        return Publication(json.loads(json.dumps(self.proof)), self.listed)


def sheet(**other: Any) -> Sheet:
    """A sheet of 20 dice and a beacon, with a pot; `other` replaces fields."""
    fields: dict[str, Any] = {
        "event": EVENT,
        "commitment": commitment(SEED),
        "closed": CLOSED,
        "rule": WinRule.ONE_PRIZE_PER_PERSON,
        "calls": Calls(CallKind.DICE, 20),
        "beacon": BeaconRound(QUICKNET.hash, ROUND, ROUND + 20),
        "prizes": PRIZES,
        "pots": (SheetPot("BUCKET-P", Cents(12345), 50),),
        "tickets": TICKETS,
    }
    return Sheet(**(fields | other))


def published(
    of: Sheet | None = None, *, spelled: str = DICE, missed: bool = False, absent: dict[str, list[str]] | None = None
) -> Publication:
    """What is published after the draw of a sheet."""
    of = of or sheet()
    proof = proof_of(of, spelled=spelled, used=BEACON if of.beacon else None, absent=absent)
    if missed:
        proof["missed"] = True
    return Publication(proof, print_sheet(of))


def first_published(tickets: Sequence[DrawTicket] = TICKETS, entropy: str = "dice:" + DICE) -> Publication:
    """A draw of the first method, with a pot."""
    prizes = [PrizeDraw(prize.prize, prize.bucket) for prize in PRIZES]
    proof = publish_draw(seed=SEED, event_code=EVENT, entropy=entropy, tickets=tickets, prizes=prizes)
    pots = [{"bucket": "BUCKET-P", "money": 12345, "percent": 50, "pot": 6172}]
    return Publication(proof | {"status": "done", "pots": pots}, canonical_list(tickets))


def redrawn(
    forged: Publication, tickets: Sequence[DrawTicket] = TICKETS, method: str = "", rule: WinRule | None = None
) -> Publication:
    """The forged files with their hash and every number worked out again, as somebody does who knows the seed."""
    proof = forged.proof
    proof["list_sha256"] = list_hash(forged.listed)
    seed = bytes.fromhex(proof["seed"])
    key = keyed_hash(seed, method or proof["method"], proof["event"], proof["list_sha256"], proof["entropy"])
    prizes = [
        PrizeDraw(row["prize"], row["bucket"], rule or WinRule(row["rule"]), _absent(row)) for row in proof["prizes"]
    ]
    return Publication(proof | {"prizes": draw_all(key, tickets, prizes)}, forged.listed)


def _absent(row: dict[str, Any]) -> list[str]:
    return [draw["holder"] for draw in row["draws"] if draw["absent"]]
