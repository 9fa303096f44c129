"""Buckets, the promise, the closing of sales and their opening again; and what the public is told at every stage."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator

from django.utils import timezone

from eventnight.raffle.models import Bucket, DrawMethod, Prize, Raffle, RaffleStatus, Withdrawn
from tests.simulator.deeds.booked import Mark
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Evening, arrival, differences
from tests.simulator.deeds.raffle.rows import NOT_ON_SALE, facts_of, papers, raffle_of
from tests.simulator.deeds.raffle.sheet import pots_of, proof_of, sheet_of, sheet_text
from tests.simulator.presses import Press

ENOUGH = 6
AWAITED = 0.3
"""How often a draw waits for a beacon."""
NUMBERED = re.compile(r"B(\d+)")
FIELDS = ("code", "position", "item", "donor", "value", "pot_percent", "pot_money", "pot")


def add_bucket(night: Evening) -> Deed | None:
    """A bucket more, with one prize or several, or a 50/50. A code that is there must be refused, and a 50/50 that has
    a value or two winners.
    """
    raffle, before = raffle_of(night), buckets(night)
    if len(before) >= ENOUGH and night.chance.random() < 0.9:
        return None
    prizes, share = night.chance.choice((1, 1, 2, 3)), night.chance.choice((None, None, 50, 1, 100))
    codes = {*before, *prize_codes(raffle)}
    code = night.chance.choice(("", "", f"BASKET-{len(before)}"))
    value = 0 if share else night.chance.choice((0, 4200))
    prizes = 1 if share else prizes
    refused = "" if raffle.status == RaffleStatus.OPEN else NOT_ON_SALE
    if night.is_wrong():
        match night.chance.choice(("taken", "value", "winners")):
            case "taken":
                code = night.one_of(sorted(codes)) or ""
                refused = refused or (f"{code} is there" if code else "")
            case "value":
                share, value, prizes = 50, 100, 1
                refused = refused or "a 50/50 has no value of its own"
            case "winners":
                share, value, prizes = 50, 0, 2
                refused = refused or "a 50/50 has one winner"
    numbers = [int(found[1]) for each in codes if (found := NUMBERED.fullmatch(each))]
    named = code.upper() or f"B{max(numbers, default=0) + 1}"
    own = [named] if prizes == 1 else [f"{named}-{number}" for number in range(1, prizes + 1)]
    if {named, *own} & codes:
        refused = refused or f"{named} is there"
    position = max((int(str(each["position"])) for each in before.values()), default=0) + 1
    new = {"code": named, "position": position, "item": "Quilt", "donor": "Ada", "value": value, "pot_percent": share}
    mark, prizes_before = Mark(night.event), prize_codes(raffle)

    def promise() -> Iterator[str]:
        after = {**before, named: {**new, "pot_money": None, "pot": None}}
        yield from differences("bucket", after, buckets(night))
        if prize_codes(raffle) != [*prizes_before, *own]:
            yield f"the prizes are {prize_codes(raffle)}"
        yield from mark.logged("bucket.added", named)

    body = {"item": "Quilt", "donor": "Ada", "value": value, "code": code, "prizes": prizes}
    press = night.program("POST", "raffle/buckets/", {**body, "pot_percent": share} if share else body)
    if not share and night.chance.random() < 0.3:
        press = night.form("raffle/buckets/", {**body, "value": f"{value / 100:.2f}" if value else ""})
    return Deed(press, refused, must_count=not refused, promise=promise)


def change_bucket(night: Evening) -> Deed | None:
    """What stands behind an empty bucket is changed in part, or the bucket is removed; one that holds tickets must
    stay as it is.
    """
    raffle, before = raffle_of(night), buckets(night)
    lying = {each.bucket for each in papers(night.event).values() if each.bucket}
    wrong = night.is_wrong(0.4)
    code = night.one_of([each for each in before if (each in lying) == wrong])
    if code is None:
        return None
    refused = "" if raffle.status == RaffleStatus.OPEN else NOT_ON_SALE
    refused = refused or (f"{code} holds tickets" if code in lying else "")
    after, mark, address = dict(before), Mark(night.event), f"raffle/buckets/{code}/"
    if night.chance.random() < 0.2:
        del after[code]
        press, action = night.program("DELETE", address), "bucket.removed"
    else:
        changes: dict[str, object] = {"donor": night.chance.choice(("Voss family", ""))}
        if before[code]["pot_percent"] is None:
            changes["value"] = night.chance.choice((0, 42_000))
        after[code] = {**before[code], **changes}
        press, action = night.program("PATCH", address, changes), "bucket.edited"

    def promise() -> Iterator[str]:
        yield from differences("bucket", after, buckets(night))
        yield from mark.logged(action, code)

    return Deed(press, refused, must_count=not refused, promise=promise)


def renew_promise(night: Evening) -> Deed | None:
    """Another seed is promised, rarely: somebody else signs, and the promise before it stays public. A barrel has no
    promise, and its seed is never used.
    """
    raffle = raffle_of(night)
    is_wrong = night.is_wrong(0.6)
    if not is_wrong and night.chance.random() < 0.8:
        return None
    replaces, signed = raffle.commitment, night.signed()
    refused = "" if raffle.status == RaffleStatus.OPEN else NOT_ON_SALE
    if raffle.method == DrawMethod.BARREL:
        refused = "a barrel promises nothing"
    if is_wrong:
        match night.chance.choice(("nobody", "the same person", "another promise")):
            case "nobody":
                signed, refused = {}, refused or "nobody signs"
            case "the same person":
                user = night.world.users[ORGANISER]
                signed, refused = (
                    {**signed, "second": user.username if user else ""},
                    refused or "one person signs twice",
                )
            case "another promise":
                replaces, refused = "ab" * 32, refused or "another promise was seen"
    if not night.works(SIGNER):
        return None
    before = Withdrawn.objects.filter(raffle=raffle).count()

    def promise() -> Iterator[str]:
        now = raffle_of(night)
        if now.commitment == replaces or now.seed or not now.sealed_seed or now.promised_at != timezone.now():
            yield "the promise is the one before, or its seed is not sealed"
        rows = Withdrawn.objects.filter(raffle=raffle, kind="promise", value=replaces, at=timezone.now())
        if rows.exclude(second_code="").count() != 1 or Withdrawn.objects.filter(raffle=raffle).count() != before + 1:
            yield "the promise before is not kept once, with who signed"

    body = {**signed, "reason": "Read aloud by mistake", "replaces": replaces}
    return Deed(night.program("POST", "raffle/promise/", body), refused, must_count=not refused, promise=promise)


def freeze(night: Evening) -> Deed | None:
    """Sales close, rarely: the list, the order of the prizes, the rule, the pots and the chance to come are fixed. A
    barrel's list is of tickets alone, whatever chance is named.
    """
    raffle, found = raffle_of(night), papers(night.event)
    calls, wait = night.chance.choice(("dice 20", "dice 20", "dice 24", "cards 20")), None
    placed = [each for each in found.values() if each.bucket]
    refused = "" if raffle.status == RaffleStatus.OPEN else "sales are closed already"
    refused = refused or ("" if placed else "no ticket lies in a bucket")
    if night.chance.random() < AWAITED:
        calls, wait = night.chance.choice((("", 5), ("dice 20", 1), ("dice 20", 60)))
    if night.is_wrong():
        calls, wait = night.chance.choice((("", None), ("dice 19", None), ("dice 201", None), ("dice 20", 0)))
        if calls or raffle.method != DrawMethod.BARREL:
            refused = refused or "no chance, or too little, decides the draw"
    if not refused and night.chance.random() < 0.5:
        return None
    kind, number = calls.split() if calls else ("none", 20)
    pots, mark, one_prize = pots_of(night.event, found), Mark(night.event), night.house.raffle.one_prize_per_person

    def promise() -> Iterator[str]:
        now = raffle_of(night)
        text = sheet_text(
            raffle, night.event, found, closed=timezone.now(), one_prize=one_prize, calls=calls, wait=wait
        )
        if now.frozen_list != text:
            yield f"the sheet reads {now.frozen_list!r}, not {text!r}"
        told = {"status": now.status, "hash": now.list_hash, "at": now.frozen_at, "seed": now.seed, "is": now.entropy}
        hashed = hashlib.sha256(text.encode()).hexdigest()
        due = {"status": "frozen", "hash": hashed, "at": timezone.now(), "seed": "", "is": ""}
        yield from differences("the raffle's", due, told)
        shares = Bucket.objects.filter(raffle=raffle, pot_percent__isnull=False)
        fixed = {
            code: (money, share, pot)
            for code, money, share, pot in shares.values_list("code", "pot_money", "pot_percent", "pot")
        }
        yield from differences("pot", pots, fixed)
        yield from mark.logged("raffle.frozen", hashed)
        yield from differences("ticket", facts_of(found), facts_of(papers(night.event)))

    # The page asks a barrel for no chance, so that it can refuse none.
    may_be_typed = not refused or raffle.method != DrawMethod.BARREL
    if may_be_typed and wait is None and calls.startswith("dice") and night.chance.random() < 0.3:
        press = night.form("raffle/freeze/", {"kind": "dice", "number": number, "minutes": 5})
    else:
        body = {"calls": kind, "number": int(number), "beacon_minutes": wait}
        press = night.program("POST", "raffle/freeze/", body)
    return Deed(press, refused, must_count=not refused, promise=promise)


def reopen(night: Evening) -> Deed | None:
    """Sales open again, until chance is brought or the beacon is public; time passes to the very moment of its round,
    or to a second before it.
    """
    if raffle_of(night).status != RaffleStatus.FROZEN and night.chance.random() < 0.7:
        return None
    if night.is_wrong(0.4):
        wait_for_a_beacon(night)
    raffle = raffle_of(night)
    refused = "" if raffle.status == RaffleStatus.FROZEN else "there is no list to withdraw"
    sheet = sheet_of(raffle)
    if not refused and sheet is not None and (due := sheet.beacon) is not None:
        left = (due - arrival()).total_seconds()
        if left > 0 and night.is_wrong(0.7):
            night.world.pass_time(left - night.chance.choice((0, 0, 1)))
        arrives = (arrival() - due).total_seconds()
        refused = "the beacon is public" if arrives >= 0 else ""
    before, mark, withdrawn = raffle.list_hash, Mark(night.event), Withdrawn.objects.filter(raffle=raffle).count()

    def promise() -> Iterator[str]:
        now = raffle_of(night)
        cleared = (now.status, now.frozen_at, now.frozen_list, now.list_hash, now.win_rule, now.entropy)
        if cleared != ("open", None, "", "", "", ""):
            yield f"the raffle is at {cleared}"
        if Bucket.objects.filter(raffle=raffle, pot__isnull=False).exists():
            yield "a pot stays fixed"
        rows = Withdrawn.objects.filter(
            raffle=raffle, kind="list", value=before, at=timezone.now(), reason="A bucket fell"
        )
        if rows.count() != 1 or Withdrawn.objects.filter(raffle=raffle).count() != withdrawn + 1:
            yield "the list that was public is not kept once"
        yield from mark.logged("raffle.reopened", before)

    if night.chance.random() < 0.3:
        press = night.form("raffle/reopen/", {"reason": "A bucket fell"})
    else:
        press = night.program("POST", "raffle/reopening/", {"reason": "A bucket fell"})
    return Deed(press, refused, must_count=not refused, promise=promise)


def wait_for_a_beacon(night: Evening) -> None:
    """Sales are opened on the way and closed again, for a draw that waits for a beacon."""
    night.ask(night.program("POST", "raffle/reopening/", {"reason": "There is no die"}))
    night.ask(night.program("POST", "raffle/freeze/", {"beacon_minutes": 5}))


def look_at_proof(night: Evening) -> Deed | None:
    """Anybody reads the proof: it tells what is published at this stage, and neither seed nor list before its time. A
    raffle that is there cannot be opened once more, because a promise was published for it.
    """
    raffle = raffle_of(night)
    address = f"/e/{night.event.code}/raffle/"
    if night.chance.random() < 0.1:
        press = night.program("POST", "raffle/opening/", {"method": night.chance.choice(("verifiable", "barrel"))})
        return Deed(press, "the raffle is open already")
    if night.chance.random() < 0.3:
        refused = "" if raffle.frozen_list else "the list is not closed"
        return Deed(Press("stranger", "GET", f"{address}list.txt", is_api=False), refused)
    press = Press("stranger", "GET", f"{address}proof.json", is_api=False)

    def promise() -> Iterator[str]:
        told = json.loads(night.world.client("stranger").get(press.address).content)
        yield from differences("the proof's", proof_of(raffle_of(night), night.event, timezone.now()), told)

    return Deed(press, promise=promise)


def buckets(night: Evening) -> dict[str, dict[str, object]]:
    """Every bucket by its code."""
    rows = Bucket.objects.filter(raffle__event=night.event).order_by("position", "pk")
    return {str(row["code"]): dict(row) for row in rows.values(*FIELDS)}


def prize_codes(raffle: Raffle) -> list[str]:
    """In the order of the buckets."""
    rows = Prize.objects.filter(raffle=raffle).order_by("bucket__position", "position", "pk")
    return list(rows.values_list("code", flat=True))
