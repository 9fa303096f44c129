"""A press at a match that the system deals is sent again and answered as done, also where the match has changed."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, make_staff
from tests.tables.evening import by_staff
from tests.tournaments.nights import correct, decide, drawn_bracket, match_of, other_team_wins
from tournaments.selectors.dealt.deals import the_deal
from tournaments.selectors.dealt.seats import players_at
from tournaments.services import dealt
from tournaments.services.bracket.matches import call_match, undo_call
from tournaments.services.bracket.results.result_undo import undo_result

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("how", ["put right", "undone"])
def test_presses_at_a_match_count_once_also_when_the_result_that_led_to_it_is(how):
    tournament = drawn_bracket(4, turn_seconds=20, bank_seconds=30)
    decide(tournament, 1)
    decide(tournament, 2)
    call_match(match=match_of(tournament, 3), **by_staff())
    dealt.deal_and_time_out(read_now=lambda: NOW)
    final = match_of(tournament, 3)
    staff, place = Client(), {"bracket_id": tournament.pk, "number": 3}
    staff.force_login(make_staff(tournament.event))
    pause = reverse("tournaments:pause_match", kwargs=place | {"code": tournament.event.code})
    signs = {
        reverse("tournaments:ready_mine", kwargs=place | {"token": player.token}): {
            "serial": the_deal(final).serial,
            "number": f"{seat}" * 64,
            "request_id": str(uuid4()),
        }
        for seat, player in players_at(final).items()
    }
    paused = {"request_id": str(uuid4())}
    for address, sign in signs.items():
        assert Client().post(address, sign).status_code == 302
    assert staff.post(pause, paused).status_code == 302
    staff.post(pause.replace("pause", "resume"), {"request_id": str(uuid4())})
    undo_call(match=match_of(tournament, 3), **by_staff())
    if how == "put right":
        correct(tournament, 1, other_team_wins(tournament, 1))
    else:
        undo_result(match=match_of(tournament, 1), **by_staff())
    for address, sign in signs.items():
        assert Client().post(address, sign, follow=True).status_code == 200
    assert staff.post(pause, paused, follow=True).status_code == 200
