"""A night is made from a house, changed, opened and closed; roles come and go."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from eventnight.core.actors import SYSTEM, Actor
from eventnight.core.errors import Conflict, NotFound, UserFacingError
from eventnight.core.models import AuditRecord, RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.house_settings.house_templates import house_template
from eventnight.events.models import Event, EventStatus
from eventnight.events.selectors import events_of, programme_of, staff_of
from eventnight.events.services import (
    NewActivity,
    NewEvent,
    add_activity,
    close_event,
    create_event,
    grant_role,
    move_event,
    open_event,
    remove_activity,
    reopen_event,
    revoke_role,
    update_activity,
    update_event,
    update_settings,
)
from tests.factories import NOW, actor_with, after, current_version, make_event, make_staff, make_user

pytestmark = pytest.mark.django_db


def test_a_new_night_copies_its_house_and_its_creator_is_organiser():
    ruth = make_user("ruth")

    event = create_event(
        new=NewEvent(code=" spring-26 ", name="Spring night", starts_at=NOW, house="wlia"),
        press=Press(Actor.of(ruth), NOW),
    )

    assert (event.code, event.status, event.house) == ("SPRING-26", EventStatus.PLANNED, "wlia")
    assert event.house_settings == house_template("wlia").settings
    assert [(line.kind, line.starts_at - NOW) for line in programme_of(event)][:2] == [
        ("doors", timedelta(0)),
        ("euchre", timedelta(minutes=30)),
    ]
    assert [(member.username, member.roles) for member in staff_of(event)] == [("ruth", (Role.ORGANISER,))]
    assert list(events_of(ruth)) == [event]
    assert current_version(event.pk) == 1
    assert AuditRecord.objects.get(event=event).action == "event.created"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"code": "a b"}, "event_code_form"),
        ({"code": "x"}, "event_code_form"),
        ({"code": "-night"}, "event_code_form"),
        ({"time_zone": "Mars/Olympus"}, "unknown_time_zone"),
        ({"time_zone": "localtime"}, "unknown_time_zone"),
        ({"time_zone": "posixrules"}, "unknown_time_zone"),
        ({"time_zone": "posix/America/Chicago"}, "unknown_time_zone"),
        ({"time_zone": "Factory"}, "unknown_time_zone"),
        ({"time_zone": "america/chicago"}, "unknown_time_zone"),
        ({"currency": "dollars"}, "currency_form"),
    ],
)
def test_a_night_with_an_impossible_fact_is_refused(facts: dict[str, str], code: str):
    with pytest.raises(UserFacingError) as refused:
        make_event(**facts)

    assert refused.value.code == code
    assert not Event.objects.exists()


def test_two_nights_cannot_share_a_code_in_any_spelling():
    make_event(code="SPRING")

    with pytest.raises(Conflict) as refused:
        make_event(code="spring")

    assert (refused.value.code, Event.objects.count()) == ("event_code_taken", 1)


def test_a_new_start_moves_the_programme_with_it():
    event = make_event()
    add_activity(
        event=event,
        new=NewActivity(kind="other", title="Supper", starts_at=NOW, ends_at=after(30)),
        press=Press(SYSTEM, NOW),
    )

    update_event(event=event, starts_at=after(60), name="Later", press=Press(SYSTEM, NOW))

    starts = {line.title: (line.starts_at, line.ends_at) for line in programme_of(event)}
    assert starts["Supper"] == (after(60), after(90))
    assert starts["Euchre tournament"] == (after(90), None)
    assert AuditRecord.objects.get(event=event, action="event.updated").facts == {"fields": ["name", "starts_at"]}


def test_updating_a_field_that_is_no_fact_of_the_night_is_a_fault_of_ours():
    with pytest.raises(ValueError, match="status"):
        update_event(event=make_event(), status="open", press=Press(SYSTEM, NOW))


def test_names_can_only_be_shown_in_a_known_way():
    with pytest.raises(UserFacingError, match="first_and_initial, full, code"):
        update_event(event=make_event(), name_policy="initials", press=Press(SYSTEM, NOW))


def test_changed_settings_leave_other_nights_alone():
    event, other = make_event(), make_event()
    dearer = replace(event.house_settings, bank=replace(event.house_settings.bank, rebuy_price=2000))

    update_settings(event=event, settings=dearer, press=Press(SYSTEM, NOW))

    assert Event.objects.get(pk=event.pk).house_settings.bank.rebuy_price == 2000
    assert Event.objects.get(pk=other.pk).house_settings == house_template("wlia").settings
    assert AuditRecord.objects.get(event=event, action="settings.updated").facts == {"sections": ["bank"]}


def test_settings_changed_in_place_are_read_anew():
    event = Event(settings=house_template("wlia").settings.as_json())
    before = event.house_settings.bank.rebuy_price

    event.settings["bank"]["rebuy_price"] = before + 250

    assert event.house_settings.bank.rebuy_price == before + 250


def test_the_night_opens_closes_and_reopens():
    event = make_event()

    assert open_event(event=event, press=Press(SYSTEM, NOW)).status == EventStatus.OPEN
    assert close_event(event=event, press=Press(SYSTEM, NOW)).status == EventStatus.CLOSED
    reopen_event(event=event, reason="A late player", press=Press(SYSTEM, NOW))
    assert event.status == EventStatus.OPEN


@pytest.mark.parametrize("move", ["close", "reopen"])
def test_a_planned_night_can_only_be_opened(move: str):
    with pytest.raises(Conflict, match="is planned; only a night that is"):
        move_event(event=make_event(), move=move, press=Press(SYSTEM, NOW))


def test_a_move_that_is_none_is_refused_with_the_known_ones():
    with pytest.raises(NotFound, match="open, close, reopen"):
        move_event(event=make_event(), move="explode", press=Press(SYSTEM, NOW))


def test_a_line_of_the_programme_is_changed_and_removed():
    event = make_event()
    line = add_activity(
        event=event, new=NewActivity(kind="other", title="Supper", starts_at=NOW), press=Press(SYSTEM, NOW)
    )

    update_activity(
        event=event,
        activity_id=line.pk,
        kind="other",
        title="Late supper",
        starts_at=after(5),
        press=Press(SYSTEM, NOW),
    )
    assert programme_of(event).get(pk=line.pk).title == "Late supper"

    remove_activity(event=event, activity_id=line.pk, press=Press(SYSTEM, NOW))
    with pytest.raises(NotFound) as refused:
        remove_activity(event=event, activity_id=line.pk, press=Press(SYSTEM, NOW))
    assert refused.value.code == "unknown_activity"


def test_an_activity_ends_after_it_starts():
    with pytest.raises(UserFacingError, match="Supper would end before it starts"):
        add_activity(
            event=make_event(),
            new=NewActivity(kind="other", title="Supper", starts_at=after(5), ends_at=NOW),
            press=Press(SYSTEM, NOW),
        )


def test_a_role_is_given_once_and_taken_away():
    event, kim = make_event(), make_user("Kim")
    organiser = actor_with(event)

    grant_role(event=event, username="kim", role=Role.DESK, press=Press(organiser, NOW))
    grant_role(event=event, username="Kim", role=Role.DESK, press=Press(organiser, NOW))
    assert RoleGrant.objects.filter(event=event, user=kim).count() == 1

    revoke_role(event=event, user_id=kim.pk, role=Role.DESK, press=Press(organiser, NOW))
    with pytest.raises(NotFound) as refused:
        revoke_role(event=event, user_id=kim.pk, role=Role.DESK, press=Press(organiser, NOW))
    assert refused.value.code == "unknown_grant"


def test_an_unknown_account_gets_no_role():
    with pytest.raises(NotFound, match="Nobody signs in as nobody"):
        grant_role(event=make_event(), username="nobody", role=Role.DESK, press=Press(SYSTEM, NOW))


def test_the_last_organiser_stays():
    event = make_event()
    first, second = make_staff(event), make_staff(event)
    revoke_role(event=event, user_id=first.pk, role=Role.ORGANISER, press=Press(SYSTEM, NOW))

    with pytest.raises(Conflict) as refused:
        revoke_role(event=event, user_id=second.pk, role=Role.ORGANISER, press=Press(SYSTEM, NOW))

    assert refused.value.code == "last_organiser"
    assert RoleGrant.objects.filter(event=event, user=second).exists()


def test_times_are_told_in_the_events_zone():
    event = make_event(time_zone="America/Chicago", starts_at=datetime(2026, 11, 22, 0, 30, tzinfo=UTC))

    assert event.starts_at.astimezone(event.zone).strftime("%d %H:%M") == "21 18:30"
