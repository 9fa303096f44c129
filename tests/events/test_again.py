"""A night of before used again: what is copied, what is not, and who may."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.models import AuditRecord, RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.models import Event, EventStatus
from eventnight.events.selectors import programme_of
from eventnight.events.services import (
    NewActivity,
    NightAgain,
    add_activity,
    allow_events,
    update_event,
    update_settings,
    use_night_again,
)
from eventnight.night.selectors.nights import again_proposed
from tests.answers import shown_text
from tests.factories import NOW, make_event, make_player, make_staff

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(weeks=52)


def a_night_of_before() -> Event:
    """With a fund, a price of its own, a line of the programme that ends, two guests, and staff at two places."""
    event = make_event(name="Harvest Hold'em")
    update_event(event=event, press=Press(Actor("ruth", "Ruth"), NOW), fund_name="Roof", fund_goal=50_000, place="Hall")
    bank = replace(event.house_settings.bank, rebuy_price=2500)
    update_settings(
        event=event, settings=replace(event.house_settings, bank=bank), press=Press(Actor("ruth", "Ruth"), NOW)
    )
    line = NewActivity(
        kind="other",
        title="Pie",
        starts_at=event.starts_at + timedelta(hours=1),
        ends_at=event.starts_at + timedelta(hours=2),
    )
    add_activity(event=event, new=line, press=Press(Actor("ruth", "Ruth"), NOW))
    make_player(event)
    make_player(event)
    make_staff(event, Role.DESK)
    event.refresh_from_db()
    return event


def again(event: Event, *, with_roles: bool = False, code: str = "harvest-27") -> Event:
    """By somebody who organises it, a year later."""
    new = NightAgain(
        name="Harvest 2027", code=code, starts_at=event.starts_at + timedelta(weeks=52), with_roles=with_roles
    )
    return use_night_again(event=event, new=new, press=Press(Actor.of(make_staff(event)), NOW))


def test_its_set_up_and_its_programme_are_copied_to_the_new_start():
    event = a_night_of_before()

    made = again(event)

    copied = ("place", "time_zone", "currency", "house", "name_policy", "fund_name", "fund_goal", "settings")
    assert [getattr(made, name) for name in copied] == [getattr(event, name) for name in copied]
    assert made.house_settings.bank.rebuy_price == 2500
    assert (made.code, made.name, made.status) == ("HARVEST-27", "Harvest 2027", EventStatus.PLANNED)
    shift = timedelta(weeks=52)
    lines = [
        (line.kind, line.title, line.starts_at + shift, line.ends_at and line.ends_at + shift)
        for line in programme_of(event)
    ]
    assert [(line.kind, line.title, line.starts_at, line.ends_at) for line in programme_of(made)] == lines


def test_guests_and_history_stay_behind():
    event = a_night_of_before()

    made = again(event)

    assert made.players.count() == 0
    assert event.players.count() == 2
    record = AuditRecord.objects.get(event=made)
    assert (record.action, record.facts["used"]) == ("event.created", event.code)


@pytest.mark.parametrize(("with_roles", "roles"), [(False, ["organiser"]), (True, ["desk", "organiser"])])
def test_the_staff_keep_their_roles_if_chosen(with_roles: bool, roles: list[str]):
    made = again(a_night_of_before(), with_roles=with_roles)

    assert sorted(RoleGrant.objects.filter(event=made).values_list("role", flat=True)) == roles


def test_somebody_whose_account_is_shut_gets_no_role_again():
    event = a_night_of_before()
    shut = make_staff(event, Role.RAFFLE)
    shut.is_active = False
    shut.save()

    made = again(event, with_roles=True)

    assert not RoleGrant.objects.filter(event=made, user=shut).exists()


def test_a_code_that_is_taken_or_no_address_is_refused():
    event = a_night_of_before()

    with pytest.raises(Conflict) as taken:
        again(event, code=event.code)
    with pytest.raises(UserFacingError) as malformed:
        again(event, code="no spaces")

    assert (taken.value.code, malformed.value.code) == ("event_code_taken", "event_code_form")


def test_what_is_proposed_is_a_year_later_on_the_same_day_of_the_week_under_a_free_code():
    event = make_event(code="FALL-26", name="Fall Euchre 2026")
    make_event(code="FALL-27")

    proposed = again_proposed(event, event.starts_at)

    assert proposed["starts_at"].weekday() == event.starts_at.astimezone(event.zone).weekday()
    assert (proposed["name"], proposed["code"]) == ("Fall Euchre 2027", "FALL-27-2")


def test_the_page_says_what_is_copied_and_makes_the_night(client: Client):
    event = a_night_of_before()
    ruth = make_staff(event)
    allow_events(ruth)
    client.force_login(ruth)

    shown = shown_text(client.get(f"/organise/{event.code}/again/"))
    sent = {"name": "Next", "code": "NEXT-1", "starts_at": "2027-10-15T18:00", "with_roles": "on"}
    answer = client.post(f"/organise/{event.code}/again/", sent)
    twice = client.post(f"/organise/{event.code}/again/", sent)

    assert "Copied: place, fund, prices" in shown
    assert "Not copied: guests, money" in shown
    assert answer.headers["Location"] == "/organise/NEXT-1/setup/"
    assert twice.status_code == 409
    assert "NEXT-1" in shown_text(twice)


def test_who_may_make_no_nights_uses_none_again(client: Client):
    event = a_night_of_before()
    client.force_login(make_staff(event))

    page = client.get(f"/organise/{event.code}/again/")
    program = client.post(f"/api/v1/events/{event.code}/again/", {"name": "Next", "code": "NEXT-1", "starts_at": LATER})

    assert page.status_code == 403
    assert program.json()["code"] == "may_not_create_events"


def test_a_program_uses_a_night_again(client: Client):
    event = a_night_of_before()
    ruth = make_staff(event)
    allow_events(ruth)
    client.force_login(ruth)
    body = {"name": "Next", "code": "next-1", "starts_at": timezone.now().isoformat(), "with_roles": True}

    answer = client.post(f"/api/v1/events/{event.code}/again/", body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (201, "NEXT-1")
    assert answer.json()["settings"]["bank"]["rebuy_price"] == 2500
