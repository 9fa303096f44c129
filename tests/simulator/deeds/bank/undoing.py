"""Entries of the desk undone: by those who made them for some minutes, by the organiser at any time."""

from __future__ import annotations

from django.utils import timezone

from eventnight.bank.models import Entry, EntryKind
from eventnight.events.models import Player
from tests.simulator.deeds.bank.entries import POCKETS, Move, Wanted, booked, code_of, mostly, moves_of, turned
from tests.simulator.deeds.bank.signing import Signature, no_second, second_beside
from tests.simulator.deeds.booked import held_at
from tests.simulator.deeds.deed import ORGANISER, SIGNER, Deed, Deeds, Evening

DESK_KINDS = (EntryKind.FIRST_STACK, EntryKind.REBUY, EntryKind.DONATION)
NEWEST = 30


def undo(night: Evening) -> Deed | None:
    """An entry of the desk that stands, by somebody who may undo it."""
    entry = _standing_entry(night)
    return _undone(night, entry) if entry else None


def undo_at_the_limit(night: Evening) -> Deed | None:
    """A cashier undoes an own entry in the last second of the minutes there are for it, or one second later. So much
    time passes before.
    """
    minutes, now = night.house.bank.undo_minutes, timezone.now()
    own = [each for each in _entries(night, DESK_KINDS) if each.actor_code == code_of(night, SIGNER)]
    young = [each for each in own if not _is_undone(each) and (now - each.at).total_seconds() + 1 < minutes * 60]
    entry = night.one_of(young) or _just_sold(night, SIGNER)
    if entry is None:
        return None
    now, late = timezone.now(), night.chance.choice((0, 1))
    night.world.pass_time(minutes * 60 - 1 + late - (now - entry.at).total_seconds())
    return _undone(night, entry, who=SIGNER)


