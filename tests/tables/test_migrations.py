"""Tables of an earlier version keep their button, blinds and game; and go back again."""

from __future__ import annotations

from uuid import uuid4

import pytest

from engine.poker.between.stored import read_table
from tests.factories import NOW, make_event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]

BEFORE, AFTER = ("tables", "0001_tables"), ("tables", "0006_hand_in_play")


STAKES = {("wlia", 5): ("pot_limit", 5, 10, 100), ("standard", 10): ("no_limit", 10, 20, None)}
"""What the game of a house with that small blind becomes."""


def test_tables_opened_before_keep_their_button_and_their_blinds(migrated):
    event = make_event()
    old = migrated(*BEFORE).get_model("tables", "Table").objects
    rows = [
        old.create(
            event_id=event.pk,
            kind="poker",
            number=number,
            name=f"Table {number}",
            smallest_chip=5,
            request_id=uuid4(),
            opened_at=NOW,
            house=house,
            game="omaha",
            seats_count=6,
            small_blind=small_blind,
            big_blind=2 * small_blind,
            button=4,
        )
        for number, (house, small_blind) in enumerate(STAKES, start=1)
    ]

    new = migrated(*AFTER).get_model("tables", "Table").objects

    tables = [new.get(pk=row.pk) for row in rows]
    stakes = [(table.structure, table.small_blind, table.big_blind, table.ceiling) for table in tables]
    assert stakes == list(STAKES.values())
    for state in (read_table(table.state) for table in tables):
        assert (state.first_button, state.last, state.seats, dict(state.players)) == (4, None, 6, {})
    again = migrated(*BEFORE).get_model("tables", "Table").objects
    assert [again.get(pk=row.pk).button for row in rows] == [4, 4]
