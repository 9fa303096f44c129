"""An event and people of staff who have signed in."""

from __future__ import annotations

import pytest
from django.test import Client

from eventnight.core.roles import Role
from eventnight.events.models import Event
from tests.factories import make_event, make_staff


@pytest.fixture
def event() -> Event:
    return make_event(time_zone="America/Chicago")


@pytest.fixture
def organiser(client: Client, event: Event) -> Client:
    client.force_login(make_staff(event))
    return client


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    client.force_login(make_staff(event, Role.DESK))
    return client
