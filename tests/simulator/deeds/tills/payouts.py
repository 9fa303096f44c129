"""Money that is given to the fund, and comes back."""

from __future__ import annotations

from eventnight.bank.models import Entry, EntryKind
from tests.simulator.deeds.bank.entries import Wanted, booked, moves_of, turned
from tests.simulator.deeds.bank.signing import Signature, alone, no_second, second_beside
from tests.simulator.deeds.bank.undoing import reversal
from tests.simulator.deeds.booked import held_at
from tests.simulator.deeds.deed import ORGANISER, Deed, Deeds, Evening
from tests.simulator.deeds.tills.shifts import KEPT, close_on_the_way, holds

FUND = "money/fund/fund"


def give(night: Evening) -> Deed | None:
    """Money of closed tills to the fund, signed by two; not a cent more than there is."""
    means = night.chance.choice(sorted(KEPT))
    if not held_at(night.event, KEPT[means]) and night.chance.random() < 0.5:
        close_on_the_way(night)
    there = held_at(night.event, KEPT[means])
    amount = night.chance.choice((there, there + 1, max(there // 3, 1), 1))
    if amount < 1 or (not there and night.chance.random() < 0.7):
        return None
    signature = no_second(night, ORGANISER) if night.is_wrong() else second_beside(night, ORGANISER)
    return _given(night, means, amount, signature)


def give_alone(night: Evening) -> Deed | None:
    """One person gives the fund what is there, and every other time somebody else signs. It is earned on the way."""
    means = night.chance.choice(sorted(KEPT))
    there = held_at(night.event, KEPT[means]) or _earned(night, means)
    if not there:
        return None
    signature = alone(night, ORGANISER) if night.is_wrong(0.5) else second_beside(night, ORGANISER)
    return _given(night, means, night.chance.choice((there, 1)), signature)


def _earned(night: Evening, means: str) -> int:
    """What there is for the fund once somebody has given the night money and the till is closed."""
    night.ask(night.program("POST", "bank/donations/", {"player": "", "paid": 700, "means": means, "till": "T6"}))
    sums = {"cash": "counted", "card": "card", "cheque": "cheques"}
    there = holds(night, "T6")
    counted = {sums[each]: cents for each, cents in there.by_means()}
    night.ask(night.program("POST", "bank/tills/T6/closing/", {**counted, "cheque_number": there.number}))
    night.ask(night.program("POST", "bank/tills/T6/opening/", {"float_paid": 0}))
    return held_at(night.event, KEPT[means])


def _given(night: Evening, means: str, amount: int, signature: Signature) -> Deed:
    """The press that gives it, and why it must be refused."""
    there = held_at(night.event, KEPT[means])
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
    must = not refused
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
    must = not refused
    wanted = reversal(entry, moves, reason=reason, second=signature.name)
    return Deed(press, refused, must_count=must, promise=booked(night, ORGANISER, wanted))


DEEDS: Deeds = {
    "give to the fund": give,
    "give to the fund alone": give_alone,
    "take back from the fund": take_back,
}
