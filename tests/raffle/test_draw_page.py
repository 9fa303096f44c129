"""The animation of a draw in a browser: it plays over the stored result, once, and not where motion is unwanted."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, sync_playwright

from tests.chromium import CHROMIUM, FLAGS
from tests.raffle.nights import RaffleNight
from tests.raffle.test_verify_page import Files, _answer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _called() -> tuple[str, Files, int]:
    """The public raffle page while a number is called: its address, what the server answers, and the number."""
    night = RaffleNight(buckets=1)
    night.sell(0, lots=20)
    night.place(0, B1=200)
    night.freeze_and_roll()
    number = night.draw("B1").ticket.number
    path = f"/e/{night.event.code}/raffle/"
    answer = Client().get(path)
    return f"https://night.test{path}", {path: (answer.content, answer["Content-Type"])}, number


def _watch(files: Files, watch: Callable[[Page], Any], motion: str = "no-preference") -> Any:
    def watched() -> Any:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = chromium.new_page(reduced_motion=motion)
            page.route("**/*", lambda route: _answer(route, files))
            return watch(page)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(watched).result()


def _roll(page: Page, address: str) -> tuple[bool, str]:
    """Whether the number rolls after the page has come, and what it says meanwhile to those who cannot see it."""
    page.goto(address)
    place = page.locator("[data-draw]")
    page.wait_for_timeout(200)
    return place.get_attribute("data-rolling") is not None, place.inner_text()


def test_a_number_rolls_once_over_the_stored_result_and_then_stands():
    address, files, number = _called()

    def watch(page: Page) -> tuple[object, ...]:
        first = _roll(page, address)
        page.wait_for_selector("[data-draw]:not([data-rolling])")
        return first, _roll(page, address)

    first, second = _watch(files, watch)

    assert first == (True, str(number))
    assert second == (False, str(number))


def test_nothing_rolls_where_motion_is_unwanted():
    address, files, number = _called()

    assert _watch(files, lambda page: _roll(page, address), "reduce") == (False, str(number))
