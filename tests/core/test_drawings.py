"""Drawings: every text is escaped, every drawing is well-formed, and what is drawn is what was given."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.roulette.bets import Catalogue, legal_bets
from engine.roulette.wheel import AMERICAN, EUROPEAN
from eventnight.core.drawings.bracket import draw_bracket
from eventnight.core.drawings.bracket_layout import (
    MatchBox,
    RoundColumn,
    TeamLine,
    live_rounds,
    page_measures,
    sections_of,
    wall_measures,
)
from eventnight.core.drawings.cards import deck_of, draw_card, draw_chip, face_of
from eventnight.core.drawings.charts import (
    ForecastRow,
    LevelMark,
    Part,
    Tick,
    draw_bar,
    draw_bars,
    draw_forecast,
    draw_levels_strip,
    draw_odds_bar,
    draw_thermometer,
)
from eventnight.core.drawings.mat import Stake, draw_mat
from eventnight.core.drawings.seat_map import SeatBox, draw_seat_map

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
    words = {"title": "Bracket", "description": "Words", **words}
    return ElementTree.fromstring(draw_bracket(rounds, words.pop("measures", page_measures(rounds)), **words))


def boxes(svg: ElementTree.Element) -> list[ElementTree.Element]:
    return [part for part in svg.iter() if (part.get("class") or "").startswith("match ")]


def bounds(box: ElementTree.Element) -> tuple[float, float, float, float]:
    rect = box.find("rect")
    x, y, width, height = (float(rect.get(side)) for side in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


@settings(max_examples=40)
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


@settings(max_examples=40)
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

    text = draw_bracket(rounds, page_measures(rounds), title="B", description="D", highlight="u0")

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


@pytest.mark.parametrize("size", range(2, 11))
def test_a_seat_map_gives_every_seat_a_place_of_its_own(size):
    seats = [SeatBox(number, f"Player {number}", "1,000", href=f"#{number}") for number in range(1, size + 1)]

    svg = ElementTree.fromstring(draw_seat_map(seats, title="Table 1", discs={"D": 1}))

    drawn = [bounds(seat) for seat in svg.iter("a")]
    assert len({(left, top) for left, top, *_ in drawn}) == size
    assert all(left >= 0 and right <= 360 for left, _, right, _ in drawn)
    assert len(list(svg.iter("circle"))) == 1


def test_a_seat_says_who_sits_there_and_escapes_it():
    svg = ElementTree.fromstring(draw_seat_map([SeatBox(1, NASTY, href="#1"), SeatBox(2, "Open")], title="Table 1"))

    assert next(svg.iter("a")).get("aria-label") == f"Seat 1, {NASTY}"


def test_a_table_of_eleven_is_refused():
    with pytest.raises(ValueError, match="not 11"):
        draw_seat_map([SeatBox(number, "Open") for number in range(1, 12)], title="Table 1")


@pytest.mark.parametrize("wheel", [EUROPEAN, AMERICAN], ids=lambda wheel: wheel.key)
@pytest.mark.parametrize("catalogue", list(Catalogue))
def test_the_mat_offers_exactly_the_legal_bets(wheel, catalogue):
    mat = draw_mat(wheel, catalogue=catalogue)

    assert sorted(re.findall(r'data-bet="([^"]+)"', mat)) == sorted(str(bet) for bet in legal_bets(wheel, catalogue))
    assert re.findall(r'data-bet="([^"]+)"', mat) == re.findall(r'value="([^"]+)"', mat)


def test_a_stake_lies_on_its_bet_and_is_read_out_with_its_owner():
    mat = draw_mat(AMERICAN, stakes=[Stake("straight 17", 20, NASTY), Stake("straight 17", 10, "Max I")], hit="17")

    cell = next(
        part
        for part in ElementTree.fromstring(mat).iter("div")
        if part.find("button[@value='straight 17']") is not None
    )
    assert "".join(cell.find("button").itertext()) == f"17, {NASTY} 20, Max I 10"
    assert cell.find("span/svg/text").text == "30"
    assert "is-hit" in cell.find("button").get("class")


def test_odds_read_better_the_fuller_the_bar():
    widths = [re.search(r'width="([\d.]+)%"', draw_odds_bar(n, 45, label="")).group(1) for n in (168, 90, 45)]

    assert widths == ["26.79", "50", "100"]


def test_a_bucket_without_tickets_shows_an_empty_bar():
    assert 'width="0%"' in draw_odds_bar(0, 45, label="No tickets yet")


@pytest.mark.parametrize(
    ("raised", "goal", "width"), [(217500, 300000, "72.5"), (400000, 300000, "100"), (100, 0, "0"), (-5, 10, "0")]
)
def test_the_thermometer_never_leaves_its_tube(raised, goal, width):
    assert f'class="rise" y="4" width="{width}%"' in draw_thermometer(raised, goal, label="Fund")


def test_stacked_parts_fill_the_bar():
    drawn = draw_bars([Part("Players", 50), Part("Tables", 30), Part("Trays", 20)], label="Chips")

    assert re.findall(r'x="([\d.]+)%" width="([\d.]+)%"', drawn) == [("0", "50"), ("50", "30"), ("80", "20")]


def test_the_strip_shows_how_much_of_a_level_is_played():
    drawn = draw_levels_strip([LevelMark(20, 20), LevelMark(20, 5), LevelMark(10, is_break=True)], label="Level 2 of 2")

    assert re.findall(r'class="([\w-]+)"', drawn) == ["levels", "to-come", "played", "to-come", "played", "break"]
    assert re.findall(r'width="([\d.]+)%"', drawn) == ["39.5", "39.5", "39.5", "9.88", "19.5"]


def test_the_forecast_says_which_activity_is_late():
    rows = [
        ForecastRow("Euchre", planned=(0, 180), expected=(0, 185), end_text="9:50"),
        ForecastRow(NASTY, planned=(200, 240), expected=(220, 270), end_text="11:06", is_late=True),
    ]

    svg = ElementTree.fromstring(draw_forecast(rows, [Tick(0, "6:30")], minutes=300, now=120, label="Finish by"))

    words = [part.text for part in svg.iter("text")]
    assert words == ["6:30", "Euchre", "9:50", NASTY, "11:06 · late"]
    assert [part.get("class") for part in svg.iter("rect")] == ["planned", "gone", "ahead", "planned", "late"]


def test_a_bar_carries_its_label():
    assert ElementTree.fromstring(draw_bar(3, 4, label=NASTY)).get("aria-label") == NASTY


@pytest.mark.parametrize(
    ("card", "spoken", "rank"),
    [
        ("Ah", "ace of hearts", "A"),
        ("10d", "10 of diamonds", "10"),
        ("ts", "10 of spades", "10"),
        ("Jk", "joker", "Jk"),
    ],
)
def test_a_card_is_spoken_as_people_say_it(card, spoken, rank):
    assert (face_of(card).spoken, face_of(card).rank) == (spoken, rank)
    assert ElementTree.fromstring(draw_card(card)).get("aria-label") == spoken


@pytest.mark.parametrize(("card", "spoken"), [("back", "face down"), ("", "empty place")])
def test_a_place_without_a_face_is_spoken_too(card, spoken):
    assert ElementTree.fromstring(draw_card(card, "l")).get("aria-label") == spoken


def test_the_deck_has_52_keys_and_a_taken_card_cannot_be_pressed():
    keys = {key.text: key for suit in deck_of(taken={"Ah", "Kd"}, chosen={"Kd"}) for key in suit.cards}

    assert len(keys) == 52
    assert [text for text, key in keys.items() if key.is_taken] == ["Ah"]
    assert [text for text, key in keys.items() if key.is_chosen] == ["Kd"]


@pytest.mark.parametrize(
    ("value", "colour", "spoken", "shown"),
    [(50, "", "blue 50", "50"), (25, "red", "red 25", "25"), (5000, "", "grey 5,000", "5k"), (7, "", "grey 7", "7")],
)
def test_a_chip_shows_its_colour_and_value(value, colour, spoken, shown):
    chip = ElementTree.fromstring(draw_chip(value, colour=colour))

    assert (chip.get("aria-label"), chip.find("text").text) == (spoken, shown)
