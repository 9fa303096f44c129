"""How often an open page asks: once for many versions, and again where the server could not answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.flows.pages import CODE

pytestmark = pytest.mark.browser

LONGER_THAN_A_PAUSE = 2500
"""Milliseconds in which a page that asked too often would have."""


def events(*versions: int) -> str:
    return "".join(f"id: {version}\nevent: version\ndata: {version}\n\n" for version in versions)


def asked_for(page: Page, part: str) -> list[Request]:
    """The requests for that part of the page from now on."""
    found: list[Request] = []
    page.on("request", lambda request: found.append(request) if request.url.endswith(part) else None)
    return found


def open_night(page: Page, *before: int) -> int:
    """Open the night's page; its stream tells so many other versions before the true one, and then nothing more: the
    demo night goes on meanwhile. Returns the true one.
    """
    version = int(page.request.get(f"/live/{CODE}/version").json()["version"])

    def tell(route: Route) -> None:
        body = events(*(version - number for number in before), version)
        route.fulfill(content_type="text/event-stream", body=body)

    page.route(f"**/live/{CODE}/", lambda route: route.abort())
    page.route(f"**/live/{CODE}/", tell, times=1)
    page.goto(f"/e/{CODE}/")
    return version


def test_many_versions_in_a_moment_cost_a_page_one_request(page: Page):
    boards = asked_for(page, f"/e/{CODE}/board/")

    version = open_night(page, *range(20, 0, -1))
    page.wait_for_timeout(LONGER_THAN_A_PAUSE)

    assert [board.headers["event-version"] for board in boards] == [str(version)]


def test_a_page_asks_again_until_the_server_answers_with_what_it_was_told(page: Page):
    boards = asked_for(page, f"/e/{CODE}/board/")
    refused = []

    def refuse(route: Route) -> None:
        refused.append(route.request)
        route.fulfill(status=503)

    page.route(f"**/e/{CODE}/board/", refuse, times=1)
    version = open_night(page, 1)

    with page.expect_response(lambda answer: answer.url.endswith("/board/") and answer.status == 200) as answered:
        pass

    assert (len(refused), len(boards)) == (1, 2)
    assert int(answered.value.headers["event-version"]) >= version
    expect(page.locator("#board")).to_be_visible()
