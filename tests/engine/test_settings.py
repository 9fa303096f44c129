"""Settings as JSON and as values: what is written is read back, and what means nothing is refused by its name."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.settings import (
    MOST_AMOUNT,
    MOST_COUNT,
    Misread,
    ReadBy,
    Within,
    change_settings,
    differences,
    read_settings,
    written,
)
from engine.units import Cents, Chips


class Lamp(Enum):
    OFF = "it is dark"
    LOW = "it can be read by"


@dataclass(frozen=True, kw_only=True)
class Room:
    chairs: int
    lamp: Lamp = Lamp.OFF


def _as_text(value: object, path: str) -> object:
    if not isinstance(value, str):
        raise Misread(path, "must be said in words", value)
    return value.upper()


@dataclass(frozen=True, kw_only=True)
class Hall:
    name: str
    price: Cents = Cents(0)
    tray: Annotated[Chips, Within(1, 500)] = Chips(5)
    doors: Annotated[int | None, Within(0, 9)] = None
    is_open: bool = False
    lamps: tuple[Lamp, ...] = ()
    rooms: tuple[Room, ...] = ()
    lobby: Room = field(default_factory=lambda: Room(chairs=2))
    motto: Annotated[str, ReadBy(_as_text)] = ""


ROOMS = st.builds(Room, chairs=st.integers(0, MOST_COUNT), lamp=st.sampled_from(Lamp))
HALLS = st.builds(
    Hall,
    name=st.text(),
    price=st.integers(0, MOST_AMOUNT),
    tray=st.integers(1, 500),
    doors=st.none() | st.integers(0, 9),
    is_open=st.booleans(),
    lamps=st.lists(st.sampled_from(Lamp), max_size=3).map(tuple),
    rooms=st.lists(ROOMS, max_size=3).map(tuple),
    lobby=ROOMS,
    motto=st.just("COME IN"),
)
NAMES = [each for each in Hall.__dataclass_fields__ if each != "name"]
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from(["off", "low"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from([*NAMES, "chairs", "x"]), inner),
    max_leaves=6,
)


@given(hall=HALLS)
def test_what_is_written_is_read_back(hall: Hall):
    assert read_settings(Hall, written(hall)) == hall


@given(hall=HALLS, usual=HALLS)
def test_what_differs_makes_the_one_of_the_other(hall: Hall, usual: Hall):
    changed = change_settings(usual, differences(hall, usual, NAMES), NAMES)

    assert written(changed) == written(hall) | {"name": usual.name}


@given(data=ANY_JSON)
def test_anything_else_is_refused_by_a_name_or_read_whole(data: object):
    changed, refused = None, None
    try:
        changed = change_settings(Hall(name="Lakeside"), data)
    except Misread as misread:
        refused = misread.refused().code

    assert refused in ("bad_setting", "unknown_setting") or read_settings(Hall, written(changed)) == changed


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "What is set must be a group of settings, not “[]”."),
        ({"tray": 0}, "The setting tray must be a whole number from 1 to 500, not “0”."),
        ({"tray": True}, "The setting tray must be a whole number from 1 to 500, not “True”."),
        ({"tray": None}, "The setting tray must be a whole number from 1 to 500, not “None”."),
        ({"doors": 10}, "The setting doors must be a whole number from 0 to 9, not “10”."),
        ({"price": -1}, "The setting price must be a whole number from 0 to 9,999,999,999, not “-1”."),
        ({"is_open": 1}, "The setting is_open must be true or false, not “1”."),
        ({"name": 3}, "The setting name must be text, not “3”."),
        ({"lamps": "off"}, "The setting lamps must be a list, not “off”."),
        ({"lamps": ["off", "on"]}, "The setting lamps[2] must be one of off, low, not “on”."),
        ({"rooms": [{"lamp": "low"}]}, "The setting rooms[1] lacks the setting chairs."),
        (
            {"lobby": {"chairs": 10_001}},
            "The setting lobby.chairs must be a whole number from 0 to 10,000, not “10001”.",
        ),
        ({"lobby": {"sofas": 1}}, "The setting lobby.sofas is unknown; there are chairs, lamp."),
        ({"motto": 3}, "The setting motto must be said in words."),
    ],
)
def test_a_refusal_names_the_setting_and_what_may_stand_there(data: object, sentence: str):
    with pytest.raises(Misread) as misread:
        change_settings(Hall(name="Lakeside"), data)

    assert misread.value.refused().message == sentence


def test_of_a_group_only_what_is_named_changes():
    hall = Hall(name="Lakeside", lobby=Room(chairs=7, lamp=Lamp.LOW))

    assert change_settings(hall, {"lobby": {"chairs": 3}}).lobby == Room(chairs=3, lamp=Lamp.LOW)


def test_a_setting_that_may_not_be_changed_is_unknown():
    with pytest.raises(Misread) as misread:
        change_settings(Hall(name="Lakeside"), {"name": "Harbour"}, NAMES)

    assert misread.value.is_unknown
