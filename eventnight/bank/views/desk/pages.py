"""The desk: find a player, then sell, take in, or correct."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from engine.units import Cents
from eventnight.bank import services
from eventnight.bank.forms.chips import ChipPiecesForm
from eventnight.bank.forms.desk import (
    ChipsInForm,
    DonationForm,
    PaidForm,
    RebuyAmountsForm,
    RebuyForm,
    TicketsForm,
    UndoForm,
    shown_amounts,
)
from eventnight.bank.models import Commodity, Entry, EntryKind
from eventnight.bank.selectors import moved_by, recent_entries, till_state
from eventnight.bank.selectors.chips.rack import short_colours
from eventnight.bank.selectors.desk import players as desk_reads
from eventnight.bank.services import Posting
from eventnight.bank.ticket_sales import why_tickets_are_closed
from eventnight.bank.views.again import sale_question
from eventnight.bank.views.frame import listed_entries, listed_entry, may_reverse_any, sees_sums, till_in_use
from eventnight.core.access import may, staff_page
from eventnight.core.errors import NotFound
from eventnight.core.formats import chips_text, clock_text, money_text
from eventnight.core.forms import RefusableForm, refusing, status_of
from eventnight.core.press import press_of
from eventnight.core.press_form import press_form
from eventnight.core.redirects import back_or
from eventnight.core.requests import StaffRequest
from eventnight.core.roles import Permission
from eventnight.events.models import Event
from eventnight.events.selectors import check_in_counts, player_by_code

ENTRIES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the desk: the action, and under it what it costs."""

    do: str
    label: str
    note: str
    is_off: bool = False


@staff_page(Permission.CHECK_IN, here="desk")
def desk(request: StaffRequest, event: Event) -> HttpResponse:
    """Search, the till and the last entries; the only player found is chosen at once."""
    query = request.GET.get("q", "").strip()
    found = desk_reads.found_players(event, query) if query else []
    if len(found) == 1:
        return redirect(_address(event, found[0].player.code))
    context = _frame(request, event) | {"query": query, "found": found}
    return render(request, "bank/desk.html", context)


