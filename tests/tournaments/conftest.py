"""What several tests of tournaments begin with."""

from __future__ import annotations

import pytest
from django.test import Client

from eventnight.core.roles import Role
from tests.factories import make_staff
from tests.tournaments.prize_nights import final_with_prizes


@pytest.fixture
def final():
    """The final of six whose prizes are fixed and due."""
    return final_with_prizes()


@pytest.fixture
def floor(client: Client):
    """A browser of the floor: give it an event and it is signed in there."""

    def signed_in(event, role=Role.FLOOR) -> Client:
        client.force_login(make_staff(event, role))
        return client

    return signed_in
