"""One table of forged publications: the command and the page must say the same of each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from engine.commands.drand import is_signed
from engine.errors import RuleError
from engine.raffle import QUICKNET, Beacon, BeaconRound, CallKind, Calls, DrawTicket, WinRule, verify_draw
from tests.engine.sheets import beacon_row
from tests.raffle.publications import (
    BEACON,
    CARDS,
    DICE,
    ROUND,
    SEED,
    SIGNATURE,
    TICKETS,
    Publication,
    first_published,
    published,
    redrawn,
    sheet,
)

AGREES, REFUSED, NOT_COMPLETE = "agrees", "refused", "not complete"
Case = tuple[str, str, str, bytes]
"""Its name, what a verifier says, and the two files."""


def python_says(proof: str, listed: bytes) -> str:
    """What the engine says of two files."""
    try:
        value = json.loads(proof)
        if not isinstance(value, dict):
            return REFUSED
        problems = verify_draw(value, listed, check=is_signed)
    except RuleError as error:
        return NOT_COMPLETE if error.code == "draw_not_finished" else REFUSED
    return REFUSED if problems else AGREES


def page_says(verdict: str) -> str:
    """The page's verdict in the same words: it tells what differs from what cannot be read."""
    return REFUSED if verdict in ("differs", "unreadable") else verdict


def all_cases() -> Iterator[Case]:
    for name, honest in _honest().items():
        yield name, AGREES, json.dumps(honest.proof), honest.listed
    for name, change in _CHANGED_PROOFS.items():
        forged = published(absent={"A1": ["P01"]}).copy()
        change(forged.proof)
        yield name, REFUSED, json.dumps(forged.proof), forged.listed
    for name, forged in [*_forged_lists(), *_forged_chance(), *_of_the_first_method()]:
        yield name, REFUSED, json.dumps(forged.proof), forged.listed
    for status in ("frozen", "drawing"):
        forged = published()
        yield f"status {status}", NOT_COMPLETE, json.dumps(forged.proof | {"status": status}), forged.listed
    yield from _forged_json()


def _honest() -> dict[str, Publication]:
    dice_only, cards_only = sheet(beacon=None), sheet(beacon=None, calls=Calls(CallKind.CARDS, 20))
    missed = sheet(beacon=BeaconRound(QUICKNET.hash, ROUND - 1, ROUND))
    return {
        "dice and a beacon": published(),
        "dice alone": published(dice_only),
        "cards alone": published(cards_only, spelled=CARDS),
        "a beacon alone": published(sheet(calls=None), spelled=""),
        "cards and a beacon": published(sheet(calls=Calls(CallKind.CARDS, 20)), spelled=CARDS),
        "the successor of a missed round": published(missed, missed=True),
        "somebody absent": published(absent={"A1": ["P01"], "B1": ["P02", "P03"]}),
        "everybody absent": published(absent={"B1": ["P02", "P03", "P04", "P05"]}),
        "tickets leave": published(sheet(rule=WinRule.TICKET_LEAVES)),
        "no pot": published(sheet(pots=())),
        "codes beyond the basic plane": published(sheet(event="NÄCHT-\U0001f0a1")),
        "the first method": first_published(),
        "the first method with a beacon": first_published(entropy="drand:quicknet:1000000:" + "ab" * 32),
    }


