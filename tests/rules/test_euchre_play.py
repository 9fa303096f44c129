"""The charity night's euchre, rule by rule: bidding, playing alone, the tricks, a revoke."""

from __future__ import annotations

import pytest

from engine.euchre.catalogue import house_of
from engine.euchre.deck import Suit, card_text, card_texts, parse_card
from engine.euchre.game import EuchreMatch
from engine.euchre.hand.actions import PASS, name, play
from engine.euchre.hand.finished import Finished
from engine.euchre.hand.hand import Stage
from engine.euchre.hand.revoke import report_revoke, revokes_of
from engine.euchre.hand.tricks import active_seats, tricks_of
from engine.euchre.hand.views import view_of
from engine.houses.wlia.euchre import HOUSE as WLIA
from tests.engine.euchre_hands import after, dealt, made, refused, seats_asked, texts


@pytest.mark.rule("EUC-6")
def test_the_first_round_asks_from_the_dealers_left_and_the_dealer_last():
    asked = []
    hand = dealt()
    for _ in range(4):
        asked.append((hand.turn, texts(hand)))
        hand = after(hand, "pass")

    assert asked == [
        (0, {"pass", "order it up"}),
        (1, {"pass", "turn it down and play alone"}),
        (2, {"pass", "order it up"}),
        (3, {"pass", "take it up"}),
    ]
    assert (hand.turn, hand.round) == (0, 2)
    assert after(dealt(), "pass", "pass", "pass", "take_up").contract.maker == 3
    assert after(dealt(), "pass", "pass", "order_up").contract.maker == 2
    assert refused(dealt().take, PASS, 1).code == "not_your_turn"


@pytest.mark.rule("EUC-7")
def test_the_dealers_partner_accepts_only_to_play_alone_and_nobody_takes_the_card():
    asked = after(dealt(), "pass")
    assert asked.why_not(after(dealt(), "order_up").action).code == "partner_must_go_alone"

    others, hand = seats_asked(after(asked, "turn_it_down_alone"), {})

    assert others == [0, 2]
    assert hand.stage is Stage.PLAYING
    assert (hand.contract.maker, hand.contract.lone_maker, hand.contract.trump.suit) == (1, 1, Suit.HEARTS)
    assert active_seats(hand) == (0, 1, 2)
    assert hand.contract.hands == hand.deal.hands
    assert hand.contract.discard is None
    assert view_of(hand, None)["contract"]["dealer_picked_up"] is False


@pytest.mark.rule("EUC-7")
def test_an_event_may_let_the_dealers_partner_assist():
    asked = after(dealt(house_of("wlia", {"partner_must_go_alone": False})), "pass")

    assert texts(asked) == {"pass", "order it up"}
    assert after(asked, "order_up").stage is Stage.DISCARDING


@pytest.mark.rule("EUC-8")
def test_the_dealer_takes_the_card_and_lays_any_away_before_anyone_is_asked_about_playing_alone():
    hand = after(dealt(), "order_up")

    assert (hand.stage, hand.turn) == (Stage.DISCARDING, 3)
    assert texts(hand) == {f"discard {card}" for card in ("9d", "As", "Ks", "Qs", "Ts", "9h")}
    kept = after(hand, "discard 9h")
    assert kept.stage is Stage.GOING_ALONE
    assert kept.hand_of(3) == hand.deal.hands[3]
    assert card_texts(after(hand, "discard 9d").hand_of(3)) == ["9h", "Ts", "Qs", "Ks", "As"]


@pytest.mark.rule("EUC-8")
def test_an_event_may_keep_the_up_card_in_the_dealers_hand():
    hand = after(dealt(house_of("wlia", {"may_discard_upcard": False})), "order_up")

    assert "discard 9h" not in texts(hand)
    assert refused(after, hand, "discard 9h").code == "upcard_stays"


@pytest.mark.rule("EUC-9")
def test_the_second_round_asks_for_any_suit_but_the_turned_one():
    hand = after(dealt(), *["pass"] * 4)

    assert hand.turn == 0
    assert texts(hand) == {"pass", "name clubs", "name diamonds", "name spades"}
    assert refused(hand.take, name(Suit.HEARTS)).code == "suit_turned_down"
    named = after(hand, "pass", "name c")
    assert (named.contract.maker, named.contract.trump.suit, named.contract.made_in_round) == (1, Suit.CLUBS, 2)
    assert named.contract.hands == named.deal.hands


