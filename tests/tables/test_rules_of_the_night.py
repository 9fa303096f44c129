"""Tables open with what the night changes of its house, and may change more."""

from __future__ import annotations

import pytest
from django.urls import reverse

from engine.errors import RuleError
from eventnight.events.house_settings import HouseSettings
from eventnight.events.models import Event
from eventnight.events.services import update_settings
from tables.forms import OpenPokerForm
from tables.models import Table
from tests.answers import post
from tests.factories import make_event
from tests.tables.evening import by_staff, open_table, seat_people
from tests.tables.playing import do, pay, start
from tests.tables.test_game_pages import OPENING, open_by_form
from tests.tables.test_pages import signed_in

pytestmark = pytest.mark.django_db


def night(**poker: object):
    """A charity night with poker rules of its own."""
    event = make_event()
    event.settings = HouseSettings.from_json({**event.settings, "poker": poker}).as_json()
    event.save()
    return event


def change_rules(event: Event, **poker: object) -> None:
    """The organiser sets other poker rules, and no more than these."""
    settings = HouseSettings.from_json({**event.settings, "poker": poker})
    update_settings(event=event, settings=settings, press=by_staff()["press"])


@pytest.mark.rule("WLIA-10")
def test_a_table_begins_with_the_changes_of_its_night_and_its_own_lie_on_top():
    event = night(raises_per_round=1, straddles=True)

    plain = open_table(event)
    own = open_table(event, overrides={"raises_per_round": 2})

    assert plain.changes == {"raises_per_round": 1, "straddles": True}
    assert (own.house_rules.raises_per_round, own.house_rules.straddles) == (2, True)


@pytest.mark.rule("WLIA-10")
def test_the_cap_of_the_night_holds_in_play():
    table = open_table(night(raises_per_round=1))
    seat_people(table, {1: 500, 2: 500, 3: 500})
    start(table)
    do(table, "bet", to=20)

    with pytest.raises(RuleError) as refused:
        do(table, "bet", to=30)

    assert refused.value.code == "raises_capped"


def test_a_table_can_go_back_to_what_the_house_has():
    table = open_table(night(raises_per_round=1), overrides={"raises_per_round": 3})

    assert table.house_rules.raises_per_round == 3


def test_a_table_under_another_club_plays_that_clubs_rules():
    assert open_table(night(raises_per_round=1), house="canterbury").changes == {}


@pytest.mark.rule("CAN-26")
def test_an_open_table_has_the_changed_rules_of_the_night_from_its_next_hand_and_keeps_its_own():
    event = night(raises_per_round=1, straddles=True)
    table = open_table(event, overrides={"may_fold_unbet": False})
    people = seat_people(table, {1: 500, 2: 500, 3: 500})
    start(table)
    change_rules(event, raises_per_round=2, may_fold_unbet=True)

    do(table, "bet", to=20)
    with pytest.raises(RuleError) as refused:
        do(table, "bet", to=30)
    do(table, "fold")
    do(table, "fold")
    pay(table)
    start(table)
    do(table, "bet", to=20)
    do(table, "bet", to=30)

    assert (refused.value.code, len(people)) == ("raises_capped", 3)
    house = Table.objects.get(pk=table.pk).house_rules
    assert (house.raises_per_round, house.straddles, house.may_fold_unbet) == (2, False, False)


@pytest.mark.rule("CAN-24")
def test_the_smallest_chip_of_the_night_is_the_smallest_at_its_tables():
    event = night(smallest_chip=10)

    assert open_table(event, small_blind=10, big_blind=20).smallest_chip == 10
    assert open_table(event, small_blind=10, big_blind=20, smallest_chip=5).smallest_chip == 5
    assert open_table(night()).smallest_chip == 5


@pytest.mark.parametrize(("house", "said"), [("wlia", "WLIA charity night: 3"), ("canterbury", "Canterbury Park: 4")])
def test_the_form_of_a_new_table_says_what_its_house_has(house: str, said: str):
    event = make_event(house)

    page = signed_in(event).get(reverse("tables:open_poker", args=[event.code])).content.decode()

    assert f"As the house has it ({said})" in page


def test_the_form_of_a_new_table_says_what_the_night_has_and_leaves_it_so():
    event = night(raises_per_round=None, button="dead")
    page = signed_in(event).get(reverse("tables:open_poker", args=[event.code])).content.decode()

    assert "As the night has it: No cap" in page
    fields = {**OPENING, "house": "wlia", "kill": "", "house_raises_per_round": "", "house_odd_chips": ""}
    fields = {**fields, "request_id": "7b0b2f5c-2f0e-4f0e-9f0e-7b0b2f5c2f0e", "house_may_fold_unbet": ""}
    answer = signed_in(event).post(
        reverse("tables:open_poker", args=[event.code]), {f"poker-{name}": value for name, value in fields.items()}
    )

    assert answer.status_code == 302
    table = Table.objects.get(event=event)
    assert (table.overrides, table.changes) == ({}, {"raises_per_round": None, "button": "dead"})


def test_what_the_last_table_had_of_the_night_is_not_carried_over():
    event = night(raises_per_round=1)
    open_table(event, overrides={"straddles": True})
    event.settings = {**event.settings, "poker": {"raises_per_round": 2}}

    form = OpenPokerForm.of(event)

    assert form["house_raises_per_round"].value() is None
    assert form["house_straddles"].value() == "true"


def test_a_night_without_changes_says_as_the_house_has_it():
    _, table = open_by_form(house_raises_per_round="")

    assert "raises_per_round" not in table.overrides


@pytest.mark.rule("CAN-26")
def test_a_press_sent_again_is_answered_under_the_rules_of_the_night_as_the_first_time():
    event = night()
    table = open_table(event)
    seat_people(table, {1: 200, 2: 200})
    change_rules(event, raises_per_round=2)
    client, door = signed_in(event), f"/api/v1/events/{event.code}/tables/{table.pk}/seats/1/sit-out/"

    first, again = (post(client, door, key="4a0c1b5e-4b53-4b7c-8a43-8d1de1a1f0c7") for _ in range(2))

    assert first.json()["table"]["overrides"] == {"raises_per_round": 2}
    assert again.json() == first.json()
