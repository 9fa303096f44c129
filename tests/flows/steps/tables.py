"""Staff at the card tables and the wheel: seats, hands settled, bets and spins."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote_plus

from playwright.sync_api import Page, Response, expect


def open_card_table(page: Page, code: str, *, game: str = "", dealt_by: str = "") -> None:
    """Open a card table as the night has it, but for its game and for who deals where one is named."""
    page.goto(f"/staff/{code}/tables/")
    page.get_by_role("link", name="Card table").click()
    if game:
        page.get_by_label("Game", exact=True).select_option(label=game)
    if dealt_by:
        page.get_by_label("Cards are dealt by").select_option(label=dealt_by)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("link", name="Settle hand")).to_be_visible()


def sit_down(page: Page, seat: int, player: str, chips: int) -> None:
    """Tap a seat of the map and put a player on it."""
    page.locator(f"#table-map a[href*='seat={seat}']").first.click()
    form = page.locator("#seat")
    form.get_by_label("Player").fill(player)
    form.get_by_label("Chips").fill(str(chips))
    form.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text(f"sits on seat {seat}")).to_be_visible()


def top_up(page: Page, seat: int, chips: int) -> None:
    """Tap a seat of the map and put more of its player's chips before it."""
    page.locator(f"#table-map a[href*='seat={seat}']").first.click()
    form = page.locator("#seat")
    form.get_by_label("Chips").fill(str(chips))
    with page.expect_navigation():
        form.get_by_role("button", name="Put more chips on the table").click()


def settle_hand(page: Page, *, paid: dict[int, int], cards: dict[int, str], board: str) -> str:
    """Settle a hand of which every seat with cards saw the end; returns what the plan said."""
    with page.expect_navigation():  # the deck counts taps from then on
        page.get_by_role("link", name="Settle hand").click()
    tap_cards(page, board)
    for seat, chips in paid.items():
        page.locator(f"input[name=paid_{seat}]").fill(str(chips))
    with page.expect_response(lambda answer: _was_planned_with(answer, cards.values())):
        for seat, hole in cards.items():
            page.locator(f"[data-deck-for=id_cards_{seat}]").click()
            tap_cards(page, hole)
    expect(page.locator("#hand-plan")).not_to_have_class(re.compile("htmx-request"))
    pay = page.get_by_role("button", name=f"Pay out {sum(paid.values()):,}")
    expect(pay).to_be_visible()
    plan = page.locator("#hand-plan").inner_text()
    pay.click()
    expect(page.get_by_role("link", name="Settle hand")).to_be_visible()
    return plan


def _was_planned_with(answer: Response, cards: Iterable[str]) -> bool:
    """Whether the plan that comes is one of all these cards: it follows the form by some tenths of a second."""
    sent = unquote_plus(answer.request.post_data or "")
    return answer.url.endswith("/preview/") and all(hole in sent for hole in cards)


def chips_at(page: Page, seat: int) -> str:
    """The chips before a seat, as the map of the open table says them."""
    said = page.locator("#table-map").get_by_role("link", name=f"Seat {seat},").get_attribute("aria-label") or ""
    return said.split(", ")[-1]


def tap_cards(page: Page, cards: str) -> None:
    """Tap cards of the deck, such as "Ah Kd"."""
    for card in cards.split():
        page.locator(f"[data-deck] [data-card='{card}']").click()


def open_roulette(page: Page, code: str) -> None:
    """Open the wheel with the night's own limits and tray."""
    page.goto(f"/staff/{code}/tables/")
    page.get_by_role("link", name="Roulette", exact=True).last.click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="spin 1")).to_be_visible()


def bring_to_the_mat(page: Page, player: str) -> None:
    """A player joins the mat."""
    page.get_by_label("Bring a player to the mat").fill(player)
    page.get_by_role("button", name="Add").click()
    expect(page.locator(f"input[type=radio][name=who][value={player}]")).to_be_attached()


def bet(page: Page, player: str, chip: int, *places: str) -> None:
    """Tap places of the mat for a player, one chip each, and put them on it."""
    page.locator(f"input[type=radio][name=who][value={player}]").check()
    page.locator(f"input[type=radio][name=chip][value='{chip}']").check()
    for place in places:
        page.locator(f"button[data-bet='{place}']").click()
    page.get_by_role("button", name=re.compile(r"Place \d+ bet")).click()
    # The heading stands there before a bet does.
    laid = page.locator("section.panel", has=page.get_by_role("heading", name="On the mat"))
    for place in places:
        expect(laid).to_contain_text(place)


def spin(page: Page, pocket: str) -> str:
    """The ball fell: look at what it pays and pay; returns what the plan said."""
    page.get_by_label("Winning number").fill(pocket)
    page.get_by_role("button", name="Show payout").click()
    pay = page.locator("button[form=roulette-pay]")
    plan = page.locator("#roulette-plan").inner_text()
    pay.click()
    expect(page.locator(".spins")).to_contain_text(pocket)
    return plan
