"""Nights from before sheets and sealed seeds: their rows move, and a night that was closed ends as it began."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.raffle import DrawTicket, first, list_hash, verify_draw
from eventnight.core.errors import UserFacingError
from eventnight.raffle import services
from eventnight.raffle.models import Raffle
from eventnight.raffle.sealing import unseal
from eventnight.raffle.selectors import placed_tickets, published_proof, seed_of
from tests.factories import NOW, make_event
from tests.raffle.nights import SEED, RaffleNight, placed_night
from tests.raffle.pages import brought, page_url, staff_client

BEACON = "drand:quicknet:1000000:" + "ab" * 32


def closed_before_the_sheet() -> RaffleNight:
    """A night whose list was closed by the first method."""
    night = placed_night()
    placed = placed_tickets(night.raffle)
    closed = first.canonical_list(DrawTicket(one.bucket.code, one.number, one.holder.code) for one in placed)
    Raffle.objects.filter(event=night.event).update(
        status="frozen",
        frozen_at=NOW,
        frozen_list=closed.decode(),
        list_hash=list_hash(closed),
        win_rule="ticket_leaves",
    )
    return night


@pytest.mark.django_db
def test_a_night_closed_by_the_first_method_ends_with_it():
    night = closed_before_the_sheet()
    staff = staff_client(night)
    typed = "35162 35162 35162 3516, kD 10h"
    spelled = "dice:3 5 1 6 2 3 5 1 6 2 3 5 1 6 2 3 5 1 6 Kd Th"

    seen = staff.post(page_url(night, "entropy"), brought(night, typed)).content.decode()
    staff.post(page_url(night, "entropy"), brought(night, typed, shown=spelled))
    for prize in ("B2", "B1"):
        night.draw(prize)
        night.do(services.hand_over, drawn=services.DrawnNumber(prize_code=prize, attempt=0))
        assert night.faults() == []
    raffle = night.do(services.finish)

    proof = published_proof(raffle)
    assert spelled in seen
    assert (proof["method"], raffle.entropy) == ("eventnight-raffle-v1", spelled)
    assert verify_draw(proof, raffle.frozen_list.encode()) == []
    assert night.faults() == []


@pytest.mark.django_db
@pytest.mark.parametrize("given", [{"entropy": BEACON}, {"entropy": "dice:" + "6 " * 20, "signature": "ab"}])
def test_no_beacon_decides_a_night_that_fixed_none(given):
    night = closed_before_the_sheet()

    with pytest.raises(UserFacingError) as refusal:
        night.enter(**given)

    assert refusal.value.code == "beacon_not_awaited"
    assert night.raffle.entropy == ""


@pytest.mark.django_db
def test_opened_and_closed_again_it_has_a_sheet():
    night = closed_before_the_sheet()

    night.do(services.reopen_sales, reason="A round is to be fixed")

    assert night.freeze().frozen_list.startswith("eventnight-raffle-v2\n")


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_seeds_of_unfinished_draws_are_sealed_and_come_back(migrated):
    event = make_event()
    before = migrated("raffle", "0002_pots_and_pictures")
    then = before.get_model("raffle", "Raffle").objects.create(
        event_id=event.pk,
        method="verifiable",
        seed=SEED.hex(),
        commitment="630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
        opened_at=NOW,
    )

    migrated("raffle", "0005_seeds_stay_sealed")
    sealed = Raffle.objects.get(pk=then.pk)
    page = Client().get(f"/e/{event.code}/raffle/").content.decode()
    opened = migrated("raffle", "0002_pots_and_pictures").get_model("raffle", "Raffle").objects.get(pk=then.pk)

    assert (sealed.seed, sealed.seed_was_open, seed_of(sealed)) == ("", True, SEED)
    assert unseal(sealed.sealed_seed, event_code=event.code, commitment=sealed.commitment) == SEED
    assert "stored in the open" in page
    assert opened.seed == SEED.hex()
