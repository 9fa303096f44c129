"""Somebody comes to a flight's table while a hand is played there: the hand goes on, and they are in the next."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tables.models import Table
from tables.selectors import table_view
from tests.factories import make_event, make_players
from tests.tables.at_the_table import Played
from tests.tables.test_pages import signed_in
from tests.tournaments.hands import at, begun, book_faults, chips_at, do, followed, paid_out, refusal_of, undone
from tests.tournaments.holdem_nights import make_holdem, out, press, running_flight
from tournaments.models import Flight
from tournaments.services.flight.bust_outs import enter_chip_counts, undo_bust_out
from tournaments.services.flight.flight_entries import enter_flight
from tournaments.services.seating.seat_moves import undo_moves
from tournaments.services.seating.seats import Place, move_player

pytestmark = pytest.mark.django_db
HOUSES = ("washburn", "biska", "canterbury", "wlia", "angies")


def free_seat(table: Table) -> int:
    return min(seat.number for seat in table_view(at(table)).free)


def at_table_two(flight: Flight) -> str:
    return flight.entries.filter(table_number=2).earliest("id").player.code


def enters_late(flight: Flight, table: Table) -> None:
    [player] = make_players(flight.tournament.event, 1, checked_in=True)
    entry = enter_flight(player=player, flight=flight, **press())
    if entry.table_number == 2:
        move_player(flight=flight, player_code=player.code, to=Place(table=1, seat=free_seat(table)), **press())


def is_moved_there(flight: Flight, table: Table) -> None:
    to = Place(table=1, seat=free_seat(table))
    move_player(flight=flight, player_code=at_table_two(flight), to=to, **press())


def is_moved_back(flight: Flight, table: Table) -> None:
    move = flight.moves.get(start_table=1)
    undo_moves(flight=flight, numbers=[move.number], **press())


def nobody(flight: Flight, table: Table) -> None: ...


def leaves_first(flight: Flight, table: Table) -> None:
    code = flight.entries.filter(table_number=1).latest("id").player.code
    move_player(flight=flight, player_code=code, to=Place(table=2, seat=4), **press())


COMINGS = [
    pytest.param(nobody, enters_late, id="a-late-entry"),
    pytest.param(nobody, is_moved_there, id="a-move"),
    pytest.param(leaves_first, is_moved_back, id="a-move-undone"),
]


@pytest.mark.parametrize(("before", "comes"), COMINGS)
@pytest.mark.parametrize("house", HOUSES)
def test_a_hand_goes_on_and_is_paid_out_though_somebody_came_to_the_table(
    house: str, before: Callable[[Flight, Table], None], comes: Callable[[Flight, Table], None]
):
    flight = running_flight(8, make_holdem(make_event(house), advancing_count=1, seats_per_table=6, turn_seconds=0))
    table = followed(flight)
    before(flight, table)
    dealt = sorted(chips_at(table))
    begun(table)

    comes(flight, table)

    came = set(chips_at(table)) - set(dealt)
    assert len(came) == 1
    pages = Played(table=table, door="page", client=signed_in(flight.tournament.event))
    assert "Fold" in pages.page
    for _ in dealt[:-1]:
        do(at(table), "fold")
    posting = paid_out(at(table))
    assert sorted(each.seat for each in posting.hand.seats.all()) == dealt
    assert came <= set(table_view(at(table)).to_come.dealt_in)
    assert book_faults(flight) == []


def test_the_hand_is_undone_and_paid_out_again_with_the_newcomer_at_the_table():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = begun(followed(flight))
    dealt = chips_at(table)
    enters_late(flight, table)
    for _ in range(3):
        do(at(table), "fold")
    paid_out(at(table))
    after = chips_at(table)

    undone(table, 1)
    assert {seat: chips for seat, chips in chips_at(table).items() if seat in dealt} == dealt
    paid_out(at(table))

    assert chips_at(table) == after


def test_nobody_is_put_back_in_at_a_table_where_a_hand_is_played():
    flight = running_flight(4, make_holdem(advancing_count=1))
    table = followed(flight)
    code = flight.entries.latest("id").player.code
    out(flight, {code: 10_000})
    first = min(flight.entries.filter(bust_hand=None), key=lambda entry: entry.pk)
    enter_chip_counts(flight=flight, counts={first.player.code: 20_000}, **press())
    begun(table)

    refused = refusal_of(lambda: undo_bust_out(flight=flight, **press()))

    assert (refused.code, "Pay it out or call it off first" in refused.message) == ("hand_in_play", True)
    assert flight.entries.get(player__code=code).is_out
