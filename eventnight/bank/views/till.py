"""The till: its float, its count, its hand-over and closing, and the reports of its shifts."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render

from eventnight.bank import services
from eventnight.bank.forms.desk import (
    ClosingUndoForm,
    TillChoiceForm,
    TillCountForm,
    TillEndForm,
    TillOpenForm,
    counted_in,
)
from eventnight.bank.paper import shift_paper
from eventnight.bank.selectors import shift_ends, shift_of, till_state, tills_of
from eventnight.bank.services import Posting
from eventnight.bank.tills.codes import require_till
from eventnight.bank.tills.count import TillCount, TillSums
from eventnight.bank.views.frame import may_reverse_any, sees_sums, till_in_use, use_till
from eventnight.bank.views.receipt import receipt_answer
from eventnight.core.forms import status_of
from eventnight.core.press import Press
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event

COUNTED = frozenset({"counted", "pieces", "cheques", "cheque_number", "card"})
"""The fields of a count that come back when the shift ends."""


@staff_page(Permission.CLOSE_TILL, here="desk")
def till(request: StaffRequest, event: Event) -> HttpResponse:
    """The till in use."""
    return _page(request, event)


@require_POST
@staff_page(Permission.CLOSE_TILL, here="desk")
def choose_till(request: StaffRequest, event: Event) -> HttpResponse:
    """Work at another till."""
    form = TillChoiceForm(request.POST)
    if not form.is_valid():
        return _page(request, event, choice_form=form)
    use_till(request, event, form.cleaned_data["till"])
    return redirect("bank:till", code=event.code)


@require_POST
@staff_page(Permission.CLOSE_TILL, here="desk")
def open_till(request: StaffRequest, event: Event) -> HttpResponse:
    """Start the till with change."""
    form = TillOpenForm(request.POST, event=event)
    code = till_in_use(request, event)
    return press_form(
        request,
        form,
        lambda press: services.open_till(
            event=event,
            till=code,
            float_paid=form.cleaned_data["float_paid"],
            pieces=form.cleaned_data["pieces"],
            press=press,
        ),
        said=f"Till {code} is open.",
        back=redirect("bank:till", code=event.code),
    ) or _page(request, event, open_form=form)


@require_POST
@staff_page(Permission.CLOSE_TILL, here="desk")
def count_till(request: StaffRequest, event: Event) -> HttpResponse:
    """Take the count first, and only then show what the drawer should hold."""
    form = TillCountForm(request.POST, event=event)
    code = till_in_use(request, event)

    def counted_page(_: object) -> HttpResponse:
        initial = {name: form.cleaned_data[name] for name in COUNTED}
        end_form = TillEndForm(initial=initial, request=request, event=event)
        return _counted_page(request, event, counted_in(form.cleaned_data), end_form)

    return press_form(
        request,
        form,
        lambda press: services.count_till(event=event, till=code, count=counted_in(form.cleaned_data), press=press),
        back=counted_page,
    ) or _page(request, event, count_form=form)


@require_POST
@staff_page(Permission.CLOSE_TILL, here="desk")
def end_shift(request: StaffRequest, event: Event, how: str) -> HttpResponse:
    """Close the till with the count that was made, or hand it over."""
    form = TillEndForm(request.POST, request=request, event=event)
    words = "closed" if how == "close" else "handed over"
    if done := press_form(
        request,
        form,
        lambda press: _end(request, event, form, how, press),
        said=lambda posting: f"Till {posting.entry.till} is {words}, receipt {posting.entry.sequence}.",
        back=lambda posting: _to_shift(event, posting.entry.till),
    ):
        return done
    if not form.cleaned_data.keys() >= COUNTED:
        again = TillCountForm(request.POST, event=event)
        if again.is_valid():
            again.add_error(None, "The count could not be read. Count again.")
        return _page(request, event, count_form=again)
    return _counted_page(request, event, counted_in(form.cleaned_data), form)


@staff_page(Permission.CLOSE_TILL, here="desk")
def shift(request: StaffRequest, event: Event, till: str, number: int) -> HttpResponse:
    """The report of a shift: while it runs, and for good once it has ended."""
    report = shift_of(event.pk, require_till(till), number)
    is_closed = report.ended_at is not None and not report.is_handed_over
    context = {
        "shift": report,
        "sees_sums": sees_sums(request) or report.ended_at is not None,
        "may_undo": is_closed and may_reverse_any(request),
    }
    return render(request, "bank/shift.html", context)


@staff_page(Permission.CLOSE_TILL, here="desk")
def shift_sheet(request: StaffRequest, event: Event, till: str, number: int) -> HttpResponse:
    """The report of a shift for the printer."""
    report = shift_of(event.pk, require_till(till), number)
    values = shift_paper(event, report, sees_sums=sees_sums(request) or report.ended_at is not None)
    return receipt_answer(request, values, f"{report.till}-shift-{number}")


@staff_page(Permission.REVERSE_ANY, here="desk")
def undo_closing(request: StaffRequest, event: Event, till: str, sequence: int) -> HttpResponse:
    """Take a closing back: its money is in the drawer again. Somebody else signs."""
    code = require_till(till)
    form = ClosingUndoForm(request.POST or None, request=request, event=event)

    def reopen(press: Press) -> Posting:
        reason = form.cleaned_data["reason"]
        posting = services.undo_closing(event=event, till=code, sequence=sequence, reason=reason, press=press)
        use_till(request, event, code)
        return posting

    if done := press_form(
        request,
        form,
        reopen,
        said=lambda posting: f"Till {code} is open again with what was in it, receipt {posting.entry.sequence}.",
        back=redirect("bank:till", code=event.code),
    ):
        return done
    number = next((each for each, end in enumerate(shift_ends(event.pk, code), 1) if end.sequence == sequence), 0)
    context = {"form": form, "shift": shift_of(event.pk, code, number)}
    return render(request, "bank/till_undo.html", context, status=status_of(form))


def _end(request: StaffRequest, event: Event, form: TillEndForm, how: str, press: Press) -> Posting:
    end = {"close": services.close_till, "hand-over": services.hand_over_till}[how]
    return end(
        event=event,
        till=till_in_use(request, event),
        count=counted_in(form.cleaned_data),
        reason=form.cleaned_data["reason"],
        press=press,
    )


def _to_shift(event: Event, till: str) -> HttpResponse:
    """To the report of the till's shift that has just ended."""
    return redirect("bank:shift", code=event.code, till=till, number=len(shift_ends(event.pk, till)))


