"""The charity night's euchre, rule by rule: the pack, the deal, and the points."""

from __future__ import annotations

import pytest

from engine.chance import SeededDraw
from engine.euchre.catalogue import house_of
from engine.euchre.deal import cut_pack, deal_cards, first_dealer, next_dealer, shuffled_deal
from engine.euchre.deck import (
    BENNY,
    PACK_OF_24,
    PACK_OF_25,
    Suit,
    card_text,
    card_texts,
    each_card,
    parse_card,
    parse_cards,
    partner_of,
    team_of,
)
from engine.euchre.hand.actions import PASS, play
from engine.euchre.hand.hand import Stage
from engine.euchre.hand.tricks import tricks_of
from engine.euchre.hand.views import view_of
from engine.euchre.scoring import (
    EuchreScale,
    Side,
    game_winner,
    match_winner,
    require_game_score,
    score_deal,
    score_revoke,
)
from engine.euchre.trump import TRUMPS, left_bower, right_bower, trump_order
from tests.engine.euchre_hands import HANDS, after, deal, dealt, made, refused, texts

WLIA = EuchreScale()
WITH_BENNY = house_of("wlia", {"with_benny": True})


@pytest.mark.rule("EUC-1")
def test_four_play_in_two_pairs_and_partners_face_each_other():
    assert [team_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [partner_of(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [card_texts(cards) for cards in deal().hands] == [
        card_texts(sum(parse_cards(cards.split()))) for cards in HANDS
    ]
    assert refused(lambda: deal(hands=HANDS[:3])).code == "wrong_pack"
    assert refused(lambda: deal(dealer=4)).code == "unknown_seat"


@pytest.mark.rule("EUC-2")
def test_the_first_jack_makes_the_dealer():
    turned = parse_cards(["9h", "Ad", "Kc", "Ts", "Qd", "Jh", "Jc"])

    assert first_dealer(turned) == 1
    assert first_dealer(turned, first_seat=2) == 3
    assert refused(first_dealer, turned[:5]).code == "no_jack"


@pytest.mark.rule("EUC-2")
@pytest.mark.parametrize("first_seat", range(4))
def test_the_cards_that_make_the_dealer_go_round_from_the_first_seat(first_seat):
    others, jack = parse_cards(["9h", "Ad", "Kc", "Ts", "Qd", "Ah", "Ac", "9s", "9c"]), parse_cards(["Jh"])

    dealers = [first_dealer([*others[:before], *jack], first_seat=first_seat) for before in range(10)]

    assert dealers == ([*range(4)] * 4)[first_seat : first_seat + 10]


@pytest.mark.rule("EUC-2")
def test_the_deal_passes_clockwise():
    assert [next_dealer(seat) for seat in range(4)] == [1, 2, 3, 0]


@pytest.mark.rule("EUC-3")
def test_the_pack_is_nine_to_ace_and_the_benny_if_the_event_says_so():
    pack = card_texts(PACK_OF_24)

    assert sorted(pack) == sorted(rank + suit for rank in "9TJQKA" for suit in "cdhs")
    assert card_texts(PACK_OF_25) == [*pack, "BENNY"]
    assert house_of("wlia").pack == PACK_OF_24
    assert WITH_BENNY.pack == PACK_OF_25
    assert refused(parse_card, "8h").code == "not_a_euchre_card"
    assert refused(lambda: deal(upcard="BENNY")).code == "wrong_pack"


@pytest.mark.rule("EUC-3")
def test_a_benny_turned_up_has_the_dealer_name_any_suit_unseen_and_take_it():
    hand = dealt(WITH_BENNY, upcard="BENNY")

    assert (hand.stage, hand.turn) == (Stage.NAMING_BENNY, 3)
    assert texts(hand) == {"name clubs", "name diamonds", "name hearts", "name spades"}
    assert view_of(hand, 3)["seats"][3]["cards"] is None
    assert view_of(hand, 0)["seats"][0]["cards"] == card_texts(hand.hand_of(0))
    assert refused(hand.take, PASS).code == "not_now"

    named = after(hand, "name s")
    assert (named.stage, named.turn, named.contract.maker) == (Stage.DISCARDING, 3, 3)
    assert named.contract.trump.suit is Suit.SPADES
    assert view_of(named, 3)["seats"][3]["cards"] == [*card_texts(hand.hand_of(3)), "BENNY"]


@pytest.mark.rule("EUC-3")
def test_the_benny_is_the_highest_trump():
    assert all(trump_order(suit)[0] == BENNY for suit in Suit)
    assert TRUMPS[Suit.HEARTS].suit_of(BENNY) is Suit.HEARTS


@pytest.mark.rule("EUC-4")
@pytest.mark.parametrize(
    ("trump", "order"),
    [
        (Suit.HEARTS, "Jh Jd Ah Kh Qh Th 9h"),
        (Suit.SPADES, "Js Jc As Ks Qs Ts 9s"),
        (Suit.CLUBS, "Jc Js Ac Kc Qc Tc 9c"),
        (Suit.DIAMONDS, "Jd Jh Ad Kd Qd Td 9d"),
    ],
)
def test_trumps_run_from_the_bowers_down(trump, order):
    assert " ".join(card_text(card) for card in trump_order(trump)[1:]) == order
    assert card_text(right_bower(trump)) == order.split()[0]
    assert card_text(left_bower(trump)) == order.split()[1]
    strengths = TRUMPS[trump].strengths[parse_card("9c")]
    ranked = [strengths[card] for card in trump_order(trump)]
    assert ranked == sorted(ranked, reverse=True)


@pytest.mark.rule("EUC-4")
def test_other_suits_run_from_the_ace_down_without_the_left_bower():
    strengths = TRUMPS[Suit.HEARTS].strengths[parse_card("9s")]

    assert [strengths[parse_card(card)] for card in ("As", "Ks", "Qs", "Js", "Ts", "9s")] == [6, 5, 4, 3, 2, 1]
    assert strengths[parse_card("Ad")] == 0
    assert TRUMPS[Suit.HEARTS].suit_of(parse_card("Jd")) is Suit.HEARTS
    assert TRUMPS[Suit.HEARTS].suit_of(parse_card("Js")) is Suit.SPADES


@pytest.mark.rule("EUC-4", "EUC-13")
def test_the_left_bower_follows_trump_and_not_its_printed_suit():
    on_trump = after(made(), "Ah")
    assert texts(on_trump) == {"play Jd", "play Qh"}
    assert refused(on_trump.take, play(parse_card("Ad"))).code == "must_follow"
    assert tricks_of(after(on_trump, "Jd", "Th", "9h"))[0].winner == 1

    on_diamonds = after(made(), "9c", "Kc", "Ac", "As", "Td", "Ks", "Tc")
    assert on_diamonds.turn == 1
    assert texts(on_diamonds) == {"play Ad"}
    assert refused(on_diamonds.take, play(parse_card("Jd"))).code == "must_follow"


@pytest.mark.rule("EUC-5")
def test_the_dealers_left_cuts_or_bumps():
    order = each_card(PACK_OF_24)

    assert cut_pack(order, None) == order
    assert cut_pack(order, 5) == (*order[5:], *order[:5])
    assert refused(cut_pack, order, 0).code == "cut_out_of_range"
    assert refused(cut_pack, order, 24).code == "cut_out_of_range"
    assert refused(cut_pack, order, 25).code == "cut_out_of_range"


@pytest.mark.rule("EUC-5")
def test_five_cards_come_in_packets_of_two_and_three_then_one_is_turned_up():
    order = each_card(PACK_OF_24)

    dealt_out = deal_cards(house_of("wlia"), dealer=0, order=order)

    by_seat = {seat: [order.index(card) for card in each_card(cards)] for seat, cards in enumerate(dealt_out.hands)}
    assert by_seat == {
        1: [0, 1, 10, 11, 12],
        2: [2, 3, 4, 13, 14],
        3: [5, 6, 15, 16, 17],
        0: [7, 8, 9, 18, 19],
    }
    assert dealt_out.upcard == order[20]
    assert each_card(dealt_out.kitty) == order[21:]
    assert refused(lambda: deal_cards(house_of("wlia"), dealer=0, order=order[:23])).code == "wrong_pack"


@pytest.mark.rule("EUC-5")
def test_a_seed_deals_the_same_hand_again():
    deals = [shuffled_deal(WITH_BENNY, dealer=1, chance=SeededDraw(seed)) for seed in ("a", "a", "b")]

    assert deals[0] == deals[1] != deals[2]


@pytest.mark.rule("EUC-14")
@pytest.mark.parametrize(
    ("tricks", "side", "points"),
    [
        pytest.param(0, Side.DEFENDERS, 2, id="euchred-without-a-trick"),
        pytest.param(2, Side.DEFENDERS, 2, id="euchred"),
        pytest.param(3, Side.MAKERS, 1, id="made"),
        pytest.param(4, Side.MAKERS, 1, id="made-with-four"),
        pytest.param(5, Side.MAKERS, 2, id="march"),
    ],
)
def test_four_players_score_by_tricks(tricks, side, points):
    assert score_deal(tricks, makers_alone=False, scale=WLIA) == (side, points)


@pytest.mark.rule("EUC-15")
@pytest.mark.parametrize("defender_alone", [False, True])
@pytest.mark.parametrize(
    ("tricks", "side", "points"),
    [
        pytest.param(2, Side.DEFENDERS, 2, id="euchred"),
        pytest.param(4, Side.MAKERS, 1, id="made"),
        pytest.param(5, Side.MAKERS, 4, id="lone-march"),
    ],
)
def test_a_lone_maker_scores_four_for_all_tricks_whoever_defends(tricks, side, points, defender_alone):
    assert score_deal(tricks, makers_alone=True, defender_alone=defender_alone, scale=WLIA) == (side, points)


@pytest.mark.rule("EUC-15")
def test_a_lone_defender_euchres_for_two():
    assert score_deal(2, makers_alone=False, defender_alone=True, scale=WLIA) == (Side.DEFENDERS, 2)
    assert score_deal(5, makers_alone=False, defender_alone=True, scale=WLIA) == (Side.MAKERS, 2)


@pytest.mark.rule("EUC-16")
@pytest.mark.parametrize(("points", "winner"), [((9, 9), None), ((10, 9), 0), ((0, 13), 1), ((8, 11), 1)])
def test_the_first_team_at_ten_wins_the_game(points, winner):
    assert game_winner(points, WLIA) == winner


@pytest.mark.rule("EUC-16")
@pytest.mark.parametrize(("winner_points", "loser_points"), [(10, 0), (10, 9), (13, 9)])
def test_a_finished_game_may_be_entered(winner_points, loser_points):
    require_game_score(winner_points, loser_points, WLIA)


@pytest.mark.rule("EUC-16")
@pytest.mark.parametrize(
    ("games", "best_of", "winner"),
    [((1, 0), 1, 0), ((0, 0), 1, None), ((1, 1), 3, None), ((1, 2), 3, 1), ((2, 0), 3, 0)],
)
def test_a_match_is_one_game_unless_the_event_says_best_of_three(games, best_of, winner):
    assert match_winner(games, best_of=best_of) == winner


@pytest.mark.rule("EUC-17")
@pytest.mark.parametrize(
    ("offenders", "opponents_alone", "scored"),
    [
        (Side.MAKERS, False, (Side.DEFENDERS, 2)),
        (Side.MAKERS, True, (Side.DEFENDERS, 4)),
        (Side.DEFENDERS, True, (Side.MAKERS, 4)),
    ],
)
def test_a_revoke_pays_the_other_side(offenders, opponents_alone, scored):
    assert score_revoke(offenders, opponents_alone=opponents_alone, scale=WLIA) == scored
