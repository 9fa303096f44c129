"""Rules changed during the night: told with their moment, and nothing under way changes."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client

from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.events.services import open_event
from tables import services
from tables.models import Table
from tables.selectors import the_play
from tests.answers import text_of
from tests.factories import after, make_event, make_staff
from tests.tables.evening import by_staff, open_table, seat_people
from tests.tables.test_between import a_table
from tests.tournaments.nights import make_bracket

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CAN-26")]


def organiser(event: Event) -> Client:
    client = Client()
    client.force_login(make_staff(event))
    return client


def change(event: Event, moment: Any = None, **settings: object) -> None:
    with time_machine.travel(moment or after(minutes=30), tick=False):
        answer = organiser(event).patch(f"/api/v1/events/{event.code}/settings/", settings, "application/json")
    assert answer.status_code == 200, answer.content


def rulebook(event: Event) -> str:
    return text_of(Client().get(f"/e/{event.code}/rules/"))


def test_the_rulebook_says_what_was_changed_and_when():
    event = make_event("canterbury")
    change(event, poker={"straddles": True})
    event.refresh_from_db()
    open_event(event=event, press=Press(by_staff()["press"].by, after(minutes=1)))
    before = rulebook(event)

    change(event, after(minutes=30), poker={"straddles": True, "raises_per_round": 2})
    change(event, after(minutes=45), euchre_rules={"dealer_must_choose": True}, tables={"seats": 8})
    change(event, after(minutes=50), bank={"rebuy_price": 1500})

    told = rulebook(event)
    assert "Changed tonight" not in before
    changed = told.partition("Changed tonight")[2].partition("</section>")[0]
    assert changed.index("7:30 PM") < changed.index("Raises in a betting round: 2") < changed.index("7:45 PM")
    assert "The dealer must choose a suit; Tables and fees" in changed
    assert "7:50 PM" not in told
    assert "Straddles" not in changed


def test_a_hand_under_way_and_its_table_keep_the_rules_they_began_with():
    table = a_table(1, 3, 5, house="canterbury")
    services.start_hand(table=table, number=1, **by_staff())
    began = the_play(Table.objects.get(pk=table.pk)).hand.house

    change(table.event, poker={"raises_per_round": 1, "may_fold_unbet": False})

    table = Table.objects.get(pk=table.pk)
    assert the_play(table).hand.house == began == table.house_rules
    assert open_table(Event.objects.get(pk=table.event_id), house="").house_rules.raises_per_round == 1


def test_a_bracket_that_is_open_keeps_its_euchre_rules_and_the_next_has_the_new_ones():
    event = make_event("wlia")
    bracket = make_bracket(event)

    change(event, euchre_rules={"dealer_must_choose": True})

    event.refresh_from_db()
    bracket.refresh_from_db()
    assert not bracket.house_rules.dealer_must_choose
    assert make_bracket(event, name="Second").house_rules.dealer_must_choose


def test_who_sits_down_later_sits_under_the_tables_own_rules():
    event = make_event("canterbury")
    table = open_table(event)
    change(event, poker={"kill": True})

    seat_people(table, {1: 100, 2: 100})

    assert Table.objects.get(pk=table.pk).house_rules.kill == table.house_rules.kill


@pytest.mark.parametrize("has_lone_defenders", [False, True])
def test_a_line_that_a_change_brings_or_takes_away_is_told_as_any_other(has_lone_defenders: bool):
    event = make_event("wlia")
    change(event, euchre_rules={"lone_defender": not has_lone_defenders})
    event.refresh_from_db()
    open_event(event=event, press=Press(by_staff()["press"].by, after(minutes=31)))

    change(event, after(minutes=40), euchre_rules={"lone_defender": has_lone_defenders})

    assert "Changed tonight" in rulebook(event)
