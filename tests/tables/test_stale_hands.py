"""A page that still shows an earlier hand acts in no other one."""

from __future__ import annotations

import pytest

from tables.selectors import the_play
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import begun, each_door

pytestmark = pytest.mark.django_db

ENDS = {"paid out": ("pay_out", {}), "called off": ("call_off", {"reason": "Begun by mistake"})}


@each_door
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("name", ["move", "call_off", "pay_out"])
def test_a_press_on_an_earlier_hand_is_refused_in_the_one_that_lies_there_now(door: str, end: str, name: str):
    hand = begun(door, "wlia", (500,) * 3)
    shown = {"move": {"verb": "fold"}, "call_off": {"reason": "Misdeal"}, "pay_out": {}}[name]
    older = [the_play(hand.table).version]
    for action in ("f", "f"):
        hand.play(action)
        older.append(the_play(hand.table).version)
    press, told = ENDS[end]
    hand.send(press, **told)
    hand.start()

    for version in older:
        refused = hand.send(name, version=version, **shown)
        assert refusal_in(refused).code == "hand_moved_on"
    assert the_play(hand.table).version > max(older)
