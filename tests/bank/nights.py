"""A night with its books, and short ways to post to them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from eventnight.bank.ledger.refs import AccountRef
from eventnight.bank.selectors import balance_of
from eventnight.bank.services import Posting, give_first_stack
from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.press import Press
from eventnight.events.models import Event
from tests.built import built_once
from tests.factories import NOW, employ, make_event, make_player
from tests.meaning import meaning_it


class Night:
    """An event whose services are called with the usual arguments filled in."""

    def __init__(self, event: Event | None = None, players: int = 0, house: str = "wlia") -> None:
        self.event = event or make_event(house)
        self.codes = [make_player(self.event).code for _ in range(players)]

    def post(
        self,
        service: Callable[..., Posting],
        *,
        by: Actor = SYSTEM,
        now: datetime = NOW,
        request_id: UUID | None = None,
        second: Actor | None = None,
        **given: Any,
    ) -> Posting:
        """Call a service of the bank for this night, with a new key unless one is given; who signs is of its staff.

        Whoever posts the same sale twice here means it.
        """
        if second:
            employ(self.event, second)
        return meaning_it(service, event=self.event, press=Press(by, now, request_id or uuid4(), second), **given)

    def holds(self, ref: AccountRef) -> int:
        """The balance of an account."""
        return balance_of(self.event.pk, ref)


@built_once
def night_with_stacks(players: int = 2) -> Night:
    """A night whose players have their first stacks."""
    night = Night(players=players)
    for code in night.codes:
        night.post(give_first_stack, player_code=code)
    return night
