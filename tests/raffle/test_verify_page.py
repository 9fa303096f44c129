"""The check page in a browser: it repeats the draw from the published files, with and without the browser's hashes."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Route, expect, sync_playwright

from engine.__main__ import main
from eventnight.raffle import services
from eventnight.raffle.services import NewBucket
from tests.chromium import CHROMIUM, FLAGS
from tests.raffle.forgeries import flipped, with_beacon
from tests.raffle.nights import RaffleNight
from tests.raffle.publications import BEACON, SIGNATURE, published

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
    night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))
    night.draw("B1")
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=1))
    night.draw("B2")
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B2", attempt=0))
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
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = chromium.new_page()
        page.route("**/*", lambda route: _answer(route, files))
        page.goto(address)
        page.get_by_role("button", name="Check now").click()
        badge = page.locator("[data-verify-badge]")
        expect(badge).to_have_text(re.compile("Verified|agree|Not checked|Not yet"))
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
    assert len(steps) == 8
    assert all("Agrees" in step for step in steps)


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (lambda proof: proof["prizes"][0]["draws"][0].update(ticket=99), "Prize B1"),
        (lambda proof: proof["prizes"][0]["draws"].pop(), "Prize B1"),
        (lambda proof: proof["prizes"].reverse(), "The prizes are those of the sheet"),
        (lambda proof: proof.update(seed="00" * 32), "The seed is the one promised"),
        (lambda proof: proof.update(entropy="dice:1"), "The chance is what the sheet fixed"),
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


def test_before_the_end_the_page_says_that_the_draw_is_not_complete():
    night = RaffleNight()
    night.sell(0)
    night.place(0, B1=1)
    night.freeze_and_roll()

    badge, steps, _ = _check("https://night.test", night, _published(night))

    assert badge == "Not yet complete"
    assert "published after the last prize" in steps[0]


def test_the_saved_page_checks_a_beacon_without_a_network(tmp_path):
    page = _saved(tmp_path, _finished_night())
    honest = published()
    (tmp_path / "list.txt").write_bytes(honest.listed)
    (tmp_path / "proof.json").write_text(json.dumps(honest.proof))
    flipped_bit = with_beacon(replace(BEACON, signature=flipped(SIGNATURE, 200)))
    (tmp_path / "forged.json").write_text(json.dumps(flipped_bit.proof))

    signed, _, asked = _check_saved(page)
    forged, steps, _ = _check_saved(page, "forged.json")

    assert (signed, forged) == ("Verified", "Does not agree")
    assert "The beacon signed its round" in steps[-1]
    assert asked == [page.as_uri()] or asked[1].startswith("data:text/javascript,")


def _saved(folder: Path, night: RaffleNight) -> Path:
    """The three files that anybody may save, in a folder. Returns the check page."""
    files = _published(night)
    for path, (body, _) in files.items():
        if path.endswith((".json", ".txt")):
            (folder / Path(path).name).write_bytes(body)
    answer = Client().get("/check-draw.html")
    assert answer["Content-Disposition"].startswith("attachment")
    page = folder / "check-draw.html"
    page.write_bytes(answer.content)
    return page


def _check_saved(page: Path, proof: str = "proof.json", listed: str = "list.txt") -> tuple[str, list[str], list[str]]:
    """Press "Check now" on the saved page: the badge, the steps, and whatever it asked the network for."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_checked_saved, page, proof, listed).result()


def _checked_saved(page_file: Path, proof: str, listed: str) -> tuple[str, list[str], list[str]]:
    asked: list[str] = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = chromium.new_context(offline=True)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(page_file.as_uri())
        if proof:
            page.locator("[data-verify-proof]").set_input_files(page_file.parent / proof)
            page.locator("[data-verify-list]").set_input_files(page_file.parent / listed)
        page.get_by_role("button", name="Check now").click()
        badge = page.locator("[data-verify-badge]")
        expect(badge).to_have_text(re.compile("Verified|agree|Not checked|Not yet"))
        return badge.inner_text(), page.locator("[data-verify-steps] li").all_inner_texts(), asked


def test_the_saved_page_repeats_the_draw_from_saved_files_without_a_network(tmp_path):
    page = _saved(tmp_path, _finished_night())

    badge, steps, asked = _check_saved(page)

    assert (badge, len(steps)) == ("Verified", 8)
    assert asked == [page.as_uri()]


def test_the_command_agrees_with_the_saved_page(tmp_path, capsys):
    _saved(tmp_path, _finished_night())
    files = [str(tmp_path / "proof.json"), str(tmp_path / "list.txt")]

    agreed = main(["draw-verify", *files])
    (tmp_path / "list.txt").write_text((tmp_path / "list.txt").read_text().replace("P001", "P003", 1))
    forged = main(["draw-verify", *files])

    assert (agreed, forged) == (0, 1)
    assert '"agrees": true' in capsys.readouterr().out


def test_a_forged_saved_list_does_not_pass(tmp_path):
    page = _saved(tmp_path, _finished_night())
    listed = tmp_path / "list.txt"
    listed.write_text(listed.read_text().replace("P001", "P003", 1))

    badge, steps, _ = _check_saved(page)

    assert (badge, "The sheet is the one published" in steps[-1]) == ("Does not agree", True)


@pytest.mark.parametrize(
    ("proof", "words"), [("", "Choose both saved files"), ("list.txt", "is not the published draw")]
)
def test_saved_files_that_are_not_there_or_not_these_are_named(tmp_path, proof, words):
    page = _saved(tmp_path, _finished_night())

    badge, steps, _ = _check_saved(page, proof)

    assert (badge, words in steps[-1]) == ("Not checked", True)


@pytest.mark.parametrize(("pot", "badge"), [(None, "Verified"), (1, "Does not agree")])
def test_the_browser_checks_the_pot_of_a_50_50(pot, badge):
    night = RaffleNight(buckets=0)
    night.do(services.add_bucket, new=NewBucket(item="50/50", pot_percent=33))
    night.sell(0)
    night.place(0, B1=10)
    night.freeze_and_roll()
    night.draw("B1")
    night.post(services.pay_pot, drawn=services.DrawnNumber(prize_code="B1", attempt=0), till="T1")
    night.do(services.finish)
    files = _published(night)
    path = f"/e/{night.event.code}/raffle/proof.json"
    proof = json.loads(files[path][0])
    proof["pots"][0]["pot"] += pot or 0
    files[path] = (json.dumps(proof).encode(), "application/json")

    shown, steps, _ = _check("https://night.test", night, files)

    assert shown == badge
    assert any("33% of 10.00, rounded down to the cent, is 3.30" in step for step in steps)


def test_a_list_saved_with_windows_line_ends_is_named_as_such():
    night = _finished_night()
    files = _published(night)
    path = f"/e/{night.event.code}/raffle/list.txt"
    files[path] = (files[path][0].replace(b"\n", b"\r\n"), "text/plain")

    shown, steps, _ = _check("https://night.test", night, files)

    assert shown == "Does not agree"
    assert "Published: " in steps[-1]
    assert "From these files: " in steps[-1]
    assert "its line ends are those of Windows" in steps[-1]


def test_the_steps_are_told_in_words():
    night = _finished_night()
    files = _published(night)

    shown, steps, _ = _check("https://night.test", night, files)

    told = " ".join(steps)
    assert shown == "Verified"
    assert "nobody can win more than one of them" in told
    assert "the winner" in told
    assert not any(raw in told for raw in ("one_prize_per_person", "ticket_leaves", "index", "Attempt", "cents"))
