"""What must be so before the night may be closed, and where it is put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eventnight.bank.models import Books, Commodity, Entry, EntryKind, OwnerKind
from eventnight.bank.selectors import balances_by_code
from eventnight.core.wording import chips_text, money_text
from eventnight.events.models import Event
from eventnight.night.selectors.actions.action import address
from eventnight.night.selectors.tonight import Tonight
from eventnight.raffle.models import RaffleStatus
from tables.models import TableKind
from tables.selectors import TableSummary
from tournaments.models import FlightStatus


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the list: what it says when done or open, and for an open one where to go."""

    label: str
    done: bool
    url: str
    action: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class BooksProof:
    """The last time the books were worked out again: up to which entry, and how many faults were found."""

    entries: int
    faults: int


def closing_checks(night: Tonight, proof: BooksProof | None) -> list[Check]:
    """Every line, in the order in which a night is closed: three queries. proof: None when the books never were."""
    return [
        *_matches(night),
        *_flights(night),
        _chips(night, "Card tables", TableKind.POKER, "tables:list"),
        _chips(night, "Roulette trays", TableKind.ROULETTE, "tables:list"),
        *_raffle(night),
        *_tills(night),
        _books(night, proof),
    ]


def last_entry(event_id: int) -> int:
    """The number of the last entry, 0 before the first."""
    return Books.objects.filter(event_id=event_id).values_list("last_sequence", flat=True).first() or 0


def _matches(night: Tonight) -> Iterator[Check]:
    for summary in night.euchre:
        left = summary.to_play - summary.decided
        label = f"{summary.bracket.name}: every match is decided"
        if left or not summary.bracket.is_drawn:
            label = f"{summary.bracket.name}: {left} matches open" if left else f"{summary.bracket.name} is not drawn"
        is_done = summary.bracket.is_drawn and not left
        yield Check(label, is_done, address(night.event, "tournaments:matches"), "Matches")


def _flights(night: Tonight) -> Iterator[Check]:
    for holdem in night.holdem:
        entered = [flight for flight in holdem.flights if flight.entries]
        left = [flight.name for flight in entered if flight.status != FlightStatus.CLOSED]
        label = f"{holdem.name}: {', '.join(left)} open" if left else f"{holdem.name} is over"
        yield Check(label, not left, address(night.event, "tournaments:floor"), "Floor")


def _chips(night: Tonight, noun: str, kind: TableKind, name: str) -> Check:
    chips = sum(table.chips for table in _of_kind(night, kind))
    label = f"{noun} hold {chips_text(chips)} chips" if chips else f"{noun} are empty"
    return Check(label, not chips, address(night.event, name), "Tables")


def _of_kind(night: Tonight, kind: TableKind) -> list[TableSummary]:
    return [table for table in night.tables if table.kind == kind]


def _raffle(night: Tonight) -> Iterator[Check]:
    if night.raffle is None:
        return
    left = night.raffle.prizes - night.raffle.prizes_won
    is_done = night.raffle.status == RaffleStatus.DONE
    label = "The raffle is finished" if is_done else f"{left} prizes to draw" if left else "The raffle is not finished"
    yield Check(label, is_done, address(night.event, "raffle:staff"), "Raffle")


def _tills(night: Tonight) -> Iterator[Check]:
    held = balances_by_code(night.event.pk, Commodity.MONEY, OwnerKind.TILL)
    closed = _closed_tills(night.event)
    for till, cents in held.items():
        is_closed = till in closed
        amount = money_text(cents, night.event.currency, short=True)
        label = f"Till {till} is counted and closed" if is_closed else f"Till {till} is open with {amount}"
        yield Check(label, is_closed, address(night.event, "bank:till"), "Close")


def _closed_tills(event: Event) -> set[str]:
    """The tills whose last opening or closing is a closing."""
    kinds = (EntryKind.TILL_OPENED, EntryKind.TILL_CLOSED)
    moves = Entry.objects.filter(event=event, kind__in=kinds, reversed_by__isnull=True).order_by("id")
    last = dict(moves.values_list("subject", "kind"))
    return {till for till, kind in last.items() if kind == EntryKind.TILL_CLOSED}


def _books(night: Tonight, proof: BooksProof | None) -> Check:
    now_at, url = last_entry(night.event.pk), address(night.event, "night:books")
    if proof is None:
        return Check("The books have not been checked", False, url, "Check")
    if proof.faults:
        return Check(f"The books have {proof.faults} faults at entry {proof.entries}", False, url, "See")
    if proof.entries < now_at:
        return Check(f"Books checked up to entry {proof.entries} of {now_at}", False, url, "Check")
    return Check(f"Books add up, entry {now_at}", True, url, "See")
