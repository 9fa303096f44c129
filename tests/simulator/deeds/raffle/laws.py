"""What is true of a raffle at any time."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

from django.db.models import Q

from eventnight.bank.models import Entry, EntryKind
from eventnight.events.models import Event
from eventnight.raffle.models import Draw, DrawMethod, Raffle, RaffleStatus
from tests.simulator.deeds.raffle.rows import draws, papers
from tests.simulator.deeds.raffle.sheet import begun_prize, drawn, may_win, sheet_of
from tests.simulator.ledger import moved_by_entries


def tickets_are_those_sold(event: Event) -> Iterator[str]:
    """Numbers run from one without a gap, and each sale has as many as its entry says, of its guest."""
    found = papers(event)
    if [*found] != list(range(1, len(found) + 1)):
        yield "ticket numbers have gaps"
    kinds = (EntryKind.TICKET_SALE, EntryKind.REDEMPTION)
    lines = Entry.objects.filter(event=event, kind__in=kinds, transfers__commodity="tickets").order_by("sequence")
    sold = {
        (number, holder): count
        for number, holder, count in lines.values_list("sequence", "subject", "transfers__amount")
    }
    there = Counter((each.sold_entry, each.holder) for each in found.values())
    yield from (
        f"sale {each} has {there[each]} tickets, not {sold.get(each, 0)}"
        for each in {*sold, *there}
        if there[each] != sold.get(each, 0)
    )


def the_seed_is_kept(event: Event) -> Iterator[str]:
    """Sealed until the raffle is done, and then the one that was promised; a barrel's is never told, nor any chance."""
    raffle = Raffle.objects.filter(event=event).first()
    if raffle is None:
        return
    if raffle.method == DrawMethod.BARREL and (raffle.seed or raffle.entropy):
        yield "a barrel has a seed, or chance that was brought"
    if raffle.status != RaffleStatus.DONE and (raffle.seed or not raffle.sealed_seed):
        yield "the seed lies open before its time"
    if raffle.seed and hashlib.sha256(bytes.fromhex(raffle.seed)).hexdigest() != raffle.commitment:
        yield "the seed is not the one that was promised"


def the_list_is_what_was_placed(event: Event) -> Iterator[str]:
    """Once sales are closed, no ticket lies elsewhere than on the sheet, and the sheet is the one that was hashed."""
    raffle = Raffle.objects.filter(event=event).first()
    sheet = sheet_of(raffle) if raffle is not None else None
    if raffle is None or sheet is None:
        return
    if hashlib.sha256(raffle.frozen_list.encode()).hexdigest() != raffle.list_hash:
        yield "the list is not the one that was published"
    placed = sorted((each.bucket, number, each.holder) for number, each in papers(event).items() if each.bucket)
    if list(sheet.tickets) != placed:
        yield "tickets lie elsewhere than on the sheet"


def numbers_come_in_their_order(event: Event) -> Iterator[str]:
    """Draws are numbered through, attempts too; each ticket could win when it came up, and the prize before it was
    settled. Prizes come in the order of the sheet; a barrel has none.
    """
    raffle = Raffle.objects.filter(event=event).first()
    sheet = sheet_of(raffle) if raffle is not None else None
    if raffle is None or sheet is None:
        return
    so_far, places = drawn(raffle), draws(raffle)
    if [*places] != list(range(1, len(places) + 1)):
        yield f"draws are numbered {[*places]}"
        return
    order, seen = {prize: place for place, (prize, _) in enumerate(sheet.prizes)}, Counter[str]()
    for place, each in enumerate(so_far):
        if each.attempt != seen[each.prize]:
            yield f"{each} is attempt {seen[each.prize]}"
        seen[each.prize] += 1
        may, begun = may_win(sheet, each.prize, so_far[:place]), begun_prize(sheet, so_far[:place])
        if each.ticket not in may:
            yield f"{each} could not win"
        if places[place + 1]["eligible"] != len(may):
            yield f"{each} is told to be one of {places[place + 1]['eligible']}, not of {len(may)}"
        if begun not in ("", each.prize):
            yield f"{each} was drawn while {begun} was called"
    if raffle.method != DrawMethod.BARREL and [*seen] != sorted(seen, key=order.__getitem__):
        yield f"prizes were drawn as {[*seen]}"


def pots_are_paid_as_noted(event: Event) -> Iterator[str]:
    """Every payment that was not undone stands at one number, of its holder and its share; no number has another."""
    paid = Entry.objects.filter(event=event, kind=EntryKind.POT_PAID, reversed_by__isnull=True)
    booked = dict(paid.values_list("sequence", "subject"))
    rows = Draw.objects.filter(raffle__event=event, paid_entry__isnull=False)
    columns = ("paid_entry", "ticket__holder__code", "prize__bucket__pot")
    noted = {sequence: (holder, pot) for sequence, holder, pot in rows.values_list(*columns)}
    if {sequence: holder for sequence, (holder, _) in noted.items()} != booked:
        yield f"pots were paid by {booked}, and prizes note {noted}"
    for sequence, (_, pot) in noted.items():
        moved = moved_by_entries(event, Q(entry__sequence=sequence))
        if moved.get("money/source/cash", 0) != pot:
            yield f"payment {sequence} is not of {pot}"


ALWAYS = (
    tickets_are_those_sold,
    the_seed_is_kept,
    the_list_is_what_was_placed,
    numbers_come_in_their_order,
    pots_are_paid_as_noted,
)
