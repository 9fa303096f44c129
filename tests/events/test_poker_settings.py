"""Poker rules of a night: where it differs from its house, on the set-up page, over the API and in its settings."""

from __future__ import annotations

import pytest
from django.urls import reverse

from engine.poker.house.catalogue import HOUSES, SETTINGS, house_of, settings_of
from eventnight.core.errors import UserFacingError
from eventnight.core.roles import Role
from eventnight.events.forms.poker_rules import GROUPS
from eventnight.events.forms.setup import PokerForm
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.answers import YES_OR_NO, answer_field, answer_of
from eventnight.events.house_settings.house_templates import house_templates
from eventnight.events.house_settings.poker_settings import CONTROLS, settings_answered, words_of_house
from tests.answers import shown_text
from tests.factories import make_event
from tests.tables.test_pages import signed_in

pytestmark = pytest.mark.django_db


def saved(event, **answers):
    """The set-up page, sent with these answers."""
    address = reverse("events:setup_step", args=[event.code, "poker"])
    answer = signed_in(event, Role.ORGANISER).post(address, answers)
    event.refresh_from_db()
    return answer


def test_a_choice_that_a_telephone_would_cut_off_is_cut_before_what_it_means():
    field = answer_field(
        ("Straddles", YES_OR_NO), "As the house has it (Angie's Poker Club: A losing hand may be mucked)"
    )
    assert field.choices[0] == ("", "As the house has it")
    assert "may be mucked)" in field.help_text


def test_every_setting_of_a_house_can_be_answered():
    assert set(CONTROLS) == set(SETTINGS)


@pytest.mark.parametrize("house", HOUSES)
def test_every_setting_of_every_house_is_given_back_by_its_answer(house):
    settings = settings_of(HOUSES[house])

    answered = settings_answered({name: answer_of(value) for name, value in settings.items()})

    assert house_of(house, answered) == HOUSES[house]
    assert answered == settings


def test_a_setting_is_saved_as_the_engine_takes_it_and_the_others_stay_as_the_house_has_them():
    event = make_event()

    answer = saved(event, raises_per_round="4", straddles="true", entry=["post_big_blind", "buy_button"])

    assert answer.status_code == 302
    assert event.house_settings.poker == {
        "raises_per_round": 4,
        "straddles": True,
        "entry": ["post_big_blind", "buy_button"],
    }
    page = signed_in(event, Role.ORGANISER).get(reverse("events:setup_step", args=[event.code, "poker"]))
    form = page.context["form"]
    assert (form["raises_per_round"].value(), form["straddles"].value(), form["kill"].value()) == ("4", "true", None)


@pytest.mark.parametrize(
    ("house", "chip"),
    [
        ("wlia", "As the house has it: 5"),
        ("canterbury", "As the house has it: The smallest that the blinds and antes are"),
    ],
)
def test_an_opened_rule_says_what_the_house_has(house, chip):
    event = make_event(house)
    address = reverse("events:setup_step", args=[event.code, "poker"])
    raises, smallest = (
        signed_in(event, Role.ORGANISER).get(f"{address}?change={name}").content.decode()
        for name in ("raises_per_round", "smallest_chip")
    )

    assert f"As the house has it: {3 if house == 'wlia' else 4}" in raises
    assert chip in smallest


def test_every_rule_stands_in_one_group():
    listed = [name for names in GROUPS.values() for name in names]

    assert sorted(listed) == sorted(CONTROLS)


def test_one_rule_opens_at_a_time_and_cites_its_rules():
    event = make_event()
    address = reverse("events:setup_step", args=[event.code, "poker"])
    client = signed_in(event, Role.ORGANISER)

    closed, opened = client.get(address), client.get(f"{address}?change=raises_per_round")

    assert "Same as WLIA charity night" in shown_text(closed)
    assert closed.content.decode().count('name="raises_per_round"') == 0
    assert "WLIA-10" not in shown_text(closed)
    assert "WLIA-10" in shown_text(opened)
    assert 'name="straddles"' not in opened.content.decode()


def test_a_rule_changed_alone_leaves_the_others_and_is_reset_alone():
    event = make_event()
    saved(event, raises_per_round="4", entry=["post_big_blind"])
    page = signed_in(event, Role.ORGANISER).get(reverse("events:setup_step", args=[event.code, "poker"]))
    kept = dict(page.context["poker"].kept)

    saved(event, straddles="true", **kept)
    assert event.house_settings.poker == {"raises_per_round": 4, "straddles": True, "entry": ["post_big_blind"]}
    assert "but for 2 of" in shown_text(page)

    saved(event, raises_per_round="", **kept)
    assert event.house_settings.poker == {"straddles": True, "entry": ["post_big_blind"]}


def test_all_rules_go_back_to_those_of_the_house():
    event = make_event()
    saved(event, raises_per_round="4", entry=["post_big_blind"])
    page = signed_in(event, Role.ORGANISER).get(reverse("events:setup_step", args=[event.code, "poker"]))

    saved(event, **{line.name: "" for line in page.context["poker"].changed if line.name != "entry"})

    assert event.house_settings.poker == {}


def test_an_answer_that_is_refused_opens_its_rule():
    event = make_event()

    page = saved(event, button="backwards")

    assert "is-editing" in page.content.decode()
    assert 'id="button"' in page.content.decode()


def test_nothing_answered_is_nothing_changed():
    event = make_event()
    saved(event, raises_per_round="4")

    saved(event, raises_per_round="")

    assert event.house_settings.poker == {}


def test_an_unusual_number_set_by_a_program_is_kept_by_the_page():
    settings = HouseSettings.from_json(
        {**make_event().house_settings.as_json(), "poker": {"raises_per_round": 9, "smallest_chip": 15}}
    )

    form = PokerForm.of(settings, {"raises_per_round": "9", "smallest_chip": "15"}, house="wlia")

    assert form.is_valid()
    assert form.merged(settings).poker == {"raises_per_round": 9, "smallest_chip": 15}


def test_an_answer_that_is_none_is_refused():
    event = make_event()

    assert saved(event, button="backwards").status_code == 422
    assert event.house_settings.poker == {}


@pytest.mark.parametrize(
    ("poker", "words"),
    [
        ({"raises_per_round": "many"}, "poker.raises_per_round must be a whole number from 0 to 1,000, not “many”"),
        ({"colour": "red"}, "poker.colour is unknown; there are raises_per_round"),
        ({"entry": ["wink"]}, "poker.entry\\[1\\] must be one of"),
        (["raises_per_round"], "must be a group of settings"),
    ],
)
def test_poker_settings_that_mean_nothing_are_refused(poker, words):
    settings = {**make_event().house_settings.as_json(), "poker": poker}

    with pytest.raises(UserFacingError, match=words) as refused:
        HouseSettings.from_json(settings)

    assert refused.value.code == "house_settings"


def test_a_night_made_before_there_were_poker_settings_has_none():
    settings = make_event().house_settings.as_json()
    del settings["poker"]

    assert HouseSettings.from_json(settings).poker == {}


def test_only_organisers_change_them():
    event = make_event()
    address = reverse("events:setup_step", args=[event.code, "poker"])

    assert signed_in(event, Role.TABLES).post(address, {"straddles": "true"}).status_code == 403


@pytest.mark.parametrize("house", house_templates())
def test_every_house_has_every_setting_in_words(house):
    assert all(words_of_house(house)[name] for name in CONTROLS)
