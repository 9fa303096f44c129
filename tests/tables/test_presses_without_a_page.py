"""A button without a page of its own says what is wrong with its press; none ends in silence."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from eventnight.core.roles import Role
from tables.models import Table
from tests.factories import make_event, make_staff
from tests.tables.evening import open_table

pytestmark = pytest.mark.django_db

PLACES = ["close/", "seats/1/leave/", "hands/1/undo/", "fees/start/", "fees/stop/", "fees/1/undo/"]


@pytest.fixture
def table() -> Table:
    return open_table(make_event())


@pytest.fixture
def floor(table: Table) -> Client:
    client = Client()
    client.force_login(make_staff(table.event, Role.TABLES))
    return client


@pytest.mark.parametrize("place", PLACES)
def test_a_press_without_its_key_is_refused_in_a_sentence(floor, table, place):
    answer = floor.post(f"/staff/{table.event.code}/tables/{table.pk}/{place}", {})

    assert answer.status_code == 400
    assert "came without its key" in answer.content.decode()


@pytest.mark.parametrize("place", ["hands/1/undo/", "fees/1/undo/"])
def test_a_reason_that_is_too_long_is_refused_by_its_name(floor, table, place):
    sent = {"request_id": str(uuid4()), "reason": "x" * 201}

    answer = floor.post(f"/staff/{table.event.code}/tables/{table.pk}/{place}", sent)

    assert answer.status_code == 400
    assert "Why: " in answer.content.decode()
