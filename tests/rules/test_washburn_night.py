"""Washburn as it is played: three flights, eight to a table, two advance from each, and their chips go with them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.errors import RuleError
from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors import balances_by_code, books_totals, verify_books
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.press import Press
from tests.factories import NOW, after, make_player
from tests.tournaments.holdem_nights import (
    bagged_flight,
    decided_flight,
    enter,
    final_drawn,
    flight_of,
    fresh,
    make_holdem,
    press,
    running_flight,
    seated_flight,
)
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.final import advance_to_final
from tournaments.services.flight.flight_entries import enter_flight
from tournaments.services.seating.seats import Place, draw_seats, move_player

pytestmark = pytest.mark.django_db


@pytest.mark.rule("WAS-1")
def test_who_was_not_checked_in_does_not_enter_a_flight():
    flight = flight_of(make_holdem())
    player = make_player(flight.tournament.event)

    with pytest.raises(UserFacingError) as refused:
        enter_flight(player=player, flight=flight, **press())

    assert (refused.value.code, refused.value.rules) == ("not_checked_in", ("WAS-1",))
    assert balances_by_code(player.event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK) == {}


@pytest.mark.rule("WAS-2")
def test_three_flights_of_eight_send_two_each_to_a_final_of_240_000_over_six():
    final = final_drawn()

    stacks = balances_by_code(final.tournament.event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK)
    carried = {code: chips for code, chips in stacks.items() if code.startswith("FT-")}
    assert sorted(carried.values()) == [18_500, 28_000, 40_000, 40_000, 52_000, 61_500]
    assert sum(carried.values()) == sum(stacks.values()) == 240_000
    assert {entry.stack_code: entry.chips for entry in final.entries.all()} == carried


@pytest.mark.rule("WAS-2")
def test_the_books_of_a_night_of_flights_balance():
    final = final_drawn()

    totals = books_totals(final.tournament.event_id)[Commodity.TOURNAMENT_CHIPS]
    assert totals == {OwnerKind.STACK: 240_000, OwnerKind.ISSUER: -240_000}
    assert verify_books(final.tournament.event_id).is_clean


@pytest.mark.rule("WAS-2")
def test_play_stops_the_moment_two_are_left():
    flight = decided_flight(make_holdem(), 1)

    view = clock_view(flight, after(minutes=30))
    assert flight.decided_at == NOW
    assert (view.is_running, view.seconds_left) == (False, 20 * 60)
    assert flight.entries.filter(bust_hand__isnull=True).count() == 2


@pytest.mark.rule("WAS-2")
def test_a_flight_with_three_left_does_not_bag():
    flight = running_flight(3)
    codes = list(flight.entries.values_list("player__code", flat=True))

    with pytest.raises(RuleError, match="3 players are left and 2 advance") as refused:
        bag_flight(flight=flight, counts=dict.fromkeys(codes, 10_000), **press())

    assert refused.value.code == "flight_not_decided"


@pytest.mark.rule("WAS-2")
def test_bags_that_lack_500_chips_do_not_close_the_flight():
    with pytest.raises(RuleError, match="500 missing") as refused:
        bagged_flight(make_holdem(), 1, (52_000, 27_500))

    assert refused.value.code == "bags_do_not_conserve"


@pytest.mark.rule("WAS-2")
def test_the_final_waits_for_every_flight():
    tournament = make_holdem()
    bagged_flight(tournament, 1, (60_000, 20_000))
    running_flight(8, tournament, number=2)

    with pytest.raises(Conflict, match="Flight 2 must be bagged") as refused:
        advance_to_final(tournament=tournament, **press())

    assert refused.value.code == "flights_open"


@pytest.mark.rule("WAS-3")
def test_everybody_starts_with_10_000_chips():
    flight = seated_flight(8)

    stacks = balances_by_code(flight.tournament.event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK)
    assert set(stacks.values()) == {10_000}
    assert len(stacks) == 8


@pytest.mark.rule("WAS-3")
def test_nine_players_need_a_second_table():
    flight = flight_of(make_holdem())
    enter(flight, 9)

    with pytest.raises(RuleError, match="Open 1 more") as refused:
        draw_seats(flight=flight, tables=1, **press())
    draw_seats(flight=flight, **press())

    assert (refused.value.code, refused.value.rules) == ("not_enough_seats", ("WAS-3",))
    tables = list(flight.entries.values_list("table_number", flat=True))
    assert (tables.count(1), tables.count(2)) == (5, 4)


@pytest.mark.rule("WAS-3")
def test_no_table_has_a_ninth_seat():
    flight = seated_flight(8)
    code = flight.entries.first().player.code

    with pytest.raises(UserFacingError) as refused:
        move_player(flight=flight, player_code=code, to=Place(table=1, seat=9), press=Press(press()["press"].by, NOW))

    assert (refused.value.code, refused.value.rules) == ("no_such_seat", ("WAS-3",))


@pytest.mark.rule("WAS-3")
def test_the_ninth_player_of_a_flight_with_one_table_is_sent_to_another_flight():
    flight = flight_of(make_holdem(tables_per_flight=1))
    enter(flight, 8)

    with pytest.raises(Conflict) as refused:
        enter(flight, 1)

    assert (refused.value.code, refused.value.rules) == ("flight_full", ("WAS-3",))


@pytest.mark.rule("WAS-5")
def test_the_clock_shows_half_the_minimum_bet_and_all_of_it():
    view = clock_view(running_flight(), NOW)

    assert (view.level.small_blind, view.level.big_blind, view.level.ante) == (250, 500, 0)
    assert all(2 * level.small_blind == level.big_blind for level in view.levels if not level.is_break)


@pytest.mark.rule("WAS-6")
def test_minimum_bet_and_antes_rise_every_twenty_minutes():
    flight = running_flight()

    stakes = [clock_view(fresh(flight), NOW + timedelta(minutes=minutes)).level for minutes in (0, 20, 40)]

    assert [(level.big_blind, level.ante) for level in stakes] == [(500, 0), (800, 0), (1000, 100)]