@pytest.mark.rule("EUC-10")
def test_eight_passes_throw_the_hand_in_and_the_next_player_deals():
    hand = after(dealt(dealer=0), *["pass"] * 8)

    assert isinstance(hand, Finished)
    assert (hand.contract, hand.points) == (None, (0, 0))
    match = EuchreMatch().with_hand(hand)
    assert (match.points, match.dealer) == ((0, 0), 1)


@pytest.mark.rule("EUC-10")
def test_an_event_may_oblige_the_dealer_to_choose():
    hand = after(dealt(house_of("wlia", {"dealer_must_choose": True})), *["pass"] * 7)

    assert texts(hand) == {"name clubs", "name diamonds", "name spades"}
    assert refused(hand.take, PASS).code == "dealer_must_choose"


@pytest.mark.rule("EUC-11")
@pytest.mark.parametrize(
    ("answers", "asked", "lone_maker", "lone_defender", "active"),
    [
        pytest.param({}, [0, 1, 2, 3], None, None, (0, 1, 2, 3), id="nobody"),
        pytest.param({0: True}, [0, 1, 3], 0, None, (0, 1, 3), id="the-maker"),
        pytest.param({2: True}, [0, 1, 2, 3], 2, None, (1, 2, 3), id="the-makers-partner"),
        pytest.param({1: True}, [0, 1, 2], None, 1, (0, 1, 2), id="a-defender"),
        pytest.param({3: True}, [0, 1, 2, 3], None, 3, (0, 2, 3), id="the-dealer-defends-alone"),
        pytest.param({0: True, 1: True}, [0, 1], 0, 1, (0, 1), id="one-on-each-side"),
        pytest.param({2: True, 3: True}, [0, 1, 2, 3], 2, 3, (2, 3), id="the-last-of-each-side"),
    ],
)
def test_players_are_asked_from_the_dealers_left_and_the_first_of_a_side_plays_alone(
    answers, asked, lone_maker, lone_defender, active
):
    order, hand = seats_asked(after(dealt(), "order_up", "discard 9d"), answers)

    assert order == asked
    assert (hand.contract.lone_maker, hand.contract.lone_defender) == (lone_maker, lone_defender)
    assert active_seats(hand) == active


@pytest.mark.rule("EUC-11")
@pytest.mark.parametrize(
    ("house", "asked"),
    [
        pytest.param(house_of("north_american"), [2], id="maker-only"),
        pytest.param(house_of("north_american", {"lone_defender": True}), [2, 1, 3], id="maker-then-defenders"),
        pytest.param(house_of("wlia", {"lone_defender": False}), [0, 2], id="defenders-never"),
        pytest.param(house_of("wlia", {"asked_first": "maker"}), [2, 0, 1, 3], id="maker-first"),
    ],
)
def test_an_event_may_say_who_is_asked(house, asked):
    hand = after(dealt(house, dealer=3), "pass", "pass", "order_up", "discard 9d")

    assert seats_asked(hand, {})[0] == asked


@pytest.mark.rule("EUC-12")
@pytest.mark.parametrize(
    ("alone", "leader"),
    [
        pytest.param((), 0, id="four-play"),
        pytest.param((0,), 1, id="left-of-the-lone-maker"),
        pytest.param((2,), 3, id="left-of-the-makers-partner"),
        pytest.param((1,), 2, id="left-of-the-lone-defender"),
        pytest.param((3,), 0, id="left-of-the-lone-dealer"),
        pytest.param((0, 1), 1, id="the-lone-defender-of-two"),
        pytest.param((2, 3), 3, id="the-lone-defender-of-two-who-deals"),
    ],
)
def test_the_first_lead(alone, leader):
    assert made(alone=alone).turn == leader


@pytest.mark.rule("EUC-12")
@pytest.mark.parametrize(("alone", "leader"), [((), 0), ((1,), 0), ((2,), 1), ((0, 1), 0), ((2, 3), 2)])
def test_an_event_may_leave_the_lead_with_the_dealers_left(alone, leader):
    assert made(alone=alone, house=house_of("wlia", {"lone_lead": "dealers_left"})).turn == leader


