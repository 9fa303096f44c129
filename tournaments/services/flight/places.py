"""Finishing places of a flight, worked out from all its bust-outs whenever one of them, or the field, changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from engine.tournament.flights import flight_is_decided
from engine.tournament.places import AcrossTables, Place, places_for_hands
from engine.tournament.places import BustHand as Busts
from engine.units import Chips
from eventnight.core.press import Press
from tournaments.models import BustHand, Flight, FlightEntry
from tournaments.services.clock.presses import stop_for_decision
from tournaments.services.flight.tournament import keys_of

WON = Place(1, 1)
RESULT_FIELDS = ["bust_hand", "began_hand_with", "chips", "place_first", "place_last"]


def settle_places(flight: Flight, entries: Sequence[FlightEntry]) -> None:
    """Write who is out and with which place, as follows from the field and the hands; the final's winner is first.

    entries: the whole field, with what the caller changed about those who went out or came back.

    Raises RuleError("bust_without_chips").
    Rules: STD-10.
    """
    places = places_for_hands(len(entries), hands_of(flight, entries), AcrossTables(flight.tournament.across_tables))
    has_busts, keys = bool(places), keys_of(entries)
    left = len(entries) - len(places)
    if flight.is_final and has_busts and left == 1:
        places |= {keys[entry.pk]: WON for entry in entries if not entry.is_out}
    stale = []
    for entry in entries:
        place = places.get(keys[entry.pk])
        now, before = (place.first, place.last) if place else (None, None), (entry.place_first, entry.place_last)
        entry.place_first, entry.place_last = now
        if now != before:  # of who goes out or comes back, always
            stale.append(entry)
    FlightEntry.objects.bulk_update(stale, RESULT_FIELDS)


def hands_of(flight: Flight, entries: Sequence[FlightEntry]) -> list[Busts[str]]:
    """The hands on which players went out, in order, by the keys of their entries. What several tables report of one
    shared hand is one hand.

    Rules: STD-10.
    """
    rows: dict[int | None, BustHand] = {hand.pk: hand for hand in BustHand.objects.filter(flight=flight)}
    together: dict[tuple[str, int], list[FlightEntry]] = defaultdict(list)
    for entry in sorted((entry for entry in entries if entry.is_out), key=lambda one: rows[one.bust_hand_id].number):
        hand = rows[entry.bust_hand_id]
        key = ("shared", hand.shared_hand) if hand.shared_hand else ("own", hand.number)
        together[key].append(entry)
    keys = keys_of(entries)
    return [
        Busts(
            {keys[entry.pk]: Chips(entry.began_hand_with or 0) for entry in busted},
            {keys[entry.pk]: entry.table_number or 0 for entry in busted} if kind == "shared" else {},
        )
        for (kind, _), busted in together.items()
    ]


def settle_decision(flight: Flight, entries: Sequence[FlightEntry], *, press: Press) -> None:
    """Stop a locked flight the moment no more are left than go on; let it go on when a bust-out is undone.

    Hand for hand, that is when every table has finished the hand: more may go out on it.

    Rules: WAS-2.
    """
    left = sum(not entry.is_out for entry in entries)
    is_between_hands = not flight.is_hand_for_hand or not flight.tables_done
    is_decided = is_between_hands and flight_is_decided(left, flight.advancing_of(len(entries)))
    if is_decided and flight.decided_at is None:
        flight.decided_at = press.at
        stop_for_decision(flight, press=press)
    elif not is_decided:
        flight.decided_at = None
    flight.save()
