"""Brackets and levels: every text is escaped, every drawing is well-formed, and what is drawn is what was given."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.deep import examples
from tests.svg import bounds
from tournaments.drawings.bracket import Labels, draw_bracket
from tournaments.drawings.bracket_layout import (
    MatchBox,
    RoundColumn,
    TeamLine,
    live_rounds,
    page_measures,
    sections_of,
    wall_measures,
)
from tournaments.drawings.levels import LevelMark, draw_levels_strip

NASTY = '<script>alert("1")</script> & Söhne'


def rounds_for(teams: int, state: str = "waiting", *, name: str = "Team") -> list[RoundColumn]:
    """A bracket of that many teams, the first ones with byes, every match in the same state."""
    size = 2
    while size < teams:
        size *= 2
    columns, count = [], size // 2
    while count:
        byes = size - teams if not columns else 0
        matches = tuple(
            MatchBox(
                number=place + 1,
                upper=TeamLine(f"{name} {place}", key=f"u{place}", seed=place + 1, result="won"),
                lower=TeamLine(f"{name} {place} b", key=f"l{place}", score="7"),
                state="bye" if place < byes else state,
                href=f"#match-{place + 1}",
            )
            for place in range(count)
        )
        columns.append(RoundColumn(f"Round {len(columns) + 1}", matches))
        count //= 2
    return columns


def bracket(rounds, **words) -> ElementTree.Element:
    own = {name: words.pop(name) for name in ("title", "description", "name") if name in words}
    labels = Labels(**{"title": "Bracket", "description": "Words", **own})
    return ElementTree.fromstring(draw_bracket(rounds, words.pop("measures", page_measures(rounds)), labels, **words))


def boxes(svg: ElementTree.Element) -> list[ElementTree.Element]:
    return [part for part in svg.iter() if (part.get("class") or "").startswith("match ")]


@settings(max_examples=examples(40))
@given(teams=st.integers(2, 80), on_wall=st.booleans())
def test_every_bracket_shows_each_match_once_and_none_on_top_of_another(teams, on_wall):
    rounds = rounds_for(teams)
    measures = wall_measures(rounds) if on_wall else page_measures(rounds)

    drawn = [bounds(box) for box in boxes(bracket(rounds, measures=measures))]

    assert len(drawn) == teams - 1
    for position, (left, top, right, bottom) in enumerate(drawn):
        for other_left, other_top, other_right, other_bottom in drawn[position + 1 :]:
            apart = right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top
            assert apart


@settings(max_examples=examples(40))
@given(teams=st.integers(2, 80), has_third=st.booleans())
def test_a_bracket_stays_inside_its_frame(teams, has_third):
    third = MatchBox(99, TeamLine("Loser of 1"), TeamLine("Loser of 2")) if has_third else None

    svg = bracket(rounds_for(teams), third_place=third)

    width, height = float(svg.get("width")), float(svg.get("height"))
    for left, top, right, bottom in map(bounds, boxes(svg)):
        assert left >= 0
        assert top >= 0
        assert right <= width
        assert bottom <= height


def test_a_bye_is_a_mark_and_not_a_match():
    svg = bracket(rounds_for(3))

    assert len(boxes(svg)) == 2
    assert [part.find("title").text for part in svg.iter("g") if part.find("title") is not None] == ["Bye"]


def test_the_path_of_a_team_is_marked_on_its_boxes_and_on_the_line_it_won():
    rounds = rounds_for(4, "done")

    text = draw_bracket(rounds, page_measures(rounds), Labels(title="B", description="D"), highlight="u0")

    assert text.count("path-band") == 2
    assert text.count("feed-path") == 1


def test_a_wall_drawing_holds_no_links():
    rounds = rounds_for(8)

    svg = bracket(rounds, measures=wall_measures(rounds))

    assert svg.get("role") == "img"
    assert not list(svg.iter("a"))


def test_names_are_escaped_and_cut_only_where_the_box_ends():
    rounds = rounds_for(2, name=NASTY)

    svg = bracket(rounds, title=NASTY)

    assert svg.find("title").text == NASTY
    assert any(part.text.endswith("…") for part in svg.iter("text"))
    assert NASTY in boxes(svg)[0].get("aria-label")


def test_rounds_that_do_not_halve_are_refused():
    broken = [rounds_for(8)[0], rounds_for(2)[0]]

    with pytest.raises(ValueError, match="after 4"):
        bracket(broken)


def test_a_large_bracket_is_cut_into_sections_that_hold_every_first_match_once():
    sections = sections_of(rounds_for(64), most=8)

    assert [len(section[0].matches) for section in sections] == [8, 8, 8, 8]


def test_rounds_long_finished_leave_the_wall():
    first, second, *later = rounds_for(16)
    done = rounds_for(16, "done")

    assert live_rounds([done[0], done[1], *later]) == (done[1], *later)
    assert live_rounds([first, second, *later]) == (first, second, *later)
    assert live_rounds(done) == tuple(done[-2:])


def test_the_strip_shows_how_much_of_a_level_is_played():
    drawn = draw_levels_strip([LevelMark(20, 20), LevelMark(20, 5), LevelMark(10, is_break=True)], label="Level 2 of 2")

    assert re.findall(r'class="([\w-]+)"', drawn) == ["levels", "to-come", "played", "to-come", "played", "break"]
    assert re.findall(r'width="([\d.]+)%"', drawn) == ["39.5", "39.5", "39.5", "9.88", "19.5"]
