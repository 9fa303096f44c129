"""Written hands played in the engine: what they come to, and how an illegal one is refused."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.errors import RuleError
from engine.poker.hand import Phase
from engine.poker.phh import History, import_hand, replay_history
from engine.poker.stakes import AnteBy

DEAL_THREE = ("d dh p1 AcAd", "d dh p2 KcKd", "d dh p3 ????")
BOARD = ("d db 2h7s9c", "d db Jh", "d db 3d")


def no_limit(*actions: str, **fields: object) -> History:
    """Three-handed no-limit hold'em with blinds of 50 and 100."""
    given: dict[str, object] = {
        "variant": "NT",
        "ante_trimming_status": True,
        "antes": (0, 0, 0),
        "blinds_or_straddles": (50, 100, 0),
        "min_bet": 100,
        "starting_stacks": (1000, 1000, 1000),
    }
    return History(**{**given, **fields}, actions=actions)


def refusal(history: History, **options: bool) -> RuleError:
    with pytest.raises(RuleError) as refused:
        replay_history(history, **options)
    return refused.value


def test_a_showdown_is_replayed_and_settled():
    history = no_limit(*DEAL_THREE, "p3 f", "p1 cc", "p2 cc", "d db 2h7s9c", "p1 cbr 200", "p2 cc", "d db Jh")
    history = replace(
        history, actions=(*history.actions, "p1 cc", "p2 cc", "d db 3d", "p1 cc", "p2 cc", "p1 sm AcAd", "p2 sm")
    )

    replayed = replay_history(history)

    assert replayed.stacks == (1300, 700, 1000)
    assert [(pot.amount, pot.winners) for pot in replayed.settlement.pots] == [(600, (1,))]
    assert replayed.hand.button == 3


def test_hands_may_be_shown_before_the_board_is_complete_once_all_are_all_in():
    history = no_limit(*DEAL_THREE, "p3 f", "p1 cbr 1000", "p2 cc", "p1 sm AcAd", "p2 sm KcKd", *BOARD)

    assert replay_history(history).stacks == (2000, 0, 1000)


def test_a_show_tells_cards_that_were_unknown():
    history = no_limit(
        "d dh p1 AcAd",
        "d dh p2 ????",
        "d dh p3 ????",
        "p3 f",
        "p1 cbr 1000",
        "p2 cc",
        *BOARD,
        "p1 sm AcAd",
        "p2 sm 9s9d",
    )

    replayed = replay_history(history)

    assert replayed.stacks == (0, 2000, 1000)
    assert None not in replayed.hand.hole(2)


def test_decimal_amounts_are_played_in_units_of_their_finest_place():
    history = no_limit(
        *DEAL_THREE,
        "p3 cbr 0.30",
        "p1 f",
        "p2 f",
        blinds_or_straddles=(Decimal("0.05"), Decimal("0.1"), 0),
        min_bet=Decimal("0.10"),
        starting_stacks=(10, Decimal("7.5"), Decimal("10.00")),
        others={"finishing_stacks": [Decimal("9.95"), Decimal("7.4"), Decimal("10.15")]},
    )

    replayed = replay_history(history)

    assert replayed.hand.setup.stacks == {1: 1000, 2: 750, 3: 1000}
    assert [str(stack) for stack in replayed.stacks] == ["9.95", "7.40", "10.15"]


def test_a_bet_finer_than_the_stacks_sets_the_unit():
    hand = import_hand(no_limit(*DEAL_THREE, "p3 cbr 200.5"))

    assert hand.bets == {1: 500, 2: 1000, 3: 2005}


@pytest.mark.rule("STD-3")
def test_with_two_players_blinds_and_antes_are_written_the_other_way_round():
    history = no_limit(
        "d dh p1 AcAd", "d dh p2 KcKd", antes=(0, 10), blinds_or_straddles=(50, 100), starting_stacks=(1000, 1000),
        ante_trimming_status=False,
    )  # fmt: skip

    hand = import_hand(history)

    assert hand.contributed == {1: 110, 2: 50}
    assert (hand.button, hand.turn) == (2, 2)


