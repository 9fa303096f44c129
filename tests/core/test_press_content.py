"""What a key stands for: the values that a service takes count part by part, so that older keys are still known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.tournament.flights_final import NoShowPolicy
from eventnight.bank.means import IN_CASH, Means, Payment
from eventnight.bank.services import Payout, StackSale, TicketMove
from eventnight.core.press import PressContent
from eventnight.core.presses import _fingerprint
from eventnight.raffle.services import DrawnNumber
from tests.tills import counted
from tournaments.selectors.flight.races import RaceCount
from tournaments.services.flight.final import NoShows

CARD = Payment(means=Means.CARD, reference="0417", till="T2")


@dataclass(frozen=True)
class Paid:
    """A payment as an argument of its own, beside the till and the donation."""

    means: str
    reference: str


BY_CARD = Paid("card", "0417")

FROM_BEFORE = "d5818c88187d25448f5da5817daa7241b4621413e67d226ed555247a9a35fb21"
"""A re-buy for $20.00 by card, slip 77, with $5.00 on top."""

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
