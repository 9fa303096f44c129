"""The home of staff: what now, and anybody found by name, code or card."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from eventnight.bank.selectors import player_balances
from eventnight.calls.selectors.banner import answers_calls
from eventnight.calls.selectors.calls import answered_tonight
from eventnight.core.roles import Permission
from eventnight.core.web.access import may, staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from eventnight.events.selectors import find_players
from eventnight.night.selectors.actions import next_actions
from eventnight.night.selectors.going_on import going_on
from eventnight.night.selectors.tonight import tonight

FOUND_SHOWN = 8


@staff_page(Permission.STAFF_HOME, here="now")
def staff_home(request: StaffRequest, event: Event) -> HttpResponse:
    """What there is to do for the roles held; with ?q= whom the search finds."""
    query = request.GET.get("q", "").strip()
    context = _actions(request, event) | {"query": query, "version": event.head.version}
    if query:
        context |= _found(request, event, query)
    return render(request, "night/staff_home.html", context)


@staff_page(Permission.STAFF_HOME, here="now")
def staff_now(request: StaffRequest, event: Event) -> HttpResponse:
    """Calls and what there is to do alone, for the live stream."""
    return render(request, "night/_actions.html", _actions(request, event))


def _actions(request: StaffRequest, event: Event) -> dict[str, Any]:
    roles, night = request.roles, tonight(event, timezone.now())
    return {
        "actions": next_actions(night, roles),
        "going_on": going_on(night, roles),
        "may_check_in": may(roles, Permission.CHECK_IN),
        "answered": answered_tonight(event, roles) if answers_calls(roles) else None,
    }


def _found(request: StaffRequest, event: Event, query: str) -> dict[str, Any]:
    """The first players that the search finds, with their chips and the places that this person may go to."""
    roles = request.roles
    found = list(find_players(event, query)[: FOUND_SHOWN + 1])
    held = player_balances(event.pk)
    return {
        "found": [{"player": player, "held": held.get(player.code)} for player in found[:FOUND_SHOWN]],
        "has_more": len(found) > FOUND_SHOWN,
        "may_raffle": may(roles, Permission.RUN_RAFFLE),
    }