def test_a_negative_blind_is_a_live_post_that_leaves_the_order_of_play_alone():
    deal = ("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "d dh p5 ????")
    history = no_limit(
        *deal, antes=(0,) * 5, blinds_or_straddles=(50, 100, 0, -100, 0), starting_stacks=(1000,) * 5
    )  # fmt: skip

    hand = import_hand(history)

    assert (hand.turn, hand.bets[4], hand.legal.to_call) == (3, 100, 100)
    hand.call()
    assert (hand.turn, hand.legal.may_check) == (4, True)


@pytest.mark.parametrize(("straddle", "least"), [(200, 300), (400, 700)])
def test_a_straddle_is_the_price_and_its_increment_the_least_raise(straddle, least):
    deal = ("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????")
    history = no_limit(*deal, antes=(0,) * 4, blinds_or_straddles=(50, 100, straddle, 0), starting_stacks=(1000,) * 4)

    hand = import_hand(history)

    assert (hand.turn, hand.legal.to_call, hand.legal.min_to) == (4, straddle, least)


@pytest.mark.parametrize(("is_trimmed", "pots"), [(True, [12, 1792]), (False, [24, 1780])])
def test_antes_go_to_side_pots_like_bets_or_whole_to_the_main_pot(is_trimmed, pots):
    # p3 can pay 4 of the ante of 10.
    history = no_limit(
        "d dh p1 AcAd", "d dh p2 KcKd", "d dh p3 QcQd", "p1 cbr 890", "p2 cc", *BOARD,
        "p1 sm AcAd", "p2 sm KcKd", "p3 sm QcQd",
        antes=(10, 10, 10), starting_stacks=(904, 900, 4), ante_trimming_status=is_trimmed,
    )  # fmt: skip

    settled = replay_history(history).settlement

    assert sorted(pot.amount for pot in settled.pots) == sorted(pots)


@pytest.mark.rule("ANG-5")
def test_a_door_card_that_nobody_saw_cannot_bring_it_in():
    stud = History(
        variant="F7S",
        ante_trimming_status=True,
        antes=(5, 5, 5),
        bring_in=10,
        small_bet=20,
        big_bet=40,
        starting_stacks=(500, 500, 500),
        actions=("d dh p1 ??????", "d dh p2 AcKd7s", "d dh p3 2s3s5h", "p3 pb", "p1 f", "p2 f"),
    )

    assert replay_history(stud).stacks == (495, 495, 510)

    live = replace(stud, actions=(*stud.actions[:-2], "p1 cc", "p2 cc", "d dh p1 4h"))
    assert refusal(live).facts["refused"] == "upcard_unknown"
    unseen = replace(stud, actions=("d dh p1 ??????", "d dh p2 ??????", "d dh p3 ??????"))
    assert (refusal(unseen).facts["action"], refusal(unseen).facts["refused"]) == (3, "upcard_unknown")


def test_draws_are_played_with_known_and_unknown_discards():
    draw = History(
        variant="F5D",
        ante_trimming_status=True,
        antes=(0, 0),
        blinds_or_straddles=(5, 10),
        small_bet=10,
        big_bet=20,
        starting_stacks=(100, 100),
        actions=(
            *("d dh p1 ??????????", "d dh p2 JdQdTdKd2s", "p2 cc", "p1 cc", "p1 sd ????", "p2 sd 2s"),
            *("d dh p1 ????", "d dh p2 9d", "p1 cc", "p2 cbr 20", "p1 f"),
        ),
    )

    replayed = replay_history(draw)

    assert replayed.stacks == (90, 110)
    assert len(replayed.hand.hole(1)) == len(replayed.hand.hole(2)) == 5


@pytest.mark.parametrize(
    ("actions", "number", "reason"),
    [
        pytest.param(["p3 f"], 1, "no_turn", id="no-cards-dealt"),
        pytest.param([*DEAL_THREE, "p1 f"], 4, "not_your_turn", id="out-of-turn"),
        pytest.param([*DEAL_THREE, "p3 cbr 150"], 4, "raise_too_small", id="raise-too-small"),
        pytest.param([*DEAL_THREE, "# thinks", "", "p3 cbr 1001"], 6, "raise_too_large", id="more-than-the-stack"),
        pytest.param([*DEAL_THREE, "d db 2h7s9c"], 4, "cards_not_due", id="flop-before-betting"),
        pytest.param([*DEAL_THREE, "p3 pb"], 4, "no_bring_in", id="bring-in-in-holdem"),
        pytest.param([*DEAL_THREE, "p3 sd"], 4, "no_turn", id="draw-in-holdem"),
        pytest.param([*DEAL_THREE, "p3 sm AcAd"], 4, "not_showdown", id="early-show"),
        pytest.param(["d dh p1 AcAd", "d dh p2 AcKd"], 2, "duplicate_card", id="card-twice"),
        pytest.param(["d dh p1 AcAc"], 1, "duplicate_card", id="card-twice-in-a-hand"),
        pytest.param(["d dh p1 AcAdAh"], 1, "too_many_cards", id="third-hole-card"),
        pytest.param(["d dh p1 AcJk"], 1, "card_not_in_game", id="joker"),
        pytest.param([*DEAL_THREE, "p3 f", "p1 f", "p2 f"], 6, "no_turn", id="after-the-end"),
        pytest.param(
            [*DEAL_THREE, "p3 cbr 1000", "p1 f", "p2 cc", *BOARD, "p2 sm QcQd"],
            10,
            "other_cards",
            id="shows-other-cards",
        ),
        pytest.param(
            [*DEAL_THREE, "p3 cbr 1000", "p1 f", "p2 cc", *BOARD, "p2 sm"], 10, "must_show", id="mucks-when-all-in"
        ),
    ],
)
def test_the_first_illegal_action_is_refused_by_its_number_and_the_reason(actions, number, reason):
    refused = refusal(no_limit(*actions))

    assert (refused.code, refused.facts["action"], refused.facts["refused"]) == ("phh_illegal_action", number, reason)
    assert refused.facts["text"] == actions[number - 1]
    assert refused.message.startswith(f"Action {number}, “{actions[number - 1]}”, is refused: ")


@pytest.mark.rule("STD-4")
def test_the_rules_behind_a_refusal_are_cited():
    assert "STD-4" in refusal(no_limit(*DEAL_THREE, "p3 cbr 150")).rules


def test_a_hand_that_stops_early_is_played_so_far_and_not_settled():
    history = no_limit(*DEAL_THREE, "p3 cc")

    assert import_hand(history).phase is Phase.BETTING
    assert refusal(history).code == "phh_unfinished"


def test_finishing_stacks_must_be_those_settled():
    fold = (*DEAL_THREE, "p3 f", "p1 f")

    right = no_limit(*fold, others={"finishing_stacks": [950, 1050, 1000]})
    wrong = no_limit(*fold, others={"finishing_stacks": [950, 1049, 1000]})

    assert replay_history(right).stacks == (950, 1050, 1000)
    refused = refusal(wrong)
    assert (refused.code, refused.facts["player"]) == ("phh_finishing_stacks", 2)
    assert (refused.facts["settled"], refused.facts["stated"]) == ("1050", "1049")


def test_a_rake_is_taken_from_winners_alone_and_only_where_it_is_allowed():
    fold = (*DEAL_THREE, "p3 f", "p1 f")

    raked = no_limit(*fold, others={"finishing_stacks": [950, 1047, 1000]})

    assert refusal(raked).code == "phh_finishing_stacks"
    assert replay_history(raked, rake_allowed=True).rake == 3
    for stacks in ([949, 1050, 1000], [950, 1051, 1000]):
        other = no_limit(*fold, others={"finishing_stacks": stacks})
        assert refusal(other, rake_allowed=True).code == "phh_finishing_stacks"


def test_a_file_that_states_halves_is_settled_in_halves():
    board = ("d db 2h7s9c", "p1 cc", "p2 cc", "d db Jh", "p1 cc", "p2 cc", "d db 3d", "p1 cc", "p2 cc")
    split = no_limit(
        "d dh p1 AcKd", "d dh p2 AdKc", "d dh p3 ????", "p3 cc", "p1 cc", "p2 cbr 325", "p3 f", "p1 cc", *board,
        "p1 sm AcKd", "p2 sm AdKc",
    )  # fmt: skip

    assert replay_history(split).stacks == (1050, 1050, 900)
    odd = replace(split, blinds_or_straddles=(50, 101, 0), min_bet=101)
    assert replay_history(odd).stacks == (1051, 1050, 899)
    halves = odd.with_others({"finishing_stacks": [Decimal("1050.5"), Decimal("1050.5"), 899]})
    assert replay_history(halves).stacks == (Decimal("1050.5"), Decimal("1050.5"), 899)


def test_a_house_of_the_file_is_played_by():
    deal = ("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????")
    raises = ("p4 cbr 20", "p1 cbr 30", "p2 cbr 40", "p3 cbr 50")
    limit = History(
        variant="FT",
        antes=(0,) * 4,
        blinds_or_straddles=(5, 10, 0, 0),
        small_bet=10,
        big_bet=20,
        starting_stacks=(500,) * 4,
        actions=(*deal, "p3 cc", *raises),
    )

    assert import_hand(limit).phase is Phase.BETTING
    refused = refusal(limit.with_others({"_house": "wlia"}))
    assert (refused.facts["action"], refused.facts["refused"]) == (9, "raises_capped")
    assert refused.rules == ("WLIA-10",)
    lifted = limit.with_others({"_house": "wlia", "_house_settings": {"raises_per_round": "none"}})
    assert import_hand(lifted).house.raises_per_round is None


@pytest.mark.parametrize(
    ("others", "code"),
    [
        ({"_house": "nowhere"}, "unknown_house"),
        ({"_house": 3}, "phh_field"),
        ({"_house_settings": {"raises": 3}}, "unknown_setting"),
        ({"_house_settings": [1]}, "phh_field"),
        ({"_button": 11, "seats": [1, 2, 3]}, "phh_field"),
        ({"_button": 3}, "phh_field"),
        ({"_button": 1, "seats": [1, 2, 3]}, "phh_field"),
        ({"_button": 3, "seats": [1, 1, 3]}, "phh_field"),
        ({"_dead": [0, 0]}, "phh_field"),
        ({"_last_blind": 4}, "phh_field"),
        ({"_price": "much"}, "phh_field"),
        ({"_price": Decimal("0.5")}, "phh_field"),
        ({"_bets_counted": -1}, "phh_field"),
        ({"_smallest_chip": 0}, "smallest_chip"),
        ({"_ceiling": 1}, "stakes"),
        ({"_open_pair_doubles": 1}, "phh_field"),
        ({"_rulings": 1}, "phh_field"),
        ({"_rulings": [[0, "fold", 1]]}, "phh_field"),
        ({"_rulings": [[9, "kill", 1, "", []]]}, "phh_field"),
        ({"_rulings": [[3, "kill"]]}, "phh_ruling"),
        ({"_rulings": [[3, "kill", 9, "why", []]]}, "phh_ruling"),
    ],
)
def test_a_field_of_ours_is_read_as_strictly_as_the_others(others, code):
    assert refusal(no_limit(*DEAL_THREE, others=others)).code == code


def test_seats_of_the_table_are_kept_where_the_button_is_named():
    history = no_limit(*DEAL_THREE, "p3 f", "p1 f", others={"seats": [9, 2, 4], "_button": 8})

    replayed = replay_history(history)

    assert replayed.hand.seats == (9, 2, 4)
    assert replayed.hand.button == 8
    assert replayed.stacks == (950, 1050, 1000)


@pytest.mark.parametrize(
    ("antes", "ante_by", "ante"),
    [((0, 10, 0), AnteBy.BIG_BLIND, 10), ((5, 5, 5), AnteBy.EACH, 5), ((0, 0, 0), AnteBy.EACH, 0)],
)
def test_an_ante_of_one_player_is_the_big_blind_s_for_the_table(antes, ante_by, ante):
    stakes = import_hand(no_limit(antes=antes)).setup.stakes

    assert (stakes.ante_by, stakes.ante) == (ante_by, ante)


@pytest.mark.parametrize(
    ("blinds", "small_blind", "big_blind"),
    [((0, 100, 0), 0, 100), ((50, 100, 0), 50, 100), ((100, 100, 0), 0, 100), ((50, 100, 200), 50, 100)],
)
def test_of_the_blinds_in_a_file_the_lowest_amount_but_one_is_the_big_blind(blinds, small_blind, big_blind):
    stakes = import_hand(no_limit(blinds_or_straddles=blinds)).setup.stakes

    assert (stakes.small_blind, stakes.big_blind) == (small_blind, big_blind)
