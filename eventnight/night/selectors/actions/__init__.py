"""What now: the next thing to do in each part of the night, for those who may do it, the most urgent first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from eventnight.core.roles import Permission, Role
from eventnight.core.web.access import may
from eventnight.night.selectors.actions.action import NextAction, Urgency
from eventnight.night.selectors.actions.door import counter_actions, door_actions, set_up_actions
from eventnight.night.selectors.actions.euchre import euchre_actions
from eventnight.night.selectors.actions.holdem import holdem_actions
from eventnight.night.selectors.actions.raffle import raffle_actions
from eventnight.night.selectors.actions.tables import table_actions
from eventnight.night.selectors.tonight import Tonight

__all__ = ["NextAction", "Urgency", "next_actions"]

SOURCES: tuple[tuple[Permission, Callable[[Tonight], Iterator[NextAction]]], ...] = (
    (Permission.SET_UP, set_up_actions),
    (Permission.RUN_MATCHES, euchre_actions),
    (Permission.RUN_FLOOR, holdem_actions),
    (Permission.SELL, counter_actions),
    (Permission.RUN_TABLES, table_actions),
    (Permission.RUN_RAFFLE, raffle_actions),
    (Permission.CHECK_IN, door_actions),
)


def next_actions(night: Tonight, roles: frozenset[Role]) -> list[NextAction]:
    """What there is to do for somebody with these roles; equally urgent things in the order of the list above.

    A night that is closed asks for nothing.
    """
    if night.event.is_closed:
        return []
    found = [action for permission, source in SOURCES if may(roles, permission) for action in source(night)]
    return sorted(found, key=lambda action: action.urgency)
