"""The list of a night's set-up: the parts that it has, what each lacks, and opening the night."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Activity, ActivityKind, Event, EventStatus, PhoneAddress
from eventnight.events.views.setup import STEPS
from eventnight.raffle.services import NewBucket, add_bucket, open_raffle
from tests.answers import shown_text, text_of
from tests.factories import make_event, make_player, make_players, make_staff

pytestmark = pytest.mark.django_db


def hub(event: Event, client: Client | None = None) -> dict[str, str]:
    """What the set-up says of each part: what is missing, or how it is set."""
    if client is None:
        client = Client()
        client.force_login(make_staff(event))
    lines = client.get(f"/organise/{event.code}/setup/").context["hub"].lines
    return {line.title: line.missing or line.text for line in lines}


def test_the_set_up_lists_the_parts_that_the_night_has_and_no_others():
    canterbury, wlia = hub(make_event("canterbury")), hub(make_event("wlia"))

    assert {"Poker tables", "Poker rules"} <= set(canterbury)
    assert not {"Euchre", "Euchre rules", "Hold’em", "Roulette", "Raffle rates", "Raffle buckets"} & set(canterbury)
    assert {"Euchre", "Euchre rules", "Roulette", "Raffle rates", "Raffle buckets"} <= set(wlia)


def test_each_part_says_what_it_lacks_until_it_has_it():
    event = make_event("wlia")
    client = Client()
    client.force_login(make_staff(event))
    lacking = hub(event, client)

    open_raffle(event=event, seed=bytes(32), press=Press(SYSTEM, timezone.now()))
    add_bucket(event=event, new=NewBucket(item="Quilt"), press=Press(SYSTEM, timezone.now()))
    make_player(event)
    for role in Role:
        make_staff(event, role)
    PhoneAddress.objects.create(event=event, address="http://10.0.0.4:8000", chosen_at=timezone.now())
    ready = hub(event, client)

    assert lacking["Guests"] == "Nobody is on the list yet"
    assert lacking["Raffle buckets"] == "No bucket yet"
    assert lacking["Staff"] == "Nobody has desk, euchre, tables or raffle yet"
    assert ready["Guests"] == "1 person on the list"
    assert ready["Raffle buckets"] == "1 bucket"
    assert ready["Phones and paper"] == "http://10.0.0.4:8000"
    assert "with a role" in ready["Staff"]


def test_every_part_of_the_set_up_is_led_to_from_its_list():
    event = make_event("wlia")
    for kind in ActivityKind:
        Activity.objects.create(event=event, kind=kind, title=kind.label, starts_at=event.starts_at)
    client = Client()
    client.force_login(make_staff(event))

    page = text_of(client.get(f"/organise/{event.code}/setup/"))

    assert [part for part in STEPS if f'href="/organise/{event.code}/setup/{part}/"' not in page] == []


def test_a_night_is_opened_with_things_undone_and_it_is_said_what_will_not_work(client: Client):
    event = make_event("wlia")
    client.force_login(make_staff(event))

    shown = shown_text(client.get(f"/organise/{event.code}/setup/"))
    opened = client.post(f"/organise/{event.code}/setup/open/open/")
    again = client.post(f"/organise/{event.code}/setup/open/open/")
    nonsense = client.post(f"/organise/{event.code}/setup/open/explode/")

    assert "Nobody is on the list yet. Everybody is typed in at the door." in shown
    assert "You can open with these undone." in shown
    assert opened["Location"] == f"/staff/{event.code}/"
    assert Event.objects.get(pk=event.pk).status == EventStatus.OPEN
    assert (again.status_code, nonsense.status_code) == (409, 404)


def test_the_set_up_costs_as_many_queries_for_a_large_night_as_for_a_small_one(client: Client):
    event = make_event("wlia")
    client.force_login(make_staff(event))
    costs = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/organise/{event.code}/setup/").status_code == 200
        costs.append(len(captured))
        make_players(event, 3)
        for number in range(3):
            starts = event.starts_at + timedelta(hours=number)
            Activity.objects.create(event=event, kind=ActivityKind.OTHER, title="Supper", starts_at=starts)
            make_staff(event, Role.DESK)

    assert costs[0] == costs[1] <= 16
