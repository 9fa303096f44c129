"""Cards told by hand: what cannot be told changes nothing, and what a pack dealt through can bring back."""

from __future__ import annotations

import pytest

from engine.cards import Card, parse_cards
from engine.errors import RuleError
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand, Phase
from engine.poker.house.catalogue import HOUSES
from engine.poker.stakes import Stakes, Structure
from tests.engine.hands import begin, play


def fed_hand(game: str, *, players: int, house: str = "standard", **stakes: int) -> Hand:
    given = {"small_bet": 10, "ante": 5, **stakes}
    return Hand.start(
        game=GAMES[game],
        house=HOUSES[house],
        stakes=Stakes(structure=Structure.NO_LIMIT, **given),
        stacks=dict.fromkeys(range(1, players + 1), 500),
        button=players,
    )


def assert_refused(hand: Hand, code: str, tell) -> None:
    before = hand.to_json(), hand.owed_cards

    with pytest.raises(RuleError) as refused:
        tell()

    assert refused.value.code == code
    assert (hand.to_json(), hand.owed_cards) == before


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (parse_cards("Ah") * 2, "duplicate_card"),
        (parse_cards("Kd2c"), "duplicate_card"),
        (parse_cards("AhJk"), "card_not_in_game"),
        ((Card(5), None), "unknown_card"),
        (parse_cards("AhAdAs"), "too_many_cards"),
        ((), "too_many_cards"),
    ],
)
def test_cards_that_cannot_be_there_are_refused_by_name_and_nothing_changes(cards, code):
    hand = fed_hand("holdem", players=2)
    hand.deal_hole(1, parse_cards("KdQd"))

    assert_refused(hand, code, lambda: hand.deal_hole(2, cards))


@pytest.mark.rule("ANG-4")
def test_upcards_are_not_dealt_untold():
    hand = fed_hand("seven_stud", players=3, bring_in=5)

    assert_refused(hand, "upcard_unknown", hand.deal_unknown)
    hand.deal_hole(1, parse_cards("AcAdAh"))
    hand.deal_hole(2, [None, None, None])
    hand.deal_hole(3, [None, None, *parse_cards("2c")])
    assert hand.turn == 3
    hand.post_bring_in()
    hand.call()
    hand.call()
    assert_refused(hand, "upcard_unknown", lambda: hand.deal_hole(2, parse_cards("9c")))


def test_a_hand_that_was_shown_all_in_is_over_with_the_last_card():
    hand = fed_hand("holdem", players=2)
    hand.deal_hole(1, parse_cards("AcAd"))
    hand.deal_hole(2, parse_cards("KcKd"))
    hand.bet_to(495)
    hand.call()
    hand.show(1)
    hand.show(2)
    for street in ("2c3c4h", "5d", "9s"):
        assert hand.phase is Phase.DEAL
        hand.deal_board(parse_cards(street))

    assert hand.phase is Phase.OVER
    assert hand.settle().awards == {1: 1000}


def test_a_hand_won_because_the_last_other_is_killed_waits_for_no_card():
    hand = fed_hand("five_draw", players=2)
    hand.deal_unknown()
    hand.check()
    hand.check()
    hand.discard([None])

    hand.floor.kill(1, "the cards touched the muck")

    assert (hand.phase, hand.turn, hand.owed_cards) == (Phase.OVER, None, {})
    assert hand.settle().awards == {2: 10}


@pytest.mark.rule("ANG-10", "ANG-25")
def test_where_draws_are_filled_in_turn_a_card_is_burned_before_each():
    pack = parse_cards("".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"))
    hand = fed_hand("five_draw", players=8, house="angies")
    for seat in range(1, 9):
        hand.deal_hole(seat, pack[5 * seat - 5 : 5 * seat])
    for _ in range(8):
        hand.check()

    # Forty cards are dealt and eight may be burned: four are left for the first draw, none for the second.
    hand.discard(hand.hole(1)[:4])
    assert_refused(hand, "duplicate_card", lambda: hand.deal_hole(1, [*pack[40:43], pack[0]]))
    hand.deal_hole(1, pack[40:44])
    hand.discard(hand.hole(2)[:1])
    hand.deal_hole(2, [pack[0]])

    assert hand.discards[1] == pack[1:4]


@pytest.mark.rule("ANG-10")
def test_discards_come_back_only_when_the_pack_has_been_dealt_through():
    pack = parse_cards("".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"))
    hand = fed_hand("five_draw", players=8)
    for seat in range(1, 9):
        hand.deal_hole(seat, pack[5 * seat - 5 : 5 * seat])
    for _ in range(8):
        hand.check()
    for seat in range(1, 9):
        hand.discard(hand.hole(seat)[:3])

    # One card is burned, so 11 are left for 24.
    hand.deal_hole(1, pack[40:43])
    hand.deal_hole(2, pack[43:46])
    assert_refused(hand, "duplicate_card", lambda: hand.deal_hole(3, [*pack[46:48], pack[0]]))
    hand.deal_hole(3, pack[46:49])
    hand.deal_hole(4, [*pack[49:51], pack[0]])
    assert_refused(hand, "duplicate_card", lambda: hand.deal_hole(5, [pack[0], *pack[5:7]]))
    hand.deal_hole(5, [pack[1], *pack[5:7]])

    assert hand.hole(5)[-3:] == (pack[1], *pack[5:7])
    assert hand.discards[1] == (pack[2],)


@pytest.mark.rule("ANG-10")
def test_all_discards_may_come_back_at_once_when_the_pack_has_been_dealt_through():
    pack = parse_cards("".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"))
    hand = fed_hand("five_draw", players=10)
    for seat in range(1, 11):
        hand.deal_hole(seat, pack[5 * seat - 5 : 5 * seat])
    for _ in range(10):
        hand.check()
    hand.discard(hand.hole(1)[:3])
    hand.discard(hand.hole(2)[:2])
    for _ in range(8):
        hand.discard(())

    # Fifty cards are dealt and one is burned: one is left for five.
    hand.deal_hole(1, [pack[50], pack[0], pack[5]])
    hand.deal_hole(2, [pack[1], pack[2]])

    assert (hand.discards[1], hand.discards[2]) == ((), (pack[6],))


def test_once_its_cards_are_told_a_board_is_owed_none():
    hand = play(begin(deck=None), "")
    hand.deal_unknown()
    play(hand, "c c k")
    assert hand.owed_board == 3

    for cards in ("2c 3c 4c", "5c", "6c"):
        hand.deal_board(parse_cards(cards))
        assert (hand.owed_board, hand.phase) == (0, Phase.BETTING)
        play(hand, "k k k")


def test_an_upcard_taken_out_of_a_told_hand_is_replaced_only_by_a_card_that_is_told():
    hand = fed_hand("seven_stud", players=2, bring_in=5, big_bet=20)
    for seat, cards in {1: "2c3cAh", 2: "2d3dKd"}.items():
        hand.deal_hole(seat, parse_cards(cards))
    down, up = parse_cards("2cAh")

    assert_refused(hand, "upcard_unknown", lambda: hand.floor.replace_card(1, up))
    hand.floor.replace_card(1, up, parse_cards("Qh")[0])
    hand.floor.replace_card(1, down)

    assert hand.upcards(1) == parse_cards("Qh")
    assert hand.hole(1) == (None, *parse_cards("3cQh"))
