"""A bracket on paper: every match once, on as many sheets as its first round needs."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.papers import Paper, paper_of
from tests.tournaments.nights import drawn_bracket, make_bracket, played_bracket
from tournaments.models import BracketTournament

pytestmark = pytest.mark.django_db


def printed(bracket: BracketTournament, paper: str = "a4") -> Paper:
    return paper_of(Client().get(f"/e/{bracket.event.code}/bracket/{bracket.pk}.pdf", {"paper": paper}))


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (297, 210)), ("letter", (279.4, 215.9)), ("a3", (420, 297)), ("", (279.4, 215.9))]
)
def test_a_bracket_lies_across_the_sheet(paper, size):
    sheet = printed(drawn_bracket(5), paper)

    assert (sheet.size, len(sheet.pages), sheet.is_tagged) == (size, 1, True)


@pytest.mark.parametrize(("paper", "pages"), [("a4", 5), ("a3", 3)])
def test_a_large_bracket_is_printed_in_parts_and_no_match_is_left_out(paper, pages):
    bracket = drawn_bracket(128)

    sheet = printed(bracket, paper)

    assert len(sheet.pages) == len(sheet.bookmarks) == pages
    shown = {int(number) for page in sheet.pages for number in re.findall(r"\b\d+\b", page)}
    assert {match.number for match in bracket.matches.all()} <= shown


def test_what_was_played_is_filled_in():
    bracket = played_bracket(4)

    assert "3 of 3 matches decided" in printed(bracket).text


def test_a_bracket_that_is_not_drawn_has_no_sheet():
    bracket = make_bracket()

    assert Client().get(f"/e/{bracket.event.code}/bracket/{bracket.pk}.pdf").status_code == 404
