"""Which changes of the night's poker rules a card table plays by. Rules: CAN-26."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from eventnight.events.models import Event
from tables.models import HandInPlay, Table

NO_CHANGES: Mapping[str, object] = MappingProxyType({})


def changes_of_night(event: Event, house: str) -> Mapping[str, object]:
    """They are changes of the event's own house; a table under another club's rules plays those as they stand."""
    return event.house_settings.poker if house == event.house else NO_CHANGES


def follow_the_night(table: Table) -> None:
    """Between two hands an open table has the rules that the night has now; a hand in play keeps those it began with.

    The row in memory alone changes; whoever begins a hand writes it. Rules: CAN-26.
    """
    changes = dict(changes_of_night(table.event, table.house))
    if not table.is_open or changes == table.night_rules or HandInPlay.objects.filter(table=table).exists():
        return
    table.rules_of_last_hand = table.house_rules
    table.night_rules = changes
