"""The draw: one result per press, absent holders, and what is published at each step."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from engine.errors import RuleError
from engine.raffle import verify_draw
from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.raffle import services
from eventnight.raffle.models import Draw, Outcome, RaffleStatus
from eventnight.raffle.selectors import PrizeState, prize_lines, published_proof, raffle_summary
from eventnight.raffle.services import NewBucket
from tests.factories import after
from tests.raffle.nights import DICE, SEED, RaffleNight, placed_night


def _refusal(action) -> UserFacingError:
    with pytest.raises(UserFacingError) as refusal:
        action()
    return refusal.value


def _lines(night: RaffleNight) -> dict[str, PrizeState]:
    return {line.code: line.state for line in prize_lines(night.raffle)}


@pytest.mark.django_db
def test_freezing_publishes_the_sorted_list_and_says_what_stayed_in_hand():
    night = placed_night()

    raffle = night.freeze()

    lines = [line.split("\t")[1:] for line in raffle.frozen_list.splitlines() if line.startswith("ticket")]
    assert lines[0] == ["B1", "1", "P001"]
    assert lines == sorted(lines, key=lambda line: (line[0], int(line[1])))
    assert (len(lines), raffle_summary(night.event.pk).unplaced) == (18, 2)
    assert AuditRecord.objects.get(action="raffle.frozen").facts == {"tickets": 18, "unplaced": 2}


@pytest.mark.django_db
def test_a_raffle_without_a_placed_ticket_cannot_be_frozen():
    night = RaffleNight()
    night.sell(0)

    refusal = _refusal(night.freeze)

    assert refusal.code == "raffle_empty"
    assert "Place tickets" in refusal.message


@pytest.mark.django_db
def test_sales_open_again_until_chance_is_brought_and_the_list_is_withdrawn():
    night = placed_night()
    night.freeze()

    night.do(services.reopen_sales, reason="Pressed too early")
    raffle = night.raffle
    night.place(1, B2=2)
    night.freeze_and_roll()

    assert (raffle.status, raffle.list_hash) == (RaffleStatus.OPEN, "")
    assert _refusal(lambda: night.do(services.reopen_sales, reason="Again")).code == "raffle_status"
    assert night.raffle.frozen_list.count("\nticket\t") == 20


@pytest.mark.django_db
def test_nineteen_dice_are_too_few_and_the_message_says_how_many_more():
    night = placed_night()
    night.freeze()

    with pytest.raises(RuleError) as refusal:
        night.enter(entropy="dice:" + " ".join("6" * 19))

    assert (refusal.value.code, refusal.value.facts) == ("calls_too_few", {"called": 19, "fixed": 20})
    assert "Call 1 more" in refusal.value.message
    assert night.raffle.status == RaffleStatus.FROZEN


@pytest.mark.django_db
def test_chance_is_entered_once_and_only_after_the_freeze():
    night = placed_night()
    early = _refusal(lambda: night.enter(entropy=DICE))
    night.freeze_and_roll()

    again = night.enter(entropy=DICE)
    other = _refusal(lambda: night.enter(entropy=DICE + " 6"))

    assert (early.code, other.code) == ("raffle_status", "entropy_entered")
    assert again.entropy == DICE
    assert AuditRecord.objects.filter(action="raffle.entropy").count() == 1


@pytest.mark.django_db
def test_nothing_is_drawn_before_chance_is_brought():
    night = placed_night()
    night.freeze()

    assert _refusal(night.draw).code == "raffle_status"
    assert not Draw.objects.exists()


@pytest.mark.django_db
def test_pressing_twice_shows_the_same_winner():
    night = placed_night()
    night.freeze_and_roll()

    first, again = night.draw(), night.do(services.draw_prize, prize_code="B1", now=after(5))

    assert again == first
    assert Draw.objects.count() == 1
    assert AuditRecord.objects.filter(action="draw.made").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_operators_at_once_get_one_result():
    night = placed_night()
    night.freeze_and_roll()

    def press(_: int) -> Draw:
        try:
            return night.draw()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        drawn = list(threads.map(press, range(8)))

    assert len({(draw.pk, draw.ticket_id) for draw in drawn}) == 1
    assert Draw.objects.count() == 1


@pytest.mark.django_db
def test_an_absent_holder_leaves_with_all_tickets_and_the_next_number_is_another_persons():
    night = placed_night()
    night.freeze_and_roll()
    first = night.draw()

    absent = night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))
    second = night.draw()

    assert absent.outcome == Outcome.ABSENT
    assert (second.attempt, second.eligible) == (1, 9 - first.ticket.holder.tickets.filter(bucket__code="B1").count())
    assert second.ticket.holder != first.ticket.holder


@pytest.mark.django_db
def test_absent_pressed_twice_never_takes_the_next_holder_out():
    night = placed_night()
    night.freeze_and_roll()
    night.draw()
    night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))
    second = night.draw()

    night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))

    second.refresh_from_db()
    assert second.outcome == Outcome.DRAWN
    assert night.draw() == second


@pytest.mark.django_db
def test_when_every_holder_was_absent_the_message_is_clear_and_the_next_prize_can_be_drawn():
    night = placed_night()
    night.freeze_and_roll()
    for attempt in range(2):
        night.draw()
        night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=attempt))

    refusal = _refusal(night.draw)
    night.draw("B2")

    assert refusal.code == "bucket_is_empty"
    assert "B1 (Item 1)" in refusal.message
    assert _lines(night) == {"B1": PrizeState.NO_WINNER, "B2": PrizeState.CALLING}


@pytest.mark.django_db
def test_an_empty_bucket_is_a_clear_message_and_does_not_hold_up_the_end():
    night = RaffleNight()
    night.sell(0)
    night.place(0, B1=10)
    night.freeze_and_roll()
    night.draw("B1")
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=0))

    refusal = _refusal(lambda: night.draw("B2"))
    raffle = night.do(services.finish)

    assert refusal.code == "bucket_is_empty"
    assert raffle.is_done
    assert verify_draw(published_proof(raffle), raffle.frozen_list.encode()) == []


@pytest.mark.django_db
def test_one_prize_is_settled_before_the_next_is_begun():
    night = placed_night()
    night.freeze_and_roll()
    night.draw("B1")

    refusal = _refusal(lambda: night.draw("B2"))
    night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))
    still = _refusal(lambda: night.draw("B2"))

    assert (refusal.code, still.code) == ("another_prize_open", "another_prize_open")
    assert refusal.facts["prize"] == "B1"


@pytest.mark.django_db
def test_under_one_prize_per_person_a_winner_is_out_of_the_other_buckets():
    night = placed_night(house="wlia")
    night.set_raffle(one_prize_per_person=True)
    night.freeze_and_roll()
    first = night.draw("B1")
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=0))

    second = night.draw("B2")

    assert second.ticket.holder != first.ticket.holder
    assert second.eligible == second.ticket.holder.tickets.filter(bucket__code="B2").count()


@pytest.mark.django_db
def test_a_mistaken_absence_or_hand_over_is_taken_back_until_the_next_number():
    night = placed_night()
    night.freeze_and_roll()
    night.draw("B1")
    night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))

    again = night.do(services.call_again, drawn=services.DrawnNumber(prize_code="B1", attempt=0))
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=0))
    night.draw("B2")
    late = _refusal(lambda: night.do(services.call_again, drawn=services.DrawnNumber(prize_code="B1", attempt=0)))

    assert (again.outcome, again.decided_at) == (Outcome.DRAWN, None)
    assert late.code == "drawn_since"


@pytest.mark.django_db
def test_a_prize_that_is_handed_over_is_not_marked_absent():
    night = placed_night()
    night.freeze_and_roll()
    night.draw("B1")
    night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=0))

    assert (
        _refusal(lambda: night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=0))).code
        == "draw_decided"
    )
    assert (
        _refusal(lambda: night.do(services.hand_over, drawn=services.DrawnNumber(prize_code="B1", attempt=4))).code
        == "unknown_draw"
    )
    assert _refusal(lambda: night.draw("B9")).code == "unknown_prize"


@pytest.mark.django_db
def test_the_seed_is_published_at_the_end_and_never_before():
    night = placed_night()
    stages = [published_proof(night.raffle)]
    night.freeze()
    stages.append(published_proof(night.raffle))
    night.enter(entropy=DICE)
    for prize in ("B1", "B2"):
        night.draw(prize)
        stages.append(published_proof(night.raffle))
        night.do(services.hand_over, drawn=services.DrawnNumber(prize_code=prize, attempt=0))

    night.do(services.finish)

    proof = published_proof(night.raffle)
    assert not any(SEED.hex() in json.dumps(stage) for stage in stages)
    assert proof["seed"] == SEED.hex()
    assert verify_draw(proof, night.raffle.frozen_list.encode()) == []


@pytest.mark.django_db
def test_the_raffle_is_not_finished_while_a_prize_waits():
    night = placed_night()
    night.freeze_and_roll()
    night.draw("B1")

    refusal = _refusal(lambda: night.do(services.finish))

    assert (refusal.code, refusal.facts["prizes"]) == ("prizes_open", ["B1", "B2"])


@pytest.mark.django_db
def test_several_prizes_of_one_bucket_go_to_different_tickets():
    night = RaffleNight(buckets=0)
    night.do(services.add_bucket, new=NewBucket(item="Three pies", prize_codes=["PIE-1", "PIE-2", "PIE-3"]))
    night.sell(0)
    night.place(0, B1=10)
    night.freeze_and_roll()

    drawn = []
    for prize in ("PIE-1", "PIE-2", "PIE-3"):
        drawn.append(night.draw(prize).ticket.number)
        night.do(services.hand_over, drawn=services.DrawnNumber(prize_code=prize, attempt=0))
    night.do(services.finish)

    assert len(set(drawn)) == 3
    assert verify_draw(published_proof(night.raffle), night.raffle.frozen_list.encode()) == []
