"""A page carries the version from before it read anything: what changes while it is made finds it older."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest
from django.urls import reverse

from eventnight.core.models import EventHead
from eventnight.core.roles import Role
from tests.factories import current_version
from tests.flows.nights import OpenNight
from tests.tables.test_pages import signed_in

pytestmark = pytest.mark.django_db
_VERSION = re.compile(r'data-version="(\d+)"')


@pytest.mark.parametrize(
    ("module", "reads", "page"),
    [
        ("tables.views.tables", "table_view", "tables:table"),
        ("tables.views.hand_in_play", "table_view", "tables:watch"),
        ("tournaments.views.flight.floor_frame", "asked_for", "tournaments:floor_flight"),
        ("eventnight.night.views.organiser", "_dashboard", "night:dashboard"),
        ("eventnight.night.views.public", "_context", "night:event"),
    ],
)
def test_what_changes_while_a_page_is_made_finds_it_older(monkeypatch, module: str, reads: str, page: str):
    night = OpenNight()
    places = {"tables:table": {"table_id": night.table}, "tables:watch": {"table_id": night.table}}
    places |= {"tournaments:floor_flight": {"flight_id": night.flight}}
    before = current_version(night.event.pk)
    where = import_module(module)
    read = getattr(where, reads)

    def read_and_change(*given: Any, **named: Any) -> Any:
        found = read(*given, **named)
        if current_version(night.event.pk) == before:
            EventHead.objects.filter(pk=night.event.pk).update(version=before + 1)
        return found

    monkeypatch.setattr(where, reads, read_and_change)
    address = reverse(page, kwargs={"code": night.event.code, **places.get(page, {})})
    told = _VERSION.search(signed_in(night.event, Role.ORGANISER).get(address).content.decode())

    assert current_version(night.event.pk) > before, "nothing has changed while the page was made"
    assert told is not None
    assert int(told[1]) == before
