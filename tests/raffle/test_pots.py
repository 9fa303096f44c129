"""The pot of a 50/50: what it is worth, when it is fixed, and how it is paid and taken back."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection

from engine.raffle import verify_draw
from eventnight.bank import services as bank
from eventnight.bank.ledger.refs import safe, till
from eventnight.bank.models import Entry, EntryKind
from eventnight.bank.selectors import balance_of, fund_total, money_by_purpose
from eventnight.core.actors import Actor
from eventnight.core.errors import UserFacingError
from eventnight.core.models import AuditRecord
from eventnight.raffle import services
from eventnight.raffle.models import Bucket, Draw, Outcome
from eventnight.raffle.selectors import PotLine, pot_slip, pots_of, published_proof
from eventnight.raffle.services import NewBucket
from tests.factories import NOW
from tests.raffle.nights import RaffleNight
from tests.tills import counted

DRAWN = services.DrawnNumber(prize_code="B1", attempt=0)

pytestmark = pytest.mark.django_db


def _refusal(action) -> UserFacingError:
    with pytest.raises(UserFacingError) as refusal:
        action()
    return refusal.value


def _pot_night(**given: object) -> RaffleNight:
    """P001 has bought 20 tickets for $20 and P002 has 10 for 1,000 chips; B1 is a 50/50 with 15 and 5 of them."""
    night = RaffleNight(buckets=0, **given)
    night.do(services.add_bucket, new=NewBucket(item="50/50", pot_percent=50))
    night.sell(0, lots=2)
    night.give_chips(1)
    night.post(services.redeem_chips, player_code="P002", chips=1000)
    night.place(0, B1=15)
    night.place(1, B1=5)
    return night


def _called(night: RaffleNight) -> Draw:
    """The sales are closed and the pot is drawn."""
    night.freeze_and_roll()
    return night.draw("B1")


def _pay(night: RaffleNight, **given: object) -> services.PotPayment:
    return night.post(services.pay_pot, **{"drawn": DRAWN, "till": "T1"} | given)


def _pot(night: RaffleNight) -> PotLine:
    return pots_of(night.raffle)["B1"]


@pytest.mark.rule("WLIA-14", "WLIA-15")
def test_a_pot_is_half_of_what_its_own_tickets_were_sold_for_and_chips_add_nothing():
    night = _pot_night()

    pot = _pot(night)

    assert (pot.money, pot.pot, pot.fund, pot.is_fixed) == (1500, 750, 750, False)


def test_a_pot_follows_the_tickets_in_and_out_and_at_the_price_of_their_own_sale():
    night = _pot_night()
    night.set_raffle(lot_tickets=6, lot_price=500)
    night.post(services.sell_tickets, player_code="P002", paid=500)

    night.place(1, B1=9)
    dearer = _pot(night).money
    night.post(services.withdraw_tickets, player_code="P001", counts={"B1": 10})

    assert (dearer, _pot(night).money) == (1500 + 4 * 500 // 6, 500 + 4 * 500 // 6)


def test_a_void_ticket_leaves_the_pot_and_its_money_stays_with_the_fund():
    night = _pot_night()

    night.post(services.void_ticket, number=1, reason="Torn")

    assert (_pot(night).money, fund_total(night.event.pk)) == (1400, 2000)


def test_the_pot_is_fixed_and_published_with_the_list_and_open_sales_unfix_it():
    night = _pot_night()
    night.freeze()
    published = published_proof(night.raffle)["pots"]
    frozen = AuditRecord.objects.get(action="raffle.frozen")

    night.do(services.reopen_sales, reason="Too early")

    assert published == [{"bucket": "B1", "money": 1500, "percent": 50, "pot": 750}]
    assert frozen.facts["pots"] == {"B1": 750}
    assert (_pot(night).is_fixed, Bucket.objects.get().pot) == (False, None)
    assert "pots" not in published_proof(night.raffle)


@pytest.mark.rule("WLIA-15")
def test_the_winner_is_paid_out_of_the_drawer_and_the_rest_is_the_funds():
    night = _pot_night()
    draw = _called(night)

    payment = _pay(night)

    assert (payment.entry.kind, payment.entry.subject) == (EntryKind.POT_PAID, draw.ticket.holder.code)
    assert balance_of(night.event.pk, till("T1")) == 2000 - 750
    assert (fund_total(night.event.pk), money_by_purpose(night.event.pk)["pot"]) == (1250, -750)
    assert (payment.draw.outcome, payment.draw.paid_entry) == (Outcome.HANDED_OVER, payment.entry.sequence)
    assert night.faults() == []


def test_a_pot_is_paid_from_the_safe_once_the_tills_are_closed():
    night = _pot_night()
    _called(night)
    night.post(bank.close_till, till="T1", count=counted(2000))

    from_till = _refusal(lambda: _pay(night))
    _pay(night, till="")

    assert (from_till.code, "2,000" in from_till.message or "20.00" in from_till.message) == ("pot_not_there", False)
    assert balance_of(night.event.pk, safe()) == 1250
    assert night.faults() == []


def test_one_press_pays_once_and_a_second_person_is_told():
    night = _pot_night()
    _called(night)
    key = uuid4()

    first, again = _pay(night, request_id=key), _pay(night, request_id=key)
    other = _refusal(lambda: _pay(night))

    assert (first.entry, again.is_replay) == (again.entry, True)
    assert (other.code, other.facts["sequence"]) == ("pot_paid", first.entry.sequence)
    assert Entry.objects.filter(kind=EntryKind.POT_PAID).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_operators_who_pay_at_once_pay_one_pot():
    night = _pot_night()
    _called(night)

    def press(_: int) -> str:
        try:
            return _pay(night).draw.outcome
        except UserFacingError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        answers = Counter(threads.map(press, range(8)))

    assert answers == {Outcome.HANDED_OVER: 1, "pot_paid": 7}
    assert fund_total(night.event.pk) == 1250
    assert night.faults() == []


def test_a_payment_taken_back_is_a_reversal_and_the_holder_is_called_again():
    night = _pot_night()
    _called(night)
    paid = _pay(night)
    key = uuid4()
    back = {"drawn": DRAWN, "reason": "Wrong person", "may_reverse_any": True, "request_id": key}

    returned, again = night.post(services.take_pot_back, **back), night.post(services.take_pot_back, **back)

    assert (returned.entry.reverses_id, again.is_replay) == (paid.entry.pk, True)
    assert (returned.draw.outcome, returned.draw.paid_entry) == (Outcome.DRAWN, None)
    assert (fund_total(night.event.pk), balance_of(night.event.pk, till("T1"))) == (2000, 2000)
    assert night.faults() == []
    assert _pay(night).entry.sequence > returned.entry.sequence
    assert night.faults() == []


def test_a_cashier_takes_back_own_payments_of_the_last_minutes_only():
    night = _pot_night()
    _called(night)
    cashier = Actor(code="staff-7", label="Kim")
    _pay(night, by=cashier)
    back = {"drawn": DRAWN, "reason": "Wrong person", "may_reverse_any": False}

    others = _refusal(lambda: night.post(services.take_pot_back, **back))
    late = _refusal(lambda: night.post(services.take_pot_back, **back, by=cashier, now=NOW + timedelta(minutes=30)))

    assert (others.code, late.code) == ("not_your_entry", "entry_too_old")
    assert Draw.objects.get().outcome == Outcome.HANDED_OVER


def test_money_is_paid_and_never_just_handed_over_or_called_again():
    night = _pot_night()
    _called(night)

    handed = _refusal(lambda: night.do(services.hand_over, drawn=DRAWN))
    nothing = _refusal(lambda: night.post(services.take_pot_back, drawn=DRAWN, reason="x", may_reverse_any=True))
    _pay(night)
    again = _refusal(lambda: night.do(services.call_again, drawn=DRAWN))

    assert (handed.code, nothing.code, again.code) == ("prize_is_a_pot", "pot_not_paid", "pot_paid")


def test_an_item_is_not_paid():
    night = RaffleNight()
    night.sell(0)
    night.place(0, B1=1)
    night.freeze_and_roll()
    night.draw()

    assert _refusal(lambda: _pay(night)).code == "prize_is_no_pot"


def test_an_absent_winners_pot_goes_to_the_next_number_and_nobodys_stays_with_the_fund():
    night = _pot_night()
    first = _called(night)
    night.do(services.mark_absent, drawn=DRAWN)
    late = _refusal(lambda: _pay(night))

    second = night.draw("B1")
    night.do(services.mark_absent, drawn=services.DrawnNumber(prize_code="B1", attempt=1))
    owed = _pot(night).is_owed
    night.do(services.finish)

    assert late.code == "draw_decided"
    assert first.ticket.holder != second.ticket.holder
    assert (owed, _pot(night).is_owed, fund_total(night.event.pk)) == (True, False, 2000)
    assert verify_draw(published_proof(night.raffle), night.raffle.frozen_list.encode()) == []


def test_a_pot_of_chips_alone_is_nothing_and_still_settled():
    night = _pot_night()
    night.post(services.withdraw_tickets, player_code="P001", counts={"B1": 15})
    _called(night)

    payment = _pay(night, till="")

    assert (payment.entry.lines, payment.draw.outcome) == (0, Outcome.HANDED_OVER)
    assert night.faults() == []
    assert night.do(services.finish).is_done


def test_a_prize_drawn_since_keeps_the_payment():
    night = _pot_night()
    night.do(services.add_bucket, new=NewBucket(item="Quilt"))
    night.place(1, B2=3)
    _called(night)
    _pay(night)
    night.draw("B2")

    late = _refusal(lambda: night.post(services.take_pot_back, drawn=DRAWN, reason="x", may_reverse_any=True))

    assert late.code == "drawn_since"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"pot_percent": 0}, "pot_share"),
        ({"pot_percent": 101}, "pot_share"),
        ({"pot_percent": 50, "prizes": 2}, "pot_has_one_winner"),
        ({"pot_percent": 50, "value": 100}, "pot_has_no_value"),
    ],
    ids=["nothing", "too-much", "two-winners", "a-value"],
)
def test_a_50_50_that_cannot_be_is_refused(given, code):
    night = RaffleNight(buckets=0)

    assert _refusal(lambda: night.do(services.add_bucket, new=NewBucket(item="50/50", **given))).code == code


def test_the_share_of_an_empty_50_50_can_be_changed():
    night = RaffleNight(buckets=0)
    night.do(services.add_bucket, new=NewBucket(item="50/50", pot_percent=50))

    night.do(services.edit_bucket, code="B1", item="40/60", pot_percent=40)

    assert _pot(night).percent == 40


def test_a_slip_says_who_was_paid_what_from_where():
    night = _pot_night()
    draw = _called(night)
    missing = _refusal(lambda: pot_slip(night.raffle, "B1", 0))
    payment = _pay(night)

    slip = pot_slip(night.raffle, "B1", 0)

    assert missing.code == "pot_not_paid"
    assert (slip.pot.pot, slip.pot.fund, slip.paid_from, slip.ticket) == (750, 750, "Till T1", draw.ticket.number)
    assert (slip.holder, slip.entry) == (draw.ticket.holder, payment.entry)


# ---------- What verify_books knows ----------


def test_a_pot_that_was_edited_is_found():
    night = _pot_night()
    night.freeze()
    Bucket.objects.update(pot_money=9000, pot=4500)

    assert night.faults() == [
        "The pot B1 counts 9000 cents; the tickets in it were sold for 1500.",
        "The pot B1 is 4500 cents; the published sheet fixes 750.",
    ]


def test_a_payment_that_no_prize_knows_is_found():
    night = _pot_night()
    _called(night)
    sequence = _pay(night).entry.sequence
    Draw.objects.update(paid_entry=None)

    assert night.faults() == [f"Entry {sequence} paid a pot, but no prize says that it was paid."]


def test_a_prize_that_names_another_entry_is_found():
    night = _pot_night()
    _called(night)
    sequence = _pay(night).entry.sequence
    Draw.objects.update(paid_entry=1)

    assert night.faults() == [
        "The pot B1 was paid by entry 1, which paid no pot or was undone.",
        f"Entry {sequence} paid a pot, but no prize says that it was paid.",
    ]


def test_a_payment_to_somebody_else_or_at_another_rate_is_found():
    night = _pot_night()
    draw = _called(night)
    loser = next(code for code in night.codes if code != draw.ticket.holder.code)
    payout = bank.Payout(player_code=loser, prize_code="B1", till="T1")
    posting = night.post(bank.pay_pot, payout=payout, money=1000, percent=50)
    Draw.objects.update(outcome=Outcome.HANDED_OVER, decided_at=NOW, paid_entry=posting.entry.sequence)

    paid = f"Entry {posting.entry.sequence} paid the pot B1"
    assert night.faults() == [
        f"{paid} to {loser}; {draw.ticket.holder.code} won it.",
        f"{paid} by {{'money': 1000, 'percent': 50}}; published was {{'money': 1500, 'percent': 50}}.",
    ]


def test_the_pot_of_a_barrel_is_paid_like_any_other():
    night = _pot_night(method="barrel")
    night.freeze()
    night.do(services.record_barrel_draw, prize_code="B1", ticket_number=3)

    _pay(night)

    assert published_proof(night.raffle)["pots"][0]["pot"] == 750
    assert night.faults() == []


def test_pots_cost_no_more_queries_with_three_than_with_one(django_assert_max_num_queries):
    night = _pot_night()
    raffle = night.raffle
    with django_assert_max_num_queries(3):
        pots_of(raffle)
    for number in range(2, 4):
        night.do(services.add_bucket, new=NewBucket(item="50/50", pot_percent=50))
        night.sell(0)
        night.place(0, **{f"B{number}": 5})

    with django_assert_max_num_queries(3):
        assert [pot.money for pot in pots_of(raffle).values()] == [1500, 500, 500]
