"""The draw: which tickets may win, what has come up, and what each prize waits for."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import QuerySet

from engine.raffle import DrawTicket, WinRule, eligible_tickets
from eventnight.core.errors import NotFound
from eventnight.core.values.codes import called
from eventnight.raffle.models import Draw, Outcome, Prize, Raffle
from eventnight.raffle.selectors.sheets import frozen_tickets, sheet_of


class PrizeState(StrEnum):
    """Where a prize stands. NO_WINNER: no ticket is left that may win it."""

    WAITING = "waiting"
    CALLING = "calling"
    NOBODY_CAME = "nobody_came"
    HANDED_OVER = "handed_over"
    NO_WINNER = "no_winner"


BADGES = {
    PrizeState.WAITING: ("waiting", "Waiting"),
    PrizeState.CALLING: ("called", "Calling"),
    PrizeState.NOBODY_CAME: ("called", "Draw again"),
    PrizeState.HANDED_OVER: ("done", "Handed over"),
    PrizeState.NO_WINNER: ("walkover", "No winner"),
}


@dataclass(frozen=True, slots=True)
class DrawLine:
    """A number that came up. name: the holder as public pages show it; index is empty for a barrel.

    check_code: of the ticket, for staff to compare with the paper. paid_entry: the sequence of the bank's entry that
    paid a pot.
    """

    attempt: int
    ticket: int
    check_code: str
    holder: str
    name: str
    outcome: str
    eligible: int
    index: int | None
    at: datetime
    decided_at: datetime | None
    decided_by: str
    paid_entry: int | None


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize with all that was drawn for it. eligible: tickets that may still win it; None before sales close.

    pot: of a 50/50, in cents, once sales are closed; its value is 0. is_pot: whether it is one.
    """

    code: str
    bucket: str
    item: str
    donor: str
    value: int
    state: PrizeState
    draws: tuple[DrawLine, ...]
    eligible: int | None
    is_pot: bool
    pot: int | None

    @property
    def is_waiting(self) -> bool:
        """Whether nothing has been drawn for it yet."""
        return self.state == PrizeState.WAITING

    @property
    def is_calling(self) -> bool:
        return self.state == PrizeState.CALLING

    @property
    def is_handed_over(self) -> bool:
        return self.state == PrizeState.HANDED_OVER

    @property
    def is_without_winner(self) -> bool:
        return self.state == PrizeState.NO_WINNER

    @property
    def is_to_be_drawn_again(self) -> bool:
        """Whether nobody came for the number that came up last."""
        return self.state == PrizeState.NOBODY_CAME

    @property
    def has_number(self) -> bool:
        """Whether a number stands for it: its holder is called, or has it."""
        return self.is_calling or self.is_handed_over

    @property
    def is_settled(self) -> bool:
        return self.is_handed_over or self.is_without_winner

    @property
    def badge(self) -> str:
        return BADGES[self.state][0]

    @property
    def badge_text(self) -> str:
        return BADGES[self.state][1]

    @property
    def last(self) -> DrawLine | None:
        """The number that came up last."""
        return self.draws[-1] if self.draws else None

    @property
    def earlier(self) -> tuple[DrawLine, ...]:
        """The numbers before it, whose holders did not come."""
        return self.draws[:-1]


def prize_by_code(raffle: Raffle, code: str) -> Prize:
    """The prize with that code, with its bucket. Raises NotFound("unknown_prize")."""
    prize = raffle.prizes.select_related("bucket").filter(called(code)).first()
    if prize is None:
        raise NotFound("unknown_prize", f"The raffle has no prize {code}. Choose one of the list.", prize=code)
    return prize


def draws_of(raffle: Raffle) -> QuerySet[Draw]:
    """Every number drawn, in order, with prize, ticket and holder."""
    return raffle.draws.select_related(
        "prize__bucket", "ticket__bucket", "ticket__holder__person", "ticket__holder__event"
    )


