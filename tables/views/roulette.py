"""A roulette table: the mat to tap, the bets on it, the number and what it pays."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import urlencode

from engine.errors import Refusal
from engine.units import Chips
from eventnight.core.errors import UserFacingError
from eventnight.core.forms import ServiceForm
from eventnight.core.press import press_of
from eventnight.core.press_form import Said, press_form
from eventnight.core.problems import Problem, problem_of
from eventnight.core.roles import Permission
from eventnight.core.values.formats import chips_text
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.selectors import player_by_code
from tables import services
from tables.forms import BetsForm, ChipsForm, NextSpinForm, SpinForm
from tables.models import Table, TableKind
from tables.selectors import SpinPlan, plan_spin, roulette_view, table_of, the_player
from tables.views.answers import address_in, address_of, page_with_form, undoing
from tables.views.mats import chips_of, drawn_mat

staff = staff_page(Permission.RUN_TABLES, here="tables")
KEPT = ("with", "who", "chip")
"""What stays chosen from one press to the next, in the address."""


@staff
def roulette(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The mat. `find` brings a player to it, `pocket` shows what that number would pay."""
    found = _table(event, table_id)
    problem = None
    if request.GET.get("find"):
        try:
            return _joined(request, found)
        except UserFacingError as error:
            problem = problem_of(error)
    return _mat_page(request, found, problem=problem)


@require_POST
@staff
def place_bets(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Put tapped bets on the mat."""
    found = _table(event, table_id)
    form = BetsForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.place_bets(
            table=found,
            bets=[services.NewBet(player_by_code(event, who), bet, Chips(chips)) for who, bet, chips in form.lines()],
            press=press,
        ),
        said=lambda bets: f"On the mat: {chips_text(sum(bet.chips for bet in bets))} in {len(bets)} bets.",
        back=_back(request, found),
    ) or _mat_page(request, found, form)


@require_POST
@staff
def withdraw_bet(request: StaffRequest, event: Event, table_id: int, bet_id: int) -> HttpResponse:
    """Take a bet off the mat."""
    found = _table(event, table_id)
    bet = services.withdraw_bet(table=found, bet_id=bet_id, press=press_of(request))
    messages.success(request, f"{bet.player}: {bet} removed.")
    return _back(request, found)


@staff
def on_mat(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """The bets alone, for the live page: phones lay some."""
    context = {"view": roulette_view(_table(event, table_id)), "chosen": _chosen(request)}
    return render(request, "tables/_mat_bets.html", context)


@require_POST
@staff
def close_bets(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """No more bets on phones."""
    return _of_next_spin(request, _table(event, table_id), services.close_bets, said="No more bets.")


@require_POST
@staff
def open_bets(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Phones may lay bets again."""
    return _of_next_spin(request, _table(event, table_id), services.open_bets_again, said="Phones may lay bets again.")


@require_POST
@staff
def spin(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Settle every bet on the mat."""
    found = _table(event, table_id)
    form = SpinForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.spin(
            table=found, number=form.cleaned_data["number"], pocket=form.cleaned_data["pocket"], press=press
        ),
        said=lambda posting: Said(
            f"Spin {posting.spin.number}: {posting.spin.pocket}. All bets are paid.",
            undo=address_in(found, "undo_spin", number=posting.spin.number),
        ),
        back=_back(request, found),
    ) or _mat_page(request, found, form)


@require_POST
@staff
def undo_spin(request: StaffRequest, event: Event, table_id: int, number: int) -> HttpResponse:
    """Take the last spin back."""
    found = _table(event, table_id)
    services.undo_spin(table=found, number=number, **undoing(request, f"Spin {number} undone at the table"))
    messages.success(request, f"Spin {number} was undone; its bets lie on the mat again.")
    return redirect(address_of(found))


@require_POST
@staff
def fill_tray(request: StaffRequest, event: Event, table_id: int) -> HttpResponse:
    """Chips from the bank into the tray."""
    found = _table(event, table_id)
    form = ChipsForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.fill_tray(table=found, chips=form.cleaned_data["chips"], press=press),
        said=lambda _: f"{chips_text(form.cleaned_data['chips'])} put into the tray.",
        back=redirect(address_of(found)),
    ) or _mat_page(request, found, form)


def _mat_page(
    request: StaffRequest, found: Table, form: ServiceForm | None = None, *, problem: Problem | None = None
) -> HttpResponse:
    """The mat with the form that was refused, or with fresh ones."""
    kept = request.POST.get("with") or request.GET.get("with", "")
    codes = [code for code in kept.split(",") if code]
    view = roulette_view(found, joining=[player_by_code(found.event, code) for code in codes])
    pocket = request.GET.get("pocket", "").strip()
    plan = None
    if pocket and not isinstance(form, SpinForm):
        plan, problem = _planned(found, pocket)
    context = {
        "version": found.event.head.version if found.on_phones else None,
        "view": view,
        "mat": drawn_mat(view, view.bets),
        "plan": plan,
        "pocket": pocket,
        "problem": problem,
        "is_spin_refused": isinstance(form, SpinForm),
        "spin_form": SpinForm(initial={"number": view.next_number, "pocket": pocket}),
        "bets_form": form if isinstance(form, BetsForm) else BetsForm(),
        "tray_form": form if isinstance(form, ChipsForm) else ChipsForm(),
        "chips": chips_of(found),
        "chosen": _chosen(request),
    }
    return page_with_form(request, "tables/roulette.html", form or BetsForm(), context)


def _of_next_spin(request: StaffRequest, found: Table, service: Callable[..., Table], *, said: str) -> HttpResponse:
    form = NextSpinForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: service(table=found, number=form.cleaned_data["number"], press=press),
        said=said,
        back=_back(request, found),
    ) or _mat_page(request, found, form)


def _chosen(request: StaffRequest) -> dict[str, str]:
    return {key: request.POST.get(key) or request.GET.get(key, "") for key in KEPT}


def _planned(found: Table, pocket: str) -> tuple[SpinPlan | None, Problem | None]:
    try:
        return plan_spin(found, pocket), None
    except Refusal as error:
        return None, problem_of(error)


def _joined(request: StaffRequest, found: Table) -> HttpResponseRedirect:
    """The same page with one more player at the mat, chosen."""
    player = the_player(found.event, request.GET["find"])
    codes = [code for code in request.GET.get("with", "").split(",") if code and code != player.code]
    kept = {"with": ",".join([*codes, player.code]), "who": player.code, "chip": request.GET.get("chip", "")}
    return redirect(f"{address_of(found)}?{urlencode(kept)}")


def _back(request: StaffRequest, found: Table) -> HttpResponseRedirect:
    """To the mat, with the same player and chip chosen."""
    kept = {key: request.POST[key] for key in KEPT if request.POST.get(key)}
    return redirect(f"{address_of(found)}?{urlencode(kept)}" if kept else address_of(found))


def _table(event: Event, table_id: int) -> Table:
    return table_of(event, table_id, TableKind.ROULETTE)
