"""Numbers that come out of a real barrel: typed, typed once more, and corrected where one was misread."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from eventnight.raffle.models import DrawMethod, Outcome, Prize, Raffle, RaffleStatus, Ticket
from tests.simulator.deeds.booked import Mark, one_who_may
from tests.simulator.deeds.deed import Deed, Evening, differences
from tests.simulator.deeds.raffle.draw import draw
from tests.simulator.deeds.raffle.rows import RUNS_RAFFLE, draws, raffle_of
from tests.simulator.deeds.raffle.sheet import Drawn, Sheet, begun_prize, drawn, is_settled, may_win, sheet_of


def type_number(night: Evening) -> Deed | None:
    """The number that came out is typed, of any prize while none is called; once more it changes nothing. What lies
    elsewhere, or whose holder has won or did not come, must be refused. Where anybody can repeat the draw it draws.
    """
    raffle = raffle_of(night)
    if raffle.method != DrawMethod.BARREL:
        return draw(night)
    sheet, so_far = sheet_of(raffle), drawn(raffle)
    rows = Prize.objects.filter(raffle=raffle).order_by("bucket__position", "position", "pk")
    prizes = list(rows.values_list("code", flat=True))
    if not prizes or (sheet is None and night.chance.random() < 0.8):
        return None
    if sheet is None:
        return _deed(night, raffle, None, (prizes[0], 1, None))
    begun = begun_prize(sheet, so_far)
    due = [each for each in prizes if not is_settled(sheet, each, so_far)] or prizes
    prize = begun or night.chance.choice(due)
    if night.is_wrong(0.35):
        prize = night.chance.choice(night.chance.choice((due, prizes)))
    standing = _standing(so_far, prize)
    if standing is not None and night.chance.random() < 0.5:
        return _deed(night, raffle, sheet, (prize, standing.ticket, night.chance.choice((None, standing.ticket))))
    number = _number(night, sheet, prize, so_far, is_wrong=night.is_wrong(0.35))
    gone = [each.ticket for each in so_far if each.prize == prize and each.outcome == Outcome.ABSENT]
    return _deed(night, raffle, sheet, (prize, number, night.one_of(gone or [number]) if night.is_wrong() else None))


def correct_number(night: Evening) -> Deed | None:
    """A number that was misread is another one, while its holder is called; afterwards nothing is corrected. Where
    anybody can repeat the draw it draws.
    """
    raffle = raffle_of(night)
    if raffle.method != DrawMethod.BARREL:
        return draw(night)
    sheet, so_far = sheet_of(raffle), drawn(raffle)
    last = so_far[-1] if so_far else None
    if sheet is None or last is None or (last.outcome != Outcome.DRAWN and night.chance.random() < 0.3):
        return type_number(night)
    if night.is_wrong(0.1):
        last = night.chance.choice(so_far)
    number = _number(night, sheet, last.prize, _without(so_far, last), is_wrong=night.is_wrong(0.3))
    misread = night.chance.choice((number, last.ticket + 1)) if night.is_wrong(0.15) else last.ticket
    return _deed(night, raffle, sheet, (last.prize, number, misread))


def _deed(night: Evening, raffle: Raffle, sheet: Sheet | None, typed: tuple[str, int, int | None]) -> Deed:
    """typed: the prize, the number that came out, and the one that was misread."""
    (prize, number, misread), before, so_far = typed, draws(raffle), drawn(raffle)
    standing = _standing(so_far, prize)
    others = _without(so_far, standing)
    may = may_win(sheet, prize, others) if sheet else []
    stays = standing is not None and standing.ticket == number
    refused = _why_not(raffle, sheet, typed, so_far)
    mark, who, attempt = Mark(night.event), one_who_may(night, RUNS_RAFFLE), sum(each.prize == prize for each in so_far)
    user = night.world.users[who]
    assert user is not None

    def promise() -> Iterator[str]:
        after = dict(before)
        if standing is None:
            new = {"prize__code": prize, "attempt": attempt, "ticket__number": number, "eligible": len(may)}
            new |= {"index": None, "outcome": "drawn", "at": timezone.now(), "by_code": night.code_of(user.pk)}
            after[len(before) + 1] = {**new, "decided_at": None, "decided_by": "", "paid_entry": None}
            yield from mark.logged("draw.made", prize)
        elif not stays:
            place = next(place for place, row in before.items() if row["prize__code"] == prize and _is_called(row))
            after[place] = {**before[place], "ticket__number": number, "eligible": len(may)}
            yield from mark.logged("draw.corrected", prize)
        yield from differences("draw", after, draws(raffle))
        if raffle_of(night).status != RaffleStatus.DRAWING:
            yield f"the raffle is at {raffle_of(night).status}"

    if night.chance.random() < 0.3:
        press = night.form(f"raffle/prizes/{prize}/barrel/", {"ticket": number, "instead_of": misread or ""}, who=who)
    else:
        body = {"ticket": number, "instead_of": misread} if misread else {"ticket": number}
        press = night.program("POST", f"raffle/prizes/{prize}/barrel/", body, who=who)
    return Deed(press, refused, must_count=not refused, promise=promise)


def _why_not(raffle: Raffle, sheet: Sheet | None, typed: tuple[str, int, int | None], so_far: list[Drawn]) -> str:
    (prize, number, misread), standing = typed, _standing(so_far, typed[0])
    if sheet is None or raffle.status not in (RaffleStatus.FROZEN, RaffleStatus.DRAWING):
        return "no number is typed now"
    if standing is not None and standing.ticket == number:
        return ""
    if standing is not None and (standing.outcome, standing.ticket) != (Outcome.DRAWN, misread):
        return f"{prize} has number {standing.ticket}"
    if standing is None and misread is not None:
        return f"{misread} is not called for {prize}, so that nothing is corrected"
    begun = begun_prize(sheet, so_far)
    if begun not in ("", prize):
        return f"{begun} is called still"
    return "" if number in may_win(sheet, prize, _without(so_far, standing)) else f"{number} cannot win {prize}"


def _number(night: Evening, sheet: Sheet, prize: str, so_far: list[Drawn], *, is_wrong: bool) -> int:
    """One that may win; or one that lies elsewhere, is void or nobody's, or whose holder has won or did not come."""
    may, bucket = may_win(sheet, prize, so_far), dict(sheet.prizes)[prize]
    if may and not is_wrong:
        return night.chance.choice(may)
    listed = {number for _, number, _ in sheet.tickets}
    numbers = list(Ticket.objects.filter(raffle__event=night.event).order_by("number").values_list("number", flat=True))
    here = [number for where, number, _ in sheet.tickets if where == bucket and number not in may]
    ways = [here, here, [number for where, number, _ in sheet.tickets if where != bucket]]
    ways += [[number for number in numbers if number not in listed], [numbers[-1] + 1]]
    return night.chance.choice(night.chance.choice([way for way in ways if way]))


def _standing(so_far: list[Drawn], prize: str) -> Drawn | None:
    """The number that the prize has, unless its holder did not come."""
    return next((each for each in so_far if each.prize == prize and each.outcome != Outcome.ABSENT), None)


def _without(so_far: list[Drawn], one: Drawn | None) -> list[Drawn]:
    return [each for each in so_far if each != one]


def _is_called(row: dict[str, object]) -> bool:
    return row["outcome"] == Outcome.DRAWN
