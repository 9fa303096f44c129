"""Chips at the tables, tickets in buckets, and tournament stacks."""

from __future__ import annotations

import pytest

from eventnight.bank.ledger.refs import (
    bucket_tickets,
    house_chips,
    issuer,
    player_chips,
    player_tickets,
    seat_chips,
    stack,
    till,
    tray_chips,
)
from eventnight.bank.selectors import (
    balances_by_code,
    books_totals,
    last_entries,
    movements_of,
    player_balances,
    verify_books,
)
from eventnight.bank.services import (
    StackSale,
    TicketMove,
    bag_stacks,
    carry_stacks,
    float_tray,
    issue_stack,
    leave_table,
    move_tickets,
    place_tickets,
    return_stacks,
    return_tray,
    sell_tickets,
    settle_hand,
    settle_roulette,
    sit_down,
    void_ticket,
    withdraw_tickets,
)
from eventnight.core.actors import Actor
from eventnight.core.errors import BadRequest, NotFound, UserFacingError
from tests.bank.nights import Night, night_with_stacks

pytestmark = pytest.mark.django_db

SECOND = Actor("staff-2", "Second")


def test_a_player_sits_down_with_chips_and_leaves_with_what_is_there():
    night = night_with_stacks(1)
    player = night.codes[0]

    night.post(sit_down, player_code=player, seat="T1-3", chips=400)
    assert (night.holds(player_chips(player)), night.holds(seat_chips("T1-3"))) == (600, 400)

    night.post(leave_table, player_code=player, seat="T1-3")
    assert (night.holds(player_chips(player)), night.holds(seat_chips("T1-3"))) == (1000, 0)


def test_leaving_an_empty_seat_is_an_entry_without_lines():
    night = night_with_stacks(1)

    posting = night.post(leave_table, player_code=night.codes[0], seat="T1-3")

    assert posting.entry.lines == 0
    assert verify_books(night.event.pk).is_clean


def test_nobody_sits_down_with_more_than_they_hold():
    night = night_with_stacks(1)

    with pytest.raises(UserFacingError, match=r"has 1,000 chips but needs 1,001 chips: 1 chip short") as no:
        night.post(sit_down, player_code=night.codes[0], seat="T1-3", chips=1001)
    with pytest.raises(BadRequest):
        night.post(sit_down, player_code=night.codes[0], seat="T1-3", chips=0)

    assert no.value.code == "overdraft"


def test_nobody_has_an_account_who_is_no_player():
    night = Night()

    with pytest.raises(NotFound) as refusal:
        night.post(sit_down, player_code="P404", seat="T1-3", chips=5)

    assert refusal.value.code == "unknown_player"


def test_the_net_of_a_hand_goes_from_losers_to_winners_and_the_fee_to_the_house():
    night = night_with_stacks(3)
    for number, code in enumerate(night.codes, 1):
        night.post(sit_down, player_code=code, seat=f"T1-{number}", chips=500)

    posting = night.post(settle_hand, table_code="T1", nets={"T1-1": -100, "T1-2": 145, "T1-3": -50}, fee=5)

    assert balances_by_code(night.event.pk, "chips", "seat") == {"T1-1": 400, "T1-2": 645, "T1-3": 450}
    assert night.holds(house_chips()) == 5
    assert (posting.entry.subject, posting.entry.rates) == ("T1", {"fee": 5})


def test_a_chopped_hand_moves_nothing_and_is_still_an_entry():
    night = night_with_stacks(1)

    assert night.post(settle_hand, table_code="T1", nets={"T1-1": 0, "T1-2": 0}, fee=0).entry.lines == 0


def test_nets_that_do_not_add_up_are_our_own_fault():
    with pytest.raises(ValueError, match="add up to 10"):
        Night().post(settle_hand, table_code="T1", nets={"T1-1": 10}, fee=0)


def test_a_seat_cannot_lose_more_than_its_chips():
    night = night_with_stacks(2)
    for number, code in enumerate(night.codes, 1):
        night.post(sit_down, player_code=code, seat=f"T1-{number}", chips=50)

    with pytest.raises(UserFacingError, match="Seat T1-1 has 50 chips"):
        night.post(settle_hand, table_code="T1", nets={"T1-1": -60, "T1-2": 60}, fee=0)

    assert balances_by_code(night.event.pk, "chips", "seat") == {"T1-1": 50, "T1-2": 50}


def test_a_round_of_roulette_takes_the_losses_before_it_pays_the_wins():
    night = night_with_stacks(2)
    first, second = night.codes
    night.post(float_tray, tray="R1", chips=100)

    night.post(settle_roulette, tray="R1", nets={first: 350, second: -300})

    assert night.holds(tray_chips("R1")) == 50
    assert player_balances(night.event.pk)[first].chips == 1350


@pytest.mark.parametrize("net", [1, 2, -1, -2])
def test_a_single_chip_is_won_and_lost_at_roulette_too(net):
    night = night_with_stacks(1)
    night.post(float_tray, tray="R1", chips=100)

    night.post(settle_roulette, tray="R1", nets={night.codes[0]: net})

    assert (night.holds(player_chips(night.codes[0])), night.holds(tray_chips("R1"))) == (1000 + net, 100 - net)


