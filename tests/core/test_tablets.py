"""A tablet of the hall goes from hand to hand by four digits, which open helpers' work and nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client

from eventnight.core.errors import UserFacingError
from eventnight.core.models import RoleGrant, StaffPin
from eventnight.core.roles import ALLOWED, Permission, Role
from eventnight.core.sign_in import pins
from eventnight.events.models import Event
from tests.answers import text_of
from tests.events.invited import invite, link
from tests.factories import NOW, allow_events, make_event, make_staff, make_user

pytestmark = pytest.mark.django_db

PASSWORD = "three blind mice run"
PIN, WRONG = "7302", "7303"


@pytest.fixture
def event():
    return make_event()


def with_pin(user: User, digits: str = PIN) -> User:
    user.set_password(PASSWORD)
    user.save()
    pins.choose_pin(user=user, digits=digits, now=NOW)
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def handed_over(event) -> Client:
    """A tablet that somebody of the staff has left."""
    client = signed_in(make_staff(event, Role.FLOOR))
    assert client.post(f"/accounts/hand-over/{event.code}/")["Location"] == f"/accounts/tablet/{event.code}/"
    return client


def take(tablet: Client, event, user: User, digits: str = PIN):
    return tablet.post(f"/accounts/tablet/{event.code}/{user.pk}/", {"digits": digits})


def test_whoever_leaves_a_tablet_is_signed_out_and_the_next_one_takes_it_with_four_digits(event):
    dan = with_pin(make_staff(event, Role.DESK))
    tablet = handed_over(event)
    locked = tablet.get(f"/staff/{event.code}/")
    names = tablet.get(f"/accounts/tablet/{event.code}/").content.decode()

    answer = take(tablet, event, dan)

    assert locked.status_code == 302
    assert dan.username in names
    assert answer["Location"] == f"/staff/{event.code}/"
    assert tablet.get(f"/staff/{event.code}/desk/").status_code == 200


def test_a_tablet_goes_on_from_hand_to_hand(event):
    dan, mia = with_pin(make_staff(event, Role.DESK)), with_pin(make_staff(event, Role.MATCHES), "8461")
    tablet = handed_over(event)
    take(tablet, event, dan)
    tablet.post(f"/accounts/hand-over/{event.code}/")

    take(tablet, event, mia, "8461")

    assert tablet.get(f"/staff/{event.code}/matches/").status_code == 200
    assert tablet.get(f"/staff/{event.code}/desk/").status_code == 403


def test_a_pin_signs_in_nowhere_but_on_a_tablet_that_was_handed_over(event):
    dan = with_pin(make_staff(event, Role.DESK))
    stranger = Client()

    assert stranger.get(f"/accounts/tablet/{event.code}/")["Location"] == f"/staff/{event.code}/"
    assert take(stranger, event, dan)["Location"] == f"/staff/{event.code}/"
    assert stranger.get(f"/staff/{event.code}/").status_code == 302
    assert not stranger.login(username=dan.username, password=PIN)


def test_a_tablet_of_one_night_is_taken_over_at_no_other(event):
    other = make_event()
    dan = with_pin(make_staff(event, Role.DESK))
    RoleGrant.objects.create(event=other, user=dan, role=Role.DESK)
    tablet = handed_over(event)

    assert tablet.get(f"/accounts/tablet/{other.code}/").status_code == 302
    take(tablet, event, dan)

    assert tablet.get(f"/staff/{event.code}/").status_code == 200
    assert tablet.get(f"/staff/{other.code}/").status_code == 403


ORGANISERS_ONLY = [permission for permission, roles in ALLOWED.items() if roles == {Role.ORGANISER}]


def test_by_pin_an_organiser_does_every_helper_s_work_and_none_of_their_own(event):
    ruth = with_pin(make_staff(event, Role.ORGANISER))
    tablet = handed_over(event)
    take(tablet, event, ruth)

    refused = tablet.get(f"/organise/{event.code}/books/")

    assert Permission.SEE_BOOKS in ORGANISERS_ONLY
    assert refused.status_code == 403
    assert "Sign in with your password" in refused.content.decode()
    assert tablet.get(f"/organise/{event.code}/setup/").status_code == 403
    assert tablet.get(f"/api/v1/events/{event.code}/bank/totals/").status_code == 403
    for page in ("desk", "matches", "floor", "tables", "raffle", "chips"):
        assert tablet.get(f"/staff/{event.code}/{page}/").status_code == 200, page
    assert "Set-up" not in tablet.get(f"/staff/{event.code}/").content.decode()


@pytest.mark.parametrize("address", ["/organise/", "/organise/new/", "/accounts/me/", "/api/v1/events/"])
def test_by_pin_nothing_opens_beyond_that_night(event, address):
    dan = with_pin(make_staff(event, Role.DESK))
    allow_events(dan)
    tablet = handed_over(event)
    take(tablet, event, dan)

    refused = tablet.get(address)

    assert refused.status_code == 403
    assert "Sign in with your password" in text_of(refused)


def test_by_pin_nobody_makes_a_night(event):
    dan = with_pin(make_staff(event, Role.DESK))
    allow_events(dan)
    tablet = handed_over(event)
    take(tablet, event, dan)
    new = {"code": "SPRING-1", "name": "Spring", "starts_at": "2026-12-01T18:00:00Z", "house": "wlia"}

    refused = tablet.post("/api/v1/events/", new, "application/json")

    assert (refused.status_code, refused.json()["code"]) == (403, "password_needed")
    assert not Event.objects.filter(code="SPRING-1").exists()


def test_by_pin_nobody_takes_a_role_at_another_night(event):
    dan = with_pin(make_staff(event, Role.DESK))
    invitation = invite(make_event(), Role.ORGANISER)
    tablet = handed_over(event)
    take(tablet, event, dan)

    refused = tablet.post(f"{link(invitation)}accept/")

    assert refused.status_code == 403
    assert not RoleGrant.objects.filter(user=dan, role=Role.ORGANISER).exists()


def test_the_password_opens_everything_again_on_the_same_tablet(event):
    ruth = with_pin(make_staff(event, Role.ORGANISER))
    tablet = handed_over(event)
    take(tablet, event, ruth)

    tablet.post("/accounts/sign-in/", {"username": ruth.username, "password": PASSWORD})

    assert tablet.get(f"/organise/{event.code}/books/").status_code == 200


def test_wrong_pins_make_the_next_one_wait_whoever_types_it(event):
    dan, mia = with_pin(make_staff(event, Role.DESK)), with_pin(make_staff(event, Role.MATCHES), "8461")
    first, second = handed_over(event), handed_over(event)

    wrong = [take((first, second)[number % 2], event, dan, WRONG).status_code for number in range(5)]
    late = take(first, event, dan)

    assert wrong == [422] * 5
    assert late.status_code == 429
    assert "Too many wrong PINs for this name" in late.content.decode()
    assert take(second, event, mia, "8461").status_code == 302


def test_a_right_pin_clears_the_wrong_ones(event):
    dan = with_pin(make_staff(event, Role.DESK))
    for _ in range(2):
        tablet = handed_over(event)
        for _ in range(4):
            take(tablet, event, dan, WRONG)

        assert take(tablet, event, dan).status_code == 302


@pytest.mark.parametrize("digits", ["", "123", "12345", "12a4", "٣٤٥٦", " 734"])
def test_what_is_not_four_digits_is_no_pin(event, digits):
    with pytest.raises(UserFacingError, match="four digits"):
        pins.choose_pin(user=make_user(), digits=digits, now=NOW)


@pytest.mark.parametrize("digits", ["0000", "7777", "1234", "0123", "6789", "9876", "3210", "1900", "1984", "2099"])
def test_what_anybody_tries_first_is_no_pin(event, digits):
    with pytest.raises(UserFacingError, match="too easy"):
        pins.choose_pin(user=make_user(), digits=digits, now=NOW)


@pytest.mark.parametrize("digits", ["1224", "1235", "8901", "1899", "2100", "0918"])
def test_other_four_digits_are(event, digits):
    user = make_user()

    pins.choose_pin(user=user, digits=digits, now=NOW)

    assert digits not in StaffPin.objects.get(user=user).hashed


def test_whoever_runs_the_installation_has_no_pin(event):
    with pytest.raises(UserFacingError, match="runs the installation"):
        pins.choose_pin(user=make_user(is_superuser=True), digits=PIN, now=NOW)


@pytest.mark.parametrize("facts", [{"is_superuser": True}, {"is_staff": True}, {"is_active": False}])
def test_an_account_that_came_to_more_or_to_less_takes_no_tablet_over(event, facts):
    dan = with_pin(make_staff(event, Role.DESK))
    tablet = handed_over(event)
    User.objects.filter(pk=dan.pk).update(**facts)

    assert dan.username not in tablet.get(f"/accounts/tablet/{event.code}/").content.decode()
    assert take(tablet, event, dan).status_code == 404


def test_whose_role_was_taken_away_takes_no_tablet_over(event):
    dan = with_pin(make_staff(event, Role.DESK))
    tablet = handed_over(event)
    RoleGrant.objects.filter(user=dan).delete()

    assert take(tablet, event, dan).status_code == 404


def test_a_tablet_is_not_taken_over_the_day_after(event):
    tablet = handed_over(event)

    assert tablet.session.get_expiry_age() == pytest.approx(timedelta(hours=12).total_seconds(), abs=60)


# One's own account


def test_somebody_chooses_a_pin_with_their_password_and_removes_it(event):
    dan = make_staff(event, Role.DESK)
    dan.set_password(PASSWORD)
    dan.save()
    client = signed_in(dan)

    wrong = client.post("/accounts/me/pin/", {"digits": PIN, "old_password": "not it"})
    client.post("/accounts/me/pin/", {"digits": PIN, "old_password": PASSWORD})
    had = StaffPin.objects.filter(user=dan).exists()
    client.post("/accounts/me/pin/remove/")

    assert wrong.status_code == 422
    assert "This is not your password." in wrong.content.decode()
    assert had
    assert not StaffPin.objects.filter(user=dan).exists()


def test_an_easy_pin_is_refused_on_the_page_with_the_reason(event):
    dan = make_staff(event, Role.DESK)
    dan.set_password(PASSWORD)
    dan.save()

    answer = signed_in(dan).post("/accounts/me/pin/", {"digits": "1234", "old_password": PASSWORD})

    assert answer.status_code == 422
    assert "1234 is too easy to guess" in answer.content.decode()


def test_somebody_changes_their_password_and_stays_signed_in_here_alone(event):
    dan = make_staff(event, Role.DESK)
    dan.set_password(PASSWORD)
    dan.save()
    here, elsewhere = signed_in(dan), signed_in(dan)
    new = "four and twenty blackbirds"

    answer = here.post("/accounts/me/password/", {"old_password": PASSWORD, "password": new, "password_again": new})

    assert answer["Location"] == "/accounts/me/"
    assert here.get(f"/staff/{event.code}/").status_code == 200
    assert elsewhere.get(f"/staff/{event.code}/").status_code == 302
    assert Client().login(username=dan.username, password=new)


def test_wrong_passwords_on_the_own_page_are_counted_like_those_of_a_sign_in(event):
    dan = make_staff(event, Role.DESK)
    dan.set_password(PASSWORD)
    dan.save()
    client = signed_in(dan)
    new = {"password": "four and twenty blackbirds", "password_again": "four and twenty blackbirds"}

    for _ in range(40):
        answer = client.post("/accounts/me/password/", {"old_password": "guess", **new})

    assert answer.status_code == 429
    dan.refresh_from_db()
    assert dan.check_password(PASSWORD)


@pytest.mark.parametrize("address", ["", "password/", "pin/", "pin/remove/"])
def test_nobody_sees_an_account_page_without_one(address):
    client = Client()
    answer = client.post(f"/accounts/me/{address}") if address else client.get("/accounts/me/")

    assert answer["Location"].startswith("/accounts/sign-in/")


def test_the_database_keeps_no_empty_pin():
    with pytest.raises(IntegrityError, match="staffpin_is_one"), transaction.atomic():
        StaffPin.objects.create(user=make_user(), hashed="", chosen_at=NOW)
