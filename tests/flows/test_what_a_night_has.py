"""A night shows only what it has: its programme, and what was opened besides."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from engine.units import Cents
from eventnight.bank.services import sell_rebuy
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Activity, ActivityKind
from eventnight.events.services import update_event
from eventnight.raffle.services import NewBucket, add_bucket, open_raffle
from tests.factories import NOW, actor_with, at_the_door, make_event, make_player, make_staff

pytestmark = pytest.mark.django_db

PLACES = {"Euchre", "Floor", "Tables", "Raffle"}
OF_HOUSES = {
    "wlia": {"Euchre", "Tables", "Raffle"},
    "canterbury": {"Tables"},
    "angies": {"Tables"},
    "washburn": {"Floor"},
    "biska": {"Floor"},
    "card_night": {"Euchre", "Floor", "Raffle"},
}


def organiser(event) -> Client:
    client = Client()
    client.force_login(make_staff(event, Role.ORGANISER))
    return client


def menu(event) -> set[str]:
    """The places of the staff's menu that belong to an activity."""
    nav = organiser(event).get(f"/staff/{event.code}/").context["nav"]
    return {item["label"] for item in nav} & PLACES


def desk(event) -> set[str]:
    """The keys of the desk for a guest."""
    player = make_player(event, checked_in=True)
    page = organiser(event).get(f"/staff/{event.code}/desk/{player.code}/")
    return {key.action.label for key in page.context["keys"]}


@pytest.mark.parametrize(("house", "places"), OF_HOUSES.items())
def test_the_menu_of_a_fresh_night_has_the_places_of_its_programme(house, places):
    assert menu(make_event(house)) == places


def test_a_line_of_the_programme_brings_its_place():
    event = make_event("canterbury")
    Activity.objects.create(event=event, kind=ActivityKind.ROULETTE, title="Wheel", starts_at=NOW)
    Activity.objects.create(event=event, kind=ActivityKind.HOLDEM, title="Late flight", starts_at=NOW)

    assert menu(event) == {"Tables", "Floor"}


def test_what_was_opened_stays_although_its_line_is_gone():
    event = make_event("wlia")
    press = Press(actor_with(event), NOW)
    open_raffle(event=event, seed=bytes(32), press=press)
    add_bucket(event=event, new=NewBucket(item="Quilt"), press=press)
    event.activities.filter(kind=ActivityKind.RAFFLE).delete()

    assert "Raffle" in menu(event)
    assert "Tickets" in desk(event)


@pytest.mark.parametrize("left", [[], [ActivityKind.DOORS], [ActivityKind.DOORS, ActivityKind.OTHER]])
def test_a_programme_that_says_nothing_hides_nothing(left):
    event = make_event("canterbury")
    event.activities.exclude(kind__in=left).delete()

    assert menu(event) == PLACES
    assert "Tickets" in desk(event)


def test_the_desk_sells_tickets_where_there_is_a_raffle():
    tickets = {"Tickets", "Chips to tickets"}

    assert tickets <= desk(make_event("wlia"))
    assert not tickets & desk(make_event("canterbury"))


def fund_shown(event) -> bool:
    return "goes to the fund" in Client().get(f"/e/{event.code}/").content.decode()


@pytest.mark.parametrize("house", OF_HOUSES)
def test_only_a_night_that_raises_a_fund_shows_one(house):
    event = make_event(house)
    guest = at_the_door(make_player(event))
    price = event.house_settings.bank.rebuy_price
    sell_rebuy(event=event, player_code=guest.code, paid=Cents(price), press=Press(SYSTEM, NOW, uuid4()))

    assert fund_shown(event) is (house in ("wlia", "card_night"))
    update_event(event=event, fund_name="New roof", press=Press(actor_with(event), NOW))
    assert fund_shown(event)
