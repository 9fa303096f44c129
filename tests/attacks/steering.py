"""Attacks through the services: an organiser with every right wants another winner than the one that chance gave."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from django.db import transaction

from engine.raffle import Beacon, entropy_text
from eventnight.bank.services import TicketMove
from eventnight.events.models import Event
from eventnight.raffle import services
from eventnight.raffle.selectors import published_proof, sheet_of
from eventnight.raffle.services import NewBucket
from tests.attacks.counting import Ending
from tests.attacks.targets import (
    REFUSALS,
    Target,
    in_log,
    make_target,
    night_of,
    night_on_sale,
    refused,
    rolled,
    target_of,
)
from tests.factories import NOW, actor_with
from tests.flows.archives import archive_of, restored
from tests.raffle.nights import RaffleNight
from tests.raffle.publications import SIGNATURE

ROUND_1000_LESS_TEN_MINUTES = datetime(2023, 8, 23, 15, 49, 24, tzinfo=UTC)
TEN_MINUTES = timedelta(minutes=10)

Attack = Callable[[Random], Iterator[Ending]]


def sales_after_chance(chance: Random) -> Iterator[Ending]:
    """Sales opened again, tickets sold, placed, moved or void after chance is public."""
    at = make_target(chance)
    night = at.night
    number = night.raffle.tickets.order_by("?").values_list("number", flat=True)[0]
    yield at.judge(lambda: night.do(services.reopen_sales, reason="Somebody came late"))
    yield at.judge(lambda: night.sell(0))
    yield at.judge(lambda: night.place(0, B1=1))
    yield at.judge(lambda: night.post(services.void_ticket, number=number, reason="A mistake"))
    yield at.judge(
        lambda: night.post(
            services.move_tickets, player_code=night.codes[0], move=TicketMove(giver="B1", taker="B2", count=1)
        )
    )
    night.draw("B1")
    yield at.judge(lambda: night.do(services.reopen_sales, reason="Somebody came late"))


def second_freeze(chance: Random) -> Iterator[Ending]:
    """The list closed again: after chance, and before it with the first one withdrawn."""
    at = make_target(chance)
    yield at.judge(at.night.freeze)
    night = night_on_sale(chance)
    night.freeze()
    yield refused(night.freeze)
    withdrawn = night.raffle.list_hash
    night.do(services.reopen_sales, reason="Ten tickets were forgotten")
    night.freeze(now=NOW + timedelta(minutes=1))
    is_public = night.raffle.withdrawn.filter(value=withdrawn).exists()
    yield Ending.DETECTED if is_public and in_log(night, "raffle.reopened") else Ending.UNDETECTED


def another_setting(chance: Random) -> Iterator[Ending]:
    """Buckets, prizes, the rule and the promise changed after chance is public."""
    at = make_target(chance)
    night, second = at.night, actor_with(at.night.event)
    promise = night.raffle.commitment
    yield at.judge(lambda: night.do(services.add_bucket, new=NewBucket(item="A car", donor="", value=0)))
    yield at.judge(lambda: night.do(services.edit_bucket, code="B1", item="A pen"))
    yield at.judge(lambda: night.do(services.remove_bucket, code="B2"))
    yield at.judge(
        lambda: night.do(
            services.renew_promise, replaces=promise, seed=chance.randbytes(32), reason="A better one", second=second
        )
    )
    yield at.judge(lambda: night.set_raffle(one_prize_per_person=chance.random() < 0.5))


def chance_again(chance: Random) -> Iterator[Ending]:
    """Other dice, the same dice respelled, or a beacon that nobody awaited."""
    at = make_target(chance)
    spelled = at.earlier["entropy"]
    for text in ("dice:" + rolled(chance), spelled.replace(" ", ""), spelled.replace(" ", ", "), spelled + " "):
        yield at.judge(lambda text=text: at.night.enter(text))
    night = night_on_sale(chance)
    night.freeze()
    for text in (spelled.replace(" ", ""), spelled.replace(" ", ", "), spelled.upper(), spelled[:-2], spelled + " 1"):
        yield refused(lambda text=text: night.enter(text))
    yield refused(lambda: night.enter(spelled, signature=SIGNATURE.hex()))
    yield refused(lambda: night.enter(spelled, watched_by=()))


def round_chosen(chance: Random) -> Iterator[Ending]:
    """Another round than the one that was fixed, its successor unasked, invented bits, sales opened too late."""
    night = night_on_sale(chance)
    frozen = {"calls": None, "beacon_wait": TEN_MINUTES}
    other = ROUND_1000_LESS_TEN_MINUTES + timedelta(seconds=3 * chance.choice((-50, -1, 1, 50)))
    night.freeze(now=other, **frozen)
    for missed in ("", "The network was down"):
        yield refused(lambda missed=missed: _enter_beacon(night, SIGNATURE, missed_because=missed))
    yield refused(lambda: night.do(services.reopen_sales, reason="Late guests", now=other + 2 * TEN_MINUTES))
    night = night_on_sale(chance)
    night.freeze(now=ROUND_1000_LESS_TEN_MINUTES, **frozen)
    bit = chance.randrange(8 * len(SIGNATURE))
    invented = (int.from_bytes(SIGNATURE, "big") ^ (1 << bit)).to_bytes(len(SIGNATURE), "big")
    yield refused(lambda: _enter_beacon(night, invented))
    yield refused(lambda: _enter_beacon(night, SIGNATURE, missed_because="I like the next one"))
    for wait in (timedelta(0), timedelta(seconds=1), timedelta(days=2), -TEN_MINUTES):
        other_night = night_on_sale(chance)
        yield refused(lambda wait=wait, night=other_night: night.freeze(calls=None, beacon_wait=wait))


def result_withheld(chance: Random) -> Iterator[Ending]:
    """A result that does not please: drawn again, out of turn, or its holder called absent although here."""
    at = make_target(chance)
    night = at.night
    drawn = night.draw("B1")
    yield at.judge(lambda: night.draw("B1"))
    at = make_target(chance)
    yield at.judge(lambda: at.night.draw("B2"))
    at = make_target(chance)
    night, drawn = at.night, at.night.draw("B1")
    night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))
    row = published_proof(night.raffle)["prizes"][0]["draws"][0]
    is_public = (row["ticket"], row["absent"]) == (drawn.ticket.number, True)
    yield Ending.DETECTED if is_public and in_log(night, "draw.absent") else Ending.UNDETECTED


def older_archive(chance: Random) -> Iterator[Ending]:
    """The draw is run again from an archive of before it: under another code, and under its own."""
    night = night_on_sale(chance)
    night.freeze()
    content = archive_of(night.event)
    night.enter("dice:" + rolled(chance))
    at = target_of(night)
    code = night.event.code
    for own_code in (False, True):
        if own_code:
            Event.objects.filter(pk=night.event.pk).update(code=f"{code}-GONE")
        yield _from_archive(at, content, {} if own_code else {"code": f"{code}-2"}, "dice:" + rolled(chance))


def _from_archive(at: Target, content: bytes, choices: dict[str, str], dice: str) -> Ending:
    try:
        with transaction.atomic():
            again = night_of(restored(content, **choices))
            again.enter(dice, thrown_by=[again.codes[0]], watched_by=[again.codes[-1]])
    except REFUSALS:
        return Ending.REFUSED
    return Target(again, at.earlier, at.honest).seen()


def _enter_beacon(night: RaffleNight, signature: bytes, **given: str) -> object:
    """Enter the beacon of the round that the list fixes, or of its successor, with that signature."""
    fixed = sheet_of(night.raffle).beacon
    number = fixed.successor if given.get("missed_because") else fixed.round
    entropy = entropy_text("", None, Beacon(fixed.chain, number, signature))
    return night.enter(entropy, signature=signature.hex(), **given)


ATTACKS: dict[str, Attack] = {
    "reopen sales after chance": sales_after_chance,
    "close the sales again": second_freeze,
    "change prizes, rule, promise": another_setting,
    "enter other chance": chance_again,
    "choose the round": round_chosen,
    "withhold a result": result_withheld,
    "restore an older archive": older_archive,
}
