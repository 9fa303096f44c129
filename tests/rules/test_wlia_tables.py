"""The charity night's tables: the yellow fives, the stakes of the night, and a whole round of roulette."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from eventnight.bank.ledger.refs import tray_chips
from eventnight.bank.selectors import balance_of
from eventnight.bank.services import redeem_chips
from eventnight.core.errors import UserFacingError
from tables import services
from tables.models import Table
from tables.selectors import plan_spin, table_view
from tables.services import NewBet
from tests.factories import make_event
from tests.tables.evening import (
    by_staff,
    chips_of,
    hand_of,
    make_holder,
    open_table,
    open_wheel,
    put_in,
    seat_people,
    stacks,
)

pytestmark = pytest.mark.django_db


def round_of(pocket: str, *bets: tuple[str, int]) -> int:
    """What a player is up after betting on an American wheel that stopped in the pocket."""
    event = make_event()
    table, player = open_wheel(event), make_holder(event)
    placed = [NewBet(player, bet, chips) for bet, chips in bets]

    services.place_bets(table=table, bets=placed, **by_staff())
    services.spin(table=table, number=1, pocket=pocket, **by_staff())

    up = chips_of(player) - 1000
    assert balance_of(event.pk, tray_chips(table.code)) == 20000 - up
    return up


@pytest.mark.rule("WLIA-4", "WLIA-1")
def test_yellow_fives_play_at_the_table_and_never_cross_the_counter():
    table = open_table(make_event())
    people = seat_people(table, {1: 100, 2: 100})
    services.settle_hand(table=table, number=1, end=hand_of(put_in(1, 10), put_in(2, 5, folded=True)), **by_staff())

    assert stacks(table)[2] == 95
    services.leave_seat(table=table, seat=2, **by_staff())
    with pytest.raises(UserFacingError) as refused:
        redeem_chips(event=table.event, player_code=people[2].code, chips=995, **by_staff())

    assert (refused.value.code, refused.value.rules) == ("not_payable_at_bank", ("WLIA-4",))
    assert chips_of(people[2]) == 995


@pytest.mark.rule("WLIA-1")
@pytest.mark.parametrize("chips", [3, 12])
def test_nothing_smaller_than_a_yellow_five_is_bet(chips):
    table = open_table(make_event())
    seat_people(table, {1: 100, 2: 100})

    with pytest.raises(RuleError) as refused:
        services.settle_hand(
            table=table, number=1, end=hand_of(put_in(1, chips), put_in(2, chips, folded=True)), **by_staff()
        )

    assert refused.value.code == "chips_too_small"


def test_a_table_of_the_night_is_offered_with_blinds_of_5_and_10():
    stakes = make_event().house_settings.tables

    table = open_table(make_event(), small_blind=stakes.small_blind, big_blind=stakes.big_blind)

    assert table_view(table).stakes == "Texas hold'em, 5/10 pot limit, 100 a bet"


@pytest.mark.rule("WLIA-17")
@pytest.mark.parametrize("pocket", ["37", "000", "x", ""])
def test_the_ball_stops_only_where_the_wheel_has_a_pocket(pocket):
    table = open_wheel(make_event())

    with pytest.raises(RuleError) as refused:
        services.spin(table=table, number=1, pocket=pocket, **by_staff())

    assert refused.value.code == "unknown_pocket"


@pytest.mark.rule("WLIA-18")
@pytest.mark.parametrize(("pocket", "up"), [("18", 60), ("0", -60), ("00", -60), ("35", -60)])
def test_even_money_pays_one_to_one_and_loses_to_the_zeros(pocket, up):
    assert round_of(pocket, ("red", 20), ("even", 20), ("low", 20)) == up


@pytest.mark.rule("WLIA-19")
def test_dozens_and_columns_pay_two_to_one():
    assert round_of("12", ("dozen 1", 10), ("column 3", 10), ("column 1", 10)) == 20 + 20 - 10


@pytest.mark.rule("WLIA-20", "WLIA-21")
@pytest.mark.parametrize(
    ("bet", "pays"),
    [("straight 17", 35), ("split 14-17", 17), ("street 16-18", 11), ("corner 13-14-16-17", 8), ("line 13-18", 5)],
)
def test_inside_bets_pay_by_how_few_numbers_they_cover(bet, pays):
    assert round_of("17", (bet, 10)) == 10 * pays


@pytest.mark.rule("WLIA-20")
def test_zero_may_be_bet_alone():
    assert round_of("0", ("straight 0", 10)) == 350


@pytest.mark.rule("WLIA-20")
@pytest.mark.parametrize("bet", ["split 3-4", "split 1-5", "split 0-00", "corner 1-2-3-4", "anything"])
def test_a_bet_that_the_mat_does_not_offer_is_refused(bet):
    table = open_wheel(make_event())

    with pytest.raises(RuleError) as refused:
        services.place_bets(table=table, bets=[NewBet(make_holder(table.event), bet, 10)], **by_staff())

    assert (refused.value.code, refused.value.rules) == ("bet_not_on_mat", ("WLIA-20",))


@pytest.mark.rule("WLIA-18", "WLIA-19", "WLIA-20")
def test_what_is_shown_before_the_payment_is_what_is_paid():
    event = make_event()
    table, ada, bob = open_wheel(event), make_holder(event), make_holder(event)
    bets = [NewBet(ada, "straight 17", 20), NewBet(ada, "black", 50), NewBet(bob, "corner 25-26-28-29", 20)]
    services.place_bets(table=table, bets=bets, **by_staff())

    plan = plan_spin(table, "17")
    services.spin(table=table, number=1, pocket="17", **by_staff())

    assert {player.code: player.net for player in plan.players} == {ada.code: 750, bob.code: -20}
    assert (plan.tray_before, plan.tray_after) == (20000, 19270)
    assert (chips_of(ada), chips_of(bob)) == (1750, 980)
    assert balance_of(event.pk, tray_chips("R1")) == plan.tray_after


@pytest.mark.rule("WLIA-20")
def test_chips_that_already_lie_on_the_mat_cannot_be_bet_again():
    table = open_wheel(make_event())
    player = make_holder(table.event)
    services.place_bets(table=table, bets=[NewBet(player, "red", 500), NewBet(player, "odd", 300)], **by_staff())

    with pytest.raises(UserFacingError) as refused:
        services.place_bets(table=table, bets=[NewBet(player, "low", 205)], **by_staff())

    assert (refused.value.code, refused.value.facts["has"], refused.value.facts["bets"]) == (
        "bets_above_chips",
        1000,
        1005,
    )


@pytest.mark.rule("WLIA-1", "CAN-24")
@pytest.mark.parametrize("chip", [1, 3, 7])
def test_no_table_plays_in_chips_that_the_night_does_not_have(chip: int):
    event = make_event()

    with pytest.raises(UserFacingError) as refused:
        open_table(event, smallest_chip=chip)

    assert (refused.value.code, refused.value.rules) == ("chip_not_owned", ("WLIA-1", "CAN-24"))
    assert "the smallest of this night is 5" in refused.value.message
    assert not Table.objects.exists()
