"""What cannot be done is refused alike by the page and by the API: the status, the code, a sentence with the thing, the
number and the way out, the house rule behind it, and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone

from eventnight.bank.services import close_till, open_till
from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from eventnight.raffle.services import freeze, place_tickets
from tables.services import close_table, leave_seat, settle_hand, spin
from tests.factories import NOW
from tests.flows.nights import OpenNight
from tests.flows.pressing import nothing_changes, press_api, press_page, refusal_in
from tests.tables.evening import BOARD, by_staff, hand_of, put_in
from tests.tournaments.nights import decide
from tournaments.services.clock import pause_clock

pytestmark = pytest.mark.django_db

NORA = Actor(code="staff-9", label="Nora")
Body = dict[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class Case:
    """A press that must be refused. page, api: address and body, parts of the night in braces; no body is a read.

    says: what the sentence names: the thing, the number, the way out. after: what happened before the press.
    """

    name: str
    role: Role | None
    status: int
    code: str
    says: tuple[str, ...]
    page: tuple[str, Body] | None = None
    api: tuple[str, Body] | None = None
    rules: tuple[str, ...] = ()
    after: Callable[[OpenNight], object] | None = None


def by_nora() -> dict[str, Any]:
    """A press of Nora's, with a key of its own."""
    return by_staff(by=NORA)


def match_decided(night: OpenNight) -> None:
    decide(night.bracket_row, 1, by=NORA)


def hand_settled(night: OpenNight) -> None:
    end = hand_of(put_in(1, 205, "Ks 9d"), put_in(2, 205, "As Ad"), board=BOARD)
    settle_hand(table=night.table_row, number=1, end=end, **by_nora())


def spun(night: OpenNight) -> None:
    spin(table=night.wheel_row, number=1, pocket="17", **by_nora())


def clock_paused(night: OpenNight) -> None:
    pause_clock(flight=night.flight_row, by=NORA, now=timezone.now())


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
    close_till(event=night.event, till="T1", counted=5000, **by_nora())


def raffle_opened(night: OpenNight) -> None:
    assert night.raffle


def sales_closed(night: OpenNight) -> None:
    raffle_opened(night)
    place_tickets(event=night.event, player_code="P001", counts={"B1": 10}, **by_nora())
    freeze(event=night.event, by=NORA, now=NOW)


def bet_laid(night: OpenNight) -> None:
    assert night.bet


HAND = {
    "number": 1,
    "button": 1,
    "board": BOARD,
    "seats": [
        {"seat": 1, "contributed": 205, "is_live": True, "cards": "Ks9d"},
        {"seat": 2, "contributed": 205, "is_live": True, "cards": "AsAd"},
    ],
}
HAND_FORM = {
    "number": 1,
    "button": 1,
    "board": BOARD,
    "shown": "the-plan-of-then",
    **{"paid_1": 205, "end_1": "live", "cards_1": "Ks 9d", "paid_2": 205, "end_2": "live", "cards_2": "As Ad"},
}
TEAM_1_WINS = {"winner": 1, "loser": 4, "winner_points": 10, "loser_points": 7}
TEAM_4_WINS = {"winner": 4, "loser": 1, "winner_points": 10, "loser_points": 6}
PAGE_4_WINS = {"winner": "4-1", "winner_points": 10, "loser_points": 6, "outcome": "played"}
ELEVEN_PLACED = {"to_B1": 11, "was_B1": 0, "to_B2": 0, "was_B2": 0}

