"""Where a house plays every hand to its end, one in which somebody has acted cannot be called off."""

from __future__ import annotations

import pytest

from eventnight.core.errors import UserFacingError
from tables import services
from tables.models import Table
from tables.selectors import play_of, the_play
from tests.tables.evening import by_staff
from tests.tables.playing import do
from tests.tables.ruled import in_house, rule
from tests.tables.test_api import TableClient
from tests.tables.test_pages import address, signed_in

pytestmark = pytest.mark.django_db


def call_off(table: Table) -> None:
    services.call_off(table=table, version=the_play(table).version, reason="A spilt drink", **by_staff())


def offers_it(table: Table) -> bool:
    return "Call it off" in signed_in(table.event).get(address(table, "play")).content.decode()


@pytest.mark.rule("ANG-41")
@pytest.mark.parametrize("game", ["holdem", "lowball"])
def test_at_angies_a_hand_is_called_off_until_somebody_has_acted(game):
    table = in_house("angies", game=game)
    assert offers_it(table)

    do(table, "call")
    with pytest.raises(UserFacingError) as refused:
        call_off(table)

    assert (refused.value.code, refused.value.rules) == ("hand_plays_on", ("ANG-41",))
    assert not offers_it(table)
    do(table, "undo")
    call_off(table)
    assert play_of(table) is None


@pytest.mark.rule("ANG-41")
def test_a_misdeal_ends_a_hand_in_which_somebody_has_acted():
    table = in_house("angies", game="lowball")
    do(table, "call")
    rule(table, "wrong_count", held={2: 6, 3: 6})

    call_off(table)

    assert play_of(table) is None


@pytest.mark.rule("ANG-41")
def test_a_hand_that_is_over_is_paid_out_and_not_called_off():
    table = in_house("angies")
    do(table, "fold")
    do(table, "fold")
    assert the_play(table).phase == "over"

    with pytest.raises(UserFacingError, match="plays every hand to its end"):
        call_off(table)


@pytest.mark.rule("ANG-41")
def test_over_the_api_it_is_refused_with_the_rule():
    table = in_house("angies")
    do(table, "call")

    answer = TableClient(table.event).send(f"{table.pk}/play/call-off/", {"version": 2, "reason": "A spilt drink"})

    assert (answer.status_code, answer.json()["code"], answer.json()["rules"]) == (422, "hand_plays_on", ["ANG-41"])


@pytest.mark.parametrize("house", ["wlia", "canterbury", "washburn"])
def test_other_houses_call_a_hand_off_at_any_time(house):
    table = in_house(house)
    do(table, "call")

    call_off(table)

    assert play_of(table) is None
