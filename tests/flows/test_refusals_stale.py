"""A page that is older than the night: what was done in the meantime is named, and the press changes nothing."""

from __future__ import annotations

import pytest
from django.utils import timezone

from eventnight.bank.services import close_till, open_till
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.raffle.services import freeze, place_tickets
from tables.services import close_table, leave_seat, settle_hand, spin
from tests.factories import NOW
from tests.flows.nights import OpenNight
from tests.flows.refused import (
    HAND,
    HAND_FORM,
    NORA,
    PAGE_4_WINS,
    TEAM_4_WINS,
    Case,
    at_the_doors,
    by_nora,
    must_be_refused,
    raffle_opened,
)
from tests.tables.evening import BOARD, hand_of, put_in
from tests.tills import counted
from tests.tournaments.nights import decide
from tournaments.services.clock.presses import pause_clock

pytestmark = pytest.mark.django_db


def match_decided(night: OpenNight) -> None:
    decide(night.bracket_row, 1, by=NORA)


def hand_settled(night: OpenNight) -> None:
    end = hand_of(put_in(1, 205, "Ks 9d"), put_in(2, 205, "As Ad"), board=BOARD)
    settle_hand(table=night.table_row, number=1, end=end, **by_nora())


def spun(night: OpenNight) -> None:
    spin(table=night.wheel_row, number=1, pocket="17", **by_nora())


def clock_paused(night: OpenNight) -> None:
    pause_clock(flight=night.flight_row, press=Press(NORA, timezone.now()))


def seat_left(night: OpenNight) -> None:
    leave_seat(table=night.table_row, seat=1, **by_nora())


def card_table_closed(night: OpenNight) -> None:
    for seat in (1, 2):
        leave_seat(table=night.table_row, seat=seat, **by_nora())
    close_table(table=night.table_row, **by_nora())


def wheel_closed(night: OpenNight) -> None:
    close_table(table=night.wheel_row, **by_nora())


def till_closed(night: OpenNight) -> None:
    open_till(event=night.event, till="T1", float_paid=5000, **by_nora())
    close_till(event=night.event, till="T1", count=counted(5000), **by_nora())


def sales_closed(night: OpenNight) -> None:
    raffle_opened(night)
    place_tickets(event=night.event, player_code="P001", counts={"B1": 10}, **by_nora())
    freeze(event=night.event, press=Press(NORA, NOW))


