"""Tickets: sold, bought with chips, placed, moved, taken back and voided, always with the bank."""

from __future__ import annotations

from uuid import uuid4

import pytest

from eventnight.bank.ledger.refs import bucket_tickets, player_chips, player_tickets, till
from eventnight.bank.selectors import balance_of
from eventnight.bank.services import TicketMove
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import UserFacingError
from eventnight.core.press import Press
from eventnight.raffle import services
from eventnight.raffle.models import Ticket, TicketState
from eventnight.raffle.selectors import bucket_lines, place_plan, placing_of, raffle_summary, ticket_counts
from eventnight.raffle.services import NewBucket
from tests.factories import after, make_event, make_player
from tests.raffle.nights import RaffleNight, placed_night

pytestmark = pytest.mark.django_db


def test_ten_tickets_for_ten_dollars_are_numbered_on_from_the_last():
    night = RaffleNight()

    first, second = night.sell(0), night.sell(1, lots=2)

    assert [ticket.number for ticket in first.tickets] == list(range(1, 11))
    assert [ticket.number for ticket in second.tickets] == list(range(11, 31))
    assert {ticket.sold_entry for ticket in second.tickets} == {second.entry.sequence}
    assert balance_of(night.event.pk, till("T1")) == 3000
    assert balance_of(night.event.pk, player_tickets("P002")) == 20


def test_a_ticket_carries_a_check_code_without_letters_that_are_misread():
    night = RaffleNight()

    codes = [ticket.check_code for ticket in night.sell(0, lots=5).tickets]

    assert all(len(code) == 6 and not set(code) & set("01ILOU") for code in codes)
    assert len(set(codes)) == 50


def test_the_same_press_sells_once_even_after_sales_have_closed():
    night, key = RaffleNight(), uuid4()
    first = night.sell(0, request_id=key)
    night.place(0, B1=1)
    night.freeze()

    again = night.sell(0, request_id=key)

    assert (first.is_replay, again.is_replay) == (False, True)
    assert [ticket.number for ticket in again.tickets] == [ticket.number for ticket in first.tickets]
    assert Ticket.objects.filter(raffle=night.raffle).count() == 10


def test_chips_buy_tickets_to_the_last_hundred_and_the_rest_stays():
    night = RaffleNight()
    night.give_chips(0)

    issued = night.post(services.redeem_chips, player_code="P001", chips=950)

    assert len(issued.tickets) == 9
    assert balance_of(night.event.pk, player_chips("P001")) == 100
    assert night.faults() == []


def test_a_refused_sale_leaves_no_ticket():
    night = RaffleNight()

    with pytest.raises(UserFacingError) as refusal:
        night.post(services.sell_tickets, player_code="P001", paid=1550)

    assert refusal.value.code == "ticket_lot"
    assert not Ticket.objects.exists()


def test_nothing_is_sold_before_the_promise_is_published():
    event = make_event()
    player = make_player(event)

    with pytest.raises(UserFacingError) as refusal:
        services.sell_tickets(event=event, player_code=player.code, paid=1000, press=Press(SYSTEM, after(1), uuid4()))

    assert (refusal.value.code, refusal.value.status) == ("no_raffle", 404)


def test_tickets_go_into_buckets_lowest_numbers_first_in_any_split():
    night = RaffleNight()
    night.sell(0)

    night.place(0, B2=3, B1=2)

    assert list(_numbers(night, bucket__code="B1")) == [1, 2]
    assert list(_numbers(night, bucket__code="B2")) == [3, 4, 5]
    assert balance_of(night.event.pk, bucket_tickets("B2")) == 3
    assert [(line.code, line.tickets, line.odds_text) for line in bucket_lines(night.raffle)] == [
        ("B1", 2, "1 in 2"),
        ("B2", 3, "1 in 3"),
    ]


def test_more_than_in_hand_is_refused_with_the_numbers():
    night = RaffleNight()
    night.sell(0)

    with pytest.raises(UserFacingError) as refusal:
        night.place(0, B1=6, B2=5)

    assert refusal.value.code == "too_few_in_hand"
    assert refusal.value.facts == {"player": "P001", "has": 10, "needs": 11}
    assert "10 tickets in hand" in refusal.value.message
    assert _numbers(night, state=TicketState.PLACED).count() == 0


