"""A code, number or link that leads nowhere: the answer names it and says where to look."""

from __future__ import annotations

import pytest

from eventnight.core.roles import Role
from tests.flows.refused import (
    HAND,
    HAND_FORM,
    PAGE_4_WINS,
    TEAM_4_WINS,
    Case,
    at_the_doors,
    must_be_refused,
    raffle_opened,
)

pytestmark = pytest.mark.django_db

UNKNOWN = [
    Case(
        name="an event that is not there",
        role=Role.ORGANISER,
        status=404,
        code="unknown_event",
        says=("No event has the code NOWHERE", "Check the address or the card"),
        page=("/staff/NOWHERE/desk/", None),
        api=("NOWHERE/players/", None),
    ),
    Case(
        name="an event that guests look for",
        role=None,
        status=404,
        code="unknown_event",
        says=("No event has the code NOWHERE", "Check the address or the card"),
        page=("/e/NOWHERE/", None),
        api=("NOWHERE/brackets/", None),
    ),
    Case(
        name="an address of the API",
        role=Role.DESK,
        status=404,
        code="unknown_address",
        says=("nothing at /api/v1/events/", "/api/v1/docs"),
        api=("{code}/bank/lottery/", {}),
    ),
    Case(
        name="a player at the desk",
        role=Role.DESK,
        status=404,
        code="unknown_player",
        says=("P999", "Search by name"),
        page=("/staff/{code}/desk/P999/rebuy/", {"quantity": 1, "shown": 1}),
        api=("{code}/bank/rebuys/", {"player": "P999", "paid": 1000}),
    ),
    Case(
        name="a player at a card table",
        role=Role.TABLES,
        status=404,
        code="unknown_player",
        says=("P999",),
        page=("/staff/{code}/tables/{table}/seats/3/sit/", {"player": "P999", "chips": 100}),
        api=("{code}/tables/{table}/seats/3/", {"player": "P999", "chips": 100}),
    ),
    Case(
        name="a player who wants tickets",
        role=Role.RAFFLE,
        status=404,
        code="unknown_player",
        says=("P999", "Search by name"),
        page=("/staff/{code}/players/P999/tickets/", {"paid": 1000}),
        api=("{code}/raffle/sales/", {"player": "P999", "paid": 1000}),
        after=raffle_opened,
    ),
    Case(
        name="four figures that are on no card",
        role=None,
        status=404,
        code="unknown_pin",
        says=("0000", "Check the four figures on your card"),
        page=("/e/{code}/me/", {"pin": "0000"}),
    ),
    Case(
        name="a personal link",
        role=None,
        status=404,
        code="unknown_link",
        says=("This personal link is not known", "enter its four figures"),
        page=("/p/no-such-link/", None),
    ),
    Case(
        name="tickets placed by a personal link",
        role=None,
        status=404,
        code="unknown_link",
        says=("This personal link is not known",),
        page=("/p/no-such-link/tickets/", {"to_B1": 1, "was_B1": 0}),
    ),
    Case(
        name="a match",
        role=Role.MATCHES,
        status=404,
        code="unknown_match",
        says=("99",),
        page=("/staff/{code}/matches/{bracket}/99/", PAGE_4_WINS),
        api=("{code}/brackets/{bracket}/matches/99/result/", TEAM_4_WINS),
    ),
    Case(
        name="a bracket",
        role=Role.MATCHES,
        status=404,
        code="unknown_bracket",
        says=("no bracket 9999", "Check the address"),
        page=("/staff/{code}/matches/9999/1/", PAGE_4_WINS),
        api=("{code}/brackets/9999/matches/1/result/", TEAM_4_WINS),
    ),
    Case(
        name="a team",
        role=Role.MATCHES,
        status=404,
        code="unknown_team",
        says=("no team 77", "Reload the page and choose again"),
        page=("/staff/{code}/matches/{bracket}/1/", {**PAGE_4_WINS, "winner": "77-1"}),
        api=("{code}/brackets/{bracket}/matches/1/result/", {**TEAM_4_WINS, "winner": 77}),
    ),
    Case(
        name="a card table",
        role=Role.TABLES,
        status=404,
        code="unknown_table",
        says=("no such", "Choose one from the list"),
        page=("/staff/{code}/tables/9999/hand/", HAND_FORM),
        api=("{code}/tables/9999/hands/", HAND),
    ),
    Case(
        name="a roulette table asked for cards",
        role=Role.TABLES,
        status=404,
        code="unknown_table",
        says=("no such", "Choose one from the list"),
        page=("/staff/{code}/tables/{wheel}/hand/", HAND_FORM),
        api=("{code}/tables/{wheel}/hands/", HAND),
    ),
    Case(
        name="a seat",
        role=Role.TABLES,
        status=404,
        code="unknown_seat",
        says=("no seat 9", "1 to 6"),
        rules=("BIS-3",),
        page=("/staff/{code}/tables/{table}/seats/9/sit/", {"player": "P001", "chips": 100}),
        api=("{code}/tables/{table}/seats/9/", {"player": "P001", "chips": 100}),
    ),
    Case(
        name="a bucket",
        role=Role.RAFFLE,
        status=404,
        code="unknown_bucket",
        says=("no bucket B9", "Reload the page"),
        page=("/staff/{code}/raffle/buckets/B9/", {"item": "Quilt"}),
        api=("{code}/raffle/placings/", {"player": "P001", "counts": {"B9": 1}}),
        after=raffle_opened,
    ),
    Case(
        name="an entry of the books",
        role=Role.DESK,
        status=404,
        code="unknown_entry",
        says=("99",),
        page=("/staff/{code}/desk/entries/99/undo/", {"reason": "typo"}),
        api=("{code}/bank/entries/99/reversal/", {"reason": "typo"}),
    ),
]


@pytest.mark.parametrize(("case", "door"), at_the_doors(UNKNOWN))
def test_what_is_not_there_is_named(case: Case, door: str):
    must_be_refused(case, door)
