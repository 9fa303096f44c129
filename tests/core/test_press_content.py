"""What a key stands for: the values that a service takes count part by part, so that older keys are still known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.tournament.flights_final import NoShowPolicy
from eventnight.bank.ledger.chain import fingerprint_of
from eventnight.bank.means import IN_CASH, Means, Payment
from eventnight.bank.services import Payout, StackSale, TicketMove
from eventnight.bank.tills.count import TillCount
from eventnight.core.press import PressContent
from eventnight.core.presses import _fingerprint
from eventnight.raffle.services import DrawnNumber
from tests.tills import counted
from tournaments.models import BracketTournament, Match, Team
from tournaments.selectors.flight.races import RaceCount
from tournaments.services.bracket.results.outcomes import DoubleNoShow, MatchOutcome, PlayedResult, Retirement, Walkover
from tournaments.services.flight.final import NoShows
from tournaments.services.score.euchre_hands import NextHand

CARD = Payment(means=Means.CARD, reference="0417", till="T2")


@dataclass(frozen=True)
class Paid:
    """A payment as an argument of its own, beside the till and the donation."""

    means: str
    reference: str


BY_CARD = Paid("card", "0417")

FROM_BEFORE = "d5818c88187d25448f5da5817daa7241b4621413e67d226ed555247a9a35fb21"
"""A re-buy for $20.00 by card, slip 77, with $5.00 on top."""

TEAMS = {"winner": Team(number=4), "loser": Team(number=7)}

OUTCOMES_FROM_BEFORE = [
    pytest.param(
        PlayedResult(**TEAMS, winner_points=10, loser_points=6),
        "91a3abecf309ce5fd3c3c3ac7d64dd54066dfced6c03e572e083d1418ece7ab9",
        id="enter_result",
    ),
    pytest.param(Walkover(**TEAMS), "66f8e0a0a37fb1872146afe998b9102674c54fc1523da6edc2270fdf72207045", id="walkover"),
    pytest.param(Retirement(**TEAMS), "476c8f29b0bd679e707af6a4b1b855041cbaa20d74ace40f821b30bf3fad8e1f", id="retire"),
    pytest.param(
        DoubleNoShow(), "9620846f0689b9b5243aa60a8a378f0781616e29d7f0dcf3b82e231c0df2bc29", id="double_no_show"
    ),
]
"""Match 3 of the bracket Euchre, as four services kept it under their own names."""

IN_ENTRIES_FROM_BEFORE = [
    pytest.param(IN_CASH, "0b02fee0863621d4899c38180a0e3e1246057a002eb06eddb259f906dcfe80b2", id="cash"),
    pytest.param(
        Payment(means=Means.CARD, reference="77", donation=500),
        "c73d1daa93d800062a51e60de12694638847fa45d402b097923fc9546ab43339",
        id="card",
    ),
    pytest.param(
        counted(6000, pieces={2000: 3}),
        "1f599a42d05266703de27bc2c5e383dd8bc191a5a27a42bd5ddeaddb5404b123",
        id="pieces",
    ),
    pytest.param(
        counted(6000, cheques=(2, 3000), card=4000),
        "e5f9bf0be9a4aff3287281c01420af638d837bdffa684759630ae06c97f4187a",
        id="cheques",
    ),
    pytest.param(
        Payout(player_code="P001", prize_code="B1", till="T1"),
        "5868fee5e5f0788af1ce4f70381dc0739a486605dbdef51eb4adba0d64b353f7",
        id="payout",
    ),
]
"""Each alone in an entry of the kind "any"."""

AS_BEFORE = [
    pytest.param({"payment": CARD}, {"payment": BY_CARD, "till": "T2"}, id="payment"),
    pytest.param({"payment": IN_CASH}, {"payment": Paid("cash", ""), "till": "T1"}, id="cash"),
    pytest.param(
        {"payment": Payment(donation=0)}, {"payment": Paid("cash", ""), "till": "T1", "donation": 0}, id="sale"
    ),
    pytest.param(
        {"count": counted(6000, cheques=(2, 3000), card=4000, pieces={2000: 3})},
        {"counted": 6000, "pieces": {2000: 3}, "cheques": (2, 3000), "card": 4000},
        id="count",
    ),
    pytest.param(
        {"payout": Payout(player_code="P001", prize_code="B1", till="")},
        {"player_code": "P001", "prize_code": "B1", "till": ""},
        id="payout",
    ),
    pytest.param(
        {"move": TicketMove(giver="B1", taker="B2", count=3)}, {"giver": "B1", "taker": "B2", "count": 3}, id="move"
    ),
    pytest.param(
        {"sold": StackSale(chips=5000, paid=2000, purpose="add_on")},
        {"chips": 5000, "paid": 2000, "purpose": "add_on"},
        id="stack",
    ),
    pytest.param(
        {"counted": RaceCount(table=2, small=25, large=100, stacks={"P001": 3})},
        {"table": 2, "small": 25, "large": 100, "stacks": {"P001": 3}},
        id="race",
    ),
    pytest.param(
        {"missing": NoShows(absent=["P002"], no_shows="removed")},
        {"absent": ["P002"], "no_shows": "removed"},
        id="no-shows",
    ),
    pytest.param(
        {"drawn": DrawnNumber(prize_code="B1", attempt=1)}, {"prize_code": "B1", "attempt": 1}, id="drawn-number"
    ),
    pytest.param(
        {"which": NextHand(game=1, number=2, teams=(4, 7))}, {"game": 1, "number": 2, "teams": (4, 7)}, id="hand"
    ),
    pytest.param(
        {"which": NextHand(game=1, number=2, teams=(4, 7), has_dealer_in_turn=True)},
        {"game": 1, "number": 2, "teams": (4, 7), "has_dealer_in_turn": True},
        id="hand-dealt-in-turn",
    ),
    pytest.param({"missing": NoShows()}, {"absent": (), "no_shows": NoShowPolicy.BLINDED_OFF}, id="everybody-shows"),
]


@pytest.mark.parametrize(("value", "arguments"), AS_BEFORE)
def test_a_value_is_the_same_content_as_the_arguments_that_it_took_the_place_of(
    value: dict[str, PressContent], arguments: dict[str, Any]
):
    rest = {"player_code": "P001"}

    assert _fingerprint("bank.sell", rest | value) == _fingerprint("bank.sell", rest | arguments)


def test_a_key_of_a_sale_from_before_there_were_values_is_known_today():
    content = {"player_code": "P001", "paid": 2000, "payment": Payment(means=Means.CARD, reference="77", donation=500)}

    assert _fingerprint("bank.sell_rebuy", content) == FROM_BEFORE


@pytest.mark.parametrize(("outcome", "from_before"), OUTCOMES_FROM_BEFORE)
def test_a_key_of_a_match_from_before_its_outcome_was_a_value_is_known_today(outcome: MatchOutcome, from_before: str):
    content = {"match": Match(tournament=BracketTournament(name="Euchre"), number=3), "outcome": outcome}

    assert _fingerprint(f"tournaments.{outcome.deed}", content) == from_before


@pytest.mark.parametrize(("value", "from_before"), IN_ENTRIES_FROM_BEFORE)
def test_an_entry_has_the_fingerprint_of_a_value_that_it_always_had(
    value: Payment | TillCount | Payout, from_before: str
):
    assert fingerprint_of("any", value.entry_content) == from_before
