"""What nobody has, and what a rule forbids, is refused alike by page and API.

Each case has its status, its code, a sentence with thing, number and way out, and the house rule behind it, if one does
stand there; and nothing has changed.
"""

from __future__ import annotations

import pytest

from eventnight.core.roles import Role
from tests.flows.nights import OpenNight
from tests.flows.refused import PAGE_4_WINS, TEAM_4_WINS, Case, at_the_doors, must_be_refused, raffle_opened

pytestmark = pytest.mark.django_db

ELEVEN_PLACED = {"to_B1": 11, "was_B1": 0, "to_B2": 0, "was_B2": 0}


def bet_laid(night: OpenNight) -> None:
    assert night.bet


OVERDRAFTS = [
    Case(
        name="more chips turned in than held",
        role=Role.DESK,
        status=422,
        code="overdraft",
        says=(
            "Player P001 has 1,000 chips",
            "needs 1,100 chips",
            "100 chips short",
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
        says=("Player P001 has 1,000 chips", "needs 1,500 chips", "buy chips at the desk first"),
        page=("/staff/{code}/tables/{table}/seats/3/sit/", {"player": "P001", "chips": 1500}),
        api=("{code}/tables/{table}/seats/3/", {"player": "P001", "chips": 1500}),
    ),
    Case(
        name="a top-up above what is left",
        role=Role.TABLES,
        status=422,
        code="overdraft",
        says=("has 500 chips", "needs 505 chips", "5 chips short"),
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
        name="money with some noughts too many",
        role=Role.DESK,
        status=422,
        code="too_many_tickets",
        says=("1,000,000 tickets at once", "10,000 of one sale", "Check the amount"),
        page=("/staff/{code}/players/P001/tickets/", {"paid": 100_000_000}),
        api=("{code}/raffle/sales/", {"player": "P001", "paid": 100_000_000}),
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


@pytest.mark.parametrize(("case", "door"), at_the_doors(OVERDRAFTS))
def test_nobody_spends_what_is_not_there(case: Case, door: str):
    must_be_refused(case, door)


@pytest.mark.parametrize(("case", "door"), at_the_doors(AGAINST_THE_RULES))
def test_what_a_rule_forbids_is_refused_with_the_rule(case: Case, door: str):
    must_be_refused(case, door)
