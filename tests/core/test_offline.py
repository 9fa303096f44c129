"""What a browser keeps for the time without a connection: the site's own page, and nothing of anybody."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from eventnight.core.roles import Role
from tests.factories import make_event, make_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event()


def shell() -> list[str]:
    """What the worker fetches when a browser meets it."""
    first = Client().get("/worker.js").content.decode().splitlines()[0]
    return list(json.loads(first.removeprefix("self.shell = ").removesuffix(";")))


def test_the_worker_fetches_all_that_the_page_without_connection_needs():
    page = Client().get("/offline/").content.decode()
    needs = re.findall(r"""(?:href|src)="(/static/[^"]+)""", page)

    assert shell() == ["/offline/", *dict.fromkeys(needs)]
    assert any(name.endswith(".css") for name in needs)
    assert {"js/outbox.js", "js/signed_in.js", "js/offline.js"} <= {name.removeprefix("/static/") for name in needs}


def test_the_page_without_connection_knows_nobody_whoever_asks(event):
    staff = Client()
    staff.force_login(make_staff(event, Role.DESK))

    assert staff.get("/offline/").content == Client().get("/offline/").content


def test_the_worker_is_asked_for_again_and_answers_for_the_whole_site():
    answer = Client().get("/worker.js")

    assert (answer["Content-Type"], answer["Cache-Control"]) == ("text/javascript; charset=utf-8", "no-cache")


def test_a_page_with_money_chips_or_a_person_is_never_kept(event):
    staff = Client()
    staff.force_login(make_staff(event))
    code = event.code
    pages = [
        f"/e/{code}/",
        f"/e/{code}/raffle/",
        f"/e/{code}/wall/",
        f"/staff/{code}/",
        f"/organise/{code}/books/",
        "/",
    ]

    assert [page for page in pages if "Kept-Offline" in staff.get(page).headers] == []
    assert Client().get(f"/e/{code}/rules/")["Kept-Offline"] == "1"


@pytest.mark.parametrize("leave", ["/accounts/sign-out/", "/accounts/hand-over/{code}/"])
def test_whoever_leaves_a_device_takes_the_pages_it_kept_along(event, leave):
    staff = Client()
    staff.force_login(make_staff(event, Role.DESK))

    answer = staff.post(leave.format(code=event.code))

    assert (answer.status_code, answer["Clear-Site-Data"]) == (302, '"cache"')


def test_a_page_says_who_is_signed_in_and_that_nobody_is(event):
    nora = make_staff(event, Role.DESK)
    browser = Client()
    browser.force_login(nora)

    assert f'<meta name="staff" content="{nora.username}">' in browser.get(f"/staff/{event.code}/").content.decode()
    for address in ("/", "/accounts/sign-in/"):
        assert '<meta name="staff" content="">' in Client().get(address).content.decode()
