"""The page that staff open first is never blank: it says how their part of the night stands, and leads there."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event
from eventnight.events.services import close_event
from tests.answers import shown_text
from tests.factories import NOW, make_event, make_staff
from tests.flows.full_night import full_night, open_night

pytestmark = pytest.mark.django_db


def closed_night() -> Event:
    event = open_night()
    close_event(event=event, press=Press(SYSTEM, NOW))
    return event


def going_on(client: Client, event: Event, role: Role) -> tuple[str, list[str]]:
    """What the page says goes on, and where it leads."""
    client.force_login(make_staff(event, role))
    answer = client.get(f"/staff/{event.code}/now/")
    section = answer.content.decode().partition('id="going-on"')[2]
    return shown_text(answer).partition("Going on ")[2], re.findall(r'<a href="([^"]+)"', section)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("night", [lambda: make_event("wlia"), open_night, full_night, closed_night])
def test_everybody_reads_how_their_part_stands_and_may_open_it(client: Client, role: Role, night):
    event = night()

    said, links = going_on(client, event, role)

    assert links
    assert said.count(".") >= len(links)
    assert [client.get(link, follow=True).status_code for link in links] == [200] * len(links)


@pytest.mark.parametrize(
    ("role", "says"),
    [
        (Role.DESK, "Door 6 of 10 guests checked in."),
        (Role.MATCHES, "Euchre Final: 0 matches at tables, 0 of 1 decided."),
        (Role.FLOOR, "Hold'em, flight 1 Level 1, 5 / 10, until 7:15 PM. 3 of 3 still in."),
        (Role.TABLES, "Tables 1 card table with 2 players, 1 roulette table open."),
        (Role.RAFFLE, "Raffle Tickets on sale. 10 tickets sold, 0 of 1 prize handed over."),
    ],
)
def test_each_part_is_told_in_a_sentence_or_two(client: Client, role: Role, says: str):
    assert says in going_on(client, full_night(), role)[0]
