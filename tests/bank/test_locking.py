"""What an entry is written upon is read together with the lock of its night."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import transaction

from eventnight.bank.ledger.refs import issuer, player_chips, source, till, till_card
from eventnight.bank.models import EntryKind
from eventnight.bank.services import close_till, give_first_stack, open_till, sell_rebuy
from eventnight.bank.services.ledger.accounts import lock_accounts
from eventnight.bank.services.ledger.drafts import Request
from eventnight.bank.services.ledger.locking import Found, lock_for
from eventnight.core.actors import SYSTEM
from eventnight.core.errors import NotFound
from eventnight.core.press import Press
from tests.bank.nights import Night
from tests.factories import NOW
from tests.tills import counted

pytestmark = pytest.mark.django_db


def found_for(night: Night, *touches, sold_to: str = "", key=None) -> Found:
    request = Request(night.event, EntryKind.REBUY, Press(SYSTEM, NOW, key or uuid4()), {}, touches, sold_to)
    with transaction.atomic():
        return lock_for(request)


def test_the_accounts_that_a_request_touches_are_there_with_what_they_hold():
    night = Night(players=2)
    for code in night.codes:
        night.post(give_first_stack, player_code=code)
    first, second = (player_chips(code) for code in night.codes)

    found = found_for(night, issuer("chips"), second, player_chips("P999"), till("T1"))

    assert {ref: account.balance for ref, account in found.accounts.items()} == {issuer("chips"): None, second: 1000}
    assert first not in found.accounts
    assert found_for(night).accounts == {}
    assert (found.books.last_sequence, found.is_key_taken) == (2, False)


def test_each_till_that_a_request_touches_tells_what_opened_or_closed_it_last():
    night = Night(players=1)
    night.post(open_till, till="T2", float_paid=0)
    opened = night.post(open_till, till="T1", float_paid=100).entry
    closed = night.post(close_till, till="T2", count=counted(0)).entry

    found = found_for(night, till("T3"), till_card("T2"), till("T1"), source(), till("T2"))

    assert {code: entry and entry.sequence for code, entry in found.tills.items()} == {
        "T1": opened.sequence,
        "T2": closed.sequence,
        "T3": None,
    }
    assert list(found.accounts) != []
    assert found_for(night, source()).tills == {}


def test_the_last_sale_is_told_where_a_sale_is_asked_about():
    night = Night(players=2)
    first, second = night.codes
    sale = night.post(sell_rebuy, player_code=first, paid=1000)

    with_touches = found_for(night, till("T1"), player_chips(first), sold_to=first)

    assert with_touches.last_sale == sale.entry
    assert with_touches.accounts.keys() == {till("T1"), player_chips(first)}
    assert found_for(night, sold_to=second).last_sale is None
    assert found_for(night, player_chips(first)).last_sale is None
    assert found_for(night, key=sale.entry.key).is_key_taken


def test_accounts_are_opened_for_players_of_the_night_and_for_nobody_else():
    night = Night(players=1)
    code = night.codes[0]

    with transaction.atomic():
        opened = lock_accounts(night.event.pk, {player_chips(code), issuer("chips")}, {})
        again = lock_accounts(night.event.pk, {player_chips(code)}, opened)

    assert {ref: (account.balance, account.floor) for ref, account in opened.items()} == {
        player_chips(code): (0, 0),
        issuer("chips"): (None, None),
    }
    assert again == {player_chips(code): opened[player_chips(code)]}
    with pytest.raises(NotFound, match="No player has the code P998"), transaction.atomic():
        lock_accounts(night.event.pk, {player_chips("P999"), player_chips("P998"), player_chips(code)}, {})
