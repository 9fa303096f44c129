"""The floor's pages for chips: sold, raced for at a colour-up, and taken back."""

from __future__ import annotations

import pytest

from tests.tournaments.floors import at, floor_of
from tests.tournaments.holdem_nights import (
    codes_of,
    enter,
    flight_of,
    make_holdem,
)
from tests.tournaments.test_holdem_floor_pages import key, page_of
from tests.tournaments.test_holdem_pages import staff_address
from tournaments.models import ChipRace, StackPurchase

pytestmark = pytest.mark.django_db


def test_chips_are_sold_and_taken_back_on_the_page(floor):
    flight = floor_of((4, 5), make_holdem(advancing_count=2, rebuy_chips=5_000))
    client, code = floor(flight.tournament.event), at(flight, 1, 1)

    page = page_of(client, flight, f"?player={code}")
    client.post(staff_address(flight, f"entries/{code}/sell/rebuy/"), key())
    sold = StackPurchase.objects.get()
    bought = page_of(client, flight, f"?player={code}")
    client.post(staff_address(flight, f"purchases/{sold.pk}/undo/"), key())

    assert "Re-buy: 5,000 chips for" in page
    assert "Re-buy of 5,000" in bought
    assert StackPurchase.objects.get().undone_at is not None


def test_a_colour_up_is_drawn_planned_booked_and_undone_on_the_page(floor):
    tournament = make_holdem(advancing_count=1, flights=1)
    flight = flight_of(tournament)
    enter(flight, 3)
    client = floor(tournament.event)
    client.post(staff_address(flight, "seats/"), key())
    client.post(staff_address(flight, "clock/start/"))
    pieces = {f"pieces_{code}": 5 for code in codes_of(flight)}
    body = {**key(), "small": 25, "large": 100, **pieces}

    form = page_of(client, flight, "?do=race")
    drawn = client.post(staff_address(flight, "colour-up/?table=1"), {**body, "step": "draw"})
    cards = {
        name: drawn.context["race_form"].data[name] for name in drawn.context["race_form"].data if "cards_" in name
    }
    booked = client.post(staff_address(flight, "colour-up/?table=1"), {**body, **cards, "step": "book"})
    wrong = client.post(staff_address(flight, "colour-up/?table=1"), {**body, "step": "plan"})
    row = ChipRace.objects.get()
    client.post(staff_address(flight, f"colour-up/{row.pk}/undo/"), key())

    assert "Chips that go" in form
    assert (drawn.status_code, booked.status_code, wrong.status_code) == (200, 302, 422)
    assert "This will do" in drawn.content.decode()
    assert row.drift == 25
    assert ChipRace.objects.get().undone_at is not None
