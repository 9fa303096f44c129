"""What the page of a hand at a flight's table costs the database."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.models import Table
from tests.tables.test_pages import address, signed_in
from tests.tournaments.hands import at, begun, do, followed, paid_out
from tests.tournaments.holdem_nights import make_holdem, running_flight

pytestmark = pytest.mark.django_db
IN_PLAY, OVER = 15, 17
"""The most queries, with those of session, account, event and roles."""


def table_of(players: int) -> Table:
    return followed(running_flight(players, make_holdem(advancing_count=1, seats_per_table=8)))


def queries(client: Client, table: Table) -> list[str]:
    """Those of the page when somebody looks again."""
    client.get(address(table, "play"))
    with CaptureQueriesContext(connection) as counted:
        assert client.get(address(table, "play")).status_code == 200
    return [each["sql"] for each in counted.captured_queries]


def folded(table: Table) -> None:
    for _ in range(len(at(table).between.players) - 1):
        do(at(table), "fold")


def test_it_grows_with_no_seats_hands_or_bets():
    small, large = table_of(3), table_of(8)
    for _ in range(3):
        begun(large)
        folded(large)
        paid_out(at(large))
    begun(small)
    begun(large)
    for verb in ("call", "bet", "call", "fold"):
        do(at(large), verb, **({"to": 2_000} if verb == "bet" else {}))

    few, many = (len(queries(signed_in(table.event), table)) for table in (small, large))

    assert few == many <= IN_PLAY


def test_nothing_is_read_twice_while_somebody_is_to_act():
    table = begun(table_of(4))

    asked = queries(signed_in(table.event), table)

    assert sum('FROM "tournaments_playedtable"' in sql for sql in asked) == 1


def test_a_hand_that_is_over_costs_its_plan_besides():
    small, large = table_of(3), table_of(8)
    for table in (small, large):
        folded(begun(table))

    few, many = (len(queries(signed_in(table.event), table)) for table in (small, large))

    assert few == many <= OVER