OVERDRAFTS = [
    Case(
        name="more chips turned in than held",
        role=Role.DESK,
        status=422,
        code="overdraft",
        says=(
            "Player P001 has 1,000 chips",
            "1,100 chips would have to go",
            "100 chips too few",
            "1,000 chips at most",
        ),
        rules=("WLIA-14",),
        page=("/staff/{code}/players/P001/chips-in/", {"chips": 1100}),
        api=("{code}/raffle/redemptions/", {"player": "P001", "chips": 1100}),
        after=raffle_opened,
    ),
    Case(
        name="more chips to the seat than held",
        role=Role.TABLES,
        status=422,
        code="overdraft",
        says=("Player P001 has 1,000 chips", "1,500 chips would have to go", "buy chips at the desk first"),
        page=("/staff/{code}/tables/{table}/seats/3/sit/", {"player": "P001", "chips": 1500}),
        api=("{code}/tables/{table}/seats/3/", {"player": "P001", "chips": 1500}),
    ),
    Case(
        name="a top-up above what is left",
        role=Role.TABLES,
        status=422,
        code="overdraft",
        says=("has 500 chips", "505 chips would have to go", "5 chips too few"),
        page=("/staff/{code}/tables/{table}/seats/1/top-up/", {"chips": 505}),
        api=("{code}/tables/{table}/seats/1/top-up/", {"chips": 505}),
    ),
    Case(
        name="a bet above the chips in hand",
        role=Role.TABLES,
        status=422,
        code="bets_above_chips",
        says=("P001 Ada Ames would have 1,005 on the mat and holds 1,000", "5 too much", "Take bets back"),
        page=("/staff/{code}/roulette/{wheel}/bets/", {"who": "P001", "chip": 1005, "bet": "red"}),
        api=("{code}/tables/roulette/{wheel}/bets/", {"bets": [{"player": "P001", "bet": "red", "chips": 1005}]}),
    ),
    Case(
        name="a bet with chips that already lie on the mat",
        role=Role.TABLES,
        status=422,
        code="bets_above_chips",
        says=("P001 Ada Ames would have 1,005 on the mat and holds 1,000", "5 too much", "Take bets back"),
        page=("/staff/{code}/roulette/{wheel}/bets/", {"who": "P001", "chip": 995, "bet": "odd"}),
        api=("{code}/tables/roulette/{wheel}/bets/", {"bets": [{"player": "P001", "bet": "odd", "chips": 995}]}),
        after=bet_laid,
    ),
    Case(
        name="more tickets placed than in hand",
        role=Role.RAFFLE,
        status=422,
        code="too_few_in_hand",
        says=("P001", "10 tickets in hand", "wants to place 11", "Place 10 at most"),
        rules=("WLIA-16",),
        page=("/staff/{code}/raffle/players/P001/place/", {**ELEVEN_PLACED, "planned": "B1:+11"}),
        api=("{code}/raffle/placings/", {"player": "P001", "counts": {"B1": 11}}),
        after=raffle_opened,
    ),
]

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
        says=("Ticket sales closed at", "No ticket is sold, placed, moved or taken back any more"),
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

