"""What every answer tells browsers and search engines, at whichever door it was asked for."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from eventnight.core.web.headers import OUTSIDE_SEARCH, PERMISSIONS_POLICY, PERSONAL
from eventnight.events.models import Player
from eventnight.live.app import LiveApp
from tables.models import Table
from tests.core.test_access import addresses
from tests.core.test_settings import PRODUCTION, run_python
from tests.factories import make_event, make_player, make_staff
from tests.tables.evening import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return make_player(make_event())


def _link(player: Player) -> str:
    return f"{PERSONAL}{player.token}/"


def test_every_answer_forbids_the_camera_and_what_else_no_page_uses(client: Client, player: Player):
    client.force_login(make_staff(player.event))
    code = player.event.code
    answers = [
        client.get(address)
        for address in (
            "/",
            "/nowhere/",
            "/robots.txt",
            "/static/css/tokens.css",
            "/accounts/sign-in/",
            f"/e/{code}/",
            f"/staff/{code}/",
            f"/staff/{code}/players/P999/",
            f"/api/v1/events/{code}/players/",
            "/api/v1/nothing/",
            "/api/v1/docs",
            _link(player),
            "/p/no-such-link/",
        )
    ]

    assert {answer.status_code for answer in answers} == {200, 404}
    assert {answer["Permissions-Policy"] for answer in answers} == {PERMISSIONS_POLICY}
    assert "camera=()" in PERMISSIONS_POLICY
    assert {answer["X-Content-Type-Options"] for answer in answers} == {"nosniff"}


def test_a_fault_of_the_server_carries_them_too(client: Client, player: Player):
    client.raise_request_exception = False
    open_table(player.event)
    Table.objects.update(game="none")

    answer = client.get(f"/e/{player.event.code}/")

    assert answer.status_code == 500
    assert (answer["X-Robots-Tag"], answer["Permissions-Policy"]) == ("noindex, nofollow", PERMISSIONS_POLICY)


def test_search_engines_list_the_first_page_and_nothing_of_a_night(client: Client, player: Player):
    code = player.event.code

    assert "X-Robots-Tag" not in client.get("/")
    for address in (f"/e/{code}/", f"/e/{code}/wall/", _link(player), "/accounts/sign-in/", f"/api/v1/events/{code}/"):
        assert client.get(address)["X-Robots-Tag"] == "noindex, nofollow", address


def test_robots_are_asked_to_leave_personal_links_staff_and_api_alone(client: Client):
    robots = client.get("/robots.txt")

    assert robots["Content-Type"] == "text/plain; charset=utf-8"
    assert [line for line in robots.content.decode().splitlines() if line.startswith("Disallow")] == [
        "Disallow: /p/",
        "Disallow: /staff/",
        "Disallow: /organise/",
        "Disallow: /accounts/",
        "Disallow: /admin/",
        "Disallow: /api/",
        "Disallow: /live/",
        "Disallow: /offline/",
        "Disallow: /worker.js",
    ]


TICKETS = {"T", "check-draw.html"}
"""What is printed on a ticket, and the page that repeats a draw."""


def test_only_the_first_page_practice_and_those_of_nights_are_open_to_robots():
    routes = {f"/{route}" for route, _ in addresses(get_resolver())}

    assert {route.split("/")[1] for route in routes if not route.startswith(OUTSIDE_SEARCH)} == {
        "",
        "e",
        "practice",
        "robots.txt",
    } | TICKETS


def test_every_personal_address_and_nothing_else_goes_by_the_link_alone():
    by_link = {route for route, pattern in addresses(get_resolver()) if _access(pattern.callback) == "personal"}
    below = {route for route, _ in addresses(get_resolver()) if f"/{route}".startswith(PERSONAL)}

    assert by_link == below


def _access(view: object) -> str:
    return str(getattr(view, "access", ""))


@pytest.mark.parametrize("rest", ["", "board/", "tickets/", "no/such/page/", "match/"])
def test_a_personal_link_is_told_to_nobody(client: Client, player: Player, rest: str):
    answer = client.get(_link(player) + rest)

    assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == ("no-referrer", "noindex, nofollow")


def test_a_form_of_a_personal_page_arrives_from_a_browser_that_names_no_origin(player: Player):
    """A browser under no-referrer sends Origin: null with a form."""
    strict = Client(enforce_csrf_checks=True)

    own = strict.post(_link(player) + "tickets/undo/", headers={"Origin": "null"})
    staff = strict.post(f"/staff/{player.event.code}/players/P001/phone/", headers={"Origin": "null"})

    assert own.status_code != 403
    assert staff.status_code == 403


@pytest.mark.parametrize(
    ("path", "status"), [("/live/time", 200), ("/live/nothing/here", 404), ("/live/NO-NIGHT/", 404)]
)
@pytest.mark.django_db(transaction=True)
def test_the_live_part_carries_the_headers_of_pages(path: str, status: int):
    started: list[dict[str, Any]] = []

    async def ask() -> None:
        app = LiveApp()

        async def send(message: Any) -> None:
            started.append(message)

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(60)
            return {"type": "http.disconnect"}

        await app({"type": "http", "method": "GET", "path": path}, receive, send)
        await app.close()

    asyncio.run(ask())

    headers = {name.decode(): value.decode() for name, value in started[0]["headers"]}
    assert started[0]["status"] == status
    assert headers["permissions-policy"] == PERMISSIONS_POLICY
    assert headers["x-robots-tag"] == "noindex, nofollow"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("asked", "promised"),
    [
        ({}, "31536000"),
        ({"SECURE_HSTS_INCLUDE_SUBDOMAINS": "1"}, "31536000; includeSubDomains"),
        ({"SECURE_HSTS_PRELOAD": "1"}, "31536000; includeSubDomains; preload"),
    ],
)
def test_https_is_promised_for_this_name_and_for_more_only_where_it_is_asked_for(asked: dict[str, str], promised: str):
    code = (
        "import django; django.setup();"
        "from django.test import Client;"
        "print(Client(SERVER_NAME='night.example.org').get('/robots.txt', secure=True)['Strict-Transport-Security'])"
    )
    answered = run_python("-c", code, **PRODUCTION, **asked)

    assert answered.stdout.strip() == f"max-age={promised}", answered.stderr
