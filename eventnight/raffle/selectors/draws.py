"""The draw: which tickets may win, what has come up, and what each prize waits for."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import F, QuerySet

from engine.raffle import DrawTicket, WinRule, eligible_tickets
from eventnight.core.errors import NotFound
from eventnight.core.values.codes import called
from eventnight.raffle.models import Draw, Outcome, Prize, Raffle
from eventnight.raffle.selectors.reveal import Told, more_told_at, told_of
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
    """A number that came up. name: the holder as public pages show it, full_name: as staff do; index is empty for a
    barrel.

    check_code: of the ticket, for staff to compare with the paper. paid_entry: the sequence of the bank's entry that
    paid a pot. told: how much of it everybody may know; what nobody may know yet is empty.
    """

    attempt: int
    ticket: int | None
    check_code: str
    holder: str
    name: str
    full_name: str
    outcome: str
    eligible: int
    index: int | None
    at: datetime
    decided_at: datetime | None
    decided_by: str
    paid_entry: int | None
    told: Told

    @property
    def is_number_told(self) -> bool:
        """Whether everybody may know the number."""
        return self.told >= Told.NUMBER

    @property
    def is_name_told(self) -> bool:
        """Whether everybody may know whose it is."""
        return self.told == Told.NAME


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize with all that was drawn for it. eligible: tickets that may still win it, people: their holders; None
    before sales close.

    pot: of a 50/50, in cents, once sales are closed; its value is 0. is_pot: whether it is one. picture: the digest of
    its picture, empty without one.
    """

    code: str
    bucket: str
    item: str
    donor: str
    value: int
    state: PrizeState
    draws: tuple[DrawLine, ...]
    eligible: int | None
    people: int | None
    is_pot: bool
    pot: int | None
    picture: str

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
    def is_in_the_drum(self) -> bool:
        """Whether its drum still turns for everybody."""
        return self.is_calling and self.last is not None and not self.last.is_number_told

    @property
    def is_called_by_name(self) -> bool:
        """Whether everybody knows who is called."""
        return self.is_calling and self.last is not None and self.last.is_name_told

    @property
    def is_settled(self) -> bool:
        return self.is_handed_over or self.is_without_winner

    @property
    def badge(self) -> str:
        return "playing" if self.is_in_the_drum else BADGES[self.state][0]

    @property
    def badge_text(self) -> str:
        return "Drawing" if self.is_in_the_drum else BADGES[self.state][1]

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


def prize_lines(raffle: Raffle, told_at: datetime | None = None) -> list[PrizeLine]:
    """All prizes with their draws, in the order of the sheet, else of their buckets: two queries.

    told_at: as everybody may know them at that moment; a holder who has not been named yet is among those that may win,
    since who is missing there would be told.
    """
    tickets = frozen_tickets(raffle) if raffle.is_frozen else ()
    draws = list(draws_of(raffle))
    by_prize: dict[int, list[DrawLine]] = defaultdict(list)
    for draw in draws:
        by_prize[draw.prize_id].append(_draw_line(draw, told_at))
    named = [draw for draw in draws if told_of(draw, told_at) == Told.NAME]
    return [
        _prize_line(raffle, prize, by_prize[prize.pk], _may_win(raffle, prize, tickets, named))
        for prize in _in_order(raffle, list(_prizes_of(raffle)))
    ]


def _prizes_of(raffle: Raffle) -> QuerySet[Prize]:
    """Each with its bucket and, as `shown`, the digest of its picture; the picture itself is large."""
    return raffle.prizes.select_related("bucket").annotate(shown=F("bucket__picture__digest"))


def _in_order(raffle: Raffle, prizes: list[Prize]) -> list[Prize]:
    sheet = sheet_of(raffle)
    if sheet is None:
        return prizes
    place = {row.prize: number for number, row in enumerate(sheet.prizes)}
    # A row that the sheet does not know is a fault, which the check of the books names; it comes last here.
    return sorted(prizes, key=lambda prize: place.get(prize.code, len(place)))


def _may_win(
    raffle: Raffle, prize: Prize, tickets: tuple[DrawTicket, ...], draws: list[Draw]
) -> tuple[DrawTicket, ...] | None:
    return eligible_for(raffle, prize, tickets, draws) if raffle.is_frozen else None


def next_telling(raffle: Raffle, now: datetime) -> datetime | None:
    """When more is told of a number that is called; None where all is told. One query."""
    called = raffle.draws.filter(outcome=Outcome.DRAWN)
    return min(filter(None, (more_told_at(draw, now) for draw in called)), default=None)


def _prize_line(raffle: Raffle, prize: Prize, own: list[DrawLine], may_win: tuple[DrawTicket, ...] | None) -> PrizeLine:
    eligible = None if may_win is None else len(may_win)
    return PrizeLine(
        code=prize.code,
        bucket=prize.bucket.code,
        item=prize.bucket.item,
        donor=prize.bucket.donor,
        value=prize.bucket.value,
        state=_state(own[-1] if own else None, eligible),
        draws=tuple(own),
        eligible=eligible,
        people=None if may_win is None else len({ticket.holder for ticket in may_win}),
        is_pot=prize.bucket.is_pot,
        pot=prize.bucket.pot,
        picture=getattr(prize, "shown", None) or "",
    )


def _state(last: DrawLine | None, eligible: int | None) -> PrizeState:
    if last is not None and last.outcome == Outcome.HANDED_OVER:
        return PrizeState.HANDED_OVER
    if last is not None and last.outcome == Outcome.DRAWN:
        return PrizeState.CALLING
    if eligible == 0:
        return PrizeState.NO_WINNER
    return PrizeState.WAITING if last is None else PrizeState.NOBODY_CAME


def _draw_line(draw: Draw, told_at: datetime | None) -> DrawLine:
    """The number as far as it is told. Its place in the published list waits with it, which tells it, too."""
    holder, told = draw.ticket.holder, told_of(draw, told_at)
    has_number, has_name = told >= Told.NUMBER, told == Told.NAME
    return DrawLine(
        attempt=draw.attempt,
        ticket=draw.ticket.number if has_number else None,
        check_code=draw.ticket.check_code if has_number else "",
        holder=holder.code if has_name else "",
        name=holder.display_name if has_name else "",
        full_name=holder.person.full_name if has_name else "",
        outcome=draw.outcome,
        eligible=draw.eligible,
        index=draw.index if has_number else None,
        at=draw.at,
        decided_at=draw.decided_at,
        decided_by=draw.decided_by,
        paid_entry=draw.paid_entry,
        told=told,
    )


def _drawn_ticket(draw: Draw) -> DrawTicket:
    return DrawTicket(draw.prize.bucket.code, draw.ticket.number, draw.ticket.holder.code)