AGAINST_THE_RULES = [
    Case(
        name="a score that does not win",
        role=Role.MATCHES,
        status=422,
        code="winner_below_target",
        says=("9", "10"),
        rules=("EUC-16",),
        page=("/staff/{code}/matches/{bracket}/1/", {**PAGE_4_WINS, "winner_points": 9}),
        api=("{code}/brackets/{bracket}/matches/1/result/", {**TEAM_4_WINS, "winner_points": 9}),
    ),
    Case(
        name="money that buys half a lot of tickets",
        role=Role.DESK,
        status=422,
        code="ticket_lot",
        says=("$15.00 does not buy a whole number of lots of 10 tickets", "$10.00 or $20.00"),
        rules=("WLIA-15",),
        page=("/staff/{code}/players/P001/tickets/", {"paid": 1500}),
        api=("{code}/raffle/sales/", {"player": "P001", "paid": 1500}),
        after=raffle_opened,
    ),
    Case(
        name="chips that buy no ticket",
        role=Role.DESK,
        status=422,
        code="too_few_chips",
        says=("50 in chips buys no ticket", "100, the price of one"),
        rules=("WLIA-14",),
        page=("/staff/{code}/players/P001/chips-in/", {"chips": 50}),
        api=("{code}/raffle/redemptions/", {"player": "P001", "chips": 50}),
        after=raffle_opened,
    ),
    Case(
        name="chips that the bank does not pay",
        role=Role.DESK,
        status=422,
        code="not_payable_at_bank",
        says=("105 in chips needs yellow 5 chips", "Make it 100 or 110"),
        rules=("WLIA-4",),
        page=("/staff/{code}/players/P001/chips-in/", {"chips": 105}),
        api=("{code}/raffle/redemptions/", {"player": "P001", "chips": 105}),
        after=raffle_opened,
    ),
    Case(
        name="a bet above the table's limit",
        role=Role.TABLES,
        status=422,
        code="bet_above_limit",
        says=("P001 has 2005 on red", "the highest bet at this table is 2000"),
        page=("/staff/{code}/roulette/{wheel}/bets/", {"who": "P001", "chip": 2005, "bet": "red"}),
        api=("{code}/tables/roulette/{wheel}/bets/", {"bets": [{"player": "P001", "bet": "red", "chips": 2005}]}),
    ),
    Case(
        name="a bet that the mat does not have",
        role=Role.TABLES,
        status=422,
        code="bet_not_on_mat",
        says=('"split 3-4" is not a bet on the mat', 'such as "split 8-11"'),
        rules=("WLIA-20",),
        page=("/staff/{code}/roulette/{wheel}/bets/", {"who": "P001", "chip": 10, "bet": "split 3-4"}),
        api=("{code}/tables/roulette/{wheel}/bets/", {"bets": [{"player": "P001", "bet": "split 3-4", "chips": 10}]}),
    ),
    Case(
        name="an undo of somebody else's entry",
        role=Role.DESK,
        status=403,
        code="not_your_entry",
        says=("Entry 1", "somebody else", "organiser"),
        page=("/staff/{code}/desk/entries/1/undo/", {"reason": "typo"}),
        api=("{code}/bank/entries/1/reversal/", {"reason": "typo"}),
    ),
]

