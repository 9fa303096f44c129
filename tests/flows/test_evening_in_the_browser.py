"""One evening from the set-up to the books, by pressing the buttons that staff press and reading what guests read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.flows.steps import desk, euchre, hall, holdem, organiser, raffle, tables
from tests.server import NightServer, new_night, running_server

pytestmark = pytest.mark.browser

CODE = "WLIA-26"
PLAYERS = [f"P{number:03d}" for number in range(1, 41)]
AT_EUCHRE = 18
PAIRS = 6
"""6 pairs by choice and 6 singles: 9 teams, so the draw has byes."""
FIRST_NAMES = ("Ada", "Ben", "Cora", "Dee", "Eli", "Faye", "Gus", "Hope", "Iris", "Jon")
DICE = "3 1 4 1 5 6 2 6 5 3 5 2 3 1 3 2 3 2 4 6"


@pytest.fixture
def empty_server(tmp_path: Path) -> Iterator[NightServer]:
    """A server as it is after its first start: no night, no account."""
    with running_server(new_night(tmp_path)) as server:
        yield server


@pytest.fixture
def staff(browser: Browser, empty_server: NightServer) -> Iterator[Page]:
    """The window of the staff."""
    yield from _window(browser, empty_server)


@pytest.fixture
def guest(browser: Browser, empty_server: NightServer) -> Iterator[Page]:
    """A second window, without a sign-in."""
    yield from _window(browser, empty_server)


def _window(browser: Browser, server: NightServer) -> Iterator[Page]:
    context = browser.new_context(base_url=server.url)
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def test_an_evening_from_the_set_up_to_the_books(empty_server: NightServer, staff: Page, guest: Page):
    organiser.make_account(empty_server)
    _set_up(staff)
    hall.open_page(guest, f"/e/{CODE}/")

    desk.check_in_everybody(staff, CODE)
    taken = _sell(staff)
    _play_euchre(staff, guest)
    _play_holdem(staff, guest)
    _play_at_the_tables(staff)
    _spin(staff)
    taken += _raffle(staff, guest)

    assert organiser.fund_on_dashboard(staff, CODE) == f"${taken}.00"
    assert organiser.fund_in_ledger(staff, CODE) == 100 * taken
    hall.sees(guest, f"${taken}")
    assert desk.close_till(staff, CODE) == f"${taken}.00"
    assert "The books add up" in organiser.prove_books(staff, CODE)


def _set_up(staff: Page) -> None:
    """A night from the WLIA house, its flights, and a roster that is right at the second attempt."""
    organiser.sign_in(staff)
    organiser.create_night(staff, CODE, house="WLIA", name="WLIA charity night", fund="Scholarship fund", goal="2000")
    organiser.plan_flights(staff, CODE, flights=2, advancing=2)

    lines = _roster()
    wrong = [*lines[:3], "Vera Voss,vera.voss,euchre,", ",nobody@example.org,chess,", *lines[3:]]
    organiser.upload_roster(staff, CODE, "first-try.csv", wrong)
    errors = organiser.roster_errors(staff)
    assert [line.split()[0] for line in errors] == ["4", "5", "5"]
    assert "not an email address" in errors[0]

    organiser.upload_roster(staff, CODE, "roster.csv", lines)
    organiser.confirm_roster(staff, players=40)
    organiser.open_night(staff, CODE)


def _roster() -> list[str]:
    """40 people: pairs for euchre, then singles, then people who only play cards."""
    names = [f"{first} {last}" for last in ("Abbott", "Bauer", "Castle", "Dunn") for first in FIRST_NAMES]
    lines = ["name,email,activities,partner"]
    for number, name in enumerate(names):
        activities = "euchre" if number < AT_EUCHRE else "holdem"
        partner = names[number ^ 1] if number < 2 * PAIRS else ""
        lines.append(f"{name},,{activities},{partner}")
    return lines


def _sell(staff: Page) -> int:
    """First stacks are free; of three re-buys one is undone. Returns the dollars taken."""
    for player in PLAYERS[:8]:
        desk.give_first_stack(staff, CODE, player)
    desk.sell_rebuys(staff, CODE, PLAYERS[0], quantity=2)
    desk.sell_rebuys(staff, CODE, PLAYERS[1], quantity=1)
    desk.sell_rebuys(staff, CODE, PLAYERS[2], quantity=3)
    desk.undo_last(staff)
    return 30


def _play_euchre(staff: Page, guest: Page) -> None:
    """Pairing, the draw, a result taken back and entered again, and every match to the champion."""
    euchre.open_bracket(staff, CODE)
    euchre.take_sign_ups(staff)
    euchre.pair_singles(staff)
    assert euchre.draw_bracket(staff) == AT_EUCHRE // 2
    hall.sees(guest, f"{AT_EUCHRE // 2} teams started.")

    euchre.call_all(staff)
    euchre.start_all(staff)
    euchre.enter_first_result(staff, loser_points=6)
    euchre.stay_at_message(staff)
    hall.sees(guest, "1 of 8 matches are decided.")
    euchre.undo_result(staff)
    hall.sees(guest, "0 of 8 matches are decided.")

    champion = euchre.play_to_the_champion(staff, CODE)
    hall.sees(guest, champion)


def _play_holdem(staff: Page, guest: Page) -> None:
    """Two flights of four to two bags each, the final of four to its winner, and a clock that is paused."""
    holdem.open_tournament(staff, CODE)
    for flight, players in enumerate((PLAYERS[20:24], PLAYERS[24:28]), start=1):
        holdem.choose_flight(staff, f"Flight {flight}")
        for player in players:
            holdem.enter(staff, player)
        holdem.draw_seats(staff)
        holdem.start_clock(staff)
        holdem.bust_down_to(staff, 2)
        holdem.bag(staff, [2500, 1500])

    holdem.choose_flight(staff, "Final")
    holdem.draw_final(staff)
    holdem.start_clock(staff)
    left = holdem.pause_clock(staff)
    hall.sees(guest, "The clock is paused.")
    expect(guest.locator(".clock-time")).to_have_text(left)
    holdem.resume_clock(staff)
    holdem.bust_down_to(staff, 1)
    winner = re.sub(r" wins .*", "", holdem.finish(staff))
    hall.sees(guest, winner)


def _play_at_the_tables(staff: Page) -> None:
    """One hand of three: aces beat kings, the small stake is lost."""
    tables.open_card_table(staff, CODE)
    for seat, player in ((1, PLAYERS[0]), (4, PLAYERS[1]), (7, PLAYERS[2])):
        tables.sit_down(staff, seat, player, 500)

    plan = tables.settle_hand(
        staff, paid={1: 100, 4: 100, 7: 40}, cards={1: "Ah Ad", 4: "Ks Kd"}, board="2c 7d 9h Js 3c"
    )

    assert "+140" in plan
    assert tables.chips_at(staff, 1) == "640"


def _spin(staff: Page) -> None:
    """20 on the number and 20 on red: the number comes, and it is black."""
    tables.open_roulette(staff, CODE)
    tables.bring_to_the_mat(staff, PLAYERS[3])
    tables.bet(staff, PLAYERS[3], 20, "straight 17", "red")

    assert "+680" in tables.spin(staff, "17")


def _raffle(staff: Page, guest: Page) -> int:
    """Tickets for money and for chips, two buckets, and a draw that a guest checks. Returns the dollars taken."""
    raffle.open_raffle(staff, CODE)
    raffle.add_bucket(staff, "Handmade quilt", "250")
    raffle.add_bucket(staff, "Grill and smoker", "280")
    desk.sell_tickets(staff, CODE, PLAYERS[4], "20 for $20")
    desk.chips_for_tickets(staff, CODE, PLAYERS[5], 1000)
    raffle.place_tickets(staff, CODE, PLAYERS[4], {"Handmade quilt": 15, "Grill and smoker": 5})
    raffle.place_tickets(staff, CODE, PLAYERS[5], {"Handmade quilt": 3, "Grill and smoker": 7})
    hall.sees(guest, "30 tickets placed")

    raffle.close_sales(staff, CODE)
    raffle.enter_dice(staff, DICE, PLAYERS[4], PLAYERS[5])
    for prize in ("B1", "B2"):
        number = raffle.draw(staff, CODE, prize)
        assert 1 <= int(number) <= 30
        raffle.hand_over(staff)
    raffle.finish(staff, CODE)
    hall.sees(guest, "2 of 2 prizes are handed over.")
    guest_check = guest.context.new_page()
    assert raffle.verify(guest_check, CODE) == "Verified"
    return 20
