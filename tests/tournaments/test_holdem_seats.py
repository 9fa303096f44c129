"""Entering a flight, the seat draw, late entries and moves."""

from __future__ import annotations

import pytest

from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors import balances_by_code, fund_total, verify_books
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.roles import Role
from tests.factories import make_event, make_player, make_players, make_staff
from tests.pressing import pressed
from tests.tournaments.holdem_nights import (
    BY,
    codes_of,
    decided_flight,
    enter,
    final_drawn,
    final_of,
    flight_of,
    fresh,
    make_holdem,
    out,
    places,
    press,
    running_flight,
    seated_flight,
)
from tournaments.models import FlightEntry, FlightStatus
from tournaments.services.flight.flight_entries import enter_flight, withdraw_entry
from tournaments.services.flight.tournament import NewHoldem, create_holdem
from tournaments.services.seating.seats import Place, draw_seats, move_player, seat_late_entry

pytestmark = pytest.mark.django_db


def seats_of(flight) -> dict[str, tuple[int, int]]:
    rows = flight.entries.values_list("player__code", "table_number", "seat_number")
    return {code: (table, seat) for code, table, seat in rows}


def test_a_tournament_opens_with_its_flights_a_final_and_a_clock_for_each():
    tournament = make_holdem()

    flights = list(tournament.flights.order_by("number"))
    assert [flight.code for flight in flights] == ["F1", "F2", "F3", "FT"]
    assert [flight.clock.version for flight in flights] == [1, 1, 1, 1]
    assert (tournament.starting_chips, tournament.seats_per_table, tournament.advancing_count) == (10_000, 8, 2)


def test_a_second_tournament_of_the_night_keeps_its_stacks_apart():
    tournament = make_holdem()
    second = make_holdem(tournament.event, name="Late hold'em")
    (player,) = enter(flight_of(tournament), 1)

    enter(flight_of(second), [player])

    stacks = balances_by_code(tournament.event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK)
    assert stacks == {f"F1-{player.code}": 10_000, f"H2F1-{player.code}": 10_000}


def test_two_tournaments_of_one_name_are_refused():
    tournament = make_holdem()

    with pytest.raises(Conflict) as refused:
        create_holdem(event=tournament.event, new=NewHoldem(), **BY)

    assert refused.value.code == "holdem_name_taken"


def test_the_same_press_enters_a_player_once():
    flight = flight_of(make_holdem())
    player = make_player(flight.tournament.event, checked_in=True)
    once = press()

    first = enter_flight(player=player, flight=flight, **once)
    second = enter_flight(player=player, flight=flight, **once)

    assert first == second
    assert balances_by_code(player.event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK) == {
        f"F1-{player.code}": 10_000
    }


def test_a_second_press_for_a_player_who_is_in_is_told_so():
    flight = flight_of(make_holdem())
    players = enter(flight, 1)

    with pytest.raises(Conflict, match="has entered Flight 1 already") as refused:
        enter(flight, players)

    assert refused.value.code == "already_entered"


def test_entry_money_is_taken_for_the_fund_and_given_back_on_withdrawal():
    tournament = make_holdem(entry_price=2_000)
    flight = flight_of(tournament)
    nora = Actor.of(make_staff(tournament.event, Role.FLOOR))
    player = make_player(tournament.event, checked_in=True)

    enter_flight(player=player, flight=flight, **pressed(press(), by=nora))
    taken = fund_total(tournament.event_id)
    withdraw_entry(flight=flight, player_code=player.code, **pressed(press(), by=nora))

    assert (taken, fund_total(tournament.event_id)) == (2_000, 0)
    assert not FlightEntry.objects.exists()
    assert verify_books(tournament.event_id).is_clean


def test_another_amount_than_the_entry_price_is_refused():
    flight = flight_of(make_holdem(entry_price=2_000))
    player = make_player(flight.tournament.event, checked_in=True)

    with pytest.raises(UserFacingError, match=r"Entry costs \$20.00, not \$15.00") as refused:
        enter_flight(player=player, flight=flight, paid=1_500, **press())

    assert refused.value.code == "entry_price"


def test_a_withdrawn_player_may_enter_again_but_not_by_the_old_press():
    flight = flight_of(make_holdem())
    player = make_player(flight.tournament.event, checked_in=True)
    once = press()
    enter_flight(player=player, flight=flight, **once)
    withdraw_entry(flight=flight, player_code=player.code, **press())

    with pytest.raises(Conflict) as refused:
        enter_flight(player=player, flight=flight, **once)
    again = enter_flight(player=player, flight=flight, **press())

    assert refused.value.code == "gone_since"
    assert again.chips == 10_000


def test_nobody_enters_the_final_directly():
    tournament = make_holdem()

    with pytest.raises(Conflict) as refused:
        enter(final_of(tournament), 1)

    assert (refused.value.code, refused.value.rules) == ("final_is_qualified_for", ("WAS-2",))


def test_a_decided_flight_takes_nobody_in():
    flight = decided_flight(make_holdem(), 1)

    with pytest.raises(Conflict) as refused:
        enter(flight, 1)

    assert refused.value.code == "flight_decided"


def test_a_draw_can_be_repeated_from_its_recorded_seed():
    flight = seated_flight(9)
    first = seats_of(flight)

    draw_seats(flight=flight, seed="other", **press())
    other = seats_of(flight)
    draw_seats(flight=flight, seed="seats", **press())

    assert seats_of(flight) == first
    assert other != first
    assert fresh(flight).draw_seed == "seats"


