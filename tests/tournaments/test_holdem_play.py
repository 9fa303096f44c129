"""A flight under way and at its end: counts, bust-outs and their undo, bags."""

from __future__ import annotations

from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from engine.errors import RuleError
from eventnight.bank.models import Commodity, OwnerKind
from eventnight.bank.selectors import balances_by_code, books_totals, verify_books
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from eventnight.core.roles import Role
from tests.answers import text_of
from tests.factories import make_staff
from tests.pressing import pressed
from tests.tournaments.holdem_nights import (
    BY,
    bagged_flight,
    codes_of,
    decided_flight,
    fresh,
    make_holdem,
    out,
    places,
    press,
    running_flight,
    seated_flight,
)
from tournaments.models import FlightStatus
from tournaments.services.clock.presses import resume_clock
from tournaments.services.flight.bags import bag_flight, reopen_flight
from tournaments.services.flight.bust_outs import bust_out, enter_chip_counts, undo_bust_out
from tournaments.services.seating.seats import Place, move_player

pytestmark = pytest.mark.django_db


def stacks_of(flight) -> dict[str, int]:
    return balances_by_code(flight.tournament.event_id, Commodity.TOURNAMENT_CHIPS, OwnerKind.STACK)


def test_counts_that_add_up_say_so():
    flight = running_flight(3)
    codes = codes_of(flight)

    check = enter_chip_counts(flight=flight, counts=dict(zip(codes, (18_400, 9_200, 2_400), strict=True)), **BY)

    assert (check.counted, check.in_play, check.difference) == (30_000, 30_000, 0)
    assert check.sentence == "The counts add up to 30,000."


def test_counts_that_do_not_add_up_are_kept_and_told():
    flight = running_flight(3)
    first = codes_of(flight)[0]

    check = enter_chip_counts(flight=flight, counts={first: 9_500}, **BY)

    assert check.difference == -500
    assert "500 missing" in check.sentence
    assert flight.entries.get(player__code=first).chips == 9_500


def test_a_count_of_nothing_is_a_bust_out_and_refused():
    flight = running_flight(3)

    with pytest.raises(UserFacingError, match="Record the player as out") as refused:
        enter_chip_counts(flight=flight, counts={codes_of(flight)[0]: 0}, **BY)

    assert refused.value.code == "count_of_nothing"


def test_a_flight_that_has_not_begun_is_not_counted():
    flight = seated_flight()

    with pytest.raises(Conflict, match="Start the clock first"):
        enter_chip_counts(flight=flight, counts={codes_of(flight)[0]: 9_000}, **BY)


def test_the_same_press_busts_a_player_once():
    flight = running_flight()
    gone = codes_of(flight)[7]
    once = press()

    first = bust_out(flight=flight, busted={gone: 10_000}, **once)
    second = bust_out(flight=flight, busted={gone: 10_000}, **once)

    assert first == second
    assert places(flight) == {gone: (8, 8)}


def test_a_press_that_comes_again_after_its_bust_out_was_undone_says_so_and_busts_nobody(client):
    flight = running_flight()
    event, gone, key = flight.tournament.event, codes_of(flight)[7], uuid4()
    client.force_login(make_staff(event, Role.FLOOR))
    floor = f"/staff/{event.code}/floor/{flight.pk}/"
    sent = {f"out_{gone}": "on", f"chips_{gone}": 10_000, "request_id": key}
    client.post(f"{floor}bust-outs/", sent)
    undo_bust_out(flight=fresh(flight), **press())

    answer = client.post(f"{floor}bust-outs/", sent)

    assert (answer.status_code, places(flight)) == (409, {})
    assert "what came of it is over: it was undone" in text_of(answer)


def test_the_second_of_two_staff_who_bust_a_player_learns_who_was_first():
    flight = running_flight()
    gone = codes_of(flight)[7]
    nora = Actor.of(make_staff(flight.tournament.event, Role.FLOOR))
    out(flight, gone, by=nora)

    with pytest.raises(Conflict, match=f"entered by {nora.label}") as refused:
        out(flight, gone)

    assert (refused.value.code, refused.value.facts["by"]) == ("player_is_out", nora.label)


def test_not_everybody_goes_out_on_one_hand():
    flight = running_flight(3)

    with pytest.raises(UserFacingError) as refused:
        out(flight, dict.fromkeys(codes_of(flight), 1_000))

    assert refused.value.code == "nobody_left"


def test_nobody_goes_out_of_a_decided_flight():
    flight = decided_flight(make_holdem(), 1)

    with pytest.raises(Conflict, match="was decided at") as refused:
        out(flight, codes_of(flight)[0])

    assert refused.value.code == "flight_decided"


def test_undoing_the_deciding_hand_lets_the_flight_go_on():
    flight = decided_flight(make_holdem(), 1)
    last_out = codes_of(flight)[2]

    back = undo_bust_out(flight=flight, **BY)
    resume_clock(flight=flight, **BY)

    assert [entry.player.code for entry in back] == [last_out]
    assert fresh(flight).decided_at is None
    assert fresh(flight).clock.is_running
    assert last_out not in places(flight)


