"""The WLIA rules that the bank keeps, through its services."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from eventnight.bank.chips.chip_set import require_payable, stack_in_colours
from eventnight.bank.ledger.refs import player_chips, player_tickets, seat_chips, till
from eventnight.bank.selectors import fund_total, money_by_purpose
from eventnight.bank.services import (
    give_first_stack,
    leave_table,
    record_donation,
    redeem_chips,
    sell_rebuy,
    sell_tickets,
    settle_hand,
    sit_down,
)
from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.events.house_settings import ChipColour
from eventnight.events.house_settings.house_templates import house_template, house_templates
from tests.bank.nights import Night, night_with_stacks
from tests.deep import examples
from tests.factories import after, make_user

WLIA_CHIPS = house_template("wlia").settings.bank.chip_set


def set_raffle(night: Night, **changed: object) -> None:
    house = night.event.house_settings
    night.event.settings = replace(house, raffle=replace(house.raffle, **changed)).as_json()
    night.event.save()


@pytest.mark.rule("WLIA-1")
def test_the_chip_set_is_yellow_5_white_10_red_20_blue_50_and_yellow_is_for_the_tables():
    assert {colour.colour: (colour.value, colour.at_bank) for colour in WLIA_CHIPS} == {
        "yellow": (5, False),
        "white": (10, True),
        "red": (20, True),
        "blue": (50, True),
    }


@pytest.mark.rule("WLIA-2")
@pytest.mark.django_db
def test_every_player_starts_with_1000_in_chips():
    night = Night(players=1)

    night.post(give_first_stack, player_code=night.codes[0])

    assert night.holds(player_chips(night.codes[0])) == 1000
    assert night.holds(till("T1")) == 0


@pytest.mark.rule("WLIA-2")
@pytest.mark.django_db
def test_a_second_first_stack_is_refused_with_who_gave_the_first_and_when():
    night = Night(players=1)
    nora = make_user("nora")
    night.post(give_first_stack, player_code=night.codes[0], by=Actor.of(nora))

    with pytest.raises(Conflict, match="nora") as refusal:
        night.post(give_first_stack, player_code=night.codes[0], now=after(5))

    assert refusal.value.code == "first_stack_given"
    assert "7:00 PM" in refusal.value.message
    assert night.holds(player_chips(night.codes[0])) == 1000


@pytest.mark.rule("WLIA-3")
@pytest.mark.django_db
@pytest.mark.parametrize(("paid", "chips"), [(1000, 1000), (2000, 2000), (99000, 99000)])
def test_a_rebuy_gives_1000_chips_for_each_10_dollars(paid: int, chips: int):
    night = Night(players=1)

    night.post(sell_rebuy, player_code=night.codes[0], paid=paid)

    assert night.holds(player_chips(night.codes[0])) == chips
    assert night.holds(till("T1")) == paid


@pytest.mark.rule("WLIA-3")
@pytest.mark.django_db
def test_any_player_rebuys_at_any_time_and_any_number_of_times():
    night = night_with_stacks(1)

    for minutes in range(0, 300, 60):
        night.post(sell_rebuy, player_code=night.codes[0], paid=1000, now=after(minutes))

    assert night.holds(player_chips(night.codes[0])) == 6000


@pytest.mark.rule("WLIA-3")
@pytest.mark.django_db
@pytest.mark.parametrize(("paid", "nearest"), [(1550, [1000, 2000]), (500, [1000]), (0, [1000]), (2001, [2000, 3000])])
def test_money_for_no_whole_number_of_rebuys_is_refused_with_the_multiples(paid: int, nearest: list[int]):
    night = Night(players=1)

    with pytest.raises(UserFacingError, match=r"multiple of \$10\.00") as refusal:
        night.post(sell_rebuy, player_code=night.codes[0], paid=paid)

    assert (refusal.value.code, refusal.value.rules) == ("rebuy_amount", ("WLIA-3",))
    assert refusal.value.facts["nearest"] == nearest
    assert fund_total(night.event.pk) == 0


@pytest.mark.rule("WLIA-3", "WLIA-15")
@pytest.mark.django_db
def test_rebuys_and_tickets_go_to_the_fund_and_are_reported_as_what_they_are():
    night = night_with_stacks(1)
    player = night.codes[0]

    night.post(sell_rebuy, player_code=player, paid=3000)
    night.post(sell_tickets, player_code=player, paid=2000)
    night.post(record_donation, paid=775)

    assert money_by_purpose(night.event.pk) == {
        "float": 0,
        "entry_fee": 0,
        "rebuy": 3000,
        "tickets": 2000,
        "donation": 775,
        "pot": 0,
        "stack_rebuy": 0,
        "add_on": 0,
        "prize": 0,
    }
    assert fund_total(night.event.pk) == 5775


@pytest.mark.rule("WLIA-4")
@pytest.mark.parametrize(
    ("chips", "colours"),
    [
        (1000, {"blue": 14, "red": 10, "white": 10}),
        (2000, {"blue": 28, "red": 20, "white": 20}),
        (10, {"white": 1}),
        (30, {"red": 1, "white": 1}),
    ],
)
def test_the_bank_hands_out_white_red_and_blue(chips: int, colours: dict[str, int]):
    assert {line.colour: line.count for line in stack_in_colours(WLIA_CHIPS, chips)} == colours


@pytest.mark.rule("WLIA-4")
@pytest.mark.parametrize("house", house_templates())
def test_every_house_can_hand_out_what_it_sells(house: str):
    bank = house_template(house).settings.bank

    for chips in (bank.first_stack, bank.rebuy_chips):
        assert sum(line.value * line.count for line in stack_in_colours(bank.chip_set, chips)) == chips


@pytest.mark.rule("WLIA-4")
@pytest.mark.parametrize(("chips", "nearest"), [(1055, [1050, 1060]), (5, [10]), (995, [990, 1000])])
def test_an_amount_that_needs_yellow_is_refused_at_the_bank(chips: int, nearest: list[int]):
    with pytest.raises(UserFacingError, match="yellow 5") as refusal:
        stack_in_colours(WLIA_CHIPS, chips)

    assert (refusal.value.code, refusal.value.rules) == ("not_payable_at_bank", ("WLIA-4",))
    assert refusal.value.facts["nearest"] == nearest


@pytest.mark.rule("WLIA-4")
@pytest.mark.django_db
def test_the_bank_takes_no_yellow_in_but_players_may_hold_it():
    night = night_with_stacks(2)
    first, second = night.codes
    night.post(sit_down, player_code=first, seat="T1-1", chips=205)
    night.post(sit_down, player_code=second, seat="T1-2", chips=205)
    night.post(settle_hand, table_code="T1", nets={"T1-1": 205, "T1-2": -205}, fee=0)
    night.post(leave_table, player_code=first, seat="T1-1")
    assert night.holds(player_chips(first)) == 1205

    with pytest.raises(UserFacingError, match="1,200 or 1,210") as refusal:
        night.post(redeem_chips, player_code=first, chips=1205)
    night.post(redeem_chips, player_code=first, chips=1200)

    assert refusal.value.rules == ("WLIA-4",)
    assert night.holds(player_chips(first)) == 5
    assert night.holds(seat_chips("T1-1")) == 0


@pytest.mark.rule("WLIA-4")
@settings(max_examples=examples(60))
@given(
    values=st.sets(st.integers(1, 60).map(lambda number: number * 5), min_size=1, max_size=4),
    chips=st.integers(1, 3000),
)
def test_what_is_handed_out_is_worth_the_amount_and_only_unpayable_amounts_are_refused(values: set[int], chips: int):
    chip_set = [ChipColour(colour=f"colour {value}", value=value) for value in values]
    payable = {0}
    for amount in range(1, chips + 1):
        if any(amount - value in payable for value in values):
            payable.add(amount)

    try:
        handed = stack_in_colours(chip_set, chips)
    except UserFacingError:
        assert chips not in payable
    else:
        assert sum(line.value * line.count for line in handed) == chips
        require_payable(chip_set, chips)


@pytest.mark.rule("WLIA-14")
@pytest.mark.django_db
def test_every_100_in_chips_buys_one_ticket_and_the_rest_stays_the_players():
    night = night_with_stacks(1)
    player = night.codes[0]
    night.post(sit_down, player_code=player, seat="T1-1", chips=1000)
    night.post(leave_table, player_code=player, seat="T1-1")
    night.post(sell_rebuy, player_code=player, paid=1000)

    night.post(redeem_chips, player_code=player, chips=1050)

    assert night.holds(player_tickets(player)) == 10
    assert night.holds(player_chips(player)) == 1000


@pytest.mark.rule("WLIA-14")
@pytest.mark.django_db
def test_the_organiser_may_let_the_rest_be_given_up():
    night = night_with_stacks(1)
    player = night.codes[0]
    set_raffle(night, keeps_small_chips=False)

    night.post(redeem_chips, player_code=player, chips=950)

    assert night.holds(player_tickets(player)) == 9
    assert night.holds(player_chips(player)) == 50


@pytest.mark.rule("WLIA-14")
@pytest.mark.django_db
def test_chips_under_100_buy_nothing():
    night = night_with_stacks(1)

    with pytest.raises(UserFacingError) as refusal:
        night.post(redeem_chips, player_code=night.codes[0], chips=90)

    assert (refusal.value.code, refusal.value.rules) == ("too_few_chips", ("WLIA-14",))
    assert night.holds(player_chips(night.codes[0])) == 1000


@pytest.mark.rule("WLIA-14")
@pytest.mark.django_db
def test_chips_that_are_not_held_buy_no_ticket():
    night = night_with_stacks(1)

    with pytest.raises(UserFacingError, match="100 chips short") as refusal:
        night.post(redeem_chips, player_code=night.codes[0], chips=1100)

    assert refusal.value.code == "overdraft"
    assert refusal.value.facts == {"account": f"chips/player/{night.codes[0]}", "has": 1000, "needs": 1100}


@pytest.mark.rule("WLIA-15")
@pytest.mark.django_db
@pytest.mark.parametrize(("paid", "tickets"), [(1000, 10), (3000, 30)])
def test_ten_tickets_cost_ten_dollars(paid: int, tickets: int):
    night = Night(players=1)

    night.post(sell_tickets, player_code=night.codes[0], paid=paid)

    assert night.holds(player_tickets(night.codes[0])) == tickets
    assert night.holds(till("T1")) == paid


@pytest.mark.rule("WLIA-15")
@pytest.mark.django_db
@pytest.mark.parametrize("paid", [0, 100, 999, 1500])
def test_tickets_are_sold_in_whole_lots(paid: int):
    night = Night(players=1)

    with pytest.raises(UserFacingError) as refusal:
        night.post(sell_tickets, player_code=night.codes[0], paid=paid)

    assert (refusal.value.code, refusal.value.rules) == ("ticket_lot", ("WLIA-15",))
    assert not isinstance(refusal.value, RuleError)
