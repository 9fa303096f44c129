"""Presses of the card tables and the wheel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.cards import parse_cards
from engine.roulette.settle import TableLimits
from tables import services
from tables.models import Table
from tables.selectors import table_view, the_play
from tables.services import Move
from tables.services.roulette import NewBet
from tables.services.seat_fees import HALF_HOUR
from tables.stakes import TypedStakes
from tests.factories import NOW, make_event
from tests.flows.key_takers.press import Asked
from tests.tables.evening import by_staff, hand_of, make_holder, open_table, open_wheel, put_in, seat_people
from tests.tables.playing import a_table, do, start, to_the_river
from tests.tables.ruled import told

STAKES, LARGER = TypedStakes(small_blind=5, big_blind=10), TypedStakes(small_blind=10, big_blind=20)
LIMITS = TableLimits(lowest_bet=5, highest_bet=500)


def asked(table: Table, service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Asked:
    return Asked(table.event, service, {"table": table, **facts}, other)


def at_a_table(service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Callable[[], Asked]:
    return lambda: asked(a_table(), service, other, **facts)


OAK = services.NewPokerTable(stakes=STAKES, seats_count=6, name="Oak")
WHEEL = services.NewRoulette(wheel="american", catalogue="house", limits=LIMITS, tray=5000)


def at_an_event(service: Callable[..., Any], other: Mapping[str, Any], **facts: Any) -> Callable[[], Asked]:
    def press() -> Asked:
        event = make_event()
        return Asked(event, service, {"event": event, **facts}, other)

    return press


def close_table() -> Asked:
    table, other = open_wheel(make_event()), open_wheel(make_event())
    return asked(table, services.close_table, {"table": other})


def first_button() -> Asked:
    table = open_table(make_event(), overrides={"first_button": "high_card"})
    seat_people(table, {1: 100, 2: 100})
    cards = {1: parse_cards("Ad")[0], 2: parse_cards("Ks")[0]}
    return asked(table, services.give_first_button, {"cards": {1: cards[2], 2: cards[1]}}, cards=cards)


def owing_table() -> Table:
    """A hand was played before the player on seat 5 came, who owes a blind."""
    table = a_table(seats=4, chips=100, house="canterbury")
    services.settle_hand(**settled(table))
    seat_people(table, {5: 100})
    return table


def settled(table: Table) -> dict[str, Any]:
    table.refresh_from_db()
    view = table_view(table)
    dealt = sorted(view.to_come.dealt_in) or [1, 2, 3]
    ends = [put_in(seat, 10 if seat in dealt[:2] else 0, folded=seat != dealt[0]) for seat in dealt]
    end = hand_of(*ends, button=view.button or dealt[0])
    return by_staff(table=table, number=view.next_number, end=end)


def settle_hand() -> Asked:
    table = a_table()
    facts = settled(table)
    return asked(table, services.settle_hand, {"number": 2}, number=facts["number"], end=facts["end"])


def undo_hand() -> Asked:
    table = a_table()
    services.settle_hand(**settled(table))
    return asked(table, services.undo_hand, {"reason": "Another"}, number=1, reason="Wrong", may_reverse_any=True)


def choose_entry() -> Asked:
    return asked(owing_table(), services.choose_entry, {"entry": "wait_for_big_blind"}, seat=5, entry="post_big_blind")


def come_back() -> Asked:
    table = a_table()
    services.sit_out(table=table, seat=1, **by_staff())
    return asked(table, services.come_back, {"seat": 2}, seat=1)


def in_play() -> Table:
    table = a_table()
    start(table)
    return table


def play_move() -> Asked:
    table = in_play()
    facts = {"version": the_play(table).version, "move": Move(verb="call")}
    return asked(table, services.play_move, {"move": Move(verb="fold")}, **facts)


def pay_out() -> Asked:
    table = a_table(overrides={"showdown": "may_muck"})
    to_the_river(table)
    do(table, "show", seat=2, cards=parse_cards("Ks 9d"))
    do(table, "show", seat=3, cards=parse_cards("As Ad"))
    do(table, "muck", seat=1)
    return asked(table, services.pay_out, {"no_fee_because": "A gift"}, version=the_play(table).version)


def call_off() -> Asked:
    table = in_play()
    return asked(table, services.call_off, {"reason": "Shown"}, version=the_play(table).version, reason="Misdealt")


def apply_ruling() -> Asked:
    table = in_play()
    facts = {"version": the_play(table).version, "facts": told("wager", chips=(20,))}
    return asked(table, services.apply_ruling, {"facts": told("wager", chips=(50,))}, **facts)


def charging_seats() -> Table:
    return a_table(fee_schedule="A", fee_by="half_hour")


def start_seat_fees() -> Asked:
    table, other = charging_seats(), charging_seats()
    for each in (table, other):
        services.stop_seat_fees(table=each, **by_staff())
    return asked(table, services.start_seat_fees, {"table": other})


def stop_seat_fees() -> Asked:
    return asked(charging_seats(), services.stop_seat_fees, {"table": charging_seats()})


def undo_seat_fee() -> Asked:
    table = charging_seats()
    services.charge_due_seats(read_now=lambda: NOW + HALF_HOUR)
    facts = {"fee_id": table.seat_fees.get().pk, "reason": "Wrong", "may_reverse_any": True}
    return asked(table, services.undo_seat_fee, {"reason": "Another"}, **facts)


def place_bets() -> Asked:
    table = open_wheel(make_event())
    player = make_holder(table.event)
    other = [NewBet(player, "black", 100)]
    return asked(table, services.place_bets, {"bets": other}, bets=[NewBet(player, "red", 100)])


def spin() -> Asked:
    return asked(open_wheel(make_event()), services.spin, {"pocket": "2"}, number=1, pocket="1")


def undo_spin() -> Asked:
    table = open_wheel(make_event())
    services.spin(table=table, number=1, pocket="1", **by_staff())
    return asked(table, services.undo_spin, {"reason": "Another"}, number=1, reason="Wrong", may_reverse_any=True)


def phone_wheel() -> Table:
    return open_wheel(make_event(), on_phones=True)


def open_bets_again() -> Asked:
    table = phone_wheel()
    services.close_bets(table=table, number=1, **by_staff())
    return asked(table, services.open_bets_again, {"number": 2}, number=1)


def fill_tray() -> Asked:
    return asked(open_wheel(make_event()), services.fill_tray, {"chips": 50}, chips=5000)


def seat_player() -> Asked:
    table = open_table(make_event())
    return asked(table, services.seat_player, {"seat": 2}, seat=1, player=make_holder(table.event), chips=100)


PRESSES: dict[str, Callable[[], Asked]] = {
    "tables.open_poker_table": at_an_event(services.open_poker_table, {"new": replace(OAK, stakes=LARGER)}, new=OAK),
    "tables.open_roulette": at_an_event(services.open_roulette, {"new": replace(WHEEL, tray=500)}, new=WHEEL),
    "tables.close_table": close_table,
    "tables.give_first_button": first_button,
    "tables.choose_entry": choose_entry,
    "tables.sit_out": at_a_table(services.sit_out, {"seat": 2}, seat=1),
    "tables.come_back": come_back,
    "tables.settle_hand": settle_hand,
    "tables.undo_hand": undo_hand,
    "tables.start_hand": at_a_table(services.start_hand, {"number": 2}, number=1),
    "tables.play_move": play_move,
    "tables.pay_out": pay_out,
    "tables.call_off": call_off,
    "tables.apply_ruling": apply_ruling,
    "tables.place_bets": place_bets,
    "tables.close_bets": lambda: asked(phone_wheel(), services.close_bets, {"number": 2}, number=1),
    "tables.open_bets_again": open_bets_again,
    "tables.spin": spin,
    "tables.undo_spin": undo_spin,
    "tables.fill_tray": fill_tray,
    "tables.seat_player": seat_player,
    "tables.top_up": at_a_table(services.top_up, {"chips": 10}, seat=1, chips=100),
    "tables.start_seat_fees": start_seat_fees,
    "tables.stop_seat_fees": stop_seat_fees,
    "tables.undo_seat_fee": undo_seat_fee,
    "tables.leave_seat": at_a_table(services.leave_seat, {"seat": 2}, seat=1),
}