def test_an_undone_player_has_the_chips_of_the_hand_again():
    flight = running_flight()
    gone = codes_of(flight)[7]
    out(flight, {gone: 4_300})

    undo_bust_out(flight=flight, **BY)

    entry = flight.entries.get(player__code=gone)
    assert (entry.chips, entry.bust_hand, entry.place) == (4_300, None, None)


def test_a_bust_out_is_not_undone_into_a_seat_that_is_taken():
    flight = running_flight()
    mover, *_, gone = codes_of(flight)
    out(flight, gone)
    seat = flight.entries.get(player__code=gone)
    move_player(flight=flight, player_code=mover, to=Place(table=seat.table_number, seat=seat.seat_number), **BY)

    with pytest.raises(Conflict) as refused:
        undo_bust_out(flight=flight, **BY)

    assert (refused.value.code, refused.value.facts["player"]) == ("seat_taken", mover)


def test_a_bag_of_everybody_left_is_needed():
    flight = decided_flight(make_holdem(), 1)
    first, second = codes_of(flight)[:2]

    with pytest.raises(UserFacingError, match=f"bags of {second} are not counted") as refused:
        bag_flight(flight=flight, counts={first: 80_000}, **press())

    assert refused.value.code == "bags_missing"


def test_a_signed_variance_closes_the_flight_and_stands_in_the_books():
    flight = decided_flight(make_holdem(), 1)
    counts = dict(zip(codes_of(flight), (60_000, 19_500), strict=False))
    second = Actor.of(make_staff(flight.tournament.event, Role.FLOOR))

    with pytest.raises(UserFacingError) as alone:
        bag_flight(flight=flight, counts=counts, reason="A chip fell under the stage", **press())
    bag_flight(flight=flight, counts=counts, reason="A chip fell under the stage", **pressed(press(), second=second))

    flight = fresh(flight)
    assert alone.value.code == "second_person"
    assert (flight.status, flight.drift) == (FlightStatus.BAGGED, -500)
    assert sum(stacks_of(flight).values()) == 79_500
    assert verify_books(flight.tournament.event_id).is_clean


def test_the_same_press_bags_once():
    flight = decided_flight(make_holdem(), 1)
    counts = dict(zip(codes_of(flight), (60_000, 20_000), strict=False))
    once = press()

    bag_flight(flight=flight, counts=counts, **once)
    bag_flight(flight=flight, counts=counts, **once)

    assert AuditRecord.objects.filter(action="flight.bagged").count() == 1


def test_a_bagged_flight_can_be_opened_again_and_its_stacks_return():
    tournament = make_holdem()
    flight = bagged_flight(tournament, 1, (60_000, 20_000))

    reopen_flight(flight=flight, **press())

    assert fresh(flight).status == FlightStatus.RUNNING
    assert set(stacks_of(flight).values()) == {10_000}
    bag_flight(flight=flight, counts=dict(zip(codes_of(flight), (59_000, 21_000), strict=False)), **press())
    assert sum(stacks_of(flight).values()) == 80_000


def test_a_player_who_is_out_bags_nothing():
    flight = decided_flight(make_holdem(), 1)
    first, second, third = codes_of(flight)[:3]

    with pytest.raises(UserFacingError) as refused:
        bag_flight(flight=flight, counts={first: 40_000, second: 30_000, third: 10_000}, **press())

    assert refused.value.code == "bags_of_players_out"


def test_a_flight_with_no_more_players_than_go_on_is_decided_by_its_start():
    flight = running_flight(2)

    assert fresh(flight).is_decided
    assert not fresh(flight).clock.is_running
    bag_flight(flight=flight, counts=dict.fromkeys(codes_of(flight), 10_000), **press())
    assert fresh(flight).status == FlightStatus.BAGGED


class TestConservation(TestCase):
    """Whatever the bags, the chips of a flight are those that were issued."""

    @settings(max_examples=10)
    @given(st.integers(min_value=1, max_value=39_999), st.integers(min_value=-3, max_value=3))
    @pytest.mark.rule("WAS-2")
    def test_bags_hold_every_chip_or_do_not_close(self, first, error):
        flight = decided_flight(make_holdem(), 1, players=4)
        counts = dict(zip(codes_of(flight), (first, 40_000 - first + error), strict=False))

        if error and min(counts.values()) > 0:
            with pytest.raises(RuleError):
                bag_flight(flight=flight, counts=counts, press=Press(BY["press"].by, BY["press"].at, uuid4()))
        elif not error:
            bag_flight(flight=flight, counts=counts, press=Press(BY["press"].by, BY["press"].at, uuid4()))

        assert books_totals(flight.tournament.event_id)[Commodity.TOURNAMENT_CHIPS] == {
            OwnerKind.STACK: 40_000,
            OwnerKind.ISSUER: -40_000,
        }
