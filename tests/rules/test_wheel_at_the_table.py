"""The wheel of a fresh charity night, as its table's page and a program place bets and spin it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.roulette.bets import parse_bet
from engine.roulette.wheel import AMERICAN
from tables.models import Bet, Spin, Table
from tests.answers import post, press, shown_text
from tests.factories import make_event
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import each_door
from tests.tables.evening import make_holder
from tests.tables.test_pages import address, signed_in

pytestmark = pytest.mark.django_db

EVEN_MONEY = ("red", "black", "even", "odd", "low", "high")


class Mat:
    """The mat of a fresh night's wheel, opened as the night has it, with one guest at it."""

    def __init__(self, door: str, *, wheel: str = "american") -> None:
        self.door, self.event = door, make_event()
        self.client: Client = signed_in(self.event)
        self.guest = make_holder(self.event, "Owen Dee").code
        self.table = self._opened(wheel)

    def _opened(self, wheel: str) -> Table:
        if self.door == "page":
            to = reverse("tables:open_roulette", args=[self.event.code])
            form = self.client.get(to).context["form"]
            shown = {field.html_name: field.value() for field in form if field.value() is not None}
            press(self.client, to, **{**shown, form.add_prefix("wheel"): wheel})
        else:
            usual = self.event.house_settings.roulette
            facts = {"wheel": wheel, "catalogue": usual.catalogue, "lowest_bet": usual.minimum_bet}
            limits = {"highest_bet": usual.maximum_bet, "tray": usual.tray}
            post(self.client, self._api("tables/roulette/"), {**facts, **limits})
        return Table.objects.get(event=self.event)

    def _api(self, where: str) -> str:
        return f"/api/v1/events/{self.event.code}/{where}"

    def offered(self, part: str = "all") -> list[str]:
        """The bets that the mat of the page offers to tap: on the numbers, or outside them."""
        page = self.client.get(address(self.table, "roulette"), {"with": self.guest}).content.decode()
        inside, outside = page.split('class="mat-columns"')
        source = {"all": page, "inside": inside, "outside": outside}[part]
        return re.findall(r'data-bet="([^"]+)"', source)

    def place(self, *bets: str) -> Any:
        """Ten chips on each."""
        if self.door == "page":
            lines = [{"who": self.guest, "bet": bet, "chips": 10} for bet in bets]
            return press(self.client, address(self.table, "place_bets"), bets=json.dumps(lines))
        lines = [{"player": self.guest, "bet": bet, "chips": 10} for bet in bets]
        return post(self.client, self._api(f"tables/roulette/{self.table.pk}/bets/"), {"bets": lines})

    def spin(self, pocket: str) -> Any:
        facts = {"number": 1, "pocket": pocket}
        if self.door == "page":
            return press(self.client, address(self.table, "spin"), **facts)
        return post(self.client, self._api(f"tables/roulette/{self.table.pk}/spins/"), facts)

    def net(self, pocket: str, *bets: str) -> dict[str, int]:
        """What each bet of ten is up once the ball fell into that pocket."""
        placed = self.place(*bets)
        assert placed.status_code in (201, 302), shown_text(placed)[:300]
        spun = self.spin(pocket)
        assert spun.status_code in (201, 302), shown_text(spun)[:300]
        rows = Bet.objects.filter(table=self.table).order_by("pk")
        paid = {bet: row.returned - row.chips for bet, row in zip(bets, rows, strict=True)}
        assert Spin.objects.get().nets == {self.guest: sum(paid.values())}
        return paid


@pytest.mark.rule("WLIA-17")
@pytest.mark.parametrize(("wheel", "zeros"), [("american", ["0", "00"]), ("european", ["0"])])
@each_door
def test_the_ball_falls_into_1_to_36_and_the_zeros_of_the_wheel_and_nowhere_else(
    door: str, wheel: str, zeros: list[str]
):
    mat = Mat(door, wheel=wheel)
    elsewhere = {"37", "-1", "00", "x"} - set(zeros)

    refused = [mat.spin(pocket).status_code for pocket in sorted(elsewhere)]
    spun = mat.spin(zeros[-1])

    assert set(refused) <= {400, 422}
    assert (spun.status_code in (201, 302), Spin.objects.get().pocket) == (True, zeros[-1])


@pytest.mark.rule("WLIA-17")
def test_the_mat_of_the_night_has_the_double_zero_and_its_reds_and_blacks():
    mat = Mat("page")

    assert {f"straight {pocket}" for pocket in ("0", "00", *range(1, 37))} <= set(mat.offered())
    assert mat.net("32", "red", "black") == {"red": 10, "black": -10}


@pytest.mark.rule("WLIA-18")
@pytest.mark.parametrize(
    ("pocket", "winners"),
    [("18", {"red", "even", "low"}), ("19", {"red", "odd", "high"}), ("10", {"black", "even", "low"}), ("00", set())],
)
@each_door
def test_red_black_even_odd_low_and_high_pay_1_to_1_and_lose_to_the_zeros(door: str, pocket: str, winners: set[str]):
    assert Mat(door).net(pocket, *EVEN_MONEY) == {bet: 10 if bet in winners else -10 for bet in EVEN_MONEY}


@pytest.mark.rule("WLIA-19")
@pytest.mark.parametrize(("pocket", "winners"), [("34", {"dozen 3", "column 1"}), ("2", {"dozen 1", "column 2"})])
@each_door
def test_dozens_and_columns_pay_2_to_1(door: str, pocket: str, winners: set[str]):
    bets = [f"{kind} {number}" for kind in ("dozen", "column") for number in (1, 2, 3)]

    assert Mat(door).net(pocket, *bets) == {bet: 20 if bet in winners else -10 for bet in bets}


@pytest.mark.rule("WLIA-20")
@each_door
def test_bets_on_six_numbers_and_fewer_pay_5_8_11_17_and_35_to_1(door: str):
    bets = {
        "line 7-12": 50,
        "corner 8-9-11-12": 80,
        "street 7-9": 110,
        "split 8-11": 170,
        "straight 8": 350,
        "straight 0": -10,
    }

    assert Mat(door).net("8", *bets) == bets


@pytest.mark.rule("WLIA-20")
@each_door
def test_zero_may_be_bet_straight_up(door: str):
    assert Mat(door).net("00", "straight 0", "straight 00") == {"straight 0": -10, "straight 00": 350}


@pytest.mark.rule("WLIA-20")
@pytest.mark.parametrize("bet", ["split 3-4", "corner 3-4-6-7", "street 2-4", "line 2-7", "straight 37"])
@each_door
def test_a_layout_that_is_not_on_the_mat_is_no_bet(door: str, bet: str):
    mat = Mat(door)

    refused = refusal_in(mat.place(bet))

    assert (refused.status, refused.rules, Bet.objects.exists()) == (422, ("WLIA-20",), False)


@pytest.mark.rule("WLIA-21")
def test_bets_on_six_numbers_or_fewer_lie_on_the_numbers_and_those_on_twelve_or_more_beside_them():
    mat = Mat("page")

    inside, outside = mat.offered(part="inside"), mat.offered(part="outside")

    assert {len(parse_bet(bet, wheel=AMERICAN).pockets) for bet in inside} == {1, 2, 3, 4, 6}
    assert {len(parse_bet(bet, wheel=AMERICAN).pockets) for bet in outside} == {12, 18}
    assert len(outside) == 3 + 3 + 6
