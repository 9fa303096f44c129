"""What the desk sells: first stacks, re-buys and donations, by program and by hand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from eventnight.bank.models import Entry, EntryKind, Purpose
from eventnight.events.models import Player
from tests.simulator.deeds.bank.entries import POCKETS, RACK, Wanted, booked, drawer, mostly, standing
from tests.simulator.deeds.booked import till_is_open
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Deeds, Evening
from tests.simulator.presses import Press

ASKED_SECONDS = 60
TILLS = ("T1", "T1", "T1", "T1", "T2", "T3")


@dataclass(frozen=True)
class Counter:
    """Who sells to whom, into which till, and how it is paid."""

    who: str
    player: Player
    till: str
    means: str
    reference: str

    @property
    def rates(self) -> dict[str, str]:
        """What an entry keeps of the payment."""
        return {"reference": self.reference} if self.reference else {}

    @property
    def paid(self) -> dict[str, str]:
        """The payment as a program sends it."""
        sent = {"means": self.means, "till": self.till}
        return {**sent, "reference": self.reference} if self.reference else sent

    def money(self, cents: int) -> list[tuple[str, str, int]]:
        """From the guest's pocket into the till."""
        return [(POCKETS, drawer(self.till, self.means), cents)] if cents else []


def at_the_counter(night: Evening, *, by_hand: bool) -> Counter:
    """Somebody of the desk or the organiser, and a guest."""
    who = night.chance.choice((ORGANISER, SIGNER))
    player = night.chance.choice(list(Player.objects.filter(event=night.event).order_by("pk")))
    till = till_in_use(night, who) if by_hand else night.chance.choice(TILLS)
    means = night.chance.choice(("cash", "cash", "cash", "card", "cheque"))
    reference = night.chance.choice(("", "4711", "No. 12")) if means != "cash" else ""
    return Counter(who, player, till, means, reference)


def till_in_use(night: Evening, who: str) -> str:
    """Which till the person's browser works at."""
    till: str = night.world.client(who).session.get(f"till-{night.event.pk}", "T1")
    return till


def against(night: Evening, counter: Counter, *, takes_money: bool = True) -> str:
    """Why the counter sells nothing; empty while it does."""
    if takes_money and not till_is_open(night.event, counter.till):
        return f"till {counter.till} is closed"
    return night.closed


def _out(night: Evening, counter: Counter) -> str:
    """Why the player gets no chips to play with; empty while they do."""
    return f"{counter.player.code} was withdrawn from the night" if counter.player.code in night.withdrawn else ""


def seconds_at_press(entry: Entry) -> float:
    """Between it and a press a second from now; the computer's time may have been set back since."""
    return abs((timezone.now() - entry.at).total_seconds() + 1)


def asked_again(night: Evening, kind: str, player: Player) -> Entry | None:
    """The same sale less than a minute before the press, which comes a second from now."""
    last = [entry for entry in standing(night, kind) if entry.subject == player.code][-1:]
    if last and seconds_at_press(last[0]) < ASKED_SECONDS:
        return last[0]
    return None


def meant(night: Evening, kind: str, player: Player) -> tuple[dict[str, int], str]:
    """What is sent of a sale a moment ago, and why that will not do. Now and then somebody waits until it is exactly
    long enough ago.
    """
    last = asked_again(night, kind, player)
    if last is None:
        return {}, ""
    way = night.chance.random()
    if way < 0.6:
        return {"again": last.sequence}, ""
    if way < 0.75:
        return {}, f"the same was sold with entry {last.sequence} a moment ago"
    left = ASKED_SECONDS - 1 - (timezone.now() - last.at).total_seconds()
    if way < 0.9:
        night.world.pass_time(left)
        return {}, ""
    night.world.pass_time(max(left - 1, 0))
    return {"again": last.sequence - 1}, f"the same was sold with entry {last.sequence} 59 seconds ago"


