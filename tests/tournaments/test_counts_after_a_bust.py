"""A bust-out raises no false alarm: the chips are with others, and the next count says with whom."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.answers import shown_text
from tests.factories import NOW
from tests.tournaments.floors import at, floor_of
from tests.tournaments.holdem_nights import fresh
from tests.tournaments.test_holdem_pages import staff_address
from tournaments.selectors.flight.tournaments import flight_view
from tournaments.selectors.flight.values import CountCheck
from tournaments.views.flight.addresses import floor_address

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("counted", "passed_on", "is_wrong"),
    [
        pytest.param(40_000, 0, False, id="adds-up"),
        pytest.param(30_000, 10_000, False, id="who-went-out-left-them-to-others"),
        pytest.param(35_000, 10_000, False, id="some-of-them-are-counted"),
        pytest.param(29_000, 10_000, True, id="more-is-missing"),
        pytest.param(41_000, 10_000, True, id="too-many"),
        pytest.param(39_000, 0, True, id="missing"),
    ],
)
def test_a_count_is_wrong_where_more_is_off_than_those_who_went_out_left(counted, passed_on, is_wrong):
    assert CountCheck(counted, 40_000, passed_on).is_wrong is is_wrong


def test_after_a_bust_out_the_counts_wait_for_the_next_count_without_an_alarm(floor):
    flight = floor_of((4, 4))

    code, client = at(flight, 1, 4), floor(flight.tournament.event)
    sent = {"request_id": uuid4(), f"out_{code}": "on", f"chips_{code}": 10_000}
    assert client.post(staff_address(flight, "bust-outs/"), sent).status_code == 302

    check = flight_view(fresh(flight), NOW).check
    page = client.get(staff_address(flight, "?do=count"))
    assert (check.passed_on, check.is_wrong) == (10_000, False)
    assert "10,000 chips of players who went out since the last count are with others" in shown_text(page)
    assert "missing" not in shown_text(page)


def test_each_table_says_its_own_chips_in_play(floor):
    flight = floor_of((5, 3))

    page = shown_text(floor(flight.tournament.event).get(floor_address(flight.tournament.event, flight.pk, table=2)))

    assert "Table 2 30,000 in play" in page


def test_a_seat_offers_the_bust_out_at_once_with_the_place_and_a_press_records_it(floor):
    flight = floor_of((4, 4))
    client, code = floor(flight.tournament.event), at(flight, 1, 4)
    page = client.get(floor_address(flight.tournament.event, flight.pk, table=1, player=code)).content.decode()

    assert "8th, seat 4 free" in page
    assert f'name="out_{code}" value="on"' in page
    assert f'name="chips_{code}" value="10000"' in page


def test_a_short_table_says_by_how_many(floor):
    flight = floor_of((8, 5))

    page = shown_text(floor(flight.tournament.event).get(staff_address(flight)))

    assert "Short by 3" in page
    assert "Full" in page
