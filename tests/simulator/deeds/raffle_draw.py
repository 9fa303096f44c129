"""Chance is brought, prizes are drawn one by one, called and handed over, pots are paid, and the raffle ends."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from django.utils import timezone

from eventnight.bank.models import Entry, EntryKind
from eventnight.events.models import Player
from eventnight.raffle.models import Bucket, DrawMethod, Outcome, Prize, Raffle, RaffleStatus, Ticket
from tests.flows.nights import SEED
from tests.simulator.deeds.booked import Mark, held_at, is_closed, till_is_open
from tests.simulator.deeds.deed import ORGANISER, Deed, Evening, differences
from tests.simulator.deeds.raffle_rows import RUNS_RAFFLE, draws, raffle_of
from tests.simulator.deeds.raffle_sheet import Sheet, begun_prize, drawn, index_of, is_settled, may_win, open_prize

CARDS = "Kd 9s 2c Ah 7h Td 3s 4d 5c Qs Jh 6c 8d Ks As 2h 3d 4c 5s 6h"


def bring_chance(night: Evening) -> Deed | None:
    """Guests call the dice or cards that the sheet fixed, once; somebody else than who types them watched."""
    raffle = raffle_of(night)
    if raffle.status != RaffleStatus.FROZEN and night.chance.random() < 0.8:
        return None
    sheet = Sheet.of(raffle.frozen_list) if raffle.frozen_list else None
    if sheet is not None and (sheet.beacon is not None or not sheet.calls):
        return None
    if sheet is not None and raffle.status == RaffleStatus.FROZEN and night.chance.random() < 0.4:
        return None
    kind, number = sheet.calls.split() if sheet else ("dice", "20")
    dice = [str(night.chance.randint(1, 6)) for _ in range(int(number))] if kind == "dice" else CARDS.split()
    guests = list(Player.objects.filter(event=night.event).order_by("pk").values_list("code", flat=True))
    user = night.world.users[ORGANISER]
    assert user is not None
    threw, watched, refused = guests[:1], [night.chance.choice(guests[1:]), user.username], ""
    if raffle.status == RaffleStatus.OPEN:
        refused = "sales are still open"
    elif raffle.status != RaffleStatus.FROZEN:
        refused = "chance was brought before"
    entropy = f"{kind}:{' '.join(dice)}"
    if night.is_wrong():
        match night.chance.choice(("too few", "too many", "spelling", "alone", "nobody")):
            case "too few":
                entropy, refused = f"{kind}:{' '.join(dice[1:])}", refused or "a call is missing"
            case "too many":
                entropy, refused = f"{kind}:{' '.join([*dice, dice[0]])}", refused or "a call is too many"
            case "spelling":
                entropy, refused = f"{kind}:{', '.join(dice)}", refused or "it is another spelling of the same"
            case "alone":
                watched, refused = [user.username], refused or "nobody else watched"
            case "nobody":
                threw, refused = [], refused or "nobody threw"
    mark = Mark(night.event)

    def promise() -> Iterator[str]:
        now = raffle_of(night)
        codes = [f"staff-{user.pk}" if name == user.username else name for name in watched]
        due = {"status": "drawing", "chance": entropy, "at": timezone.now(), "threw": threw, "watched": codes}
        told = {"status": now.status, "chance": now.entropy, "at": now.entropy_at, "threw": now.thrown_by}
        yield from differences("the raffle's", due, {**told, "watched": now.watched_by})
        if (
            now.seed
            or not now.sealed_seed
            or (now.frozen_list, now.commitment) != (raffle.frozen_list, raffle.commitment)
        ):
            yield "the seed is open, or the sheet is another"
        yield from mark.logged("raffle.entropy", raffle.list_hash)

    if entropy == f"{kind}:{' '.join(dice)}" and threw and night.chance.random() < 0.3 and sheet:
        fields = {"calls": ",".join(dice), "thrown_by": " ".join(threw), "watched_by": " ".join(watched)}
        press = night.form("raffle/entropy/", {**fields, "shown": entropy})
    else:
        body = {"entropy": entropy, "thrown_by": threw, "watched_by": watched}
        press = night.program("POST", "raffle/entropy/", body)
    return Deed(press, refused, must_count=not refused, promise=promise)


def draw(night: Evening) -> Deed | None:
    """The next prize is drawn; another than the next, or one before the last is settled, must be refused. A prize that
    has its number keeps it.
    """
    raffle = raffle_of(night)
    prizes = list(
        Prize.objects.filter(raffle=raffle).order_by("bucket__position", "position").values_list("code", flat=True)
    )
    if not prizes or (raffle.status == RaffleStatus.OPEN and night.chance.random() < 0.8):
        return None
    refused, before, mark, so_far = "", draws(raffle), Mark(night.event), drawn(raffle)
    sheet = Sheet.of(raffle.frozen_list) if raffle.frozen_list else None
    due = open_prize(sheet, so_far) if sheet else ""
    prize = night.one_of(prizes) if night.is_wrong(0.3) else due or prizes[0]
    assert prize is not None
    has_number = any(each.prize == prize and each.outcome != Outcome.ABSENT for each in so_far)
    eligible = may_win(sheet, prize, so_far) if sheet else []
    if has_number or sheet is None or raffle.status != RaffleStatus.DRAWING:
        refused = "" if has_number else "prizes are not drawn now"
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
        press = night.form(f"raffle/prizes/{prize}/draw/", {}, who=night.chance.choice(RUNS_RAFFLE))
    else:
        press = night.program("POST", f"raffle/prizes/{prize}/draw/", who=night.chance.choice(RUNS_RAFFLE))
    return Deed(press, refused, must_count=not refused, promise=promise)


def draw_by_hand(night: Evening) -> Deed | None:
    """Somebody types a number for a prize of a draw that anybody can repeat, which must be refused."""
    raffle = raffle_of(night)
    prize = night.one_of(Prize.objects.filter(raffle=raffle).order_by("pk").values_list("code", flat=True))
    number = night.one_of(Ticket.objects.filter(raffle=raffle).order_by("number").values_list("number", flat=True))
    if prize is None or number is None or raffle.method == DrawMethod.BARREL or night.chance.random() < 0.7:
        return None
    press = night.program("POST", f"raffle/prizes/{prize}/barrel/", {"ticket": number})
    return Deed(press, "nobody types the numbers of this raffle")


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
    who, mark = night.chance.choice(RUNS_RAFFLE), Mark(night.event)
    user = night.world.users[who]
    assert user is not None
    is_new = to == Outcome.DRAWN
    decided = {"decided_at": None if is_new else timezone.now(), "decided_by": "" if is_new else f"staff-{user.pk}"}

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


def pay_pot(night: Evening) -> Deed | None:
    """The winner of a 50/50 gets the share of its ticket money, once, out of a drawer that holds it or the safe."""
    raffle, before = raffle_of(night), draws(raffle_of(night))
    pots = {bucket.code: bucket for bucket in Bucket.objects.filter(raffle=raffle, pot_money__isnull=False)}
    of_pots = dict(Prize.objects.filter(raffle=raffle, bucket__code__in=pots).values_list("code", "bucket__code"))
    place = night.one_of(place for place, row in before.items() if row["prize__code"] in of_pots)
    if place is None:
        return None
    row = before[place]
    prize, attempt = str(row["prize__code"]), int(str(row["attempt"]))
    bucket, till = pots[of_pots[prize]], night.chance.choice(("T1", "T1", "T1", ""))
    pot = (bucket.pot_money or 0) * (bucket.pot_percent or 0) // 100
    refused = "the night is closed" if is_closed(night.event) else ""
    if row["outcome"] != Outcome.DRAWN or raffle.status != RaffleStatus.DRAWING:
        refused = refused or f"{prize} is not being called"
    drawer = f"money/till/{till}" if till else "money/safe/safe"
    if held_at(night.event, drawer) < pot:
        refused = refused or f"{drawer} does not hold {pot}"
    mark = Mark(night.event)
    holder = Ticket.objects.values_list("holder__code", flat=True).get(raffle=raffle, number=row["ticket__number"])

    def promise() -> Iterator[str]:
        yield from mark.booked(EntryKind.POT_PAID, moves={drawer: -pot, "money/source/cash": pot})
        for entry in mark.entries()[:1]:
            told = (entry.subject, entry.purpose, entry.till, entry.rates)
            share = {"money": bucket.pot_money, "percent": bucket.pot_percent}
            if told != (holder, "pot" if pot else "", till if pot else "", share):
                yield f"the payment reads {told}"
        after = draws(raffle)
        paid = {"outcome": "handed_over", "paid_entry": mark.sequence + 1, "decided_at": timezone.now()}
        yield from differences("draw", {**before, place: {**row, **paid, "decided_by": f"staff-{_user(night)}"}}, after)

    if night.chance.random() < 0.3 and till_is_known(night, till):
        press = night.form(f"raffle/prizes/{prize}/{attempt}/pay/", {"paid_from": till or "safe"})
    else:
        press = night.program("POST", f"raffle/prizes/{prize}/pot/payment/", {"attempt": attempt, "till": till})
    return Deed(press, refused, must_count=not refused, promise=promise)


def return_pot(night: Evening) -> Deed | None:
    """A paid pot comes back to where it was, while no number was drawn since."""
    raffle, before = raffle_of(night), draws(raffle_of(night))
    paid = [place for place, row in before.items() if row["paid_entry"] is not None]
    pots = Prize.objects.filter(raffle=raffle, bucket__pot_money__isnull=False).values_list("code", flat=True)
    place = night.one_of(paid or [place for place, row in before.items() if row["prize__code"] in set(pots)])
    if place is None or (place in paid and night.chance.random() < 0.5):
        return None
    row = before[place]
    prize, attempt = str(row["prize__code"]), int(str(row["attempt"]))
    refused = "" if place in paid else f"{prize} is not paid"
    if raffle.status != RaffleStatus.DRAWING or place != max(before) or is_closed(night.event):
        refused = refused or "the results are final"
    entry = Entry.objects.filter(event=night.event, sequence=row["paid_entry"] or 0).first()
    if entry and entry.till and not till_is_open(night.event, entry.till):
        refused = refused or f"till {entry.till} is closed"
    bucket = Bucket.objects.get(raffle=raffle, prizes__code=prize)
    pot = bucket.pot or 0
    drawer = f"money/till/{entry.till}" if entry and entry.till else "money/safe/safe"
    mark = Mark(night.event)

    def promise() -> Iterator[str]:
        yield from mark.booked(EntryKind.REVERSAL, moves={drawer: pot, "money/source/cash": -pot})
        if [each.reverses_id for each in mark.entries()] != [entry.pk if entry else None]:
            yield "it is not the payment that was undone"
        again = {"outcome": "drawn", "paid_entry": None, "decided_at": None, "decided_by": ""}
        yield from differences("draw", {**before, place: {**row, **again}}, draws(raffle))

    body = {"attempt": attempt, "reason": "The winner left"}
    press = night.program("POST", f"raffle/prizes/{prize}/pot/return/", body)
    if night.chance.random() < 0.3:
        press = night.form(f"raffle/prizes/{prize}/{attempt}/take-back/", {"reason": "The winner left"})
    return Deed(press, refused, must_count=not refused, promise=promise)


def finish(night: Evening) -> Deed | None:
    """The raffle ends and its seed is published, once every prize is handed over or nobody can win it."""
    raffle, so_far = raffle_of(night), drawn(raffle_of(night))
    refused = "" if raffle.status == RaffleStatus.DRAWING else "the raffle is not at the drawing"
    sheet = Sheet.of(raffle.frozen_list) if raffle.frozen_list else None
    left = [prize for prize, _ in sheet.prizes if not is_settled(sheet, prize, so_far)] if sheet else []
    refused = refused or (f"{', '.join(left)} are open" if left else "")
    if night.chance.random() < (0.8 if not refused or raffle.status != RaffleStatus.DRAWING else 0.3):
        return None
    mark = Mark(night.event)

    def promise() -> Iterator[str]:
        now = raffle_of(night)
        seed = bytes.fromhex(now.seed)
        if (now.status, now.finished_at, now.sealed_seed) != ("done", timezone.now(), ""):
            yield f"the raffle is at {now.status}, finished at {now.finished_at}"
        if hashlib.sha256(seed).hexdigest() != raffle.commitment:
            yield "the seed is not the one that was promised"
        yield from _repeated(now, seed)
        yield from mark.logged("raffle.finished", raffle.list_hash)

    press = night.program("POST", "raffle/finish/")
    if night.chance.random() < 0.3:
        press = night.form("raffle/finish/", {})
    return Deed(press, refused, must_count=not refused, promise=promise)


def _repeated(raffle: Raffle, seed: bytes) -> Iterator[str]:
    """Every number is the one that comes up when the whole draw is repeated."""
    sheet, so_far, rows = Sheet.of(raffle.frozen_list), drawn(raffle), draws(raffle)
    for place, each in enumerate(so_far):
        eligible = may_win(sheet, each.prize, so_far[:place])
        index = index_of(seed, raffle, sheet.event, each.prize, each.attempt, len(eligible)) if eligible else None
        told = rows[place + 1]
        if index is None or (told["index"], told["eligible"], each.ticket) != (index, len(eligible), eligible[index]):
            yield f"{each} cannot be repeated"


def till_is_known(night: Evening, till: str) -> bool:
    """Whether the page offers it: a till that anything was booked at."""
    return not till or held_at(night.event, f"money/till/{till}") > 0


def _user(night: Evening) -> int:
    user = night.world.users[ORGANISER]
    assert user is not None
    return int(user.pk)


DEEDS = {
    "bring chance": bring_chance,
    "draw": draw,
    "draw by hand": draw_by_hand,
    "nobody came": nobody_came,
    "hand over": hand_over,
    "call again": call_again,
    "pay the pot": pay_pot,
    "return the pot": return_pot,
    "finish": finish,
}
