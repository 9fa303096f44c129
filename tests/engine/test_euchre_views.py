"""The whole of what a seat and the wall are shown of a euchre hand, and the deal that a seed gives."""

from __future__ import annotations

import pytest

from engine.chance import SeededDraw
from engine.euchre.actions import Verb
from engine.euchre.deal import cut_pack, shuffled_deal
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
from engine.euchre.house import house_of
from engine.euchre.revoke import report_revoke
from engine.euchre.stored import read_action
from engine.euchre.tricks import tricks_of
from engine.euchre.views import view_of, wall_view
from tests.engine.euchre_hands import after, dealt, made

LONE_CONTRACT = {
    "trump": "h",
    "maker": 0,
    "made_in_round": 1,
    "dealer_picked_up": True,
    "lone_maker": 0,
    "lone_defender": None,
}
BIDS = [
    {"seat": 0, "action": "order_up"},
    {"seat": 3, "action": "discard"},
    {"seat": 0, "action": "alone"},
    {"seat": 1, "action": "with_partner"},
    {"seat": 3, "action": "with_partner"},
]
CARDS = [
    {"seat": 1, "action": "play", "card": "Qc"},
    {"seat": 3, "action": "play", "card": "9h"},
    {"seat": 0, "action": "play", "card": "9c"},
    {"seat": 3, "action": "play", "card": "As"},
]
TRICKS = [
    {
        "leader": 1,
        "plays": [{"seat": 1, "card": "Qc"}, {"seat": 3, "card": "9h"}, {"seat": 0, "card": "9c"}],
        "winner": 3,
    },
    {"leader": 3, "plays": [{"seat": 3, "card": "As"}], "winner": None},
]
PACKS = [house_of("wlia"), house_of("wlia", {"with_benny": True})]


def lone_hand():
    """Seat 0 plays hearts alone against seats 1 and 3; the dealer has trumped the first trick and led to the second."""
    return after(made(alone=(0,)), "Qc", "9h", "9c", "As")


def seats(own=None):
    held = {0: ["Tc", "Jh", "Kh", "Ah"], 1: ["Kc", "Jd", "Ad", "Qh"], 2: ["Ac", "Td", "Qd", "Kd", "Th"]}
    held[3] = ["Ts", "Qs", "Ks"]
    return [
        {"seat": seat, "sits_out": seat == 2, "count": len(cards), "cards": cards if seat == own else None}
        for seat, cards in held.items()
    ]


def test_the_wall_sees_the_table_and_nobodys_cards():
    assert wall_view(lone_hand()) == {
        "house": "wlia",
        "dealer": 3,
        "stage": "playing",
        "turn": 0,
        "upcard": "9h",
        "contract": LONE_CONTRACT,
        "seats": seats(),
        "log": [*BIDS, *CARDS],
        "tricks": TRICKS,
        "legal": None,
        "points": None,
    }


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sees_its_own_cards_and_the_dealer_its_discard(seat):
    view = view_of(lone_hand(), seat)

    assert view["seats"] == seats(own=seat)
    dealt_away = {"discard": "9d"} if seat == 3 else {}
    assert view["contract"] == {**LONE_CONTRACT, **dealt_away}
    told = {"card": "9d"} if seat == 3 else {}
    assert view["log"] == [BIDS[0], {**BIDS[1], **told}, *BIDS[2:], *CARDS]


def test_only_the_seat_to_play_is_told_what_it_may_do():
    hand = lone_hand()

    assert view_of(hand, 0)["legal"] == [{"action": "play", "card": card} for card in ("Tc", "Jh", "Kh", "Ah")]
    assert [view_of(hand, seat)["legal"] for seat in (1, 2, 3)] == [None] * 3
    assert view_of(after(dealt(), *["pass"] * 4), 0)["legal"] == [
        {"action": "pass"},
        {"action": "name", "suit": "c"},
        {"action": "name", "suit": "d"},
        {"action": "name", "suit": "s"},
    ]


def test_a_hand_that_is_over_shows_its_points():
    view = wall_view(report_revoke(lone_hand(), 3))

    assert (view["stage"], view["turn"], view["points"]) == ("finished", None, [4, 0])
    assert view["log"] == [*BIDS, *CARDS, {"seat": 3, "action": "revoke"}]
    assert view["seats"] == seats()


def test_before_trump_is_made_there_is_no_contract_and_no_trick():
    view = wall_view(after(dealt(), "pass"))

    assert (view["stage"], view["turn"], view["contract"], view["tricks"]) == ("bidding", 1, None, [])
    assert [seat["sits_out"] for seat in view["seats"]] == [False] * 4
    assert view["log"] == [{"seat": 0, "action": "pass"}]


def test_the_up_card_is_with_the_dealer_from_the_pick_up_on():
    taken = after(dealt(), "order_up")

    assert wall_view(taken)["contract"]["dealer_picked_up"] is True
    assert wall_view(after(taken, "discard 9d"))["contract"]["dealer_picked_up"] is True
    named = after(dealt(), *["pass"] * 4, "name c")
    assert wall_view(named)["contract"]["dealer_picked_up"] is False


def test_tricks_are_read_back_with_who_led_who_wins_and_what_might_have_been_played():
    first, second = tricks_of(lone_hand())

    assert (first.leader, first.winner) == (1, 3)
    assert [card_texts(played.legal) for played in first.plays] == [
        ["Qc", "Kc", "Jd", "Ad", "Qh"],
        ["9h", "Ts", "Qs", "Ks", "As"],
        ["9c", "Tc"],
    ]
    assert (second.leader, second.winner) == (3, 3)
    assert not any(played.is_revoke for trick in (first, second) for played in trick.plays)


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
