"""Services of a raffle refuse a move exactly where its lifecycle says that it may not be made."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eventnight.raffle import services
from eventnight.raffle.lifecycles import DRAW, RAFFLE, TICKET
from eventnight.raffle.models import Draw, Outcome, RaffleStatus, Ticket, TicketState
from tests.factories import NOW
from tests.lifecycles import differences
from tests.raffle.nights import DICE, SEED, RaffleNight, placed_night

pytestmark = pytest.mark.django_db

Deed = Callable[[RaffleNight], object]

RAFFLE_DEEDS: dict[str, Deed] = {
    "change_tickets": lambda night: night.sell(0),
    "renew_promise": lambda night: night.do(
        services.renew_promise, replaces=night.raffle.commitment, seed=SEED, reason="It leaked"
    ),
    "freeze": lambda night: night.freeze(),
    "reopen_sales": lambda night: night.do(services.reopen_sales, reason="One table was still writing"),
    "enter_entropy": lambda night: night.enter(OTHER_DICE),
    "draw": lambda night: night.draw(),
    "finish": lambda night: night.do(services.finish),
}
OTHER_DICE = DICE.replace("4 1 6", "1 1 6")
WITH_THE_FIRST_NUMBER = {"begin_barrel"}

DRAW_DEEDS: dict[str, Deed] = {
    "absent": lambda night: night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0)),
    "handed_over": lambda night: night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=0)),
    "called_again": lambda night: night.do(services.call_again, drawn=services.DrawnNumber(prize_code="B1", attempt=0)),
}
OF_A_POT = {"paid", "taken_back"}
"""As handed over and called again, with an entry of the bank."""


def test_every_move_of_a_raffle_and_of_a_number_is_tried_below():
    assert RAFFLE_DEEDS.keys() | WITH_THE_FIRST_NUMBER == set(RAFFLE.moves)
    assert DRAW_DEEDS.keys() | OF_A_POT == set(DRAW.moves)
    assert set(TICKET.moves) == {"void"}


@pytest.mark.parametrize("move", RAFFLE_DEEDS)
def test_a_raffle_refuses_what_its_lifecycle_does_not_allow(move):
    night = placed_night()
    night.freeze_and_roll()
    undrawn = {"entropy": "", "entropy_at": None, "thrown_by": [], "watched_by": []}
    unfrozen = {"frozen_at": None, "frozen_list": "", "list_hash": "", "win_rule": ""}

    found = differences(
        RAFFLE,
        move,
        night.raffle,
        lambda raffle: RAFFLE_DEEDS[move](night),
        situations=[
            {"status": RaffleStatus.OPEN, **unfrozen, **undrawn},
            {"status": RaffleStatus.FROZEN, **undrawn},
            {"status": RaffleStatus.DRAWING, "entropy": DICE},
            {"status": RaffleStatus.DONE, "entropy": DICE, "finished_at": NOW, "seed": SEED.hex()},
        ],
        refusals={"raffle_status", "raffle_frozen", "entropy_entered"},
    )

    assert found == []


@pytest.mark.parametrize("move", DRAW_DEEDS)
def test_a_number_refuses_what_its_lifecycle_does_not_allow(move):
    night = placed_night()
    night.freeze_and_roll()
    night.draw()
    decided = {"decided_at": NOW, "decided_by": "DANA"}
    outcomes = [
        {"outcome": outcome, **({} if outcome == Outcome.DRAWN else decided)}
        for outcome in Outcome
        if outcome != DRAW.moves[move].to  # what is so already stays so
    ]

    found = differences(
        DRAW,
        move,
        Draw.objects.get(),
        lambda draw: DRAW_DEEDS[move](night),
        situations=outcomes,
        refusals={"draw_decided"},
    )

    assert found == []


def test_a_ticket_refuses_to_be_void_twice():
    night = placed_night()
    ticket = Ticket.objects.filter(state=TicketState.HELD).first()

    found = differences(
        TICKET,
        "void",
        ticket,
        lambda row: night.post(services.void_ticket, number=row.number, reason="Torn"),
        situations=[{"state": TicketState.HELD}, {"state": TicketState.VOID, "void_reason": "Lost"}],
        refusals={"ticket_void"},
    )

    assert found == []
