"""What the database itself refuses about a raffle, whichever code writes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from eventnight.raffle.models import Bucket, BucketPicture, Draw, Prize, Raffle, Ticket, Withdrawn
from tests.factories import NOW
from tests.raffle.nights import DICE, RaffleNight, placed_night

pytestmark = pytest.mark.django_db


def _drawn_night() -> RaffleNight:
    night = placed_night()
    night.freeze_and_roll()
    night.draw()
    return night


def _raffle(night: RaffleNight, **values: object) -> None:
    Raffle.objects.filter(pk=night.raffle.pk).update(**values)


def _bucket(night: RaffleNight, **values: object) -> None:
    Bucket.objects.filter(raffle=night.raffle, code="B1").update(**values)


def _ticket(night: RaffleNight, number: int, /, **values: object) -> None:
    Ticket.objects.filter(raffle=night.raffle, number=number).update(**values)


def _draw(night: RaffleNight, **values: object) -> None:
    Draw.objects.filter(raffle=night.raffle, number=1).update(**values)


def _another_draw(night: RaffleNight, **values: object) -> None:
    first = Draw.objects.get(raffle=night.raffle)
    given = {
        "raffle": first.raffle,
        "number": 2,
        "prize": Prize.objects.get(raffle=first.raffle, code="B2"),
        "attempt": 0,
        "ticket": Ticket.objects.exclude(pk=first.ticket_id).first(),
        "eligible": 9,
        "index": 0,
        "at": NOW,
        "by_code": "system",
    }
    Draw.objects.create(**{**given, **values})


def _first(night: RaffleNight) -> Draw:
    return Draw.objects.get(raffle=night.raffle, number=1)


def _withdrawn(night: RaffleNight, **facts: object) -> object:
    given = {"kind": "promise", "value": "ab", "reason": "A trial", "by_code": "staff-1", "second_code": "staff-2"}
    return Withdrawn.objects.create(raffle=night.raffle, published_at=NOW, at=NOW, **{**given, **facts})


NO_CHANCE = {"entropy": "", "entropy_at": None}

BROKEN: dict[str, Callable[[RaffleNight], object]] = {
    "raffle_known_status": lambda night: _raffle(night, status="lost", method="barrel", **NO_CHANCE),
    "raffle_known_method": lambda night: _raffle(night, status="frozen", method="hat", **NO_CHANCE),
    "raffle_promises_before_sales": lambda night: _raffle(night, commitment=""),
    "raffle_seed_at_the_end": lambda night: _raffle(night, seed="00" * 32),
    "raffle_seed_published_when_done": lambda night: _raffle(night, status="done", finished_at=NOW),
    "raffle_beacon_is_chance": lambda night: _raffle(night, status="frozen", beacon_signature="ab", **NO_CHANCE),
    "withdrawn_known_kind": lambda night: _withdrawn(night, kind="seed"),
    "withdrawn_for_a_reason": lambda night: _withdrawn(night, reason=""),
    "withdrawn_promise_signed_by_two": lambda night: _withdrawn(night, second_code="staff-1"),
    "raffle_list_published_when_frozen": lambda night: _raffle(night, frozen_list=""),
    "raffle_entropy_after_the_freeze": lambda night: _raffle(night, **NO_CHANCE),
    "raffle_finished_when_done": lambda night: _raffle(night, status="done"),
    "bucket_code_unique": lambda night: Bucket.objects.create(raffle=night.raffle, code="B1", item="X", position=9),
    "bucket_named": lambda night: Bucket.objects.create(raffle=night.raffle, code="B9", item="", position=9),
    "bucket_pot_is_a_share": lambda night: _bucket(night, value=0, pot_percent=101),
    "bucket_pot_within_its_money": lambda night: _bucket(night, value=0, pot_percent=50, pot_money=10, pot=11),
    "bucketpicture_is_there": lambda night: BucketPicture.objects.create(
        bucket=night.raffle.buckets.first(), jpeg=b"", width=1, height=1, digest="0"
    ),
    "prize_code_unique": lambda night: Prize.objects.create(
        raffle=night.raffle, bucket=night.raffle.buckets.first(), code="B2", position=2
    ),
    "prize_coded": lambda night: Prize.objects.filter(raffle=night.raffle, code="B2").update(code=""),
    "ticket_number_unique": lambda night: _ticket(night, 2, number=1),
    "ticket_number_from_one": lambda night: _ticket(night, 2, number=0),
    "ticket_known_state": lambda night: _ticket(night, 20, state="lost"),
    "ticket_in_a_bucket_when_placed": lambda night: _ticket(night, 1, bucket=None),
    "ticket_void_for_a_reason": lambda night: _ticket(night, 20, state="void"),
    "draw_number_unique": lambda night: _another_draw(night, number=1),
    "draw_attempt_unique": lambda night: _another_draw(
        night, prize=_first(night).prize, outcome="absent", decided_at=NOW
    ),
    "draw_one_winner_per_prize": lambda night: _another_draw(night, prize=_first(night).prize, attempt=1),
    "draw_ticket_wins_once": lambda night: _another_draw(night, ticket=_first(night).ticket),
    "draw_known_outcome": lambda night: _draw(night, outcome="lost", decided_at=NOW),
    "draw_index_within_eligible": lambda night: _draw(night, index=9),
    "draw_decided_unless_calling": lambda night: _draw(night, outcome="absent"),
    "draw_paid_when_handed_over": lambda night: _draw(night, paid_entry=1),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_the_database_refuses(broken):
    night = _drawn_night()

    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        BROKEN[broken](night)

    # SQLite names the columns of a unique constraint rather than the constraint.
    assert broken in str(refusal.value) or "UNIQUE" in str(refusal.value)


def test_every_constraint_of_the_raffle_is_broken_above():
    declared = {
        constraint.name
        for model in (Raffle, Withdrawn, Bucket, BucketPicture, Prize, Ticket, Draw)
        for constraint in model._meta.constraints
    }

    assert declared == set(BROKEN)


def test_an_event_has_one_raffle():
    night = RaffleNight()

    with pytest.raises(IntegrityError), transaction.atomic():
        Raffle.objects.create(event=night.event, method="barrel", sealed_seed="00", commitment="00", opened_at=NOW)


def test_a_frozen_raffle_goes_through_all_stages_that_the_database_allows():
    night = placed_night()
    night.freeze()
    night.enter(entropy=DICE)

    assert night.raffle.status == "drawing"


@pytest.mark.parametrize(
    "values",
    [
        {"pot_percent": 0, "value": 0},
        {"pot_percent": 50},
        {"pot": 1, "pot_money": 2},
        {"pot_percent": 50, "value": 0, "pot": 0},
    ],
    ids=["nothing", "with-a-value", "of-an-item", "money-unknown"],
)
def test_the_database_refuses_a_pot_that_cannot_be(values):
    night = RaffleNight()

    with pytest.raises(IntegrityError), transaction.atomic():
        _bucket(night, **values)
