"""Euchre to practise: whole games are played from a page that carries them.

No night is touched, and nothing is stored: whatever of this asked the database would fail here.
"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from django.test import Client

from engine.euchre.catalogue import HOUSES
from engine.euchre.deck import card_text, each_card
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.stored import hand_json, read_hand
from engine.euchre.hand.tricks import tricks_of
from tests.answers import shown_text
from tests.practice import PracticePage, shown_after_a_refusal
from tests.tournaments.dealt_match import move_of
from tournaments.practice import YOU, Practice, act, begin, deal_next, opened, sealed

GAME = "/practice/euchre/"
HANDS = 12


def played_out(practice: Practice, chance: Random) -> Practice:
    while not practice.is_over:
        move = move_of(practice.hand, chance.choice(practice.hand.legal))
        practice = opened(sealed(act(practice, move, chance=chance)))
    return practice


@pytest.mark.rule("EUC-2", "EUC-10", "EUC-16")
@pytest.mark.parametrize("with_benny", [False, True])
@pytest.mark.parametrize("house", HOUSES)
def test_games_are_played_to_their_score_hand_after_hand(house: str, with_benny: bool):
    chance = Random(f"{house} {with_benny}")
    practice, games = begin(house, with_benny=with_benny, chance=chance), 0

    while games < 2:
        before, practice = practice, played_out(practice, chance)
        assert practice.points == before.points
        assert practice.score == tuple(map(sum, zip(before.points, practice.hand.points, strict=True)))
        games += practice.is_won
        after = deal_next(practice, chance=chance)
        assert after.points == ((0, 0) if practice.is_won else practice.score)
        assert after.hand.deal.dealer == (practice.hand.deal.dealer + 1) % 4
        practice = after


@pytest.mark.parametrize("seed", range(HANDS))
def test_a_hand_goes_from_the_first_press_to_the_next_hand_on_the_page_alone(seed: int):
    page, chance = PracticePage(GAME), Random(seed)
    while not (practice := opened(page.state)).is_over:
        move = move_of(practice.hand, chance.choice(practice.hand.legal))
        sent = {"verb": move.verb, "suit": move.suit} | ({} if move.place is None else {"place": move.place})
        page.press(**sent)
        assert page.answer.status_code == 200, page.words

    assert " score " in page.words or "thrown in" in page.words
    page.press(verb="next")
    assert "Practice, hand 2" in page.words


@pytest.mark.rule("EUC-13")
def test_a_card_that_does_not_follow_is_refused_with_its_rule_and_the_game_stays():
    page, place = _where_a_card_may_not_be_played()

    before = opened(page.state).hand.log
    page.press(verb="play", place=place)

    assert page.answer.status_code == 422
    assert "EUC-13" in page.words
    assert opened(page.state).hand.log == before


def _where_a_card_may_not_be_played() -> tuple[PracticePage, int]:
    for seed in range(200):
        page, chance = PracticePage(GAME), Random(seed)
        while not (practice := opened(page.state)).is_over:
            hand = practice.hand
            cards = [action.card for action in hand.legal if action.verb.value == "play"]
            wrong = [at for at, card in enumerate(each_card(hand.hand_of(YOU - 1))) if cards and card not in cards]
            if wrong:
                return page, wrong[0]
            move = move_of(hand, chance.choice(hand.legal))
            page.press(verb=move.verb, suit=move.suit, **({} if move.place is None else {"place": move.place}))
    raise AssertionError("no card had to follow in 200 hands")


@pytest.mark.parametrize(
    ("said", "status"),
    [({"verb": "fly"}, 400), ({"verb": "next"}, 400), ({"verb": "play", "place": "9"}, 422), ({}, 422)],
)
def test_a_press_that_means_nothing_is_refused_on_the_same_page(said: dict[str, str], status: int):
    page = PracticePage(GAME)
    before = opened(page.state).hand.log

    page.press(**said)

    assert (page.answer.status_code, opened(page.state).hand.log) == (status, before)


@pytest.mark.parametrize("state", ["", "x" * 200, "ä"])
def test_a_game_that_somebody_wrote_is_not_read(state: str):
    answer = Client().post(GAME, {"state": state, "verb": "pass"})

    assert (answer.status_code, "Go back and begin a new one" in shown_text(answer)) == (400, True)


def test_rules_that_are_none_are_named_and_the_benny_is_one_box_away():
    assert PracticePage(GAME, house="moon").answer.status_code == 404
    assert opened(PracticePage(GAME, house="north_american", benny="1").state).house.with_benny


@pytest.mark.parametrize("seed", range(HANDS))
def test_the_page_shows_nothing_of_what_the_others_hold(seed: int):
    chance = Random(seed)
    practice = begin("wlia", with_benny=False, chance=chance)
    for _ in range(seed % 4):
        if not practice.is_over:
            practice = act(practice, move_of(practice.hand, chance.choice(practice.hand.legal)), chance=chance)
    if isinstance(practice.hand, Finished):
        practice = deal_next(practice, chance=chance)
    hand = practice.hand
    seen = {play.card for trick in tricks_of(hand) for play in trick.plays} | {hand.deal.upcard}
    mine = {*each_card(hand.hand_of(YOU - 1))} | {*each_card(hand.deal.hands[YOU - 1])}
    others = [[card for card in each_card(hand.deal.hands[seat]) if card not in seen | mine] for seat in (1, 2, 3)]
    one, other = chance.choice(others[0]), chance.choice(others[1])
    told = json.dumps(hand_json(hand))
    for card, mark in ((one, "<1>"), (other, "<2>")):
        told = told.replace(card_text(card), mark)
    swapped = read_hand(json.loads(told.replace("<1>", card_text(other)).replace("<2>", card_text(one))))

    changed = sealed(replace(practice, hand=swapped))

    assert shown_after_a_refusal(GAME, changed) == shown_after_a_refusal(GAME, sealed(practice))
