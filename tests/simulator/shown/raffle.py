"""Tickets, buckets, odds, pots and numbers of the raffle, as they are read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from eventnight.raffle.models import Bucket, Draw, Outcome, Raffle, RaffleStatus
from tests.simulator.deeds.deed import differences
from tests.simulator.deeds.raffle.rows import papers
from tests.simulator.deeds.raffle.sheet import drawn, may_win, pots_of, sheet_of
from tests.simulator.shown.reader import Law, Reader

DRUM, NAME = timedelta(seconds=6), timedelta(seconds=2)
PROMISED = re.compile(r"50/50 promised\s*([^A-Za-z]*)")
PRINTED = re.compile(r"(\d+) ([2-9A-HJKMNP-Z]{6}) (P\d+) ")


def tickets(reader: Reader) -> Iterator[str]:
    """Every ticket, in the list of programs and in the one that is taken along."""
    due = {number: (each.holder, each.bucket, each.void_reason) for number, each in papers(reader.event).items()}
    told = {each["number"]: (each["holder"], each["bucket"] or "", each["void_reason"]) for each in _told(reader)}
    yield from differences("ticket", due, told)
    taken = {int(row["Ticket"]): (row["Player"], row["Bucket"], row["Void because"]) for row in reader.file("tickets")}
    yield from differences("the list's ticket", due, taken)


def paper(reader: Reader) -> Iterator[str]:
    """What is printed of somebody's tickets are those that are not void."""
    found = papers(reader.event)
    holder = max((each.holder for each in found.values()), key=Counter(each.holder for each in found.values()).get)
    own = {number for number, each in found.items() if each.holder == holder and each.state != "void"}
    printed = PRINTED.findall(reader.paper(f"/staff/{{code}}/raffle/print/?player={holder}&paper=a4"))
    numbers = {int(number) for number, _, _ in printed}
    if numbers != own or {code for _, _, code in printed} - {holder}:
        yield f"the tickets {sorted(numbers)} are printed for {holder}, who has {sorted(own)}"


def overview(reader: Reader) -> Iterator[str]:
    """How many tickets are sold and where they lie, what one of them can win, and the numbers that came up."""
    told, found = reader.api("raffle/"), papers(reader.event)
    raffle = Raffle.objects.get(event=reader.event)
    lying = Counter(each.bucket for each in found.values() if each.state != "void")
    placed = sum(count for bucket, count in lying.items() if bucket)
    due = {"sold": lying.total(), "placed": placed, "unplaced": lying[""], "status": raffle.status}
    yield from differences("the raffle's", due, {name: told[name] for name in due})
    prizes = Counter(raffle.buckets.values_list("prizes__bucket__code", flat=True))
    rows = Bucket.objects.filter(raffle=raffle).order_by("position", "pk").values_list("code", "item", "donor", "value")
    buckets = {
        code: (item, donor, value, lying[code], prizes[code], _odds(prizes[code], lying[code]))
        for code, item, donor, value in rows
    }
    shown = {
        each["code"]: tuple(each[name] for name in ("item", "donor", "value", "tickets", "prizes", "odds"))
        for each in told["buckets"]
    }
    yield from differences("bucket", buckets, shown)
    numbers = {(draw.prize.code, draw.attempt): _due(draw) for draw in _draws(raffle)}
    called = {
        (prize["code"], each["attempt"]): (each["ticket"], each["holder"], each["outcome"], each["paid_entry"])
        for prize in told["prizes"]
        for each in prize["draws"]
    }
    yield from differences("the number of", numbers, called)


def states(reader: Reader) -> Iterator[str]:
    """Whether each prize waits, is called, is handed over, or can be won by nobody."""
    raffle = Raffle.objects.get(event=reader.event)
    told = {prize["code"]: prize["state"] for prize in reader.api("raffle/")["prizes"]}
    yield from differences("the state of prize", {code: _state_of(raffle, code) for code in told}, told)


def pots(reader: Reader) -> Iterator[str]:
    """The organiser sees how much of the money is promised to winners of 50/50s that nobody has been paid yet."""
    raffle = Raffle.objects.get(event=reader.event)
    settled = Draw.objects.filter(raffle=raffle, outcome=Outcome.HANDED_OVER).values("prize__bucket__code")
    fixed = dict(raffle.buckets.filter(pot__isnull=False).values_list("code", "pot"))
    counted = {code: pot for code, (_, _, pot) in pots_of(reader.event, papers(reader.event)).items()}
    open_ones = raffle.buckets.exclude(code__in=settled).values_list("code", flat=True)
    owed = 0 if raffle.status == RaffleStatus.DONE else sum((counted | fixed).get(code, 0) for code in open_ones)
    said = PROMISED.search(reader.page("/organise/{code}/dashboard/"))
    told = int("".join(sign for sign in said[1] if sign.isdigit())) if said else 0
    if told != owed:
        yield f"{told} is promised to the winners of 50/50s, not {owed}"


def _draws(raffle: Raffle) -> QuerySet[Draw]:
    return Draw.objects.filter(raffle=raffle).select_related("prize", "ticket__holder").order_by("number")


def _since(draw: Draw) -> timedelta:
    """How long ago a number came up, as its telling counts: for ever, where somebody has decided about it."""
    age = timezone.now() - draw.at
    is_told = draw.outcome != Outcome.DRAWN or age < -DRUM
    return timedelta.max if is_told else age if draw.index is not None else age + DRUM


def _due(draw: Draw) -> tuple[int | None, str, str, int | None]:
    """What may be read of a number: nothing while the drum turns, and its holder two seconds after it."""
    number = draw.ticket.number if _since(draw) >= DRUM else None
    holder = draw.ticket.holder.code if _since(draw) >= DRUM + NAME else ""
    return number, holder, draw.outcome, draw.paid_entry


def _state_of(raffle: Raffle, prize: str) -> str:
    """Where a prize stands by its numbers; without one that stands, whether anybody can win it."""
    so_far, sheet = drawn(raffle), sheet_of(raffle)
    unnamed = {draw.ticket.number for draw in _draws(raffle) if _since(draw) < DRUM + NAME}
    named = [each for each in so_far if each.ticket not in unnamed]
    own = [each.outcome for each in so_far if each.prize == prize]
    if own and own[-1] != Outcome.ABSENT:
        return "calling" if own[-1] == Outcome.DRAWN else "handed_over"
    if sheet is not None and not may_win(sheet, prize, named):
        return "no_winner"
    return "nobody_came" if own else "waiting"


def _odds(prizes: int, count: int) -> str:
    return f"{min(prizes, count)} in {count:,}" if count else "No ticket yet"


def _told(reader: Reader) -> list[dict[str, object]]:
    return list(reader.listed("raffle/tickets/"))


LAWS: tuple[Law, ...] = (tickets, paper, overview, states, pots)
