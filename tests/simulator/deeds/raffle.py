"""Deeds in the raffle."""

from __future__ import annotations

from collections.abc import Iterator

from eventnight.events.models import Player
from eventnight.raffle.models import Bucket, Raffle, RaffleStatus, Ticket, TicketState
from tests.simulator.deeds.deed import Always, Deed, Deeds, Evening


def place(night: Evening) -> Deed | None:
    """Somebody puts tickets of theirs into a bucket; it must be as many as they have, and sales must be open."""
    raffle = Raffle.objects.get(event=night.event)
    player = night.one_of(Player.objects.filter(tickets__state=TicketState.HELD, event=night.event).distinct())
    bucket = night.one_of(Bucket.objects.filter(raffle=raffle))
    if player is None or bucket is None:
        return None
    held = _held(player)
    count = held + 1 if night.is_wrong() else night.chance.randint(1, held)
    refused = "the raffle takes no more tickets" if raffle.status != RaffleStatus.OPEN else ""
    refused = refused or (f"{player.code} holds only {held} tickets" if count > held else "")
    there = _lying(bucket)

    def promise() -> Iterator[str]:
        if (_held(player), _lying(bucket)) != (held - count, there + count):
            yield f"{player.code} has {_held(player)} in hand, {bucket.code} {_lying(bucket)}; {count} were placed"

    press = night.program("POST", "raffle/placings/", {"player": player.code, "counts": {bucket.code: count}})
    return Deed(press, refused, must_count=not refused, promise=promise)


def _held(player: Player) -> int:
    return Ticket.objects.filter(holder=player, state=TicketState.HELD).count()


def _lying(bucket: Bucket) -> int:
    return Ticket.objects.filter(bucket=bucket, state=TicketState.PLACED).count()


DEEDS: Deeds = {
    "place": place,
}
ALWAYS: Always = ()
