"""Every page of the demo night: its name, how to find it, and who opens it.

Addresses with ids are found as people find them, by following a link of another page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.answers import SETUP_STEPS
from tests.flows.steps import hall, treasurer

CODE = "WLIA-DEMO"
ORGANISER, PASSWORD = "ruth", "card-night"
WALL_VIEWS = ("clock", "chips", "seats", "bracket", "fund", "raffle")
MOST_WALL_VIEWS = 20

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
        return str(href.evaluate("link => new URL(link.getAttribute('href'), location).href"))

    return follow


def with_query(start: Find, query: str) -> Find:
    """The same page with a query."""
    return lambda page: f"{start(page)}?{query}"


def beneath(start: Find, rest: str) -> Find:
    """An address that begins with another page's."""
    return lambda page: f"{start(page)}{rest}"


def on_the_wall(kind: str) -> Find:
    """The first view of that kind, reached as the wall turns; it stays."""

    def turn(page: Page) -> str:
        address = f"/e/{CODE}/wall/"
        for _ in range(MOST_WALL_VIEWS):
            page.goto(address)
            address = str(page.locator("link[rel=next]").evaluate("link => link.getAttribute('href')"))
            if f"/wall/{kind}" in address:
                return address.removesuffix("?turn=1")
        raise PageNotFoundError(f"the wall never turns to {kind}")

    return turn


def my_night(page: Page) -> str:
    """The personal page of the first player."""
    return _opened_for(page, "P001")


def _opened_for(page: Page, player: str) -> str:
    """A player's personal page, by the figures that the desk sees and those that it shows."""
    pin, code = treasurer.codes_of(page, CODE, player)
    hall.open_my_night(page, CODE, pin, code)
    return page.url


def own_score(page: Page) -> str:
    """A match at its table as one of its own players keeps it: staff find the table, and the desk the player's card."""
    page.goto(A_SCORE(page))
    match = re.search(r"/matches/(\d+/\d+/hands/)", page.url)
    first_name = page.locator(".score-team").first.inner_text().split()[0]
    page.goto(f"/staff/{CODE}/desk/?q={first_name}")
    # "Bo" finds an Abbott, too.
    lines = page.locator("main :is(span, .row)", has_text=", card ")
    named = lines.filter(has_text=re.compile(rf"^\s*{first_name}\b"))
    _opened_for(page, named.first.locator(".muted").inner_text().split(",")[0])
    if match is None:
        raise PageNotFoundError(f"{page.url} is no score of a match")
    return f"{page.url}match/{match[1]}"


def invited(page: Page) -> str:
    """What the link of an invitation opens, as the organiser's screen shows it."""
    page.goto(INVITATION(page))
    return page.locator("#invitation-now .hash").inner_text()


EVENT = at("/e/{code}/")
BRACKET = linked(EVENT, "a[href*='/bracket/']")
HOLDEM = linked(EVENT, "a[href*='/holdem/']")
MATCHES = at("/staff/{code}/matches/")
A_SCORE = linked(MATCHES, "main a[href$='/hands/']")
FLOOR = at("/staff/{code}/floor/")
TABLES = at("/staff/{code}/tables/")
INVITATION = linked(at("/organise/{code}/setup/people/"), "a:has-text('Show the code')")
CLOSING = at("/organise/{code}/closing/")
A_TICKET = at("/staff/{code}/raffle/ticket/?q=1")
A_FLIGHT = linked(FLOOR, "nav.tabs a:has-text('Flight')")
FLIGHT_2 = linked(FLOOR, "nav.tabs a:has-text('Flight 2')")
A_SEAT = linked(FLOOR, "#floor-table a.pod-in[href*='player=']")
ROULETTE = linked(TABLES, "main a[href*='/roulette/']:not([href*='/open/'])")
A_TABLE = linked(TABLES, "main a[href*='/tables/']:not([href*='/open/'])")

