"""What stands in an archive is held against what the doors would have written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from eventnight.core.actors import Actor
from tests.factories import make_event, make_user
from tests.flows.archives import Parts, another_machine, archive_of, drawn_archive, forged, refusal
from tests.tables.evening import open_table

pytestmark = pytest.mark.django_db
Manifest = dict[str, Any]
Change = Callable[[Parts, Manifest], None]


@pytest.fixture
def content() -> bytes:
    return drawn_archive()


def an_event(**columns: object) -> Change:
    """The night's own row, edited by somebody who knows how archives are made."""

    def change(parts: Parts, manifest: Manifest) -> None:
        parts["events.event"][0] |= columns

    return change


def a_chip_worth_nothing(parts: Parts, manifest: Manifest) -> None:
    parts["events.event"][0]["settings"]["bank"]["chip_set"][0]["value"] = 0


def a_line_of_the_programme_in_year_one(parts: Parts, manifest: Manifest) -> None:
    parts["events.activity"][0]["starts_at"] = "0001-01-01T00:00:00+00:00"


def a_player_turned_round(parts: Parts, manifest: Manifest) -> None:
    parts["events.person"][0]["full_name"] = "Ada \u202etsol"


def a_role_that_is_none(parts: Parts, manifest: Manifest) -> None:
    parts["bank.entry"][0]["kind"] = "gift"


def a_log_that_is_a_list(parts: Parts, manifest: Manifest) -> None:
    parts["core.auditrecord"][0]["facts"] = []


def an_address_that_is_none(parts: Parts, manifest: Manifest) -> None:
    parts["events.person"][0]["email"] = "<b>"


@pytest.mark.parametrize(
    ("change", "part", "column"),
    [
        (an_event(time_zone="Mars/Olympus"), "events.event", "time_zone"),
        (an_event(time_zone="localtime"), "events.event", "time_zone"),
        (an_event(house="nope"), "events.event", "house"),
        (an_event(settings={}), "events.event", "settings"),
        (an_event(settings=[]), "events.event", "settings"),
        (an_event(currency="<b>"), "events.event", "currency"),
        (an_event(name="Card\u202ethgin"), "events.event", "name"),
        (an_event(starts_at="0001-01-01T00:00:00+00:00"), "events.event", "starts_at"),
        (an_event(starts_at="2026-11-21T19:00:00"), "events.event", "starts_at"),
        (an_event(status="lost"), "events.event", "status"),
        (a_chip_worth_nothing, "events.event", "settings"),
        (a_line_of_the_programme_in_year_one, "events.activity", "starts_at"),
        (a_player_turned_round, "events.person", "full_name"),
        (a_role_that_is_none, "bank.entry", "kind"),
        (a_log_that_is_a_list, "core.auditrecord", "facts"),
        (an_address_that_is_none, "events.person", "email"),
    ],
    ids=lambda given: getattr(given, "__name__", None),
)
def test_what_no_door_would_have_written_is_refused_by_part_row_and_column(
    content: bytes, change: Change, part: str, column: str
):
    error = refusal(forged(content, change))

    assert (error.code, error.facts["part"], error.facts["row"]) == ("archive_row_refused", part, 1)
    assert column in error.message
    assert "Nothing was changed" in error.message


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("house", "zzz"),
        ("game", "zzz"),
        ("overrides", {"raises_per_round": "many"}),
        ("overrides", []),
        ("fee_schedule", "Z"),
        ("state", {"button": "everywhere"}),
        ("name", "Table\u2066 1"),
    ],
)
def test_a_card_table_that_the_engine_cannot_read_is_refused(column: str, value: object):
    with another_machine():
        night = make_event(code="TABLES")
        open_table(night)
        kept = archive_of(night)

    def change(parts: Parts, manifest: Manifest) -> None:
        parts["tables.table"][0][column] = value

    error = refusal(forged(kept, change))

    assert (error.facts["part"], error.facts["row"]) == ("tables.table", 1)
    assert column in error.message


@pytest.mark.parametrize(
    "name", ["the name of an account \u202e", "an account\u200b"], ids=["turned round", "with what nobody sees"]
)
def test_an_account_by_a_name_that_nobody_can_read_is_refused(name: str):
    with another_machine():
        night = make_event(code="STAFF", by=Actor.of(make_user("olga")))
        kept = archive_of(night)

    def change(parts: Parts, manifest: Manifest) -> None:
        parts["staff.accounts"][0]["username"] = name

    error = refusal(forged(kept, change))

    assert (error.facts["part"], error.facts["row"]) == ("staff.accounts", 1)
    assert "username" in error.message
