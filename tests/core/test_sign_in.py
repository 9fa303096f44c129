"""Wrong passwords: who is slowed down, who is not, and what a signature has to do with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from rest_framework.request import Request
from rest_framework.test import APIClient, APIRequestFactory

from eventnight.bank.services import record_donation
from eventnight.core.actors import Actor
from eventnight.core.api.throttles import AddressThrottle
from eventnight.core.models import Tries
from eventnight.core.roles import Role
from eventnight.core.sign_in.devices import COOKIE
from eventnight.core.sign_in.passwords import BY_AN_ACCOUNT, FROM_A_PLACE, FROM_ANYWHERE, IN_A_SESSION, ON_OWN_DEVICE
from tests.bank.nights import Night
from tests.factories import NOW, after, make_staff, make_user

pytestmark = pytest.mark.django_db
PAGE = "/accounts/sign-in/"


@pytest.fixture(autouse=True)
def _time_stands() -> Iterator[None]:
    """No wait passes by while the test works."""
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def ruth() -> User:
    return make_user("ruth")


def _sign_in(client: Client, username: str, password: str, **meta: Any) -> int:
    """302 when signed in."""
    return client.post(PAGE, {"username": username, "password": password}, **meta).status_code


def _fail(times: int, username: str = "ruth", client: Client | None = None, **meta: Any) -> list[int]:
    return [_sign_in(client or Client(), username, "wrong", **meta) for _ in range(times)]


def test_after_five_wrong_passwords_from_one_place_the_next_waits_and_says_how_long(client: Client, ruth: User):
    assert _fail(5) == [200] * 5

    answer = client.post(PAGE, {"username": "ruth", "password": "card-night"})

    assert answer.status_code == 429
    assert "Wait 2 seconds and try again, or use a device" in answer.content.decode()
    with time_machine.travel(after(seconds=2), tick=False):
        assert _sign_in(client, "ruth", "card-night") == 302


def test_a_stranger_never_stops_the_tablet_on_which_ruth_has_signed_in(client: Client, ruth: User):
    """The whole hall is one address."""
    assert _sign_in(client, "ruth", "card-night") == 302
    client.post("/accounts/sign-out/")

    assert set(_fail(60)) == {200, 429}

    assert _sign_in(Client(), "ruth", "card-night") == 429
    assert _sign_in(client, "ruth", "wrong") == 200
    assert _sign_in(client, "ruth", "card-night") == 302


def test_a_known_device_is_slowed_down_by_its_own_wrong_passwords_only(client: Client, ruth: User):
    other = Client()
    for tablet in (client, other):
        assert _sign_in(tablet, "ruth", "card-night") == 302

    assert _fail(9, client=client) == [200] * ON_OWN_DEVICE.free + [429]

    assert _sign_in(other, "ruth", "card-night") == 302


@pytest.mark.parametrize("forged", ["", "W10", "eyJhIjoxfQ:1abc:zzzz", "é"])
def test_a_device_that_we_did_not_sign_is_a_stranger(ruth: User, forged: str):
    stranger = Client()
    stranger.cookies[COOKIE] = forged

    assert _fail(6, client=stranger) == [200] * FROM_A_PLACE.free + [429]


def test_a_device_known_to_one_account_is_a_stranger_to_another(client: Client, ruth: User):
    make_user("mallory")
    assert _sign_in(client, "mallory", "card-night") == 302

    assert _fail(6, client=client) == [200] * FROM_A_PLACE.free + [429]


def test_the_device_s_cookie_says_no_name_and_is_for_the_server_alone(client: Client, ruth: User):
    _sign_in(client, "ruth", "card-night")

    cookie = client.cookies[COOKIE]
    assert "ruth" not in cookie.value
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 400 * 24 * 3600)


def test_clients_behind_a_named_proxy_are_slowed_down_apart(settings: Any, ruth: User):
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    _fail(6, HTTP_X_FORWARDED_FOR="8.8.8.8, 203.0.113.9")

    assert _sign_in(Client(), "ruth", "card-night", HTTP_X_FORWARDED_FOR="8.8.8.8, 203.0.113.9") == 429
    assert _sign_in(Client(), "ruth", "card-night", HTTP_X_FORWARDED_FOR="203.0.113.10") == 302


def test_whoever_changes_addresses_is_slowed_down_at_the_name(settings: Any, ruth: User):
    settings.TRUSTED_PROXIES = ["127.0.0.1"]

    answers = [_fail(1, HTTP_X_FORWARDED_FOR=f"203.0.113.{host}")[0] for host in range(40)]

    assert answers == [200] * FROM_ANYWHERE.free + [429] * 10


def test_a_name_is_one_name_however_it_is_written_and_a_wrong_one_is_slowed_down_alike(ruth: User):
    spellings = ("ruth", "RUTH", "Ruth", "ＲＵＴＨ", "rUth", "ruTh")

    assert [_sign_in(Client(), name, "wrong") for name in spellings] == [200] * 5 + [429]
    assert _fail(6, "nobody-of-that-name") == [200] * 5 + [429]


def test_one_name_s_wrong_passwords_leave_everybody_else_alone(client: Client, ruth: User):
    make_user("lee")
    _fail(20)

    assert _sign_in(client, "lee", "card-night") == 302


def test_the_admin_has_no_door_of_its_own(client: Client):
    answer = client.get("/admin/", follow=True)

    assert answer.redirect_chain[-1][0].startswith(PAGE)


# ---------- Signatures ----------


class Signing:
    """An organiser before a large correction, which a colleague signs at the organiser's screen or over the API."""

    def __init__(self) -> None:
        night = Night()
        self.organiser, self.colleague = make_staff(night.event), make_staff(night.event, Role.DESK)
        self.entry = night.post(record_donation, paid=50_000, by=Actor.of(self.colleague)).entry
        self.code = night.event.code
        self.at_the_screen = self.sit_down()

    def sit_down(self) -> Client:
        """A session of the organiser's."""
        client = Client()
        client.force_login(self.organiser)
        return client

    def sign(self, password: str, client: Client | None = None) -> int:
        """302 when it is signed."""
        facts = {"reason": "a nought too many", "second": self.colleague.username, "password": password}
        page = f"/staff/{self.code}/desk/entries/{self.entry.sequence}/undo/"
        return (client or self.at_the_screen).post(page, {**facts, "request_id": uuid4()}).status_code

    def sign_by_api(self, password: str) -> HttpResponse:
        client = APIClient()
        client.force_authenticate(self.organiser)
        facts = {"reason": "a nought too many", "second": self.colleague.username, "password": password}
        address = f"/api/v1/events/{self.code}/bank/entries/{self.entry.sequence}/reversal/"
        return client.post(address, facts, format="json", headers={"Idempotency-Key": str(uuid4())})


