"""The door: the list of players, check-in and somebody new."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode

from eventnight.core.forms import status_of
from eventnight.core.press import press_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import may, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.redirects import back_or
from eventnight.core.web.requests import StaffRequest
from eventnight.core.web.undos import require_made, undo_of
from eventnight.events import services
from eventnight.events.forms.night import NewPlayerForm, PlayerForm, SignUpForm, WithdrawalForm
from eventnight.events.models import Event, Player
from eventnight.events.phones import PhoneLinks, phone_links
from eventnight.events.selectors import check_in_counts, find_players, player_by_code
from eventnight.events.still_in import still_in

ROWS = 50


@staff_page(Permission.CHECK_IN, here="desk")
def players(request: StaffRequest, event: Event) -> HttpResponse:
    """Everybody expected, found by name, code or card; check-in by one press."""
    query = request.GET.get("q", "")
    found = find_players(event, query)
    if request.GET.get("expected"):
        found = found.filter(checked_in_at__isnull=True)
    kept = urlencode({key: request.GET[key] for key in request.GET if key in ("q", "expected") and request.GET[key]})
    context = {
        "page": Paginator(found, ROWS).get_page(request.GET.get("page")),
        "query": query,
        "expected": request.GET.get("expected", ""),
        "kept": f"{kept}&" if kept else "",
        "counts": check_in_counts(event),
        "id_check": event.house_settings.id_check,
        "conditions": event.house_settings.conditions,
        "may_set_up": may(request.roles, Permission.SET_UP),
    }
    return render(request, "events/players.html", context)


@staff_page(Permission.CHECK_IN, here="desk")
def add_player(request: StaffRequest, event: Event) -> HttpResponse:
    """Somebody at the door who is on no list."""
    form = NewPlayerForm(request.POST or None)
    return press_form(
        request,
        form,
        lambda press: services.add_player(event=event, new=services.NewPlayer(**form.facts), press=press),
        said=lambda new: f"{new} added. The code for the card is {new.pin}.",
        back=lambda new: back_or(request, _served_at(request, event, new)),
    ) or render(request, "events/add_player.html", {"form": form}, status=status_of(form))


@staff_page(Permission.CHECK_IN, here="desk")
def player_page(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """One player: name, sign-ups, card."""
    found = player_by_code(event, player)
    form = PlayerForm.of(found, request.POST or None)
    return press_form(
        request,
        form,
        lambda press: services.rename_player(player=found, changes=services.PlayerChanges(**form.changes), press=press),
        said=lambda renamed: f"{renamed} saved.",
        back=redirect(_address(event, found)),
    ) or _player_page(request, found, form)


@require_POST
@staff_page(Permission.CHECK_IN, here="desk")
def sign_up(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """Sign a player up for an activity."""
    found = player_by_code(event, player)
    form = SignUpForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.sign_up(
            player=found,
            kind=form.cleaned_data["kind"],
            partner=player_by_code(event, form.cleaned_data["partner"]) if form.cleaned_data["partner"] else None,
            press=press,
        ),
        back=redirect(_address(event, found)),
    ) or _player_page(request, found, PlayerForm.of(found), sign_up_form=form)


@require_POST
@staff_page(Permission.CHECK_IN, here="desk")
def sign_off(request: StaffRequest, event: Event, player: str, kind: str) -> HttpResponse:
    """Take a player off an activity."""
    found = player_by_code(event, player)
    services.sign_off(player=found, kind=kind, press=press_of(request))
    return redirect(_address(event, found))


@require_POST
@staff_page(Permission.CHECK_IN, here="desk")
def check_in(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    found = services.check_in(
        player=player_by_code(event, player),
        id_seen=bool(request.POST.get("id_seen")),
        conditions_met=bool(request.POST.get("conditions_met")),
        press=press_of(request),
    )
    undo = reverse("events:undo_check_in", kwargs={"code": event.code, "player": found.code})
    messages.success(request, f"{found} checked in.", extra_tags=undo_of(undo, found.checked_in_at))
    return back_or(request, reverse("events:players", kwargs={"code": event.code}))


@require_POST
@staff_page(Permission.CHECK_IN, here="desk")
def undo_check_in(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """The player is not here after all."""
    found = player_by_code(event, player)
    require_made(request, event.pk, found.checked_in_at)
    found = services.undo_check_in(player=found, press=press_of(request))
    messages.success(request, f"Check-in of {found} undone.")
    return back_or(request, reverse("events:players", kwargs={"code": event.code}))


@require_POST
@staff_page(Permission.CHECK_IN, here="desk")
def see_id_again(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """The picture ID was looked at once more."""
    found = services.look_at_id_again(player=player_by_code(event, player), press=press_of(request))
    messages.success(request, f"ID of {found} seen again.")
    return redirect(_address(event, found))


@require_POST
@staff_page(Permission.CHECK_IN, here="desk")
def withdraw(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """The player does not play on."""
    found = player_by_code(event, player)
    form = WithdrawalForm(request.POST)
    return press_form(
        request,
        form,
        lambda press: services.withdraw_player(player=found, reason=form.cleaned_data["reason"], press=press),
        said=lambda gone: f"{gone} withdrawn.",
        back=redirect(_address(event, found)),
    ) or _player_page(request, found, PlayerForm.of(found), withdrawal=form)


@require_POST
@staff_page(Permission.CHECK_IN, here="desk")
def readmit(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """The withdrawal was wrong."""
    found = services.readmit_player(player=player_by_code(event, player), press=press_of(request))
    messages.success(
        request,
        f"{found} readmitted. A seat, team or stack given up since the withdrawal stays so until it is undone there.",
    )
    return redirect(_address(event, found))


@staff_page(Permission.CHECK_IN, here="desk")
def phone(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """How a guest's phone gets their page without a camera: a press shows the code that goes with the card's."""
    found = player_by_code(event, player)
    join_code = None
    if request.method == "POST":
        join_code = services.show_join_code(player=found, press=press_of(request))
    links = phone_links(request, event)
    context = {"player": found, "join_code": join_code, **_phones(request, links)}
    answer = render(request, "events/phone.html", context)
    patch_cache_control(answer, no_store=True)
    return answer


@require_POST
@staff_page(Permission.CHECK_IN, here="desk")
def renew_card(request: StaffRequest, event: Event, player: str) -> HttpResponse:
    """A new card and link for a card that was lost."""
    found = services.renew_card(player=player_by_code(event, player), press=press_of(request))
    messages.success(
        request,
        f"{found} has a new link and the code {found.pin}; the old ones no longer open anything. Print the new card.",
    )
    return redirect(_address(event, found))


def _player_page(
    request: StaffRequest,
    found: Player,
    form: PlayerForm,
    *,
    sign_up_form: SignUpForm | None = None,
    withdrawal: WithdrawalForm | None = None,
) -> HttpResponse:
    sign_up_form, withdrawal = sign_up_form or SignUpForm(), withdrawal or WithdrawalForm()
    context: dict[str, Any] = {
        "player": found,
        "form": form,
        "sign_up_form": sign_up_form,
        "withdrawal": withdrawal,
        "conditions": found.event.house_settings.conditions,
        "sign_ups": found.sign_ups.select_related("partner__person"),
        "id_check": found.event.house_settings.id_check,
        "still_in": still_in(found),
    }
    return render(request, "events/player.html", context, status=status_of(form, sign_up_form, withdrawal))


def _phones(request: StaffRequest, links: PhoneLinks) -> dict[str, object]:
    return {
        "phones": links,
        "address": links.to("events:find_me", code=request.event.code),
        "may_set_up": may(request.roles, Permission.SET_UP),
    }


def _served_at(request: StaffRequest, event: Event, new: Player) -> str:
    """Where somebody new is served next: at the desk by who sells there, else on their own page."""
    if may(request.roles, Permission.SELL):
        return reverse("bank:player", kwargs={"code": event.code, "player": new.code})
    return _address(event, new)


def _address(event: Event, one: Player) -> str:
    return reverse("events:player", kwargs={"code": event.code, "player": one.code})
