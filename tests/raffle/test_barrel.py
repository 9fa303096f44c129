"""The draw from a barrel: the number called is typed, kept, and corrected while it is called."""

from __future__ import annotations

import pytest

from eventnight.core.actors import Actor
from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.raffle import services
from eventnight.raffle.models import Draw, RaffleStatus
from eventnight.raffle.selectors import PrizeState, prize_lines, published_proof
from eventnight.raffle.services import BroughtChance
from tests.raffle.nights import DICE, RaffleNight, placed_night


def _refusal(action) -> UserFacingError:
    with pytest.raises(UserFacingError) as refusal:
        action()
    return refusal.value


def _lines(night: RaffleNight) -> dict[str, PrizeState]:
    return {line.code: line.state for line in prize_lines(night.raffle)}


def _barrel(number: int, prize: str = "B1", **given: object) -> dict[str, object]:
    return {"service": services.record_barrel_draw, "prize_code": prize, "ticket_number": number, **given}


def _frozen_barrel() -> RaffleNight:
    night = placed_night(method="barrel")
    night.freeze()
    return night


@pytest.mark.django_db
def test_a_number_from_the_barrel_is_kept_and_typing_it_twice_changes_nothing():
    night = _frozen_barrel()

    first, again = night.do(**_barrel(11)), night.do(**_barrel(11))

    assert first == again
    assert (first.ticket.holder.code, first.index, first.eligible) == ("P002", None, 9)
    assert night.raffle.status == RaffleStatus.DRAWING


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("number", "where"),
    [(14, "it lies in bucket B2"), (20, "it is in no bucket"), (99, "it is in no bucket")],
    ids=["other-bucket", "in-hand", "unknown"],
)
def test_a_number_that_is_not_in_that_bucket_is_refused(number, where):
    night = _frozen_barrel()

    refusal = _refusal(lambda: night.do(**_barrel(number)))

    assert refusal.code == "ticket_not_in_bucket"
    assert where in refusal.message
    assert night.raffle.status == RaffleStatus.FROZEN


@pytest.mark.django_db
def test_a_misread_number_is_corrected_while_it_is_called():
    night = _frozen_barrel()
    night.do(**_barrel(1))

    other = _refusal(lambda: night.do(**_barrel(11)))
    corrected = night.do(**_barrel(11, instead_of=1))

    assert other.code == "prize_has_its_number"
    assert (corrected.ticket.number, Draw.objects.count()) == (11, 1)
    assert AuditRecord.objects.get(action="draw.corrected").facts["misread"] == 1


@pytest.mark.django_db
def test_a_number_that_is_not_called_is_not_corrected_and_no_other_comes_beside_it():
    night = _frozen_barrel()
    never = _refusal(lambda: night.do(**_barrel(11, instead_of=1)))
    night.do(**_barrel(1))
    night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))

    no_more = _refusal(lambda: night.do(**_barrel(11, instead_of=1)))

    assert (never.code, no_more.code) == ("not_being_called", "not_being_called")
    assert "Ticket 1 is not being called for B1" in no_more.message
    assert [draw.ticket.number for draw in Draw.objects.all()] == [1]


@pytest.mark.django_db
def test_a_barrel_has_no_promise_to_renew():
    night = placed_night(method="barrel")
    signed = {"reason": "Read aloud", "second": Actor("staff-9", "Nora"), "seed": bytes(32)}

    refusal = _refusal(lambda: night.do(services.renew_promise, replaces=night.raffle.commitment, **signed))

    assert refusal.code == "barrel_has_no_promise"
    assert not night.raffle.withdrawn.exists()


@pytest.mark.django_db
def test_the_barrel_draws_again_for_an_absent_holder_but_not_the_same_one():
    night = _frozen_barrel()
    night.do(**_barrel(1))
    night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))

    refusal = _refusal(lambda: night.do(**_barrel(2)))
    second = night.do(**_barrel(12))

    assert refusal.code == "ticket_cannot_win"
    assert (second.attempt, second.eligible) == (1, 3)


@pytest.mark.django_db
def test_each_method_refuses_the_presses_of_the_other():
    barrel, verifiable = _frozen_barrel(), placed_night()
    verifiable.freeze_and_roll()

    assert _refusal(barrel.draw).code == "barrel_draws_by_hand"
    assert (
        _refusal(lambda: barrel.do(services.enter_entropy, chance=BroughtChance(entropy=DICE))).code
        == "barrel_needs_no_entropy"
    )
    assert _refusal(lambda: verifiable.do(**_barrel(1))).code == "not_a_barrel"


@pytest.mark.django_db
def test_a_barrel_is_finished_without_a_seed():
    night = _frozen_barrel()
    for number, prize in ((1, "B1"), (7, "B2")):
        night.do(**_barrel(number, prize))
        night.do(services.hand_over, drawn=services.DrawnNumber(prize_code=prize, attempt=0))

    proof = published_proof(night.do(services.finish))

    assert (proof["method"], "seed" in proof, "commitment" in proof) == ("barrel", False, False)
    assert [prize["draws"][0]["ticket"] for prize in proof["prizes"]] == [1, 7]
