"""The settings of a euchre house: read by name, refused by name, and cited."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.errors import RuleError
from engine.euchre.catalogue import HOUSES, house_of, overrides_of
from engine.euchre.house import NORTH_AMERICAN, RULES_OF, EuchreHouse, LoneLead
from engine.houses.wlia.euchre import HOUSE as WLIA
from engine.rulebook import load_rulebook


def test_every_setting_cites_rules_that_exist():
    settings = {each.name for each in fields(EuchreHouse)} - {"key", "name"}

    assert set(RULES_OF) == settings
    assert {rule for rules in RULES_OF.values() for rule in rules} <= set(load_rulebook())


def test_single_settings_are_overridden_and_given_back():
    changes = {"lone_lead": "dealers_left", "with_benny": True, "scale": {"march": 3}}

    house = house_of("wlia", changes)

    assert (house.lone_lead, house.with_benny, house.scale.march) == (LoneLead.DEALERS_LEFT, True, 3)
    assert overrides_of(house) == changes
    assert house_of() is WLIA
    assert overrides_of(NORTH_AMERICAN) == {}


@pytest.mark.parametrize(
    ("key", "overrides", "code", "named"),
    [
        ("bridge", None, "unknown_house", "bridge"),
        ("wlia", {"with_bennie": True}, "unknown_setting", "with_bennie"),
        ("wlia", {"key": "x"}, "unknown_setting", "key"),
        ("wlia", {"with_benny": 1}, "bad_setting", "with_benny"),
        ("wlia", {"lone_makers": "nobody"}, "bad_setting", "either_partner"),
        ("wlia", {"scale": 3}, "bad_setting", "scale"),
        ("wlia", {"scale": {"game": 11}}, "unknown_setting", "game"),
        ("wlia", {"scale": {"target": 0}}, "bad_setting", "scale.target"),
        ("wlia", {"scale": {"march": 1_001}}, "bad_setting", "scale.march"),
        ("wlia", {"scale": {"march": True}}, "bad_setting", "scale.march"),
        ("wlia", [], "bad_setting", "settings"),
    ],
)
def test_what_is_no_setting_is_refused_by_its_name(key, overrides, code, named):
    with pytest.raises(RuleError) as refused:
        house_of(key, overrides)

    assert refused.value.code == code
    assert named in refused.value.message


@pytest.mark.parametrize(
    "changes",
    [
        {"scale": {"lone_march": 3}},
        {"scale": {"lone_march": 5, "target": 9}},
        {"partner_must_go_alone": False},
        {"asked_first": "maker", "dealer_must_choose": True},
    ],
)
def test_settings_above_and_below_the_usual_are_given_back_alone(changes):
    assert overrides_of(house_of("wlia", changes)) == changes


@pytest.mark.parametrize("points", [1, 1_000])
def test_a_result_gives_from_one_point_to_a_thousand(points):
    assert house_of("wlia", {"scale": {"march": points}}).scale.march == points


def test_the_two_houses_differ_where_their_rules_do():
    assert {"wlia", "north_american"} <= set(HOUSES)
    assert (WLIA.scale.lone_defender_euchre, NORTH_AMERICAN.scale.lone_defender_euchre) == (2, 4)
    assert house_of("north_american", {"lone_defender": True, "dealer_must_choose": True}).key == "north_american"
