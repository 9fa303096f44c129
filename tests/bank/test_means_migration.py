"""The migration to means of payment, there and back: the triggers stay, and no money is left behind."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.exceptions import IrreversibleError

from eventnight.bank import triggers
from eventnight.bank.means import Means, Payment
from eventnight.bank.models import Account
from eventnight.bank.services import sell_rebuy
from tests.bank.nights import Night

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]

BEFORE = "0004_triggers_hold_against_or_ignore"


def went_back() -> None:
    call_command("migrate", "bank", BEFORE, verbosity=0)


@pytest.mark.usefixtures("migrated")
def test_it_goes_back_and_forward_with_triggers_and_accounts_but_not_over_card_takings_or_cheques():
    night = Night(players=1)
    night.post(sell_rebuy, player_code=night.codes[0], paid=1000)
    held = list(Account.objects.order_by("pk").values_list("pk", "balance"))

    went_back()
    missing_before = triggers.faults(connection)
    call_command("migrate", verbosity=0)

    assert (missing_before, triggers.faults(connection)) == ([], [])
    assert list(Account.objects.order_by("pk").values_list("pk", "balance")) == held
    for means in (Means.CARD, Means.CHEQUE):
        night.post(sell_rebuy, player_code=night.codes[0], paid=1000, payment=Payment(means=means))

    with pytest.raises(IrreversibleError, match="2 accounts hold card takings or cheques"):
        went_back()

    assert triggers.faults(connection) == []
