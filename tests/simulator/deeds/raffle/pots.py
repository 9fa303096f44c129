"""The pots of 50/50 buckets: paid to their winners, and back again."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from eventnight.bank.models import Entry, EntryKind
from eventnight.raffle.models import Bucket, DrawMethod, Outcome, Prize, RaffleStatus, Ticket
from tests.simulator.deeds.booked import Mark, held_at, till_is_open
from tests.simulator.deeds.deed import ORGANISER, Deed, Evening, differences
from tests.simulator.deeds.raffle.rows import draws, raffle_of
from tests.simulator.deeds.raffle.sheet import begun_prize, drawn, may_win, open_prize, sheet_of


def pay_pot(night: Evening) -> Deed | None:
    """The winner of a 50/50 gets the share of its ticket money, once, out of a drawer that holds it or the safe. The
    prizes before it are drawn and handed over on the way.
    """
    if night.chance.random() < 0.5:
        go_through_prizes(night)
    raffle, before = raffle_of(night), draws(raffle_of(night))
    pots = {bucket.code: bucket for bucket in Bucket.objects.filter(raffle=raffle, pot_money__isnull=False)}
    of_pots = dict(Prize.objects.filter(raffle=raffle, bucket__code__in=pots).values_list("code", "bucket__code"))
    places = [place for place, row in before.items() if row["prize__code"] in of_pots]
    place = places[-1] if places and not night.is_wrong(0.3) else night.one_of(places)
    if place is None:
        return None
    row = before[place]
    prize, attempt = str(row["prize__code"]), int(str(row["attempt"]))
    bucket, till = pots[of_pots[prize]], night.chance.choice(("T1", "T1", "T1", ""))
    pot = (bucket.pot_money or 0) * (bucket.pot_percent or 0) // 100
    if night.is_wrong(0.3):
        till = _holds_too_little(night, pot) or till
    refused = night.closed
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
        yield from differences(
            "draw", {**before, place: {**row, **paid, "decided_by": night.code_of(_user(night))}}, after
        )

    if night.chance.random() < 0.3 and till_is_known(night, till):
        press = night.form(f"raffle/prizes/{prize}/{attempt}/pay/", {"paid_from": till or "safe"})
    else:
        press = night.program("POST", f"raffle/prizes/{prize}/pot/payment/", {"attempt": attempt, "till": till})
    return Deed(press, refused, must_count=not refused, promise=promise, own_code="pot_not_there")


def return_pot(night: Evening) -> Deed | None:
    """A paid pot comes back to where it was, while no number was drawn since. One that can be paid is paid first."""
    raffle, before = raffle_of(night), draws(raffle_of(night))
    paid = [place for place, row in before.items() if row["paid_entry"] is not None]
    pots = Prize.objects.filter(raffle=raffle, bucket__pot_money__isnull=False).values_list("code", flat=True)
    place = night.one_of(paid or [place for place, row in before.items() if row["prize__code"] in set(pots)])
    if not paid and not night.is_wrong():
        return pay_pot(night)
    if place is None:
        return None
    row = before[place]
    prize, attempt = str(row["prize__code"]), int(str(row["attempt"]))
    refused = "" if place in paid else f"{prize} is not paid"
    if raffle.status != RaffleStatus.DRAWING or place != max(before) or night.closed:
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


def go_through_prizes(night: Evening) -> None:
    """Prizes are drawn and handed over by somebody in a hurry, until the holder of a 50/50 is called, or to the end."""
    prizes = Prize.objects.filter(raffle__event=night.event)
    pots = set(prizes.filter(bucket__pot_money__isnull=False).values_list("code", flat=True))
    for _ in range(2 * prizes.count()):
        raffle = raffle_of(night)
        sheet, so_far = sheet_of(raffle), drawn(raffle)
        if sheet is None or raffle.status != RaffleStatus.DRAWING:
            return
        due = begun_prize(sheet, so_far) or open_prize(sheet, so_far)
        if not due:
            return
        last = [each.outcome for each in so_far if each.prize == due][-1:]
        if last != [Outcome.DRAWN]:
            if raffle.method == DrawMethod.BARREL:
                number = {"ticket": night.chance.choice(may_win(sheet, due, so_far))}
                night.ask(night.program("POST", f"raffle/prizes/{due}/barrel/", number))
            else:
                night.ask(night.program("POST", f"raffle/prizes/{due}/draw/"))
        if due in pots:
            return
        attempt = sum(each.prize == due for each in so_far) - (last == [Outcome.DRAWN])
        night.ask(night.program("POST", f"raffle/prizes/{due}/hand-over/", {"attempt": attempt}))


def _holds_too_little(night: Evening, pot: int) -> str:
    """A till with less than the pot in its drawer, opened on the way; empty where there is none."""
    till = night.chance.choice(("T2", "T3", "T4"))
    night.ask(night.program("POST", f"bank/tills/{till}/opening/", {"float_paid": max(pot - 1, 0)}))
    return till if held_at(night.event, f"money/till/{till}") < pot else ""


def till_is_known(night: Evening, till: str) -> bool:
    """Whether the page offers it: a till that anything was booked at."""
    return not till or held_at(night.event, f"money/till/{till}") > 0


def _user(night: Evening) -> int:
    user = night.world.users[ORGANISER]
    assert user is not None
    return int(user.pk)
