"""The smallest chip of a hand at a flight's table: the smallest that colour-ups have left there."""

from __future__ import annotations

from datetime import datetime

import pytest

from engine.units import Chips
from tables.models import Table
from tests.factories import after
from tests.tables.evening import put_in
from tests.tournaments.hands import at, begun, book_faults, chips_at, do, followed, refusal_of, settled, undone
from tests.tournaments.holdem_nights import fresh, make_holdem, press, running_flight
from tournaments.models import ChipRace, Flight
from tournaments.selectors.flight.races import RaceCount
from tournaments.services.flight.bust_outs import enter_chip_counts
from tournaments.services.flight.races import color_up_table, undo_color_up

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CAN-24"), pytest.mark.rule("WAS-6")]

LATER = after(minutes=21)
"""When the blinds are 400 and 800: of the house's chips of 50, 100 and 500 they need no 50."""


@pytest.fixture
def flight() -> Flight:
    """Two tables of three with 10,000 each."""
    return running_flight(6, make_holdem(advancing_count=1, seats_per_table=3))


def raced(flight: Flight, small: int, large: int, table: int = 1) -> ChipRace:
    """A chip leaves a table where nobody has an odd one."""
    counted = RaceCount(table=table, small=Chips(small), large=Chips(large), stacks={})
    return color_up_table(flight=flight, counted=counted, cards={}, **press())


def smallest(table: Table, now: datetime = LATER) -> int:
    return at(table, now).smallest_chip


def shared(table: Table) -> list[int]:
    """What two seats win that share a pot of 300, of which a third one paid 100; undone again."""
    before = chips_at(table)
    one, other, third = before
    ends = (put_in(one, 100, "As Kd"), put_in(other, 100, "Ac Kh"), put_in(third, 100, folded=True))
    settled(table, *ends, board="2c 3d 4h 9s Jc", now=LATER)
    after = chips_at(table)
    undone(table, 1, LATER)
    return sorted(after[seat] - before[seat] for seat in (one, other))


def test_a_pot_is_cut_in_the_smallest_chip_that_is_left_at_the_table(flight):
    tables = [followed(flight, number) for number in (1, 2)]
    assert [smallest(table) for table in tables] == [50, 50]
    assert [shared(table) for table in tables] == [[50, 50], [50, 50]]

    race = raced(flight, 50, 100)

    assert [smallest(table) for table in tables] == [100, 50]
    assert [shared(table) for table in tables] == [[0, 100], [50, 50]]
    undo_color_up(flight=flight, race_id=race.pk, **press())
    assert shared(tables[0]) == [50, 50]
    assert book_faults(flight) == []


def test_nobody_goes_all_in_or_bets_with_a_chip_that_has_left(flight):
    table = followed(flight)
    raced(flight, 50, 100)
    begun(table, LATER)

    refused = refusal_of(lambda: do(table, "bet", to=1_650))

    assert (refused.code, refused.rules) == ("chips_too_small", ("CAN-24", "WLIA-1"))
    do(table, "bet", to=1_700)


@pytest.mark.parametrize(
    ("races", "minutes", "left"),
    [
        pytest.param([], 21, 50, id="none"),
        pytest.param([(50, 100)], 21, 100, id="the-next-one"),
        pytest.param([(50, 500)], 21, 100, id="the-next-one-though-it-was-changed-into-a-larger-one"),
        pytest.param([(50, 100), (100, 500)], 111, 500, id="the-one-after-the-last-colour-up"),
        pytest.param([(50, 100), (100, 500)], 41, 100, id="before-the-ante-can-be-paid-without-it"),
        pytest.param([(50, 100)], 19, 50, id="before-the-blinds-can-be-paid-without-it"),
        pytest.param([(50, 100)], 20, 100, id="from-the-level-on-that-needs-it-no-more"),
    ],
)
def test_the_smallest_chip_left_is_the_next_of_the_set_that_pays_the_blinds(races, minutes, left, flight):
    table = followed(flight)

    for small, large in races:
        raced(flight, small, large)

    assert smallest(table, after(minutes=minutes)) == left


@pytest.mark.parametrize(("chips", "unit"), [(9_900, 100), (9_950, 50), (10_000, 100)])
def test_who_came_with_a_smaller_chip_plays_it(flight, chips, unit):
    table = followed(flight)
    raced(flight, 50, 100)
    mine, other = (flight.entries.filter(table_number=number).first().player.code for number in (1, 2))
    counts = {mine: chips, other: 20_000 - chips}

    enter_chip_counts(flight=fresh(flight), counts=counts, **press())

    assert smallest(table) == unit
