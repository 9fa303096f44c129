"""Everybody who signed up enters a flight by one press, or is taken out of it again by one."""

from __future__ import annotations

from collections.abc import Sequence

from eventnight.bank.means import IN_CASH, Payment
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.presses import counted_once
from tournaments.lifecycles import FLIGHT
from tournaments.models import Flight, FlightEntry
from tournaments.selectors.flight.sign_ups import waiting_to_enter
from tournaments.services.flight.flight_entries import enter_flight, withdraw_entry
from tournaments.services.flight.tournament import lock_flight, second_key


@counted_once
def enter_signed_up(*, flight: Flight, press: Press, payment: Payment = IN_CASH) -> list[FlightEntry]:
    """Enter everybody who signed up for hold'em, is here, and has entered no flight of the tournament, first come
    first. All of them enter or none does; who cannot is left as they are.

    payment: how each of them pays the price of an entry.

    Raises Conflict("nobody_to_enter") and what `enter_flight` raises. Rules: WAS-1, WAS-3, WAS-13.
    """
    flight = lock_flight(flight)
    FLIGHT.require("enter", flight)
    waiting = waiting_to_enter(flight)
    able = [each.player for each in waiting if not each.why]
    if not able:
        out = "; ".join(map(str, waiting)) or "Everybody who signed up for hold'em has entered"
        raise Conflict("nobody_to_enter", f"There is nobody to enter in {flight.name}. {out}.", waiting=len(waiting))
    return [
        enter_flight(player=player, flight=flight, payment=payment, press=_part(press, f"enter {player.code}"))
        for player in able
    ]


@counted_once
def withdraw_entries(
    *, flight: Flight, player_codes: Sequence[str], press: Press, may_reverse_any: bool = False
) -> None:
    """Take these players out of the flight before play, all of them or none.

    Raises what `withdraw_entry` raises. Rules: WAS-2.
    """
    for code in player_codes:
        withdraw_entry(
            flight=flight,
            player_code=code,
            may_reverse_any=may_reverse_any,
            press=_part(press, f"withdraw {code}"),
        )


def _part(press: Press, purpose: str) -> Press:
    """The part of a press that concerns one player, under a key of its own."""
    return press if press.key is None else press.under(second_key(press.key, purpose))