@staff_page(Permission.CHECK_IN, here="desk")
def player(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """One player at the desk, with the likeliest action open."""
    at_desk = desk_reads.desk_player(event, player_by_code(event, player))
    return _page(request, event, at_desk, "rebuy" if at_desk.first_stack else "first-stack")


@staff_page(Permission.SELL, here="desk")
def action(request: StaffRequest, event: Event, player: str, do: str) -> HttpResponse:
    """One action with what it will do; posted, it is done. Tickets and chips in are posted to the raffle."""
    at_desk = desk_reads.desk_player(event, player_by_code(event, player))
    if request.method != "POST":
        return _page(request, event, at_desk, do)
    form = _posted_form(request, do)
    if form.is_valid():
        with refusing(form):
            posting = _carry_out(request, event, at_desk, do, form)
            _tell(request, event, at_desk, posting)
            return redirect(_address(event, at_desk.player.code))
    back = _address(event, at_desk.player.code)
    return sale_question(request, event, form, back=back) or _page(request, event, at_desk, do, form)


@staff_page(Permission.SELL, here="desk")
def undo(request: StaffRequest, event: Event, sequence: int) -> HttpResponse:
    """Turn an entry round; a page asks for what is missing when one press is not enough."""
    data = (
        {"reason": UndoForm.base_fields["reason"].initial, **request.POST.dict()} if request.method == "POST" else None
    )
    form = UndoForm(data, request=request, event=event)
    return press_form(
        request,
        form,
        lambda press: services.reverse_desk_entry(
            event=event,
            sequence=sequence,
            reason=form.cleaned_data["reason"],
            press=press,
            may_reverse_any=may_reverse_any(request),
        ),
        said=f"Entry {sequence} undone.",
        back=back_or(request, reverse("bank:desk", kwargs={"code": event.code})),
    ) or render(
        request,
        "bank/undo.html",
        {"form": form, "entry": listed_entry(request, event, sequence)},
        status=status_of(form),
    )


def _page(
    request: StaffRequest, event: Event, at_desk: desk_reads.DeskPlayer, do: str, form: RefusableForm | None = None
) -> HttpResponse:
    """The whole page, or for htmx the action alone."""
    context = _action_context(request, event, at_desk, do, form)
    if request.headers.get("HX-Request"):
        return render(request, "bank/_action.html", context, status=status_of(form))
    context |= _frame(request, event) | {"keys": _keys(event, at_desk)}
    return render(request, "bank/desk.html", context, status=status_of(form))


def _frame(request: StaffRequest, event: Event) -> dict[str, Any]:
    now = timezone.now()
    return {
        "counts": check_in_counts(event),
        "till": till_state(event.pk, till_in_use(request, event)),
        "sees_sums": sees_sums(request),
        "entries": listed_entries(request, event, recent_entries(event.pk, limit=ENTRIES_SHOWN), now),
        "id_check": event.house_settings.id_check,
        "may_sell": may(request.roles, Permission.SELL),
        "short_colours": short_colours(event),
    }


def _action_context(
    request: StaffRequest, event: Event, at_desk: desk_reads.DeskPlayer, do: str, form: RefusableForm | None
) -> dict[str, Any]:
    context: dict[str, Any] = {"at_desk": at_desk, "do": do, "till_code": till_in_use(request, event)}
    if do == "rebuy":
        amounts = RebuyAmountsForm({"quantity": "1", **(request.POST or request.GET).dict()})
        context |= {"amounts": amounts}
        if amounts.is_valid():
            quantity, donation = amounts.cleaned_data["quantity"], Cents(amounts.cleaned_data["donation"])
            plan = desk_reads.rebuy_plan(event, at_desk, quantity, donation)
            context |= {"plan": plan, "shown": shown_amounts(quantity, donation)}
        chosen = {name: request.GET[name] for name in ("means", "reference") if name in request.GET}
        form = form or RebuyForm(initial=chosen)
    elif do == "first-stack":
        context |= {"plan": desk_reads.first_stack_plan(event, at_desk)}
        form = form or PaidForm()
    elif do in ("tickets", "chips-in") and (closed := why_tickets_are_closed(event)):
        return context | {"closed": closed, "form": form}
    elif do == "tickets":
        form = TicketsForm(event=event, lots=desk_reads.ticket_lots(event))
    elif do == "chips-in":
        turned_in = desk_reads.chips_in_plan(event, at_desk)
        context |= {"plan": turned_in}
        form = ChipsInForm(initial={"chips": turned_in.chips})
        if event.house_settings.bank.counts_chips:
            context |= {"colours": ChipPiecesForm(event=event, at_bank=True).pieces_fields}
    elif do == "donation":
        form = form or DonationForm()
    elif do == "correct":
        own = recent_entries(event.pk, subject=at_desk.player.code)
        context |= {"own_entries": listed_entries(request, event, own, timezone.now())}
    else:
        raise NotFound("unknown_action", f"The desk does nothing called {do}. Go back to the desk.", action=do)
    return context | {"form": form}


def _keys(event: Event, at_desk: desk_reads.DeskPlayer) -> list[Key]:
    settings = event.house_settings
    is_over = bool(why_tickets_are_closed(event))
    bank, raffle, given = settings.bank, settings.raffle, at_desk.first_stack
    rebuy = f"{money_text(bank.rebuy_price, event.currency, short=True)} for {chips_text(bank.rebuy_chips)}"
    lot = f"{raffle.lot_tickets} for {money_text(raffle.lot_price, event.currency, short=True)}"
    per_ticket = f"{chips_text(raffle.chips_per_ticket)} a ticket"
    first = f"given {clock_text(given.at, event)}" if given else chips_text(bank.first_stack)
    return [
        Key("rebuy", "Re-buy", rebuy),
        Key("tickets", "Tickets", "sales closed" if is_over else lot, is_off=is_over),
        Key("chips-in", "Chips in", "sales closed" if is_over else per_ticket, is_off=is_over),
        Key("first-stack", "First stack", first, is_off=given is not None),
        Key("donation", "Donation", "any amount"),
        Key("correct", "Correct", "undo an entry"),
    ]


def _posted_form(request: StaffRequest, do: str) -> PaidForm:
    forms: dict[str, type[PaidForm]] = {"rebuy": RebuyForm, "first-stack": PaidForm, "donation": DonationForm}
    if do not in forms:
        raise NotFound("unknown_action", f"Nothing called {do} can be sent here. Go back to the desk.", action=do)
    return forms[do](request.POST)


def _carry_out(request: StaffRequest, event: Event, at_desk: desk_reads.DeskPlayer, do: str, form: PaidForm) -> Posting:
    common: dict[str, Any] = {
        "event": event,
        "player_code": at_desk.player.code,
        "payment": form.payment_at(till_in_use(request, event)),
        "press": press_of(request, form.key).repeating(form.cleaned_data["again"]),
    }
    if do == "rebuy":
        price = event.house_settings.bank.rebuy_price
        return services.sell_rebuy(paid=Cents(form.cleaned_data["quantity"] * price), **common)
    if do == "donation":
        return services.record_donation(paid=Cents(form.cleaned_data["paid"]), **common)
    return services.give_first_stack(**common)


def _tell(request: StaffRequest, event: Event, at_desk: desk_reads.DeskPlayer, posting: Posting) -> None:
    entry = posting.entry
    name = at_desk.player.person.full_name
    if entry.kind == EntryKind.DONATION:
        text = f"Donation of {_paid(event, entry)} for {name} booked, slip {entry.receipt}."
    else:
        text = f"{entry.get_kind_display()} for {name} booked, slip {entry.receipt}."
    if posting.donation:
        on_top = f"donation of {_paid(event, posting.donation)} on top, slip {posting.donation.receipt}."
        text = f"{text.removesuffix('.')}; {on_top}"
    undo_url = reverse("bank:undo", kwargs={"code": event.code, "sequence": entry.sequence})
    messages.success(request, text, extra_tags=undo_url)


def _paid(event: Event, entry: Entry) -> str:
    return money_text(moved_by(entry).get(Commodity.MONEY, 0), event.currency)


def _address(event: Event, player_code: str) -> str:
    return reverse("bank:player", kwargs={"code": event.code, "player": player_code})
