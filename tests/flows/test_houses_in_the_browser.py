"""A night of each house from its template to a hand: the set-up saved as it comes, the table opened with its form as it
comes, and an example of the house's own document played on it. At Biska people deal, so that the cards are those of the
example; `tests/rules/test_biska_dealt.py` plays it where the system does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.flows.steps import hands, organiser, tables
from tests.server import NightServer, new_night, running_server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("houses")]

Opened = Callable[..., Page]
PEOPLE = ("Ada Abbott", "Ben Bauer", "Cora Castle", "Dee Dunn", "Eli Ernst", "Faye Fox")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NightServer]:
    """A server with the account of an organiser and no night."""
    folder: Path = tmp_path_factory.mktemp("houses")
    with running_server(new_night(folder)) as server:
        organiser.make_account(server)
        yield server


@pytest.fixture(scope="module")
def staff(browser: Browser, server: NightServer) -> Iterator[Page]:
    """A window in which the organiser is signed in."""
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(10_000)
    page = context.new_page()
    organiser.sign_in(page)
    yield page
    context.close()


@pytest.fixture
def opened(staff: Page) -> Iterator[Opened]:
    """Opens a night of a house through its set-up, with people who have chips, and its table; ends at its page.
    dealt_by: who deals there, where it is not as the house has it.
    """
    page = staff.context.new_page()

    def night(house: str, code: str, dealt_by: str = "") -> Page:
        organiser.create_night(page, code, house=house, name=f"Night {code}")
        organiser.save_each_step(page, code)
        organiser.open_night(page, code)
        organiser.people_with_chips(page, code, PEOPLE)
        tables.open_card_table(page, code, dealt_by=dealt_by)
        return page

    yield night
    page.close()


def sit(page: Page, *chips: int, first: int = 1) -> None:
    """P001 and so on from seat 1 on, with so many chips; others from the first of them on."""
    for seat, before in enumerate(chips, start=1):
        tables.sit_down(page, seat, f"P{first - 1 + seat:03d}", before)


def to_the_table(page: Page) -> None:
    page.get_by_role("link", name="Table 1").first.click()
    expect(page.get_by_role("link", name="Play it")).to_be_visible()


@pytest.mark.rule("WLIA-5", "WLIA-6", "WLIA-10", "STD-5")
def test_at_the_charity_night_the_pot_caps_a_raise_and_three_raises_a_round_until_two_are_left(opened: Opened):
    page = opened("WLIA", "WLIA-1")
    sit(page, 1000, 1000, 1000)
    hands.give_button(page, dealt_from=0)
    hands.deal_hand(page)
    assert (hands.seat_to_act(page), "Raise to 35" in hands.keys(page)) == (1, True)

    hands.press(page, "Call 10", "Call 5", "Check")
    hands.deal(page, "Kh 9c 4d")
    hands.press(page, "Bet 10", "Raise to 20", "Raise to 30", "Raise to 40")
    capped = hands.keys(page)
    hands.press(page, "Fold")

    assert capped == ["Fold", "Call 20"]
    assert "Raise to 50" in hands.keys(page)
    hands.press(page, "Fold")
    assert "+70" in hands.pay_out(page, 120)


@pytest.mark.rule("CAN-23", "CAN-27")
def test_at_canterbury_an_all_in_of_half_a_bet_is_raised_to_25(opened: Opened):
    page = opened("Canterbury", "CAN-1")
    sit(page, 25, 25, 25)
    hands.give_button_by_card(page)
    page.get_by_role("link", name="Play it").click()
    button = int(page.get_by_text("has the button").inner_text().split()[1])
    to_the_table(page)
    for seat in {1, 2, 3} - {(button + 1) % 3 + 1}:
        tables.top_up(page, seat, 100)

    hands.deal_hand(page)
    hands.press(page, "Call 10", "Call 5", "Check")
    hands.deal(page, "Kh 9c 4d")
    hands.press(page, "Bet 10", "Raise to 15")

    assert "Raise to 25" in hands.keys(page)
    hands.press(page, "Raise to 25", "Fold")
    hands.deal(page, "8s")


@pytest.mark.rule("ANG-2", "ANG-36", "ANG-37")
def test_at_angies_the_pot_pays_the_posted_dollar_and_sixes_full_of_kings_win_at_omaha(opened: Opened):
    page = opened("Angie", "ANG-1")
    sit(page, 20, 20, 20)
    hands.give_button_by_card(page)
    hands.deal_hand(page)
    hands.press(page, "Call 2", "Call 1", "Check")
    hands.deal(page, "Kh 9c 4d")
    hands.press(page, "Bet 2", "Fold", "Fold")
    assert "The fee was fixed by 3 players dealt in." in hands.pay_out(page, 8)

    tables.open_card_table(page, "ANG-1", game="Omaha")
    sit(page, 20, 20, 20, first=4)
    plan = tables.settle_hand(
        page,
        paid={1: 4, 2: 4, 3: 4},
        cards={1: "2s 4c Jd 9h", 2: "Tc 5c Qc Ah", 3: "Kh Kd 7h Jh"},
        board="6c 8c 6d 3h 6s",
    )

    assert "Seat 3 wins with full house, sixes full of kings" in plan
    assert tables.chips_at(page, 3) == "27"


@pytest.mark.rule("WAS-11", "WAS-12")
def test_at_washburn_the_side_pot_is_settled_first_and_who_loses_all_in_has_nothing_left(opened: Opened):
    page = opened("Washburn", "WAS-1")
    sit(page, 3000, 10_000, 10_000)
    hands.give_button_by_card(page)
    hands.deal_hand(page)
    while page.locator("#keys").get_by_role("heading", name="Deal:").count() == 0:
        hands.press(page, [key for key in hands.keys(page) if key.startswith(("Call", "Raise to"))][-1])
    for cards in ("2c 3d 4h", "9s", "Jc"):
        hands.deal(page, cards)
    held = {1: "Ks Kd", 2: "As Ad", 3: "Qs Qd"}
    while page.locator("#keys").count():
        hands.show(page, held[hands.seat_to_act(page)])

    plan = hands.pay_out(page, 23_000)

    assert plan.index("Side pot 1") < plan.index("Main pot")
    to_the_table(page)
    assert [tables.chips_at(page, seat) for seat in (1, 2, 3)] == ["0", "23,000", "0"]


@pytest.mark.rule("BIS-8", "BIS-15")
def test_at_biska_ace_seven_beats_ace_two_on_king_queen_three_nine_four(opened: Opened):
    page = opened("Biska", "BIS-1", dealt_by="People, with real cards")
    sit(page, 1000, 1000)
    hands.give_button_by_card(page)
    hands.deal_hand(page)
    hands.press(page, "Call 5", "Check")
    for cards in ("Kh Qd 3c", "9s", "4h"):
        hands.deal(page, cards)
        hands.press(page, "Check", "Check")

    hands.show(page, "As 2d")
    winner = hands.show(page, "Ac 7d")

    assert f"Seat {winner} wins with high card, ace king queen nine seven" in hands.pay_out(page, 20)
    to_the_table(page)
    assert tables.chips_at(page, winner) == "1,010"


@pytest.mark.rule("STD-3", "STD-4")
def test_at_a_night_without_a_house_the_first_raise_doubles_and_the_next_adds_as_much_as_the_last(opened: Opened):
    page = opened("Standard", "STD-1")
    sit(page, 500, 500, 500)
    hands.give_button_by_card(page)
    hands.deal_hand(page)
    hands.press(page, "Raise to 20")

    assert "Raise to 30" in hands.keys(page)
    hands.press(page, "Raise to 30", "Fold", "Fold")
    assert "+30" in hands.pay_out(page, 60)
