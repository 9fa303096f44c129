"""A desk that sells re-buys through the bank's own service: rules, chain, key and audit log included."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import uuid4

from eventnight.bank import services as bank
from eventnight.core.actors import SYSTEM
from eventnight.events.models import Event

PRICE = 1000


def desk() -> Callable[[], None]:
    """What sells one re-buy to any player of the night in the database."""
    event = Event.objects.get()
    codes = list(event.players.values_list("code", flat=True))

    def sell() -> None:
        bank.sell_rebuy(
            event=event,
            player_code=random.choice(codes),
            paid=PRICE,
            by=SYSTEM,
            request_id=uuid4(),
            now=datetime.now(UTC),
        )

    return sell
