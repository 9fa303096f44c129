"""The check page in a browser: it repeats the draw from the published files, with and without the browser's hashes."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Route, expect, sync_playwright

from eventnight.raffle import services
from tests.conftest import CHROMIUM
from tests.raffle.nights import RaffleNight

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Files = dict[str, tuple[bytes, str]]
"""Body and content type by path: what the hall's server would answer."""

STATIC = Path(settings.BASE_DIR) / "eventnight" / "static"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def _finished_night() -> RaffleNight:
    night = RaffleNight(players=3, buckets=2)
    night.set_raffle(one_prize_per_person=True)
    for player in range(3):
        night.sell(player)
        night.place(player, B1=4 + player, B2=6 - player)
    night.freeze_and_roll()
    night.draw("B1")
    night.do(services.mark_absent, prize_code="B1", attempt=0)
    night.draw("B1")
    night.do(services.hand_over, prize_code="B1", attempt=1)
    night.draw("B2")
    night.do(services.hand_over, prize_code="B2", attempt=0)
    night.do(services.finish)
    return night


def _published(night: RaffleNight) -> Files:
    base = f"/e/{night.event.code}/raffle/"
    answers = {path: Client().get(base + path) for path in ("verify/", "proof.json", "list.txt")}
    return {base + path: (answer.content, answer["Content-Type"]) for path, answer in answers.items()}


def _check(origin: str, night: RaffleNight, files: Files) -> tuple[str, list[str], bool]:
    """Press "Check now" on the page at that origin: the badge, the steps, and whether the browser hashes by itself.

    In a thread: while Playwright runs, its event loop is that thread's, and the database could not be used there.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_checked, f"{origin}/e/{night.event.code}/raffle/verify/", files).result()


def _checked(address: str, files: Files) -> tuple[str, list[str], bool]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = chromium.new_page()
        page.route("**/*", lambda route: _answer(route, files))
        page.goto(address)
        page.get_by_role("button", name="Check now").click()
        badge = page.locator("[data-verify-badge]")
        expect(badge).to_have_text(re.compile("Verified|agree|Not checked"))
        return (
            badge.inner_text(),
            page.locator("[data-verify-steps] li").all_inner_texts(),
            page.evaluate("Boolean(globalThis.crypto?.subtle)"),
        )


def _answer(route: Route, files: Files) -> None:
    path = urlsplit(route.request.url).path
    static = STATIC / path.removeprefix("/static/")
    if path in files:
        route.fulfill(body=files[path][0], content_type=files[path][1])
    elif path.startswith("/static/") and static.is_file():
        route.fulfill(body=static.read_bytes(), content_type=TYPES.get(static.suffix, "application/octet-stream"))
    else:
        route.fulfill(status=404, body="")


@pytest.mark.parametrize(("origin", "own_hashes"), [("https://night.test", True), ("http://night.test", False)])
def test_the_browser_repeats_the_draw(origin, own_hashes):
    night = _finished_night()

    badge, steps, has_hashes = _check(origin, night, _published(night))

    assert badge == "Verified"
    assert has_hashes is own_hashes
    assert len(steps) == 7
    assert all("Agrees" in step for step in steps)


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (lambda proof: proof["prizes"][0]["draws"][0].update(ticket=99), "Prize B1"),
        (lambda proof: proof["prizes"][0]["draws"].pop(), "Prize B1"),
        (lambda proof: proof["prizes"].reverse(), "Prize B2"),
        (lambda proof: proof.update(seed="00" * 32), "The seed is the one promised"),
        (lambda proof: proof.update(entropy="dice:1"), "at least 20 dice"),
    ],
    ids=["ticket", "missing-number", "order", "seed", "chance"],
)
def test_a_forged_draw_does_not_pass(forge, words):
    night = _finished_night()
    files = _published(night)
    path = f"/e/{night.event.code}/raffle/proof.json"
    proof = json.loads(files[path][0])
    forge(proof)
    files[path] = (json.dumps(proof).encode(), "application/json")

    badge, steps, _ = _check("https://night.test", night, files)

    assert badge == "Does not agree"
    assert words in steps[-1]


def test_before_the_end_the_page_says_that_the_seed_is_not_out():
    night = RaffleNight()
    night.sell(0)
    night.place(0, B1=1)
    night.freeze_and_roll()

    badge, steps, _ = _check("https://night.test", night, _published(night))

    assert badge == "Not checked"
    assert "published after the last prize" in steps[0]
