"""A euchre hand at its edges: refusals by name, what a refused action leaves behind, undo, storing."""

from __future__ import annotations

import pytest

from engine.euchre.catalogue import house_of
from engine.euchre.deal import Deal, deal_by_hand
from engine.euchre.deck import BENNY, Suit, each_card, parse_card, parse_cards
from engine.euchre.hand.actions import (
    ALONE,
    ORDER_UP,
    PASS,
    TAKE_UP,
    TURN_IT_DOWN_ALONE,
    WITH_PARTNER,
    discard,
    name,
    play,
)
from engine.euchre.hand.hand import Stage
from engine.euchre.hand.revoke import report_revoke
from engine.euchre.hand.stored import hand_json, read_hand
from engine.euchre.hand.tricks import tricks_of
from engine.euchre.hand.views import view_of, wall_view
from engine.houses.wlia.euchre import HOUSE as WLIA
from tests.engine.euchre_hands import HANDS, after, deal, dealt, refused, texts

READY = ("order_up", "discard 9d", *["with_partner"] * 4)


@pytest.mark.parametrize(
    ("words", "action", "code"),
    [
        ((), ALONE, "not_now"),
        ((), play(parse_card("Jh")), "not_now"),
        (("order_up",), ORDER_UP, "not_now"),
        (("order_up",), discard(parse_card("Jh")), "not_now"),
        (("order_up", "discard 9d"), PASS, "not_now"),
        (READY, PASS, "not_now"),
        (READY, play(parse_card("As")), "card_not_held"),
        (("pass",) * 8, PASS, "hand_over"),
    ],
)
def test_an_action_of_another_moment_is_refused_and_changes_nothing(words, action, code):
    hand = after(dealt(), *words)
    before = (hand, hand_json(hand))

    assert refused(hand.take, action).code == code
    assert hand.why_not(action).code == code
    assert (hand, hand_json(hand)) == before


def test_an_action_is_written_as_it_is_said():
    jack = parse_card("Jh")
    said = [
        PASS,
        ORDER_UP,
        TAKE_UP,
        TURN_IT_DOWN_ALONE,
        name(Suit.CLUBS),
        discard(jack),
        ALONE,
        WITH_PARTNER,
        play(jack),
    ]

    assert [str(action) for action in said] == [
        "pass",
        "order it up",
        "take it up",
        "turn it down and play alone",
        "name clubs",
        "discard Jh",
        "play alone",
        "play with the partner",
        "play Jh",
    ]


def test_a_seat_acts_in_its_turn():
    hand = dealt()

    assert hand.take(PASS, 0) == hand.take(PASS)
    assert refused(hand.take, PASS, 2).code == "not_your_turn"
    assert hand.why_not(PASS, 2).facts["seat"] == 0
    assert refused(after(dealt(), *["pass"] * 8).take, PASS, 2).code == "hand_over"


def test_a_refusal_of_another_seat_names_no_cards():
    hand = after(dealt(), *READY)

    assert "Jh" not in refused(hand.take, play(parse_card("As")), 3).message


def test_undo_goes_back_one_action_or_to_any():
    hand = after(dealt(), *READY, "Ah")

    assert hand.undo() == after(dealt(), *READY)
    assert hand.undo(1) == after(dealt(), "order_up")
    assert hand.undo(0) == dealt()
    assert refused(hand.undo, 8).code == "nothing_to_undo"
    assert refused(dealt().undo).code == "nothing_to_undo"


def test_a_revoke_after_the_last_card_replaces_the_score_and_is_stored():
    hand = after(dealt(), *READY)
    while hand.legal:
        hand = hand.take(hand.legal[0])

    stopped = report_revoke(hand, 0)

    assert stopped.points == (0, 2)
    assert read_hand(hand_json(stopped)) == stopped
    assert hand_json(stopped)["log"][-1] == {"seat": 0, "action": "revoke"}
    assert refused(report_revoke, stopped, 1).code == "revoke_already_found"
    assert stopped.result.tricks == hand.result.tricks


def test_a_hand_that_stops_early_leaves_the_cards_where_they_are():
    thrown_in = after(dealt(), *["pass"] * 8)
    playing = after(dealt(), *READY, "Jh", "Jd", "Th", "9h", "Ah", "Qh")

    assert thrown_in.hand_of(0) == thrown_in.deal.hands[0]
    assert report_revoke(playing, 1).hand_of(0) == playing.hand_of(0)
    while playing.legal:
        playing = playing.take(playing.legal[0])
    assert [playing.hand_of(seat) for seat in range(4)] == [0] * 4


def test_a_revoke_keeps_the_tricks_taken_so_far():
    hand = after(dealt(), *READY, "Jh", "Jd", "Th", "9h", "Ah")

    assert report_revoke(hand, 1).result.tricks == 1
    assert tricks_of(hand)[-1].plays[0].seat == 0


