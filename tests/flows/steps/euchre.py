"""Staff at the euchre bracket: entries, pairs, the draw, and matches from the call to the champion."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def open_bracket(page: Page, code: str) -> None:
    """Open a bracket with the night's own settings."""
    page.goto(f"/staff/{code}/matches/")
    page.get_by_role("link", name="Open a bracket").click()
    page.get_by_role("button", name="Open for entries").click()
    expect(page.get_by_role("heading", name="pairs and draw")).to_be_visible()


def take_sign_ups(page: Page) -> None:
    """Enter everybody who signed up and is here."""
    page.get_by_role("button", name=re.compile(r"Enter \d+ players")).click()
    expect(page.get_by_text("players entered.")).to_be_visible()


def pair_singles(page: Page) -> None:
    """Draw pairs from those without a partner."""
    page.get_by_role("button", name="Draw pairs from").click()
    expect(page.get_by_text("pairs drawn.")).to_be_visible()


def draw_bracket(page: Page) -> int:
    """Draw the bracket by a recorded shuffle; returns the number of teams."""
    button = page.get_by_role("button", name=re.compile(r"Draw \d+ teams"))
    teams = int(re.sub(r"\D", "", button.inner_text()))
    button.click()
    expect(page.get_by_role("heading", name="At the tables")).to_be_visible()
    return teams


def call_all(page: Page) -> None:
    """Call ready matches for as long as a table is free."""
    call = page.get_by_role("button", name="Call to table")
    while call.count():
        with page.expect_navigation():
            call.first.click()
        expect(page.get_by_text("is called to table")).to_be_visible()


def start_all(page: Page) -> None:
    """Everybody who was called plays."""
    start = page.get_by_role("button", name="Start")
    while start.count():
        with page.expect_navigation():
            start.first.click()
        expect(page.get_by_text("is playing.")).to_be_visible()


def enter_first_result(page: Page, loser_points: int) -> str:
    """Enter the result of the first match that is playing: its upper team wins. Returns the winner's name."""
    page.get_by_role("link", name="Result").first.click()
    name = choose_upper(page, loser_points)
    save_result(page, name)
    return name


def open_ready(page: Page, number: int) -> None:
    """Tap the teams of a match that is ready, on the list of matches."""
    page.get_by_role("listitem").filter(has_text=f"Match {number}, ").get_by_role("link").click()
    expect(page.get_by_role("heading", name=f"Match {number}", exact=True)).to_be_visible()


def enter_ready(page: Page, code: str, number: int, *, loser_points: int) -> str:
    """Enter the result of a ready match that was played without a call: its upper team wins. Returns the winner."""
    if f"/staff/{code}/matches/" not in page.url:
        page.goto(f"/staff/{code}/matches/")
    open_ready(page, number)
    name = choose_upper(page, loser_points)
    save_result(page, name)
    return name


def choose_upper(page: Page, loser_points: int) -> str:
    """Tap the upper team and the points of the other; returns the winner's name."""
    winner = page.locator("#result-form input[name=winner]").first
    name = page.locator("#result-form label.team .team-name").first.inner_text()
    winner.check()
    choose_points(page, loser_points)
    expect(page.locator("#result-plan")).to_contain_text("This will do")
    return name


def choose_points(page: Page, loser_points: int) -> None:
    """Tap the points of the beaten team."""
    page.locator(f"#result-form input[name=loser_points][value='{loser_points}']").check()


def save_result(page: Page, winner: str) -> None:
    """Press the button, which says the score and the winner; the message names them."""
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile(r"^Save \d+–\d+")).click()
    expect(page.locator("[data-toast]").first).to_contain_text(winner.splitlines()[0])


def stay_at_message(page: Page) -> None:
    """Point at the message of the result that was just entered: it waits, however long others take to see it."""
    page.locator("[data-toast]").first.hover()


def undo_result(page: Page) -> None:
    """Press "Undo" in the message of the result that was just entered."""
    page.locator("[data-toast]").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("is undone.")).to_be_visible()


def play_to_the_champion(page: Page, code: str) -> str:
    """Call, start and settle matches until the bracket is won; returns the winner's name."""
    page.goto(f"/staff/{code}/matches/")
    champion = page.locator(".call .call-where")
    played = 0
    while not champion.count():
        call_all(page)
        start_all(page)
        while page.get_by_role("link", name="Result").count():
            enter_first_result(page, loser_points=played % 10)
            played += 1
    return champion.inner_text()
