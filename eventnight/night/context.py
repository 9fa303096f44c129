"""What the staff frame needs on every page: the menu of the roles held, and who is signed in."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from eventnight.core.access import may
from eventnight.core.roles import Permission, Role


class MenuItem(NamedTuple):
    """A place of the staff menu; wide_only leaves it out of the bar on phones."""

    key: str
    label: str
    icon: str
    url_name: str
    permission: Permission
    wide_only: bool = False


MENU = (
    MenuItem("now", "Now", "now", "night:staff_home", Permission.STAFF_HOME),
    MenuItem("desk", "Desk", "desk", "bank:desk", Permission.SELL),
    MenuItem("euchre", "Euchre", "bracket", "tournaments:matches", Permission.RUN_MATCHES),
    MenuItem("floor", "Floor", "floor", "tournaments:floor", Permission.RUN_FLOOR),
    MenuItem("tables", "Tables", "table", "tables:list", Permission.RUN_TABLES),
    MenuItem("raffle", "Raffle", "raffle", "raffle:staff", Permission.RUN_RAFFLE),
    MenuItem("dashboard", "Dashboard", "chart", "night:dashboard", Permission.SEE_BOOKS, wide_only=True),
    MenuItem("setup", "Set-up", "setup", "events:setup", Permission.SET_UP, wide_only=True),
)


def staff_frame(request: HttpRequest) -> dict[str, Any]:
    """Context of a staff page; nothing for every other page."""
    event = getattr(request, "event", None)
    if event is None or not hasattr(request, "here"):
        return {}
    roles: frozenset[Role] = request.roles
    return {
        "event": event,
        "here": request.here,
        "nav": [
            {
                "key": item.key,
                "label": item.label,
                "icon": item.icon,
                "url": reverse(item.url_name, kwargs={"code": event.code}),
                "wide_only": item.wide_only,
            }
            for item in MENU
            if may(roles, item.permission)
        ],
        "who": {"name": request.actor.label, "role": ", ".join(sorted(role.label for role in roles))},  # type: ignore[attr-defined]
    }
