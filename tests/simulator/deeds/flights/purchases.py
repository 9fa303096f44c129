"""Deeds of chips that are sold during a flight: re-buys, the add-on, and both given back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from eventnight.bank.models import Account, Entry
from tests.simulator.deeds.booked import till_is_open
from tests.simulator.deeds.deed import Deed, Evening, arrival
from tests.simulator.deeds.flights.common import (
    TILL,
    Check,
    all_of,
    flights,
    last_entry,
    level_of,
    moves,
    noted,
    stack,
    stands,
    subject_of,
    wait_for_level,
)
from tests.simulator.deeds.flights.entries import given_back, undone
from tests.simulator.deeds.flights.model import Field
from tournaments.models import Flight, FlightEntry, FlightStatus, StackPurchase

REBUY, ADD_ON = "rebuy", "add_on"
ASKED = timedelta(minutes=1)


def sell(night: Evening) -> Deed | None:
    """A re-buy or the add-on. Time may pass until the last level of re-buys is about to end, or the break to begin; the
    same may have been sold before, and given back.
    """
    wrong = night.is_wrong()
    there = flights(night) if wrong else flights(night, FlightStatus.RUNNING)
    selling = [one for one in there if one.tournament.rebuy_chips or one.tournament.add_on_chips]
    flight = night.one_of(there if wrong and night.chance.random() < 0.2 else selling)
    if flight is None:
        return None
    rows = FlightEntry.objects.filter(flight=flight).select_related("player").order_by("id")
    chosen = night.one_of(rows if wrong else rows.filter(bust_hand__isnull=True))
    if chosen is None:
        return None
    entry = rows.filter(player=chosen.player).order_by("number").last() or chosen
    kind = night.chance.choice((REBUY, ADD_ON))
    _wait(night, flight, kind)
    if night.chance.random() < 0.3:
        _sell_on_the_way(night, flight, entry, kind)
    before = entry.purchases.filter(kind=kind, undone_at__isnull=True, at__gt=arrival() - ASKED).order_by("-id").first()
    last = Entry.objects.filter(event=night.event, sequence=before.bank_entry).first() if before else None
    again = last.sequence if last is not None and night.chance.random() < 0.6 else 0
    refused = _why_not_sold(flight, entry, kind)
    if last is not None and again != last.sequence:
        refused = refused or "the same was sold less than a minute ago, and nobody was asked"
    tournament, means = flight.tournament, night.chance.choice(("cash", "card"))
    price = tournament.rebuy_price if kind == REBUY else tournament.add_on_price
    path, code = f"floor/{flight.pk}/entries/{entry.player.code}/sell/{kind}/", entry.player.code
    if night.chance.random() < 0.3:
        press = night.form(path, {"means": means, "till": TILL, **({"again": again} if again else {})})
    else:
        body = {"kind": kind, "means": means, **({"again": again} if again else {})}
        press = night.program("POST", f"holdem/flights/{flight.pk}/entries/{code}/purchases/", body)
    is_sure = not night.closed and (not price or till_is_open(night.event, TILL))
    check = _sold(night, flight, entry, kind, means)
    return Deed(press, refused, must_count=not refused and is_sure, promise=check)


def _sell_on_the_way(night: Evening, flight: Flight, entry: FlightEntry, kind: str) -> None:
    """The same is sold just before, and every other time given back."""
    path = f"holdem/flights/{flight.pk}/"
    night.ask(night.program("POST", f"{path}entries/{entry.player.code}/purchases/", {"kind": kind, "means": "cash"}))
    sold = entry.purchases.filter(kind=kind, undone_at=None).order_by("id").last()
    if sold is not None and night.chance.random() < 0.5:
        night.ask(night.program("POST", f"{path}purchases/{sold.pk}/undo/", night.signed()))


def _wait(night: Evening, flight: Flight, kind: str) -> None:
    tournament, early = flight.tournament, night.chance.choice((0, 0, 1, 30))
    if kind == ADD_ON and night.chance.random() < 0.5:
        wait_for_level(night, flight, tournament.add_on_break, is_break=True, early=early)
    elif kind == REBUY and tournament.rebuy_until_level and night.chance.random() < 0.15:
        wait_for_level(night, flight, tournament.rebuy_until_level + 1, early=early)


def _why_not_sold(flight: Flight, entry: FlightEntry, kind: str) -> str:
    tournament, level = flight.tournament, level_of(flight)
    chips = tournament.rebuy_chips if kind == REBUY else tournament.add_on_chips
    if flight.status != FlightStatus.RUNNING:
        return f"the flight is {flight.status}"
    if flight.decided_at is not None:
        return "the flight is decided"
    if entry.is_out:
        return f"{entry.player.code} is out"
    if entry.player.withdrawn_at is not None:
        return f"{entry.player.code} does not play on"
    if flight.is_final or not chips:
        return "it is not sold there"
    if kind == REBUY and tournament.rebuy_until_level and level.number > tournament.rebuy_until_level:
        return f"re-buys ended with level {tournament.rebuy_until_level}, and it is level {level.number}"
    if kind == ADD_ON and level.break_number != tournament.add_on_break:
        return f"the add-on is sold in break {tournament.add_on_break}, and this is break {level.break_number}"
    if kind == ADD_ON and entry.purchases.filter(kind=ADD_ON, undone_at=None).exists():
        return f"{entry.player.code} has the add-on"
    return ""


def _sold(night: Evening, flight: Flight, entry: FlightEntry, kind: str, means: str) -> Check:
    tournament, event = flight.tournament, night.event
    chips = tournament.rebuy_chips if kind == REBUY else tournament.add_on_chips
    price = tournament.rebuy_price if kind == REBUY else tournament.add_on_price
    drawer = {"cash": "till", "card": "card"}[means]
    sequence, at, bought = last_entry(event), arrival(), entry.purchases.count()

    def expected(before: Field) -> Field:
        one = before[entry.stack_code]
        return undone(before, entry.stack_code, started=one.started + chips, chips=one.chips + chips)

    def promise() -> Iterator[str]:
        row = entry.purchases.order_by("id").last()
        if row is None or entry.purchases.count() != bought + 1:
            yield f"{entry.purchases.count() - bought} purchases were written down"
        elif (row.kind, row.chips, row.paid, row.at, row.undone_at) != (kind, chips, price, at, None):
            yield f"written down is {row.kind} of {row.chips} for {row.paid} at {row.at}"
        elif not Entry.objects.filter(event=event, sequence=row.bank_entry, subject=entry.stack_code).exists():
            yield f"its entry of the books is said to be {row.bank_entry}"
        elif row.bank_entry <= sequence:
            yield f"entry {row.bank_entry} of the books is older than the purchase"

    log = noted(night, f"flight.{kind}_sold", subject_of(flight), player=entry.player.code, chips=chips, paid=price)
    paid = {f"money/{drawer}/{TILL}": price, stack(entry.stack_code): chips}
    return all_of(promise, stands(event, expected), moves(event, paid), log)


def give_back(night: Evening) -> Deed | None:
    """A re-buy or an add-on is taken back."""
    rows = StackPurchase.objects.filter(entry__flight__tournament__event=night.event).order_by("id")
    if not night.is_wrong():
        rows = rows.filter(undone_at=None, entry__bust_hand=None, entry__flight__status=FlightStatus.RUNNING)
    sold = night.one_of(rows.select_related("entry__flight__tournament", "entry__player"))
    if sold is None:
        return None
    entry, flight = sold.entry, sold.entry.flight
    signs = night.signed() if night.chance.random() < 0.5 else {}
    needs_second = night.needs_second(sold.paid) and sold.undone_at is None
    later = FlightEntry.objects.filter(flight=flight, player=entry.player, number__gt=entry.number).exists()
    refused = "" if flight.status == FlightStatus.RUNNING else f"the flight is {flight.status}"
    if sold.undone_at is None and (entry.is_out or later):
        refused = refused or f"{entry.player.code} went out with the chips"
    if needs_second and not signs:
        refused = refused or "nobody else signs for so much money"
    if night.chance.random() < 0.3:
        press = night.form(f"floor/{flight.pk}/purchases/{sold.pk}/undo/", signs)
    else:
        press = night.program("POST", f"holdem/flights/{flight.pk}/purchases/{sold.pk}/undo/", signs)
    back, is_there = given_back(night, sold.bank_entry)
    held = Account.objects.filter(event=night.event, owner_kind="stack", code=entry.stack_code).first()
    is_there = is_there and held is not None and held.balance >= sold.chips
    if sold.undone_at is not None:
        check = all_of(stands(night.event, lambda before: before), moves(night.event, {}))
        return Deed(press, refused, must_count=not refused, promise=check)
    check = _given_back(night, sold, {**back, stack(entry.stack_code): -sold.chips})
    return Deed(press, refused, must_count=not refused and is_there and not night.closed, promise=check)


def _given_back(night: Evening, sold: StackPurchase, back: dict[str, int]) -> Check:
    entry, at = sold.entry, arrival()

    def expected(before: Field) -> Field:
        one = before[entry.stack_code]
        less = replace(one, started=one.started - sold.chips, chips=max(one.chips - sold.chips, 1))
        return {**before, entry.stack_code: less}

    def promise() -> Iterator[str]:
        if StackPurchase.objects.get(pk=sold.pk).undone_at != at:
            yield f"it is not written down as given back at {at}"

    log = noted(
        night, f"flight.{sold.kind}_undone", subject_of(entry.flight), player=entry.player.code, chips=sold.chips
    )
    return all_of(promise, stands(night.event, expected), moves(night.event, back), log)
