"""Prizes are drawn one by one, called and handed over, and the raffle ends."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from django.utils import timezone

from eventnight.raffle.models import Bucket, DrawMethod, Outcome, Prize, Raffle, RaffleStatus
from tests.flows.nights import SEED
from tests.simulator.deeds.booked import Mark, one_who_may
from tests.simulator.deeds.deed import Deed, Evening, differences
from tests.simulator.deeds.raffle.pots import go_through_prizes
from tests.simulator.deeds.raffle.rows import RUNS_RAFFLE, draws, raffle_of
from tests.simulator.deeds.raffle.sheet import begun_prize, drawn, index_of, is_settled, may_win, open_prize, sheet_of

TYPED = 0.04
"""How often somebody types a number that must be drawn."""


def draw(night: Evening) -> Deed | None:
    """The next prize is drawn; another than the next, or one before the last is settled, must be refused, and whatever
    comes out of a barrel. A prize that has its number keeps it.
    """
    raffle = raffle_of(night)
    prizes = list(
        Prize.objects.filter(raffle=raffle).order_by("bucket__position", "position").values_list("code", flat=True)
    )
    if not prizes or (raffle.status == RaffleStatus.OPEN and night.chance.random() < 0.8):
        return None
    if night.chance.random() < TYPED and raffle.method != DrawMethod.BARREL:
        press = night.program("POST", f"raffle/prizes/{prizes[0]}/barrel/", {"ticket": 1})
        return Deed(press, "nobody types the numbers of a draw that anybody can repeat")
    refused, before, mark, so_far = "", draws(raffle), Mark(night.event), drawn(raffle)
    sheet = sheet_of(raffle)
    due = open_prize(sheet, so_far) if sheet else ""
    prize = night.one_of(prizes) if night.is_wrong(0.3) else due or prizes[0]
    assert prize is not None
    has_number = any(each.prize == prize and each.outcome != Outcome.ABSENT for each in so_far)
    eligible = may_win(sheet, prize, so_far) if sheet else []
    if has_number or sheet is None or raffle.status != RaffleStatus.DRAWING:
        refused = "" if has_number else "prizes are not drawn now"
    elif raffle.method == DrawMethod.BARREL:
        refused = "the numbers of a barrel are typed"
    elif not eligible:
        refused = f"nobody can win {prize}"
    elif begun_prize(sheet, so_far) not in ("", prize) or due != prize:
        refused = f"{due} comes before {prize}"
    attempt = sum(each.prize == prize for each in so_far)

    def promise() -> Iterator[str]:
        after = draws(raffle)
        row = after.pop(len(before) + 1, None) if not has_number else None
        yield from differences("draw", before, after)
        if has_number:
            return
        if row is None:
            yield f"no number came up for {prize}"
            return
        index = row["index"]
        if hashlib.sha256(SEED).hexdigest() == raffle.commitment and sheet:
            index = index_of(SEED, raffle, sheet.event, prize, attempt, len(eligible))
        number = eligible[index] if isinstance(index, int) and index < len(eligible) else None
        new = {"prize__code": prize, "attempt": attempt, "ticket__number": number, "eligible": len(eligible)}
        new |= {"index": index, "outcome": "drawn", "at": timezone.now(), "decided_at": None, "decided_by": ""}
        yield from differences("the draw's", {**new, "paid_entry": None}, {**row, "by_code": None})
        yield from mark.logged("draw.made", prize)

    if night.chance.random() < 0.3:
        press = night.form(f"raffle/prizes/{prize}/draw/", {}, who=one_who_may(night, RUNS_RAFFLE))
    else:
        press = night.program("POST", f"raffle/prizes/{prize}/draw/", who=one_who_may(night, RUNS_RAFFLE))
    return Deed(press, refused, must_count=not refused, promise=promise)


def nobody_came(night: Evening) -> Deed | None:
    """The holder of the number that is called is absent: the number is out, and with it all of the holder's tickets."""
    return _decide(night, "absent", Outcome.ABSENT, (Outcome.DRAWN,))


def hand_over(night: Evening) -> Deed | None:
    """The holder has the prize; a 50/50 is paid instead."""
    return _decide(night, "hand-over", Outcome.HANDED_OVER, (Outcome.DRAWN,))


def call_again(night: Evening) -> Deed | None:
    """The last decision is taken back, while no number was drawn since and no pot is paid."""
    return _decide(night, "call-again", Outcome.DRAWN, (Outcome.ABSENT, Outcome.HANDED_OVER))


LOGGED = {"absent": "draw.absent", "hand-over": "draw.handed_over", "call-again": "draw.called_again"}


