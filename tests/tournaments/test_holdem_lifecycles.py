"""Hold'em services refuse a move exactly where its lifecycle says that it may not be made."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from eventnight.events.models import Player
from tests.factories import NOW
from tests.lifecycles import differences
from tests.tournaments.hands import chips_at, followed, undone, won
from tests.tournaments.holdem_nights import codes_of, final_drawn, make_holdem, out, press, running_flight
from tournaments.lifecycles import FLIGHT, HOLDEM
from tournaments.models import Flight, FlightStatus, HoldemStatus, PlayedTable
from tournaments.services.clock.finish_by import plan_levels_again
from tournaments.services.clock.level_changes import change_levels
from tournaments.services.clock.presses import (
    adjust_clock,
    pause_clock,
    resume_clock,
    start_clock,
    undo_clock_event,
)
from tournaments.services.flight.bags import bag_flight, reopen_flight
from tournaments.services.flight.bust_outs import bust_out, enter_chip_counts, undo_bust_out
from tournaments.services.flight.final import (
    advance_to_final,
    choose_start_level,
    finish_holdem,
    reopen_holdem,
    take_back_final,
)
from tournaments.services.flight.flight_entries import enter_flight, withdraw_entry
from tournaments.services.flight.hand_for_hand import finish_shared_hand, start_hand_for_hand
from tournaments.services.flight.purchases import sell_stack, undo_purchase
from tournaments.services.flight.races import undo_color_up
from tournaments.services.hands.opening import follow_hands
from tournaments.services.seating.proposals import refuse_proposal
from tournaments.services.seating.seats import Place, draw_seats, move_player
from tournaments.services.seating.tables import ToldButton, hold_seat, set_break_order, tell_button

pytestmark = pytest.mark.django_db

Deed = Callable[[Flight], object]

FLIGHT_REFUSALS = {"flight_status", "flight_decided", "final_is_qualified_for", "final_is_finished"}
FLIGHT_DEEDS: dict[str, Deed] = {
    "enter": lambda flight: enter_flight(player=_entered(flight), flight=flight, **press()),
    "withdraw": lambda flight: withdraw_entry(flight=flight, player_code=codes_of(flight)[0], **press()),
    "draw": lambda flight: draw_seats(flight=flight, **press()),
    "keep_seat": lambda flight: hold_seat(flight=flight, place=Place(table=1, seat=10), **press()),
    "order_tables": lambda flight: set_break_order(flight=flight, order=[1], **press()),
    "seat": lambda flight: move_player(
        flight=flight, player_code=codes_of(flight)[0], to=Place(table=1, seat=10), opens_table=False, **press()
    ),
    "set_button": lambda flight: tell_button(flight=flight, table=1, told=ToldButton(button=1), **press()),
    "balance": lambda flight: refuse_proposal(flight=flight, shown="", reason="Not now", **press()),
    "start": lambda flight: start_clock(flight=flight, **press()),
    "resume": lambda flight: resume_clock(flight=flight, **press()),
    "move_clock": lambda flight: adjust_clock(flight=flight, seconds=60, **press()),
    "undo_clock": lambda flight: undo_clock_event(flight=flight, **press()),
    "change_levels": lambda flight: change_levels(flight=flight, levels=flight.tournament.blind_levels[1:], **press()),
    "plan_levels": lambda flight: plan_levels_again(flight=flight, **press()),
    "count": lambda flight: enter_chip_counts(flight=flight, counts={codes_of(flight)[0]: 100}, **press()),
    "bust": lambda flight: bust_out(flight=flight, busted={codes_of(flight)[0]: 100}, **press()),
    "undo_bust": lambda flight: undo_bust_out(flight=flight, **press()),
    "sell": lambda flight: sell_stack(flight=flight, player_code=codes_of(flight)[0], kind="rebuy", **press()),
    "undo_sale": lambda flight: undo_purchase(flight=flight, purchase_id=0, **press()),
    "color_up": lambda flight: undo_color_up(flight=flight, race_id=0, **press()),
    "play_hand": lambda flight: follow_hands(flight=flight, table=1, **press()),
    "undo_hand": lambda flight: undone(PlayedTable.objects.get(flight=flight).table, 1),
    "play_hand_for_hand": lambda flight: start_hand_for_hand(flight=flight, **press()),
    "end_shared_hand": lambda flight: finish_shared_hand(flight=flight, table=1, hand=1, **press()),
    "bag": lambda flight: bag_flight(flight=flight, counts={}, **press()),
    "reopen": lambda flight: reopen_flight(flight=flight, **press()),
}
FINAL_DEEDS: dict[str, Deed] = {
    "choose_level": lambda final: choose_start_level(tournament=final.tournament, position=1, **press()),
    "take_back": lambda final: take_back_final(tournament=final.tournament, **press()),
    "finish": lambda final: finish_holdem(tournament=final.tournament, **press()),
}
SITUATIONS = [
    {"status": status, "decided_at": decided_at, "bag_entry": 1 if status == FlightStatus.BAGGED else None}
    for status, decided_at in product(FlightStatus, (None, NOW))
    if decided_at or status != FlightStatus.BAGGED
]
WITHIN_THE_FINAL = {"carry", "give_back_bags", "give_back_nothing", "play_on"}
"""Moves of a flight that a move of its tournament brings along."""

HOLDEM_DEEDS = {
    "open_final": lambda holdem: advance_to_final(tournament=holdem, **press()),
    "take_back_final": lambda holdem: take_back_final(tournament=holdem, **press()),
    "finish": lambda holdem: finish_holdem(tournament=holdem, **press()),
    "reopen": lambda holdem: reopen_holdem(tournament=holdem, **press()),
}


def test_every_move_of_a_flight_and_of_a_tournament_is_tried_below():
    assert FLIGHT_DEEDS.keys() | FINAL_DEEDS.keys() | WITHIN_THE_FINAL == set(FLIGHT.moves)
    assert HOLDEM_DEEDS.keys() == set(HOLDEM.moves)


@pytest.mark.parametrize("move", FLIGHT_DEEDS)
def test_a_flight_refuses_what_its_lifecycle_does_not_allow(move):
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    first, second, *_ = chips_at(table)
    won(table, first, {second: 500})
    enter_chip_counts(flight=flight, counts=dict.fromkeys(codes_of(flight), 10_000), **press())
    out(flight, codes_of(flight)[-1])
    pause_clock(flight=flight, **press())

    found = differences(FLIGHT, move, flight, FLIGHT_DEEDS[move], situations=SITUATIONS, refusals=FLIGHT_REFUSALS)

    assert found == []


@pytest.mark.parametrize("move", ["enter", "bag", *FINAL_DEEDS])
def test_a_final_refuses_what_its_lifecycle_does_not_allow(move):
    final = final_drawn()

    deed = (FLIGHT_DEEDS | FINAL_DEEDS)[move]
    found = differences(FLIGHT, move, final, deed, situations=SITUATIONS, refusals=FLIGHT_REFUSALS)

    assert found == []


@pytest.mark.parametrize("move", HOLDEM_DEEDS)
def test_a_tournament_refuses_what_its_lifecycle_does_not_allow(move):
    final = final_drawn()
    Flight.objects.filter(pk=final.pk).update(status=FlightStatus.CLOSED)
    winner = final.entries.first().player
    open_ones = [{"status": status} for status in (HoldemStatus.FLIGHTS, HoldemStatus.FINAL)]
    finished = {"status": HoldemStatus.FINISHED, "winner": winner, "finished_at": NOW, "final_entries": [0, 0]}

    found = differences(
        HOLDEM,
        move,
        final.tournament,
        HOLDEM_DEEDS[move],
        situations=[*open_ones, finished],
        refusals={"holdem_status"},
    )

    assert found == []


def _entered(flight: Flight) -> Player:
    return flight.entries.first().player
