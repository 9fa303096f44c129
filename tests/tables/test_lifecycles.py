"""Services of a table and of bets refuse a move exactly where its lifecycle says that it may not be made."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from eventnight.core.actors import Actor
from eventnight.core.press import Press
from eventnight.events.models import Player
from tables import services
from tables.lifecycles import BET, TABLE
from tables.models import Bet, BetState, Seat, Shuffle, Table, TableStatus
from tables.selectors import table_view
from tables.services import NewBet
from tables.services.dealt.ready import deal_hand
from tables.services.locks import lock_table
from tables.services.seat_fees import HALF_HOUR
from tests.factories import NOW, make_event
from tests.lifecycles import differences
from tests.tables.dealt_night import DealtTable
from tests.tables.evening import by_staff, hand_of, make_holder, open_wheel, put_in
from tests.tables.playing import a_table, start

pytestmark = pytest.mark.django_db

Deed = Callable[[Table], object]

CARD_DEEDS: dict[str, Deed] = {
    "seat": lambda table: services.seat_player(
        table=table, seat=6, player=make_holder(table.event), chips=50, **by_staff()
    ),
    "top_up": lambda table: services.top_up(table=table, seat=1, chips=5, **by_staff()),
    "leave": lambda table: services.leave_seat(table=table, seat=1, **by_staff()),
    "give_button": lambda table: services.give_first_button(table=table, **by_staff()),
    "change_turn": lambda table: services.sit_out(table=table, seat=1, **by_staff()),
    "start_hand": lambda table: services.start_hand(table=table, number=_next(table), **by_staff()),
    "settle_hand": lambda table: services.settle_hand(
        table=table, number=_next(table), end=hand_of(put_in(1, 10), put_in(2, 10, folded=True)), **by_staff()
    ),
    "pay_out": lambda table: services.pay_out(table=table, version=1, **by_staff()),
    "undo_hand": lambda table: services.undo_hand(
        table=table, number=1, reason="Wrong winner", may_reverse_any=True, **by_staff()
    ),
}
WHEEL_DEEDS: dict[str, Deed] = {
    "bet": lambda table: services.place_bets(
        table=table, bets=[NewBet(make_holder(table.event), "red", 5)], **by_staff()
    ),
    "spin": lambda table: services.spin(table=table, number=1, pocket="7", **by_staff()),
    "undo_spin": lambda table: services.undo_spin(
        table=table, number=1, reason="Misread", may_reverse_any=True, **by_staff()
    ),
    "fill_tray": lambda table: services.fill_tray(table=table, chips=100, **by_staff()),
}
PHONE_DEEDS: dict[str, Deed] = {
    "bet_on_phone": lambda table: _bet_on_phone(table, make_holder(table.event)),
    "close_bets": lambda table: services.close_bets(table=table, number=1, **by_staff()),
    "open_bets": lambda table: services.open_bets_again(table=table, number=1, **by_staff()),
    "spin": WHEEL_DEEDS["spin"],
}
FEE_DEEDS: dict[str, Deed] = {
    "start_fees": lambda table: services.start_seat_fees(table=table, **by_staff()),
    "stop_fees": lambda table: services.stop_seat_fees(table=table, **by_staff()),
    "undo_fee": lambda table: services.undo_seat_fee(
        table=table, fee_id=table.seat_fees.get().pk, reason="Wrong", may_reverse_any=True, **by_staff()
    ),
}
DEALT_DEEDS: dict[str, Deed] = {
    "get_ready": lambda table: services.say_ready(
        table=table, player=_sitter(table), sign=services.ReadySign(serial=_serial(table), number=""), **by_staff()
    ),
    "deal": lambda table: deal_hand(lock_table(table), table.shuffles.last() or Shuffle(table=table), NOW),
    "act": lambda table: services.act(
        table=table, player=_sitter(table), version=1, move=services.OwnMove(verb="call"), **by_staff()
    ),
    "void_hand": lambda table: services.void_hand(table=table, number=1, reason="Fire", **by_staff()),
    "host": lambda table: services.pause_table(table=table, **by_staff()),
    "follow": lambda table: services.play_move(table=table, version=1, move=services.Move(verb="check"), **by_staff()),
}
OPEN = {"status": TableStatus.OPEN}
CLOSED = {"status": TableStatus.CLOSED, "closed_at": NOW}


def test_every_move_of_a_table_is_tried_below():
    closing_again_changes_nothing = {"close"}

    tried = CARD_DEEDS.keys() | WHEEL_DEEDS.keys() | PHONE_DEEDS.keys() | FEE_DEEDS.keys() | DEALT_DEEDS.keys()

    assert tried | closing_again_changes_nothing == set(TABLE.moves)


@pytest.mark.parametrize("move", CARD_DEEDS)
@pytest.mark.parametrize("in_play", [pytest.param(False, id="between-hands"), pytest.param(True, id="hand-in-play")])
def test_a_card_table_refuses_what_its_lifecycle_does_not_allow(move, in_play):
    table = a_table()
    if in_play:
        start(table)

    assert _differences(move, table, CARD_DEEDS[move]) == []


@pytest.mark.parametrize("move", FEE_DEEDS)
@pytest.mark.parametrize("in_play", [pytest.param(False, id="between-hands"), pytest.param(True, id="hand-in-play")])
@pytest.mark.parametrize("facts", [{"fee_schedule": "A", "fee_by": "half_hour"}, {"fee_schedule": "A"}])
def test_a_table_with_fees_refuses_what_its_lifecycle_does_not_allow(move, in_play, facts):
    table = a_table(**facts)
    services.charge_due_seats(read_now=lambda: NOW + HALF_HOUR)
    if not facts.get("fee_by"):
        booked = a_table(fee_schedule="A", fee_by="half_hour")
        services.charge_due_seats(read_now=lambda: NOW + HALF_HOUR)
        booked.seat_fees.update(table=table)
    if in_play:
        start(table)
    table.refresh_from_db()
    stopped = {"seat_fee_due_at": None}
    charged = [OPEN, OPEN | stopped, CLOSED | stopped] if facts.get("fee_by") else [OPEN, CLOSED]
    refusals = {"table_closed", "hand_in_play", "fee_not_by_half_hours", "seat_fees_started", "seat_fees_stopped"}

    assert differences(TABLE, move, table, FEE_DEEDS[move], situations=charged, refusals=refusals) == []


@pytest.mark.parametrize("move", [*DEALT_DEEDS, "start_hand", "settle_hand", "pay_out", "undo_hand"])
@pytest.mark.parametrize("stands", ["promised", "dealt", "paused", "by people"])
def test_a_table_where_the_system_deals_refuses_what_its_lifecycle_does_not_allow(move, stands):
    night = DealtTable(seats=2, **({"turn_seconds": 0, "bank_seconds": 0} if stands == "by people" else {}))
    if stands in ("dealt", "paused"):
        night.ready()
    if stands == "paused":
        services.pause_table(table=night.table, **by_staff())
    refusals = {"table_closed", "hand_in_play", "people_deal_here", "system_deals_here", "table_paused"}
    deed = {**CARD_DEEDS, **DEALT_DEEDS}[move]

    assert differences(TABLE, move, night.fresh, deed, situations=[OPEN, CLOSED], refusals=refusals) == []


@pytest.mark.parametrize("move", WHEEL_DEEDS)
def test_a_wheel_refuses_what_its_lifecycle_does_not_allow(move):
    assert _differences(move, open_wheel(make_event()), WHEEL_DEEDS[move]) == []


@pytest.mark.parametrize("move", PHONE_DEEDS)
@pytest.mark.parametrize("on_phones", [True, False])
def test_a_wheel_refuses_phones_what_its_lifecycle_does_not_allow(move, on_phones):
    wheel = open_wheel(make_event(), on_phones=on_phones)
    mats = [OPEN, CLOSED, OPEN | {"bets_closed_at": NOW}] if on_phones else [OPEN, CLOSED]
    refusals = {"table_closed", "not_on_phones", "no_more_bets", "bets_open"}

    assert differences(TABLE, move, wheel, PHONE_DEEDS[move], situations=mats, refusals=refusals) == []


def test_a_bet_comes_off_the_mat_until_it_is_settled():
    wheel = open_wheel(make_event())
    services.place_bets(table=wheel, bets=[NewBet(make_holder(wheel.event), "red", 5)], **by_staff())
    turned = services.spin(table=wheel, number=1, pocket="7", **by_staff()).spin
    lying = {"state": BetState.PLACED, "spin": None, "returned": None}
    settled = {"state": BetState.SETTLED, "spin": turned, "returned": 10}

    found = differences(
        BET,
        "withdraw",
        Bet.objects.get(),
        lambda bet: services.withdraw_bet(table=wheel, bet_id=bet.pk, **by_staff()),
        situations=[lying, settled],
        refusals={"bet_settled"},
    )

    assert found == []


def _differences(move: str, table: Table, deed: Deed) -> list[str]:
    refusals = {"table_closed", "hand_in_play"}
    return differences(TABLE, move, table, deed, situations=[OPEN, CLOSED], refusals=refusals)


def _bet_on_phone(table: Table, player: Player) -> object:
    press = Press(Actor.player(player.code), NOW, uuid4())
    return services.place_bets(table=table, bets=[NewBet(player, "red", 5)], press=press)


def _next(table: Table) -> int:
    return table_view(table).next_number


def _sitter(table: Table) -> Player:
    seat = Seat.objects.filter(table=table, player__isnull=False).first()
    assert seat is not None
    return seat.sitter


def _serial(table: Table) -> int:
    newest = table.shuffles.last()
    return newest.serial if newest else 1