def _set(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(proof: Any) -> None:
        for step in path[:-1]:
            proof = proof[step]
        proof[path[-1]] = to

    return change


def _drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    def change(proof: Any) -> None:
        for step in path[:-1]:
            proof = proof[step]
        del proof[path[-1]]

    return change


def _call(*path: Any, method: str, given: tuple[Any, ...] = ()) -> Callable[[dict[str, Any]], None]:
    def change(proof: Any) -> None:
        for step in path:
            proof = proof[step]
        getattr(proof, method)(*given)

    return change


_DRAW = ("prizes", 0, "draws", 0)
_EMPTY_PRIZE = {"prize": "C1", "bucket": "NOBODY", "rule": "one_prize_per_person", "draws": []}
_CHANGED_PROOFS: dict[str, Callable[[dict[str, Any]], None]] = {
    "another ticket": _set(*_DRAW, "ticket", to=99),
    "another holder": _set(*_DRAW, "holder", to="P03"),
    "another index": _set(*_DRAW, "index", to=99),
    "another number eligible": _set(*_DRAW, "eligible", to=99),
    "a ticket as text": _set(*_DRAW, "ticket", to="3"),
    "a ticket that is true": _set(*_DRAW, "ticket", to=True),
    "an attempt that is false": _set(*_DRAW, "attempt", to=False),
    "absent made present": _set(*_DRAW, "absent", to=False),
    "absent as a word": _set(*_DRAW, "absent", to="true"),
    "absent as a number": _set(*_DRAW, "absent", to=1),
    "present made absent": _set("prizes", 0, "draws", 1, "absent", to=True),
    "a number dropped": _call("prizes", 0, "draws", method="pop"),
    "a number drawn again": _call("prizes", 2, "draws", method="append", given=({"attempt": 1},)),
    "no numbers at all": _set("prizes", 0, "draws", to=None),
    "a prize dropped": _drop("prizes", 1),
    "the last prize dropped": _call("prizes", method="pop"),
    "every prize dropped": _set("prizes", to=[]),
    "no prizes": _drop("prizes"),
    "a prize added": _call("prizes", method="append", given=(_EMPTY_PRIZE,)),
    "prizes in another order": _call("prizes", method="reverse"),
    "a prize renamed": _set("prizes", 4, "prize", to="Z2"),
    "a prize in another bucket": _set("prizes", 4, "bucket", to="NOWHERE"),
    "another rule": _set("prizes", 4, "rule", to="ticket_leaves"),
    "an unknown rule": _set("prizes", 4, "rule", to="friends_first"),
    "a pot dropped": _set("pots", to=[]),
    "no pots": _drop("pots"),
    "a pot one cent larger": _set("pots", 0, "pot", to=6173),
    "another share": _set("pots", 0, "percent", to=51),
    "other money": _set("pots", 0, "money", to=12346),
    "a pot added": _call("pots", method="append", given=({"bucket": "X", "money": 0, "percent": 1, "pot": 0},)),
    "another seed": _set("seed", to="00" * 32),
    "a shorter seed": _set("seed", to="00"),
    "no seed": _drop("seed"),
    "the seed in capitals": _set("seed", to=SEED.hex().upper()),
    "the seed with spaces": _set("seed", to=SEED.hex(" ")),
    "another promise": _set("commitment", to="11" * 32),
    "another event": _set("event", to="WLIA-2027"),
    "an event with half a character": _set("event", to="\ud800"),
    "another hash": _set("list_sha256", to="22" * 32),
    "no method": _drop("method"),
    "an unknown method": _set("method", to="eventnight-raffle-v3"),
    "passed off as the first method": _set("method", to="eventnight-raffle-v1"),
    "an unknown status": _set("status", to="finished"),
    "no status": _drop("status"),
    "nobody said who threw": _drop("thrown_by"),
    "those who watched as text": _set("watched_by", to="desk"),
    "missed where it was not": _set("missed", to=True),
    "missed as a number": _set("missed", to=1),
    "dice with commas": _set("entropy", to=f"dice:{DICE.replace(' ', ', ')};drand:x"),
    "no chance": _drop("entropy"),
    "no beacon": _drop("beacon"),
    "a beacon that is nothing": _set("beacon", to=None),
    "a round as text": _set("beacon", "round", to=str(ROUND)),
    "another round": _set("beacon", "round", to=ROUND + 1),
    "the successor, not missed": _set("beacon", "round", to=ROUND + 20),
    "another chain": _set("beacon", "chain", to="00" * 32),
    "other randomness": _set("beacon", "randomness", to="ab" * 32),
    "the signature in capitals": _set("beacon", "signature", to=SIGNATURE.hex().upper()),
    "a signature cut short": _set("beacon", "signature", to=SIGNATURE.hex()[:-2]),
}


def _forged_lists() -> Iterator[tuple[str, Publication]]:
    """Sheets of another spelling or content, with every number drawn again from them."""
    text = published().listed.decode()
    lines = text.splitlines(keepends=True)
    swapped = [*lines[:13], lines[14], lines[13], *lines[15:]]
    changed = {
        "a ticket twice": "".join([*lines[:-1], lines[-1], lines[-1]]),
        "a number twice": "".join([*lines, "ticket\tBUCKET-P\t3\tP09\n"]),
        "tickets in another order": "".join(swapped),
        "a number with a zero before it": text.replace("ticket\tBASKET-A\t1\t", "ticket\tBASKET-A\t01\t"),
        "ticket 0": text.replace("ticket\tBASKET-A\t1\t", "ticket\tBASKET-A\t0\t"),
        "a number of other digits": text.replace("ticket\tBASKET-A\t1\t", "ticket\tBASKET-A\t١\t"),
        "a holder without code": text.replace("\t3\tP02\n", "\t3\t\n", 1),
        "a control character": text.replace("\t3\tP02\n", "\t3\tP\x0802\n", 1),
        "carriage returns": text.replace("\n", "\r\n"),
        "a byte order mark": "\ufeff" + text,
        "no line end": text.removesuffix("\n"),
        "an empty line": text + "\n",
        "a line of nobody's": text + "note\tanything\n",
        "a fourth field": text.replace("\t8\tP02\n", "\t8\tP02\tx\n"),
        "another promise on the sheet": text.replace("commitment\t6", "commitment\t7"),
        "another event on the sheet": text.replace("WLIA-2026", "WLIA-2027"),
        "another rule on the sheet": text.replace("one_prize_per_person", "ticket_leaves"),
        "an unknown rule on the sheet": text.replace("one_prize_per_person", "friends"),
        "no rule on the sheet": text.replace("rule\tone_prize_per_person\n", ""),
        "a prize less on the sheet": text.replace("prize\tZ1\tNOBODY\n", ""),
        "a prize twice on the sheet": text.replace("prize\tZ1\tNOBODY\n", "prize\tZ1\tNOBODY\n" * 2),
        "no prizes on the sheet": "".join(line for line in lines if not line.startswith("prize")),
        "no tickets on the sheet": "".join(line for line in lines if not line.startswith("ticket")),
        "no chance on the sheet": "".join(line for line in lines if not line.startswith("chance")),
        "another share on the sheet": text.replace("12345\t50", "12345\t51"),
        "a share of nothing": text.replace("12345\t50", "12345\t0"),
        "a pot twice": text.replace("pot\tBUCKET-P\t12345\t50\n", "pot\tBUCKET-P\t12345\t50\n" * 2),
        "19 dice": text.replace("dice\t20", "dice\t19"),
        "201 dice": text.replace("dice\t20", "dice\t201"),
        "21 dice awaited": text.replace("dice\t20", "dice\t21"),
        "dice twice": text.replace("chance\tdice\t20\n", "chance\tdice\t20\n" * 2),
        "the beacon first": "".join([*lines[:5], lines[6], lines[5], *lines[7:]]),
        "a chain nobody knows": text.replace("52db", "53db"),
        "another round on the sheet": text.replace("\t1000\t", "\t1001\t"),
        "a successor that is not later": text.replace("\t1000\t1020", "\t1000\t1000"),
        "a round that no calendar holds": text.replace("\t1000\t1020", "\t999999999999998\t999999999999999"),
        "sales closed after the round": text.replace("T15:30:00Z", "T16:30:00Z"),
        "sales closed as the round was due": text.replace("T15:30:00Z", "T15:59:24Z"),
        "sales closed on no day": text.replace("2023-08-23", "2023-02-30"),
        "a closing hour without Z": text.replace("T15:30:00Z", "T15:30:00+00:00"),
    }
    for name, forged in changed.items():
        yield name, redrawn(Publication(published().proof, forged.encode()), _tickets_in(forged))
    yield "a sheet that is not text", Publication(published().proof, b"\xff\xfe" + published().listed)
    yield "a list of the first method", Publication(published().proof, first_published().listed)


def _tickets_in(text: str) -> list[DrawTicket]:
    """The tickets that a forger's own reader finds."""
    rows = (line.split("\t") for line in text.splitlines() if line.startswith("ticket"))
    return [
        DrawTicket(bucket, int(number), holder)
        for _, bucket, number, holder, *_ in rows
        if holder.isprintable() and holder
    ]


def _forged_chance() -> Iterator[tuple[str, Publication]]:
    """Chance of another spelling, and beacons that nobody signed, with every number drawn again from them."""
    beacon = published().proof["entropy"].partition(";")[2]
    spellings = {
        "dice respelled without spaces": f"dice:{DICE.replace(' ', '')};{beacon}",
        "dice respelled with two spaces": f"dice:{DICE.replace(' ', '  ')};{beacon}",
        "dice respelled with a line end": f"dice:{DICE}\n;{beacon}",
        "a die more": f"dice:{DICE} 1;{beacon}",
        "a die less": f"dice:{DICE[:-2]};{beacon}",
        "a die of seven": f"dice:{DICE[:-1]}7;{beacon}",
        "cards in place of dice": f"cards:{CARDS};{beacon}",
        "cards called dice": f"dice:{CARDS};{beacon}",
        "the beacon before the dice": f"{beacon};dice:{DICE}",
        "dice without the beacon": f"dice:{DICE}",
        "the beacon without dice": beacon,
        "a beacon named otherwise": f"dice:{DICE};drand:quicknet:{ROUND}:{BEACON.randomness}",
        "dice in capitals": f"DICE:{DICE};{beacon}",
    }
    for name, entropy in spellings.items():
        yield name, redrawn(Publication(published().proof | {"entropy": entropy}, published().listed))
    cards = published(sheet(calls=Calls(CallKind.CARDS, 20)), spelled=CARDS)
    for name, spelled in {"cards in capitals": CARDS.upper(), "10 in place of T": CARDS.replace("T", "10")}.items():
        entropy = cards.proof["entropy"].replace(CARDS, spelled)
        yield name, redrawn(Publication(cards.proof | {"entropy": entropy}, cards.listed))
    for bit in (0, 1, 2, 3, 200, 383):
        yield f"bit {bit} of the signature flipped", with_beacon(replace(BEACON, signature=flipped(SIGNATURE, bit)))
    yield "a beacon at infinity", with_beacon(replace(BEACON, signature=b"\xc0" + bytes(47)))
    yield "the signature of another round", with_beacon(replace(BEACON, round=ROUND + 20), missed=True)


def flipped(data: bytes, bit: int) -> bytes:
    """The bytes with one bit turned, counted from the first."""
    return bytes(byte ^ (0x80 >> bit % 8 if place == bit // 8 else 0) for place, byte in enumerate(data))


def with_beacon(beacon: Beacon, *, missed: bool = False) -> Publication:
    """A draw with that beacon in place of the one that was signed, every number drawn again."""
    proof = published().proof | {"beacon": beacon_row(beacon)}
    proof["entropy"] = f"dice:{DICE};drand:{beacon.chain}:{beacon.round}:{beacon.randomness}"
    return redrawn(Publication(proof | ({"missed": True} if missed else {}), published().listed))


def _of_the_first_method() -> Iterator[tuple[str, Publication]]:
    first = first_published()
    text = first.listed.decode()
    lists = {
        "v1: a number with a zero before it": text.replace("BASKET-A\t1\t", "BASKET-A\t01\t"),
        "v1: a number twice": text + "BUCKET-P\t3\tP09\n",
        "v1: no line end": text.removesuffix("\n"),
        "v1: carriage returns": text.replace("\n", "\r\n"),
    }
    for name, forged in lists.items():
        yield name, redrawn(Publication(first_published().proof, forged.encode()), TICKETS)
    for name, change in {
        "v1: an unknown rule": _set("prizes", 0, "rule", to="friends_first"),
        "v1: a pot one cent larger": _set("pots", 0, "pot", to=6173),
        "v1: a share above all": _set("pots", 0, "percent", to=101),
        "v1: a prize twice": lambda proof: proof["prizes"].append(proof["prizes"][-1]),
        "v1: another ticket": _set(*_DRAW, "ticket", to=99),
        "v1: a beacon of no shape": _set("entropy", to="drand:quicknet:1:xyz"),
        "v1: 19 dice": _set("entropy", to="dice:" + DICE[2:]),
        "v1: passed off as a sheet's": _set("method", to="eventnight-raffle-v2"),
        "v1: on a sheet": lambda proof: None,
    }.items():
        forged = first_published().copy()
        change(forged.proof)
        yield name, replace(forged, listed=published().listed) if name == "v1: on a sheet" else forged


def _forged_json() -> Iterator[Case]:
    """What JSON can spell and a value cannot."""
    honest = published()
    proof = json.dumps(honest.proof)
    eligible = f'"eligible": {honest.proof["prizes"][0]["draws"][0]["eligible"]}'
    yield "a whole number with a point", REFUSED, proof.replace(eligible, f"{eligible}.0", 1), honest.listed
    yield "a whole number with an exponent", REFUSED, proof.replace(eligible, f"{eligible}e0", 1), honest.listed
    yield "a list of draws", REFUSED, "[]", honest.listed
    yield "the seed first false, then true", AGREES, '{"seed": "00", ' + proof[1:], honest.listed
    yield "the seed first true, then false", REFUSED, proof[:-1] + ', "seed": "00"}', honest.listed
