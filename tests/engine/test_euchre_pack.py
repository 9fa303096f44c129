"""Euchre's pack: cards and suits as they are read, the deal that a seed gives, and what trump makes of the cards."""

from __future__ import annotations

import pytest

from engine.chance import SeededDraw
from engine.euchre.catalogue import house_of
from engine.euchre.deal import cut_pack, deal_cards, shuffled_deal
from engine.euchre.deck import (
    BENNY,
    PACK_OF_24,
    PACK_OF_25,
    Suit,
    card_text,
    card_texts,
    each_card,
    is_seat,
    parse_card,
    parse_suit,
)
from engine.euchre.hand.actions import Verb
from engine.euchre.hand.stored import read_action
from engine.euchre.trump import TRUMPS, trump_of

PACKS = [house_of("wlia"), house_of("wlia", {"with_benny": True})]


@pytest.mark.parametrize(
    ("house", "hands", "upcard", "kitty"),
    [
        (PACKS[0], ("Td 9h Th Qh Ks", "Kc Jd Ad Jh Ts", "Qd Kd Ah Js Qs", "Jc Ac 9d Kh As"), "9s", "9c Tc Qc"),
        (
            PACKS[1],
            ("Ac Td Qd Kh Ah", "Kd Ad 9s Qs As", "Jc 9d 9h Th Js", "Tc Qc Kc Ks BENNY"),
            "Jd",
            "9c Jh Qh Ts",
        ),
    ],
)
def test_a_seed_deals_these_very_cards_in_every_version(house, hands, upcard, kitty):
    deal = shuffled_deal(house, dealer=1, chance=SeededDraw("charity night"))

    assert tuple(" ".join(card_texts(cards)) for cards in deal.hands) == hands
    assert (card_text(deal.upcard), " ".join(card_texts(deal.kitty))) == (upcard, kitty)


@pytest.mark.parametrize("at", [1, 23])
def test_a_cut_lifts_from_one_card_to_all_but_one(at):
    order = each_card(PACK_OF_24)

    assert cut_pack(order, at) == (*order[at:], *order[:at])


@pytest.mark.parametrize(
    ("text", "card"), [("10h", "Th"), (" td ", "Td"), ("9C", "9c"), ("benny", "BENNY"), (" Benny ", "BENNY")]
)
def test_a_card_is_read_however_it_is_typed(text, card):
    assert card_text(parse_card(text)) == card


@pytest.mark.parametrize(
    ("text", "suit"),
    [("c", Suit.CLUBS), (" D ", Suit.DIAMONDS), ("hearts", Suit.HEARTS), ("Spades", Suit.SPADES)],
)
def test_a_suit_is_read_by_its_letter_or_its_name(text, suit):
    assert parse_suit(text) is suit


def test_seats_are_numbers_from_0_to_3():
    assert [value for value in (-1, 0, 1, 2, 3, 4, True, "1", None, 1.0) if is_seat(value)] == [0, 1, 2, 3]


def test_each_suit_has_another_of_its_colour_and_the_benny_none():
    assert [suit.same_colour for suit in Suit] == [Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS]
    assert each_card(PACK_OF_25)[-1] == BENNY


@pytest.mark.parametrize("suit", Suit)
def test_naming_a_suit_is_said_read_and_shown_alike(suit):
    named = read_action({"action": "name", "suit": suit.letter})

    assert (named.verb, named.about, str(named)) == (Verb.NAME, suit, f"name {suit.name.lower()}")


@pytest.mark.parametrize("dealer", range(4))
def test_two_and_three_cards_come_first_and_then_three_and_two(dealer):
    order = each_card(PACK_OF_24)

    dealt_out = deal_cards(PACKS[0], dealer=dealer, order=order)

    taken = ([0, 1, 10, 11, 12], [2, 3, 4, 13, 14], [5, 6, 15, 16, 17], [7, 8, 9, 18, 19])
    for step, places in enumerate(taken, start=1):
        assert each_card(dealt_out.hands[(dealer + step) % 4]) == tuple(order[at] for at in places)
    assert (dealt_out.upcard, each_card(dealt_out.kitty)) == (order[20], order[21:])


@pytest.mark.parametrize(
    ("trump", "led", "ranking"),
    [
        ("h", "Ah", "BENNY Jh Jd Ah Kh Qh Th 9h"),
        ("h", "9s", "BENNY Jh Jd Ah Kh Qh Th 9h As Ks Qs Js Ts 9s"),
        ("h", "Kd", "BENNY Jh Jd Ah Kh Qh Th 9h Ad Kd Qd Td 9d"),
        ("h", "Jd", "BENNY Jh Jd Ah Kh Qh Th 9h"),
        ("c", "BENNY", "BENNY Jc Js Ac Kc Qc Tc 9c"),
        ("s", "Qh", "BENNY Js Jc As Ks Qs Ts 9s Ah Kh Qh Jh Th 9h"),
        ("d", "9h", "BENNY Jd Jh Ad Kd Qd Td 9d Ah Kh Qh Th 9h"),
    ],
)
def test_trumps_beat_the_suit_led_and_no_other_card_can_win(trump, led, ranking):
    strengths = trump_of(parse_suit(trump)).strengths[parse_card(led)]

    winners = sorted((card for card in strengths if strengths[card]), key=lambda card: -strengths[card])
    assert " ".join(map(card_text, winners)) == ranking
    assert len({strengths[card] for card in winners}) == len(winners)
    assert set(strengths) == set(each_card(PACK_OF_25))


@pytest.mark.parametrize(
    ("trump", "led", "followers"),
    [
        ("h", "Ah", "Jd 9h Th Jh Qh Kh Ah BENNY"),
        ("h", "Jd", "Jd 9h Th Jh Qh Kh Ah BENNY"),
        ("h", "9d", "9d Td Qd Kd Ad"),
        ("c", "As", "9s Ts Qs Ks As"),
        ("c", "BENNY", "9c Tc Jc Qc Kc Ac Js BENNY"),
        ("s", "9d", "9d Td Jd Qd Kd Ad"),
    ],
)
def test_the_left_bower_and_the_benny_follow_trump(trump, led, followers):
    assert " ".join(card_texts(trump_of(parse_suit(trump)).followers[parse_card(led)])) == followers


@pytest.mark.parametrize("suit", Suit)
def test_play_looks_each_trump_up(suit):
    assert TRUMPS[suit] == trump_of(suit)