UNKNOWN = [
    Case(
        name="an event that is not there",
        role=Role.ORGANISER,
        status=404,
        code="unknown_event",
        says=("No event has the code NOWHERE", "Check the address or the card"),
        page=("/staff/NOWHERE/desk/", None),
        api=("NOWHERE/players/", None),
    ),
    Case(
        name="an event that guests look for",
        role=None,
        status=404,
        code="unknown_event",
        says=("No event has the code NOWHERE", "Check the address or the card"),
        page=("/e/NOWHERE/", None),
        api=("NOWHERE/brackets/", None),
    ),
    Case(
        name="a player at the desk",
        role=Role.DESK,
        status=404,
        code="unknown_player",
        says=("P999", "Search by name"),
        page=("/staff/{code}/desk/P999/rebuy/", {"quantity": 1, "shown": 1}),
        api=("{code}/bank/rebuys/", {"player": "P999", "paid": 1000}),
    ),
    Case(
        name="a player at a card table",
        role=Role.TABLES,
        status=404,
        code="unknown_player",
        says=("P999",),
        page=("/staff/{code}/tables/{table}/seats/3/sit/", {"player": "P999", "chips": 100}),
        api=("{code}/tables/{table}/seats/3/", {"player": "P999", "chips": 100}),
    ),
    Case(
        name="a player who wants tickets",
        role=Role.RAFFLE,
        status=404,
        code="unknown_player",
        says=("P999", "Search by name"),
        page=("/staff/{code}/players/P999/tickets/", {"paid": 1000}),
        api=("{code}/raffle/sales/", {"player": "P999", "paid": 1000}),
        after=raffle_opened,
    ),
    Case(
        name="four figures that are on no card",
        role=None,
        status=404,
        code="unknown_pin",
        says=("0000", "Check the four figures on your card"),
        page=("/e/{code}/me/", {"pin": "0000"}),
    ),
    Case(
        name="a personal link",
        role=None,
        status=404,
        code="unknown_link",
        says=("This personal link is not known", "enter its four figures"),
        page=("/p/no-such-link/", None),
    ),
    Case(
        name="tickets placed by a personal link",
        role=None,
        status=404,
        code="unknown_link",
        says=("This personal link is not known",),
        page=("/p/no-such-link/tickets/", {"to_B1": 1, "was_B1": 0}),
    ),
    Case(
        name="a match",
        role=Role.MATCHES,
        status=404,
        code="unknown_match",
        says=("99",),
        page=("/staff/{code}/matches/{bracket}/99/", PAGE_4_WINS),
        api=("{code}/brackets/{bracket}/matches/99/result/", TEAM_4_WINS),
    ),
    Case(
        name="a bracket",
        role=Role.MATCHES,
        status=404,
        code="unknown_bracket",
        says=("no bracket 9999", "Check the address"),
        page=("/staff/{code}/matches/9999/1/", PAGE_4_WINS),
        api=("{code}/brackets/9999/matches/1/result/", TEAM_4_WINS),
    ),
    Case(
        name="a team",
        role=Role.MATCHES,
        status=404,
        code="unknown_team",
        says=("no team 77", "Reload the page and choose again"),
        page=("/staff/{code}/matches/{bracket}/1/", {**PAGE_4_WINS, "winner": "77-1"}),
        api=("{code}/brackets/{bracket}/matches/1/result/", {**TEAM_4_WINS, "winner": 77}),
    ),
    Case(
        name="a card table",
        role=Role.TABLES,
        status=404,
        code="unknown_table",
        says=("no such", "Choose one from the list"),
        page=("/staff/{code}/tables/9999/hand/", HAND_FORM),
        api=("{code}/tables/9999/hands/", HAND),
    ),
    Case(
        name="a roulette table asked for cards",
        role=Role.TABLES,
        status=404,
        code="unknown_table",
        says=("no such", "Choose one from the list"),
        page=("/staff/{code}/tables/{wheel}/hand/", HAND_FORM),
        api=("{code}/tables/{wheel}/hands/", HAND),
    ),
    Case(
        name="a seat",
        role=Role.TABLES,
        status=404,
        code="unknown_seat",
        says=("no seat 9", "1 to 6"),
        rules=("BIS-3",),
        page=("/staff/{code}/tables/{table}/seats/9/sit/", {"player": "P001", "chips": 100}),
        api=("{code}/tables/{table}/seats/9/", {"player": "P001", "chips": 100}),
    ),
    Case(
        name="a bucket",
        role=Role.RAFFLE,
        status=404,
        code="unknown_bucket",
        says=("no bucket B9", "Reload the page"),
        page=("/staff/{code}/raffle/buckets/B9/", {"item": "Quilt"}),
        api=("{code}/raffle/placings/", {"player": "P001", "counts": {"B9": 1}}),
        after=raffle_opened,
    ),
    Case(
        name="an entry of the books",
        role=Role.DESK,
        status=404,
        code="unknown_entry",
        says=("99",),
        page=("/staff/{code}/desk/entries/99/undo/", {"reason": "typo"}),
        api=("{code}/bank/entries/99/reversal/", {"reason": "typo"}),
    ),
]

CASES = [*OVERDRAFTS, *STALE, *AGAINST_THE_RULES, *UNKNOWN]
DOORS = [
    pytest.param(case, door, id=f"{case.name}, {door}")
    for case in CASES
    for door in ("page", "api")
    if getattr(case, door) is not None
]


@pytest.mark.parametrize(("case", "door"), DOORS)
def test_a_refusal_has_its_status_code_sentence_and_rule_and_changes_nothing(case: Case, door: str):
    night = OpenNight()
    user = night.staff(case.role) if case.role else None
    address, body = night.fill(getattr(case, door))
    if case.after:
        case.after(night)

    with nothing_changes():
        answer = (press_page if door == "page" else press_api)(user, address, body)

    refusal = refusal_in(answer)
    assert (refusal.status, refusal.code) == (case.status, case.code)
    assert [rule for rule in case.rules if rule not in refusal.rules] == [], refusal
    assert [part for part in case.says if part not in refusal.message] == [], refusal.message
