"""Staff on the floor: a tournament opened, flights entered and seated, the clock, bust-outs, bags and the final."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.papers import Paper


def open_tournament(page: Page, code: str) -> None:
    """Open a tournament with the night's own structure; ends at its first flight."""
    page.goto(f"/staff/{code}/floor/")
    page.get_by_role("link", name="Open a tournament").click()
    page.get_by_role("button", name="Open the tournament").click()
    expect(page.get_by_text("is open for entries.")).to_be_visible()


def choose_flight(page: Page, name: str) -> None:
    """Open the tab of a flight, such as "Flight 2"."""
    page.get_by_role("navigation", name="Flights").get_by_role("link", name=name).click()
    chosen = page.get_by_role("navigation", name="Flights").locator("[aria-current]")
    expect(chosen).to_contain_text(name)
    expect(chosen).to_be_in_viewport(ratio=0.9)


def enter(page: Page, player: str) -> None:
    """Enter a player in the open flight."""
    page.get_by_label("Player", exact=True).select_option(player)
    with page.expect_navigation():  # what the page says of the player before reads the same
        page.get_by_role("button", name="Enter, give").click()
    expect(page.get_by_text(re.compile(r"entered( at table \d+ seat \d+)?\.$"))).to_be_visible()


def draw_seats(page: Page, *, tables: int | None = None) -> None:
    """Draw the seats of the open flight, at as few tables as it takes unless a number is given."""
    if tables is not None:
        page.get_by_label("Tables optional").fill(str(tables))
    page.get_by_role("button", name=re.compile(r"Draw \d+ seats")).click()
    expect(page.get_by_text("Seats drawn.")).to_be_visible()


def start_clock(page: Page) -> None:
    """Start the open flight, or the final."""
    page.get_by_role("button", name=re.compile("Start the (flight|final)")).click()
    expect(page.locator("#floor-clock")).to_contain_text("Running")


def pause_clock(page: Page) -> str:
    """Pause the clock; returns the time that is left, which then stands still."""
    page.locator("#floor-clock").get_by_role("button", name="Pause").click()
    expect(page.locator("#floor-clock")).to_contain_text("Paused")
    return page.locator("#floor-clock .clock-time").inner_text()


def resume_clock(page: Page) -> None:
    """Let the clock run on."""
    page.locator("#floor-clock").get_by_role("button", name="Resume").click()
    expect(page.locator("#floor-clock")).to_contain_text("Running")


def still_in(page: Page) -> list[str]:
    """Codes of the players who are still in, best stack first; ends at the counts."""
    show_place(page, "Counts")
    links = page.locator("#standings th a")
    return [str(link.get_attribute("href")).split("player=")[1].split("#")[0] for link in links.all()]


def show_place(page: Page, name: str) -> None:
    """Open "Tables", "Counts", "Entries" or "Out" of the open flight; what lies over them is closed first."""
    close = page.locator("#floor-table").get_by_role("link", name="Close")
    if close.is_visible():
        close.click()
    with page.expect_navigation():
        page.get_by_role("navigation", name="Floor").get_by_role("link", name=name).click()


def open_player(page: Page, player: str) -> None:
    """The seat of a player who is still in, found among the counts."""
    show_place(page, "Counts")
    page.locator(f"#standings a[href*='player={player}']").click()
    expect(page.locator("#floor-table h2").nth(1)).to_be_visible()


def bust_out(page: Page, player: str) -> None:
    """The player goes out with the chips last counted."""
    open_player(page, player)
    with page.expect_navigation():
        page.locator("#floor-table").get_by_role("button", name="Bust out").click()
    expect(page.get_by_text("Out: ")).to_be_visible()


def bust_together(page: Page, players: list[str]) -> None:
    """Record that these went out on one hand: tap the first, tick the others."""
    first, *others = players
    open_player(page, first)
    page.get_by_role("link", name="Several out on one hand").click()
    page.get_by_text("Others went out on the same hand").click()
    for player in others:
        page.locator(f"input[name=out_{player}]").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Record the bust-out").click()
    expect(page.get_by_text("Out: ")).to_be_visible()


def make_proposed_moves(page: Page, title: str) -> list[str]:
    """Make what the tables need, under that heading; returns the slips of those who move, and is back on the floor."""
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    with page.expect_navigation():  # moves may have been made before
        page.locator(".propose > .buttons").get_by_role(
            "button", name=re.compile(r"^(Make all \d+ moves|Move .+)$")
        ).click()
    link = page.locator("#floor-moves").get_by_role("link", name="Slips").first
    page.get_by_text("Moves made").wait_for()
    if not link.is_visible():
        page.get_by_text("Moves made").click()  # folded away while the tables need something else
    return print_slips(page, link)


def seat_slips(page: Page) -> list[str]:
    """The slips of everybody who was drawn a seat; ends on the floor."""
    return print_slips(page, page.get_by_role("link", name="Seat slips"))


def print_slips(page: Page, link: Locator) -> list[str]:
    """What the printer would make of the slips behind a link, one by one."""
    address = link.evaluate("link => link.href")
    return Paper(page.request.get(address).body()).pages


def bust_down_to(page: Page, players: int) -> list[str]:
    """Bust players out until that many are left; returns the codes of those."""
    while len(left := still_in(page)) > players:
        bust_out(page, left[-1])
    show_place(page, "Tables")
    return left


def bag(page: Page, chips: list[int]) -> None:
    """Close the bags of the open flight with those counts, in the order of the page."""
    for place, count in zip(page.locator("#bags .form-grid input").all(), chips, strict=True):
        place.fill(str(count))
    page.get_by_role("button", name="Close the bags").click()
    expect(page.get_by_text(f"bagged: {sum(chips):,} chips.")).to_be_visible()


def draw_final(page: Page) -> None:
    """Carry the stacks to the final and draw its seats."""
    page.get_by_role("button", name="Draw the final").click()
    expect(page.get_by_text("The stacks are carried and the seats drawn.")).to_be_visible()


def finish(page: Page) -> str:
    """Record the winner; returns what the page says of them."""
    page.get_by_role("button", name="Finish the tournament").click()
    told = page.get_by_text(" wins ")
    expect(told).to_be_visible()
    return told.inner_text()
