"""A table seen from above: for every number of seats nothing lies on anything else, and each seat says its state."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import hypot
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.drawings.measures import FULL, SHORT, Box, Measures, broad, tall
from tables.drawings.mini import SEAT, MiniTable, draw_mini
from tables.drawings.plan import Pod, TablePlan, draw_table, lay

NASTY = '<script>alert("1")</script> & Söhne'
SHAPES = {"short": lambda count: tall(count, SHORT), "tall": lambda count: tall(count, FULL), "broad": broad}
HOLDEM = ("back", "back")
HANDS = (
    HOLDEM,
    ("As", "Ad"),
    ("back",) * 4,
    ("As", "Ad", "Kh", "Kd"),
    ("back",) * 5,
    ("back", "back", "Kh", "9c", "4d", "Td", "back"),
    ("As", "Ad", "Kh", "Kd", "9c", "4d", "2s"),
)
shapes = st.sampled_from(sorted(SHAPES))


@st.composite
def plans(draw: st.DrawFn) -> TablePlan:
    """Any table of two to ten seats with whatever can lie on it: bets up to 100,000 and up to three pots."""
    count = draw(st.integers(2, 10))
    hand = draw(st.sampled_from(HANDS))
    board = draw(st.sampled_from([(), ("Kh", "9c", "4d"), ("Kh", "9c", "4d", "8s", "2h")])) if len(hand) <= 4 else None
    bets = st.sampled_from(["", "5", "35", "1,200", "100,000"])
    pods = tuple(
        Pod(number=number, name=f"Player {number}", stack="1,000", bet=draw(bets), cards=hand)
        for number in range(1, count + 1)
        if draw(st.integers(0, 9))
    )
    words = ("Main pot", "Side pot 1", "Side pot 2")[: draw(st.integers(0, 3))]
    button = draw(st.none() | st.integers(1, count))
    pots = tuple((word, "12,345") for word in words)
    return TablePlan(says="Table 1", seats=count, pods=pods, pots=pots, board=board, button=button)


def things(plan: TablePlan, measures: Measures) -> list[tuple[str, Box]]:
    """Every box by what it belongs to; a seat's cards stand behind its own box."""
    laid = lay(plan, measures)
    told = [(f"seat {number}", box) for number, box in laid.pods.items()]
    told += [(f"seat {number}", box) for number, boxes in laid.cards.items() for box in boxes]
    told += [(f"bet {number}", box) for number, box in laid.bets.items()]
    told += [(f"pot {place}", box) for place, box in enumerate(laid.pots)]
    told += [("button", laid.button)] if laid.button else []
    return told + ([("board", laid.board)] if laid.board else [])


@given(plan=plans(), shape=shapes)
def test_nothing_lies_on_anything_else(plan: TablePlan, shape: str):
    told = things(plan, SHAPES[shape](plan.seats))

    assert [(one, other) for (one, a), (other, b) in combinations(told, 2) if one != other and a.lies_on(b)] == []


@given(plan=plans(), shape=shapes)
def test_everything_lies_within_the_width(plan: TablePlan, shape: str):
    measures = SHAPES[shape](plan.seats)

    assert [what for what, box in things(plan, measures) if box.x < 0 or box.right > measures.width] == []


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("count", range(2, 11))
def test_seats_go_clockwise_from_the_top_right(shape: str, count: int):
    spots = SHAPES[shape](count).spots
    centres = [(spot.pod.x + spot.pod.width / 2, spot.pod.y + spot.pod.height / 2) for spot in spots]
    middle = [sum(axis) / count for axis in zip(*centres, strict=True)]

    turns = [
        (x - middle[0]) * (next_y - middle[1]) - (y - middle[1]) * (next_x - middle[0])
        for (x, y), (next_x, next_y) in pairwise(centres)
    ]

    assert len(spots) == count
    assert all(turn >= 0 for turn in turns)


def drawn(*pods: Pod, seats: int = 6, **facts: object) -> ElementTree.Element:
    plan = TablePlan(says="Table 1, hand 3", seats=seats, pods=pods, **facts)
    return ElementTree.fromstring(draw_table(plan, broad(seats)))


def names(svg: ElementTree.Element) -> list[str]:
    return [str(each.get("aria-label")) for each in svg.iter() if each.get("aria-label")]


def test_a_seat_is_told_with_its_bet_its_state_the_button_and_its_open_cards():
    svg = drawn(
        Pod(number=2, name="Ivy Bauer", stack="535", state="act", bet="10", cards=("back", "Kh"), says="to act"),
        board=("9s", "4d", "2c"),
        pots=(("Pot", "45"),),
        button=2,
    )

    assert names(svg) == [
        "Table 1, hand 3",
        "Board: 9 of spades, 4 of diamonds, 2 of clubs",
        "Pot 45",
        "Seat 2, Ivy Bauer, 535, bet 10, to act, button, king of hearts",
    ]


def test_a_name_is_escaped_and_a_long_one_gives_way_to_the_short_one():
    svg = drawn(
        Pod(number=1, name=NASTY, stack="5"), Pod(number=2, name="Wilhelmina Featherstonehaugh", short="Wilhelmina F")
    )

    shown = [each.text for each in svg.iter("text") if each.get("class") == "pod-name"]

    assert shown == [NASTY[:14] + "…", "Wilhelmina F"]
    assert f"Seat 1, {NASTY}, 5" in names(svg)


def test_a_seat_without_a_player_keeps_its_number():
    svg = drawn(Pod(number=1, name="Ada"), seats=3)

    assert [group.find("text").text for group in svg.iter("g") if group.get("class") == "place-empty"] == ["2", "3"]


def test_a_seat_with_an_address_is_a_link():
    svg = drawn(Pod(number=4, name="Gus P", stack="7,300", state="act", href="?player=P004"))

    link = next(svg.iter("a"))

    assert (link.get("href"), link.get("aria-current"), link.get("aria-label")) == (
        "?player=P004",
        "true",
        "Seat 4, Gus P, 7,300",
    )


@pytest.mark.parametrize("count", [1, 11])
def test_a_table_of_another_size_is_refused(count: int):
    for measures in (tall, broad):
        with pytest.raises(ValueError, match=f"not {count}"):
            measures(count)


@pytest.mark.parametrize("count", range(2, 11))
def test_a_small_table_of_the_room_shows_taken_and_free_seats_apart(count: int):
    table = MiniTable(number=7, seats=count, taken=range(1, count), chosen=1, button=2)

    svg = ElementTree.fromstring(draw_mini(table))

    seats = [circle for circle in svg.iter("circle") if "mini-seat" in str(circle.get("class"))]
    places = [(float(seat.get("cx", 0)), float(seat.get("cy", 0))) for seat in seats]
    assert [str(seat.get("class")).split("-")[-1] for seat in seats] == ["chosen", *["taken"] * (count - 2), "free"]
    assert min(hypot(x - a, y - b) for (x, y), (a, b) in combinations(places, 2)) >= 2 * SEAT
    assert [text.text for text in svg.iter("text")].count("7") >= 1
