"""A desk that sells re-buys through the bank's own service: rules, chain, key and audit log included."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from eventnight.bank import services as bank
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.models import Event

PRICE = 1000
NIGHT = datetime(2026, 11, 21, 19, tzinfo=UTC)
MINUTES = 10**7


def desk() -> Callable[[], None]:
    """What sells one re-buy to any player of the night in the database."""
    event = Event.objects.get()
    codes = list(event.players.values_list("code", flat=True))

    def sell() -> None:
        bank.sell_rebuy(
            event=event,
            player_code=random.choice(codes),
            paid=PRICE,
            press=Press(SYSTEM, NIGHT + timedelta(minutes=random.randrange(MINUTES)), uuid4()),
        )

    return sell