def test_the_same_press_draws_once():
    flight = flight_of(make_holdem())
    enter(flight, 8)
    once = press()

    draw_seats(flight=flight, **once)
    seats = seats_of(flight)
    draw_seats(flight=flight, **once)

    assert seats_of(flight) == seats


def test_one_player_is_no_flight():
    flight = flight_of(make_holdem())
    enter(flight, 1)

    with pytest.raises(UserFacingError) as refused:
        draw_seats(flight=flight, **press())

    assert refused.value.code == "too_few_players"


def test_seats_are_not_drawn_again_once_play_has_begun():
    flight = running_flight()

    with pytest.raises(Conflict, match="under way") as refused:
        draw_seats(flight=flight, **press())

    assert refused.value.code == "flight_status"


def test_a_late_entry_sits_at_the_shortest_table_and_moves_the_places_down():
    flight = running_flight(13, make_holdem(advancing_count=2))
    last = codes_of(flight)[-1]
    out(flight, last)

    (late,) = enter(flight, 1)

    sizes = [flight.entries.filter(table_number=table, bust_hand__isnull=True).count() for table in (1, 2)]
    assert seats_of(flight)[late.code][0] in (1, 2)
    assert abs(sizes[0] - sizes[1]) <= 1
    assert places(flight) == {last: (14, 14)}


def test_a_table_that_everybody_left_is_not_opened_again_while_another_has_a_seat():
    flight = flight_of(make_holdem())
    enter(flight, 7)
    draw_seats(flight=flight, tables=2, **press())
    seats = seats_of(flight)
    free = sorted({(2, seat) for seat in range(1, 9)} - set(seats.values()))
    for code, (table, seat) in zip([code for code in seats if seats[code][0] == 1], free, strict=False):
        move_player(flight=flight, player_code=code, to=Place(table=table, seat=seat), **BY)

    last, late = enter(flight, 2)

    assert seats_of(flight)[last.code][0] == 2
    assert seats_of(flight)[late.code][0] == 1


def test_a_late_entry_who_sits_already_stays():
    flight = running_flight()
    code = codes_of(flight)[0]
    before = seats_of(flight)[code]

    entry = seat_late_entry(flight=flight, player_code=code, **BY)

    assert (entry.table_number, entry.seat_number) == before


def test_a_player_moves_to_a_free_seat_and_not_onto_another():
    flight = seated_flight(6)
    mover, other = codes_of(flight)[:2]
    free = sorted({(1, seat) for seat in range(1, 9)} - set(seats_of(flight).values()))[0]

    move_player(flight=flight, player_code=mover, to=Place(table=free[0], seat=free[1]), **BY)
    with pytest.raises(Conflict, match=f"sits at table {free[0]} seat {free[1]}") as refused:
        move_player(flight=flight, player_code=other, to=Place(table=free[0], seat=free[1]), **BY)

    assert seats_of(flight)[mover] == free
    assert (refused.value.code, refused.value.facts["player"]) == ("seat_taken", mover)


def test_the_seat_of_a_player_who_is_out_is_free():
    flight = running_flight(8)
    mover, *_, gone = codes_of(flight)
    table, seat = seats_of(flight)[gone]
    out(flight, gone)

    entry = move_player(flight=flight, player_code=mover, to=Place(table=table, seat=seat), **BY)

    assert (entry.table_number, entry.seat_number) == (table, seat)


def test_somebody_who_has_no_seat_yet_takes_the_one_that_was_chosen():
    flight = seated_flight(6)
    code = codes_of(flight)[0]
    flight.entries.filter(player__code=code).update(table_number=None, seat_number=None)
    free = sorted({(1, seat) for seat in range(1, 9)} - set(seats_of(flight).values()))[-1]

    entry = move_player(flight=flight, player_code=code, to=Place(table=free[0], seat=free[1]), **BY)

    assert (entry.table_number, entry.seat_number) == free


def test_a_stranger_to_the_flight_is_not_moved():
    flight = seated_flight()
    stranger = make_player(flight.tournament.event)

    with pytest.raises(NotFound) as refused:
        move_player(flight=flight, player_code=stranger.code, to=Place(table=1, seat=1), **BY)

    assert refused.value.code == "not_in_flight"


@pytest.mark.rule("BIS-3")
def test_short_handed_tables_have_six_seats_and_no_table_more_than_ten():
    tournament = make_holdem(make_event("biska"))
    flight = flight_of(tournament)
    enter(flight, make_players(tournament.event, 13, checked_in=True))

    draw_seats(flight=flight, **press())
    code = codes_of(flight)[0]
    with pytest.raises(UserFacingError) as refused:
        move_player(flight=flight, player_code=code, to=Place(table=1, seat=7), **BY)
    with pytest.raises(UserFacingError, match="2 to 10 seats"):
        make_holdem(make_event("biska"), seats_per_table=11)

    tables = [table for table, _ in seats_of(flight).values()]
    assert sorted(tables.count(table) for table in set(tables)) == [4, 4, 5]
    assert refused.value.code == "no_such_seat"


def test_a_withdrawn_finalist_takes_the_chips_out_of_play_by_an_entry():
    final = final_drawn()
    entry = final.entries.get(chips=28_000)

    withdraw_entry(flight=final, player_code=entry.player.code, **press())

    stacks = balances_by_code(final.tournament.event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK)
    assert sum(stacks.values()) == 212_000
    assert final.entries.count() == 5
    assert fresh(final).status == FlightStatus.SEATED
    assert verify_books(final.tournament.event_id).is_clean
