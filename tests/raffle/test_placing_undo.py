"""A placing is taken back from the message that tells of it, by its holder or by staff."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from eventnight.raffle.selectors import ticket_counts
from tests.raffle.nights import RaffleNight, placed_night
from tests.raffle.pages import new_key, page_url, staff_client

pytestmark = pytest.mark.django_db

CHANGED = {"to_B1": "2", "was_B1": "6", "to_B2": "8", "was_B2": "4", "planned": "B1:-4 B2:+4"}


def _counts(night: RaffleNight) -> dict[str, int]:
    return dict(ticket_counts(night.raffle, night.players[0]))


def _undo_of(page: str) -> str:
    return html.unescape(re.search(r'<form method="post" action="([^"]*undo[^"]*)"', page)[1])


def _who(night: RaffleNight, kind: str) -> tuple[Client, str]:
    if kind == "holder":
        return Client(), f"/p/{night.players[0].token}/tickets/"
    return staff_client(night), page_url(night, "place", player="P001")


@pytest.mark.parametrize("kind", ["holder", "staff"])
def test_one_press_puts_the_tickets_back_where_they_were_and_a_second_changes_nothing(kind):
    night = placed_night()
    client, address = _who(night, kind)
    placed = client.post(address, CHANGED | new_key(), follow=True).content.decode()
    moved, undo, key = _counts(night), _undo_of(placed), new_key()

    client.post(undo, key)
    back = client.post(undo, key)

    assert moved == {"B1": 2, "B2": 8}
    assert (back.status_code, _counts(night)) == (302, {"B1": 6, "B2": 4})
    assert night.faults() == []


def test_after_the_freeze_an_undo_is_refused():
    night = placed_night()
    client, address = _who(night, "holder")
    undo = _undo_of(client.post(address, CHANGED | new_key(), follow=True).content.decode())
    night.freeze()

    answer = client.post(undo, new_key())

    assert (answer.status_code, _counts(night)) == (409, {"B1": 2, "B2": 8})


@pytest.mark.parametrize(
    ("query", "key", "status"),
    [("?B1=x", True, 400), ("?B1=1", False, 400), ("", True, 400), ("?B9=1", True, 400), ("?B1=99", True, 422)],
    ids=["no-number", "no-key", "nothing", "unknown-bucket", "too-many"],
)
def test_an_undo_that_was_tampered_with_moves_nothing(query, key, status):
    night = placed_night()
    client, address = _who(night, "holder")

    answer = client.post(f"{address}undo/{query}", new_key() if key else {})

    assert (answer.status_code, _counts(night)) == (status, {"B1": 6, "B2": 4})
