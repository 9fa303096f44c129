"""What the desk's pages share: the till in use, and entries with the names of the people they are about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone

from eventnight.bank.means import Means
from eventnight.bank.models import Commodity, EntryKind
from eventnight.bank.selectors import EntryLine, entry_lines, entry_of
from eventnight.bank.selectors.desk.players import TICKET_KINDS, may_undo
from eventnight.bank.tills.codes import FIRST_TILL
from eventnight.core.roles import Permission
from eventnight.core.values.formats import chips_text, money_text
from eventnight.core.web.access import may
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event, Player

_FIGURE_OF = {
    EntryKind.FIRST_STACK: Commodity.CHIPS,
    EntryKind.REBUY: Commodity.CHIPS,
    EntryKind.REDEMPTION: Commodity.CHIPS,
    EntryKind.SIT_DOWN: Commodity.CHIPS,
    EntryKind.LEAVE_TABLE: Commodity.CHIPS,
    EntryKind.TICKET_SALE: Commodity.TICKETS,
    EntryKind.TICKETS_PLACED: Commodity.TICKETS,
    EntryKind.DONATION: Commodity.MONEY,
    EntryKind.TILL_OPENED: Commodity.MONEY,
    EntryKind.TILL_CLOSED: Commodity.MONEY,
}


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry as the desk lists it; undo_url is empty where this person cannot undo it here."""

    line: EntryLine
    name: str
    title: str
    by: str
    undo_url: str


def till_in_use(request: StaffRequest, event: Event) -> str:
    """The till chosen for this event in this session."""
    till: str = request.session.get(_till_key(event), FIRST_TILL)
    return till


def use_till(request: StaffRequest, event: Event, till: str) -> None:
    """Work at that till from now on."""
    request.session[_till_key(event)] = till


def means_in_use(request: StaffRequest, till: str) -> str:
    """How the last guest paid at that till in this session."""
    means: str = request.session.get(_means_key(request.event, till), Means.CASH)
    return means


def use_means(request: StaffRequest, till: str, means: str) -> None:
    """Offer these means first to the next guest at that till."""
    request.session[_means_key(request.event, till)] = means


def may_reverse_any(request: StaffRequest) -> bool:
    """Whether the person may undo others' and older entries."""
    return may(request.roles, Permission.REVERSE_ANY)


def sees_sums(request: StaffRequest) -> bool:
    """Whether the person may know what a drawer should hold before it is counted: the one who counts may not."""
    return may(request.roles, Permission.SEE_BOOKS)


def listed_entries(request: StaffRequest, event: Event, lines: list[EntryLine], now: datetime) -> list[ListedEntry]:
    """The entries with names and the addresses that undo them: one query."""
    own_code, any_entry = request.actor.code, may_reverse_any(request)
    codes = {line.subject for line in lines}
    names = dict(Player.objects.filter(event=event, code__in=codes).values_list("code", "person__full_name"))
    return [
        ListedEntry(
            line=line,
            name=names.get(line.subject, line.subject),
            title=_title(event, line, names.get(line.subject, line.subject)),
            by="you" if line.by_code == own_code else line.by,
            undo_url=undo_address(event, line.kind, line.sequence)
            if may_undo(event, line, by_code=own_code, may_reverse_any=any_entry, now=now)
            else "",
        )
        for line in lines
    ]


def undo_address(event: Event, kind: str, sequence: int) -> str:
    """Where an entry made at the desk is undone."""
    name = "raffle:undo" if kind in TICKET_KINDS else "bank:undo"
    return reverse(name, kwargs={"code": event.code, "sequence": sequence})


def listed_entry(request: StaffRequest, event: Event, sequence: int) -> ListedEntry:
    """The entry of that number as lists show it. Raises NotFound("unknown_entry")."""
    [entry] = listed_entries(request, event, entry_lines([entry_of(event.pk, sequence)]), timezone.now())
    return entry


def _title(event: Event, line: EntryLine, name: str) -> str:
    commodity = _FIGURE_OF.get(EntryKind(line.kind))
    amount = line.amounts.get(commodity, 0) if commodity else 0
    if commodity == Commodity.MONEY:
        figure = money_text(amount, event.currency, short=True)
    else:
        figure = chips_text(amount) if amount else ""
    label = f"Undone: {line.reverses}" if line.reverses else line.label
    return ", ".join(part for part in (f"{label} {figure}".strip(), name) if part)


def _till_key(event: Event) -> str:
    return f"till-{event.pk}"


def _means_key(event: Event, till: str) -> str:
    return f"means-{event.pk}-{till}"
