"""Money and chips of a fresh charity night, as its desk and a program take and give them."""

from __future__ import annotations

from typing import Any

import pytest

from eventnight.bank.ledger.refs import player_chips, player_tickets
from eventnight.bank.selectors import balance_of
from eventnight.core.roles import Role
from eventnight.events.models import Event
from tests.answers import shown_text
from tests.factories import make_event, make_player, make_staff
from tests.flows.pressing import press_api, press_page, refusal_in
from tests.tables.at_the_table import each_door

pytestmark = pytest.mark.django_db


class Counter:
    """A guest at the desk of a fresh night, served by its page or by a program."""

    def __init__(self, door: str) -> None:
        self.door, self.event = door, make_event()
        self.guest = make_player(self.event, checked_in=True).code
        self.staff = make_staff(self.event, Role.DESK)

    def first_stack(self) -> Any:
        if self.door == "page":
            return press_page(self.staff, f"/staff/{self.event.code}/desk/{self.guest}/first-stack/", {})
        return press_api(self.staff, f"{self.event.code}/bank/first-stacks/", {"player": self.guest})

    def rebuys(self, number: int, **more: object) -> Any:
        """So many re-buys in one sale."""
        if self.door == "page":
            fields = {"quantity": number, "shown": str(number), **more}
            return press_page(self.staff, f"/staff/{self.event.code}/desk/{self.guest}/rebuy/", fields)
        body = {"player": self.guest, "paid": 1000 * number, **more}
        return press_api(self.staff, f"{self.event.code}/bank/rebuys/", body)

    def open_raffle(self) -> None:
        organiser = make_staff(self.event, Role.ORGANISER)
        if self.door == "page":
            opened = press_page(organiser, f"/staff/{self.event.code}/raffle/open/", {"method": "verifiable"})
        else:
            opened = press_api(organiser, f"{self.event.code}/raffle/opening/", {})
        assert opened.status_code in (200, 201, 302), shown_text(opened)[:300]

    def tickets(self, paid: int) -> Any:
        """Raffle tickets for so many cents."""
        if self.door == "page":
            return press_page(self.staff, f"/staff/{self.event.code}/desk/{self.guest}/tickets/", {"paid": paid})
        return press_api(self.staff, f"{self.event.code}/raffle/sales/", {"player": self.guest, "paid": paid})

    @property
    def held(self) -> tuple[int, int]:
        """The guest's chips and tickets."""
        refs = player_chips(self.guest), player_tickets(self.guest)
        chips, tickets = (balance_of(self.event.pk, ref) for ref in refs)
        return chips, tickets

    @property
    def fund(self) -> tuple[int, dict[str, int]]:
        """What the fund has in cents, and for what it was paid, as the books tell an organiser."""
        organiser = make_staff(self.event, Role.ORGANISER)
        totals = press_api(organiser, f"{self.event.code}/bank/totals/").json()
        return totals["fund"], {name: cents for name, cents in totals["money_by_purpose"].items() if cents}


def dashboard(event: Event) -> str:
    return shown_text(press_page(make_staff(event, Role.ORGANISER), f"/organise/{event.code}/dashboard/"))


@pytest.mark.rule("WLIA-2")
@each_door
def test_every_player_starts_with_1000_in_chips_and_gets_them_once(door: str):
    desk = Counter(door)

    given = desk.first_stack()
    again = refusal_in(desk.first_stack())

    assert given.status_code in (201, 302)
    assert (desk.held, desk.fund[0]) == ((1000, 0), 0)
    assert (again.status, again.code, desk.held[0]) == (409, "first_stack_given", 1000)


@pytest.mark.rule("WLIA-3")
@pytest.mark.parametrize("number", [1, 2, 5])
@each_door
def test_a_re_buy_is_1000_chips_for_10_dollars_to_the_fund_and_any_number_is_sold(door: str, number: int):
    desk = Counter(door)

    sold = desk.rebuys(number)

    assert sold.status_code in (201, 302), shown_text(sold)[:300]
    assert desk.held == (1000 * number, 0)
    assert desk.fund == (1000 * number, {"rebuy": 1000 * number})
    assert f"${10 * number}" in dashboard(desk.event)


@pytest.mark.rule("WLIA-3")
@each_door
def test_another_re_buy_may_follow_at_any_time(door: str):
    desk = Counter(door)
    desk.rebuys(1)

    asked = refusal_in(desk.rebuys(1))
    meant = desk.rebuys(1, again=1)

    assert (asked.status, asked.code, meant.status_code in (201, 302)) == (409, "sold_just_now", True)
    assert (desk.held[0], desk.fund[0]) == (2000, 2000)


@pytest.mark.rule("WLIA-3")
@pytest.mark.parametrize("paid", [500, 1500, 999])
def test_money_that_buys_no_whole_number_of_re_buys_is_refused_with_the_price(paid: int):
    desk = Counter("api")

    refused = refusal_in(desk.rebuys(1, paid=paid))

    assert (refused.code, refused.rules, desk.held) == ("rebuy_amount", ("WLIA-3",), (0, 0))
    assert "$10.00" in refused.message


@pytest.mark.rule("WLIA-15")
@pytest.mark.parametrize("lots", [1, 2])
@each_door
def test_ten_raffle_tickets_cost_10_dollars_and_all_of_it_goes_to_the_fund(door: str, lots: int):
    desk = Counter(door)
    desk.open_raffle()

    sold = desk.tickets(1000 * lots)

    assert sold.status_code in (201, 302), shown_text(sold)[:300]
    assert desk.held == (0, 10 * lots)
    assert desk.fund == (1000 * lots, {"tickets": 1000 * lots})


@pytest.mark.rule("WLIA-15")
def test_tickets_are_sold_in_tens():
    desk = Counter("api")
    desk.open_raffle()

    refused = refusal_in(desk.tickets(1500))

    assert (refused.code, "WLIA-15" in refused.rules, desk.held) == ("ticket_lot", True, (0, 0))