def first_stack(night: Evening) -> Deed | None:
    """A player's first stack; a second one is refused, and so is money other than its price."""
    bank, by_hand = night.house.bank, night.chance.random() < 0.3
    counter = at_the_counter(night, by_hand=by_hand)
    without = _without_first_stack(night)
    if without and night.chance.random() < 0.85:
        counter = Counter(counter.who, night.chance.choice(without), counter.till, counter.means, counter.reference)
    price, body = bank.first_stack_price, {"player": counter.player.code, **counter.paid}
    refused = against(night, counter, takes_money=price > 0)
    if counter.player not in without:
        refused = refused or f"{counter.player.code} has had the first stack"
    if not by_hand:
        if night.is_wrong():
            body["paid"] = price + night.chance.choice((1, 500))
            refused = refused or f"the first stack costs {price}"
        elif night.chance.random() < 0.3:
            body["paid"] = price
    rates = {"price": price, "chips": bank.first_stack, **(counter.rates if price else {})}
    wanted = Wanted(
        kind=EntryKind.FIRST_STACK,
        moves=[*counter.money(price), (RACK, f"chips/player/{counter.player.code}", bank.first_stack)],
        subject=counter.player.code,
        purpose=Purpose.ENTRY_FEE if price else "",
        till=counter.till if price else "",
        rates=rates,
        colours=True,
    )
    press = (
        night.form(f"desk/{counter.player.code}/first-stack/", _payment_typed(counter), who=counter.who)
        if by_hand
        else night.program("POST", "bank/first-stacks/", body, who=counter.who)
    )
    refused = refused or _out(night, counter)
    return _sale(night, counter, press, refused, wanted, pays=_is_payable(night, bank.first_stack))


