"""Finishing places of a flight, worked out from all its bust-outs whenever one of them, or the field, changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from engine.tournament.flights import flight_is_decided
from engine.tournament.places import BustHand as Busts
from engine.tournament.places import Place, places_for_hands
from eventnight.core.actors import Actor
from tournaments.models import BustHand, Flight, FlightEntry
from tournaments.services.clock import stop_for_decision

WON = Place(1, 1)
RESULT_FIELDS = ["bust_hand", "began_hand_with", "chips", "place_first", "place_last"]


def settle_places(flight: Flight, entries: Sequence[FlightEntry]) -> None:
    """Write who is out and with which place, as follows from the field and the hands; the final's winner is first.

    Raises RuleError("bust_without_chips").
    Rules: STD-10.
    """
    numbers = dict(BustHand.objects.filter(flight=flight).values_list("pk", "number"))
    hands: dict[int, list[FlightEntry]] = defaultdict(list)
    for entry in entries:
        if entry.is_out:
            hands[numbers[entry.bust_hand_id]].append(entry)
    played = [
        Busts({entry.player.code: entry.began_hand_with for entry in busted}) for _, busted in sorted(hands.items())
    ]
    places = places_for_hands(len(entries), played)
    left = len(entries) - len(places)
    if flight.is_final and hands and left == 1:
        places |= {entry.player.code: WON for entry in entries if not entry.is_out}
    for entry in entries:
        place = places.get(entry.player.code)
        entry.place_first, entry.place_last = (place.first, place.last) if place else (None, None)
    FlightEntry.objects.bulk_update(entries, RESULT_FIELDS)


def settle_decision(flight: Flight, entries: Sequence[FlightEntry], *, by: Actor, now: datetime) -> None:
    """Stop a locked flight the moment no more are left than go on; let it go on when a bust-out is undone.

    Rules: WAS-2.
    """
    left = sum(not entry.is_out for entry in entries)
    is_decided = flight_is_decided(left, flight.advancing_of(len(entries)))
    if is_decided and flight.decided_at is None:
        flight.decided_at = now
        stop_for_decision(flight, by=by, now=now)
    elif not is_decided:
        flight.decided_at = None
    flight.save()