PUBLIC = (
    NightPage("home", at("/")),
    NightPage("event", EVENT),
    NightPage("bracket", BRACKET),
    NightPage("bracket-team", with_query(BRACKET, "team=1")),
    NightPage("holdem", HOLDEM),
    NightPage("clock", linked(HOLDEM, "a[href*='/clock/']")),
    NightPage("table-watch", linked(EVENT, "main a[href*='/tables/']")),
    NightPage("raffle", at("/e/{code}/raffle/")),
    NightPage("verify", at("/e/{code}/raffle/verify/")),
    NightPage("rules", at("/e/{code}/rules/")),
    NightPage("find-me", at("/e/{code}/me/")),
    NightPage("phone-here", at("/e/{code}/phones/")),
    NightPage("wall", at("/e/{code}/wall/")),
    *(NightPage(f"wall-{kind}", on_the_wall(kind)) for kind in WALL_VIEWS),
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
    NightPage("chips", at("/staff/{code}/chips/"), as_staff=True),
    NightPage("chips-count", at("/staff/{code}/chips/rack/count/"), as_staff=True),
    NightPage("chips-change", at("/staff/{code}/chips/T1/change/"), as_staff=True),
    NightPage("chips-tray", at("/staff/{code}/chips/T1/stock/"), as_staff=True),
    NightPage("till", at("/staff/{code}/till/"), as_staff=True),
    NightPage("till-shift", at("/staff/{code}/till/T1/shifts/1/"), as_staff=True),
    NightPage("receipt", linked(at("/staff/{code}/desk/"), "a[href$='/receipt/']"), as_staff=True),
    NightPage("players", at("/staff/{code}/players/"), as_staff=True),
    NightPage("player", at("/staff/{code}/players/P001/"), as_staff=True),
    NightPage("player-record", at("/staff/{code}/players/P003/record/"), as_staff=True),
    NightPage("player-new", at("/staff/{code}/players/add/"), as_staff=True),
    NightPage("player-phone", at("/staff/{code}/players/P001/phone/"), as_staff=True),
    NightPage("print", at("/staff/{code}/print/"), as_staff=True),
    NightPage("matches", MATCHES, as_staff=True),
    NightPage("match", linked(MATCHES, "main a.button:has-text('Result')"), as_staff=True),
    NightPage("match-score", A_SCORE, as_staff=True),
    NightPage("own-score", own_score, as_staff=True),
    NightPage("my-night-at-the-table", lambda page: own_score(page).split("match/")[0], as_staff=True),
    NightPage("match-hand", linked(A_SCORE, "a[aria-label^='Correct hand']"), as_staff=True),
    NightPage("match-done", linked(MATCHES, "main .list-dense a[href*='/matches/']"), as_staff=True),
    NightPage(
        "match-correct",
        linked(linked(MATCHES, "main .list-dense a[href*='/matches/']"), "a[href$='/correct/']"),
        as_staff=True,
    ),
    NightPage("match-report", lambda page: f"{my_night(page)}match/", as_staff=True, status=409),
    NightPage("roll-call", linked(MATCHES, "a:has-text('Roll call')"), as_staff=True),
    NightPage("late-team", linked(linked(MATCHES, "a:has-text('Pairs and draw')"), "a[href$='/late/']"), as_staff=True),
    NightPage(
        "substitute",
        linked(
            linked(linked(MATCHES, "a:has-text('Pairs and draw')"), "a[href$='/withdraw/']"), "a[href$='/substitute/']"
        ),
        as_staff=True,
    ),
    NightPage("matches-setup", linked(MATCHES, "a:has-text('Pairs and draw')"), as_staff=True),
    NightPage("matches-new", at("/staff/{code}/matches/new/"), as_staff=True),
    NightPage("floor", FLOOR, as_staff=True),
    NightPage("floor-flight-2", FLIGHT_2, as_staff=True),
    NightPage("floor-final", linked(FLOOR, "nav.tabs a:has-text('Final')"), as_staff=True),
    NightPage("floor-player", A_SEAT, as_staff=True),
    NightPage("floor-bust", linked(A_SEAT, "a[href*='do=bust']"), as_staff=True),
    NightPage("floor-count", linked(FLOOR, "a[href*='do=count']"), as_staff=True),
    NightPage("floor-entries", linked(FLOOR, "a[href*='do=entries']"), as_staff=True),
    NightPage("floor-out", linked(FLOOR, "a[href*='do=out']"), as_staff=True),
    NightPage("floor-levels", linked(FLOOR, "a[href$='/levels/']"), as_staff=True),
    NightPage("floor-move", linked(A_SEAT, "a[href*='do=move']"), as_staff=True),
    NightPage("floor-keep", linked(A_SEAT, "a[href*='do=hold']"), as_staff=True),
    # Not linked while a hand is in play there.
    NightPage("floor-button", with_query(FLIGHT_2, "table=1&do=button"), as_staff=True),
    NightPage("floor-hand", linked(FLOOR, "main a[href$='/play/']"), as_staff=True),
    NightPage("floor-order", with_query(A_FLIGHT, "do=order"), as_staff=True),
    NightPage("floor-colour-up", linked(FLOOR, "a[href*='do=race']"), as_staff=True),
    NightPage("floor-finish-by", linked(FLOOR, "a[href$='/finish-by/']"), as_staff=True),
    NightPage("holdem-new", at("/staff/{code}/holdem/new/"), as_staff=True),
    NightPage("prizes", linked(FLOOR, "a[href$='/prizes/']"), as_staff=True),
    NightPage("tables", TABLES, as_staff=True),
    NightPage("table-open", at("/staff/{code}/tables/open/"), as_staff=True),
    NightPage("wheel-open", at("/staff/{code}/tables/open/roulette/"), as_staff=True),
    NightPage("table", A_TABLE, as_staff=True),
    NightPage("table-seat", linked(A_TABLE, "#table-map a[href*='seat=']"), as_staff=True),
    NightPage("table-hand", linked(A_TABLE, "a[href$='/hand/']"), as_staff=True),
    NightPage("table-play", linked(A_TABLE, "a[href$='/play/']"), as_staff=True),
    NightPage("table-ruling", linked(linked(FLOOR, "main a[href$='/play/']"), "a[href*='/rulings/']"), as_staff=True),
    NightPage("roulette", ROULETTE, as_staff=True),
    NightPage("raffle-staff", at("/staff/{code}/raffle/"), as_staff=True),
    NightPage("raffle-player", at("/staff/{code}/raffle/players/P001/"), as_staff=True),
    NightPage("raffle-players", at("/staff/{code}/raffle/players/?q=a"), as_staff=True),
    NightPage("raffle-bucket", at("/staff/{code}/raffle/buckets/B1/"), as_staff=True),
    NightPage("raffle-pot", at("/staff/{code}/raffle/buckets/B7/"), as_staff=True),
    NightPage("raffle-print", at("/staff/{code}/raffle/print/"), as_staff=True),
    NightPage("raffle-find", A_TICKET, as_staff=True),
    NightPage("raffle-ticket", linked(A_TICKET, "main a[href*='/T/']"), as_staff=True),
    NightPage("organise", at("/organise/"), as_staff=True),
    *(NightPage(f"new-{step}", at(f"/organise/new/{step}/"), as_staff=True) for step in ("house", "on", "people")),
    NightPage("setup", at("/organise/{code}/setup/"), as_staff=True),
    NightPage("again", at("/organise/{code}/again/"), as_staff=True),
    NightPage("invitation", INVITATION, as_staff=True),
    NightPage("invited", invited, as_staff=True),
    NightPage("account", at("/accounts/me/"), as_staff=True),
    *(NightPage(f"setup-{step}", at(f"/organise/{{code}}/setup/{step}/"), as_staff=True) for step in SETUP_STEPS),
    NightPage(
        "programme-line",
        linked(at("/organise/{code}/setup/programme/"), "main a[href*='/setup/programme/']"),
        as_staff=True,
    ),
    NightPage("roster", at("/organise/{code}/roster/"), as_staff=True),
    NightPage("dashboard", at("/organise/{code}/dashboard/"), as_staff=True),
    NightPage("night-finish-by", at("/organise/{code}/finish-by/?at=21:00"), as_staff=True),
    NightPage("books", at("/organise/{code}/books/"), as_staff=True),
    NightPage("closing", CLOSING, as_staff=True),
    NightPage("closing-approve", linked(CLOSING, "a[href*='/closing/lines/']"), as_staff=True),
    NightPage("fund", at("/organise/{code}/fund/"), as_staff=True),
    NightPage("report", at("/organise/{code}/report/"), as_staff=True),
    NightPage("audit", at("/organise/{code}/audit/"), as_staff=True),
    NightPage("refusal", at("/staff/{code}/players/P999/"), as_staff=True, status=404),
)
PAGES = (*PUBLIC, *STAFF)


def sign_in(page: Page) -> None:
    """Sign in as the organiser of the demo night."""
    page.goto("/accounts/sign-in/")
    page.get_by_label("Username").fill(ORGANISER)
    page.get_by_label("Password").fill(PASSWORD)
    with page.expect_navigation():
        page.get_by_role("button", name="Sign in").click()