def _counted_page(request: StaffRequest, event: Event, count: TillCount, form: TillEndForm) -> HttpResponse:
    state = till_state(event.pk, till_in_use(request, event))
    difference = count.sums.less(state.expected)
    differs = difference != TillSums()
    if differs:
        form.demand("reason")
    context = {"till": state, "counted": count.sums, "difference": difference, "differs": differs, "form": form}
    return render(request, "bank/till_counted.html", context, status=status_of(form))


def _page(
    request: StaffRequest,
    event: Event,
    *,
    choice_form: TillChoiceForm | None = None,
    open_form: TillOpenForm | None = None,
    count_form: TillCountForm | None = None,
) -> HttpResponse:
    code = till_in_use(request, event)
    ended = len(shift_ends(event.pk, code))
    state = till_state(event.pk, code)
    context = {
        "till": state,
        "means": state.means if state.is_closed else (),
        "tills": tills_of(event.pk),
        "sees_sums": sees_sums(request),
        "shifts": range(1, ended + 1),
        "running_shift": ended + 1,
        "choice_form": choice_form or TillChoiceForm(initial={"till": code}),
        "open_form": open_form or TillOpenForm(event=event),
        "count_form": count_form or TillCountForm(event=event),
    }
    return render(request, "bank/till.html", context, status=status_of(choice_form, open_form, count_form))
