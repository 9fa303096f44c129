"""Roulette on the night: bets, spins, the tray, second presses and taking a spin back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.roulette.bets import legal_bets
from engine.roulette.settle import Placed, settle_spin
from engine.roulette.wheel import AMERICAN
from eventnight.bank.ledger.refs import tray_chips
from eventnight.bank.selectors import balance_of, verify_books
from eventnight.bank.services import redeem_chips
from eventnight.core.errors import BadRequest, Conflict, NotFound, UserFacingError
from tables import services
from tables.models import Bet, BetState, Spin
from tables.selectors import roulette_view, tables_summary
from tables.services import NewBet
from tests.factories import make_event, make_player
from tests.tables.evening import by_staff, chips_in_the_room, chips_of, make_holder, open_wheel

pytestmark = pytest.mark.django_db


def mat_with(*bets: tuple[str, int], **limits):
    """A table, a player with 1,000 and their bets on the mat."""
    table = open_wheel(make_event(), **limits)
    player = make_holder(table.event)
    placed = services.place_bets(table=table, bets=[NewBet(player, bet, chips) for bet, chips in bets], **by_staff())
    return table, player, placed


def tray(table) -> int:
    return balance_of(table.event_id, tray_chips(table.code))


def test_bets_lie_on_the_mat_while_the_chips_stay_the_players():
    table, player, _ = mat_with(("red", 100), ("straight 17", 50))

    view = roulette_view(table)

    assert (chips_of(player), view.on_mat, view.next_number) == (1000, 150, 1)
    assert [(one.code, one.chips, one.left) for one in view.bettors] == [(player.code, 1000, 850)]


def test_a_round_settles_every_bet_in_one_entry():
    table, player, _ = mat_with(("red", 100), ("straight 17", 50))
    other = make_holder(table.event)
    services.place_bets(table=table, bets=[NewBet(other, "black", 200)], **by_staff())

    posting = services.spin(table=table, number=1, pocket="17", **by_staff())

    assert posting.spin.nets == {player.code: 50 * 35 - 100, other.code: 200}
    assert (chips_of(player), chips_of(other), tray(table)) == (2650, 1200, 20000 - 1850)
    assert [(bet.state, bet.returned) for bet in Bet.objects.order_by("id")] == [
        (BetState.SETTLED, 0),
        (BetState.SETTLED, 1800),
        (BetState.SETTLED, 400),
    ]
    assert chips_in_the_room(table.event) == 22000
    assert verify_books(table.event_id).is_clean


def test_a_round_without_bets_writes_its_number_down():
    table = open_wheel(make_event())

    for number, pocket in enumerate(("0", "00", "36"), start=1):
        services.spin(table=table, number=number, pocket=pocket, **by_staff())

    view = roulette_view(table)
    assert [(spin.number, spin.pocket, spin.colour) for spin in view.spins] == [
        (3, "36", "red"),
        (2, "00", "green"),
        (1, "0", "green"),
    ]
    assert tables_summary(table.event)[0].rounds == 3


def test_second_presses_place_and_pay_once():
    table = open_wheel(make_event())
    player = make_holder(table.event)
    place, pay = by_staff(), by_staff()

    for _ in range(2):
        bets = services.place_bets(table=table, bets=[NewBet(player, "red", 100)], **place)
    first = services.spin(table=table, number=1, pocket="1", **pay)
    again = services.spin(table=table, number=1, pocket="1", **pay)

    assert len(bets) == Bet.objects.count() == 1
    assert (first.is_replay, again.is_replay, again.spin) == (False, True, first.spin)
    assert chips_of(player) == 1100


def test_keys_used_for_something_else_are_refused():
    table = open_wheel(make_event())
    player = make_holder(table.event)
    place, pay = by_staff(), by_staff()
    services.place_bets(table=table, bets=[NewBet(player, "red", 100)], **place)
    services.spin(table=table, number=1, pocket="1", **pay)

    with pytest.raises(UserFacingError, match="asks for something else"):
        services.place_bets(table=table, bets=[NewBet(player, "black", 100)], **place)
    with pytest.raises(UserFacingError, match="asks for something else"):
        services.spin(table=table, number=2, pocket="2", **pay)


def test_a_stale_screen_is_told_the_number_that_came():
    table, _, _ = mat_with(("red", 100))
    services.spin(table=table, number=1, pocket="1", **by_staff())

    with pytest.raises(Conflict) as refused:
        services.spin(table=table, number=1, pocket="2", **by_staff())

    assert (refused.value.code, refused.value.facts["by"], refused.value.facts["next"]) == (
        "spin_already_settled",
        "Nora",
        2,
    )


def test_a_withdrawn_bet_is_out_of_the_round():
    table, player, (red, straight) = mat_with(("red", 100), ("straight 17", 50))

    for _ in range(2):
        services.withdraw_bet(table=table, bet_id=straight.pk, press=by_staff()["press"].under(None))
    services.spin(table=table, number=1, pocket="2", **by_staff())

    assert chips_of(player) == 900
    with pytest.raises(Conflict) as refused:
        services.withdraw_bet(table=table, bet_id=red.pk, press=by_staff()["press"].under(None))
    assert refused.value.code == "bet_settled"
    with pytest.raises(NotFound):
        services.withdraw_bet(table=table, bet_id=0, press=by_staff()["press"].under(None))


def test_a_spin_taken_back_lays_its_bets_on_the_mat_again():
    table, player, _ = mat_with(("red", 100))
    services.spin(table=table, number=1, pocket="1", **by_staff())
    press = by_staff(reason="it was 2", may_reverse_any=True)

    for _ in range(2):
        services.undo_spin(table=table, number=1, **press)

    assert (chips_of(player), tray(table), roulette_view(table).on_mat) == (1000, 20000, 100)
    services.spin(table=table, number=1, pocket="2", **by_staff())
    assert chips_of(player) == 900
    assert list(Spin.objects.order_by("id").values_list("number", "pocket")) == [(1, "1"), (1, "2")]
    assert verify_books(table.event_id).is_clean


def test_a_spin_of_a_closed_table_stays_as_it_was_paid():
    table, player, _ = mat_with(("red", 100))
    services.spin(table=table, number=1, pocket="1", **by_staff())
    services.close_table(table=table, **by_staff())

    with pytest.raises(Conflict) as refused:
        services.undo_spin(table=table, number=1, reason="it was 2", may_reverse_any=True, **by_staff())

    assert (refused.value.code, tray(table), chips_of(player)) == ("table_closed", 0, 1100)
    assert verify_books(table.event_id).is_clean


def test_only_the_last_spin_is_taken_back():
    table = open_wheel(make_event())
    undo = {"reason": "no", "may_reverse_any": True}
    with pytest.raises(NotFound):
        services.undo_spin(table=table, number=1, **undo, **by_staff())
    for number in (1, 2):
        services.spin(table=table, number=number, pocket="5", **by_staff())

    with pytest.raises(Conflict) as refused:
        services.undo_spin(table=table, number=1, **undo, **by_staff())

    assert refused.value.code == "spin_not_last"


@pytest.mark.parametrize(
    ("bet", "chips", "code"),
    [("red", 4, "bet_below_limit"), ("red", 505, "bet_above_limit"), ("split 3-4", 10, "bet_not_on_mat")],
)
def test_bets_outside_limits_or_mat_are_refused(bet, chips, code):
    table = open_wheel(make_event())

    with pytest.raises(RuleError) as refused:
        services.place_bets(table=table, bets=[NewBet(make_holder(table.event), bet, chips)], **by_staff())

    assert refused.value.code == code
    assert not Bet.objects.exists()


def test_chips_added_to_a_bet_count_together_for_the_limits():
    table, player, _ = mat_with(("red", 400), highest_spin=600)

    with pytest.raises(RuleError, match="has 510 on red; the highest bet at this table is 500"):
        services.place_bets(table=table, bets=[NewBet(player, "red", 110)], **by_staff())
    with pytest.raises(RuleError, match="has 605 in all; the most for one spin at this table is 600"):
        services.place_bets(table=table, bets=[NewBet(player, "odd", 205)], **by_staff())


def test_chips_on_one_mat_cannot_be_bet_on_another():
    table, player, _ = mat_with(("red", 500), ("odd", 400))
    second = open_wheel(table.event)

    with pytest.raises(UserFacingError) as refused:
        services.place_bets(table=second, bets=[NewBet(player, "red", 105)], **by_staff())

    assert (refused.value.code, refused.value.facts["bets"]) == ("bets_above_chips", 1005)


def test_chips_that_left_before_the_spin_stop_it_by_name():
    table, player, _ = mat_with(("red", 500))
    redeem_chips(event=table.event, player_code=player.code, chips=600, **by_staff())

    with pytest.raises(UserFacingError) as refused:
        services.spin(table=table, number=1, pocket="1", **by_staff())

    assert (refused.value.code, refused.value.facts["player"]) == ("bets_above_chips", player.code)


def test_a_tray_too_small_for_the_win_says_how_to_fill_it():
    table, player, _ = mat_with(("straight 17", 100), tray=1000)

    with pytest.raises(UserFacingError) as refused:
        services.spin(table=table, number=1, pocket="17", **by_staff())
    assert refused.value.code == "overdraft"
    assert "2,500 chips short" in refused.value.message
    assert "Fill the tray R1" in refused.value.message

    services.fill_tray(table=table, chips=2500, **by_staff())
    services.spin(table=table, number=1, pocket="17", **by_staff())
    assert (chips_of(player), tray(table)) == (4500, 0)


def test_nobody_bets_nothing_or_without_check_in():
    table = open_wheel(make_event())

    with pytest.raises(BadRequest, match="No bet was entered"):
        services.place_bets(table=table, bets=[], **by_staff())
    with pytest.raises(UserFacingError) as refused:
        services.place_bets(table=table, bets=[NewBet(make_player(table.event), "red", 10)], **by_staff())
    assert refused.value.code == "not_checked_in"


def test_a_wheel_closes_with_an_empty_mat_and_returns_its_tray():
    table, player, placed = mat_with(("red", 100))
    with pytest.raises(UserFacingError, match="1 bets still lie on the mat"):
        services.close_table(table=table, **by_staff())

    services.withdraw_bet(table=table, bet_id=placed[0].pk, press=by_staff()["press"].under(None))
    services.close_table(table=table, **by_staff())

    assert (tray(table), chips_in_the_room(table.event)) == (0, chips_of(player))
    with pytest.raises(Conflict, match="was closed at 7:00 PM"):
        services.spin(table=table, number=1, pocket="1", **by_staff())


def test_limits_that_leave_no_bet_are_refused():
    with pytest.raises(RuleError) as refused:
        open_wheel(make_event(), lowest_bet=50, highest_bet=20)

    assert refused.value.code == "roulette_limits"


@given(
    st.lists(st.tuples(st.integers(0, 1), st.sampled_from(legal_bets(AMERICAN)), st.integers(1, 10)), max_size=8),
    st.sampled_from(AMERICAN.pockets),
)
@settings(max_examples=20)
def test_a_round_moves_exactly_what_the_engine_says_and_keeps_every_chip(entered, pocket):
    event = make_event()
    table, people = open_wheel(event), [make_holder(event), make_holder(event)]
    bets = [(people[who], bet, tens * 10) for who, bet, tens in entered]

    if bets:
        placed = [NewBet(player, str(bet), chips) for player, bet, chips in bets]
        services.place_bets(table=table, bets=placed, **by_staff())
    services.spin(table=table, number=1, pocket=pocket, **by_staff())

    nets = settle_spin(AMERICAN, [Placed(player.code, bet, chips) for player, bet, chips in bets], pocket).net_by_owner
    assert [chips_of(player) - 1000 for player in people] == [nets.get(player.code, 0) for player in people]
    assert tray(table) + sum(chips_of(player) for player in people) == chips_in_the_room(event) == 22000