def test_moving_and_taking_back_use_the_highest_numbers():
    night = RaffleNight()
    night.sell(0)
    night.place(0, B1=5)

    night.post(services.move_tickets, player_code="P001", move=TicketMove(giver="B1", taker="B2", count=2))
    night.post(services.withdraw_tickets, player_code="P001", counts={"B1": 1})

    assert list(_numbers(night, bucket__code="B1")) == [1, 2]
    assert list(_numbers(night, bucket__code="B2")) == [4, 5]
    assert ticket_counts(night.raffle, night.players[0]) == {"": 6, "B1": 2, "B2": 2}
    assert night.faults() == []


def test_nobody_takes_out_tickets_of_others():
    night = placed_night()

    with pytest.raises(UserFacingError) as refusal:
        night.post(services.withdraw_tickets, player_code="P002", counts={"B1": 4})

    assert refusal.value.code == "too_few_in_bucket"
    assert "3 tickets in bucket B1 (Item 1)" in refusal.value.message


@pytest.mark.parametrize("counts", [{}, {"B1": 0}, {"B1": -2}, {"B1": 2, "B2": 0}])
def test_a_count_below_one_is_refused(counts):
    night = placed_night()

    with pytest.raises(UserFacingError) as refusal:
        night.post(services.place_tickets, player_code="P002", counts=counts)

    assert refusal.value.code == "ticket_count"


def test_several_buckets_change_at_once_and_a_second_press_changes_nothing():
    night, key = placed_night(), uuid4()
    changes = {"B1": -4, "B2": 3}

    first = night.post(services.arrange_tickets, player_code="P001", changes=changes, request_id=key)
    again = night.post(services.arrange_tickets, player_code="P001", changes=changes, request_id=key)

    assert [posting.is_replay for posting in first] == [False, False]
    assert [posting.is_replay for posting in again] == [True, True]
    assert ticket_counts(night.raffle, night.players[0]) == {"": 1, "B1": 2, "B2": 7}


def test_a_refused_arrangement_changes_no_bucket():
    night = placed_night()

    with pytest.raises(UserFacingError):
        night.post(services.arrange_tickets, player_code="P001", changes={"B1": -1, "B2": 2})

    assert ticket_counts(night.raffle, night.players[0]) == {"B1": 6, "B2": 4}
    assert night.faults() == []


def test_the_plan_says_what_each_bucket_will_hold():
    night = placed_night()

    placing = placing_of(night.players[1], {"B1": 2, "B2": -1})
    plan = place_plan(placing)

    assert [(change.line.code, change.tickets, change.own, change.in_it) for change in plan.changes] == [
        ("B1", 2, 5, 11),
        ("B2", -1, 4, 8),
    ]
    assert (plan.held, plan.moved, plan.taken_back) == (1, 2, 1)
    assert plan.counts == {"B1": 2, "B2": -1}


@pytest.mark.parametrize("number", [1, 20], ids=["in-a-bucket", "in-hand"])
def test_a_void_ticket_leaves_the_raffle_and_its_number_is_not_used_again(number):
    night, key = placed_night(), uuid4()

    night.post(services.void_ticket, number=number, reason="Torn", request_id=key)
    again = night.post(services.void_ticket, number=number, reason="Torn", request_id=key)
    night.sell(0)

    ticket = Ticket.objects.get(raffle=night.raffle, number=number)
    assert (ticket.state, ticket.bucket, ticket.void_reason) == (TicketState.VOID, None, "Torn")
    assert again.is_replay
    assert Ticket.objects.filter(raffle=night.raffle).count() == 30
    assert raffle_summary(night.event.pk).sold == 29
    assert night.faults() == []


@pytest.mark.parametrize(("number", "reason", "code"), [(1, " ", "reason_missing"), (99, "Lost", "unknown_ticket")])
def test_a_ticket_is_voided_for_a_reason_only(number, reason, code):
    night = placed_night()

    with pytest.raises(UserFacingError) as refusal:
        night.post(services.void_ticket, number=number, reason=reason)

    assert refusal.value.code == code


def test_a_ticket_is_voided_once():
    night = placed_night()
    night.post(services.void_ticket, number=3, reason="Torn")

    with pytest.raises(UserFacingError) as refusal:
        night.post(services.void_ticket, number=3, reason="Torn")

    assert refusal.value.code == "ticket_void"


