"""Closing the night: its list, what is approved, and the doors shut."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from eventnight.bank.models import VarianceApproval
from eventnight.bank.selectors import entry_lines, lines_of
from eventnight.bank.selectors.ledger.adjustments import unexplained
from eventnight.bank.selectors.ledger.approvals import approval_lines, approval_of
from eventnight.bank.services import adjust_entry, withdraw_approval
from eventnight.core.forms import status_of
from eventnight.core.press import press_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.lifecycles import EVENT
from eventnight.events.models import Event
from eventnight.events.services import close_event, reopen_event
from eventnight.night.forms import AdjustForm, ApproveForm, ReasonForm
from eventnight.night.proofs import last_proof
from eventnight.night.selectors.closing.checks import closing_checks
from eventnight.night.selectors.tonight import tonight
from eventnight.night.services.closing import approve_line, require_line

NAMED = 3
"""Of the lines that were approved at once, so many are named."""


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def closing(request: StaffRequest, event: Event) -> HttpResponse:
    """What is done and what is open, what was approved, and the button that closes the night."""
    return _page(request, event, ReasonForm())


@require_POST
@staff_page(Permission.SET_UP, here="dashboard")
def close(request: StaffRequest, event: Event) -> HttpResponse:
    """Close the night, unless a line is red; the books are worked out again for it."""
    close_event(event=event, press=press_of(request))
    messages.success(request, f"{event.name} is closed.")
    return redirect("night:report", code=event.code)


@require_POST
@staff_page(Permission.SET_UP, here="dashboard")
def reopen(request: StaffRequest, event: Event) -> HttpResponse:
    """Let a closed night go on, with a reason."""
    form = ReasonForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: reopen_event(event=event, reason=form.cleaned_data["reason"], press=press),
        said=f"{event.name} is open again.",
        back=redirect("night:closing", code=event.code),
    ) or _page(request, event, form)


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def approve(request: StaffRequest, event: Event, key: str) -> HttpResponse:
    """Say why what is left in a line may stay as it is; somebody else signs."""
    check = require_line(closing_checks(tonight(event, timezone.now()), last_proof(event)), key)
    form = ApproveForm(request.POST or None, request=request, event=event, check=check)
    return press_form(
        request,
        form,
        lambda press: approve_line(
            event=event,
            key=key,
            shown=form.cleaned_data["chosen"],
            reason=form.cleaned_data["reason"],
            press=press,
        ),
        said=_told,
        back=redirect("night:closing", code=event.code),
    ) or render(request, "night/approve.html", {"check": check, "form": form}, status=status_of(form))


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def withdraw(request: StaffRequest, event: Event, approval_id: int) -> HttpResponse:
    """Take an approval back."""
    approval = approval_of(event.pk, approval_id)
    form = ReasonForm(request.POST or None)
    return press_form(
        request,
        form,
        lambda press: withdraw_approval(
            event=event, approval_id=approval_id, reason=form.cleaned_data["reason"], press=press
        ),
        said=f"No longer approved: {approval.label}.",
        back=redirect("night:closing", code=event.code),
    ) or render(request, "night/withdraw_approval.html", {"approval": approval, "form": form}, status=status_of(form))


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def adjust(request: StaffRequest, event: Event, sequence: int) -> HttpResponse:
    """Say why an entry that the books cannot explain is to be taken as it is; somebody else signs."""
    form = AdjustForm(request.POST or None, request=request, event=event)
    if done := press_form(
        request,
        form,
        lambda press: adjust_entry(event=event, sequence=sequence, reason=form.cleaned_data["reason"], press=press),
        said=lambda posting: f"Entry {sequence} adjusted by entry {posting.entry.sequence}.",
        back=redirect("night:books", code=event.code),
    ):
        return done
    found = unexplained(event.pk, sequence)
    [line] = entry_lines([found.entry])
    context = {"found": found, "line": line, "moved": lines_of(found.entry), "form": form}
    return render(request, "night/adjust.html", context, status=status_of(form))


def _page(request: StaffRequest, event: Event, reopen_form: ReasonForm) -> HttpResponse:
    checks = closing_checks(tonight(event, timezone.now()), last_proof(event))
    # The books are worked out again by closing itself, so that nobody has to ask for it first.
    red = [check for check in checks if check.is_red and check.key]
    context = {
        "checks": [check for check in checks if not check.is_note],
        "notes": [check for check in checks if check.is_note],
        "red": red,
        "approvals": approval_lines(event.pk),
        "reopen_form": reopen_form,
        "may": EVENT.may(event),
    }
    return render(request, "night/closing.html", context, status=status_of(reopen_form))


def _told(made: Sequence[VarianceApproval]) -> str:
    """How many lines were approved, with the first of them by name."""
    first, rest = [approval.label for approval in made[:NAMED]], len(made) - NAMED
    lines = "1 line" if len(made) == 1 else f"{len(made)} lines"
    return f"{lines} approved: {', '.join(first)}{f' and {rest} more' if rest > 0 else ''}."