def test_a_tray_that_is_short_says_so_and_is_filled_from_the_bank():
    night = night_with_stacks(1)
    player = night.codes[0]

    with pytest.raises(UserFacingError, match="Fill the tray R1") as refusal:
        night.post(settle_roulette, tray="R1", nets={player: 350})
    night.post(float_tray, tray="R1", chips=1000)
    night.post(settle_roulette, tray="R1", nets={player: 350})
    night.post(return_tray, tray="R1")

    assert refusal.value.facts["account"] == "chips/tray/R1"
    assert night.holds(tray_chips("R1")) == 0
    assert night.holds(issuer("chips")) == -1350


def test_tickets_are_placed_in_any_split_moved_taken_back_and_voided():
    night = Night(players=1)
    player = night.codes[0]
    night.post(sell_tickets, player_code=player, paid=1000)

    night.post(place_tickets, player_code=player, counts={"B1": 3, "B2": 4})
    night.post(move_tickets, player_code=player, move=TicketMove(giver="B2", taker="B1", count=1))
    night.post(withdraw_tickets, player_code=player, counts={"B1": 2})
    night.post(void_ticket, holder=bucket_tickets("B2"), player_code=player, reason="torn")

    assert balances_by_code(night.event.pk, "tickets", "bucket") == {"B1": 2, "B2": 2}
    assert night.holds(player_tickets(player)) == 5
    assert books_totals(night.event.pk)["tickets"] == {"bucket": 4, "issuer": -9, "player": 5}


def test_more_tickets_than_held_are_not_placed():
    night = Night(players=1)
    night.post(sell_tickets, player_code=night.codes[0], paid=1000)

    with pytest.raises(UserFacingError, match="1 ticket short"):
        night.post(place_tickets, player_code=night.codes[0], counts={"B1": 6, "B2": 5})

    assert balances_by_code(night.event.pk, "tickets", "bucket") == {}


def test_tournament_stacks_are_issued_counted_carried_and_returned():
    night = Night()
    for code in ("F1-P001", "F1-P002"):
        night.post(issue_stack, stack_code=code, sold=StackSale(chips=10_000, paid=500))

    night.post(bag_stacks, counts={"F1-P001": 14_500, "F1-P002": 5_500}, subject="F1")
    night.post(carry_stacks, lines=[("F1-P001", "F-P001", 14_500)], subject="F")
    night.post(return_stacks, stack_codes=["F1-P002", "F-P001"])

    assert night.holds(till("T1")) == 1000
    assert balances_by_code(night.event.pk, "tournament_chips", "stack") == {
        "F-P001": 0,
        "F1-P001": 0,
        "F1-P002": 0,
    }


def test_a_count_that_differs_from_the_books_needs_a_reason_and_a_second_person():
    night = Night()
    night.post(issue_stack, stack_code="F1-P001", sold=StackSale(chips=10_000))

    with pytest.raises(UserFacingError, match="200 too many") as no_reason:
        night.post(bag_stacks, counts={"F1-P001": 10_200})
    with pytest.raises(UserFacingError) as nobody:
        night.post(bag_stacks, counts={"F1-P001": 10_200}, reason="coloured up")
    entry = night.post(bag_stacks, counts={"F1-P001": 10_200}, reason="coloured up", second=SECOND).entry

    assert (no_reason.value.code, nobody.value.code) == ("counts_do_not_add_up", "second_person")
    assert entry.second_code == "staff-2"
    assert night.holds(stack("F1-P001")) == 10_200


def test_a_players_movements_are_those_of_the_own_chips_and_tickets_newest_first():
    night = night_with_stacks(2)
    first, second = night.codes
    sat = night.post(sit_down, player_code=first, seat="T1-1", chips=400).entry
    sold = night.post(sell_tickets, player_code=first, paid=1000).entry

    assert [(one.entry, one.label, one.chips, one.tickets) for one in movements_of(night.event.pk, first, 2)] == [
        (sold.pk, "Tickets sold", 0, 10),
        (sat.pk, "Sat down", -400, 0),
    ]
    assert sat.pk not in {one.entry for one in movements_of(night.event.pk, second, 10)}


def test_the_last_entry_of_each_player_is_the_same_read_at_once_and_piece_by_piece():
    night = night_with_stacks(3)
    first, second, third = night.codes
    before = last_entries(night.event.pk)
    sat = night.post(sit_down, player_code=first, seat="T1-1", chips=400).entry
    night.post(float_tray, tray="R1", chips=500)
    sold = night.post(sell_tickets, player_code=second, paid=1000).entry

    after = last_entries(night.event.pk, before)

    assert (after.of(first), after.of(second), after.of(third)) == (sat.pk, sold.pk, before.of(third))
    assert after == last_entries(night.event.pk)
    assert last_entries(night.event.pk, after) == after
