"""Money that leaves for good: to the fund, and to the winner of a 50/50."""

from __future__ import annotations

from eventnight.bank.models import Entry, EntryKind, Purpose
from eventnight.raffle.models import Draw, Outcome, Raffle, RaffleStatus
from tests.simulator.deeds.bank.entries import POCKETS, Wanted, booked, drawer, moves_of, turned
from tests.simulator.deeds.bank.signing import no_second, second_beside
from tests.simulator.deeds.bank.undoing import reversal
from tests.simulator.deeds.booked import held_at
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Deeds, Evening
from tests.simulator.deeds.tills.shifts import KEPT

FUND = "money/fund/fund"
SAFE = KEPT["cash"]


def give(night: Evening) -> Deed | None:
    """Money of closed tills to the fund, signed by two; not a cent more than there is."""
    means = night.chance.choice(sorted(KEPT))
    there = held_at(night.event, KEPT[means])
    amount = night.chance.choice((there, there + 1, max(there // 3, 1), 1))
    if amount < 1 or (not there and night.chance.random() < 0.7):
        return None
    signature = no_second(night, ORGANISER) if night.is_wrong() else second_beside(night, ORGANISER)
    refused = signature.wrong or (f"only {there} is kept by {means}" if amount > there else "")
    note = night.chance.choice(("", "Brought to the bank by Ruth"))
    body = {"means": means, "amount": amount, "note": note, **signature.sent}
    if night.chance.random() < 0.3:
        typed = {**body, "amount": f"{amount // 100}.{amount % 100:02}", "shown": f"{means} {amount}"}
        press = night.form("fund/", typed, beneath="organise")
    else:
        press = night.program("POST", "fund/", body)
    wanted = Wanted(
        kind=EntryKind.FUND_DONATED,
        moves=[(KEPT[means], FUND, amount)],
        subject="fund",
        reason=note,
        second=signature.name,
    )
    must = not refused and night.works(ORGANISER)
    return Deed(press, refused, must_count=must, promise=booked(night, ORGANISER, wanted))


def take_back(night: Evening) -> Deed | None:
    """A donation to the fund that was a mistake; two sign that too, and nothing else is undone there."""
    gifts = list(Entry.objects.filter(event=night.event, kind=EntryKind.FUND_DONATED).order_by("-pk")[:4])
    others = Entry.objects.filter(event=night.event).exclude(kind=EntryKind.FUND_DONATED).order_by("-pk")[:12]
    entry = night.one_of(gifts) if gifts and night.chance.random() < 0.7 else night.one_of(others)
    if entry is None:
        return None
    refused = "" if entry in gifts else f"entry {entry.sequence} is a {entry.kind}"
    signature = no_second(night, ORGANISER) if entry in gifts and night.is_wrong() else second_beside(night, ORGANISER)
    refused = refused or signature.wrong
    if Entry.objects.filter(reverses=entry).exists():
        refused = refused or f"entry {entry.sequence} was undone before"
    moves, reason = turned(moves_of(entry)), "Counted by the wrong person"
    body = {"reason": reason, **signature.sent}
    press = (
        night.form(f"fund/{entry.sequence}/undo/", body, beneath="organise")
        if night.chance.random() < 0.3
        else night.program("POST", f"fund/{entry.sequence}/reversal/", body)
    )
    must = not refused and night.works(ORGANISER)
    wanted = reversal(entry, moves, reason=reason, second=signature.name)
    return Deed(press, refused, must_count=must, promise=booked(night, ORGANISER, wanted))


def draw_pot(night: Evening) -> Deed | None:
    """The next draw for a 50/50, so that somebody can be paid."""
    drawn = Draw.objects.filter(raffle__event=night.event).exclude(outcome=Outcome.ABSENT).values("prize")
    raffle = Raffle.objects.filter(event=night.event, status=RaffleStatus.DRAWING).first()
    prizes = raffle.prizes.filter(bucket__pot_percent__isnull=False).exclude(pk__in=drawn) if raffle else ()
    prize = night.one_of(prizes)
    return Deed(night.program("POST", f"raffle/prizes/{prize.code}/draw/")) if prize else None


def pay_pot(night: Evening) -> Deed | None:
    """The winner of a 50/50 gets their share out of a till that holds it, or out of the safe."""
    draws = Draw.objects.filter(raffle__event=night.event, prize__bucket__pot_percent__isnull=False)
    draw = night.one_of(draws.select_related("prize__bucket", "ticket__holder", "raffle").order_by("pk"))
    if draw is None:
        return None
    bucket = draw.prize.bucket
    money, percent = bucket.pot_money or 0, bucket.pot_percent or 0
    till = night.chance.choice(("", "T1", "T1", "T2", "T3"))
    giver = drawer(till, "cash") if till else SAFE
    pot, there = bucket.pot or 0, held_at(night.event, giver)
    refused = night.closed or ("the draw is decided" if draw.outcome != Outcome.DRAWN or draw.paid_entry else "")
    refused = refused or (f"{giver} holds {there} and not {pot}" if there < pot else "")
    body = {"attempt": draw.attempt, "till": till or "safe"}
    if not till:
        body.pop("till")
    wanted = Wanted(
        kind=EntryKind.POT_PAID,
        moves=[(giver, POCKETS, pot)] if pot else [],
        subject=draw.ticket.holder.code,
        reason=f"Prize {draw.prize.code}",
        purpose=Purpose.POT if pot else "",
        till=till if pot else "",
        rates={"money": money, "percent": percent},
    )
    who = night.chance.choice((ORGANISER, SIGNER))
    press = night.program("POST", f"raffle/prizes/{draw.prize.code}/pot/payment/", body, who=who)
    if pot > money * percent // 100 + 1 or pot < money * percent // 100:
        return Deed(press, "the pot is not its share of the money")
    return Deed(press, refused, promise=booked(night, who, wanted))


DEEDS: Deeds = {
    "give to the fund": give,
    "take back from the fund": take_back,
    "draw the pot": draw_pot,
    "pay the pot": pay_pot,
}
