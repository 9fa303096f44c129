"""Nights to attack: a random sheet with its honest publication, and a forger's copy of the two files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any

from engine.raffle import (
    QUICKNET,
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
from engine.units import Cents
from tests.engine.sheets import proof_of
from tests.raffle.publications import BEACON, ROUND

CLOSED = datetime(2023, 8, 23, 15, 10, tzinfo=UTC)
"""Before the one round whose signature is at hand."""

RANKS, SUITS = "23456789TJQKA", "cdhs"
Winners = dict[str, tuple[int, str]]


@dataclass(frozen=True, slots=True)
class World:
    """A night that was drawn. earlier: proof.json as guests saved it when chance was public and no prize drawn."""

    sheet: Sheet
    seed: bytes
    spelled: str
    proof: dict[str, Any]
    earlier: dict[str, Any]
    winners: Winners

    def draft(self) -> Draft:
        """The forger's copy of what was published."""
        rows = [line.split("\t") for line in print_sheet(self.sheet).decode().splitlines()]
        return Draft(self, json.loads(json.dumps(self.proof)), rows)


@dataclass(slots=True)
class Draft:
    """Two files that are being forged. rows: of the sheet, field by field. whole: in place of them, when not None."""

    world: World
    proof: dict[str, Any]
    rows: list[list[str]]
    whole: bytes | None = None

    @property
    def listed(self) -> bytes:
        if self.whole is not None:
            return self.whole
        return "".join("\t".join(row) + "\n" for row in self.rows).encode()

    def places(self, kind: str) -> list[int]:
        """Where the rows of that kind stand on the sheet."""
        return [place for place, row in enumerate(self.rows) if row[0] == kind]

    def tickets(self) -> list[DrawTicket]:
        return [DrawTicket(*_ticket(self.rows[place])) for place in self.places("ticket")]

    def rehash(self) -> None:
        self.proof["list_sha256"] = list_hash(self.listed)

    def redraw(self) -> None:
        """Every number again, from what the files now say: the forger knows the seed."""
        proof = self.proof
        parts = (proof["method"], proof["event"], proof["list_sha256"], proof["entropy"])
        prizes = [PrizeDraw(row["prize"], row["bucket"], WinRule(row["rule"]), _absent(row)) for row in proof["prizes"]]
        proof["prizes"] = draw_all(keyed_hash(bytes.fromhex(proof["seed"]), *parts), self.tickets(), prizes)


def winners_of(proof: dict[str, Any]) -> Winners:
    """Who has which prize, by what was published."""
    return {
        row["prize"]: (draw["ticket"], draw["holder"])
        for row in proof["prizes"]
        for draw in row["draws"][-1:]
        if not draw["absent"]
    }


def make_world(chance: Random) -> World:
    """A small night: a verifier that is fast is attacked more often."""
    seed = chance.randbytes(32)
    people = [f"P{number:03d}" for number in range(1, chance.randint(4, 7))]
    tickets = [
        DrawTicket(bucket, number, chance.choice(people))
        for bucket in ("B1", "B2")
        for number in sorted(chance.sample(range(1, 30), chance.randint(3, 6)))
    ]
    calls, spelled = _calls(chance)
    beacon = None if calls and chance.random() < 0.6 else BeaconRound(QUICKNET.hash, *_rounds(chance))
    sheet = Sheet(
        event=f"NIGHT-{chance.randrange(100)}",
        commitment=commitment(seed),
        closed=CLOSED,
        rule=chance.choice(list(WinRule)),
        calls=calls,
        beacon=beacon,
        prizes=tuple(
            SheetPrize(f"B{at % 2 + 1}-{at // 2 + 1}", f"B{at % 2 + 1}") for at in range(chance.randint(2, 4))
        ),
        pots=(SheetPot("B2", Cents(chance.randrange(1, 99_999)), 50),) if chance.random() < 0.5 else (),
        tickets=tuple(sorted(tickets)),
    )
    return _published(chance, sheet, seed, spelled)


def _published(chance: Random, sheet: Sheet, seed: bytes, spelled: str) -> World:
    absent = {sheet.prizes[0].prize: [chance.choice(sheet.tickets).holder]}
    proof = proof_of(sheet, seed=seed, spelled=spelled, used=BEACON if sheet.beacon else None, absent=absent)
    if sheet.beacon and sheet.beacon.round != ROUND:
        proof["missed"] = True
    undrawn = {"status": "drawing", "prizes": [row | {"draws": []} for row in proof["prizes"]]}
    earlier = {name: value for name, value in (proof | undrawn).items() if name != "seed"}
    return World(sheet, seed, spelled, proof, earlier, winners_of(proof))


def _calls(chance: Random) -> tuple[Calls | None, str]:
    number = chance.randint(20, 24)
    kind = chance.choice(("dice", "dice", "cards", ""))
    if kind == "dice":
        return Calls(CallKind.DICE, number), " ".join(chance.choice("123456") for _ in range(number))
    if kind == "cards":
        cards = [rank + suit for rank in RANKS for suit in SUITS]
        return Calls(CallKind.CARDS, number), " ".join(chance.sample(cards, number))
    return None, ""


def _rounds(chance: Random) -> tuple[int, int]:
    """The round and its successor; the signature at hand is of one of the two."""
    if chance.random() < 0.7:
        return ROUND, ROUND + chance.randint(1, 500)
    return ROUND - chance.randint(1, 900), ROUND


def _ticket(row: list[str]) -> tuple[str, int, str]:
    return row[1], int(row[2]), row[3]


def _absent(row: dict[str, Any]) -> list[str]:
    return [draw["holder"] for draw in row["draws"] if draw["absent"]]
