"""The list of one's nights with what each needs next, and the front page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.core.values.zones import zone_of
from eventnight.events.models import Event
from eventnight.events.services import close_event, grant_role, open_event
from eventnight.night.rehearsal.evening import evening_zone
from tests.answers import shown_text
from tests.factories import make_event, make_event_maker, make_player, make_user
from tests.flows.full_night import full_night

pytestmark = pytest.mark.django_db


def a_night_of(ruth, hours: float, **facts) -> Event:
    """One that begins so many hours from now, organised by Ruth."""
    starts_at = timezone.now().replace(microsecond=0) + timedelta(hours=hours)
    event = make_event(starts_at=starts_at, **facts)
    grant_role(event=event, username=ruth.username, role=Role.ORGANISER, press=Press(SYSTEM, timezone.now()))
    return event


def opened(event: Event) -> Event:
    return open_event(event=event, press=Press(SYSTEM, timezone.now()))


def staffed(event: Event) -> Event:
    grant_role(event=event, username=make_user().username, role=Role.DESK, press=Press(SYSTEM, timezone.now()))
    return event


@pytest.fixture
def ruth(client: Client):
    user = make_event_maker("ruth")
    client.force_login(user)
    return user


def test_each_night_says_its_one_next_step(client: Client, ruth):
    a_night_of(ruth, 200, name="No staff")
    staffed(a_night_of(ruth, 150, name="No guests"))
    make_player(staffed(a_night_of(ruth, 100, name="All set")))
    make_player(staffed(a_night_of(ruth, 2, name="Soon")))
    opened(a_night_of(ruth, -1, name="Running"))
    opened(a_night_of(ruth, -40, name="Left open"))
    over = opened(a_night_of(ruth, -60, name="Over"))
    close_event(event=over, press=Press(SYSTEM, timezone.now()))

    shown = shown_text(client.get("/organise/"))

    for name, step in (
        ("Running", "Go to the night"),
        ("Soon", "Next: open the doors"),
        ("All set", "Next: print the cards"),
        ("No guests", "Next: add the guests"),
        ("No staff", "Next: give somebody the desk"),
        ("Left open", "Next: count and close"),
        ("Over", "Use again"),
    ):
        assert step in shown.split(name, 1)[1][:200], name
    order = ("On now", "Running", "Coming", "Soon", "All set", "No guests", "No staff", "Past", "Left open", "Over")
    places = [shown.index(name) for name in order]
    assert places == sorted(places)


def test_somebody_with_another_role_is_led_to_the_night_and_copies_none(client: Client):
    dan = make_user("dan")
    event = opened(make_event(starts_at=timezone.now()))
    over = opened(make_event(starts_at=timezone.now() - timedelta(days=3)))
    close_event(event=over, press=Press(SYSTEM, timezone.now()))
    for each in (event, over):
        grant_role(event=each, username=dan.username, role=Role.DESK, press=Press(SYSTEM, timezone.now()))
    client.force_login(dan)

    shown = shown_text(client.get("/organise/"))

    assert "Go to the night" in shown
    assert "See night" in shown
    assert "Use again" not in shown
    assert "may not create nights" in shown


def test_three_times_as_many_nights_cost_no_more_queries(client: Client, ruth):
    costs = []
    for _ in range(2):
        for hours in (-100, -1, 100):
            a_night_of(ruth, hours)
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/organise/").status_code == 200
        costs.append(len(captured))

    assert costs[0] == costs[1] <= 20


def test_the_front_page_shows_tonight_as_it_stands_and_the_way_to_ones_card(client: Client):
    event = full_night()
    Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() - timedelta(hours=2), fund_goal=300_000)

    answer = client.get("/")
    part = client.get(f"/e/{event.code}/tonight/")

    for shown in (shown_text(answer), shown_text(part)):
        assert "On now" in shown
        assert "Open my night" in shown
        assert "tickets placed" in shown
        assert "of $3,000" in shown
    assert f'data-live="/e/{event.code}/tonight/"' in answer.content.decode()
    assert f'action="/e/{event.code}/me/"' in answer.content.decode()


def test_a_front_page_without_a_night_tonight_names_the_next_one(client: Client):
    make_event(name="Spring night", starts_at=timezone.now() + timedelta(days=30))

    shown = shown_text(client.get("/"))

    assert "Next: Spring night" in shown
    assert "See the programme" in shown
    assert "On now" not in shown


def test_a_night_that_nobody_closed_is_not_on_for_ever(client: Client):
    opened(make_event(name="Last week", starts_at=timezone.now() - timedelta(days=7)))

    shown = shown_text(client.get("/"))

    assert "On now" not in shown
    assert "Last week" in shown.split("Earlier")[1]


def test_the_figures_typed_on_the_front_page_are_there_on_the_next(client: Client):
    event = opened(make_event(starts_at=timezone.now()))

    assert 'value="4040"' in client.get(f"/e/{event.code}/me/?pin=4040").content.decode()


@pytest.mark.parametrize("month", [1, 7])
def test_it_is_evening_at_the_demo_night_at_any_hour(month: int):
    for quarter in range(96):
        now = datetime(2026, month, 15, tzinfo=UTC) + timedelta(minutes=15 * quarter)

        assert 20 <= now.astimezone(zone_of(evening_zone(now, "America/Chicago"))).hour < 22


def test_the_demo_night_stays_where_the_computer_is_when_it_is_evening_there():
    assert evening_zone(datetime(2026, 7, 15, 19, tzinfo=UTC), "Europe/Berlin") == "Europe/Berlin"
