"""A donation on top of a sale: an entry of its own, all or nothing with the sale, undone with it."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from eventnight.bank.ledger.refs import player_chips, till, till_card
from eventnight.bank.means import Means, Payment
from eventnight.bank.models import Entry, OwnerKind
from eventnight.bank.selectors import money_by_purpose, sale_receipt, verify_books
from eventnight.bank.selectors.ledger.entries import lines_of
from eventnight.bank.services import (
    close_till,
    place_tickets,
    reverse_desk_entry,
    reverse_entry,
    sell_rebuy,
    sell_tickets,
)
from eventnight.core.actors import Actor
from eventnight.core.errors import BadRequest, Forbidden, UserFacingError
from eventnight.core.press import Press
from eventnight.core.roles import Role
from eventnight.events.house_settings import HouseSettings
from eventnight.events.services import update_settings
from tests.answers import text_of
from tests.bank.nights import Night
from tests.factories import NOW, after, make_staff
from tests.tills import counted

pytestmark = pytest.mark.django_db

SAM = Actor("staff-902", "Sam")


@pytest.fixture
def night() -> Night:
    return Night(players=1)


@pytest.mark.parametrize(("service", "purpose"), [(sell_rebuy, "rebuy"), (sell_tickets, "tickets")])
def test_each_part_counts_for_its_own_purpose(night: Night, service, purpose: str):
    card = Payment(means=Means.CARD, reference="55")

    posting = night.post(service, player_code="P001", paid=1000, payment=replace(card, donation=250))

    taken = {name: cents for name, cents in money_by_purpose(night.event.pk).items() if cents}
    assert taken == {purpose: 1000, "donation": 250}
    assert night.holds(till_card("T1")) == 1250
    sale, gift = (sale_receipt(night.event.pk, each.sequence) for each in (posting.entry, posting.donation))
    assert (sale.donation, gift.with_sale) == (gift.sequence, sale.sequence)
    assert (gift.paid, gift.means, gift.reference, gift.player_code) == (250, Means.CARD, "55", "P001")
    assert verify_books(night.event.pk).is_clean


def test_one_key_holds_sale_and_donation_together(night: Night):
    key = uuid4()
    sale = {"player_code": "P001", "paid": 1000, "request_id": key}
    first = night.post(sell_rebuy, **sale, payment=Payment(donation=250))

    again = night.post(sell_rebuy, **sale, payment=Payment(donation=250))

    assert (again.entry, again.donation, again.is_replay) == (first.entry, first.donation, True)
    for other in (0, 300):
        with pytest.raises(UserFacingError) as why:
            night.post(sell_rebuy, **sale, payment=Payment(donation=other))
        assert why.value.code == "key_reused"
    assert night.holds(till("T1")) == 1250


def test_a_donation_that_cannot_be_takes_the_sale_with_it(night: Night):
    with pytest.raises(BadRequest):
        night.post(sell_rebuy, player_code="P001", paid=1000, payment=Payment(donation=-1))

    assert not Entry.objects.filter(event=night.event).exists()
    assert night.holds(player_chips("P001")) == 0


def test_undoing_the_sale_undoes_what_was_given_on_top_unless_it_was_before(night: Night):
    first, second = (
        night.post(sell_rebuy, player_code="P001", paid=1000, payment=Payment(donation=250)) for _ in range(2)
    )
    night.post(reverse_entry, sequence=second.donation.sequence, reason="changed", may_reverse_any=True)

    for sale in (first, second):
        night.post(reverse_entry, sequence=sale.entry.sequence, reason="typo", may_reverse_any=True)

    assert night.holds(till("T1")) == 0
    assert not any(money_by_purpose(night.event.pk).values())
    assert verify_books(night.event.pk).is_clean


def test_an_undo_sent_again_names_the_donation_that_went_back_with_the_sale(night: Night):
    sale = night.post(sell_rebuy, player_code="P001", paid=1000, payment=Payment(donation=250)).entry
    undo = {"sequence": sale.sequence, "reason": "typo", "may_reverse_any": True, "request_id": uuid4()}

    first, again = (night.post(reverse_entry, **undo) for _ in range(2))

    assert (first.is_replay, again.is_replay) == (False, True)
    assert (again.entry, again.donation) == (first.entry, first.donation)
    assert first.donation.reverses.purpose == "donation"


def test_the_second_person_is_asked_for_the_whole_sum_that_goes_back(night: Night):
    sale = night.post(sell_rebuy, player_code="P001", paid=6000, payment=Payment(donation=4000)).entry
    undo = {"sequence": sale.sequence, "reason": "typo", "may_reverse_any": True}

    with pytest.raises(UserFacingError, match=r"From \$100\.00 .* gives back \$100\.00"):
        night.post(reverse_entry, **undo)
    night.post(reverse_entry, **undo, second=SAM)

    assert night.holds(till("T1")) == 0


def test_who_signs_must_be_of_the_staff_of_this_event(night: Night):
    sale = night.post(sell_rebuy, player_code="P001", paid=10_000).entry
    elsewhere = Actor.of(make_staff(Night().event))
    gone = make_staff(night.event)
    gone.is_active = False
    gone.save()

    for stranger in (elsewhere, Actor.of(gone), Actor("staff-99999", "Nobody"), Actor.player("P001")):
        with pytest.raises(UserFacingError, match="cannot sign here") as why:
            reverse_entry(
                event=night.event,
                sequence=sale.sequence,
                reason="typo",
                press=Press(SAM, NOW, uuid4(), stranger),
                may_reverse_any=True,
            )
        assert why.value.code == "second_person"


def set_bank(night: Night, **changes: int) -> None:
    data = night.event.house_settings.as_json()
    data["bank"] |= changes
    night.event = update_settings(event=night.event, settings=HouseSettings.from_json(data), press=Press(SAM, NOW))


@pytest.mark.parametrize(("minutes", "is_refused"), [(3, True), (4, False)])
def test_a_cashier_undoes_own_entries_for_as_long_as_the_event_says(night: Night, minutes: int, is_refused: bool):
    set_bank(night, undo_minutes=minutes)
    staff = make_staff(night.event, Role.DESK)
    sale = night.post(sell_rebuy, player_code="P001", paid=1000, by=Actor.of(staff)).entry
    undo = {"sequence": sale.sequence, "reason": "typo", "may_reverse_any": False, "by": Actor.of(staff)}

    if is_refused:
        with pytest.raises(Forbidden, match="for 3 minutes"):
            night.post(reverse_desk_entry, **undo, now=after(4))
    else:
        night.post(reverse_desk_entry, **undo, now=after(4))

    assert night.holds(till("T1")) == (1000 if is_refused else 0)


def test_the_event_sets_from_which_sum_somebody_else_confirms(night: Night):
    set_bank(night, second_person_from=500)
    sale = night.post(sell_rebuy, player_code="P001", paid=1000).entry

    with pytest.raises(UserFacingError, match=r"From \$5\.00"):
        night.post(reverse_entry, sequence=sale.sequence, reason="typo", may_reverse_any=True)


def test_where_no_money_goes_back_nobody_else_is_asked_however_low_the_sum(night: Night):
    set_bank(night, second_person_from=0)
    sold = night.post(sell_tickets, player_code="P001", paid=1000)
    placed = night.post(place_tickets, player_code="P001", counts={"B1": 1}).entry

    night.post(reverse_entry, sequence=placed.sequence, reason="typo", may_reverse_any=True)

    with pytest.raises(UserFacingError, match=r"From \$0\.00"):
        night.post(reverse_entry, sequence=sold.entry.sequence, reason="typo", may_reverse_any=True)


def test_only_what_goes_back_to_guests_needs_somebody_else(night: Night):
    set_bank(night, second_person_from=500)
    night.post(sell_rebuy, player_code="P001", paid=1000)
    closed = night.post(close_till, till="T1", count=counted(2000), reason="too much", second=SAM).entry

    undone = night.post(reverse_entry, sequence=closed.sequence, reason="counted again", may_reverse_any=True).entry

    assert [line.amount for line in lines_of(undone) if line.to_account.owner_kind == OwnerKind.OVER_SHORT] == [1000]


def test_programs_sign_a_correction_and_see_the_donation(night: Night):
    set_bank(night, second_person_from=500)
    staff, other = make_staff(night.event, Role.DESK), make_staff(night.event, Role.FLOOR)
    client = Client()
    client.force_login(staff)
    address = f"/api/v1/events/{night.event.code}/bank/"

    def post(path: str, **body: object):
        key = {"Idempotency-Key": str(uuid4())}
        return client.post(address + path, body, content_type="application/json", headers=key)

    sold = post("rebuys/", player="P001", paid=1000, donation=200, means="card", reference="77").json()
    path = f"entries/{sold['sequence']}/reversal/"
    alone = post(path, reason="typo")
    signed = post(path, reason="typo", second=other.username, password="card-night")

    assert (sold["donation"], sold["rates"]["reference"]) == (sold["sequence"] + 1, "77")
    assert (alone.status_code, alone.json()["code"]) == (422, "second_person")
    assert (signed.status_code, signed.json()["donation"]) == (201, sold["sequence"] + 3)
    assert post("rebuys/", player="P001", paid=1000, reference="77").json()["code"] == "payment_reference"


def test_a_donation_is_sold_only_with_the_amounts_that_were_shown(night: Night):
    desk = Client()
    desk.force_login(make_staff(night.event, Role.DESK))
    url = f"/staff/{night.event.code}/desk/P001/rebuy/"
    form = {"quantity": 1, "donation": "5", "means": "cheque", "reference": "1208", "request_id": uuid4()}

    unseen = desk.post(url, form | {"shown": "1"})
    sold = desk.post(url, form | {"shown": "1+500"}, follow=True)

    assert unseen.status_code == 422
    assert "Take $15, give 1,000" in text_of(unseen)
    assert 'value="1+500"' in text_of(unseen)
    assert "donation of $5.00 on top, receipt 2" in text_of(sold)
    receipt = text_of(desk.get(f"/staff/{night.event.code}/desk/entries/1/receipt/"))
    for shown in ("By cheque, number</dt><dd>1208", "receipt of its own, 2"):
        assert shown in receipt
