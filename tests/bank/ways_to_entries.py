"""Every kind of entry, and the ways of the product that lead to one, with any amount."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.tournament.color_up import SeatChips, color_up, odd_chips
from engine.units import Cents, Chips
from eventnight.bank.ledger.refs import player_tickets, seat_chips, stack
from eventnight.bank.means import Means, Payment
from eventnight.bank.models import Books, EntryKind
from eventnight.bank.services import (
    HalfHour,
    Payout,
    StackSale,
    TicketMove,
    adjust_entry,
    bag_stacks,
    carry_stacks,
    charge_seats,
    close_till,
    donate_to_fund,
    float_tray,
    give_first_stack,
    hand_over_till,
    issue_stack,
    leave_table,
    move_tickets,
    open_till,
    pay_pot,
    pay_prize,
    place_tickets,
    record_donation,
    redeem_chips,
    return_stacks,
    return_tray,
    reverse_entry,
    sell_rebuy,
    sell_tickets,
    settle_hand,
    settle_roulette,
    settle_stacks,
    sit_down,
    undo_closing,
    void_ticket,
    withdraw_tickets,
)
from eventnight.bank.services.chips.color_up import book_color_up
from eventnight.bank.services.chips.inventory import count_chips, make_change, stock_tray
from eventnight.core.actors import SYSTEM
from eventnight.core.press import Press
from eventnight.events.services import update_settings
from tests.bank.any_night import OTHER, Evening
from tests.bank.older import odd_tray_emptied
from tests.engine.test_color_up import deal_race
from tests.factories import NOW
from tests.tills import counted


def _first_stack(evening: Evening, amount: int) -> None:
    bank = evening.night.event.house_settings.bank
    evening.press(give_first_stack, player_code=evening.player)
    changed = replace(bank, first_stack=amount, first_stack_price=amount)
    settings = replace(evening.night.event.house_settings, bank=changed)
    update_settings(event=evening.night.event, settings=settings, press=Press(SYSTEM, NOW))
    evening.press(give_first_stack, player_code=evening.other, payment=Payment(means=Means.CARD, reference="7"))


def _rebuy(evening: Evening, amount: int) -> None:
    bank = evening.night.event.house_settings.bank
    settings = replace(evening.night.event.house_settings, bank=replace(bank, rebuy_chips=amount))
    evening.press(
        sell_rebuy, player_code=evening.other, paid=Cents(2 * bank.rebuy_price), payment=Payment(donation=Cents(amount))
    )
    update_settings(event=evening.night.event, settings=settings, press=Press(SYSTEM, NOW))
    evening.press(sell_rebuy, player_code=evening.player, paid=Cents(3 * bank.rebuy_price))


def _ticket_sale(evening: Evening, amount: int) -> None:
    evening.tickets_at_hand()
    evening.press(sell_tickets, player_code=evening.other, paid=Cents(amount), payment=Payment(donation=Cents(amount)))


def _redemption(evening: Evening, amount: int) -> None:
    evening.chips_at_hand(amount)
    evening.press(redeem_chips, player_code=evening.player, chips=Chips(amount))


def _placed(evening: Evening, amount: int) -> None:
    evening.tickets_at_hand()
    held = evening.night.holds(player_tickets(evening.player))
    evening.press(place_tickets, player_code=evening.player, counts={"B1": 1, "B2": min(amount, max(held - 1, 1))})


def _moved(evening: Evening, amount: int) -> None:
    _placed(evening, 1)
    evening.press(move_tickets, player_code=evening.player, move=TicketMove(giver="B1", taker="B2", count=amount))
    evening.press(move_tickets, player_code=evening.player, move=TicketMove(giver="B1", taker="B2", count=1))


def _withdrawn(evening: Evening, amount: int) -> None:
    _placed(evening, amount)
    evening.press(withdraw_tickets, player_code=evening.player, counts={"B1": 1})


def _voided(evening: Evening, amount: int) -> None:
    evening.tickets_at_hand()
    evening.press(
        void_ticket,
        holder=player_tickets(evening.player),
        player_code=evening.player,
        reason="lost" * (amount % 99),
    )


def _money(evening: Evening, amount: int) -> None:
    evening.press(open_till, till="T1", float_paid=Cents(100 * amount))


def _pot(evening: Evening, amount: int) -> None:
    _money(evening, amount)
    given = {"payout": Payout(player_code=evening.player, prize_code="B1", till="T1"), "percent": 50}
    evening.press(pay_pot, money=Cents(amount), **given)
    evening.press(pay_pot, money=Cents(0), **given)


def _prize(evening: Evening, amount: int) -> None:
    _money(evening, amount)
    given = {
        "payout": Payout(player_code=evening.player, prize_code="F1/1", till="T1"),
        "prize": "First" * (amount % 60),
    }
    evening.press(pay_prize, money=Cents(amount), second=OTHER, **given)


def _sat_down(evening: Evening, amount: int) -> None:
    evening.chips_at_hand(amount)
    evening.press(sit_down, player_code=evening.player, seat="T1-1", chips=Chips(amount))


def _left(evening: Evening, amount: int) -> None:
    _sat_down(evening, amount)
    for _ in range(2):
        evening.press(leave_table, player_code=evening.player, seat="T1-1")


def _hand(evening: Evening, amount: int) -> None:
    _sat_down(evening, amount)
    held = evening.night.holds(seat_chips("T1-1"))
    for fee in (0, 1, held):
        nets = {"T1-1": -held, "T1-2": held - fee} if fee <= held else {}
        evening.press(settle_hand, table_code="T1", nets=nets, fee=Chips(fee if nets else 0))
        held = evening.night.holds(seat_chips("T1-1"))


def _seat_fee(evening: Evening, amount: int) -> None:
    _sat_down(evening, amount)
    held = evening.night.holds(seat_chips("T1-1"))
    for chips in (0, min(1, held), held - 1):
        paid = {seat_chips("T1-1"): Chips(max(chips, 0)), seat_chips("T1-2"): Chips(0)}
        charged = HalfHour(due_at=NOW, fee=Chips(max(chips, 1)), paid=paid)
        evening.press(charge_seats, table_code="T1", charged=charged)


def _tray_float(evening: Evening, amount: int) -> None:
    evening.press(float_tray, tray="R1", chips=Chips(amount))
    smallest = evening.night.event.house_settings.bank.smallest_chip
    evening.press(stock_tray, place="R1", pieces={smallest: amount})


def _roulette(evening: Evening, amount: int) -> None:
    evening.chips_at_hand(amount)
    evening.press(float_tray, tray="R1", chips=Chips(1000))
    evening.press(settle_roulette, tray="R1", nets={evening.player: amount, evening.other: -1})
    evening.press(settle_roulette, tray="R1", nets={evening.player: -min(amount, 3), evening.other: 0})
    evening.press(settle_roulette, tray="R1", nets={})


def _tray_return(evening: Evening, amount: int) -> None:
    _roulette(evening, amount)
    for _ in range(2):
        evening.press(return_tray, tray="R1")
    evening.press(float_tray, tray="R2", chips=Chips(amount))
    evening.press(return_tray, tray="R2")


def _change(evening: Evening, amount: int) -> None:
    values = sorted(chip.value for chip in evening.night.event.house_settings.bank.chip_set)
    small, large = values[0], values[-1]
    evening.press(make_change, place="rack", brought={large: small * amount}, handed={small: large * amount})
    evening.press(make_change, place="rack", brought={large: amount}, handed={large: amount})


def _counted(evening: Evening, amount: int) -> None:
    smallest = evening.night.event.house_settings.bank.smallest_chip
    evening.chips_at_hand(amount)
    for holder in ("rack", "fees", evening.player):
        evening.press(count_chips, holder=holder, pieces={smallest: amount})
    evening.press(count_chips, holder="rack", pieces={})


def _stack(evening: Evening, amount: int) -> None:
    evening.stacks(amount)
    evening.press(issue_stack, stack_code="F1-P001", sold=StackSale(chips=Chips(amount), paid=Cents(amount)))


def _stack_hand(evening: Evening, amount: int) -> None:
    evening.stacks(1000)
    lost = min(amount, 1000)
    evening.press(settle_stacks, counts={"F1-P001": 1000 - lost, "F1-P002": 1000 + lost}, subject="TF1")


def _color_up(evening: Evening, amount: int) -> None:
    small, large = Chips(25), Chips(100)
    stacks = {seat: SeatChips(amount % (9 * seat), Chips(100 * seat)) for seat in (1, 2, 3)}
    result = color_up(stacks, small, large, deal_race(odd_chips(stacks, small, large), "abc"))
    holders = {seat: stack(f"F1-P00{seat}") for seat in stacks}
    for seat, own in stacks.items():
        evening.press(
            issue_stack, stack_code=holders[seat].code, sold=StackSale(chips=Chips(own.small * small + own.rest))
        )
    evening.press(book_color_up, holders=holders, result=result)


def _bagged(evening: Evening, amount: int) -> None:
    evening.stacks(1000)
    evening.press(bag_stacks, counts={"F1-P001": amount, "F1-P002": 2000 - min(amount, 2000)})
    evening.press(bag_stacks, counts={"F1-P001": amount}, reason="one chip lost", second=OTHER)


def _carried(evening: Evening, amount: int) -> None:
    evening.stacks(amount)
    evening.press(carry_stacks, lines=[("F1-P001", "FT-P001", amount)], subject="FT")
    evening.press(carry_stacks, lines=[], subject="FT")


def _returned(evening: Evening, amount: int) -> None:
    _bagged(evening, amount)
    codes = ["F1-P001", "F1-P002"]
    for _ in range(2):
        evening.press(return_stacks, stack_codes=codes)
    evening.stacks(amount)
    evening.press(return_stacks, stack_codes=codes)


def _takings(evening: Evening, amount: int) -> None:
    _money(evening, amount)
    for means in Means:
        reference = "" if means == Means.CASH else "12"
        evening.press(record_donation, paid=Cents(amount), payment=Payment(means=means, reference=reference))


def _till_closed(evening: Evening, amount: int) -> None:
    _takings(evening, amount)
    for card in (-amount, amount):
        evening.press(close_till, till="T1", count=counted(Cents(amount), card=Cents(card)), reason="odd", second=OTHER)
    evening.press(open_till, till="T1", float_paid=Cents(0))
    evening.press(close_till, till="T1", count=counted(Cents(0)))


def _handed_over(evening: Evening, amount: int) -> None:
    _takings(evening, amount)
    evening.press(hand_over_till, till="T1", count=counted(Cents(amount)), reason="odd", second=OTHER)


def _to_the_fund(evening: Evening, amount: int) -> None:
    _till_closed(evening, amount)
    evening.press(donate_to_fund, amount=Cents(amount), means=Means.CASH, second=OTHER)


def _reversal(evening: Evening, amount: int) -> None:
    # Every fourth, so that an example takes a second; which, the amount decides.
    for kind, way in [*WAYS.items()][amount % 4 :: 4]:
        if kind not in (EntryKind.REVERSAL, EntryKind.ADJUSTMENT):
            way(evening, amount)
    last = Books.objects.get(event=evening.night.event).last_sequence
    for sequence in range(last, 0, -1):
        evening.press(reverse_entry, sequence=sequence, reason="all wrong", may_reverse_any=True, second=OTHER)
    closed = evening.press(close_till, till="T1", count=counted(Cents(amount)), reason="odd", second=OTHER)
    evening.press(undo_closing, till="T1", sequence=closed, reason="not yet", second=OTHER)


def _adjustment(evening: Evening, amount: int) -> None:
    wrong = odd_tray_emptied(evening.night, chips=amount)
    for sequence in (wrong.sequence, wrong.sequence - 1):
        evening.press(adjust_entry, sequence=sequence, reason="odd chips", second=OTHER)


WAYS: dict[EntryKind, Callable[[Evening, int], None]] = {
    EntryKind.FIRST_STACK: _first_stack,
    EntryKind.REBUY: _rebuy,
    EntryKind.DONATION: _takings,
    EntryKind.TICKET_SALE: _ticket_sale,
    EntryKind.REDEMPTION: _redemption,
    EntryKind.TICKETS_PLACED: _placed,
    EntryKind.TICKETS_MOVED: _moved,
    EntryKind.TICKETS_WITHDRAWN: _withdrawn,
    EntryKind.TICKETS_VOIDED: _voided,
    EntryKind.POT_PAID: _pot,
    EntryKind.PRIZE_PAID: _prize,
    EntryKind.SIT_DOWN: _sat_down,
    EntryKind.LEAVE_TABLE: _left,
    EntryKind.HAND: _hand,
    EntryKind.SEAT_FEE: _seat_fee,
    EntryKind.ROULETTE: _roulette,
    EntryKind.TRAY_FLOAT: _tray_float,
    EntryKind.TRAY_RETURN: _tray_return,
    EntryKind.CHANGE_MADE: _change,
    EntryKind.CHIPS_COUNTED: _counted,
    EntryKind.COLOR_UP: _color_up,
    EntryKind.STACK_ISSUED: _stack,
    EntryKind.STACK_HAND: _stack_hand,
    EntryKind.STACKS_BAGGED: _bagged,
    EntryKind.STACKS_CARRIED: _carried,
    EntryKind.STACKS_RETURNED: _returned,
    EntryKind.TILL_OPENED: _money,
    EntryKind.TILL_HANDED_OVER: _handed_over,
    EntryKind.TILL_CLOSED: _till_closed,
    EntryKind.FUND_DONATED: _to_the_fund,
    EntryKind.REVERSAL: _reversal,
    EntryKind.ADJUSTMENT: _adjustment,
}
"""How each kind comes about, given an amount of whatever it moves."""
