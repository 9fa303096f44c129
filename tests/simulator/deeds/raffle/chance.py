"""Chance is brought: dice and cards that guests call, and a beacon that was awaited."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from django.utils import timezone

from eventnight.events.models import Player
from eventnight.raffle.models import DrawMethod, Raffle, RaffleStatus
from tests.simulator.deeds.booked import Mark
from tests.simulator.deeds.deed import ORGANISER, Deed, Evening, arrival, differences
from tests.simulator.deeds.raffle.rows import raffle_of
from tests.simulator.deeds.raffle.set_up import wait_for_a_beacon
from tests.simulator.deeds.raffle.sheet import CHAIN, Sheet, round_from, sheet_of, time_of
from tests.simulator.network import signature_of
from tests.simulator.presses import Press

CARDS = "Kd 9s 2c Ah 7h Td 3s 4d 5c Qs Jh 6c 8d Ks As 2h 3d 4c 5s 6h"
BEFORE_CHANCE = (RaffleStatus.OPEN, RaffleStatus.FROZEN)
MISSED = "The relay was down"


@dataclass(frozen=True)
class Brought:
    """What somebody brings. kind: "dice", "cards" or empty. calls: as they were called. signature: in hex, of the round
    of that number; both empty without a beacon. missed: why the successor is used. threw, watched: people, as they are
    named.
    """

    kind: str
    calls: tuple[str, ...]
    threw: tuple[str, ...]
    watched: tuple[str, ...]
    number: int = 0
    signature: str = ""
    missed: str = ""

    @property
    def entropy(self) -> str:
        """In its one spelling."""
        parts = [f"{self.kind}:{' '.join(self.calls)}"] if self.kind else []
        if self.signature:
            parts.append(f"drand:{CHAIN}:{self.number}:{self.randomness}")
        return ";".join(parts)

    @property
    def randomness(self) -> str:
        """What the beacon is worth."""
        return sha256(bytes.fromhex(self.signature)).hexdigest()

    @property
    def relayed(self) -> str:
        """The beacon as a relay shows it."""
        row = {"round": self.number, "randomness": self.randomness, "signature": self.signature}
        return json.dumps(row) if self.signature else ""


def bring_chance(night: Evening) -> Deed | None:
    """Guests call the dice or cards that the sheet fixed, once; somebody else than who types them watched. A draw that
    waits for a beacon takes the round that was fixed, and no other chance beside or instead of it. A barrel takes none.
    """
    raffle = raffle_of(night)
    if raffle.status != RaffleStatus.FROZEN and night.chance.random() < 0.8:
        return None
    sheet = sheet_of(raffle)
    if raffle.status == RaffleStatus.FROZEN and night.chance.random() < 0.2:
        return None
    brought, refused = _called(night, sheet), ""
    if raffle.method == DrawMethod.BARREL:
        refused = "a barrel takes no chance that is brought"
    elif raffle.status == RaffleStatus.OPEN:
        refused = "sales are still open"
    elif raffle.status != RaffleStatus.FROZEN:
        refused = "chance was brought before"
    if sheet is not None and sheet.rounds is not None:
        brought, why = _with_beacon(night, brought, sheet.rounds)
        refused = refused or why
    spelled = brought.entropy
    if brought.kind and night.is_wrong(0.2):
        brought, spelled, why = _wrongly_called(night, brought)
        refused = refused or why
    if raffle.entropy and (raffle.entropy, raffle.thrown_by, raffle.watched_by) == (spelled, [], []):
        refused = ""
    return _deed(night, raffle, brought, spelled, refused)


def bring_the_round_after(night: Evening) -> Deed | None:
    """The round that was fixed was missed, and the one after it is brought with the reason. Sales are closed for it on
    the way.
    """
    if raffle_of(night).method == DrawMethod.BARREL or raffle_of(night).status not in BEFORE_CHANCE:
        return None
    wait_for_a_beacon(night)
    raffle = raffle_of(night)
    sheet = sheet_of(raffle)
    if raffle.status != RaffleStatus.FROZEN or sheet is None or sheet.rounds is None:
        return None
    number = sheet.rounds[1]
    night.world.pass_time(max((time_of(number) - arrival()).total_seconds(), 0))
    called = _called(night, sheet)
    brought = replace(called, number=number, signature=signature_of(number).hex(), missed=MISSED)
    return _deed(night, raffle, brought, brought.entropy, "")


def _called(night: Evening, sheet: Sheet | None) -> Brought:
    """The dice or cards of the sheet, called by a guest and seen by another and by who types them."""
    if sheet is not None and sheet.rounds is not None and not sheet.calls:
        return Brought("", (), (), ())
    kind, number = sheet.calls.split() if sheet and sheet.calls else ("dice", "20")
    dice = [str(night.chance.randint(1, 6)) for _ in range(int(number))] if kind == "dice" else CARDS.split()
    guests = list(Player.objects.filter(event=night.event).order_by("pk").values_list("code", flat=True))
    return Brought(kind, tuple(dice), (guests[0],), (night.chance.choice(guests[1:]), _typist(night)))


def _with_beacon(night: Evening, brought: Brought, rounds: tuple[int, int]) -> tuple[Brought, str]:
    """The same with the beacon's round that was fixed, or its successor with the reason, once it has come: somebody
    waits for it. Who does not wait, or is wrong, brings something else. Returns also why that must be refused.
    """
    is_missed = night.chance.random() < 0.35
    number, missed = rounds[is_missed], MISSED if is_missed else ""
    right = replace(brought, number=number, signature=signature_of(number).hex(), missed=missed)
    left = (time_of(number) - arrival()).total_seconds()
    if left > 0 and night.chance.random() < 0.6:
        night.world.pass_time(left)
        left = 0
    if left <= 0 and not night.is_wrong(0.4):
        return right, ""
    public = round_from(arrival()) - 1
    ways = ["no signature", "another round", "another round's number"]
    ways += ["no beacon"] if brought.kind else []
    ways += ["the wrong reason"] if left <= 0 else []
    match night.chance.choice(ways):
        case "no beacon":
            return replace(brought, missed=missed), "the beacon is missing that was fixed"
        case "no signature":
            none = night.chance.choice((night.chance.randbytes(48), b"\xc0" + bytes(47), bytes(16)))
            return replace(right, signature=none.hex()), "nobody of the network signed it"
        case "another round":
            other = signature_of(public if public not in rounds else public - 2).hex()
            return replace(right, signature=other), f"it is not the signature of round {number}"
        case "another round's number":
            other = public if public not in rounds else public - 2
            wrong = replace(right, number=other, signature=signature_of(other).hex())
            return wrong, f"round {other} was not fixed"
    wrong = replace(right, missed="" if is_missed else MISSED)
    return wrong, "a successor needs a reason" if is_missed else "it is not the successor"


def _wrongly_called(night: Evening, brought: Brought) -> tuple[Brought, str, str]:
    """Something of what was called is wrong: what is brought, how it is spelled, and why it must be refused."""
    called = " ".join(brought.calls)
    match night.chance.choice(("too few", "too many", "spelling", "alone", "nobody")):
        case "too few":
            wrong = replace(brought, calls=brought.calls[1:])
            return wrong, wrong.entropy, "a call is missing"
        case "too many":
            wrong = replace(brought, calls=(*brought.calls, brought.calls[0]))
            return wrong, wrong.entropy, "a call is too many"
        case "spelling":
            spelled = brought.entropy.replace(called, ", ".join(brought.calls))
            return brought, spelled, "it is another spelling of the same"
        case "alone":
            return replace(brought, watched=(_typist(night),)), brought.entropy, "nobody else watched"
    return replace(brought, threw=()), brought.entropy, "nobody threw"


def _deed(night: Evening, raffle: Raffle, brought: Brought, spelled: str, refused: str) -> Deed:
    mark, shown = Mark(night.event), _preview(night, brought) if not refused and not raffle.entropy else spelled
    user = night.world.users[ORGANISER]
    assert user is not None

    def promise() -> Iterator[str]:
        now = raffle_of(night)
        if shown != spelled:
            yield f"the preview shows {shown!r}, not {spelled!r}"
        if (now.frozen_list, now.commitment) != (raffle.frozen_list, raffle.commitment) or now.seed:
            yield "the seed is open, or the sheet is another"
        told = {"status": now.status, "chance": now.entropy, "at": now.entropy_at, "threw": now.thrown_by}
        told |= {"signature": now.beacon_signature, "missed": now.missed_because, "watched": now.watched_by}
        if raffle.entropy:
            stays = {"status": raffle.status, "chance": raffle.entropy, "at": raffle.entropy_at, "threw": []}
            stays |= {"signature": raffle.beacon_signature, "missed": raffle.missed_because, "watched": []}
            yield from differences("the raffle's", stays, told)
            return
        codes = [night.code_of(user.pk) if name == user.username else name for name in brought.watched]
        due = {"status": "drawing", "chance": spelled, "at": timezone.now(), "threw": [*brought.threw]}
        due |= {"signature": brought.signature, "missed": brought.missed, "watched": codes}
        yield from differences("the raffle's", due, told)
        if not now.sealed_seed:
            yield "the seed is not sealed any more"
        yield from mark.logged("raffle.entropy", raffle.list_hash)

    by_page = not raffle.entropy and night.chance.random() < 0.3 and not refused
    press = _by_page(night, brought) if by_page else _by_program(night, brought, spelled)
    return Deed(press, refused, must_count=not refused, promise=promise)


def _by_program(night: Evening, brought: Brought, spelled: str) -> Press:
    body = {"entropy": spelled or "dice:", "signature": brought.signature, "missed_because": brought.missed}
    people = {"thrown_by": [*brought.threw], "watched_by": [*brought.watched]}
    return night.program("POST", "raffle/entropy/", {**body, **people})


def _by_page(night: Evening, brought: Brought) -> Press:
    fields: dict[str, object] = {"shown": brought.entropy}
    if brought.kind:
        people = {"thrown_by": " ".join(brought.threw), "watched_by": " ".join(brought.watched)}
        fields |= {"calls": ",".join(brought.calls), **people}
    if brought.signature:
        beacon = brought.relayed if night.chance.random() < 0.5 else brought.signature
        fields |= {"beacon": beacon, "missed_because": brought.missed}
    return night.form("raffle/entropy/", fields)


def _preview(night: Evening, brought: Brought) -> str:
    """What a program is shown before it sends anything."""
    typed = {"calls": "; ".join(brought.calls), "beacon": brought.relayed, "missed": bool(brought.missed)}
    return str(night.ask(night.program("POST", "raffle/entropy/preview/", typed)).json().get("entropy"))


def _typist(night: Evening) -> str:
    user = night.world.users[ORGANISER]
    assert user is not None
    return str(user.username)
