"""Euchre rules of a night: where it differs from its house, on the set-up page, over the API and in its settings."""

from __future__ import annotations

from dataclasses import fields

import pytest
from django.urls import reverse

from engine.euchre.catalogue import HOUSES, house_of, overrides_of
from engine.euchre.house import NORTH_AMERICAN, RULES_OF
from engine.euchre.scoring import EuchreScale
from eventnight.core.errors import UserFacingError
from eventnight.core.roles import Role
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.euchre_rules import (
    AWARDS,
    CONTROLS,
    euchre_answers,
    euchre_key,
    euchre_rule_lines,
    euchre_settings_answered,
    words_of_euchre_house,
)
from eventnight.events.house_settings.house_templates import house_templates
from tests.factories import make_event
from tests.tables.test_pages import signed_in

pytestmark = pytest.mark.django_db


def step(event) -> str:
    return reverse("events:setup_step", args=[event.code, "euchre_rules"])


def saved(event, **answers):
    """The set-up page, sent with these answers."""
    answer = signed_in(event, Role.ORGANISER).post(step(event), answers)
    event.refresh_from_db()
    return answer


def test_every_setting_of_a_house_can_be_answered_but_the_points_that_win():
    awards = {each.name for each in fields(EuchreScale)} - {"target"}

    assert set(AWARDS) == awards
    assert set(CONTROLS) == set(RULES_OF) - {"scale"} | awards


@pytest.mark.parametrize("house", HOUSES)
def test_what_a_house_has_otherwise_is_given_back_by_its_answers(house):
    changes = overrides_of(house_of("wlia", {**overrides_of(HOUSES[house]), "lone_defender": False}))

    assert euchre_settings_answered(euchre_answers(changes)) == changes


def test_a_setting_is_saved_as_the_engine_takes_it_and_the_others_stay_as_the_house_has_them():
    event = make_event()

    answer = saved(event, with_benny="true", lone_makers="maker_only", march="3")

    assert answer.status_code == 302
    assert event.house_settings.euchre_rules == {
        "with_benny": True,
        "lone_makers": "maker_only",
        "scale": {"march": 3},
    }
    form = signed_in(event, Role.ORGANISER).get(step(event)).context["form"]
    assert [form[name].value() for name in ("with_benny", "march", "euchre")] == ["true", "3", None]


def test_nothing_answered_is_nothing_changed():
    event = make_event()
    saved(event, with_benny="true", march="3")

    saved(event, with_benny="", march="")

    assert event.house_settings.euchre_rules == {}


def test_an_award_set_by_a_program_is_kept_by_the_page():
    event = make_event()
    event.settings = {**event.settings, "euchre_rules": {"scale": {"lone_march": 17}}}
    event.save()

    assert saved(event, lone_march="17").status_code == 302
    assert event.house_settings.euchre_rules == {"scale": {"lone_march": 17}}


def test_an_answer_that_is_none_is_refused():
    event = make_event()

    assert saved(event, lone_makers="anybody").status_code == 422
    assert event.house_settings.euchre_rules == {}


@pytest.mark.parametrize("house", house_templates())
def test_an_empty_answer_says_what_the_house_has_or_the_document_where_it_has_none(house):
    page = signed_in(event := make_event(house), Role.ORGANISER).get(step(event)).content.decode()

    assert euchre_key(house) in HOUSES
    assert all(words_of_euchre_house(HOUSES[euchre_key(house)])[name] for name in CONTROLS)
    assert "As the house has it: 24 cards, nine to ace" in page
    assert "As the house has it: 4 points" in page


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"with_bennie": True}, "euchre_rules.with_bennie is unknown; there are with_benny"),
        ({"lone_makers": "nobody"}, "euchre_rules.lone_makers must be one of"),
        ({"scale": {"march": 0}}, "euchre_rules.scale.march"),
        ({"scale": {"target": 15}}, "euchre_rules.scale.target is set as euchre.target"),
        (["with_benny"], "must be a group of settings"),
    ],
)
def test_euchre_rules_that_mean_nothing_are_refused(rules, words):
    settings = {**make_event().house_settings.as_json(), "euchre_rules": rules}

    with pytest.raises(UserFacingError, match=words) as refused:
        HouseSettings.from_json(settings)

    assert refused.value.code == "house_settings"


def test_programs_set_all_of_them_at_once_and_read_them():
    event = make_event()
    client = signed_in(event, Role.ORGANISER)
    path = f"/api/v1/events/{event.code}/settings/"

    client.patch(path, {"euchre_rules": {"with_benny": True}}, "application/json")
    answer = client.patch(path, {"euchre_rules": {"lone_defender": False}}, "application/json")

    assert answer.json()["euchre_rules"] == {"lone_defender": False}
    assert client.get(path).json()["euchre_rules"] == {"lone_defender": False}
    assert answer.json()["euchre"] == event.settings["euchre"]


def test_a_night_made_before_there_were_euchre_rules_has_none():
    settings = make_event().house_settings.as_json()
    del settings["euchre_rules"]

    assert HouseSettings.from_json(settings).euchre_rules == {}


def test_only_organisers_change_them():
    event = make_event()

    assert signed_in(event, Role.MATCHES).post(step(event), {"with_benny": "true"}).status_code == 403


def test_the_rules_of_a_table_say_which_of_them_its_event_changes():
    house = house_of("wlia", {"lone_defender": False, "scale": {"euchre": 4}})

    lines = {line.label: line for line in euchre_rule_lines(house)}

    assert [line.label for line in lines.values() if line.is_changed] == [
        "A defender may play alone too",
        "Makers take fewer than 3: the defenders get",
    ]
    assert lines["Makers take fewer than 3: the defenders get"].words == "4 points"
    assert "The same against a lone defender" not in lines, "nobody defends alone"
    assert not any(line.is_changed for line in euchre_rule_lines(NORTH_AMERICAN)), "that house has them so"
