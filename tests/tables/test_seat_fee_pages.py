"""Table fees by the half-hour on pages, over the API, in the log and in the report."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.core.roles import Role
from tables import services
from tables.lifecycles import TABLE
from tables.models import Table
from tables.selectors import fees_taken, table_view
from tests.answers import post
from tests.factories import make_event
from tests.tables.half_hours import a_table, at, entries, tick
from tests.tables.test_game_pages import press as pressed
from tests.tables.test_pages import address, signed_in
from tests.tables.test_rules_of_the_night import change_rules

pytestmark = [pytest.mark.django_db, pytest.mark.rule("ANG-37")]


def test_staff_stop_and_start_the_half_hours_on_the_page():
    table = a_table(2)
    client = signed_in(table.event)

    services.stop_seat_fees(table=table, **at(31))
    tick(90)
    assert (entries(table), table.seat_fees.count()) == (1, 1)
    assert "Start charging seats" in client.get(address(table, "table")).content.decode()

    services.start_seat_fees(table=table, **at(100))
    tick(129)
    assert entries(table) == 1
    tick(130)
    assert entries(table) == 2
    page = client.get(address(table, "table")).content.decode()
    assert "Stop charging seats" in page
    assert "2 seats at 1" in page


def test_pages_and_programs_stop_and_start_the_half_hours():
    table = a_table(2)
    client = signed_in(table.event)

    stopped = pressed(client, table, "stop_fees")
    again = client.post(
        f"/api/v1/events/{table.event.code}/tables/{table.pk}/fees/stop/", headers={"Idempotency-Key": str(uuid4())}
    )
    started = client.post(
        f"/api/v1/events/{table.event.code}/tables/{table.pk}/fees/start/", headers={"Idempotency-Key": str(uuid4())}
    )

    assert (stopped.status_code, again.status_code, again.json()["code"]) == (302, 409, "seat_fees_stopped")
    assert (started.status_code, started.json()["fee_by"]) == (200, "half_hour")
    assert started.json()["seat_fee_due_at"]


def test_the_log_and_the_report_tell_of_it():
    table = a_table(2)
    tick(30)

    line = AuditRecord.objects.get(event=table.event, action="seat_fee.booked")
    assert (line.actor_label, line.subject, line.facts["chips"], line.facts["short"]) == ("EventNight", "T1", 2, [])
    [taken_here] = fees_taken(table.event_id)
    assert (taken_here.table, taken_here.by_hand, taken_here.by_half_hour) == ("T1", 0, 2)
    report = signed_in(table.event, Role.ORGANISER).get(reverse("night:report", args=[table.event.code]))
    assert "of it at T1 by the half-hour" in report.content.decode()


def test_everybody_reads_that_seats_are_charged():
    table = a_table(2)

    page = Client().get(reverse("tables:watch", args=[table.event.code, table.pk])).content.decode()

    assert "Every seat that is taken pays it at the end of each half-hour" in page
    assert "Stop charging" not in page


def test_the_night_s_set_up_says_how_the_fee_is_taken():
    event = make_event("angies")
    signed_in(event, Role.ORGANISER).patch(
        f"/api/v1/events/{event.code}/settings/", {"tables": {"fee_by": "half_hour"}}, "application/json"
    )

    opened = signed_in(event).post(
        f"/api/v1/events/{event.code}/tables/poker/", {}, "application/json", headers={"Idempotency-Key": str(uuid4())}
    )

    assert (opened.json()["fee_by"], opened.json()["fee_schedule"]) == ("half_hour", "A")
    assert opened.json()["seat_fee_due_at"]


@pytest.mark.parametrize(
    ("move", "facts", "code"),
    [
        ("start_fees", {"fee_by": "hand"}, "fee_not_by_half_hours"),
        ("stop_fees", {"fee_schedule": ""}, "fee_not_by_half_hours"),
        ("start_fees", {}, "seat_fees_started"),
    ],
)
def test_what_cannot_be_started_or_stopped_says_why(move: str, facts: dict[str, Any], code: str):
    table = a_table(2, **facts)

    with pytest.raises(UserFacingError) as refused:
        TABLE.require(move, table)

    assert refused.value.code == code
    assert not getattr(TABLE.may(table), move)


def test_the_table_tells_programs_of_its_half_hours():
    table = a_table(2)
    tick(30)

    told = signed_in(table.event).get(f"/api/v1/events/{table.event.code}/tables/{table.pk}/").json()

    assert [(each["fee"], each["chips"]) for each in told["seat_fees"]] == [(1, 2)]
    assert table_view(Table.objects.get(pk=table.pk)).seat_fees[0].fee == 1


def test_a_press_of_a_program_sent_again_is_answered_the_same_after_the_rules_of_the_night_changed():
    table = a_table(0)
    client, keys = signed_in(table.event), {name: uuid4() for name in ("fees/stop/", "close/")}
    change_rules(table.event, raises_per_round=2)
    to = f"/api/v1/events/{table.event.code}/tables/{table.pk}/"

    twice = [[post(client, f"{to}{name}", key=key).json() for _ in range(2)] for name, key in keys.items()]

    assert [first == again for first, again in twice] == [True, True]
    assert [first["status"] for first, _ in twice] == ["open", "closed"]
