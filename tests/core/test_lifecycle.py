"""The moves of a thing through its states: what a service requires, and what a page asks."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from eventnight.core.errors import Conflict
from eventnight.core.lifecycle import Lifecycle, Need


@dataclass
class Lamp:
    state: str = "off"
    has_bulb: bool = True
    is_mains: bool = True


BULB = Need(lambda lamp: lamp.has_bulb, lambda lamp: Conflict("no_bulb", "Put a bulb in."))
MAINS = Need(lambda lamp: lamp.is_mains, lambda lamp: Conflict("no_mains", "It has no cable."), comes_first=True)
LAMP = Lifecycle(
    "state",
    lambda lamp, move: Conflict("lamp_state", f"It is {lamp.state}; {move.name} starts from {sorted(move.sources)}."),
    switch_on=({"off"}, "on", BULB),
    clean=({"off", "on"}, None),
    plug_in=({"off"}, None, MAINS),
)


def code_of(move: str, lamp: Lamp) -> str:
    with pytest.raises(Conflict) as refused:
        LAMP.require(move, lamp)
    return refused.value.code


def test_a_move_sets_the_state_it_leads_to():
    lamp = Lamp()

    LAMP.make("switch_on", lamp)

    assert lamp.state == "on"


def test_a_move_that_leads_nowhere_leaves_the_state_as_it_is():
    lamp = Lamp("on")

    LAMP.make("clean", lamp)

    assert lamp.state == "on"


def test_a_refused_move_changes_nothing():
    lamp = Lamp(has_bulb=False)

    with pytest.raises(Conflict):
        LAMP.make("switch_on", lamp)

    assert lamp.state == "off"


def test_the_state_is_asked_before_what_else_a_move_needs():
    assert code_of("switch_on", Lamp("on", has_bulb=False)) == "lamp_state"
    assert code_of("switch_on", Lamp("off", has_bulb=False)) == "no_bulb"


def test_what_a_thing_is_comes_before_its_state():
    assert code_of("plug_in", Lamp("on", is_mains=False)) == "no_mains"


def test_a_page_asks_in_the_words_of_the_moves():
    may = LAMP.may(Lamp(has_bulb=False))

    assert (may.switch_on, may.clean, may.plug_in) == (False, True, True)


def test_a_page_that_asks_for_an_unknown_move_is_told_which_there_are():
    with pytest.raises(AttributeError, match="no move called swtich_on: switch_on, clean, plug_in"):
        _ = LAMP.may(Lamp()).swtich_on


def test_a_query_asks_for_the_states_of_a_move():
    assert LAMP.sources("clean") == {"off", "on"}
