"""Pictures of every page of the demo night: `python -m tests.flows.shots [page ...]`.

They come to lie in `shots/` as page-width-scheme.png, with `index.html` to look at them and `axe.json`. Ends with 1
when a page could not be taken.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as BrowserError

from tests.chromium import CHROMIUM, FLAGS
from tests.flows.contact_sheet import Shot, Sitting, write_contact_sheet
from tests.flows.looks import HEIGHTS, axe_findings, complaints, overflow, photograph, show
from tests.flows.pages import PAGES, NightPage, PageNotFoundError, sign_in
from tests.server import ROOT, manage, running_server

FOLDER = ROOT / "shots"
SCHEMES = ("light", "dark")


def take(page: Page, night_page: NightPage, options: argparse.Namespace) -> Sitting:
    """Open one page and take its pictures at every width in every scheme."""
    sitting = Sitting(night_page.name)
    try:
        sitting.address = night_page.find(page)
        with complaints(page) as sitting.complaints:
            answer = page.goto(sitting.address)
            if answer is not None and answer.status != night_page.status:
                sitting.missing = f"{sitting.address} answered {answer.status}"
            for width in options.widths:
                sitting.shots += [_shoot(page, night_page.name, width, scheme, options) for scheme in options.schemes]
    except (PageNotFoundError, BrowserError) as error:
        sitting.missing = str(error).splitlines()[0]
    return sitting


def _shoot(page: Page, name: str, width: int, scheme: str, options: argparse.Namespace) -> Shot:
    show(page, width, scheme)
    file = f"{name}-{width}-{scheme}.png"
    photograph(page, FOLDER / file)
    findings = tuple(axe_findings(page)) if options.axe else ()
    return Shot(file, width, scheme, overflow(page), findings)


def main(arguments: list[str]) -> int:
    """Take the pictures that the command line asks for; returns the exit status."""
    options = _options(arguments)
    chosen = [page for page in PAGES if not options.pages or page.name in options.pages]
    FOLDER.mkdir(exist_ok=True)
    with _demo_night(options.database) as (browser, url):
        pages = {as_staff: _profile(browser, url, as_staff=as_staff) for as_staff in (False, True)}
        sittings = []
        for night_page in chosen:
            sittings.append(take(pages[night_page.as_staff], night_page, options))
            print("\n  ".join([night_page.name, *sittings[-1].notes]), flush=True)
    write_contact_sheet(FOLDER, sittings)
    (FOLDER / "axe.json").write_text(json.dumps(_axe_lines(sittings), indent=1), encoding="utf-8")
    _print_axe(sittings)
    print(f"{sum(len(sitting.shots) for sitting in sittings)} pictures: {FOLDER / 'index.html'}")
    return 1 if any(sitting.missing for sitting in sittings) else 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.flows.shots", description="Pictures of every page.")
    parser.add_argument("pages", nargs="*", help="names of pages; all when there are none")
    parser.add_argument("--widths", nargs="+", type=int, choices=HEIGHTS, default=list(HEIGHTS))
    parser.add_argument("--schemes", nargs="+", choices=SCHEMES, default=SCHEMES)
    parser.add_argument("--no-axe", dest="axe", action="store_false", help="pictures only")
    parser.add_argument("--database", default="", help="an SQLite file with the demo night, instead of a new one")
    options = parser.parse_args(arguments)
    if unknown := set(options.pages) - {page.name for page in PAGES}:
        parser.error(f"no page is called {', '.join(sorted(unknown))}")
    return options


@contextmanager
def _demo_night(database: str) -> Iterator[tuple[Browser, str]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "night.sqlite3"
        address = f"sqlite:///{file}"
        if database:
            shutil.copy(database, file)
        else:
            manage("migrate", "--verbosity", "0", database_url=address)
            manage("demo", "--verbosity", "0", database_url=address)
        with running_server(address) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            yield browser, server.url
            browser.close()


def _profile(browser: Browser, url: str, *, as_staff: bool) -> Page:
    page = browser.new_context(base_url=url).new_page()
    if as_staff:
        sign_in(page)
    return page


def _axe_lines(sittings: list[Sitting]) -> list[dict[str, object]]:
    return [
        {"page": sitting.name, "width": shot.width, "scheme": shot.scheme, **asdict(finding)}
        for sitting in sittings
        for shot in sitting.shots
        for finding in shot.findings
    ]


def _print_axe(sittings: list[Sitting]) -> None:
    """A line for each rule that is broken: how bad, on which pages."""
    pages: dict[tuple[str, str], set[str]] = defaultdict(set)
    for sitting in sittings:
        for shot in sitting.shots:
            for finding in shot.findings:
                pages[finding.impact, finding.rule].add(sitting.name)
    for (impact, rule), names in sorted(pages.items()):
        print(f"{impact:<10}{rule:<32}{len(names):>3}  {', '.join(sorted(names))}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
