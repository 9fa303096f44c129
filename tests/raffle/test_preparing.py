"""Before sales: one promise, and buckets with codes of their own."""

from __future__ import annotations

import pytest

from engine.errors import RuleError
from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.raffle import services
from eventnight.raffle.services import NewBucket
from tests.factories import make_event
from tests.raffle.nights import SEED, RaffleNight

pytestmark = pytest.mark.django_db


def _refusal(action) -> str:
    with pytest.raises(UserFacingError) as refusal:
        action()
    return refusal.value.code


def test_opening_publishes_the_fingerprint_and_keeps_the_seed_out_of_the_log():
    night = RaffleNight()

    log = AuditRecord.objects.get(event=night.event, action="raffle.opened")

    assert night.raffle.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert log.facts == {"commitment": night.raffle.commitment}
    assert SEED.hex() not in str(AuditRecord.objects.values_list("facts", "subject"))


def test_a_raffle_is_opened_once_and_with_32_bytes():
    night, other = RaffleNight(), make_event()

    assert _refusal(lambda: night.do(services.open_raffle, seed=bytes(32))) == "raffle_open_already"
    night.event = other
    with pytest.raises(RuleError) as refusal:
        night.do(services.open_raffle, seed=bytes(31))
    assert refusal.value.code == "seed_length"
    assert _refusal(lambda: night.do(services.open_raffle, seed=bytes(32), method="hat")) == "unknown_method"


def test_codes_run_on_and_a_given_one_is_kept():
    night = RaffleNight(buckets=2)

    named = night.do(services.add_bucket, new=NewBucket(item="Basket", code="basket-a"))
    night.do(services.add_bucket, new=NewBucket(item="Three pies", prizes=3))
    next_one = night.do(services.add_bucket, new=NewBucket(item="Quilt"))

    assert (named.code, next_one.code) == ("BASKET-A", "B4")
    assert list(night.raffle.prizes.values_list("code", flat=True)) == [
        "B1", "B2", "BASKET-A", "B3-1", "B3-2", "B3-3", "B4",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"item": " "}, "item_missing"),
        ({"item": "X", "code": "a b"}, "code_form"),
        ({"item": "X", "code": "B1"}, "code_taken"),
        ({"item": "X", "prize_codes": ["A1", "A1"]}, "code_taken"),
        ({"item": "X", "prizes": 0}, "prize_count"),
    ],
)
def test_a_bucket_that_cannot_be_is_refused(given, code):
    night = RaffleNight()

    assert _refusal(lambda: night.do(services.add_bucket, new=NewBucket(**given))) == code
    assert night.raffle.buckets.count() == 2


@pytest.mark.parametrize(
    "new",
    [
        pytest.param(NewBucket(item="Quilt", code="B3-3", prizes=2), id="of-a-bucket"),
        pytest.param(NewBucket(item="Quilt", code="Q", prize_codes=["B1"]), id="of-a-prize"),
    ],
)
def test_one_code_is_never_of_a_bucket_and_of_a_prize_of_another(new):
    night = RaffleNight()
    night.do(services.add_bucket, new=NewBucket(item="Wine", prizes=3))

    assert _refusal(lambda: night.do(services.add_bucket, new=new)) == "code_taken"


def test_a_bucket_with_tickets_stays_what_it_is():
    night = RaffleNight()
    night.sell(0)
    night.place(0, B1=1)

    assert _refusal(lambda: night.do(services.edit_bucket, code="B1", item="Other")) == "bucket_holds_tickets"
    assert _refusal(lambda: night.do(services.remove_bucket, code="B1")) == "bucket_holds_tickets"
    assert _refusal(lambda: night.do(services.remove_bucket, code="B7")) == "unknown_bucket"
    night.do(services.edit_bucket, code="B2", item="Other", value=500)
    assert night.raffle.buckets.get(code="B2").item == "Other"
