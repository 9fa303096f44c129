"""Tables of an earlier version keep their button, blinds and game; and go back again."""

from __future__ import annotations

from uuid import uuid4

import pytest

from engine.poker.between.stored import read_table
from tests.factories import NOW, make_event

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE, AFTER = ("tables", "0001_tables"), ("tables", "0006_hand_in_play")


@pytest.mark.parametrize(
    ("house", "small_blind", "stakes"),
    [("wlia", 5, ("pot_limit", 5, 10, 100)), ("standard", 10, ("no_limit", 10, 20, None))],
)
def test_a_table_opened_before_keeps_its_button_and_its_blinds(migrated, house, small_blind, stakes):
    event = make_event()
    old = migrated(*BEFORE).get_model("tables", "Table")
    row = old.objects.create(
        event_id=event.pk,
        kind="poker",
        number=1,
        name="Table 1",
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

    new = migrated(*AFTER).get_model("tables", "Table").objects.get(pk=row.pk)

    assert (new.structure, new.small_blind, new.big_blind, new.ceiling) == stakes
    state = read_table(new.state)
    assert (state.first_button, state.last, state.seats, dict(state.players)) == (4, None, 6, {})
    assert migrated(*BEFORE).get_model("tables", "Table").objects.get(pk=row.pk).button == 4
