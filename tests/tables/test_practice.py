"""Hands to practise on: every game of every house is played to its end, from a page that carries the hand.

No night is touched, and nothing is stored: whatever of this asked the database would fail here.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from engine.cards import card_text
from engine.poker.dealt import DealtHand
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Phase
from eventnight.events.house_settings.house_templates import house_templates
from tables.practice import YOU, Practice, act, begin, deal_next, opened, sealed
from tables.services import OwnMove
from tests.answers import shown_text
from tests.factories import make_event, make_player
from tests.practice import PracticePage, shown_after_a_refusal
from tests.tables.dealt_night import chosen

HANDS = 3
HAND = "/practice/hand/"
_LEAST = re.compile(r'data-least="(\d+)"')
_VERB = re.compile(r'name="verb"\s+value="(\w+)"')


class Seen:
    """A hand of practice as ``chosen`` reads one."""

    def __init__(self, practice: Practice) -> None:
        self.hand = practice.hand.seen
        self.phase = self.hand.phase.name.lower()


def played_out(practice: Practice, chance: Random) -> Practice:
    while not practice.is_over:
        verb, move = chosen(chance, Seen(practice))
        practice = opened(sealed(act(practice, OwnMove(verb=verb, **move), chance=chance)))
    return practice


@pytest.mark.parametrize("house", house_templates())
@pytest.mark.parametrize("game", GAMES)
def test_every_game_of_every_house_is_played_hand_after_hand(house: str, game: str):
    chance = Random(f"{house} {game}")
    practice = begin(house, game, chance=chance)

    for number in range(1, HANDS + 1):
        stacks = sum(practice.hand.seen.stacks.values()) + practice.hand.seen.pot
        practice = played_out(practice, chance)
        net = practice.hand.seen.settle().net if practice.hand.seen.phase is Phase.OVER else {}
        assert (practice.number, sum(net.values())) == (number, 0)
        practice = deal_next(practice, chance=chance)
        assert sum(practice.hand.seen.stacks.values()) + practice.hand.seen.pot == stacks


def verbs_of(page: PracticePage) -> list[str]:
    return _VERB.findall(page.source)


def test_anybody_chooses_a_game_and_the_rules_and_the_way_from_ones_night_names_the_house(db):
    player = make_player(make_event("biska"))
    mine = Client().get(reverse("night:my_night", kwargs={"token": player.token})).content.decode()

    page = Client().get("/practice/?house=biska").content.decode()

    assert "/practice/?house=biska" in mine
    assert "/practice/" in Client().get("/").content.decode()
    assert 'value="biska" selected' in page
    assert all(f'value="{game}"' in page for game in GAMES)


@pytest.mark.parametrize("game", ["holdem", "five_draw", "razz"])
def test_a_hand_goes_from_the_first_press_to_the_next_hand_on_the_page_alone(game: str):
    page = PracticePage(HAND, house="angies", game=game)
    for _ in range(40):
        if verbs_of(page) == ["next"]:
            break
        page.press(verb=next(verb for verb in verbs_of(page) if verb != "fold"))
        assert page.answer.status_code == 200, page.words

    assert " won " in page.words
    page.press(verb="next")
    assert "Practice, hand 2" in page.words


def test_what_cannot_be_done_says_why_with_the_rule_and_the_hand_stays_as_it_is():
    page = PracticePage(HAND, house="card_night", game="holdem")
    before = opened(page.state)

    page.press(verb="check")

    assert page.answer.status_code == 422
    assert opened(page.state).hand.seen.log == before.hand.seen.log
    assert "Why not? Check" in page.words

    least = int(_LEAST.search(page.source)[1])
    page.press(verb="bet", to=least - 5)

    assert page.answer.status_code == 422
    assert "STD-4" in page.words


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"verb": "fly"}, 400),
        ({"verb": "next"}, 400),
        ({"verb": "bet", "to": "1"}, 422),
        ({"verb": "bet", "to": "x"}, 422),
        ({}, 422),
    ],
)
def test_a_press_that_means_nothing_is_refused_on_the_same_page(said: dict[str, str], status: int):
    page = PracticePage(HAND, house="card_night", game="holdem")
    before = opened(page.state).hand.seen.log

    page.press(**said)

    assert (page.answer.status_code, opened(page.state).hand.seen.log) == (status, before)


@pytest.mark.parametrize("state", ["", "x" * 200, "ä", "A" * 70_000])
def test_a_hand_that_somebody_wrote_is_not_read(state: str):
    answer = Client().post(HAND, {"state": state, "verb": "fold"})

    assert (answer.status_code, "Go back and begin a new one" in shown_text(answer)) == (400, True)


@pytest.mark.parametrize(("asked", "code"), [({"house": "moon"}, "moon"), ({"game": "snap"}, "snap")])
def test_a_game_or_a_house_that_is_none_is_named(asked: dict[str, str], code: str):
    page = PracticePage(HAND, **asked)

    assert page.answer.status_code == 404
    assert code in page.words


@pytest.mark.parametrize("game", GAMES)
def test_the_page_shows_nothing_of_what_the_others_hold(game: str):
    practice = begin("angies", game, chance=Random(game))
    hand = practice.hand
    faces = {card for seat in hand.seen.seats for card in hand.seen.hole(seat)} | set(hand.seen.board)
    own = {*hand.cards_of(YOU)}
    hidden = [card for seat in hand.known.seats for card in hand.known.hole(seat) if card not in faces | own]
    one, other = (card_text(card) for card in Random(game).sample(hidden, 2))
    known = json.dumps(hand.known.to_json()).replace(one, "<1>").replace(other, one).replace("<1>", other)
    swapped = replace(practice, hand=DealtHand.from_json(json.loads(known), hand.seen.to_json()))

    assert shown_after_a_refusal(HAND, sealed(swapped)) == shown_after_a_refusal(HAND, sealed(practice))
