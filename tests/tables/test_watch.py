"""What everybody sees of a table between two hands: how the last one came out, and the stacks."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables import services
from tables.models import Table
from tables.selectors import table_view
from tests.answers import shown_text
from tests.factories import make_event
from tests.tables.evening import by_staff, hand_of, open_table, put_in, seat_people, stacks
from tests.tables.test_pages import address

pytestmark = pytest.mark.django_db


def table_of(seats: int) -> Table:
    table = open_table(make_event())
    seat_people(table, dict.fromkeys(range(1, seats + 1), 500))
    return table


def test_between_two_hands_everybody_sees_the_last_result_and_the_stacks_by_public_names():
    table = table_of(2)
    end = hand_of(put_in(1, 40, "As Ad"), put_in(2, 40, folded=True), button=table_view(table).button)
    services.settle_hand(table=table, number=1, end=end, **by_staff())

    page = shown_text(Client().get(address(table, "watch")))

    won, left = (f"{chips:,}" for chips in stacks(table).values() if chips)
    assert "Last result: hand 1" in page
    assert re.search(
        rf"1 Pat S \+{int(won) - 500} Stacks in all [\d,]+ 1 Pat S (button )?{won} 2 Pat S (button )?{left}", page
    )
    assert "Pat Seat1" not in page


def test_a_table_without_a_hand_has_no_last_result():
    assert "Last result" not in shown_text(Client().get(address(table_of(2), "watch")))


def test_the_last_result_costs_the_same_queries_with_more_players():
    costs = []
    for seats in (2, 5):
        table = table_of(seats)
        end = hand_of(*(put_in(seat, 10, folded=seat > 1) for seat in range(1, seats + 1)))
        services.settle_hand(table=table, number=1, end=replace(end, button=table_view(table).button), **by_staff())
        with CaptureQueriesContext(connection) as counted:
            Client().get(address(table, "watch"))
        costs.append(len(counted))

    assert costs[0] == costs[1]
