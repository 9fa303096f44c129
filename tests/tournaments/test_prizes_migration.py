"""Pools that were typed for each entry become shares of what is taken, and stay what they are; and back again."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_event
from tests.tournaments.holdem_nights import enter, flight_of, make_holdem
from tournaments.models import HoldemTournament
from tournaments.selectors.flight.tournaments import holdem_view
from tournaments.selectors.prizes.prize_list import prizes_view

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE, AFTER = ("tournaments", "0016_prize_money"), ("tournaments", "0019_seating_before_a_correction")


@pytest.mark.parametrize(
    ("price", "per_entry", "share", "added"),
    [
        pytest.param(1000, 800, 80, 500, id="a-share"),
        pytest.param(900, 500, 55, 515, id="no-whole-share"),
        pytest.param(0, 500, 0, 2000, id="paid-by-somebody-else"),
        pytest.param(300, 500, 100, 1100, id="more-than-the-price"),
    ],
)
def test_a_pool_stays_what_it_was(migrated, price, per_entry, share, added):
    tournament = make_holdem(make_event("washburn"), entry_price=price)
    enter(flight_of(tournament), 3)
    old = migrated(*BEFORE).get_model("tournaments", "Prizes")
    old.objects.create(tournament_id=tournament.pk, per_entry=per_entry, added=500)

    new = migrated(*AFTER).get_model("tournaments", "Prizes").objects.get()

    assert (new.entry_share, new.added) == (share, added)
    tournament = HoldemTournament.objects.get(pk=tournament.pk)
    assert prizes_view(tournament, holdem_view(tournament, NOW)).total == 3 * per_entry + 500
    back = migrated(*BEFORE).get_model("tournaments", "Prizes").objects.get()
    assert 3 * back.per_entry + back.added == 3 * per_entry + 500
