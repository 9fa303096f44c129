"""What the staff frame needs on every page: the menu of the roles held, and who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from eventnight.calls.selectors.banner import Banner, answers_calls, banner_of
from eventnight.core.roles import Permission, Role
from eventnight.core.web.access import may
from eventnight.core.web.requests import StaffRequest, is_let_in
from eventnight.events.models import ActivityKind
from eventnight.night.selectors.activities import kinds_tonight
from eventnight.night.selectors.waiting import flights_waiting, matches_waiting, prizes_waiting


class MenuItem(NamedTuple):
    """A place of the staff menu; wide_only leaves it out of the bar on phones. kinds: it is there only where the night
    has an activity of one of them; empty for always.
    """

    key: str
    label: str
    icon: str
    url_name: str
    permission: Permission
    wide_only: bool = False
    kinds: frozenset[ActivityKind] = frozenset()


_EUCHRE, _HOLDEM = frozenset({ActivityKind.EUCHRE}), frozenset({ActivityKind.HOLDEM})
_TABLES, _RAFFLE = frozenset({ActivityKind.TABLES, ActivityKind.ROULETTE}), frozenset({ActivityKind.RAFFLE})

MENU = (
    MenuItem("now", "Now", "now", "night:staff_home", Permission.STAFF_HOME),
    MenuItem("desk", "Desk", "desk", "bank:desk", Permission.SELL),
    MenuItem("euchre", "Euchre", "bracket", "tournaments:matches", Permission.RUN_MATCHES, kinds=_EUCHRE),
    MenuItem("floor", "Floor", "floor", "tournaments:floor", Permission.RUN_FLOOR, kinds=_HOLDEM),
    MenuItem("tables", "Tables", "table", "tables:list", Permission.RUN_TABLES, kinds=_TABLES),
    MenuItem("raffle", "Raffle", "raffle", "raffle:staff", Permission.RUN_RAFFLE, kinds=_RAFFLE),
    MenuItem("print", "Print", "print", "night:print", Permission.STAFF_HOME, wide_only=True),
    MenuItem("chips", "Chips", "chips", "bank:chips", Permission.COUNT_CHIPS, wide_only=True),
    MenuItem("dashboard", "Dashboard", "chart", "night:dashboard", Permission.SEE_BOOKS, wide_only=True),
    MenuItem("setup", "Set-up", "setup", "night:setup", Permission.SET_UP, wide_only=True),
)


class Waiting(NamedTuple):
    """What counts the things that wait at a place, and who is told: those whose work they are."""

    number: Callable[[int], int]
    told: frozenset[Role]


WAITING = {
    "euchre": Waiting(matches_waiting, frozenset({Role.ORGANISER, Role.MATCHES})),
    "floor": Waiting(flights_waiting, frozenset({Role.ORGANISER, Role.FLOOR})),
    "raffle": Waiting(prizes_waiting, frozenset({Role.ORGANISER, Role.RAFFLE})),
}


def staff_frame(request: HttpRequest) -> dict[str, Any]:
    """Context of a staff page; nothing for every other page."""
    if not is_let_in(request):
        return {}
    event, roles = request.event, request.roles
    calls = _calls(request) if answers_calls(roles) else None
    return {
        "event": event,
        "here": request.here,
        # A fragment of a page shows no menu, so it pays for none.
        "nav": SimpleLazyObject(lambda: _menu(event.code, event.pk, roles, calls)),
        "floor_calls": calls,
        "who": {"name": request.actor.label, "role": ", ".join(sorted(role.label for role in roles))},
    }


def _calls(request: StaffRequest) -> Banner:
    """The banner, read when the first part of a page shows it."""
    read: Any = SimpleLazyObject(lambda: banner_of(request.event, request.roles, request.actor, timezone.now()))
    banner: Banner = read
    return banner


def _menu(code: str, event_id: int, roles: frozenset[Role], calls: Banner | None) -> list[dict[str, Any]]:
    kinds = kinds_tonight(event_id)
    return [
        {
            "key": item.key,
            "label": item.label,
            "icon": item.icon,
            "url": reverse(item.url_name, kwargs={"code": code}),
            "count": _waiting_at(item.key, event_id, roles, calls),
            "wide_only": item.wide_only,
        }
        for item in MENU
        if may(roles, item.permission) and (not item.kinds or item.kinds & kinds)
    ]


def _waiting_at(key: str, event_id: int, roles: frozenset[Role], calls: Banner | None) -> int:
    """How much waits there for somebody with these roles; 0 where nothing is counted. The calls wait where they are
    listed.
    """
    if key == "now":
        return len(calls.waiting) if calls else 0
    waiting = WAITING.get(key)
    return waiting.number(event_id) if waiting and not roles.isdisjoint(waiting.told) else 0
