"""The pot of a 50/50, from what its tickets were sold for."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.raffle import TicketsSold, pot_of, ticket_money, verify_draw
from engine.raffle.first import canonical_list
from engine.units import Cents
from tests.engine.test_raffle import TICKETS, published


@pytest.mark.rule("WLIA-15")
@pytest.mark.parametrize(
    ("sold", "money"),
    [
        ([], 0),
        ([TicketsSold(9, 10, Cents(1000))], 900),
        ([TicketsSold(3, 10, Cents(1000)), TicketsSold(2, 6, Cents(500))], 466),
        ([TicketsSold(1, 3, Cents(1000)), TicketsSold(2, 3, Cents(1000))], 1000),
    ],
    ids=["none", "a-dollar-each", "two-prices", "thirds-add-up"],
)
def test_tickets_count_at_the_price_of_their_lot(sold, money):
    assert ticket_money(sold) == money


@pytest.mark.parametrize(("money", "percent", "pot"), [(900, 50, 450), (901, 50, 450), (999, 33, 329), (5, 100, 5)])
def test_the_share_is_rounded_down_to_whole_cents(money, percent, pot):
    assert pot_of(Cents(money), percent) == pot


@given(money=st.integers(0, 10**9), percent=st.integers(1, 100))
def test_pot_and_rest_are_the_money_and_the_rest_is_never_short(money, percent):
    pot = pot_of(Cents(money), percent)

    assert 0 <= pot <= money
    assert Fraction(money * percent, 100) - 1 < pot <= Fraction(money * percent, 100)


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(1, 50), st.integers(0, 5000)), max_size=8))
def test_money_is_the_whole_cents_of_the_exact_sum(lots):
    exact = sum((Fraction(tickets * price, size) for tickets, size, price in lots), Fraction(0))

    assert ticket_money(TicketsSold(tickets, size, Cents(price)) for tickets, size, price in lots) == int(exact)


@pytest.mark.parametrize(("money", "percent"), [(100, 0), (100, 101), (100, -5), (-1, 50), (-1, 101)])
def test_a_share_of_nothing_or_of_more_than_all_is_refused(money, percent):
    with pytest.raises(RuleError) as refused:
        pot_of(Cents(money), percent)

    assert refused.value.message == (
        f"{percent} percent of {money} cents is not a pot: the share is 1 to 100 percent, the money at least 0."
    )


def test_the_smallest_and_the_largest_share_are_pots():
    assert (pot_of(Cents(100), 1), pot_of(Cents(100), 100), pot_of(Cents(0), 50)) == (1, 100, 0)


@pytest.mark.parametrize(
    "sold",
    [
        TicketsSold(1, 0, Cents(1)),
        TicketsSold(1, -1, Cents(1)),
        TicketsSold(1, 1, Cents(-1)),
        TicketsSold(-1, 1, Cents(1)),
    ],
)
def test_a_lot_that_cannot_be_is_refused(sold):
    with pytest.raises(RuleError) as refused:
        ticket_money([sold])

    assert refused.value.code == "lot_out_of_range"


def test_a_published_pot_is_checked_with_the_draw():
    draw = published()
    draw["pots"] = [{"bucket": "BASKET-A", "money": 901, "percent": 50, "pot": 450}]
    closed_list = canonical_list(TICKETS)

    assert verify_draw(draw, closed_list) == []

    draw["pots"][0]["pot"] = 451
    assert verify_draw(draw, closed_list) == ["Pot BASKET-A: 451 cents were published, 450 are its share."]


@pytest.mark.parametrize("broken", [{"pot": "450"}, {"money": None}, {"percent": True}])
def test_a_published_pot_that_is_no_number_is_refused(broken):
    draw = published()
    draw["pots"] = [{"bucket": "BASKET-A", "money": 901, "percent": 50, "pot": 450} | broken]

    with pytest.raises(RuleError) as refused:
        verify_draw(draw, canonical_list(TICKETS))

    assert refused.value.code == "draw_file_unreadable"
