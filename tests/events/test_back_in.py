"""Whoever forgot their password is let back in by the organiser, into an account that opens nothing more."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client

from eventnight.core.errors import UserFacingError
from eventnight.core.models import RoleGrant
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events import services
from eventnight.events.models import Event, Invitation
from tests.events.invited import PASSWORD, link, roles_of, signed_in
from tests.factories import NOW, actor_with, make_event, make_staff, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def organiser(event) -> Client:
    return signed_in(make_staff(event))


def test_whoever_forgot_the_password_chooses_another(event, organiser):
    dan = make_staff(event, Role.DESK)
    elsewhere = signed_in(dan)
    shown = organiser.post(f"/organise/{event.code}/setup/people/{dan.pk}/back-in/", follow=True).content.decode()
    [address] = re.findall(r"http://testserver(/accounts/invited/[^<]+/)</b>", shown)
    phone = Client()

    answer = phone.post(address, {"password": PASSWORD, "password_again": PASSWORD})

    assert answer["Location"] == f"/staff/{event.code}/"
    assert phone.get(answer["Location"]).status_code == 200
    assert Client().login(username=dan.username, password=PASSWORD)
    assert elsewhere.get(f"/staff/{event.code}/").status_code == 302
    assert roles_of(event, dan.username) == {"desk"}


def test_a_new_way_back_in_closes_the_one_before(event):
    dan, press = make_staff(event, Role.DESK), Press(actor_with(event), NOW)
    first = services.let_back_in(event=event, user_id=dan.pk, press=press)

    second = services.let_back_in(event=event, user_id=dan.pk, press=press)

    assert Client().get(link(first)).status_code == 404
    assert Client().get(link(second)).status_code == 200


def test_a_way_back_in_gives_nobody_a_role(event):
    dan, ruth = make_staff(event, Role.DESK), make_user("ruth")
    way = services.let_back_in(event=event, user_id=dan.pk, press=Press(actor_with(event), NOW))

    answer = signed_in(ruth).post(f"{link(way)}accept/")

    assert answer.status_code == 409
    assert roles_of(event, "ruth") == set()


def _superuser(event: Event) -> User:
    user = make_staff(event, Role.DESK)
    user.is_superuser = True
    user.save()
    return user


def _works_elsewhere(event: Event) -> User:
    user = make_staff(event, Role.DESK)
    RoleGrant.objects.create(event=make_event(), user=user, role=Role.RAFFLE)
    return user


def _makes_nights(event: Event) -> User:
    user = make_staff(event, Role.DESK)
    services.allow_events(user)
    return user


@pytest.mark.parametrize("account", [_superuser, _works_elsewhere, _makes_nights])
def test_an_organiser_lets_nobody_into_an_account_that_opens_more_than_their_nights(event, organiser, account):
    user = account(event)

    answer = organiser.post(f"/organise/{event.code}/setup/people/{user.pk}/back-in/")

    assert answer.status_code == 403
    assert "opens more than your nights" in answer.content.decode()
    assert not Invitation.objects.exists()


def test_an_organiser_of_both_nights_lets_their_helper_back_in(event):
    other, actor = make_event(), actor_with(event)
    dan = make_staff(event, Role.DESK)
    for role, user_id in ((Role.ORGANISER, actor.account_id), (Role.DESK, dan.pk)):
        RoleGrant.objects.create(event=other, user_id=user_id, role=role)

    assert services.let_back_in(event=event, user_id=dan.pk, press=Press(actor, NOW)).account == dan


def test_nobody_without_a_role_is_let_back_in(event, organiser):
    stranger = make_user("stranger")

    assert organiser.post(f"/organise/{event.code}/setup/people/{stranger.pk}/back-in/").status_code == 404


def test_an_account_that_is_switched_off_stays_off(event):
    dan = make_staff(event, Role.DESK)
    way = services.let_back_in(event=event, user_id=dan.pk, press=Press(actor_with(event), NOW))
    User.objects.filter(pk=dan.pk).update(is_active=False)

    with pytest.raises(UserFacingError, match="switched off"):
        services.choose_new_password(invitation=way, password=PASSWORD, now=NOW)

    way.refresh_from_db()
    assert not way.is_used


def test_programs_let_somebody_back_in(event, organiser):
    dan = make_staff(event, Role.DESK)

    made = organiser.post(f"/api/v1/events/{event.code}/roles/{dan.pk}/back-in/").json()

    assert made["role"] == ""
    assert Client().get(made["link"].removeprefix("http://testserver")).status_code == 200


def test_the_database_keeps_one_way_back_in_for_each_account(event):
    dan = make_staff(event, Role.DESK)
    way = services.let_back_in(event=event, user_id=dan.pk, press=Press(actor_with(event), NOW))
    way.pk, way.serial = None, "another"

    with pytest.raises(IntegrityError), transaction.atomic():
        way.save(force_insert=True)


def more_elsewhere(dan: User, maker: User, event: Event) -> None:
    RoleGrant.objects.create(event=make_event(), user=dan, role=Role.ORGANISER)


def no_role_any_more(dan: User, maker: User, event: Event) -> None:
    RoleGrant.objects.filter(user=dan).delete()


def its_maker_is_nobody_any_more(dan: User, maker: User, event: Event) -> None:
    RoleGrant.objects.filter(user=maker).delete()


def its_maker_is_switched_off(dan: User, maker: User, event: Event) -> None:
    User.objects.filter(pk=maker.pk).update(is_active=False)


@pytest.mark.parametrize(
    "since", [more_elsewhere, no_role_any_more, its_maker_is_nobody_any_more, its_maker_is_switched_off]
)
def test_a_way_back_in_is_closed_once_it_would_not_be_given_any_more(event, since):
    dan, maker = make_staff(event, Role.DESK), make_staff(event)
    signed_in(maker).post(f"/organise/{event.code}/setup/people/{dan.pk}/back-in/")
    since(dan, maker, event)
    phone = Client()

    refused = phone.post(link(Invitation.objects.get(account=dan)), {"password": PASSWORD, "password_again": PASSWORD})

    assert refused.status_code == 403
    assert "sets no password any more" in refused.content.decode()
    assert not Client().login(username=dan.username, password=PASSWORD)
