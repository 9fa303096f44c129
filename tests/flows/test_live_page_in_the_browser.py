"""How often an open page asks, once for many versions and again where the server could not answer; what stays in it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.flows.pages import CODE, sign_in

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


def test_what_somebody_unfolded_stays_so_when_the_list_is_renewed(page: Page):
    streams: list[Route] = []
    sign_in(page)
    page.goto(f"/staff/{CODE}/matches/")
    page.get_by_role("link", name="Roll call").first.click()
    with page.expect_navigation():
        page.get_by_role("button", name="Here", exact=True).first.click()
    not_here = page.get_by_role("button", name="Not here").first
    page.route(f"**/live/{CODE}/", lambda route: streams.append(route))
    page.route("**/roll-call/list/", renewed)
    with page.expect_request(f"**/live/{CODE}/"):
        page.reload()

    page.locator("summary", has_text="Here: ").first.click()
    expect(not_here).to_be_visible()
    version = int(page.request.get(f"/live/{CODE}/version").json()["version"])
    streams[-1].fulfill(content_type="text/event-stream", body=events(version + 1))

    expect(page.locator(".renewed")).to_be_attached()
    expect(not_here).to_be_visible()


def renewed(route: Route) -> None:
    """The fragment as the server has it, and yet another one."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace('class="stack"', 'class="stack renewed"', 1))
