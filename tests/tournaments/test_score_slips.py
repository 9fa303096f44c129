"""Score slips: one for each match that two teams still have to play, with the address where staff enter it."""

from __future__ import annotations

import pytest

from eventnight.core.roles import Role
from tests.factories import make_staff
from tests.tournaments.nights import drawn_bracket

pytestmark = pytest.mark.django_db


@pytest.fixture
def bracket(client):
    drawn = drawn_bracket(5)
    client.force_login(make_staff(drawn.event, Role.MATCHES))
    return drawn


def numbers(answer) -> list[int]:
    return [slip["match"].number for slip in answer.context["slips"]]


def test_a_slip_for_each_match_with_two_teams_and_none_for_a_bye(client, bracket):
    answer = client.get(f"/staff/{bracket.event.code}/matches/{bracket.pk}/slips/")

    ready = [match.number for match in bracket.matches.all() if match.team_a_id and match.team_b_id]
    assert numbers(answer) == ready
    page = answer.content.decode()
    assert page.count('class="score-slip"') == len(ready)
    assert answer.context["slips"][0]["address"].endswith(f"/matches/{bracket.pk}/{ready[0]}/")


def test_one_slip_alone(client, bracket):
    address = f"/staff/{bracket.event.code}/matches/{bracket.pk}/slips/"
    number = numbers(client.get(address))[0]

    assert numbers(client.get(address, {"match": number})) == [number]
    assert numbers(client.get(address, {"match": "99"})) == []


def test_a_hundred_slips_cost_no_more_queries_than_two(client, django_assert_max_num_queries):
    large = drawn_bracket(128)
    client.force_login(make_staff(large.event, Role.MATCHES))

    with django_assert_max_num_queries(14):
        answer = client.get(f"/staff/{large.event.code}/matches/{large.pk}/slips/")

    assert len(numbers(answer)) == 64