def _decide(night: Evening, door: str, to: str, froms: tuple[str, ...]) -> Deed | None:
    raffle, before = raffle_of(night), draws(raffle_of(night))
    if not before:
        return None
    last = max(before)
    place = last if not night.is_wrong(0.3) else night.chance.choice([*before])
    row = before[place]
    prize, attempt = str(row["prize__code"]), int(str(row["attempt"]))
    if door == "call-again" and row["outcome"] == Outcome.HANDED_OVER and night.chance.random() < 0.5:
        return None
    refused, stays = "", row["outcome"] == to
    is_pot = Bucket.objects.filter(prizes__code=prize, raffle=raffle, pot_percent__isnull=False).exists()
    if door == "hand-over" and is_pot:
        refused = f"{prize} is money, which the books must know"
    elif door == "call-again" and row["paid_entry"] is not None:
        refused = f"{prize} is paid"
    elif not stays:
        if raffle.status != RaffleStatus.DRAWING:
            refused = "the results are final"
        elif row["outcome"] not in froms:
            refused = f"{prize} is at {row['outcome']}"
        elif door == "call-again" and place != last:
            refused = "a number was drawn since"
    if night.chance.random() < 0.1:
        attempt = sum(each["prize__code"] == prize for each in before.values())
        refused = f"{prize} has no attempt {attempt}"
    who, mark = one_who_may(night, RUNS_RAFFLE), Mark(night.event)
    user = night.world.users[who]
    assert user is not None
    is_new = to == Outcome.DRAWN
    decided = {"decided_at": None if is_new else timezone.now(), "decided_by": "" if is_new else night.code_of(user.pk)}

    def promise() -> Iterator[str]:
        after = dict(before)
        if not stays:
            at = None if is_new else timezone.now()
            after[place] = {**row, **decided, "decided_at": at, "outcome": to}
            yield from mark.logged(LOGGED[door], prize)
        yield from differences("draw", after, draws(raffle))

    if night.chance.random() < 0.3:
        press = night.form(f"raffle/prizes/{prize}/{attempt}/{door}/", {}, who=who)
    else:
        press = night.program("POST", f"raffle/prizes/{prize}/{door}/", {"attempt": attempt}, who=who)
    return Deed(press, refused, must_count=not refused, promise=promise)


def finish(night: Evening) -> Deed | None:
    """The raffle ends and its seed is published, once every prize is handed over or nobody can win it. A barrel has no
    seed to publish.
    """
    if night.chance.random() < 0.4:
        go_through_prizes(night)
    raffle, so_far = raffle_of(night), drawn(raffle_of(night))
    refused = "" if raffle.status == RaffleStatus.DRAWING else "the raffle is not at the drawing"
    sheet = sheet_of(raffle)
    left = [prize for prize, _ in sheet.prizes if not is_settled(sheet, prize, so_far)] if sheet else []
    refused = refused or (f"{', '.join(left)} are open" if left else "")
    if night.chance.random() < (0.8 if raffle.status != RaffleStatus.DRAWING else 0.3):
        return None
    mark = Mark(night.event)

    def promise() -> Iterator[str]:
        now = raffle_of(night)
        seed = bytes.fromhex(now.seed)
        if (now.status, now.finished_at) != ("done", timezone.now()):
            yield f"the raffle is at {now.status}, finished at {now.finished_at}"
        yield from mark.logged("raffle.finished", raffle.list_hash)
        if raffle.method == DrawMethod.BARREL:
            return
        if now.sealed_seed:
            yield "the seed is sealed still"
        if hashlib.sha256(seed).hexdigest() != raffle.commitment:
            yield "the seed is not the one that was promised"
        yield from _repeated(now, seed)

    press = night.program("POST", "raffle/finish/")
    if night.chance.random() < 0.3:
        press = night.form("raffle/finish/", {})
    return Deed(press, refused, must_count=not refused, promise=promise)


def _repeated(raffle: Raffle, seed: bytes) -> Iterator[str]:
    """Every number is the one that comes up when the whole draw is repeated."""
    sheet, so_far, rows = sheet_of(raffle), drawn(raffle), draws(raffle)
    assert sheet is not None
    for place, each in enumerate(so_far):
        eligible = may_win(sheet, each.prize, so_far[:place])
        index = index_of(seed, raffle, sheet.event, each.prize, each.attempt, len(eligible)) if eligible else None
        told = rows[place + 1]
        if index is None or (told["index"], told["eligible"], each.ticket) != (index, len(eligible), eligible[index]):
            yield f"{each} cannot be repeated"