def rebuy(night: Evening) -> Deed | None:
    """Re-buys by program: a whole number of them, with a donation on top now and then."""
    bank, counter = night.house.bank, at_the_counter(night, by_hand=False)
    price, number = bank.rebuy_price, night.chance.choice((1, 1, 1, 2, 3, 12))
    paid, refused = price * number, against(night, counter) or _out(night, counter)
    donation = night.chance.choice((0, 0, 0, 1, 500, 1550))
    again, why = meant(night, EntryKind.REBUY, counter.player)
    refused = refused or why
    code, payment = counter.player.code, counter.paid
    if night.is_wrong(0.2):
        way = night.chance.randrange(4)
        if way == 0:
            paid += night.chance.choice((1, -1, price // 2))
        elif way == 1:
            code = f"P{Player.objects.filter(event=night.event).count() + 1:03}"
        elif way == 2:
            payment = {**payment, "means": "cash", "reference": "12"}
        else:
            paid = price // 2
        whys = (
            f"{paid} is not a whole number of re-buys",
            f"{code} is nobody here",
            "cash has no number",
            "too little",
        )
        refused = refused or (whys[way] if way in (1, 2) or paid % price or paid < price else "")
    body = {"player": code, "paid": paid, **payment, **again, **({"donation": donation} if donation else {})}
    press = night.program("POST", "bank/rebuys/", body, who=counter.who)
    return _sale(night, counter, press, refused, *_rebuys(night, counter, number, donation))


def rebuy_by_hand(night: Evening) -> Deed | None:
    """The same on the page of the desk, which shows the amounts before it sells."""
    counter = at_the_counter(night, by_hand=True)
    number, donation = night.chance.choice((1, 1, 2, 5, 99)), night.chance.choice((0, 0, 1, 250, 1599))
    refused = against(night, counter) or _out(night, counter)
    again, why = meant(night, EntryKind.REBUY, counter.player)
    refused = refused or why
    shown = f"{number}+{donation}" if donation else str(number)
    typed = f"{donation // 100}.{donation % 100:02}" if donation else ""
    if night.is_wrong(0.2):
        way = night.chance.randrange(4)
        number, typed, shown = (
            (100, typed, shown),
            (number, "15,50", shown),
            (number, typed, str(number + 1)),
            (number, "1.005", shown),
        )[way]
        refused = refused or ("that is too many", "a comma is no point", "that was not shown", "that is no money")[way]
    fields = {"quantity": number, "donation": typed, "shown": shown, **_payment_typed(counter), **again}
    press = night.form(f"desk/{counter.player.code}/rebuy/", fields, who=counter.who)
    return _sale(night, counter, press, refused, *_rebuys(night, counter, number, donation))


def donation(night: Evening) -> Deed | None:
    """Money for nothing in return, by somebody or by nobody in particular, by program or by hand."""
    by_hand = night.chance.random() < 0.4
    counter = at_the_counter(night, by_hand=by_hand)
    is_named = by_hand or night.chance.random() < 0.7
    paid, refused = night.chance.choice((1, 500, 1999, 2000, 12_345)), against(night, counter)
    again: dict[str, int] = {}
    if is_named:
        again, why = meant(night, EntryKind.DONATION, counter.player)
        refused = refused or why
    typed: Any = f"{paid // 100}.{paid % 100:02}"
    if night.is_wrong(0.15):
        typed, refused = night.chance.choice(("0", "-5", "12,50")), refused or "that is not a donation"
        paid = 0
    wanted = Wanted(
        kind=EntryKind.DONATION,
        moves=counter.money(paid),
        subject=counter.player.code if is_named else "",
        purpose=Purpose.DONATION,
        till=counter.till,
        rates=counter.rates,
    )
    if by_hand:
        fields = {"paid": typed, **_payment_typed(counter), **again}
        press = night.form(f"desk/{counter.player.code}/donation/", fields, who=counter.who)
    else:
        body = {"player": counter.player.code if is_named else "", "paid": paid, **counter.paid, **again}
        press = night.program("POST", "bank/donations/", body, who=counter.who)
    return _sale(night, counter, press, refused, wanted)


def sold_twice(night: Evening) -> Deed | None:
    """The same sale to the same guest a moment later by somebody who was not told of the first: they are asked."""
    recent = [
        entry
        for entry in standing(night, EntryKind.REBUY, EntryKind.DONATION)
        if entry.subject and seconds_at_press(entry) < ASKED_SECONDS
    ]
    entry = night.one_of(recent)
    if entry is None:
        return None
    at = "rebuys" if entry.kind == EntryKind.REBUY else "donations"
    body = {"player": entry.subject, "paid": night.house.bank.rebuy_price, "till": "T9"}
    press = night.program("POST", f"bank/{at}/", body, who=night.chance.choice((ORGANISER, SIGNER)))
    return Deed(press, f"the same was sold with entry {entry.sequence} a moment ago")


def under_the_same_key(night: Evening) -> Deed | None:
    """A sale once more under the key that it came with, with another till: nothing is sold."""
    entry = night.one_of(standing(night, EntryKind.REBUY))
    if entry is None:
        return None
    body = {"player": entry.subject, "paid": night.house.bank.rebuy_price, "till": "T9" if entry.till != "T9" else "T8"}
    press = night.program("POST", "bank/rebuys/", body)
    headers = tuple(press.headers)
    return Deed(
        Press(press.who, press.method, press.address, json.dumps(body).encode(), key=str(entry.key), headers=headers),
        f"the key is that of entry {entry.sequence}",
    )


def _rebuys(night: Evening, counter: Counter, number: int, donation: int) -> list[Wanted]:
    """The entries of a sale: the re-buys, and what was given on top."""
    bank, code = night.house.bank, counter.player.code
    paid, chips = number * bank.rebuy_price, number * bank.rebuy_chips
    common = {"subject": code, "till": counter.till}
    sale = Wanted(
        kind=EntryKind.REBUY,
        moves=[*counter.money(paid), (RACK, f"chips/player/{code}", chips)],
        purpose=Purpose.REBUY,
        rates={"price": bank.rebuy_price, "chips": bank.rebuy_chips, **counter.rates},
        colours=True,
        **common,
    )
    if not donation:
        return [sale]
    sequence = Entry.objects.filter(event=night.event).count() + 1
    return [
        sale,
        Wanted(
            kind=EntryKind.DONATION,
            moves=counter.money(donation),
            purpose=Purpose.DONATION,
            rates={"with": sequence, **counter.rates},
            **common,
        ),
    ]


def _sale(
    night: Evening, counter: Counter, press: Press, refused: str, *wanted: Wanted, pays: bool | None = None
) -> Deed:
    pays = _is_payable(night, night.house.bank.rebuy_chips) if pays is None else pays
    must = not refused and pays
    return Deed(press, refused, must_count=must, promise=booked(night, counter.who, *wanted))


def _payment_typed(counter: Counter) -> dict[str, str]:
    return {"means": counter.means, "reference": counter.reference}


def _without_first_stack(night: Evening) -> list[Player]:
    given = {entry.subject for entry in standing(night, EntryKind.FIRST_STACK)}
    return [each for each in Player.objects.filter(event=night.event).order_by("pk") if each.code not in given]


def _is_payable(night: Evening, chips: int) -> bool:
    """Whether the colours of the counter come to that, by one colour alone."""
    return any(chip.at_bank and chips % chip.value == 0 for chip in night.house.bank.chip_set)


DEEDS: Deeds = {
    "first stack": first_stack,
    "re-buy": mostly(rebuy, sold_twice, under_the_same_key, share=0.15),
    "re-buy by hand": rebuy_by_hand,
    "donation": donation,
}
