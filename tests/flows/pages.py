"""Every page of the demo night: its name, how to find it, and who opens it.

Addresses with ids are found as people find them, by following a link of another page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

CODE = "WLIA-DEMO"
ORGANISER, PASSWORD = "ruth", "card-night"
SETUP_STEPS = (
    "night",
    "people",
    "programme",
    "bank",
    "euchre",
    "holdem",
    "tables",
    "roulette",
    "raffle",
    "open",
)
WALL_VIEWS = ("clock", "bracket", "seats", "chips", "fund", "raffle")

Find = Callable[[Page], str]
"""Gives the address of a page; may use the browser to look for it."""


class PageNotFoundError(Exception):
    """The demo night has no such page, or no link leads to it."""


@dataclass(frozen=True, slots=True)
class NightPage:
    """A page to look at. as_staff: signed in as the organiser of the demo night. status: what it answers."""

    name: str
    find: Find
    as_staff: bool = False
    status: int = 200


def at(address: str) -> Find:
    """An address known beforehand."""
    return lambda page: address.format(code=CODE)


def linked(start: Find, link: str) -> Find:
    """The first link on another page that the selector matches."""

    def follow(page: Page) -> str:
        address = start(page)
        page.goto(address)
        href = page.locator(link).first
        if not href.count():
            raise PageNotFoundError(f"{address} has no link {link}")
        return str(href.evaluate("link => link.getAttribute('href')"))

    return follow


def my_night(page: Page) -> str:
    """The personal page of the first player, by the four figures that the desk sees."""
    page.goto(f"/staff/{CODE}/desk/P001/")
    pin = page.get_by_text("P001, card").first.inner_text().split()[-1]
    page.goto(f"/e/{CODE}/me/")
    page.get_by_label("Code on your card").fill(pin)
    page.get_by_role("button", name="Open my night").click()
    page.wait_for_url("**/p/**")
    return page.url


EVENT = at("/e/{code}/")
MATCHES = at("/staff/{code}/matches/")
FLOOR = at("/staff/{code}/floor/")
TABLES = at("/staff/{code}/tables/")
A_FLIGHT = linked(FLOOR, "nav.tabs a")
A_TABLE = linked(TABLES, "main a[href*='/tables/']:not([href*='/open/'])")

PUBLIC = (
    NightPage("home", at("/")),
    NightPage("event", EVENT),
    NightPage("bracket", linked(EVENT, "a[href*='/bracket/']")),
    NightPage("bracket-team", linked(linked(EVENT, "a[href*='/bracket/']"), "main a[href*='team=']")),
    NightPage("holdem", linked(EVENT, "a[href*='/holdem/']")),
    NightPage("raffle", at("/e/{code}/raffle/")),
    NightPage("verify", at("/e/{code}/raffle/verify/")),
    NightPage("rules", at("/e/{code}/rules/")),
    NightPage("find-me", at("/e/{code}/me/")),
    NightPage("wall", at("/e/{code}/wall/")),
    *(NightPage(f"wall-{view}", at(f"/e/{{code}}/wall/{view}/")) for view in WALL_VIEWS),
    NightPage("sign-in", at("/accounts/sign-in/")),
    NightPage("not-found", at("/nowhere/"), status=404),
    NightPage("api-docs", at("/api/v1/docs")),
)
STAFF = (
    NightPage("my-night", my_night, as_staff=True),
    NightPage("staff", at("/staff/{code}/"), as_staff=True),
    NightPage("desk", at("/staff/{code}/desk/"), as_staff=True),
    NightPage("desk-found", at("/staff/{code}/desk/?q=a"), as_staff=True),
    *(
        NightPage(f"desk-{do}", at(f"/staff/{{code}}/desk/P002/{do}/"), as_staff=True)
        for do in ("rebuy", "tickets", "chips-in", "donation", "correct")
    ),
    NightPage("till", at("/staff/{code}/till/"), as_staff=True),
    NightPage("players", at("/staff/{code}/players/"), as_staff=True),
    NightPage("player", at("/staff/{code}/players/P001/"), as_staff=True),
    NightPage("player-new", at("/staff/{code}/players/add/"), as_staff=True),
    NightPage("cards", at("/staff/{code}/cards/"), as_staff=True),
    NightPage("matches", MATCHES, as_staff=True),
    NightPage("match", linked(MATCHES, "main a.button:has-text('Result')"), as_staff=True),
    NightPage("match-done", linked(MATCHES, "main .list-dense a[href*='/matches/']"), as_staff=True),
    NightPage("matches-setup", linked(MATCHES, "a:has-text('Pairs and draw')"), as_staff=True),
    NightPage("matches-new", at("/staff/{code}/matches/new/"), as_staff=True),
    NightPage("floor", FLOOR, as_staff=True),
    NightPage("tables", TABLES, as_staff=True),
    NightPage("table-open", at("/staff/{code}/tables/open/"), as_staff=True),
    NightPage("wheel-open", at("/staff/{code}/tables/open/roulette/"), as_staff=True),
    NightPage("table", A_TABLE, as_staff=True),
    NightPage("table-seat", linked(A_TABLE, "#table-map a[href*='seat=']"), as_staff=True),
    NightPage("table-hand", linked(A_TABLE, "a[href$='/hand/']"), as_staff=True),
    NightPage("roulette", linked(TABLES, "main a[href*='/roulette/']:not([href*='/open/'])"), as_staff=True),
    NightPage("raffle-staff", at("/staff/{code}/raffle/"), as_staff=True),
    NightPage("raffle-player", at("/staff/{code}/raffle/players/P001/"), as_staff=True),
    NightPage("organise", at("/organise/"), as_staff=True),
    *(NightPage(f"setup-{step}", at(f"/organise/{{code}}/setup/{step}/"), as_staff=True) for step in SETUP_STEPS),
    NightPage("roster", at("/organise/{code}/roster/"), as_staff=True),
    NightPage("dashboard", at("/organise/{code}/dashboard/"), as_staff=True),
    NightPage("audit", at("/organise/{code}/audit/"), as_staff=True),
    NightPage("refusal", at("/staff/{code}/players/P999/"), as_staff=True, status=404),
)
PAGES = (*PUBLIC, *STAFF)


def sign_in(page: Page) -> None:
    """Sign in as the organiser of the demo night."""
    page.goto("/accounts/sign-in/")
    page.get_by_label("Username").fill(ORGANISER)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")