def undo_up_to_the_second(night: Evening) -> Deed | None:
    """A sale is made, and undone by one person alone: it gives back just so much that a second one is needed, or a cent
    less, with what was given on top.
    """
    limit, price = night.house.bank.second_person_from, night.house.bank.rebuy_price
    back = limit - night.chance.choice((0, 0, 1))
    number = min(back // price, night.chance.choice((1, 1, 2)))
    entry = _just_sold(night, ORGANISER, number=number, donation=back - number * price) if number else None
    return _undone(night, entry, who=ORGANISER, alone=True) if entry else None


def undo_too_late(night: Evening) -> Deed | None:
    """A cashier undoes an own entry of long ago."""
    limit, now = night.house.bank.undo_minutes * 60, timezone.now()
    old = [
        each
        for each in _entries(night, DESK_KINDS)
        if each.actor_code == code_of(night, SIGNER) and (now - each.at).total_seconds() >= limit
    ]
    entry = night.one_of(old)
    return _undone(night, entry, who=SIGNER) if entry else None


def undo_what_others_made(night: Evening) -> Deed | None:
    """A cashier undoes what somebody else sold."""
    others = [
        each
        for each in _entries(night, DESK_KINDS)
        if each.actor_code != code_of(night, SIGNER) and not _is_undone(each)
    ]
    entry = night.one_of(others)
    return _undone(night, entry, who=SIGNER) if entry else None


def undo_twice(night: Evening) -> Deed | None:
    """What was undone before, or a correction itself."""
    entry = night.one_of([each for each in _entries(night, (*DESK_KINDS, EntryKind.REVERSAL)) if _is_undone(each)])
    return _undone(night, entry, who=ORGANISER) if entry else None


def undo_what_is_kept_elsewhere(night: Evening) -> Deed | None:
    """At the desk, an entry that has tickets, seats, stacks or a till's report beside it."""
    found = Entry.objects.filter(event=night.event).exclude(kind__in=DESK_KINDS).order_by("-pk")
    entry = night.one_of(found[:NEWEST])
    if entry is None:
        return None
    body = {"reason": "Entered twice", **second_beside(night, ORGANISER).sent}
    press = night.program("POST", f"bank/entries/{entry.sequence}/reversal/", body)
    return Deed(press, f"entry {entry.sequence} is a {entry.kind} and is not the desk's")


def _just_sold(night: Evening, who: str, number: int = 1, donation: int = 0) -> Entry | None:
    """The entry of a re-buy that somebody sells to a guest who has bought nothing so far."""
    bought = Entry.objects.filter(event=night.event, kind=EntryKind.REBUY).values("subject")
    players = Player.objects.filter(event=night.event).exclude(code__in=bought).order_by("pk")
    player = night.one_of(players.values_list("code", flat=True)[:NEWEST])
    if player is None:
        return None
    paid = {"paid": number * night.house.bank.rebuy_price, "donation": donation, "means": "cash", "till": "T1"}
    sale = night.program("POST", "bank/rebuys/", {"player": player, **paid}, who=who)
    night.ask(sale)
    return Entry.objects.filter(event=night.event, key=sale.key, kind=EntryKind.REBUY).first()


def _undone(night: Evening, entry: Entry, who: str = "", *, alone: bool = False) -> Deed:
    """The press that undoes the entry, with everything that stands against it. alone: nobody signs beside them."""
    own = entry.actor_code == code_of(night, SIGNER) and _age(entry) <= night.house.bank.undo_minutes * 60
    who = who or (night.chance.choice((ORGANISER, SIGNER)) if own else ORGANISER)
    reason = "Entered twice" if night.chance.random() < 0.7 else "Sold to the wrong player"
    donation = _donation_on_top(entry)
    turns = [turned(moves_of(each)) for each in (entry, donation) if each]
    needs_second = night.needs_second(sum(_given_back(each) for each in turns))
    signature, refused = Signature("", "", ""), night.closed or _not_undone_by(night, entry, who)
    if needs_second:
        signature = no_second(night, who) if alone or night.is_wrong(0.4) else second_beside(night, who)
        refused = refused or signature.wrong
    elif not alone and night.chance.random() < 0.2:
        signature = second_beside(night, who)
        refused = refused or signature.wrong
    refused = refused or not_there(night, [move for moves in turns for move in moves])
    path = f"{entry.sequence}/"
    if night.chance.random() < 0.35:
        fields = {"reason": reason, **signature.sent}
        press = night.form(f"desk/entries/{path}undo/", fields, who=who)
    else:
        if night.is_wrong(0.05):
            reason, refused = night.chance.choice(("", "  ")), refused or "no reason is given"
        body = {"reason": reason, **signature.sent}
        press = night.program("POST", f"bank/entries/{path}reversal/", body, who=who)
    wanted = [
        reversal(each, moves, reason=reason, second=signature.name)
        for each, moves in zip([each for each in (entry, donation) if each], turns, strict=True)
    ]
    must = not refused
    return Deed(press, refused, must_count=must, promise=booked(night, who, *wanted))


def reversal(entry: Entry, moves: list[Move], *, reason: str, second: str) -> Wanted:
    """What the books must say of an entry that is turned round."""
    return Wanted(
        kind=EntryKind.REVERSAL,
        moves=moves,
        subject=entry.subject,
        reason=reason,
        purpose=entry.purpose,
        till=entry.till,
        rates=entry.rates,
        second=second,
        reverses=entry.sequence,
    )


def _not_undone_by(night: Evening, entry: Entry, who: str) -> str:
    """Why nobody, or this person, can undo it."""
    if entry.reverses_id:
        return f"entry {entry.sequence} is a correction itself"
    if _is_undone(entry):
        return f"entry {entry.sequence} was undone before"
    if who == ORGANISER:
        return ""
    if entry.actor_code != code_of(night, who):
        return f"entry {entry.sequence} was made by somebody else"
    if _age(entry) > night.house.bank.undo_minutes * 60:
        return f"entry {entry.sequence} is {_age(entry):.0f} seconds old"
    return ""


def not_there(night: Evening, moves: list[Move]) -> str:
    """What is no more where it would have to be; the card takings of a till may fall below zero."""
    holds: dict[str, int] = {}
    for giver, taker, amount in moves:
        there = holds.setdefault(giver, held_at(night.event, giver))
        if amount > there and giver.split("/")[1] not in ("issuer", "source", "card", "over_short"):
            return f"{giver} holds {there} and not {amount}"
        holds[giver] = there - amount
        holds[taker] = holds.setdefault(taker, held_at(night.event, taker)) + amount
    return ""


def _age(entry: Entry) -> float:
    """How old it is when the press comes, in a second."""
    return (timezone.now() - entry.at).total_seconds() + 1


def _given_back(moves: list[Move]) -> int:
    return sum(amount for _, taker, amount in moves if taker == POCKETS)


def _donation_on_top(entry: Entry) -> Entry | None:
    """What came with a sale by the same press and stands."""
    if entry.kind != EntryKind.REBUY:
        return None
    after = Entry.objects.filter(event=entry.event_id, kind=EntryKind.DONATION, reversed_by__isnull=True)
    return next((each for each in after.order_by("pk") if each.rates.get("with") == entry.sequence), None)


def _is_undone(entry: Entry) -> bool:
    return bool(entry.reverses_id) or Entry.objects.filter(reverses=entry).exists()


def _entries(night: Evening, kinds: tuple[str, ...]) -> list[Entry]:
    return list(Entry.objects.filter(event=night.event, kind__in=kinds).order_by("-pk")[:NEWEST])


def _standing_entry(night: Evening) -> Entry | None:
    return night.one_of([each for each in _entries(night, DESK_KINDS) if not _is_undone(each)])


DEEDS: Deeds = {
    "undo": mostly(undo, undo_too_late, undo_what_others_made, undo_twice, undo_what_is_kept_elsewhere, share=0.25),
    "undo at the limit": undo_at_the_limit,
    "undo what may need a second": undo_up_to_the_second,
}
