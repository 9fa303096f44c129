"""A finalist who came with an empty stack is out before anybody who had chips, however the others go out."""

from __future__ import annotations

import pytest

from eventnight.bank.selectors import verify_books
from eventnight.core.errors import UserFacingError
from tests.factories import after
from tests.tournaments.hands import all_in, chips_at, followed
from tests.tournaments.holdem_nights import BY, codes_of, fresh, make_holdem, out, places, press, running_flight
from tournaments.models import Flight
from tournaments.selectors.flight.bust_plan import bust_plan
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.services.clock.presses import start_clock
from tournaments.services.flight.bags import bag_flight
from tournaments.services.flight.bust_outs import undo_bust_out
from tournaments.services.flight.final import advance_to_final, finish_holdem

pytestmark = pytest.mark.django_db


def final_with_an_empty_stack(empties: int = 1) -> Flight:
    """The first two codes have chips, the second 10,000; the others have none."""
    tournament = make_holdem(flights=1, advancing_count=2 + empties)
    flight = running_flight(3 + empties, tournament)
    first, second, *gone = codes_of(flight)
    *better, worst = gone
    out(flight, {**dict.fromkeys(better, 900), worst: 400})
    bag_flight(flight=flight, counts={first: 20_000 + 10_000 * empties, second: 10_000}, **press())
    final = advance_to_final(tournament=tournament, **press())
    start_clock(flight=final, **BY)
    return fresh(final)


@pytest.mark.rule("STD-10", "WAS-2")
@pytest.mark.parametrize("empties", [1, 2])
@pytest.mark.parametrize("door", ["a hand that is played", "the floor"])
def test_whoever_never_had_a_chip_is_placed_behind_whoever_lost_them(door: str, empties: int):
    final = final_with_an_empty_stack(empties)
    first, second, *empty = codes_of(final)

    if door == "the floor":
        out(final, {second: 10_000})
    else:
        table = followed(final)
        by_chips = sorted(
            (seat for seat, chips in chips_at(table).items() if chips), key=lambda at: chips_at(table)[at]
        )
        all_in(table, winner=by_chips[1], losers=[by_chips[0]])

    final = fresh(final)
    assert places(final) == {first: (1, 1), second: (2, 2), **dict.fromkeys(empty, (3, 2 + empties))}
    assert final.is_decided
    assert finish_holdem(tournament=final.tournament, **press()).winner.code == first
    assert verify_books(final.tournament.event_id).is_clean


@pytest.mark.rule("STD-10")
def test_the_floor_says_before_that_the_empty_stack_is_out_first_and_undoes_each():
    final = final_with_an_empty_stack()
    _, second, empty = codes_of(final)
    view = flight_view(final, after(minutes=9))
    told = [line.title for line in bust_plan(view, view.entry(second))]
    out(final, {second: 10_000})

    back = [[entry.player.code for entry in undo_bust_out(flight=fresh(final), **press())] for _ in range(2)]

    assert (told[0].endswith(" is out first"), told[1].endswith(" finishes 2nd")) == (True, True)
    assert back == [[second], [empty]]
    assert places(fresh(final)) == {}


@pytest.mark.rule("STD-10")
def test_nobody_goes_out_who_leaves_only_empty_stacks_behind():
    final = final_with_an_empty_stack()
    first, second, _ = codes_of(final)

    with pytest.raises(UserFacingError, match="somebody has their chips") as refused:
        out(final, {first: 30_000, second: 10_000})

    assert refused.value.code == "nobody_left"
