"""The check page's script says the same as the engine of every publication in the table of forgeries."""

from __future__ import annotations

import base64
import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import sync_playwright

from engine.__main__ import main
from eventnight.raffle.saved_check import check_script
from tests.chromium import CHROMIUM, FLAGS
from tests.node import FLAGS as NODE_FLAGS
from tests.node import NODE, needs_node
from tests.raffle.forgeries import Case, all_cases, page_says, python_says
from tests.raffle.publications import DICE, published, sheet
from tests.raffle.test_verify_page import _answer

SCRIPT = Path(settings.BASE_DIR) / "eventnight" / "static" / "js" / "verify.js"
READER = Path(__file__).with_name("check_script.mjs")
CASES = list(all_cases())
IN_PAGE = """async (cases) => {
  const { verdictOn } = await import("/static/js/verify.js");
  const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const said = [];
  for (const { proof, listed } of cases) said.push(await verdictOn(async () => [proof, bytes(listed)], () => {}));
  return [said, Boolean(crypto.subtle)];
}"""
"""What the page says of each, and whether the browser hashes by itself."""


def _files(cases: list[Case]) -> list[dict[str, str]]:
    return [{"proof": proof, "listed": base64.b64encode(listed).decode()} for _, _, proof, listed in cases]


def _said_by_node(cases: list[Case]) -> list[str]:
    answered = subprocess.run(
        [NODE, *NODE_FLAGS, READER, SCRIPT.as_uri()],
        input="\n".join(map(json.dumps, _files(cases))),
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return [page_says(verdict) for verdict in answered.stdout.split("\n")[:-1]]


def _said_in_page(origin: str, cases: list[Case]) -> tuple[list[str], bool]:
    def run() -> tuple[list[str], bool]:
        with sync_playwright() as playwright:
            page = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS).new_page()
            page.route("**/*", lambda route: _answer(route, {"/": (b"<!doctype html>", "text/html")}))
            page.goto(origin)
            said, hashes = page.evaluate(IN_PAGE, _files(cases))
            return [page_says(verdict) for verdict in said], hashes

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()


def _expected(cases: list[Case]) -> list[tuple[str, str]]:
    return [(name, said) for name, said, _, _ in cases]


def _named(cases: list[Case], said: list[str]) -> list[tuple[str, str]]:
    return [(name, verdict) for (name, _, _, _), verdict in zip(cases, said, strict=True)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_the_engine_tells_a_forged_publication(case: Case):
    _, said, proof, listed = case

    assert python_says(proof, listed) == said


@needs_node
def test_the_page_tells_the_same_forgeries():
    assert _named(CASES, _said_by_node(CASES)) == _expected(CASES)


@pytest.mark.browser
@pytest.mark.parametrize(("origin", "own_hashes"), [("https://night.test/", True), ("http://night.test/", False)])
def test_a_browser_tells_the_same_forgeries(origin: str, own_hashes: bool):
    # Without HTTPS every hash and every signature is worked out by the script: some of the table has to do.
    cases = CASES if own_hashes else CASES[::6]

    said, hashes = _said_in_page(origin, cases)

    assert hashes is own_hashes
    assert _named(cases, said) == _expected(cases)


def test_the_saved_page_holds_every_module_once():
    script = check_script()

    assert "import {" not in script
    assert "\nexport " not in script
    assert script.count("function hashByHand") == script.count("function parseSheet") == 1


@pytest.mark.parametrize(("dice", "code"), [(DICE, 0), (DICE[::-1], 1)], ids=["the same draw", "told again"])
def test_the_command_holds_a_draw_against_an_earlier_copy(tmp_path: Path, dice: str, code: int):
    honest, told = published(sheet(beacon=None)), published(sheet(beacon=None), spelled=dice)
    earlier = honest.proof | {"status": "drawing", "prizes": []}
    files = {"proof.json": told.proof, "earlier.json": earlier}
    for name, proof in files.items():
        (tmp_path / name).write_text(json.dumps(proof))
    (tmp_path / "list.txt").write_bytes(told.listed)
    paths = [str(tmp_path / name) for name in ("proof.json", "list.txt", "earlier.json")]

    assert main(["draw-verify", *paths[:2]]) == 0
    assert main(["draw-verify", *paths[:2], "--earlier", paths[2]]) == code
