"""What the button of a spin says before it is pressed."""

from __future__ import annotations

import pytest

from tables import services
from tables.selectors import plan_spin
from tables.services import NewBet
from tests.factories import make_event
from tests.tables.evening import by_staff, make_holder, open_wheel

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("pocket", "words"),
    [
        pytest.param("8", "Pay 350, take 20", id="both"),
        pytest.param("1", "Pay 20, take 10", id="net-of-each-player"),
        pytest.param("10", "Take 30", id="the-house-takes"),
    ],
)
def test_the_button_says_what_goes_out_and_what_comes_in(pocket, words):
    table = open_wheel(make_event())
    one, other = make_holder(table.event), make_holder(table.event)
    services.place_bets(table=table, bets=[NewBet(one, "straight 8", 10)], **by_staff())
    services.place_bets(table=table, bets=[NewBet(other, "red", 20)], **by_staff())

    assert plan_spin(table, pocket).words == words


def test_a_round_without_bets_is_only_written_down():
    assert plan_spin(open_wheel(make_event()), "8").words == "Write down 8"
