"""Nobody sees a card that is not theirs to see, in no view of any hand."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given

from engine.cards import Card, card_text
from engine.errors import RuleError
from engine.poker.hand import Hand
from tests.engine.hand_laws import ENDED, chances, law, played, plays
from tests.engine.hands import STUD_LIMIT, begin, play
from tests.engine.poker_random_hands import MOST_STEPS, random_start, random_step

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b")


def possible_of(hand: Hand) -> dict[int, list[str]]:
    return {each["seat"]: each["possible"] for each in hand.view()["seats"]}


@law(100)
@given(chances, plays)
def test_no_view_shows_a_card_before_it_may_be_seen(rng, play):
    game, structure = play
    hand = random_start(rng, game=game, structure=structure)
    for _ in range(MOST_STEPS):
        for viewer in (None, *hand.seats):
            assert cards_in(hand.view(viewer)) <= open_cards(hand) | own_cards(hand, viewer)
        if hand.phase in ENDED:
            break
        random_step(rng, hand, rulings=True)


@law(40)
@given(chances, plays)
def test_every_player_sees_the_own_hand_and_all_see_what_lies_open(rng, play):
    hand = played(rng, play, rulings=False)

    for viewer in (None, *hand.seats):
        assert cards_in(hand.view(viewer)) == open_cards(hand) | own_cards(hand, viewer)


def open_cards(hand: Hand) -> set[str]:
    """The board, the upcards of live hands and the hands that were shown."""
    seen = [*hand.board]
    for seat in hand.seats:
        if seat in hand.shown:
            seen += known(hand.hole(seat))
        elif seat in hand.live and seat not in hand.mucked:
            seen += known(hand.upcards(seat))
    return {card_text(card) for card in seen}


def own_cards(hand: Hand, viewer: int | None) -> set[str]:
    return set() if viewer is None else {card_text(card) for card in known(hand.hole(viewer))}


def known(cards: tuple[Card | None, ...]) -> list[Card]:
    return [card for card in cards if card is not None]


def cards_in(view: dict[str, object]) -> set[str]:
    return set(CARD.findall(json.dumps(view)))


def test_the_wall_sees_no_hole_card_before_the_showdown_and_only_shown_hands_after():
    hand = play(begin(deck="2c 7d Ah 2d 7h Ad 9s Ks Qs Js 8s 3h 8h 4d"), "c c k")
    assert [seat["cards"] for seat in hand.view()["seats"]] == [["??", "??"]] * 3

    play(hand, "k k k k k k k k k")
    hand.show(3)
    hand.muck(1)
    hand.muck(2)

    assert [seat["cards"] for seat in hand.view()["seats"]] == [["??", "??"], ["??", "??"], ["Ah", "Ad"]]
    assert hand.view()["board"] == ["Ks", "Qs", "Js", "3h", "4d"]


def test_a_player_sees_the_own_cards_still_after_folding():
    hand = play(begin(deck="2c 7d Ah 2d 7h Ad"), "f")

    assert hand.view(3)["seats"][2]["cards"] == ["Ah", "Ad"]
    assert hand.view(1)["seats"][2]["cards"] == ["??", "??"]


def test_in_stud_upcards_are_open_to_all_and_hole_cards_to_nobody_else():
    hand = begin(game="seven_stud", stakes=STUD_LIMIT, deck="2c 3c 4c 2d 3d 4d 9h Kh 5s")

    assert [seat["cards"] for seat in hand.view(2)["seats"]] == [
        ["??", "??", "9h"],
        ["3c", "3d", "Kh"],
        ["??", "??", "5s"],
    ]


def test_a_view_holds_json_values_only_and_what_may_be_done():
    view = begin().view()

    assert json.loads(json.dumps(view)) == view
    assert view["turn"] == 3
    assert view["legal"]["to_call"] == 10


def test_there_is_no_view_of_a_seat_that_was_not_dealt_in():
    with pytest.raises(RuleError) as refused:
        begin().view(9)

    assert refused.value.code == "not_in_hand"


def test_cards_drawn_and_thrown_away_stay_unseen():
    hand = play(begin(game="five_draw", deck="2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 9c 9d 9h Kc Ks"), "c c k")

    hand.discard(hand.hole(1)[:1])

    assert hand.view()["seats"][0]["discarded"] == 1
    assert "2c" not in cards_in(hand.view(1))


@pytest.mark.rule("ANG-6")
def test_what_upcards_may_become_is_called_only_while_the_hand_is_live():
    hand = play(begin(game="seven_stud", stakes=STUD_LIMIT, stacks=[1000, 1000]), "b c")
    while not any(possible_of(hand).values()):
        play(hand, "k k")
    seat = next(seat for seat, possible in possible_of(hand).items() if possible)
    if hand.turn != seat:
        play(hand, "k")

    hand.fold(seat)

    assert possible_of(hand) == {1: [], 2: []}