STALE = [
    Case(
        name="a result for a match that is decided",
        role=Role.MATCHES,
        status=409,
        code="match_already_decided",
        says=("Match 1 is decided", "10–7", "entered by Nora at", "Nothing was saved", "Undo that result first"),
        rules=("WLIA-22",),
        page=("/staff/{code}/matches/{bracket}/1/", PAGE_4_WINS),
        api=("{code}/brackets/{bracket}/matches/1/result/", TEAM_4_WINS),
        after=match_decided,
    ),
    Case(
        name="a call of a match that is decided",
        role=Role.MATCHES,
        status=409,
        code="match_already_decided",
        says=("Match 1 is decided", "entered by Nora"),
        rules=("WLIA-22",),
        page=("/staff/{code}/matches/{bracket}/1/call/", {"station": 2}),
        api=("{code}/brackets/{bracket}/matches/1/call/", {"station": 2}),
        after=match_decided,
    ),
    Case(
        name="a result for a match that waits for its teams",
        role=Role.MATCHES,
        status=409,
        code="match_not_ready",
        says=("Match 3 still waits for a team", "Enter the results of the earlier matches first"),
        rules=("WLIA-22",),
        page=("/staff/{code}/matches/{bracket}/3/", PAGE_4_WINS),
        api=("{code}/brackets/{bracket}/matches/3/result/", TEAM_4_WINS),
    ),
    Case(
        name="a result for teams that are not the match's any more",
        role=Role.MATCHES,
        status=409,
        code="match_teams_changed",
        says=("Match 1 is now between team 1 and team 4", "reload and enter it again"),
        rules=("WLIA-22",),
        page=("/staff/{code}/matches/{bracket}/1/", {**PAGE_4_WINS, "winner": "2-1"}),
        api=("{code}/brackets/{bracket}/matches/1/result/", {**TEAM_4_WINS, "winner": 2}),
    ),
    Case(
        name="a hand that is settled",
        role=Role.TABLES,
        status=409,
        code="hand_already_settled",
        says=("Hand 1 was settled at", "by Nora", "hand 2 is the next"),
        page=("/staff/{code}/tables/{table}/hand/", HAND_FORM),
        api=("{code}/tables/{table}/hands/", HAND),
        after=hand_settled,
    ),
    Case(
        name="a hand that was planned with other stacks",
        role=Role.TABLES,
        status=409,
        code="plan_changed",
        says=("has changed since the plan was shown", "Look at the new plan, then pay out"),
        page=("/staff/{code}/tables/{table}/hand/", HAND_FORM),
        api=("{code}/tables/{table}/hands/", {**HAND, "shown": "the-plan-of-then"}),
    ),
    Case(
        name="a spin that is settled",
        role=Role.TABLES,
        status=409,
        code="spin_already_settled",
        says=("Spin 1 was settled at", "by Nora", "spin 2 is the next"),
        page=("/staff/{code}/roulette/{wheel}/spin/", {"number": 1, "pocket": "4"}),
        api=("{code}/tables/roulette/{wheel}/spins/", {"number": 1, "pocket": "4"}),
        after=spun,
    ),
    Case(
        name="a chair from which the player has gone",
        role=Role.TABLES,
        status=422,
        code="seat_empty",
        says=("Nobody sits on", "seat 1", "Seat a player first"),
        page=("/staff/{code}/tables/{table}/seats/1/leave/", {}),
        api=("{code}/tables/{table}/seats/1/leave/", {}),
        after=seat_left,
    ),
    Case(
        name="a press for an older version of the clock",
        role=Role.FLOOR,
        status=409,
        code="clock_changed",
        says=("The clock of Flight 1 has changed since this page was made", "Nora: pause", "Nothing was done"),
        rules=("WAS-6",),
        page=("/staff/{code}/floor/{flight}/clock/skip/", {"seen_version": 1}),
        after=clock_paused,
    ),
    Case(
        name="a first stack that was handed out",
        role=Role.DESK,
        status=409,
        code="first_stack_given",
        says=("P001 had the first stack at", "from EventNight (entry 1)", "Sell a re-buy, or undo that entry first"),
        rules=("WLIA-2",),
        page=("/staff/{code}/desk/P001/first-stack/", {}),
        api=("{code}/bank/first-stacks/", {"player": "P001"}),
    ),
    Case(
        name="tickets sold after sales were closed",
        role=Role.DESK,
        status=409,
        code="raffle_frozen",
        says=("Ticket sales closed at", "Tickets can no longer be sold, placed, moved or taken back"),
        rules=("WLIA-16",),
        page=("/staff/{code}/players/P001/tickets/", {"paid": 1000}),
        api=("{code}/raffle/sales/", {"player": "P001", "paid": 1000}),
        after=sales_closed,
    ),
    Case(
        name="chips turned in after sales were closed",
        role=Role.RAFFLE,
        status=409,
        code="raffle_frozen",
        says=("Ticket sales closed at",),
        rules=("WLIA-16",),
        page=("/staff/{code}/players/P001/chips-in/", {"chips": 100}),
        api=("{code}/raffle/redemptions/", {"player": "P001", "chips": 100}),
        after=sales_closed,
    ),
    Case(
        name="tickets sold before the raffle was opened",
        role=Role.DESK,
        status=404,
        code="no_raffle",
        says=("has no raffle yet", "Open it on the raffle page before the first ticket is sold"),
        page=("/staff/{code}/players/P001/tickets/", {"paid": 1000}),
        api=("{code}/raffle/sales/", {"player": "P001", "paid": 1000}),
    ),
    Case(
        name="a re-buy into a till that was closed",
        role=Role.DESK,
        status=409,
        code="till_closed",
        says=("T1", "closed"),
        page=("/staff/{code}/desk/P001/rebuy/", {"quantity": 1, "shown": 1}),
        api=("{code}/bank/rebuys/", {"player": "P001", "paid": 1000}),
        after=till_closed,
    ),
    Case(
        name="a hand at a table that was closed",
        role=Role.TABLES,
        status=409,
        code="table_closed",
        says=("Table 1", "closed"),
        page=("/staff/{code}/tables/{table}/hand/", HAND_FORM),
        api=("{code}/tables/{table}/hands/", HAND),
        after=card_table_closed,
    ),
    Case(
        name="a chair at a table that was closed",
        role=Role.TABLES,
        status=409,
        code="table_closed",
        says=("Table 1", "closed"),
        page=("/staff/{code}/tables/{table}/seats/3/sit/", {"player": "P001", "chips": 100}),
        api=("{code}/tables/{table}/seats/3/", {"player": "P001", "chips": 100}),
        after=card_table_closed,
    ),
    Case(
        name="a bet at a wheel that was closed",
        role=Role.TABLES,
        status=409,
        code="table_closed",
        says=("Roulette 1", "closed"),
        page=("/staff/{code}/roulette/{wheel}/bets/", {"who": "P001", "chip": 10, "bet": "red"}),
        api=("{code}/tables/roulette/{wheel}/bets/", {"bets": [{"player": "P001", "bet": "red", "chips": 10}]}),
        after=wheel_closed,
    ),
    Case(
        name="a spin of a wheel that was closed",
        role=Role.TABLES,
        status=409,
        code="table_closed",
        says=("Roulette 1", "closed"),
        page=("/staff/{code}/roulette/{wheel}/spin/", {"number": 1, "pocket": "4"}),
        api=("{code}/tables/roulette/{wheel}/spins/", {"number": 1, "pocket": "4"}),
        after=wheel_closed,
    ),
]


@pytest.mark.parametrize(("case", "door"), at_the_doors(STALE))
def test_a_stale_press_learns_what_was_done_before_it(case: Case, door: str):
    must_be_refused(case, door)
