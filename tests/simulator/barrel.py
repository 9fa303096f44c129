"""The same night with a real barrel: the numbers of its raffle come out of a drum, and staff type them."""

from __future__ import annotations

from uuid import uuid4

from eventnight.bank.services import open_till
from eventnight.core.actors import SYSTEM
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.events.services import update_settings
from eventnight.raffle import services as raffle
from eventnight.raffle.models import DrawMethod, Raffle
from eventnight.raffle.services import NewBucket
from tests.factories import NOW
from tests.flows.nights import OpenNight
from tests.pressing import keyed

PLACED = {
    "P001": {"B1": 3, "B2": 2, "B3": 2},
    "P002": {"B1": 2, "B3": 3, "B4": 3},
    "P003": {"B2": 3, "B3": 2, "B4": 4},
    "P004": {"B4": 8},
}


def with_a_barrel(night: OpenNight) -> None:
    """Two prizes more and a 50/50, and nobody wins twice; sold, placed and closed, and no number has come out yet."""
    # Nothing makes a barrel of a raffle whose tickets are sold.
    Raffle.objects.filter(event=night.event).update(method=DrawMethod.BARREL)
    AuditRecord.objects.filter(event=night.event, action="raffle.opened").update(subject=DrawMethod.BARREL)
    by_now = {"event": night.event, "press": Press(SYSTEM, NOW)}
    open_till(till="T1", float_paid=20_000, **keyed(by_now, uuid4()))
    _one_prize_per_person(night.event.pk)
    raffle.add_bucket(new=NewBucket(item="50/50", pot_percent=50), **by_now)
    raffle.add_bucket(new=NewBucket(item="Wine", prizes=2), **by_now)
    for player, counts in PLACED.items():
        if player != "P001":
            raffle.sell_tickets(player_code=player, paid=1000, **keyed(by_now, uuid4()))
        raffle.place_tickets(player_code=player, counts=counts, **keyed(by_now, uuid4()))
    raffle.freeze(**by_now)


def _one_prize_per_person(event: int) -> None:
    night = Event.objects.get(pk=event)
    settings = night.house_settings.as_json()
    settings["raffle"]["one_prize_per_person"] = True
    read = type(night.house_settings).from_json
    update_settings(event=night, settings=read(settings), press=Press(SYSTEM, NOW))
