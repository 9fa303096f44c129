"""The numbers of the draw, prize by prize. Every result is a row before anybody sees it: a second press finds it.

One prize is settled before the next is begun: who may win the next depends on it, and the proof repeats that order.
"""

from __future__ import annotations

from django.db import transaction

from engine.raffle import DrawTicket, SheetPrize, draw_index
from eventnight.core.audit import record
from eventnight.core.errors import BadRequest, Conflict, UserFacingError
from eventnight.core.press import Press
from eventnight.events.models import Event
from eventnight.raffle.lifecycles import RAFFLE
from eventnight.raffle.models import Draw, Outcome, Prize, Raffle
from eventnight.raffle.selectors import (
    draws_of,
    eligible_for,
    frozen_tickets,
    key_of,
    next_prize,
    open_prize,
    prize_by_code,
    prize_lines,
    sheet_of,
    ticket_by_number,
)
from eventnight.raffle.services.locks import locked_raffle


@transaction.atomic
def draw_prize(*, event: Event, prize_code: str, press: Press) -> Draw:
    """Draw the number of a prize, or the next one after an absent holder. A prize that has its number keeps it.

    Raises Conflict("raffle_status", "another_prize_open", "prize_not_next", "prize_not_on_sheet",
    "seed_sealed_elsewhere"), BadRequest("barrel_draws_by_hand"), UserFacingError("bucket_is_empty"),
    NotFound("unknown_prize").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    prize = prize_by_code(raffle, prize_code)
    draws = list(draws_of(raffle))
    standing = _standing(prize, draws)
    if standing is not None:
        return standing
    if not raffle.is_verifiable:
        raise BadRequest("barrel_draws_by_hand", "This raffle is drawn from a barrel. Type the number that came out.")
    RAFFLE.require("draw", raffle)
    _require_turn(raffle, prize)
    eligible = _require_eligible(raffle, prize, draws)
    attempt = _next_attempt(prize, draws)
    index = draw_index(key_of(raffle), prize.code, attempt, len(eligible))
    return _store(
        Draw(
            raffle=raffle,
            prize=prize,
            ticket=ticket_by_number(raffle, eligible[index].number),
            eligible=len(eligible),
            index=index,
        ),
        draws,
        press,
    )


@transaction.atomic
def record_barrel_draw(
    *, event: Event, prize_code: str, ticket_number: int, press: Press, instead_of: int | None = None
) -> Draw:
    """Keep the number that came out of a real barrel. The same number again changes nothing.

    instead_of: the number that was typed wrongly a moment ago and is still being called.

    Raises Conflict("raffle_status", "another_prize_open", "prize_has_its_number", "not_being_called"),
    BadRequest("not_a_barrel"),
    UserFacingError("ticket_not_in_bucket", "ticket_cannot_win", "bucket_is_empty"), NotFound("unknown_prize").
    Rules: WLIA-16.
    """
    raffle = locked_raffle(event)
    if raffle.is_verifiable:
        raise BadRequest("not_a_barrel", "This raffle has a verifiable draw. Press Draw; nobody types its numbers.")
    prize = prize_by_code(raffle, prize_code)
    if RAFFLE.allows("begin_barrel", raffle):
        RAFFLE.make("begin_barrel", raffle)
        raffle.save(update_fields=["status"])
    RAFFLE.require("draw", raffle)
    draws = list(draws_of(raffle))
    standing = _standing(prize, draws)
    if standing is not None and standing.ticket.number == ticket_number:
        return standing
    if standing is not None and not (standing.is_calling and standing.ticket.number == instead_of):
        raise _has_its_number(standing)
    if standing is None and instead_of is not None:
        raise _is_not_called(prize, instead_of)
    _require_turn(raffle, prize)
    others = [draw for draw in draws if draw != standing]
    eligible = _require_eligible(raffle, prize, others)
    drawn = _typed(raffle, prize, ticket_number, eligible)
    if standing is not None:
        return _correct(standing, drawn, len(eligible), press)
    return _store(
        Draw(raffle=raffle, prize=prize, ticket=ticket_by_number(raffle, drawn.number), eligible=len(eligible)),
        draws,
        press,
    )


def _standing(prize: Prize, draws: list[Draw]) -> Draw | None:
    """The number that the prize has, unless its holder was absent."""
    return next((draw for draw in draws if draw.prize_id == prize.pk and draw.outcome != Outcome.ABSENT), None)


def _next_attempt(prize: Prize, draws: list[Draw]) -> int:
    return sum(draw.prize_id == prize.pk for draw in draws)


def _require_turn(raffle: Raffle, prize: Prize) -> None:
    lines = prize_lines(raffle)
    begun = open_prize(lines)
    if begun is not None and begun.code != prize.code and begun.last is not None:
        raise Conflict(
            "another_prize_open",
            f"Ticket {begun.last.ticket} is still being called for {begun.code} ({begun.item}). Hand it over, or mark "
            "it absent and draw again, before the next prize.",
            rules=("WLIA-16",),
            prize=begun.code,
            ticket=begun.last.ticket,
        )
    sheet, due = sheet_of(raffle), next_prize(lines)
    if sheet is None:
        return
    if SheetPrize(prize.code, prize.bucket.code) not in sheet.prizes:
        raise Conflict(
            "prize_not_on_sheet",
            f"Prize {prize.code} of bucket {prize.bucket.code} is not on the sheet that was published when sales "
            "closed, so it cannot be drawn. Draw the prizes of the sheet.",
            rules=("WLIA-16",),
            prize=prize.code,
        )
    has_ticket = any(line.code == prize.code and not line.is_without_winner for line in lines)
    if has_ticket and due is not None and due.code != prize.code:
        raise Conflict(
            "prize_not_next",
            f"The order of the prizes was fixed when sales closed, and {due.code} ({due.item}) comes next. Draw it "
            "first.",
            rules=("WLIA-16",),
            prize=due.code,
        )


def _require_eligible(raffle: Raffle, prize: Prize, draws: list[Draw]) -> tuple[DrawTicket, ...]:
    eligible = eligible_for(raffle, prize, frozen_tickets(raffle), draws)
    if not eligible:
        raise UserFacingError(
            "bucket_is_empty",
            f"No ticket in bucket {prize.bucket.code} ({prize.bucket.item}) can win any more: it is empty, or its "
            "holders were absent or have a prize. Go on with the next prize.",
            rules=("WLIA-16",),
            prize=prize.code,
            bucket=prize.bucket.code,
        )
    return eligible


def _typed(raffle: Raffle, prize: Prize, number: int, eligible: tuple[DrawTicket, ...]) -> DrawTicket:
    found = next((ticket for ticket in eligible if ticket.number == number), None)
    if found is not None:
        return found
    in_list = next((ticket for ticket in frozen_tickets(raffle) if ticket.number == number), None)
    if in_list is None or in_list.bucket != prize.bucket.code:
        where = f"it lies in bucket {in_list.bucket}" if in_list else "it is in no bucket"
        raise UserFacingError(
            "ticket_not_in_bucket",
            f"Ticket {number} cannot come out of bucket {prize.bucket.code}: {where}. Read the number again.",
            rules=("WLIA-16",),
            number=number,
            bucket=prize.bucket.code,
        )
    raise UserFacingError(
        "ticket_cannot_win",
        f"Ticket {number} of {in_list.holder} cannot win this prize: its holder was absent, or has won already. "
        "Put it aside and draw another from the barrel.",
        rules=("WLIA-16",),
        number=number,
        holder=in_list.holder,
    )


def _has_its_number(standing: Draw) -> Conflict:
    return Conflict(
        "prize_has_its_number",
        f"Ticket {standing.ticket.number} was drawn for {standing.prize.code}. Mark it absent before another is typed, "
        "or correct it if it was misread.",
        prize=standing.prize.code,
        ticket=standing.ticket.number,
    )


def _is_not_called(prize: Prize, number: int) -> Conflict:
    return Conflict(
        "not_being_called",
        f"Ticket {number} is not being called for {prize.code}, so it cannot be corrected. Reload the page; call it "
        "again first if it is no longer called by mistake.",
        prize=prize.code,
        ticket=number,
    )


def _store(draw: Draw, draws: list[Draw], press: Press) -> Draw:
    """Save what came out, after the draws before it."""
    draw.number, draw.attempt = len(draws) + 1, _next_attempt(draw.prize, draws)
    draw.at, draw.by_code = press.at, press.by.code
    draw.save()
    record(draw.raffle.event_id, press=press, action="draw.made", subject=draw.prize.code, **_facts(draw))
    return draw


def _correct(standing: Draw, drawn: DrawTicket, eligible: int, press: Press) -> Draw:
    misread = standing.ticket.number
    standing.ticket, standing.eligible = ticket_by_number(standing.raffle, drawn.number), eligible
    standing.save(update_fields=["ticket", "eligible"])
    facts = _facts(standing) | {"misread": misread}
    record(standing.raffle.event_id, press=press, action="draw.corrected", subject=standing.prize.code, **facts)
    return standing


def _facts(draw: Draw) -> dict[str, object]:
    return {"attempt": draw.attempt, "ticket": draw.ticket.number, "holder": draw.ticket.holder.code}
