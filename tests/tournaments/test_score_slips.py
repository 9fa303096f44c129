"""Score slips: one for each match that two teams still have to play, with the address where staff enter it."""

from __future__ import annotations

import re

import pytest

from eventnight.core.roles import Role
from tests.factories import make_staff
from tests.papers import Paper, paper_of
from tests.tournaments.nights import drawn_bracket

pytestmark = pytest.mark.django_db


@pytest.fixture
def bracket(client):
    drawn = drawn_bracket(5)
    client.force_login(make_staff(drawn.event, Role.MATCHES))
    return drawn


def slips(client, bracket, **asked: object) -> Paper:
    return paper_of(client.get(f"/staff/{bracket.event.code}/matches/{bracket.pk}/slips.pdf", asked))


def numbers(paper: Paper) -> list[int]:
    return [int(number) for number in re.findall(r"Match (\d+),", paper.text)]


def test_a_slip_for_each_match_with_two_teams_and_none_for_a_bye(client, bracket):
    paper = slips(client, bracket)

    ready = [match.number for match in bracket.matches.all() if match.team_a_id and match.team_b_id]
    assert numbers(paper) == ready
    place = f"http://testserver/staff/{bracket.event.code}/matches/{bracket.pk}"
    assert paper.codes() == [f"{place}/{number}/" for number in ready]


def test_one_slip_alone(client, bracket):
    number = numbers(slips(client, bracket))[0]

    assert numbers(slips(client, bracket, match=number)) == [number]
    assert "No match to play" in slips(client, bracket, match=99).text


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4)), ("", (215.9, 279.4))])
def test_four_slips_fill_a_sheet(client, paper, size):
    large = drawn_bracket(16)
    client.force_login(make_staff(large.event, Role.MATCHES))

    printed = slips(client, large, paper=paper)

    assert (printed.size, len(printed.pages)) == (size, 2)
    assert printed.is_tagged


def test_a_hundred_slips_cost_no_more_queries_than_two(client, django_assert_max_num_queries):
    large = drawn_bracket(128)
    client.force_login(make_staff(large.event, Role.MATCHES))

    with django_assert_max_num_queries(14):
        paper = slips(client, large)

    assert len(numbers(paper)) == 64
