"""Reading the books costs the same however much has happened."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from eventnight.bank import selectors
from eventnight.bank.ledger.chain import first_hash
from eventnight.bank.ledger.refs import issuer, player_chips
from eventnight.bank.models import Books
from eventnight.bank.services import open_books, sell_rebuy
from eventnight.core.actors import SYSTEM
from eventnight.core.models import AuditRecord
from eventnight.core.press import Press
from tests.bank.nights import Night, night_with_stacks
from tests.factories import NOW, make_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("sales", [1, 3])
@pytest.mark.parametrize(
    ("read", "queries"),
    [
        (lambda night: selectors.balance_of(night.event.pk, player_chips("P001")), 1),
        (lambda night: selectors.balance_of(night.event.pk, issuer("chips")), 2),
        (lambda night: selectors.player_balances(night.event.pk), 1),
        (lambda night: selectors.balances_by_code(night.event.pk, "chips", "player"), 1),
        (lambda night: selectors.books_totals(night.event.pk), 1),
        (lambda night: selectors.money_by_purpose(night.event.pk), 1),
        (lambda night: selectors.fund_total(night.event.pk), 1),
        (lambda night: selectors.till_state(night.event.pk, "T1"), 3),
        (lambda night: selectors.recent_entries(night.event.pk), 2),
    ],
)
def test_a_read_takes_the_same_queries_with_one_sale_and_with_three(
    sales: int, read: Callable[[Night], object], queries: int, django_assert_num_queries: DjangoAssertNumQueries
):
    night = night_with_stacks(2)
    for _ in range(sales):
        night.post(sell_rebuy, player_code=night.codes[0], paid=1000)

    with django_assert_num_queries(queries):
        read(night)


def test_what_nobody_has_touched_is_zero():
    night = Night()

    assert night.holds(player_chips("P001")) == 0
    assert night.holds(issuer("chips")) == 0
    assert selectors.books_totals(night.event.pk) == {}
    assert selectors.till_state(night.event.pk, "T1").lines == ()


def test_books_are_opened_once_under_the_code_of_that_moment():
    night = Night()

    for code in (night.event.code, "RENAMED"):
        night.event.code = code
        night.event.save()
        books = open_books(event=night.event, press=Press(SYSTEM, NOW))

    assert books.opened_as != "RENAMED"
    assert books.last_hash == first_hash(books.opened_as)
    assert Books.objects.filter(event=night.event).count() == 1
    assert AuditRecord.objects.filter(event=night.event, action="bank.books_opened").count() == 1


def test_actors_go_by_their_labels_even_when_they_are_gone():
    event = make_event()

    assert selectors.actor_labels(["system", "player-P012", "staff-99999999"], event.pk) == {
        "system": "EventNight",
        "player-P012": "Player P012",
        "staff-99999999": "staff-99999999",
    }
