"""The desk: find a player, then sell, take in, or correct."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from eventnight.bank import services
from eventnight.bank.forms.desk import PaidForm, UndoForm
from eventnight.bank.selectors import recent_entries, till_state
from eventnight.bank.selectors.chips.rack import short_colours
from eventnight.bank.selectors.desk.players import desk_player, found_players
from eventnight.bank.ticket_sales import why_tickets_are_closed
from eventnight.bank.views.again import sale_question
from eventnight.bank.views.desk.action import DeskAction, Serving, action_named, action_sent, desk_actions
from eventnight.bank.views.desk.bank_actions import CORRECT, FIRST_STACK, REBUY
from eventnight.bank.views.desk.just_sold import just_sold
from eventnight.bank.views.frame import (
    ListedEntry,
    listed_entries,
    listed_entry,
    may_reverse_any,
    means_in_use,
    sees_sums,
    till_in_use,
    undo_address,
    use_means,
)
from eventnight.core.forms import RefusableForm, status_of
from eventnight.core.press import Press
from eventnight.core.press_form import Said, press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import may, staff_page
from eventnight.core.web.redirects import back_or
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.selectors import check_in_counts, player_by_code

ENTRIES_SHOWN = 8
SERVED_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the desk: the action, and under its label what it costs."""

    action: DeskAction
    note: str
    is_off: bool


@staff_page(Permission.CHECK_IN, here="desk")
def desk(request: StaffRequest, event: Event) -> HttpResponse:
    """Search, the till and the last entries; the only player found is chosen at once."""
    query = request.GET.get("q", "").strip()
    found = found_players(event, query) if query else []
    if len(found) == 1:
        return redirect(_address(event, found[0].player.code))
    context = _frame(request, event) | {"query": query, "found": found}
    return render(request, "bank/desk.html", context)


@staff_page(Permission.CHECK_IN, here="desk")
def player(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """One player at the desk: what was just sold, or the likeliest action open."""
    serving = _serving(request, event, player)
    if serving.at_desk.player.is_withdrawn:
        return _page(serving, CORRECT)
    if sold := just_sold(serving):
        context = _frame(request, event) | {"at_desk": serving.at_desk, "sold": sold}
        return render(request, "bank/desk.html", context)
    return _page(serving, REBUY if serving.at_desk.first_stack else FIRST_STACK)


@staff_page(Permission.SELL, here="desk")
def action(request: StaffRequest, event: Event, player: str, do: str) -> HttpResponse:
    """One action with what it will do; posted, it is done."""
    serving = _serving(request, event, player)
    if request.method != "POST":
        return _page(serving, action_named(do))
    sent, form = action_sent(do, serving)
    back = _address(event, serving.player_code)
    return (
        press_form(
            request,
            form,
            lambda press: _book(serving, sent, form, press),
            said=lambda booked: Said(
                sent.said(serving, booked), undo=undo_address(event, booked.entry.kind, booked.entry.sequence)
            ),
            back=lambda booked: redirect(f"{back}?sold={booked.entry.sequence}"),
        )
        or sale_question(request, event, form, back=back)
        or _page(serving, sent, form)
    )


@staff_page(Permission.SELL, here="desk")
def undo(request: StaffRequest, event: Event, sequence: int) -> HttpResponse:
    """Reverse an entry; a page asks for what is missing when one press is not enough."""
    form = UndoForm(UndoForm.sent_with_reason(request), request=request, event=event)
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


def _book(serving: Serving, sent: DeskAction, form: RefusableForm, press: Press) -> Any:
    booked = sent.run(serving, form, press)
    if isinstance(form, PaidForm):
        use_means(serving.request, serving.till, form.payment_at(serving.till).means)
    return booked


def _serving(request: StaffRequest, event: Event, player: str) -> Serving:
    return Serving(request, event, desk_player(event, player_by_code(event, player)), till_in_use(request, event))


def _page(serving: Serving, action: DeskAction, form: RefusableForm | None = None) -> HttpResponse:
    """The whole page, or for htmx the action alone."""
    request, context = serving.request, _action_context(serving, action, form)
    if request.headers.get("HX-Request"):
        return render(request, "bank/_action.html", context | {"is_alone": True}, status=status_of(form))
    context |= _frame(request, serving.event) | {"keys": _keys(serving)}
    return render(request, "bank/desk.html", context, status=status_of(form))


def _frame(request: StaffRequest, event: Event) -> dict[str, Any]:
    now = timezone.now()
    entries = listed_entries(request, event, recent_entries(event.pk, limit=ENTRIES_SHOWN), now)
    return {
        "counts": check_in_counts(event),
        "till": till_state(event.pk, till_in_use(request, event)),
        "sees_sums": sees_sums(request),
        "entries": entries,
        "served": _served(entries, request.actor.code),
        "id_check": event.house_settings.id_check,
        "conditions": event.house_settings.conditions,
        "may_sell": may(request.roles, Permission.SELL),
        "short_colours": short_colours(event),
    }


def _action_context(serving: Serving, action: DeskAction, form: RefusableForm | None) -> dict[str, Any]:
    context: dict[str, Any] = {"at_desk": serving.at_desk, "action": action, "form": form}
    if action.over and (closed := why_tickets_are_closed(serving.event)):
        return context | {"closed": closed}
    context |= {"form": form or _offered(serving, action), **action.plan(serving)}
    is_paid = isinstance(context["form"], PaidForm) and ("plan" not in context or context["plan"].paid > 0)
    may_press = may(serving.request.roles, Permission.SELL)
    return context | {"is_paid": is_paid, "button": action.button(serving, context) if may_press else ""}


def _offered(serving: Serving, action: DeskAction) -> RefusableForm | None:
    """The form of an action with the means of the last payment at this till chosen."""
    form = action.form(serving, None)
    if isinstance(form, PaidForm):
        form.initial.setdefault("means", means_in_use(serving.request, serving.till))
    return form


def _served(entries: list[ListedEntry], by_code: str) -> list[ListedEntry]:
    """The guests whom this person served last, each with the newest entry."""
    own = {each.line.subject: each for each in reversed(entries) if each.line.by_code == by_code and each.line.subject}
    return sorted(own.values(), key=lambda each: -each.line.sequence)[:SERVED_SHOWN]


def _keys(serving: Serving) -> list[Key]:
    is_over = bool(why_tickets_are_closed(serving.event))
    actions = desk_actions()
    is_there = {asked: asked(serving.event) for asked in {each.is_there for each in actions}}
    return [
        Key(each, "sales closed", is_off=True)
        if each.over and is_over
        else Key(each, each.note(serving), is_off=each.is_off(serving))
        for each in actions
        if is_there[each.is_there]
    ]


def _address(event: Event, player_code: str) -> str:
    return reverse("bank:player", kwargs={"code": event.code, "player": player_code})
