"""Pools that were typed for each entry become shares of what is taken, and stay what they are; and back again."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.core.management import call_command

from tests.factories import NOW, make_event
from tests.tournaments.holdem_nights import enter, flight_of, make_holdem
from tournaments.models import HoldemTournament
from tournaments.selectors.flight.tournaments import holdem_view
from tournaments.selectors.prizes.prize_list import prizes_view

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]

BEFORE, AFTER = ("tournaments", "0016_prize_money"), ("tournaments", "0019_seating_before_a_correction")


@dataclass(frozen=True)
class Pool:
    """What was typed: the price of an entry and its part of the pool. What it becomes: a share, and what is added."""

    price: int
    per_entry: int
    share: int
    added: int

    @property
    def total(self) -> int:
        """With three entries."""
        return 3 * self.per_entry + 500


POOLS = {
    "a share": Pool(price=1000, per_entry=800, share=80, added=500),
    "no whole share": Pool(price=900, per_entry=500, share=55, added=515),
    "paid by somebody else": Pool(price=0, per_entry=500, share=0, added=2000),
    "more than the price": Pool(price=300, per_entry=500, share=100, added=1100),
}
TOTALS = {name: pool.total for name, pool in POOLS.items()}


def test_pools_stay_what_they_were(migrated):
    tournaments = {name: make_holdem(make_event("washburn"), entry_price=pool.price) for name, pool in POOLS.items()}
    for tournament in tournaments.values():
        enter(flight_of(tournament), 3)
    old = migrated(*BEFORE).get_model("tournaments", "Prizes")
    for name, pool in POOLS.items():
        old.objects.create(tournament_id=tournaments[name].pk, per_entry=pool.per_entry, added=500)

    new = migrated(*AFTER).get_model("tournaments", "Prizes").objects.in_bulk(field_name="tournament_id")

    rows = {name: new[tournament.pk] for name, tournament in tournaments.items()}
    assert {name: (row.entry_share, row.added) for name, row in rows.items()} == {
        name: (pool.share, pool.added) for name, pool in POOLS.items()
    }
    call_command("migrate", verbosity=0)
    assert {name: total_of(tournament.pk) for name, tournament in tournaments.items()} == TOTALS
    back = migrated(*BEFORE).get_model("tournaments", "Prizes").objects.in_bulk(field_name="tournament_id")
    rows = {name: back[tournament.pk] for name, tournament in tournaments.items()}
    assert {name: 3 * row.per_entry + row.added for name, row in rows.items()} == TOTALS


def total_of(tournament_id: int) -> int:
    tournament = HoldemTournament.objects.get(pk=tournament_id)
    return prizes_view(tournament, holdem_view(tournament, NOW)).total