@pytest.mark.rule("EUC-13")
def test_follow_the_suit_led_or_play_anything_and_the_best_card_leads_next():
    lead = after(made(), "9c")
    assert texts(lead) == {"play Qc", "play Kc"}
    assert refused(lead.take, play(parse_card("Ad"))).rules == ("EUC-4", "EUC-13")
    assert refused(lead.take, play(parse_card("As"))).code == "card_not_held"

    last = after(lead, "Kc", "Ac")
    assert texts(last) == {"play 9h", "play As", "play Ks", "play Qs", "play Ts"}
    assert after(last, "As").turn == 2
    assert after(last, "9h").turn == 3


@pytest.mark.rule("EUC-14", "EUC-15")
@pytest.mark.parametrize(
    ("words", "alone", "points"),
    [
        pytest.param(("order_up", "discard 9d"), (), (2, 0), id="march"),
        pytest.param(("order_up", "discard 9d"), (0,), (4, 0), id="lone-march"),
        pytest.param(("order_up", "discard 9d"), (0, 1), (4, 0), id="lone-march-against-a-lone-defender"),
        pytest.param(("order_up", "discard 9d"), (1,), (2, 0), id="march-against-a-lone-defender"),
    ],
)
def test_a_hand_played_out_scores_by_its_tricks(words, alone, points):
    hands = ("Jh Jd Ah Kh Qh", "Th Ac Kc Qc Jc", "Tc 9c Ad Kd Qd", "9d As Ks Qs Ts")
    _, hand = seats_asked(after(dealt(hands=hands), *words), dict.fromkeys(alone, True))
    while hand.legal:
        hand = hand.take(hand.legal[-1])

    assert hand.points == points


@pytest.mark.rule("EUC-14", "EUC-15")
@pytest.mark.parametrize(
    ("house", "alone", "points"),
    [
        pytest.param(WLIA, (), (2, 0), id="euchred"),
        pytest.param(WLIA, (0,), (2, 0), id="euchred-by-a-lone-defender"),
        pytest.param(house_of("wlia", {"scale": {"lone_defender_euchre": 4}}), (0,), (4, 0), id="where-it-is-4"),
    ],
)
def test_makers_who_are_euchred_lose_two_points(house, alone, points):
    hands = ("Jh Jd Ah Kh Qh", "Th Ac Kc Qc Jc", "Tc 9c Ad Kd Qd", "9d As Ks Qs Ts")
    _, hand = seats_asked(
        after(dealt(house, hands=hands), "pass", "pass", "pass", "take_up", "discard 9d"), dict.fromkeys(alone, True)
    )
    while hand.legal:
        hand = hand.take(hand.legal[-1])

    assert hand.points == points


@pytest.mark.rule("EUC-17")
@pytest.mark.parametrize(
    ("alone", "seat", "points"),
    [
        pytest.param((), 1, (2, 0), id="a-defender"),
        pytest.param((0,), 1, (4, 0), id="a-defender-against-a-lone-maker"),
        pytest.param((1,), 2, (0, 4), id="a-maker-against-a-lone-defender"),
        pytest.param((1,), 1, (2, 0), id="the-lone-defender"),
    ],
)
def test_a_revoke_may_be_claimed_after_a_card_and_ends_the_hand(alone, seat, points):
    hand = made(alone=alone)
    while not any(one.seat == seat for trick in tricks_of(hand) for one in trick.plays[1:]):
        hand = hand.take(hand.legal[0])

    stopped = report_revoke(hand, seat)

    assert stopped.points == points
    assert refused(stopped.take, PASS).code == "hand_over"
    assert stopped.undo() is hand


@pytest.mark.rule("EUC-17")
def test_a_hand_recorded_as_played_takes_the_card_and_shows_who_revoked():
    fallen = after(made(as_played=True), "9c", "Ad", "Ac", "As")

    assert [(one.seat, card_text(one.card)) for one in revokes_of(fallen)] == [(1, "Ad")]
    assert report_revoke(fallen, 1).points == (2, 0)
    assert refused(report_revoke, fallen, 3).code == "no_revoke"
    assert refused(after, made(), "9c", "Ad").code == "must_follow"


@pytest.mark.rule("EUC-17")
def test_nobody_can_have_revoked_before_playing_to_a_lead():
    assert refused(report_revoke, made(), 0).code == "no_trick_yet"
    assert refused(report_revoke, after(made(), "9c"), 0).code == "never_followed"
    assert refused(report_revoke, after(made(alone=(0,)), "Ad", "9h"), 2).code == "never_followed"
