"""Presses of the bank."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from eventnight.bank import services as bank
from eventnight.bank.ledger.refs import player_tickets, seat_chips
from eventnight.bank.means import Means, Payment
from eventnight.bank.selectors.ledger.approvals import Variance
from eventnight.bank.services import StackSale, TicketMove
from eventnight.bank.services.chips import inventory
from eventnight.bank.services.chips.color_up import book_color_up
from eventnight.events.models import Event, EventStatus
from eventnight.events.services import NewPlayer, add_player, reopen_event
from eventnight.night.services.closing import approve_line
from tests.bank.chip_nights import card_table, counted_night
from tests.bank.nights import Night, night_with_stacks
from tests.bank.older import odd_tray_emptied
from tests.bank.test_inventory_color_up import a_race, stacks_of
from tests.factories import NOW, actor_with
from tests.flows.key_takers.press import Asked
from tests.tills import counted

HALF_HOUR = bank.HalfHour(due_at=NOW, fee=1, paid={seat_chips("T1-1"): 1})
ONE_ON = TicketMove(giver="B1", taker="B2", count=1)

ONE, TWO = {5: 10, 10: 5}, {5: 8, 10: 6}
"""A hundred in chips, in two ways."""


def asked(night: Night, service: Callable[..., Any], other: Mapping[str, Any] | None = None, **facts: Any) -> Asked:
    return Asked(night.event, service, facts, other or {})


def with_tickets() -> Night:
    night = night_with_stacks()
    night.post(bank.sell_tickets, player_code=night.codes[0], paid=1000)
    return night


def closed() -> Night:
    night = Night()
    Event.objects.filter(pk=night.event.pk).update(status=EventStatus.CLOSED)
    return night


def placed() -> Night:
    night = with_tickets()
    night.post(bank.place_tickets, player_code=night.codes[0], counts={"B1": 5, "B2": 2})
    return night


def seated() -> Night:
    night = night_with_stacks()
    for seat, code in zip(("T1-1", "T1-2"), night.codes, strict=True):
        night.post(bank.sit_down, player_code=code, seat=seat, chips=500)
    return night


def with_stacks_issued() -> Night:
    night = Night()
    for code in ("F1-P001", "F1-P002"):
        night.post(bank.issue_stack, stack_code=code, sold=StackSale(chips=5000))
    return night


def with_tray() -> Night:
    night = night_with_stacks()
    night.post(bank.float_tray, tray="R1", chips=5000)
    return night


def with_money(paid: int = 5000) -> Night:
    night = Night(players=1)
    night.post(bank.record_donation, paid=paid)
    return night


def undo(night: Night, service: Callable[..., Any], first: Callable[..., Any], **facts: Any) -> Asked:
    sequence = night.post(first, **facts).entry.sequence
    given = {"sequence": sequence, "reason": "wrong one", "may_reverse_any": True}
    return asked(night, service, {"reason": "another"}, **given)


def signed(night: Night) -> Any:
    return actor_with(night.event)


def approve_variances() -> Asked:
    night = seated()
    shown = {"a seat": 500}
    left = [Variance("a seat", 500, "Seat T1-1: 500 chips", None)]
    facts = {"left_of": lambda event: left, "reason": "Lost", "second": signed(night)}
    return asked(night, bank.approve_variances, {"shown": {"a seat": 400}}, shown=shown, **facts)


def withdraw_approval() -> Asked:
    first = approve_variances()
    night = Night(first.event)
    (made,) = night.post(bank.approve_variances, **first.facts)
    return asked(night, bank.withdraw_approval, {"reason": "Another"}, approval_id=made.pk, reason="Found")


def approve_a_line() -> Asked:
    night = seated()
    shown = {f"chips/seat/T1-{number}": 500 for number in (1, 2)}
    facts = {"key": "seat", "shown": shown, "reason": "Lost", "second": signed(night)}
    return asked(night, approve_line, {"reason": "Stolen"}, **facts)


def adjust() -> Asked:
    night = Night()
    wrong = odd_tray_emptied(night)
    facts = {"sequence": wrong.sequence, "reason": "Odd chips", "second": signed(night)}
    return asked(night, bank.adjust_entry, {"reason": "Another"}, **facts)


def undo_closing() -> Asked:
    night = with_money()
    second = signed(night)
    closing = night.post(bank.close_till, till="T1", count=counted(5000)).entry.sequence
    return asked(
        night,
        bank.undo_closing,
        {"reason": "Another"},
        till="T1",
        sequence=closing,
        reason="A cheque",
        second=second,
    )


def colour_up() -> Asked:
    night = Night()
    facts = {"holders": stacks_of(night), "result": a_race()}
    return asked(night, book_color_up, {"subject": "F2"}, subject="F1", **facts)


def donate() -> Asked:
    night = with_money()
    night.post(bank.close_till, till="T1", count=counted(5000))
    facts = {"amount": 3000, "means": Means.CASH, "second": signed(night)}
    return asked(night, bank.donate_to_fund, {"amount": 300}, **facts)


def take_back_donation() -> Asked:
    first = donate()
    night = Night(first.event)
    sequence = night.post(bank.donate_to_fund, **first.facts).entry.sequence
    facts = {"sequence": sequence, "reason": "Twice", "second": first.facts["second"]}
    return asked(night, bank.take_back_donation, {"reason": "Another"}, **facts)


def stock() -> Asked:
    night = counted_night()
    return asked(night, inventory.stock_tray, {"pieces": TWO}, place=card_table(night).code, pieces=ONE)


def undo_chips() -> Asked:
    night = counted_night()
    return undo(night, inventory.undo_chip_entry, inventory.stock_tray, place=card_table(night).code, pieces=ONE)


def hand_over() -> Asked:
    night = with_money()
    facts = {"till": "T1", "count": counted(5000), "second": signed(night)}
    return asked(night, bank.hand_over_till, {"reason": "Break"}, **facts)


def void() -> Asked:
    night = with_tickets()
    code = night.codes[0]
    facts = {"holder": player_tickets(code), "player_code": code, "reason": "Torn"}
    return asked(night, bank.void_ticket, {"reason": "Lost"}, **facts)


def roulette() -> Asked:
    night = with_tray()
    return asked(night, bank.settle_roulette, {"tray": "R2"}, tray="R1", nets={night.codes[0]: -50})


def for_player(make: Callable[[], Night], service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Asked:
    night = make()
    return asked(night, service, other, player_code=night.codes[0], **facts)


def in_night(make: Callable[[], Night], service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Any:
    return lambda: asked(make(), service, other, **facts)


def of_player(make: Callable[[], Night], service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Any:
    return lambda: for_player(make, service, other, **facts)


def payout(service: Callable[..., Any], other: Mapping[str, Any], prize_code: str, **facts: Any) -> Callable[[], Asked]:
    def press() -> Asked:
        night = with_money()
        to_them = bank.Payout(player_code=night.codes[0], prize_code=prize_code, till="T1")
        return asked(night, service, other, payout=to_them, money=500, **facts)

    return press


PRESSES: dict[str, Callable[[], Asked]] = {
    "bank.approve_variances": approve_variances,
    "bank.withdraw_approval": withdraw_approval,
    "night.approve_line": approve_a_line,
    "bank.adjust_entry": adjust,
    "bank.undo_closing": undo_closing,
    "bank.book_color_up": colour_up,
    "bank.record_donation": in_night(Night, bank.record_donation, {"paid": 5}, paid=500),
    "bank.donate_to_fund": donate,
    "bank.take_back_donation": take_back_donation,
    "bank.count_chips": in_night(counted_night, inventory.count_chips, {"pieces": TWO}, holder="rack", pieces=ONE),
    "bank.stock_tray": stock,
    "bank.count_till": in_night(with_money, bank.count_till, {"till": "T2"}, till="T1", count=counted(5000)),
    "events.add_player": in_night(
        Night, add_player, {"new": NewPlayer(full_name="Robin Lee")}, new=NewPlayer(full_name="Robin Hall")
    ),
    "events.reopen_event": in_night(closed, reopen_event, {"reason": "Another"}, reason="A late player"),
    "bank.make_change": in_night(
        lambda: counted_night(1),
        inventory.make_change,
        {"handed": {5: 20}},
        place="rack",
        brought={50: 2},
        handed={10: 10},
    ),
    "bank.undo_chip_entry": undo_chips,
    "bank.pay_pot": payout(bank.pay_pot, {"percent": 40}, "B1", percent=50),
    "bank.pay_prize": payout(bank.pay_prize, {"prize": "Chess"}, "FT-1", prize="Poker"),
    "bank.reverse_entry": lambda: undo(with_money(), bank.reverse_entry, bank.record_donation, paid=500),
    "bank.reverse_desk_entry": lambda: undo(with_money(), bank.reverse_desk_entry, bank.record_donation, paid=500),
    "bank.give_first_stack": of_player(lambda: Night(players=1), bank.give_first_stack, {"paid": 5}, paid=0),
    "bank.sell_rebuy": of_player(
        lambda: Night(players=1), bank.sell_rebuy, {"payment": Payment(donation=5)}, paid=1000
    ),
    "bank.sell_tickets": of_player(
        lambda: Night(players=1), bank.sell_tickets, {"payment": Payment(till="T2")}, paid=1000
    ),
    "bank.redeem_chips": of_player(night_with_stacks, bank.redeem_chips, {"chips": 200}, chips=100),
    "bank.issue_stack": in_night(
        Night, bank.issue_stack, {"sold": StackSale(chips=50)}, stack_code="F1-P001", sold=StackSale(chips=5000)
    ),
    "bank.carry_stacks": in_night(
        with_stacks_issued, bank.carry_stacks, {"subject": "F9"}, lines=[("F1-P001", "FT-P001", 5000)], subject="FT"
    ),
    "bank.bag_stacks": in_night(
        with_stacks_issued, bank.bag_stacks, {"subject": "F9"}, counts={"F1-P001": 10_000, "F1-P002": 0}, subject="F1"
    ),
    "bank.settle_stacks": in_night(
        with_stacks_issued,
        bank.settle_stacks,
        {"subject": "TF9"},
        counts={"F1-P001": 10_000, "F1-P002": 0},
        subject="TF1",
    ),
    "bank.remove_stacks": in_night(
        with_stacks_issued,
        bank.remove_stacks,
        {"subject": "F9"},
        counts={"F1-P001": 5000, "F1-P002": 5000},
        removed=["F1-P002"],
        subject="F1",
    ),
    "bank.return_stacks": in_night(
        with_stacks_issued, bank.return_stacks, {"stack_codes": ["F1-P002"]}, stack_codes=["F1-P001"]
    ),
    "bank.sit_down": of_player(night_with_stacks, bank.sit_down, {"chips": 30}, seat="T1-1", chips=300),
    "bank.leave_table": of_player(seated, bank.leave_table, {"seat": "T1-2"}, seat="T1-1"),
    "bank.settle_hand": in_night(
        seated, bank.settle_hand, {"fee": 0}, table_code="T1", nets={"T1-1": -10, "T1-2": 5}, fee=5
    ),
    "bank.charge_seats": in_night(
        seated, bank.charge_seats, {"charged": replace(HALF_HOUR, fee=2)}, table_code="T1", charged=HALF_HOUR
    ),
    "bank.settle_roulette": roulette,
    "bank.float_tray": in_night(Night, bank.float_tray, {"chips": 50}, tray="R1", chips=5000),
    "bank.return_tray": in_night(with_tray, bank.return_tray, {"tray": "R2"}, tray="R1"),
    "bank.place_tickets": of_player(with_tickets, bank.place_tickets, {"counts": {"B1": 2}}, counts={"B1": 3}),
    "bank.withdraw_tickets": of_player(placed, bank.withdraw_tickets, {"counts": {"B1": 2}}, counts={"B1": 3}),
    "bank.move_tickets": of_player(placed, bank.move_tickets, {"move": replace(ONE_ON, count=2)}, move=ONE_ON),
    "bank.void_ticket": void,
    "bank.open_till": in_night(Night, bank.open_till, {"float_paid": 5}, till="T1", float_paid=500),
    "bank.close_till": in_night(with_money, bank.close_till, {"reason": "Short"}, till="T1", count=counted(5000)),
    "bank.hand_over_till": hand_over,
}
