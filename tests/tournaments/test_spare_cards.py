"""The 4 and the 6 of a euchre team lie so that as many pips show as it has points, told from the drawing alone."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest
from django.test import Client

from eventnight.core.roles import Role
from tests.factories import make_staff
from tests.tournaments.hand_nights import at_the_table, play, players_of
from tournaments.drawings.spare_cards import FRAME, PIP, draw_spare_cards
from tournaments.models import BracketTournament

Point = tuple[float, float]
PLACED = re.compile(r"translate\((\S+) (\S+)\)(?: rotate\((\S+) (\S+) (\S+)\))?")
ALL_AROUND = [math.radians(degrees) for degrees in range(0, 360, 15)]

PAGES = {
    "staff": "/staff/{event}/matches/{bracket}/1/hands/",
    "a player of the match": "/p/{token}/match/{bracket}/1/hands/",
    "a player's night": "/p/{token}/",
}


class CardSeen:
    """A card of a drawing, read from its markup."""

    def __init__(self, group: ElementTree.Element) -> None:
        numbers = [float(number or 0) for number in PLACED.fullmatch(group.get("transform")).groups()]
        self._x, self._y, turned, self._middle_x, self._middle_y = numbers
        self._turned = math.radians(turned)
        face = group.find("rect")
        self.width, self.height = float(face.get("width")), float(face.get("height"))
        self.spots = [
            self._out((float(pip.get("x")) + PIP / 2, float(pip.get("y")) + PIP / 2)) for pip in group.iter("use")
        ]

    @property
    def corners(self) -> list[Point]:
        return [self._out((x, y)) for x in (0, self.width) for y in (0, self.height)]

    def covers(self, point: Point) -> bool:
        x, y = self._in(point)
        return 0 <= x <= self.width and 0 <= y <= self.height

    def _out(self, point: Point) -> Point:
        x, y = point[0] - self._middle_x, point[1] - self._middle_y
        sin, cos = math.sin(self._turned), math.cos(self._turned)
        return self._x + self._middle_x + x * cos - y * sin, self._y + self._middle_y + x * sin + y * cos

    def _in(self, point: Point) -> Point:
        x, y = point[0] - self._x - self._middle_x, point[1] - self._y - self._middle_y
        sin, cos = math.sin(-self._turned), math.cos(-self._turned)
        return self._middle_x + x * cos - y * sin, self._middle_y + x * sin + y * cos


def seen_on(svg: str) -> list[CardSeen]:
    """The cards of a drawing, the lowest first."""
    return [CardSeen(group) for group in ElementTree.fromstring(svg).findall("./g/g")]


def edge_of(pip: Point) -> list[Point]:
    return [(pip[0] + PIP / 2 * math.cos(turn), pip[1] + PIP / 2 * math.sin(turn)) for turn in ALL_AROUND]


def pips_showing(svg: str) -> int:
    """How many pips no card above covers. A pip that is covered in part is nobody's point: it fails."""
    cards, showing = seen_on(svg), 0
    for place, card in enumerate(cards):
        for pip in card.spots:
            covered = {any(above.covers(point) for above in cards[place + 1 :]) for point in [pip, *edge_of(pip)]}
            assert len(covered) == 1, f"the pip at {pip} is half covered"
            showing += covered == {False}
    return showing


def drawings_on(page: str) -> list[str]:
    return re.findall(r'<svg class="spare-cards".*?</svg>', page, re.DOTALL)


@pytest.mark.rule("EUC-18")
@pytest.mark.parametrize("slot", [0, 1])
@pytest.mark.parametrize("points", range(11))
def test_as_many_pips_show_as_points_are_made(slot, points):
    svg = draw_spare_cards(slot, points, target=10)

    assert pips_showing(svg) == points
    assert ElementTree.fromstring(svg).get("aria-label") == ("1 point" if points == 1 else f"{points} points")


@pytest.mark.parametrize("points", range(11))
def test_both_cards_of_every_score_lie_in_the_frame(points):
    svg = draw_spare_cards(0, points, target=10)
    shift_x, shift_y = (float(number) for number in re.search(r'<g transform="translate\((\S+) (\S+)\)"', svg).groups())

    corners = [corner for card in seen_on(svg) for corner in card.corners]

    assert len(seen_on(svg)) == 2
    assert all(0 <= x + shift_x <= FRAME[0] and 0 <= y + shift_y <= FRAME[1] for x, y in corners)


@pytest.mark.rule("EUC-18")
def test_points_past_the_last_pip_leave_both_cards_open_and_are_said_in_full():
    svg = draw_spare_cards(0, 13, target=10)

    assert pips_showing(svg) == 10
    assert ElementTree.fromstring(svg).get("aria-label") == "13 points"


def test_a_game_to_more_points_than_there_are_pips_is_not_kept_with_cards():
    assert draw_spare_cards(0, 3, target=11) == ""


@pytest.mark.rule("EUC-18")
@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES.values(), ids=PAGES)
def test_the_pages_of_a_match_show_the_score_with_the_cards_of_both_teams(address):
    tournament = at_the_table()
    for slot, tricks in ((0, 5), (1, 3), (0, 4)):
        play(tournament, slot, tricks)

    page = page_of(tournament, address)

    assert [pips_showing(drawing) for drawing in drawings_on(page)] == [3, 1]
    assert ['href="#hearts"' in drawing for drawing in drawings_on(page)] == [True, False]
    assert [re.search(r'aria-label="(.*?)"', drawing)[1] for drawing in drawings_on(page)] == ["3 points", "1 point"]


@pytest.mark.django_db
def test_the_page_of_a_longer_game_shows_the_way_to_its_end_instead():
    tournament = at_the_table(target=15)
    play(tournament, 0, 5)

    page = page_of(tournament, PAGES["staff"])

    assert drawings_on(page) == []
    assert 'max="15" value="2"' in page


def page_of(tournament: BracketTournament, address: str) -> str:
    """A page as whoever may open it sees it."""
    client = Client()
    client.force_login(make_staff(tournament.event, Role.MATCHES))
    token = players_of(tournament, 1)[0].token
    answer = client.get(address.format(event=tournament.event.code, bracket=tournament.pk, token=token))
    return answer.content.decode()
