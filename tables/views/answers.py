"""What the pages of the tables share: how a form is answered, and the address of a table."""

from __future__ import annotations

from typing import Any, TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from eventnight.bank.views.frame import may_reverse_any
from eventnight.core.forms import RefusableForm, status_of
from eventnight.core.press import Press, press_of
from eventnight.core.press_form import sent
from eventnight.core.web.requests import StaffRequest
from tables.forms import UndoForm
from tables.keepers import keeper_of
from tables.models import Table
from tables.selectors import WrittenHands


class Undoing(TypedDict):
    """How something at a table is undone."""

    reason: str
    press: Press
    may_reverse_any: bool


def undoing(request: StaffRequest, usual: str) -> Undoing:
    """What the form says of an undoing, with the usual reason where it gives none. Raises as `sent`."""
    form = sent(UndoForm(request.POST))
    return {
        "reason": form.reason_or(usual),
        "press": press_of(request, form.key),
        "may_reverse_any": may_reverse_any(request),
    }


def page_with_form(request: HttpRequest, template: str, form: RefusableForm, context: dict[str, Any]) -> HttpResponse:
    """The page with the form as it stands; a refused one carries the status of its refusal."""
    return render(request, template, {"form": form, **context}, status=status_of(form))


def histories_file(written: WrittenHands, name: str) -> HttpResponse:
    """Hands in the PHH format, to be saved under a name."""
    answer = HttpResponse(written.text, content_type="application/toml; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.phhs"'
    return answer


def beside_of(table: Table) -> dict[str, Any]:
    """What stands beside the cards, with the template that shows it as ``beside``."""
    found = keeper_of(table).beside(table, timezone.now())
    return {"beside": found.template, **found.context} if found else {}


def address_of(table: Table) -> str:
    """The table's own page."""
    name = "tables:roulette" if table.is_roulette else "tables:table"
    return reverse(name, kwargs={"code": table.event.code, "table_id": table.pk})


def address_in(table: Table, name: str, **more: int) -> str:
    """The address of something at the table, by its URL name."""
    return reverse(f"tables:{name}", kwargs={"code": table.event.code, "table_id": table.pk, **more})
