"""The same night while everything is sold: the raffle is open, and the bank counts its chips by colour."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from eventnight.bank import services as bank
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.events.services import update_settings
from eventnight.raffle import services as raffle
from eventnight.raffle.services import NewBucket
from tests.factories import NOW
from tests.flows.nights import OpenNight
from tests.pressing import keyed

OWNED = 400
"""Chips of each colour."""
PLACED = {"P001": {"B1": 2, "B2": 1}, "P002": {"B1": 1, "B3": 2, "B4": 1}}


def on_sale(night: OpenNight) -> None:
    """Chips counted by colour and a till with change; two guests with tickets, placed and in hand, chips between them
    that buy no ticket, and a bucket with more prizes than tickets.
    """
    by_now = {"event": night.event, "press": Press(SYSTEM, NOW)}
    _count_colours(night.event.pk)
    bank.open_till(till="T1", float_paid=20_000, **keyed(by_now, uuid4()))
    raffle.add_bucket(new=NewBucket(item="Wine", prizes=3), **by_now)
    raffle.add_bucket(new=NewBucket(item="50/50", pot_percent=50), **by_now)
    for player, counts in PLACED.items():
        bank.sell_rebuy(player_code=player, paid=night.event.house_settings.bank.rebuy_price, **keyed(by_now, uuid4()))
        raffle.sell_tickets(player_code=player, paid=1000, **keyed(by_now, uuid4()))
        raffle.place_tickets(player_code=player, counts=counts, **keyed(by_now, uuid4()))
    raffle.redeem_chips(player_code="P001", chips=210, **keyed(by_now, uuid4()))


def _count_colours(event: int) -> None:
    night = Event.objects.get(pk=event)
    settings = night.house_settings
    counted = tuple(replace(chip, owned=OWNED) for chip in settings.bank.chip_set)
    changed = replace(settings, bank=replace(settings.bank, chip_set=counted))
    update_settings(event=night, settings=changed, press=Press(SYSTEM, NOW))
