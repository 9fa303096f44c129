"""Seats, the mat and cards: every text is escaped, and what is drawn is what was given."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from engine.roulette.bets import Catalogue, legal_bets
from engine.roulette.wheel import AMERICAN, EUROPEAN
from tables.drawings import measures
from tables.drawings.cards import deck_of, draw_card, face_of
from tables.drawings.mat import Stake, draw_mat
from tables.drawings.seat_map import SeatBox, draw_seat_map
from tests.svg import bounds

NASTY = '<script>alert("1")</script> & Söhne'


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


@pytest.mark.parametrize("title", ["Table 1", "Flight 2, table 1", "M" * 60])
def test_the_name_of_a_table_stays_between_its_seats_and_is_read_out_whole(title):
    seats = [SeatBox(number, "Open", href=f"#{number}") for number in range(1, 7)]

    svg = ElementTree.fromstring(draw_seat_map(seats, title=title))

    drawn = next(each for each in svg.iter("text") if each.get("class") == "on-felt")
    height = float(drawn.get("y", "0"))
    boxes = [box for box in map(bounds, svg.iter("a")) if box[1] <= height <= box[3]]
    room = min(left for left, *_ in boxes if left > 180) - max(right for _, _, right, _ in boxes if right < 180)
    # Letters of a name are on average about half as wide as they are high.
    assert len(drawn.text or "") * int(drawn.get("font-size", "0")) * 0.53 <= room
    assert svg.get("aria-label") == title


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


@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("shape", [measures.tall, measures.broad])
def test_a_table_is_turned_so_that_ones_own_seat_lies_at_the_lower_edge(count, shape):
    straight = shape(count)
    for own in range(1, count + 1):
        turned = measures.turned(straight, own)
        assert sorted(spot.pod for spot in turned.spots) == sorted(spot.pod for spot in straight.spots)
        assert turned.spots[own - 1].pod.bottom == max(spot.pod.bottom for spot in straight.spots)
        at = straight.spots.index(turned.spots[own - 1])
        assert turned.spots[own % count] == straight.spots[(at + 1) % count]
