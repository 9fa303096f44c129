"""What the database refuses of hold'em, whoever writes it."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW
from tests.tournaments.holdem_nights import (
    codes_of,
    final_of,
    flight_of,
    fresh,
    make_holdem,
    out,
    running_flight,
    seated_flight,
)
from tournaments.models import (
    BlindClock,
    BustHand,
    ClockEvent,
    Flight,
    FlightEntry,
    HoldemTournament,
    LevelAnnouncement,
)

pytestmark = pytest.mark.django_db

TOURNAMENT_BREAKS = [
    pytest.param({"status": "dreamt"}, "holdem_known_status", id="status"),
    pytest.param({"shortfall": "toss"}, "holdem_known_shortfall", id="shortfall"),
    pytest.param({"several_flights": "worst"}, "holdem_known_several_flights", id="several-flights"),
    pytest.param({"starting_chips": 0}, "holdem_starts_with_chips", id="no-chips"),
    pytest.param({"seats_per_table": 11}, "holdem_tables_have_2_to_10_seats", id="eleven-seats"),
    pytest.param({"advancing_share": 20}, "holdem_advancing_count_or_share", id="count-and-share"),
    pytest.param({"tables_per_flight": 0}, "holdem_flight_has_a_table", id="no-table"),
    pytest.param({"status": "finished"}, "holdem_finished_with_a_winner", id="no-winner"),
]
FLIGHT_BREAKS = [
    pytest.param({"kind": "middle"}, "flight_known_kind", id="kind"),
    pytest.param({"status": "flying"}, "flight_known_status", id="status"),
    pytest.param({"drawn_at": None, "draw_seed": ""}, "flight_drawn_unless_planned", id="not-drawn"),
    pytest.param({"draw_seed": ""}, "flight_drawn_by_a_seed", id="no-seed"),
    pytest.param({"status": "bagged"}, "flight_bagged_by_an_entry", id="no-bags"),
    pytest.param({"number": 2}, "flight_number_unique", id="number"),
    pytest.param({"kind": "final"}, "flight_one_final", id="two-finals"),
]
ENTRY_BREAKS = [
    pytest.param({"table_number": None}, "flightentry_seat_at_a_table", id="seat-without-table"),
    pytest.param({"seat_number": 11}, "flightentry_seat_at_a_table", id="eleventh-seat"),
    pytest.param({"place_last": 2}, "flightentry_place_range", id="half-a-place"),
    pytest.param({"place_first": 2, "place_last": 2}, "flightentry_only_winner_places_in", id="place-while-in"),
    pytest.param({"began_hand_with": 5}, "flightentry_out_with_a_place", id="hand-while-in"),
]


def refuses(rows, constraint: str, **values: object) -> None:
    """The update breaks that constraint; SQLite names the columns of a unique one instead."""
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        rows.update(**values)
    assert constraint in str(refused.value) or "UNIQUE" in str(refused.value)


@pytest.mark.parametrize(("values", "constraint"), TOURNAMENT_BREAKS)
def test_a_tournament_is_never(values, constraint):
    make_holdem()

    refuses(HoldemTournament.objects.all(), constraint, **values)


@pytest.mark.parametrize(("values", "constraint"), FLIGHT_BREAKS)
def test_a_flight_is_never(values, constraint):
    flight = seated_flight(3)

    refuses(Flight.objects.filter(pk=flight.pk), constraint, **values)


@pytest.mark.parametrize(("values", "constraint"), ENTRY_BREAKS)
def test_an_entry_is_never(values, constraint):
    flight = running_flight(3)

    refuses(FlightEntry.objects.filter(pk=flight.entries.first().pk), constraint, **values)


def test_one_seat_holds_one_player():
    first, second, _ = seated_flight(3).entries.order_by("id")

    refuses(
        FlightEntry.objects.filter(pk=second.pk),
        "flightentry_alone_in_seat",
        table_number=first.table_number,
        seat_number=first.seat_number,
    )


def test_a_player_is_in_a_flight_once():
    first, second, _ = seated_flight(3).entries.order_by("id")

    refuses(FlightEntry.objects.filter(pk=second.pk), "flightentry_in_once", player=first.player, number=2)


def test_each_entry_of_a_player_in_a_flight_has_its_own_number():
    flight = running_flight(4)
    gone, last = codes_of(flight)[0], codes_of(flight)[3]
    out(flight, gone)
    player = flight.entries.get(player__code=gone).player

    refuses(flight.entries.filter(player__code=last), "flightentry_number_unique", player=player)


def test_who_is_out_has_no_chips():
    flight = running_flight(4)
    gone = codes_of(flight)[3]
    out(flight, gone)

    refuses(flight.entries.filter(player__code=gone), "flightentry_out_with_a_place", chips=5)
    refuses(flight.entries.filter(player__code=gone), "flightentry_out_with_a_place", began_hand_with=None)
    refuses(flight.entries.filter(player__code=gone), "flightentry_place_range", place_first=4, place_last=3)


def test_a_stack_is_carried_once():
    tournament = make_holdem()
    source, other, _ = seated_flight(3, tournament).entries.order_by("id")
    final = final_of(tournament)
    given = {"flight": final, "entered_at": NOW, "started_with": 1, "chips": 1, "carried_from": source}
    FlightEntry.objects.create(player=source.player, stack_code="FT-1", **given)

    with pytest.raises(IntegrityError), transaction.atomic():
        FlightEntry.objects.create(player=other.player, stack_code="FT-2", **given)


def test_two_tournaments_of_a_night_share_neither_name_nor_stacks():
    tournament = make_holdem()
    make_holdem(tournament.event, name="Late")

    refuses(HoldemTournament.objects.filter(name="Late"), "holdem_name_unique", name=tournament.name)
    refuses(HoldemTournament.objects.filter(name="Late"), "holdem_stack_prefix_unique", stack_prefix="")


def test_a_bust_hand_is_numbered_once_and_undone_by_somebody():
    flight = running_flight(4)
    out(flight, codes_of(flight)[3])
    hand = flight.bust_hands.get()
    rows = BustHand.objects.filter(pk=hand.pk)

    refuses(rows, "busthand_undone_by_somebody", undone_at=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        BustHand.objects.create(flight=flight, number=hand.number, at=NOW, by_code="x", by_label="x")


def test_a_clock_starts_at_a_level_and_is_due_only_while_it_runs():
    rows = BlindClock.objects.filter(flight=flight_of(make_holdem()))

    refuses(rows, "blindclock_starts_at_a_level", start_position=0)
    refuses(rows, "blindclock_due_when_running", due_at=NOW)


@pytest.mark.parametrize(
    ("values", "constraint"),
    [
        pytest.param({"kind": "bend"}, "clockevent_known_kind", id="kind"),
        pytest.param({"kind": "undo"}, "clockevent_undo_names_a_move", id="undo-of-nothing"),
        pytest.param({"until": NOW}, "clockevent_step_has_both_times", id="until-without-step"),
    ],
)
def test_a_move_of_the_clock_is_never(values, constraint):
    running_flight(3)

    refuses(ClockEvent.objects.all(), constraint, **values)


def test_a_version_of_the_clock_comes_from_one_move_and_announces_a_level_once():
    clock = fresh(running_flight(3)).clock
    event, announcement = clock.events.get(), clock.announcements.get()

    with pytest.raises(IntegrityError), transaction.atomic():
        ClockEvent.objects.create(clock=clock, version=event.version, kind="pause", at=NOW, by_code="x", by_label="x")
    with pytest.raises(IntegrityError), transaction.atomic():
        LevelAnnouncement.objects.create(clock=clock, version=announcement.version, position=1, at=NOW)
    refuses(LevelAnnouncement.objects.all(), "levelannouncement_from_one", position=0)
