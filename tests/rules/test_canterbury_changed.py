"""Rules changed during the night: told with their moment, and nothing under way changes."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils.html import strip_tags

from engine.cards import parse_card
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.events.services import open_event
from tables import services
from tables.models import Table
from tables.selectors import the_play
from tests.answers import text_of
from tests.factories import after, make_event, make_staff
from tests.tables.evening import by_staff, open_table, seat_people
from tests.tables.playing import do, pay, start
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


def three_players() -> Table:
    """A table of the house, whose first button is decided."""
    table = open_table(make_event("canterbury"))
    seat_people(table, dict.fromkeys((1, 3, 5), 100))
    cards = {seat: parse_card(card) for seat, card in ((1, "As"), (3, "Ks"), (5, "Qs"))}
    services.give_first_button(table=table, **by_staff(cards=cards))
    return Table.objects.get(pk=table.pk)


def words_of(answer: Any) -> str:
    """A page as it reads."""
    return " ".join(strip_tags(text_of(answer)).split())


def fold_a_hand(table: Table) -> None:
    """Everybody folds to the big blind."""
    start(table)
    do(table, "fold")
    do(table, "fold")
    pay(table)


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


def test_a_hand_under_way_keeps_the_rules_it_began_with_and_the_next_one_has_the_changed_ones():
    table = three_players()
    services.start_hand(table=table, number=1, **by_staff())
    began = the_play(Table.objects.get(pk=table.pk)).hand.house

    change(table.event, poker={"raises_per_round": 1, "may_fold_unbet": False})

    table = Table.objects.get(pk=table.pk)
    assert the_play(table).hand.house == began == table.house_rules
    assert open_table(Event.objects.get(pk=table.event_id), house="").house_rules.raises_per_round == 1
    services.call_off(table=table, version=1, reason="A new deal", **by_staff())
    services.start_hand(table=table, number=1, **by_staff())
    table = Table.objects.get(pk=table.pk)
    assert the_play(table).hand.house == table.house_rules
    assert (table.house_rules.raises_per_round, table.house_rules.may_fold_unbet) == (1, False)


def test_the_pages_of_an_open_table_say_what_changed_and_from_which_hand_on():
    table = three_players()
    page = f"/staff/{table.event.code}/tables/{table.pk}/"
    staff = organiser(table.event)
    services.start_hand(table=table, number=1, **by_staff())
    before = words_of(staff.get(page))

    change(table.event, poker={"raises_per_round": 1, "stud_showdown": "all_shown"})

    for address in (page, f"{page}play/"):
        told = words_of(staff.get(address))
        assert "this hand keeps those it began with. From the next one on: Raises in a betting round: 1. CAN-26" in told
        assert "Showdown of stud" not in told
    assert "The rules have changed" not in before
    assert "Raises in a betting round 4 CAN-5" in before


def test_a_table_between_two_hands_says_what_has_changed_since_the_last_one():
    table = three_players()
    fold_a_hand(table)
    change(table.event, poker={"raises_per_round": 1})
    page = f"/staff/{table.event.code}/tables/{table.pk}/"
    staff = organiser(table.event)

    told = words_of(staff.get(page))
    fold_a_hand(table)

    assert "The rules have changed since the last hand: Raises in a betting round: 1. CAN-26" in told
    assert "The rules have changed" not in words_of(staff.get(page))
    assert "Raises in a betting round 1 CAN-5" in told


def test_a_hand_that_is_undone_is_played_on_under_the_rules_it_began_with():
    table = three_players()
    fold_a_hand(table)
    change(table.event, poker={"raises_per_round": 1})
    fold_a_hand(table)
    change(table.event, poker={"raises_per_round": 2})

    services.undo_hand(table=table, number=2, reason="Wrong", may_reverse_any=True, **by_staff())

    table = Table.objects.get(pk=table.pk)
    assert the_play(table).hand.house.raises_per_round == table.house_rules.raises_per_round == 1


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