@pytest.mark.parametrize(
    ("hands", "upcard", "code"),
    [
        ([*HANDS[:3], "9d As Ks Qs"], "9h", "wrong_pack"),
        ([*HANDS[:3], "9d As Ks Qs Jh"], "9h", "duplicate_card"),
        (HANDS, "Jh", "duplicate_card"),
        (HANDS, "BENNY", "wrong_pack"),
    ],
)
def test_cards_fed_in_must_make_a_pack(hands, upcard, code):
    assert refused(dealt, hands=hands, upcard=upcard).code == code


def test_a_deal_names_the_cards_that_do_not_fit():
    right = deal()

    wrong = refused(Deal, dealer=0, hands=right.hands, upcard=BENNY, kitty=right.kitty)

    assert wrong.code == "wrong_pack"
    assert "missing: 9h" in wrong.message
    assert "not in this pack: BENNY" in wrong.message


def test_twenty_five_cards_leave_four_unused():
    house = house_of("wlia", {"with_benny": True})
    fed = deal_by_hand(house, dealer=0, hands=[parse_cards(cards.split()) for cards in HANDS], upcard=parse_card("9h"))

    assert len(each_card(fed.kitty)) == 4
    assert len(each_card(deal(WLIA).kitty)) == 3


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": 2}, "bad_hand"),
        ({"dealer": 4}, "bad_hand"),
        ({"dealer": True}, "bad_hand"),
        ({"hands": [["Ah"]] * 4}, "wrong_pack"),
        ({"upcard": "8h"}, "not_a_euchre_card"),
        ({"as_played": 1}, "bad_hand"),
        ({"house": "bridge"}, "unknown_house"),
        ({"trump": "h"}, "bad_hand"),
        ({"log": {}}, "bad_hand"),
        ({"log": [{"seat": 0, "action": "fold"}]}, "bad_action"),
        ({"log": [{"action": "pass"}]}, "bad_hand"),
        ({"log": [{"seat": 1, "action": "pass"}]}, "not_your_turn"),
        ({"log": [{"seat": 0, "action": "pass", "card": "Ah"}]}, "bad_action"),
        ({"log": [{"seat": 0, "action": "play"}]}, "bad_action"),
        ({"log": [{"seat": 0, "action": "name", "suit": "x"}]}, "unknown_suit"),
        ({"log": [{"seat": 0, "action": "order_up"}, {"seat": 3, "action": "discard", "card": "Jh"}]}, "not_now"),
    ],
)
def test_a_stored_hand_that_does_not_fit_is_refused(change, code):
    assert refused(read_hand, {**hand_json(dealt()), **change}).code == code


def test_a_refused_line_of_the_log_is_named():
    data = hand_json(after(dealt(), *READY, "9c"))
    data["log"].append({"seat": 1, "action": "play", "card": "Ad"})

    wrong = refused(read_hand, data)

    assert (wrong.code, wrong.facts["line"]) == ("must_follow", 8)
    assert wrong.message.startswith("Line 8 of the log:")


def test_a_view_has_the_own_cards_and_the_choices_of_the_own_turn():
    hand = after(dealt(), "order_up")

    dealer, other, wall = view_of(hand, 3), view_of(hand, 0), wall_view(hand)

    assert [seat["count"] for seat in wall["seats"]] == [5, 5, 5, 6]
    assert [seat["cards"] is None for seat in other["seats"]] == [False, True, True, True]
    assert len(dealer["legal"]) == 6
    assert other["legal"] is None
    assert (wall["upcard"], wall["turn"], wall["stage"]) == ("9h", 3, "discarding")
    assert refused(view_of, hand, 4).code == "unknown_seat"


def test_only_the_dealer_is_shown_what_was_laid_away():
    hand = after(dealt(), *READY)

    assert view_of(hand, 3)["contract"]["discard"] == "9d"
    assert view_of(hand, 3)["log"][1] == {"seat": 3, "action": "discard", "card": "9d"}
    assert view_of(hand, 0)["log"][1] == {"seat": 3, "action": "discard"}
    assert "discard" not in wall_view(hand)["contract"]


def test_cards_recorded_as_played_may_be_any_that_is_held():
    hand = after(dealt(as_played=True), *READY, "9c")

    assert texts(hand) == {"play Qc", "play Kc"}
    assert hand.why_not(play(parse_card("Ad"))) is None
    assert hand.why_not(play(parse_card("As"))).code == "card_not_held"
    assert refused(hand.take, play(parse_card("As"))).code == "card_not_held"
    fallen = after(hand, "Ad")
    assert (fallen.stage, fallen.turn) == (Stage.PLAYING, 2)
    assert read_hand(hand_json(fallen)) == fallen


def test_cards_recorded_as_played_are_never_those_of_another_hand():
    hand = after(dealt(as_played=True), *READY, "9c")
    others = parse_cards(" ".join((HANDS[0], HANDS[2], HANDS[3])).split())

    codes = {refused(hand.take, play(card)).code for card in others}

    assert codes == {"card_not_held"}


def test_the_first_four_are_asked_in_the_first_round_and_the_next_four_in_the_second():
    hand, rounds = dealt(), []
    for _ in range(7):
        rounds.append(hand.round)
        hand = hand.take(PASS)

    assert [*rounds, hand.round] == [1, 1, 1, 1, 2, 2, 2, 2]