@pytest.fixture
def signing() -> Signing:
    return Signing()


def test_strangers_wrong_sign_ins_never_stop_a_signature(signing: Signing):
    assert _fail(60, signing.colleague.username)[-1] == 429

    assert signing.sign("card-night") == 302


def test_wrong_signatures_do_not_stop_the_colleague_from_signing_in(signing: Signing):
    assert {signing.sign("guess") for _ in range(30)} == {422, 429}

    assert _sign_in(Client(), signing.colleague.username, "card-night") == 302


def test_wrong_signatures_slow_down_the_session_in_which_they_were_typed(signing: Signing):
    elsewhere = signing.sit_down()
    assert [signing.sign("guess") for _ in range(6)] == [422] * IN_A_SESSION.free + [429]

    assert signing.sign("card-night") == 429
    assert signing.sign("card-night", elsewhere) == 302


def test_a_session_begun_again_does_not_begin_the_guessing_again(signing: Signing):
    answers = [signing.sign("guess", signing.sit_down()) for _ in range(BY_AN_ACCOUNT.free + 3)]

    assert answers == [422] * BY_AN_ACCOUNT.free + [429] * 3


def test_a_signature_that_has_to_wait_keeps_the_form_and_says_how_long(signing: Signing):
    for _ in range(IN_A_SESSION.free):
        signing.sign("guess")
    facts = {"reason": "a nought too many", "second": signing.colleague.username, "password": "guess"}
    page = f"/staff/{signing.code}/desk/entries/{signing.entry.sequence}/undo/"

    answer = signing.at_the_screen.post(page, {**facts, "request_id": uuid4()})

    assert answer.status_code == 429
    assert "Wait 2 seconds, then let them type it again" in answer.content.decode()
    assert 'value="a nought too many"' in answer.content.decode()


def test_programs_are_slowed_down_as_pages_are_and_told_when_to_come_again(signing: Signing):
    answers = [signing.sign_by_api("guess") for _ in range(BY_AN_ACCOUNT.free + 1)]

    assert [answer.status_code for answer in answers] == [403] * BY_AN_ACCOUNT.free + [429]
    assert (answers[-1].json()["code"], answers[-1]["Retry-After"]) == ("too_many_tries", "3")
    with time_machine.travel(after(seconds=2), tick=False):
        assert signing.sign_by_api("card-night").status_code == 201


def test_counts_outlive_the_process_that_made_them(signing: Signing):
    """Nothing of it is in a cache: whatever process answers reads the same rows."""
    _fail(5, signing.colleague.username)
    cache.clear()

    assert _sign_in(Client(), signing.colleague.username, "card-night") == 429
    assert set(Tries.objects.values_list("kind", "wrong")) == {(FROM_A_PLACE.kind, 5), (FROM_ANYWHERE.kind, 5)}


def test_an_anonymous_client_of_the_api_is_told_by_its_own_address_whatever_it_writes(settings: Any):
    request = Request(APIRequestFactory().get("/", HTTP_X_FORWARDED_FOR="8.8.8.8", REMOTE_ADDR="203.0.113.9"))

    assert AddressThrottle().get_ident(request) == "203.0.113.9"
    settings.TRUSTED_PROXIES = ["203.0.113.9"]
    assert AddressThrottle().get_ident(request) == "8.8.8.8"
