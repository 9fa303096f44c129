"""The browser's clock: how far the server's time is from the device's, and how a time left is written."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import sync_playwright

from tests.chromium import CHROMIUM, FLAGS

pytestmark = pytest.mark.browser

SOURCE = Path(settings.BASE_DIR) / "eventnight" / "static" / "js" / "clock.js"
IMPORTED = """async ([source, name, all]) => {
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  return all.map((given) => module[name](given));
}"""


def _said(name: str, given: list[object]) -> list[object]:
    """What a function of the clock's script answers to each, on an empty page."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_said_in_page, name, given).result()


def _said_in_page(name: str, given: list[object]) -> list[object]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            return browser.new_page().evaluate(IMPORTED, [SOURCE.read_text(), name, given])
        finally:
            browser.close()


def test_the_offset_comes_from_the_sample_with_the_shortest_round_trip():
    samples = [[1000, 5020, 1060], [2000, 6200, 2400], [3000, 7009, 3018]]

    assert _said("offsetOf", [samples, samples[::-1], samples[:2]]) == [4000, 4000, 3990]


def test_a_time_left_is_rounded_up_to_whole_seconds():
    assert _said("countdown", [1200, 59.2, 9, 0, 3661]) == ["20:00", "1:00", "0:09", "0:00", "1:01:01"]
