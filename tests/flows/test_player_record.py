"""A player's record for staff: the balance as a sum, where they are, and all that happened with the way to undo it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from eventnight.bank.services import record_donation, reverse_entry, sell_rebuy, sell_tickets
from eventnight.core.actors import Actor
from eventnight.core.roles import Role
from eventnight.night.selectors.record import record_of
from tests.answers import text_of
from tests.bank.nights import Night, night_with_stacks
from tests.factories import make_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return night_with_stacks(2)


def staff(night: Night, role: Role) -> Client:
    client = Client()
    client.staff = make_staff(night.event, role)
    client.force_login(client.staff)
    return client


def page(client: Client, night: Night, code: str = "P001") -> str:
    return text_of(client.get(f"/staff/{night.event.code}/players/{code}/record/"))


def timeline(shown: str) -> list[str]:
    """The lines, newest first."""
    return re.findall(r"<li.*?</li>", shown[shown.index('class="timeline"') :], flags=re.DOTALL)


def test_the_chips_are_a_sum_that_comes_to_what_the_player_holds(night: Night):
    night.post(sell_rebuy, player_code="P001", paid=2000)

    record = record_of(night.event, night.event.players.get(code="P001"))

    assert record.sums == [("First stack", 1000), ("Re-buy", 2000)]
    assert record.chips == 3000
    assert record.paid == 2000


def test_what_was_undone_counts_for_nothing_and_stays_struck_out(night: Night):
    sold = night.post(sell_rebuy, player_code="P001", paid=1000).entry
    night.post(reverse_entry, sequence=sold.sequence, reason="wrong guest", may_reverse_any=True)

    record = record_of(night.event, night.event.players.get(code="P001"))
    undo, undone, *_ = timeline(page(staff(night, Role.ORGANISER), night))

    assert record.sums == [("First stack", 1000)]
    assert record.paid == 0
    assert "wrong guest" in undo
    assert 'class="is-gone"' in undone
    assert "Undone" in undone


def test_gifts_and_tickets_are_paid_for_too(night: Night):
    night.post(sell_tickets, player_code="P001", paid=1000)
    night.post(record_donation, player_code="P001", paid=500)

    assert record_of(night.event, night.event.players.get(code="P001")).paid == 1500


def test_the_newest_entry_is_undone_by_one_press_and_an_older_one_reversed_with_a_reason(night: Night):
    client = staff(night, Role.ORGANISER)
    night.post(sell_rebuy, player_code="P001", paid=1000)
    night.post(sell_rebuy, player_code="P001", paid=3000)

    newest, older, *_ = timeline(page(client, night))
    address = re.search(r'href="([^"?]+/undo/)\?next=', older)
    assert address is not None
    asked = text_of(client.get(address[1]))

    assert f'action="/staff/{night.event.code}/desk/entries/4/undo/"' in newest
    assert "Reverse" in older
    assert "gives 1,000 chips back to the bank" in asked
    assert "$10.00 goes back to" in asked
    assert 'name="reason"' in asked


def test_who_reverses_an_entry_comes_back_to_the_record(night: Night):
    here = f"/staff/{night.event.code}/players/P001/record/"
    asked = staff(night, Role.ORGANISER).get(f"/staff/{night.event.code}/desk/entries/1/undo/", {"next": here})

    assert f'name="next" value="{here}"' in text_of(asked)


def test_each_line_has_what_it_moved_and_the_balance_after_it(night: Night):
    night.post(sell_rebuy, player_code="P001", paid=1000)

    newest, first, *_ = timeline(page(staff(night, Role.ORGANISER), night))

    assert "<b>+1,000</b>" in newest
    assert '<span class="small muted">2,000</span>' in newest
    assert '<span class="small muted">1,000</span>' in first


def test_the_lines_are_about_this_player_alone(night: Night):
    night.post(sell_rebuy, player_code="P002", paid=5000)

    assert "5,000" not in page(staff(night, Role.ORGANISER), night)


def test_who_checks_people_in_reads_the_record_and_undoes_no_sale(night: Night):
    night.post(sell_rebuy, player_code="P001", paid=1000)
    shown = page(staff(night, Role.FLOOR), night)

    assert "Everything tonight" in shown
    assert "/undo/" not in shown


def test_others_entries_are_not_offered_to_somebody_who_may_undo_own_ones(night: Night):
    client = staff(night, Role.DESK)
    night.post(sell_rebuy, player_code="P001", paid=1000)
    assert "/undo/" not in page(client, night)

    night.post(sell_rebuy, player_code="P001", paid=2000, by=Actor.of(client.staff))

    assert "/desk/entries/4/undo/" in page(client, night)


def test_a_stranger_signs_in_first(night: Night):
    assert Client().get(f"/staff/{night.event.code}/players/P001/record/").status_code == 302


@pytest.mark.parametrize("entries", [1, 4])
def test_the_record_costs_the_same_with_one_entry_and_with_four(
    night: Night, entries: int, django_assert_num_queries: DjangoAssertNumQueries
):
    client = staff(night, Role.ORGANISER)
    for _ in range(entries):
        night.post(sell_rebuy, player_code="P001", paid=1000)
    page(client, night)

    with django_assert_num_queries(46):
        page(client, night)
