"""Staff come by themselves: invited with a role, let back in with a new password, and nobody types another's."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client

from eventnight.core.audit import audit_log
from eventnight.core.errors import Conflict
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events import services
from eventnight.events.invitations import token_of
from eventnight.events.models import Event, Invitation
from tests.events.invited import PASSWORD, invite, link, roles_of, signed_in
from tests.factories import NOW, actor_with, after, make_event, make_staff, make_user

pytestmark = pytest.mark.django_db

DAN = {"name": "Dan Weiss", "username": "dan", "password": PASSWORD, "password_again": PASSWORD}


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def organiser(event) -> Client:
    return signed_in(make_staff(event))


# Saying yes


def test_whoever_is_invited_makes_an_account_and_works_at_the_night(event, organiser):
    page = organiser.post(f"/organise/{event.code}/setup/people/", {"name": "Dan Weiss", "role": "desk"}, follow=True)
    [address] = re.findall(r"http://testserver(/accounts/invited/[^<]+/)</b>", page.content.decode())
    phone = Client()
    asked = phone.get(address).content.decode()

    answer = phone.post(address, DAN)

    assert "Dan Weiss, will you help?" in asked
    assert "Check guests in and sell chips" in asked
    assert answer["Location"] == f"/staff/{event.code}/"
    assert phone.get(answer["Location"]).status_code == 200
    assert roles_of(event, "dan") == {"desk"}
    assert Client().login(username="dan", password=PASSWORD)
    assert "Dan Weiss" in organiser.get(f"/organise/{event.code}/setup/people/").content.decode()


def test_whoever_has_an_account_takes_the_role_with_it(event):
    invitation, ruth = invite(event, Role.RAFFLE), make_user("ruth")
    phone = signed_in(ruth)
    page = phone.get(link(invitation)).content.decode()

    answer = phone.post(f"{link(invitation)}accept/")

    assert "You are signed in as ruth" in page
    assert answer["Location"] == f"/staff/{event.code}/"
    assert roles_of(event, "ruth") == {"raffle"}
    assert User.objects.filter(username="dan").count() == 0


def test_without_a_sign_in_nobody_takes_a_role_by_a_press_alone(event):
    invitation = invite(event)

    answer = Client().post(f"{link(invitation)}accept/")

    assert answer["Location"] == f"/accounts/sign-in/?next={link(invitation)}"
    invitation.refresh_from_db()
    assert not invitation.is_used


def test_a_link_works_once(event):
    invitation = invite(event)
    Client().post(link(invitation), DAN)

    again = Client().post(link(invitation), {**DAN, "username": "eve"})

    assert again.status_code == 409
    assert "used already" in again.content.decode()
    assert not User.objects.filter(username="eve").exists()
    assert list(event.role_grants.values_list("role", flat=True)).count("desk") == 1


def test_a_link_has_its_time(event):
    invitation = invite(event)

    with pytest.raises(Conflict, match="was valid until") as late:
        services.accept_with_account(invitation=invitation, user=make_user("ruth"), now=invitation.valid_until)
    services.accept_with_account(
        invitation=invitation, user=make_user("rob"), now=invitation.valid_until - timedelta(seconds=1)
    )

    assert late.value.code == "invitation_expired"
    assert roles_of(event, "ruth") == set()
    assert roles_of(event, "rob") == {"desk"}


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda token: token[:-1],
        lambda token: token[:-1] + ("0" if token[-1] != "0" else "1"),
        lambda token: "999999-" + token.partition("-")[2],
        lambda token: "0" + token,
        lambda token: "1-" + "0" * 32,
        lambda token: "x",
        lambda token: "9" * 17 + "-" + "0" * 32,
    ],
)
def test_a_link_that_is_not_whole_opens_nothing(event, spoiled):
    token = spoiled(token_of(invite(event)))

    assert Client().get(f"/accounts/invited/{event.code}/{token}/").status_code == 404


def test_a_link_opens_nothing_at_another_night(event):
    invitation = invite(event)

    assert Client().post(f"/accounts/invited/{make_event().code}/{token_of(invitation)}/", DAN).status_code == 404
    assert not User.objects.filter(username="dan").exists()


def test_the_row_alone_does_not_open_the_link(event, settings):
    invitation = invite(event)
    token = token_of(invitation)

    settings.SECRET_KEY = "another installation's"

    assert token_of(invitation) != token
    assert invitation.serial not in token


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"password_again": "three blind mice ran"}, "These two are not the same"),
        ({"password": "short", "password_again": "short"}, "too short"),
        ({"password": "password1", "password_again": "password1"}, "too common"),
        ({"username": "dan weiss", "password": "danweiss1", "password_again": "danweiss1"}, "without spaces"),
        ({"username": "danielweiss", "password": "danielweiss1", "password_again": "danielweiss1"}, "too similar"),
        ({"name": " "}, "required"),
        ({"name": "x" * 121}, "120 characters"),
    ],
)
def test_what_cannot_be_an_account_is_refused_and_the_link_stays(event, changed, said):
    invitation = invite(event)

    answer = Client().post(link(invitation), {**DAN, **changed})

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert Client().post(link(invitation), DAN).status_code == 302


@pytest.mark.parametrize("name", ["ruth", "Ruth", "RUTH"])
def test_nobody_takes_the_sign_in_name_of_another(event, name):
    invitation = invite(event)
    make_user("ruth")

    answer = Client().post(link(invitation), {**DAN, "username": name})

    assert answer.status_code == 409
    assert f"Somebody signs in as {name} already" in answer.content.decode()
    invitation.refresh_from_db()
    assert not invitation.is_used


@pytest.mark.parametrize(("chosen", "kept"), [("ｄａｎ", "dan"), ("ﬁnn", "finn"), ("dan²", "dan2"), ("Žoë", "Žoë")])
def test_whoever_chooses_a_name_signs_in_with_it(event, chosen, kept):
    made = Client().post(link(invite(event)), {**DAN, "username": chosen})

    signed_in_with = [
        Client().post("/accounts/sign-in/", {"username": name, "password": PASSWORD}).status_code
        for name in (chosen, kept)
    ]

    assert made.status_code == 302
    assert signed_in_with == [302, 302]
    assert roles_of(event, kept) == {"desk"}


def test_a_name_in_another_spelling_is_taken_too(event):
    invitation = invite(event)
    make_user("dan")

    answer = Client().post(link(invitation), {**DAN, "username": "ＤＡＮ"})

    assert answer.status_code == 409
    assert "Somebody signs in as DAN already" in answer.content.decode()
    with pytest.raises(Conflict, match="Somebody signs in as dan already"):
        services.accept_with_new_account(
            invitation=invitation,
            account=services.NewAccount(name="Dan", username="ｄａｎ", password=PASSWORD),
            now=NOW,
        )


@pytest.mark.parametrize(("name", "said"), [("ﬃ" * 51, "150 characters"), ("dan\ufdfa", "without spaces")])
def test_a_name_is_as_long_and_has_the_letters_that_are_kept(event, name, said):
    answer = Client().post(link(invite(event)), {**DAN, "username": name})

    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_a_role_is_given_to_a_name_in_any_spelling(event):
    make_user("dan")

    services.grant_role(event=event, username=" ｄａｎ", role=Role.RAFFLE, press=Press(actor_with(event), NOW))

    assert roles_of(event, "dan") == {"raffle"}


def test_who_is_invited_twice_keeps_one_link(event):
    first = invite(event)

    again = services.invite_staff(
        event=event, name="Dan Weiss", role=Role.DESK, press=Press(actor_with(event), after(60))
    )

    assert again == first
    assert again.valid_until > first.valid_until
    assert invite(event, Role.RAFFLE) != first


# Withdrawing


def test_a_withdrawn_invitation_opens_nothing(event, organiser):
    invitation = invite(event)

    organiser.post(f"/organise/{event.code}/invitations/{invitation.pk}/withdraw/")

    assert Client().post(link(invitation), DAN).status_code == 404
    assert not User.objects.filter(username="dan").exists()


def test_an_invitation_that_was_used_is_not_withdrawn(event):
    invitation = invite(event)
    services.accept_with_account(invitation=invitation, user=make_user("ruth"), now=NOW)

    with pytest.raises(Conflict, match="Take the role away instead"):
        services.withdraw_invitation(event=event, invitation_id=invitation.pk, press=Press(actor_with(event), NOW))


def test_an_invitation_withdrawn_while_it_is_read_lets_nobody_in(event):
    invitation = invite(event)
    services.withdraw_invitation(event=event, invitation_id=invitation.pk, press=Press(actor_with(event), NOW))

    with pytest.raises(Conflict, match="used already, or withdrawn"):
        services.accept_with_account(invitation=invitation, user=make_user("ruth"), now=NOW)

    assert roles_of(event, "ruth") == set()


# Who may, and what is noted


@pytest.mark.parametrize("role", [role for role in Role if role != Role.ORGANISER])
def test_only_organisers_invite(event, role):
    client = signed_in(make_staff(event, role))
    invitation = invite(event)

    assert client.post(f"/organise/{event.code}/setup/people/", {"name": "Eve", "role": "desk"}).status_code == 403
    assert client.get(f"/organise/{event.code}/invitations/{invitation.pk}/").status_code == 403
    assert client.get(f"/api/v1/events/{event.code}/invitations/").status_code == 403
    assert Invitation.objects.count() == 1


def test_an_invitation_of_another_night_is_not_shown(event, organiser):
    theirs = invite(make_event())

    assert organiser.get(f"/organise/{event.code}/invitations/{theirs.pk}/").status_code == 404
    assert organiser.post(f"/organise/{event.code}/invitations/{theirs.pk}/withdraw/").status_code == 404
    assert Invitation.objects.filter(pk=theirs.pk).exists()


def test_programs_invite_and_withdraw(event, organiser):
    address = f"/api/v1/events/{event.code}/invitations/"

    made = organiser.post(address, {"name": "Dan Weiss", "role": "desk"}, content_type="application/json")
    listed = organiser.get(address).json()
    gone = organiser.delete(f"{address}{made.json()['id']}/")

    assert made.status_code == 201
    assert listed == [made.json()]
    assert made.json()["link"].startswith(f"http://testserver/accounts/invited/{event.code}/")
    assert gone.status_code == 204
    assert organiser.get(address).json() == []


def test_the_log_says_who_was_invited_by_whom_and_that_they_came_without_a_secret(event):
    invitation = invite(event)
    services.accept_with_new_account(
        invitation=invitation,
        account=services.NewAccount(name="Dan Weiss", username="dan", password=PASSWORD),
        now=NOW,
    )
    lines = list(audit_log(event.pk).filter(action__in=["staff.invited", "staff.joined"]).order_by("pk"))

    assert [line.action for line in lines[-2:]] == ["staff.invited", "staff.joined"]
    assert lines[-1].actor_label == "Dan"
    assert not any(token_of(invitation) in f"{line.subject}{line.facts}" for line in lines)


def test_no_page_of_an_invitation_is_kept(event, organiser):
    invitation = invite(event)

    for client, address in (
        (organiser, f"/organise/{event.code}/invitations/{invitation.pk}/"),
        (Client(), link(invitation)),
    ):
        assert "no-store" in client.get(address)["Cache-Control"]


# What can never be true


@pytest.mark.parametrize(
    ("facts", "claim"),
    [
        ({"role": ""}, "invitation_gives_a_role_or_a_password"),
        ({"role": "chief"}, "invitation_gives_a_role_or_a_password"),
        ({"used_at": NOW}, "invitation_used_by_somebody"),
    ],
)
def test_the_database_refuses_what_is_no_invitation(event, facts, claim):
    invitation = invite(event)

    with pytest.raises(IntegrityError, match=claim), transaction.atomic():
        Invitation.objects.filter(pk=invitation.pk).update(**facts)
