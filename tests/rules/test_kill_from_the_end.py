"""The kill blind is paid in a hand that is entered from its end, too."""

from __future__ import annotations

import pytest

from tables.selectors import table_view
from tests.flows.pressing import refusal_in
from tests.tables.at_the_table import Played, begun, each_door

pytestmark = pytest.mark.django_db


def killed(door: str) -> Played:
    """Seat 2 has won two pots in a row."""
    hand = begun(door, "angies", (40,) * 3, kill="full").play("f f")
    hand.send("pay_out")
    hand.start().play("f 4 f").send("pay_out")
    hand.table.refresh_from_db()
    return hand


@each_door
@pytest.mark.rule("ANG-34")
@pytest.mark.parametrize("holder", [None, (0, "folded"), (3, "folded")], ids=["left out", "for nothing", "for less"])
def test_the_holder_of_the_kill_button_pays_its_blind(door: str, holder: tuple[int, str] | None):
    hand = killed(door)
    view = table_view(hand.table)
    due = view.to_come.blinds[2]
    others = {1: (due, "folded"), 3: (due, "As Ad")}

    refused = refusal_in(hand.end(others | ({2: holder} if holder else {}), button=view.button))
    paid = hand.end({**others, 2: (due, "folded")}, button=view.button)

    assert (refused.code, due) == ("kill_blind_due", 4)
    assert paid.status_code in (201, 302)
