"""Attacks on the rows: somebody with the database changes what a draw stands on, or tells another night altogether."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engine.raffle import first, list_hash, parse_sheet
from eventnight.raffle.models import Draw, Raffle, Ticket
from tests.attacks.counting import Ending
from tests.attacks.steering import Attack
from tests.attacks.targets import Target, make_target, rolled
from tests.raffle.nights import SEED, RaffleNight


def rows_edited(chance: Random) -> Iterator[Ending]:
    """Somebody with the database changes what the draw stands on, one fact at a time."""
    for name, edit in EDITS.items():
        at = make_target(chance)
        if name.startswith("draw"):
            at.night.draw("B1")
        yield at.judge(lambda edit=edit, at=at: edit(chance, at))


def night_told_again(chance: Random) -> Iterator[Ending]:
    """Somebody with the database and the seed tells another night that agrees with itself: list, hash, chance."""
    for change in (_another_list, _other_dice, _another_promise, _first_method):
        at = make_target(chance)
        yield at.judge(lambda change=change, at=at: change(chance, at))


def _ticket_to(chance: Random, at: Target) -> object:
    """A placed ticket goes to another holder."""
    ticket = at.night.raffle.tickets.filter(state="placed").order_by("?").first()
    other = at.night.raffle.event.players.exclude(pk=ticket.holder_id).first()
    return at.night.raffle.tickets.filter(pk=ticket.pk).update(holder=other)


def _update(**values: Any) -> Callable[[Random, Target], object]:
    return lambda chance, at: Raffle.objects.filter(pk=at.night.raffle.pk).update(**values)


EDITS: dict[str, Callable[[Random, Target], object]] = {
    "a ticket's holder": _ticket_to,
    "a ticket's bucket": lambda chance, at: at.night.raffle.tickets.filter(bucket__code="B1").update(
        bucket=at.night.raffle.buckets.get(code="B2")
    ),
    "a ticket gone": lambda chance, at: at.night.raffle.tickets.filter(number=1).delete(),
    "another list": lambda chance, at: Raffle.objects.filter(pk=at.night.raffle.pk).update(
        frozen_list=_list_with_swapped_holders(at.night)
    ),
    "another hash": _update(list_hash="ab" * 32),
    "another rule": _update(win_rule="ticket_leaves"),
    "no rule": _update(win_rule=""),
    "respelled dice": lambda chance, at: Raffle.objects.filter(pk=at.night.raffle.pk).update(
        entropy=at.earlier["entropy"].replace(" ", "")
    ),
    "another promise": _update(commitment="cd" * 32),
    "the seed laid open": lambda chance, at: Raffle.objects.filter(pk=at.night.raffle.pk).update(seed=SEED.hex()),
    "frozen again": _update(status="frozen"),
    "on sale again": _update(status="open"),
    "a prize renamed": lambda chance, at: at.night.raffle.prizes.filter(code="B1").update(code="Z9"),
    "a prize in another bucket": lambda chance, at: at.night.raffle.prizes.filter(code="B1").update(
        bucket=at.night.raffle.buckets.get(code="B2")
    ),
    "a prize gone": lambda chance, at: at.night.raffle.prizes.filter(code="B2").delete(),
    "draw: another ticket": lambda chance, at: _redirect(at),
    "draw: another index": lambda chance, at: Draw.objects.filter(raffle=at.night.raffle).update(index=0, eligible=1),
    "draw: gone": lambda chance, at: Draw.objects.filter(raffle=at.night.raffle).delete(),
    "draw: somebody absent": lambda chance, at: Draw.objects.filter(raffle=at.night.raffle).update(eligible=999),
}


def _redirect(at: Target) -> object:
    draw = Draw.objects.get(raffle=at.night.raffle)
    other = at.night.raffle.tickets.filter(bucket=draw.ticket.bucket).exclude(pk=draw.ticket_id).first()
    return Draw.objects.filter(pk=draw.pk).update(ticket=other)


def _list_with_swapped_holders(night: RaffleNight) -> str:
    """The published list with the holders of two tickets in one bucket swapped: nobody has more tickets or fewer."""
    tickets = _two_of_one_bucket(night)
    lines = night.raffle.frozen_list
    for ticket, other in (tickets, tickets[::-1]):
        line = f"ticket\t{ticket.bucket.code}\t{ticket.number}\t"
        lines = lines.replace(f"{line}{ticket.holder.code}\n", f"{line}{other.holder.code}\n")
    return lines


def _two_of_one_bucket(night: RaffleNight) -> tuple[Ticket, Ticket]:
    placed = night.raffle.tickets.filter(bucket__code="B1").select_related("holder", "bucket").order_by("number")
    return placed[0], next(ticket for ticket in placed if ticket.holder_id != placed[0].holder_id)


def _another_list(chance: Random, at: Target) -> object:
    """List, hash and rows agree, and every count of the ledger."""
    told = _tell(at, frozen_list=_list_with_swapped_holders(at.night))
    ticket, other = _two_of_one_bucket(at.night)
    Ticket.objects.filter(pk=ticket.pk).update(holder=other.holder)
    Ticket.objects.filter(pk=other.pk).update(holder=ticket.holder)
    return told


def _other_dice(chance: Random, at: Target) -> object:
    return _tell(at, entropy="dice:" + rolled(chance))


def _another_promise(chance: Random, at: Target) -> object:
    promise = hashlib.sha256(chance.randbytes(32)).hexdigest()
    told = at.night.raffle.frozen_list.replace(at.earlier["commitment"], promise)
    return _tell(at, frozen_list=told, commitment=promise)


def _first_method(chance: Random, at: Target) -> object:
    tickets = parse_sheet(at.night.raffle.frozen_list.encode()).tickets
    return _tell(at, frozen_list=first.canonical_list(tickets).decode())


def _tell(at: Target, **values: str) -> object:
    if "frozen_list" in values:
        values["list_hash"] = list_hash(values["frozen_list"].encode())
    return Raffle.objects.filter(pk=at.night.raffle.pk).update(**values)


ATTACKS: dict[str, Attack] = {"edit one row": rows_edited, "tell another night": night_told_again}