def eligible_for(
    raffle: Raffle, prize: Prize, tickets: tuple[DrawTicket, ...], draws: list[Draw]
) -> tuple[DrawTicket, ...]:
    """The tickets that may still win a prize, in the order of the list.

    draws: all numbers drawn so far. Left out are tickets that have won, under one prize per person their
    holders, and whoever was absent for this prize.

    Rules: WLIA-16.
    """
    won = [_drawn_ticket(draw) for draw in draws if draw.outcome != Outcome.ABSENT]
    absent = {draw.ticket.holder.code for draw in draws if draw.outcome == Outcome.ABSENT and draw.prize_id == prize.pk}
    may_win = eligible_tickets(tickets, prize.bucket.code, won=won, rule=WinRule(raffle.win_rule))
    return tuple(ticket for ticket in may_win if ticket.holder not in absent)


def open_prize(lines: list[PrizeLine]) -> PrizeLine | None:
    """The prize that was begun and is not settled: it has to be finished before the next."""
    return next((line for line in lines if line.is_calling or line.is_to_be_drawn_again), None)


def next_prize(lines: list[PrizeLine]) -> PrizeLine | None:
    """The first prize that is not settled, in the order of the list."""
    return next((line for line in lines if not line.is_settled), None)


def prize_lines(raffle: Raffle) -> list[PrizeLine]:
    """All prizes with their draws, in the order of the sheet, else of their buckets: two queries."""
    tickets = frozen_tickets(raffle) if raffle.is_frozen else ()
    draws = list(draws_of(raffle))
    by_prize: dict[int, list[Draw]] = defaultdict(list)
    for draw in draws:
        by_prize[draw.prize_id].append(draw)
    return [
        _prize_line(raffle, prize, by_prize[prize.pk], tickets, draws)
        for prize in _in_order(raffle, list(raffle.prizes.select_related("bucket")))
    ]


def _in_order(raffle: Raffle, prizes: list[Prize]) -> list[Prize]:
    sheet = sheet_of(raffle)
    if sheet is None:
        return prizes
    place = {row.prize: number for number, row in enumerate(sheet.prizes)}
    # A row that the sheet does not know is a fault, which the check of the books names; it comes last here.
    return sorted(prizes, key=lambda prize: place.get(prize.code, len(place)))


def _prize_line(
    raffle: Raffle, prize: Prize, own: list[Draw], tickets: tuple[DrawTicket, ...], draws: list[Draw]
) -> PrizeLine:
    eligible = len(eligible_for(raffle, prize, tickets, draws)) if raffle.is_frozen else None
    return PrizeLine(
        code=prize.code,
        bucket=prize.bucket.code,
        item=prize.bucket.item,
        donor=prize.bucket.donor,
        value=prize.bucket.value,
        state=_state(own[-1] if own else None, eligible),
        draws=tuple(map(_draw_line, own)),
        eligible=eligible,
        is_pot=prize.bucket.is_pot,
        pot=prize.bucket.pot,
    )


def _state(last: Draw | None, eligible: int | None) -> PrizeState:
    if last is not None and last.outcome == Outcome.HANDED_OVER:
        return PrizeState.HANDED_OVER
    if last is not None and last.outcome == Outcome.DRAWN:
        return PrizeState.CALLING
    if eligible == 0:
        return PrizeState.NO_WINNER
    return PrizeState.WAITING if last is None else PrizeState.NOBODY_CAME


def _draw_line(draw: Draw) -> DrawLine:
    holder = draw.ticket.holder
    return DrawLine(
        attempt=draw.attempt,
        ticket=draw.ticket.number,
        check_code=draw.ticket.check_code,
        holder=holder.code,
        name=holder.display_name,
        outcome=draw.outcome,
        eligible=draw.eligible,
        index=draw.index,
        at=draw.at,
        decided_at=draw.decided_at,
        decided_by=draw.decided_by,
        paid_entry=draw.paid_entry,
    )


def _drawn_ticket(draw: Draw) -> DrawTicket:
    return DrawTicket(draw.prize.bucket.code, draw.ticket.number, draw.ticket.holder.code)
