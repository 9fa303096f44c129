"""Nobody opens what no rule opens: every address names who may, and the doors hold."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIRequestFactory

from eventnight.core.api.base import PUBLIC, EventApiView
from eventnight.core.errors import Forbidden
from eventnight.core.fresh.versions import VERSIONS
from eventnight.core.press import Press
from eventnight.core.roles import ALLOWED, Permission, Role
from eventnight.core.web.access import may, require, roles_of
from eventnight.events.services import update_event
from tests.factories import NOW, actor_with, make_event, make_player, make_staff, make_user

OPEN_TO_ALL = ("accounts/", "admin/", "api/v1/schema", "api/v1/docs", "static/")
"""Addresses of Django and of the API's description: they hold no event and guard themselves."""


def addresses(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from addresses(entry, route)
        else:
            yield route, entry


def is_guarded(view: object) -> bool:
    api = getattr(view, "view_class", None) or getattr(view, "cls", None)
    if api is None:
        return bool(getattr(view, "access", ""))
    if issubclass(api, EventApiView):
        # A property decides by method, and None from it is refused like a forgotten permission.
        if api.permission is EventApiView.permission:
            return False
        return isinstance(api.permission, (Permission, property)) or api.permission is PUBLIC
    return bool(getattr(api, "access", ""))


def signed_in(user: User) -> HttpRequest:
    """A request as the sign-in leaves it."""
    request = RequestFactory().get("/")
    request.user, request.session = user, SessionStore()
    return request


def test_every_address_says_who_may_open_it():
    unguarded = [
        route
        for route, pattern in addresses(get_resolver())
        if not route.startswith(OPEN_TO_ALL) and not is_guarded(pattern.callback)
    ]

    assert unguarded == []


def test_every_permission_is_held_by_somebody_and_the_organiser_holds_all():
    assert set(ALLOWED) == set(Permission)
    assert all(Role.ORGANISER in roles for roles in ALLOWED.values())


def test_no_role_may_do_nothing_at_all():
    assert not any(may(frozenset(), permission) for permission in Permission)


@pytest.mark.django_db
def test_a_role_at_one_night_opens_no_other():
    mine, other = make_event(), make_event()
    nora = make_staff(mine, Role.DESK)

    asked = signed_in(nora)

    assert require(asked, mine.pk, Permission.CHECK_IN) == {Role.DESK}
    with pytest.raises(Forbidden, match="needs the role Desk, Floor, Organiser at this event"):
        require(asked, other.pk, Permission.CHECK_IN)


@pytest.mark.django_db
def test_a_superuser_is_organiser_everywhere():
    assert roles_of(make_user(is_superuser=True), make_event().pk) == {Role.ORGANISER}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "status"),
    [(Role.ORGANISER, 200), (Role.DESK, 403), (Role.FLOOR, 403), (Role.TABLES, 403), (Role.RAFFLE, 403)],
)
def test_only_the_organiser_opens_the_set_up(client: Client, role: Role, status: int):
    event = make_event()
    client.force_login(make_staff(event, role))

    page = client.get(f"/organise/{event.code}/setup/")
    answer = client.get(f"/api/v1/events/{event.code}/")

    assert (page.status_code, answer.status_code) == (status, status)
    if status == 403:
        assert "This needs the role Organiser" in page.content.decode()
        assert (answer["Content-Type"], answer.json()["code"]) == ("application/problem+json", "role_missing")


@pytest.mark.django_db
def test_strangers_are_sent_to_sign_in_and_come_back(client: Client):
    event = make_event()
    address = f"/staff/{event.code}/players/?q=ann"

    answer = client.get(address)

    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/sign-in")
    assert answer["Location"].endswith(f"next=/staff/{event.code}/players/%3Fq%3Dann")


@pytest.mark.django_db
def test_the_api_asks_strangers_to_sign_in(client: Client):
    event = make_event()

    answer = client.get(f"/api/v1/events/{event.code}/players/")

    assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json")
    assert (answer.json()["code"], answer["WWW-Authenticate"]) == ("not_authenticated", "Token")


@pytest.mark.django_db
def test_an_unknown_event_is_a_page_for_people_and_problem_details_for_programs(client: Client):
    client.force_login(make_user(is_superuser=True))

    pages = [client.get("/organise/NOWHERE/setup/"), client.get("/e/NOWHERE/rules/")]
    answer = client.get("/api/v1/events/NOWHERE/")

    for page in pages:
        assert (page.status_code, page["Content-Type"]) == (404, "text/html; charset=utf-8")
        assert "No event has the code NOWHERE" in page.content.decode()
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["code"] == "unknown_event"


@pytest.mark.django_db
def test_an_api_view_without_a_permission_is_closed_to_everybody():
    class Forgotten(EventApiView):
        def get(self, request, code):
            raise AssertionError("reached")

    event = make_event()
    request = APIRequestFactory().get("/")
    request.user = make_user(is_superuser=True)

    answer = Forgotten.as_view()(request, code=event.code)

    assert (answer.status_code, answer.data["code"]) == (403, "closed_address")


@pytest.mark.usefixtures("versions_stay_known")
@pytest.mark.django_db(transaction=True)
def test_a_public_page_reads_neither_session_nor_user_and_is_rendered_once_a_version(
    client: Client, django_assert_num_queries
):
    event = make_event()
    client.force_login(make_staff(event))
    address = f"/e/{event.code}/rules/"

    VERSIONS.newest(event.code)
    with django_assert_num_queries(1):  # the event, with the version the page shows
        first = client.get(address)
    VERSIONS.newest(event.code)
    with django_assert_num_queries(0):
        again = client.get(address)
        unchanged = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert (first.status_code, again.content) == (200, first.content)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged["Event-Version"] == first["Event-Version"]
    assert "Cookie" not in first["Vary"]


@pytest.mark.django_db
def test_a_change_makes_the_public_page_new(client: Client):
    event = make_event()
    address = f"/e/{event.code}/rules/"
    first = client.get(address)

    update_event(event=event, name="Renamed night", press=Press(actor_with(event), NOW))
    second = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert second.status_code == 200
    assert second["ETag"] != first["ETag"]
    assert "Renamed night" in second.content.decode()


@pytest.mark.django_db
def test_a_form_leads_back_only_to_our_own_pages(client: Client):
    event = make_event()
    client.force_login(make_staff(event, Role.DESK))
    ours, elsewhere = make_player(event), make_player(event)

    def press(player, to: str) -> str:
        return client.post(f"/staff/{event.code}/players/{player.code}/check-in/", {"next": to})["Location"]

    assert press(ours, f"/staff/{event.code}/desk/") == f"/staff/{event.code}/desk/"
    assert press(elsewhere, "https://elsewhere.example/") == f"/staff/{event.code}/players/"
