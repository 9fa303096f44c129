"""From the flights to the final: who goes, with what, from which level, and how it ends."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest

from engine.errors import RuleError
from engine.tournament.flights_final import NoShowPolicy
from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors import balances_by_code, books_totals, verify_books
from eventnight.bank.services import StackSale, issue_stack
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.roles import Role
from tests.factories import NOW, make_players, make_staff
from tests.tournaments.holdem_nights import (
    BY,
    bagged_flight,
    codes_of,
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
)
from tournaments.books import check
from tournaments.models import FlightStatus, HoldemStatus, SeveralFlights, Shortfall
from tournaments.selectors.clock.clock_view import clock_view
from tournaments.services.clock.level_changes import change_levels
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.final import (
    NoShows,
    advance_to_final,
    choose_start_level,
    finish_holdem,
    reopen_holdem,
    take_back_final,
)
from tournaments.services.seating.seats import draw_seats

pytestmark = pytest.mark.django_db


def stacks_of(tournament) -> dict[str, int]:
    return balances_by_code(tournament.event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK)


def through_two_flights(policy: str, bags=((52_000, 28_000), (18_500, 61_500))):
    """A player who comes through both flights of eight, with one other from each."""
    tournament = make_holdem(flights=2, several_flights=policy)
    twice, *others = make_players(tournament.event, 15, checked_in=True)
    for number, players in ((1, [twice, *others[:7]]), (2, [twice, *others[7:14]])):
        flight = flight_of(tournament, number)
        enter(flight, players)
        draw_seats(flight=flight, **press())
        start_clock(flight=fresh(flight), **BY)
        for player in reversed(players[2:]):
            out(flight, player.code)
        counts = dict(zip((player.code for player in players[:2]), bags[number - 1], strict=True))
        bag_flight(flight=flight, counts=counts, **press())
    return tournament, twice


def test_the_same_press_draws_the_final_once():
    tournament = make_holdem()
    for number in (1, 2, 3):
        bagged_flight(tournament, number, (60_000, 20_000))
    once = press()

    first = advance_to_final(tournament=tournament, **once)
    second = advance_to_final(tournament=tournament, **once)

    assert first == second
    assert first.entries.count() == 6
    assert sum(stacks_of(tournament).values()) == 240_000


def test_the_seats_of_the_final_follow_from_its_recorded_seed():
    final = final_drawn()

    assert final.draw_seed == "final"
    seats = {(entry.table_number, entry.seat_number) for entry in final.entries.all()}
    assert {table for table, _ in seats} == {1}
    assert len(seats) == 6


def test_an_average_of_40_000_starts_the_final_at_a_big_blind_of_2_000():
    final = final_drawn()

    view = clock_view(final, NOW)
    assert (view.level.big_blind, view.level.number) == (2_000, 5)
    assert view.level_count == 10


def test_the_organiser_may_pick_another_level_until_it_starts():
    final = final_drawn()

    choose_start_level(tournament=final.tournament, position=1, **BY)
    with pytest.raises(UserFacingError) as refused:
        choose_start_level(tournament=final.tournament, position=4, **BY)
    start_clock(flight=final, **BY)
    with pytest.raises(Conflict):
        choose_start_level(tournament=final.tournament, position=2, **BY)

    assert refused.value.code == "no_such_level"
    assert clock_view(fresh(final), NOW).level.big_blind == 500


def test_lengths_that_were_changed_stay_when_the_final_begins_at_another_level():
    final = final_drawn()
    choose_start_level(tournament=final.tournament, position=1, **BY)
    levels = fresh(final).clock.levels
    change_levels(flight=final, levels=(*levels[:-1], replace(levels[-1], seconds=2220)), **BY)

    choose_start_level(tournament=final.tournament, position=3, **BY)
    later = fresh(final).clock.levels
    choose_start_level(tournament=final.tournament, position=1, **BY)

    assert (len(later), later[-1].seconds) == (len(levels) - 2, 2220)
    assert fresh(final).clock.levels == (*levels[:-1], replace(levels[-1], seconds=2220))


@pytest.mark.parametrize(
    ("policy", "chips"),
    [(SeveralFlights.BEST, 52_000), (SeveralFlights.FIRST, 52_000), (SeveralFlights.COMBINED, 70_500)],
)
def test_a_player_through_two_flights_brings_what_the_policy_says(policy, chips):
    tournament, twice = through_two_flights(policy)

    final = advance_to_final(tournament=tournament, **press())

    assert final.entries.get(player=twice).chips == stacks_of(tournament)[f"FT-{twice.code}"] == chips
    assert sum(stacks_of(tournament).values()) == 28_000 + 61_500 + chips
    assert verify_books(tournament.event_id).is_clean


def test_the_first_stack_goes_forward_even_when_the_second_is_larger():
    tournament, twice = through_two_flights(SeveralFlights.FIRST, bags=((18_500, 61_500), (52_000, 28_000)))

    final = advance_to_final(tournament=tournament, **press())

    assert final.entries.get(player=twice).chips == 18_500
    assert stacks_of(tournament)[f"F2-{twice.code}"] == 0


def test_a_shortfall_is_filled_by_the_best_of_the_last_hand_with_an_empty_stack():
    tournament = make_holdem(flights=1)
    flight = running_flight(3, tournament)
    winner, better, worse = codes_of(flight)
    out(flight, {better: 900, worse: 400})
    bag_flight(flight=flight, counts={winner: 30_000}, **press())

    final = advance_to_final(tournament=tournament, **press())

    assert dict(final.entries.values_list("player__code", "chips")) == {winner: 30_000, better: 0}


def test_a_shortfall_may_bring_a_minimum_stack_issued_by_an_entry():
    tournament = make_holdem(flights=1, shortfall=Shortfall.NEXT_BY_STACK, minimum_stack=1_000)
    flight = running_flight(3, tournament)
    winner, better, worse = codes_of(flight)
    out(flight, {better: 900, worse: 400})
    bag_flight(flight=flight, counts={winner: 30_000}, **press())

    advance_to_final(tournament=tournament, **press())

    assert stacks_of(tournament)[f"FT-{better}"] == 1_000
    assert verify_books(tournament.event_id).is_clean


def test_a_shortfall_may_be_played_again():
    tournament = make_holdem(flights=1, shortfall=Shortfall.REPLAY)
    flight = running_flight(3, tournament)
    winner, better, worse = codes_of(flight)
    out(flight, {better: 900, worse: 400})
    bag_flight(flight=flight, counts={winner: 30_000}, **press())

    with pytest.raises(UserFacingError) as refused:
        advance_to_final(tournament=tournament, **press())

    assert (refused.value.code, refused.value.facts["open_places"]) == ("replay_needed", 1)


def test_equal_stacks_at_the_cut_are_left_to_the_floor():
    tournament = make_holdem(flights=1)
    flight = running_flight(3, tournament)
    winner, one, other = codes_of(flight)
    out(flight, {one: 900, other: 900})
    bag_flight(flight=flight, counts={winner: 30_000}, **press())

    with pytest.raises(RuleError, match="draw high card") as refused:
        advance_to_final(tournament=tournament, **press())

    assert refused.value.code == "busts_tie_for_place"


def six_ready():
    """Three flights of eight, bagged; the finalist with the most chips is the second who came through flight 2."""
    tournament = make_holdem()
    for number, bags in enumerate(((60_000, 20_000), (10_000, 70_000), (40_000, 40_000)), start=1):
        bagged_flight(tournament, number, bags)
    return tournament, codes_of(flight_of(tournament, 2))[1]


@pytest.mark.rule("WAS-2")
def test_a_finalist_who_does_not_show_is_blinded_off_from_a_seat():
    tournament, absent = six_ready()

    final = advance_to_final(tournament=tournament, missing=NoShows(absent=[absent.lower()]), **press())

    entry = final.entries.get(player__code=absent)
    assert (entry.chips, entry.seat_number is not None, final.entries.count()) == (70_000, True, 6)
    assert AuditRecord.objects.get(action="holdem.final_drawn").facts["blinded_off"] == [absent]


@pytest.mark.rule("WAS-2")
def test_a_finalist_who_does_not_show_may_be_removed_before_the_draw():
    tournament, absent = six_ready()

    final = advance_to_final(
        tournament=tournament, missing=NoShows(absent=[absent], no_shows=NoShowPolicy.REMOVED), **press()
    )

    assert final.entries.filter(player__code=absent).count() == 0
    assert sum(stacks_of(tournament).values()) == 240_000 - 70_000
    assert books_totals(tournament.event_id)[Commodity.TOURNAMENT_CHIPS][OwnerKind.ISSUER] == -170_000
    assert verify_books(tournament.event_id).is_clean
    # Five players with 34,000 on average: the level is chosen for those who play.
    assert clock_view(fresh(final), NOW).level.big_blind <= 1_700
    take_back_final(tournament=tournament, **press())
    assert sum(stacks_of(tournament).values()) == 240_000
    assert advance_to_final(tournament=tournament, **press()).entries.count() == 6


def test_the_api_removes_a_finalist_who_does_not_show(client):
    tournament, absent = six_ready()
    event = tournament.event
    client.force_login(make_staff(event, Role.FLOOR))

    answer = client.post(
        f"/api/v1/events/{event.code}/holdem/{tournament.pk}/final/",
        {"absent": [absent], "no_shows": "removed"},
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )

    assert answer.status_code == 201
    assert final_of(tournament).entries.count() == 5


def test_only_finalists_can_fail_to_show():
    tournament, _ = six_ready()

    with pytest.raises(RuleError) as refused:
        advance_to_final(tournament=tournament, missing=NoShows(absent=["P999"]), **press())

    assert refused.value.code == "not_a_finalist"
    assert final_of(tournament).entries.count() == 0


def test_the_way_to_the_final_can_be_taken_back_before_it_starts():
    final = final_drawn()
    tournament = final.tournament

    take_back_final(tournament=tournament, **press())

    assert set(tournament.flights.values_list("code", "status")) == {
        ("F1", FlightStatus.BAGGED),
        ("F2", FlightStatus.BAGGED),
        ("F3", FlightStatus.BAGGED),
        ("FT", FlightStatus.PLANNED),
    }
    assert all(chips == 0 for code, chips in stacks_of(tournament).items() if code.startswith("FT"))
    assert advance_to_final(tournament=tournament, **press()).entries.count() == 6
    assert verify_books(tournament.event_id).is_clean


def test_the_final_cannot_be_taken_back_once_it_runs():
    final = final_drawn()
    start_clock(flight=final, **BY)

    with pytest.raises(Conflict) as refused:
        take_back_final(tournament=final.tournament, **press())

    assert refused.value.code == "flight_status"


def played_out():
    """The final played to the finalist who entered it first."""
    final = final_drawn()
    start_clock(flight=final, **BY)
    for code in reversed(codes_of(final)[1:]):
        out(final, code)
    return fresh(final)


def test_the_last_one_left_wins_and_all_chips_go_back():
    final = played_out()
    winner, second = codes_of(final)[:2]

    tournament = finish_holdem(tournament=final.tournament, **press()).tournament

    assert (tournament.winner.code, tournament.status) == (winner, HoldemStatus.FINISHED)
    assert (places(final)[winner], places(final)[second]) == ((1, 1), (2, 2))
    assert books_totals(tournament.event_id)[Commodity.TOURNAMENT_CHIPS] == {OwnerKind.STACK: 0, OwnerKind.ISSUER: 0}
    assert verify_books(tournament.event_id).is_clean


def test_the_final_is_not_finished_with_two_left():
    final = final_drawn()
    start_clock(flight=final, **BY)

    with pytest.raises(Conflict, match="6 players are left") as refused:
        finish_holdem(tournament=final.tournament, **press())

    assert refused.value.code == "final_not_decided"


def test_the_end_can_be_taken_back_and_played_on():
    final = played_out()
    finish_holdem(tournament=final.tournament, **press())

    tournament = reopen_holdem(tournament=final.tournament, **press())

    assert (tournament.status, tournament.winner) == (HoldemStatus.FINAL, None)
    assert sum(stacks_of(tournament).values()) == 240_000
    finish_holdem(tournament=tournament, **press())
    assert verify_books(tournament.event_id).is_clean


def test_the_end_sent_again_after_it_was_taken_back_is_told_that_it_was_undone():
    tournament = played_out().tournament
    ending = press()
    finish_holdem(tournament=tournament, **ending)
    assert finish_holdem(tournament=tournament, **ending).winner is not None
    reopen_holdem(tournament=tournament, **press())

    with pytest.raises(Conflict) as refused:
        finish_holdem(tournament=tournament, **ending)

    assert refused.value.code == "gone_since"


def test_flights_that_nobody_entered_close_with_the_others():
    tournament = make_holdem()
    bagged_flight(tournament, 1, (60_000, 20_000))

    advance_to_final(tournament=tournament, **press())

    assert final_of(tournament).entries.count() == 2
    assert flight_of(tournament, 3).status == FlightStatus.CLOSED


def test_the_books_are_checked_against_the_flights_at_every_stage():
    final = final_drawn()
    drawn = list(check(final.tournament.event_id))
    final.entries.filter(chips=28_000).update(started_with=27_000)

    assert drawn == []
    assert list(check(final.tournament.event_id)) == ["Final table has 239,000 chips, its stacks in the bank 240,000."]


def test_a_stack_without_a_flight_is_found():
    final = final_drawn()
    issue_stack(event=final.tournament.event, stack_code="F9-P001", sold=StackSale(chips=500), **press())

    assert list(check(final.tournament.event_id)) == ["Stack F9-P001 holds 500 chips and is in no flight."]
