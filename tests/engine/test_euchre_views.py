"""The whole of what a seat and the wall are shown of a euchre hand."""

from __future__ import annotations

import pytest

from engine.euchre.deck import (
    card_texts,
)
from engine.euchre.hand.revoke import report_revoke
from engine.euchre.hand.tricks import tricks_of
from engine.euchre.hand.views import view_of, wall_view
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
