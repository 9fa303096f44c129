"""The chips: who holds them, counting them by colour, bringing them to a table and changing them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from eventnight.bank.forms.chips import ChangeForm, ChipPiecesForm, ChipUndoForm
from eventnight.bank.models import Entry
from eventnight.bank.selectors import EntryLine, actor_labels, entry_lines
from eventnight.bank.selectors.chips.inventory import (
    INVENTORY_KINDS,
    RACK,
    UNDONE_HERE,
    ChipHolder,
    count_of,
    count_sentence,
    holder_of,
    inventory,
    stock_of,
)
from eventnight.bank.selectors.ledger.entries import entries
from eventnight.bank.services import Posting, return_tray
from eventnight.bank.services.chips.inventory import count_chips, make_change, stock_tray, undo_chip_entry
from eventnight.bank.views.frame import ListedEntry, listed_entries, listed_entry, may_reverse_any
from eventnight.core.forms import ServiceForm, status_of
from eventnight.core.press import Press, press_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import may, require_role, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.selectors import find_players

ENTRIES_SHOWN = 8
PLAYERS_FOUND = 20


@dataclass(frozen=True, slots=True)
class HolderLine:
    """A holder as the list shows it: minutes since the last count, and what this person may do with its chips."""

    holder: ChipHolder
    minutes: int
    may_move: bool


@staff_page(Permission.COUNT_CHIPS, here="chips")
def chips(request: StaffRequest, event: Event) -> HttpResponse:
    """Every holder with what the books say and the last count; the night by colour."""
    query = request.GET.get("q", "").strip()
    found = list(find_players(event, query)[:PLAYERS_FOUND]) if query else None
    listed, now = inventory(event, found), timezone.now()
    context = {
        "inventory": listed,
        "places": [_line(request, holder, now) for holder in listed.holders],
        "players": [_line(request, holder, now) for holder in listed.players],
        "query": query,
        "entries": _newest(request, event, now),
        "is_counted": event.house_settings.bank.counts_chips,
        "may_set_up": may(request.roles, Permission.SET_UP),
    }
    return render(request, "bank/inventory.html", context)


@staff_page(Permission.COUNT_CHIPS, here="chips")
def count(request: StaffRequest, event: Event, holder: str) -> HttpResponse:
    """Count what one holder has. What the books say is told afterwards, so that nobody counts towards it."""
    found = holder_of(event, holder)
    form = ChipPiecesForm(request.POST or None, event=event)
    return press_form(
        request,
        form,
        lambda press: count_chips(holder=holder, pieces=form.cleaned_data["pieces"], event=event, press=press),
        back=lambda posting: _counted(request, event, found, posting),
    ) or render(request, "bank/inventory_count.html", {"holder": found, "form": form}, status=status_of(form))


@staff_page(Permission.COUNT_CHIPS, here="chips")
def change(request: StaffRequest, event: Event, place: str) -> HttpResponse:
    """Change chips at a table, from its tray, or at the bank."""
    require_role(request.roles, _moves(place))
    found = holder_of(event, place)
    form = ChangeForm(request.POST or None, event=event, at_bank=place == RACK)

    def exchange(press: Press) -> Posting:
        asked = {name: form.cleaned_data[name] for name in ChangeForm.groups}
        return make_change(place=place, **asked, event=event, press=press)

    if done := press_form(request, form, exchange, said=_booked, back=_to_chips(event)):
        return done
    context = {"holder": found, "form": form, "stock": stock_of(event, place), "is_rack": place == RACK}
    return render(request, "bank/inventory_change.html", context, status=status_of(form))


@staff_page(Permission.RUN_TABLES, here="chips")
def stock(request: StaffRequest, event: Event, place: str) -> HttpResponse:
    """Bring chips to a table's tray."""
    found = holder_of(event, place)
    form = ChipPiecesForm(request.POST or None, event=event)
    if done := press_form(
        request,
        form,
        lambda press: stock_tray(place=place, pieces=form.cleaned_data["pieces"], event=event, press=press),
        said=_booked,
        back=_to_chips(event),
    ):
        return done
    context = {"holder": found, "form": form, "stock": stock_of(event, place)}
    return render(request, "bank/inventory_stock.html", context, status=status_of(form))


@require_POST
@staff_page(Permission.RUN_TABLES, here="chips")
def empty(request: StaffRequest, event: Event, place: str) -> HttpResponse:
    """Take every chip of a card table's tray back to the rack."""
    found, form = holder_of(event, place), ServiceForm(request.POST)
    if form.is_valid() and found.has_own_tray:
        posting = return_tray(tray=place, event=event, press=press_of(request, form.key))
        messages.success(request, _booked(posting))
    return _to_chips(event)


@staff_page(Permission.COUNT_CHIPS, here="chips")
def undo(request: StaffRequest, event: Event, sequence: int) -> HttpResponse:
    """Reverse a change or the filling of a tray."""
    form = ChipUndoForm(ChipUndoForm.sent_with_reason(request))
    return press_form(
        request,
        form,
        lambda press: undo_chip_entry(
            sequence=sequence,
            reason=form.cleaned_data["reason"],
            may_reverse_any=may_reverse_any(request),
            event=event,
            press=press,
        ),
        said=f"Entry {sequence} undone.",
        back=_to_chips(event),
    ) or render(
        request,
        "bank/inventory_undo.html",
        {"form": form, "entry": listed_entry(request, event, sequence)},
        status=status_of(form),
    )


def _newest(request: StaffRequest, event: Event, now: datetime) -> list[ListedEntry]:
    newest = entry_lines(entries(event.pk).filter(kind__in=INVENTORY_KINDS)[:ENTRIES_SHOWN])
    return [
        replace(each, undo_url=reverse("bank:chips_undo", args=[event.code, each.line.sequence]))
        if each.line.kind in UNDONE_HERE and _may_undo(request, event, each.line, now)
        else each
        for each in listed_entries(request, event, newest, now)
    ]


def _line(request: StaffRequest, holder: ChipHolder, now: datetime) -> HolderLine:
    minutes = int(holder.age(now).total_seconds() // 60)
    return HolderLine(holder, minutes, may(request.roles, _moves(holder.code)))


def _may_undo(request: StaffRequest, event: Event, line: EntryLine, now: datetime) -> bool:
    if line.is_reversed:
        return False
    own_for = timedelta(minutes=event.house_settings.bank.undo_minutes)
    return may_reverse_any(request) or (line.by_code == request.actor.code and now - line.at <= own_for)


def _moves(code: str) -> Permission:
    """What changing chips there needs."""
    return Permission.SELL if code == RACK else Permission.RUN_TABLES


def _counted(request: StaffRequest, event: Event, holder: ChipHolder, posting: Posting) -> HttpResponse:
    """Back to the chips, which say what the books said; a difference is a warning."""
    counted = count_of(posting.entry, actor_labels([posting.entry.actor_code], event.pk))
    say = messages.warning if counted.difference else messages.success
    say(request, count_sentence(holder, counted))
    return _to_chips(event)


def _booked(posting: Posting) -> str:
    entry: Entry = posting.entry
    return f"{entry.get_kind_display()} at {entry.subject} booked, receipt {entry.sequence}."


def _to_chips(event: Event) -> HttpResponse:
    return redirect("bank:chips", code=event.code)
