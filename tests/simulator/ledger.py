"""Books of the judge's own: what the lines add up to, read as plain rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from django.db.models import Q

from eventnight.bank.models import Account, Commodity, EntryKind, OwnerKind, Transfer
from eventnight.events.models import Event
from eventnight.raffle.models import Ticket, TicketState
from tournaments.models import ChipRace, FlightEntry, FlightKind, FlightStatus

Held = Mapping[str, int]
"""What there is at each address, such as "chips/player/P001"; issuers and guests' pockets are below zero."""

OUT_OF_THE_RACK = (OwnerKind.PLAYER, OwnerKind.SEAT, OwnerKind.TRAY, OwnerKind.HOUSE)
HAND = EntryKind.STACK_HAND
BEFORE_BAGS = (FlightStatus.PLANNED, FlightStatus.SEATED, FlightStatus.RUNNING)


def held_by_lines(event: Event) -> Held:
    """What every line of the night adds up to."""
    held: Counter[str] = Counter()
    lines = Transfer.objects.filter(event=event).order_by()
    for amount, giver, taker in lines.values_list("amount", "from_account", "to_account"):
        held[giver] -= amount
        held[taker] += amount
    accounts = Account.objects.filter(event=event).order_by()
    names = {
        pk: f"{commodity}/{kind}/{code}"
        for pk, commodity, kind, code in accounts.values_list("pk", "commodity", "owner_kind", "code")
    }
    return {names[pk]: total for pk, total in held.items()}


def moved_between(before: Held, after: Held) -> dict[str, int]:
    """What each address has more or less."""
    changes = {address: after.get(address, 0) - before.get(address, 0) for address in {*before, *after}}
    return {address: change for address, change in changes.items() if change}


def moved_by_entries(event: Event, which: Q) -> dict[str, int]:
    """What the lines of these entries moved. which: of lines."""
    moved: Counter[str] = Counter()
    for line in Transfer.objects.filter(which, event=event).select_related("from_account", "to_account"):
        moved[str(line.from_account)] -= line.amount
        moved[str(line.to_account)] += line.amount
    return dict(moved)


def ledger_holds(event: Event, held: Held) -> Iterator[str]:
    """Everything that is true of the sums whatever was pressed."""
    yield from _chips_are_out(held)
    yield from _tickets_lie_where_the_books_say(event, held)
    yield from _stacks_are_what_was_bought(event, held)


def _chips_are_out(held: Held) -> Iterator[str]:
    """Chips that left the issuer are with players, at seats, in trays or with the house; nobody owes any."""
    for kind in OUT_OF_THE_RACK:
        yield from (
            f"{address} holds {count}"
            for address, count in held.items()
            if address.startswith(f"{Commodity.CHIPS}/{kind}/") and count < 0
        )
    elsewhere = {address.split("/")[1] for address, count in held.items() if address.startswith("chips/") and count}
    yield from (f"chips lie with a {kind}" for kind in sorted(elsewhere - {*OUT_OF_THE_RACK, OwnerKind.ISSUER}))


def _tickets_lie_where_the_books_say(event: Event, held: Held) -> Iterator[str]:
    """Each player and each bucket has as many tickets as the books say, not only all of them together."""
    lying: Counter[str] = Counter()
    tickets = Ticket.objects.filter(raffle__event=event).exclude(state=TicketState.VOID).order_by()
    for state, holder, bucket in tickets.values_list("state", "holder__code", "bucket__code"):
        lying[f"tickets/player/{holder}" if state == TicketState.HELD else f"tickets/bucket/{bucket}"] += 1
    booked = {
        address: count for address, count in held.items() if address.startswith(("tickets/player/", "tickets/bucket/"))
    }
    for address, difference in sorted(moved_between(booked, lying).items()):
        yield f"{address}: {difference:+} tickets beside the books"


def _stacks_are_what_was_bought(event: Event, held: Held) -> Iterator[str]:
    """Until stacks are bagged, those of a player in a flight are in the books as they were bought, with re-buys, add-on
    and what colour-ups and hands at the table brought or took.
    """
    entries = FlightEntry.objects.filter(flight__tournament__event=event).order_by()
    booked, due = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    in_play = entries.filter(flight__kind=FlightKind.FIRST, flight__status__in=BEFORE_BAGS)
    played = moved_by_entries(event, Q(entry__kind=HAND) | Q(entry__reverses__kind=HAND))
    for flight, player, code, started in in_play.values_list("flight", "player__code", "stack_code", "started_with"):
        address = f"tournament_chips/stack/{code}"
        booked[flight, player] += held.get(address, 0)
        due[flight, player] += started + played.get(address, 0)
    races = ChipRace.objects.filter(flight__tournament__event=event, undone_at__isnull=True).order_by()
    for flight, changes in races.values_list("flight", "changes"):
        due.update({(flight, player): change for player, change in changes.items() if (flight, player) in due})
    for flight, player in due:
        if booked[flight, player] != due[flight, player]:
            yield f"{player} has {booked[flight, player]} in the books of flight {flight}, not {due[flight, player]}"
    known = set(entries.values_list("stack_code", flat=True))
    for address, chips in held.items():
        if chips and address.startswith("tournament_chips/stack/") and address.rpartition("/")[2] not in known:
            yield f"{address} holds {chips}, and nobody entered under it"
