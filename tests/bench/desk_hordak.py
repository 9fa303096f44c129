"""A desk that books the two lines of a re-buy with django-hordak: money to the till, chips to the player."""

from __future__ import annotations

import random
from collections.abc import Callable

from django.db import transaction
from hordak.models import Account, AccountType
from moneyed import Money

PLAYERS = 300
MONEY, CHIPS = Money(10, "USD"), Money(1000, "XXX")


def open_accounts() -> None:
    """The accounts of a night, in the database that Django is set up for."""
    for name, kind, currency in (
        ("source", AccountType.income, "USD"),
        ("till", AccountType.asset, "USD"),
        ("issuer", AccountType.income, "XXX"),
        *((f"P{number:03}", AccountType.asset, "XXX") for number in range(PLAYERS)),
    ):
        Account.objects.create(name=name, type=kind, currencies=[currency])


def desk() -> Callable[[], None]:
    """What books one re-buy of any player."""
    accounts = {account.name: account for account in Account.objects.all()}
    source, till, issuer = (accounts.pop(name) for name in ("source", "till", "issuer"))
    players = list(accounts.values())

    @transaction.atomic
    def sell() -> None:
        source.transfer_to(till, MONEY)
        issuer.transfer_to(random.choice(players), CHIPS)

    return sell
