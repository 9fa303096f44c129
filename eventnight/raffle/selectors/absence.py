"""What follows if the holder of a number is not there."""

from __future__ import annotations

from dataclasses import dataclass

from eventnight.raffle.models import Raffle
from eventnight.raffle.selectors.draws import draws_of, eligible_for, prize_by_code
from eventnight.raffle.selectors.sheets import frozen_tickets


@dataclass(frozen=True, slots=True)
class AbsencePlan:
    """Of the tickets that could win a prize, how many leave its draw with the holder, and how many stay."""

    leave: int
    stay: int


def absence_plan(raffle: Raffle, prize_code: str, attempt: int) -> AbsencePlan:
    """What marking the holder of that number absent would do. Three queries.

    Rules: WLIA-16.
    """
    prize = prize_by_code(raffle, prize_code)
    draws = list(draws_of(raffle))
    called = next(draw for draw in draws if draw.prize_id == prize.pk and draw.attempt == attempt)
    could_win = eligible_for(raffle, prize, frozen_tickets(raffle), [draw for draw in draws if draw != called])
    leave = sum(ticket.holder == called.ticket.holder.code for ticket in could_win)
    return AbsencePlan(leave, len(could_win) - leave)