def test_undoing_a_sale_voids_its_tickets_and_gives_the_money_back():
    night, key = RaffleNight(), uuid4()
    sale = night.sell(0)
    undo = {"sequence": sale.entry.sequence, "reason": "Wrong person", "may_reverse_any": True, "request_id": key}

    first = night.post(services.reverse_ticket_entry, **undo)
    again = night.post(services.reverse_ticket_entry, **undo)

    assert (first.is_replay, again.is_replay) == (False, True)
    assert set(_numbers(night, state=TicketState.VOID)) == set(range(1, 11))
    assert balance_of(night.event.pk, till("T1")) == 0
    assert balance_of(night.event.pk, player_tickets("P001")) == 0
    assert night.faults() == []


def test_undoing_chips_turned_in_gives_the_chips_back():
    night = RaffleNight()
    night.give_chips(0)
    issued = night.post(services.redeem_chips, player_code="P001", chips=1000)

    night.post(
        services.reverse_ticket_entry, sequence=issued.entry.sequence, reason="Changed mind", may_reverse_any=True
    )

    assert balance_of(night.event.pk, player_chips("P001")) == 1000
    assert raffle_summary(night.event.pk).sold == 0


def test_a_sale_whose_tickets_lie_in_buckets_cannot_be_undone_before_they_are_back():
    night = placed_night()

    with pytest.raises(UserFacingError) as refusal:
        night.post(services.reverse_ticket_entry, sequence=1, reason="Wrong person", may_reverse_any=True)

    assert (refusal.value.code, refusal.value.status) == ("tickets_in_buckets", 409)
    assert "Take them back out first" in refusal.value.message
    assert refusal.value.facts["buckets"] == ["B1", "B2"]


def test_a_sale_with_a_void_ticket_cannot_be_undone_as_a_whole():
    night = RaffleNight()
    sale = night.sell(0)
    night.post(services.void_ticket, number=4, reason="Torn")

    with pytest.raises(UserFacingError) as refusal:
        night.post(
            services.reverse_ticket_entry, sequence=sale.entry.sequence, reason="Wrong person", may_reverse_any=True
        )

    assert (refusal.value.code, refusal.value.facts["numbers"]) == ("tickets_void", [4])


def test_undoing_twice_names_the_correction():
    night = RaffleNight()
    sale = night.sell(0)
    undo = {"sequence": sale.entry.sequence, "reason": "Wrong person", "may_reverse_any": True}
    night.post(services.reverse_ticket_entry, **undo)

    with pytest.raises(UserFacingError) as refusal:
        night.post(services.reverse_ticket_entry, **undo)

    assert refusal.value.code == "already_reversed"


def test_other_entries_are_not_undone_here():
    night = RaffleNight()
    night.give_chips(0)

    with pytest.raises(UserFacingError) as refusal:
        night.post(services.reverse_ticket_entry, sequence=1, reason="Wrong", may_reverse_any=True)

    assert refusal.value.code == "not_a_ticket_entry"


@pytest.mark.parametrize(
    "change",
    [
        lambda night: night.sell(0),
        lambda night: night.place(1, B1=1),
        lambda night: night.post(services.withdraw_tickets, player_code="P001", counts={"B1": 1}),
        lambda night: night.post(
            services.move_tickets, player_code="P001", move=TicketMove(giver="B1", taker="B2", count=1)
        ),
        lambda night: night.post(services.void_ticket, number=1, reason="Torn"),
        lambda night: night.post(services.reverse_ticket_entry, sequence=1, reason="No", may_reverse_any=True),
        lambda night: night.post(services.redeem_chips, player_code="P001", chips=100),
        lambda night: night.do(services.add_bucket, new=NewBucket(item="Late")),
        lambda night: night.do(services.edit_bucket, code="B1", item="Other"),
        lambda night: night.do(services.remove_bucket, code="B2"),
    ],
    ids=["sell", "place", "withdraw", "move", "void", "undo", "redeem", "add", "edit", "remove"],
)
def test_after_the_freeze_nothing_changes_any_more(change):
    night = placed_night()
    night.give_chips(0)
    night.freeze()
    before = night.raffle.frozen_list

    with pytest.raises(UserFacingError) as refusal:
        change(night)

    assert (refusal.value.code, refusal.value.status) == ("raffle_frozen", 409)
    assert night.faults() == []
    assert night.raffle.frozen_list == before


def _numbers(night: RaffleNight, **where: object):
    return Ticket.objects.filter(raffle=night.raffle, **where).values_list("number", flat=True)
