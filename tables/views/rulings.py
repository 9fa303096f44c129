"""The page of a ruling: what happened, what the floor says to it, and applying it to the hand."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from eventnight.core.press_form import planned_by, press_form
from eventnight.core.presses import has_counted
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tables import services
from tables.forms import RulingForm
from tables.models import Table
from tables.selectors import (
    Play,
    RulingFacts,
    RulingPlan,
    card_table_of,
    kind_of,
    ruling_on,
    table_view,
    the_play,
)
from tables.views.answers import address_in, page_with_form

staff = staff_page(Permission.RUN_TABLES, here="tables")


@staff
def ruling(request: StaffRequest, event: Event, table_id: int, kind: str) -> HttpResponse:
    """Enter what happened, look at the ruling, apply it."""
    table = card_table_of(event, table_id, timezone.now())
    playing = the_play(table)
    if has_counted(event.pk, request.POST.get("request_id", "")):
        return redirect(address_in(table, "play"))
    asked, view = kind_of(playing.hand, kind), table_view(table)
    form = RulingForm(playing, asked, {seat.number: seat.name for seat in view.seats}, request.POST or None)
    plan = None
    if not form.asked:
        plan = _planned(form, playing, RulingFacts(kind=asked.key))
    if form.is_valid():
        if request.POST.get("press") == "apply" and (done := _apply(request, table, form)):
            return done
        plan = _planned(form, playing, form.facts())
    context = {"view": view, "kind": asked, "play": playing, "plan": plan, "decided_by": asked.rules(playing.hand)}
    context["cards_first"] = next(iter(form.card_fields), None)
    return page_with_form(request, "tables/ruling.html", form, context)


def _planned(form: RulingForm, playing: Play, facts: RulingFacts) -> RulingPlan | None:
    """The ruling as it would be; a shuffle only shows that there is one."""
    return planned_by(form, lambda: ruling_on(playing, facts, seed=""))


def _apply(request: StaffRequest, table: Table, form: RulingForm) -> HttpResponse | None:
    return press_form(
        request,
        form,
        lambda press: services.apply_ruling(
            table=table,
            version=form.cleaned_data["version"],
            facts=form.facts(),
            shown=form.cleaned_data["shown"],
            press=press,
        ),
        said=lambda play: f"The ruling is in the log of hand {play.number}.",
        back=redirect(address_in(table, "play")),
    )
