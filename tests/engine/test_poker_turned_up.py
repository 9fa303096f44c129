"""Which hands a house has turned up at the showdown: in play, and settled from the end."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand, Phase
from engine.poker.house.catalogue import HOUSES, house_of
from engine.poker.house.options import Showdown
from engine.poker.settling.settlement import SeatEnd, settle
from tests.engine.hands import begin, play, refusal, refusal_of

BOARD = parse_cards("Kh9c4d8s2h")
SETTINGS = ("showdown", "stud_showdown", "lowball_showdown")


def ends(*cards: str | None, called: int | None = None, house=HOUSES["standard"], game: str = "holdem"):
    """A hand of ten chips each, settled. cards: shown by the seats from 1 on, None for a hand not shown."""
    board = BOARD if GAMES[game].board_cards else ()
    return settle(
        game=GAMES[game],
        house=house,
        button=1,
        seats=[
            SeatEnd(seat, 10, True, None if shown is None else parse_cards(shown))
            for seat, shown in enumerate(cards, start=1)
        ],
        board=board,
        called=called,
    )


def to_the_showdown(hand: Hand, chance: Random | None = None) -> Hand:
    """Everybody stays in; with a chance some bet."""
    while hand.phase in (Phase.BETTING, Phase.DRAW):
        if hand.phase is Phase.DRAW:
            hand.discard(())
        elif chance and hand.legal.min_to and chance.random() < 0.3:
            hand.bet_to(hand.legal.min_to)
        elif hand.legal.to_call:
            hand.call()
        else:
            hand.check()
    return hand


def setting_of(game: str) -> str:
    return HOUSES["standard"].showdown_setting(GAMES[game])


@pytest.mark.parametrize(
    ("game", "setting"),
    [
        ("holdem", "showdown"),
        ("omaha_hilo", "showdown"),
        ("five_draw", "showdown"),
        ("five_draw_hilo", "showdown"),
        ("seven_stud", "stud_showdown"),
        ("razz", "stud_showdown"),
        ("option_alley", "stud_showdown"),
        ("lowball", "lowball_showdown"),
        ("lowball_without_bug", "lowball_showdown"),
    ],
)
def test_a_game_is_shown_down_by_one_of_three_settings(game, setting):
    assert setting_of(game) == setting


@pytest.mark.rule("STD-11")
def test_the_standard_lets_a_loser_muck_in_play_and_at_the_end():
    assert ends("AsAd", None, None).awards == {1: 30}


@pytest.mark.rule("WLIA-13")
@pytest.mark.parametrize("called", [None, 0, 1])
def test_where_all_show_a_hand_not_shown_is_refused_from_the_end(called):
    error = refusal_of(lambda: ends("AsAd", None, "QsQd", called=called, house=HOUSES["wlia"]))

    assert (error.code, error.rules, error.facts) == ("must_show", ("WLIA-13",), {"seat": 2})
    assert error.message == (
        "WLIA charity night has every hand still in turned up in Texas hold'em. Show the hand of seat 2."
    )


@pytest.mark.rule("ANG-28", "ANG-40")
def test_where_the_called_hand_shows_it_must_be_named_and_shown_and_the_caller_may_muck():
    def shown(*cards, **more):
        return ends(*cards, house=HOUSES["angies"], game="lowball_without_bug", **more)

    seven, eight = "7c5d4c2sAh", "8c6d4h3s2c"
    not_named = refusal_of(lambda: shown(seven, None))
    not_shown = refusal_of(lambda: shown(seven, None, called=2))
    not_in = refusal_of(lambda: shown(seven, eight, called=3))

    assert (not_named.code, not_named.rules) == ("called_not_named", ("ANG-28", "ANG-40"))
    assert (not_shown.code, not_shown.rules, not_shown.facts) == ("must_show", ("ANG-28", "ANG-40"), {"seat": 2})
    assert (not_in.code, not_in.facts) == ("not_in_hand", {"seat": 3})
    assert shown(seven, None, called=1).awards == shown(seven, None, called=0).awards == {1: 20}
    assert shown(seven, eight).awards == {1: 20}


@pytest.mark.rule("WLIA-13")
def test_who_is_left_alone_shows_nothing():
    seats = [SeatEnd(1, 10, True), SeatEnd(2, 10, False)]

    assert settle(game=GAMES["holdem"], house=HOUSES["wlia"], button=1, seats=seats, board=()).awards == {1: 20}


@pytest.mark.rule("WLIA-13")
def test_where_all_show_nobody_mucks_in_play():
    hand = play(begin(house="wlia"), "c c k k k k k k k k k k")

    for seat in (1, 2, 3):
        assert refusal(lambda seat=seat: hand.muck(seat), hand).rules == ("WLIA-13",)
    assert (hand.view()["may_muck"], hand.why_no_muck.code) == (False, "must_show")


@pytest.mark.rule("ANG-40")
def test_at_angies_a_stud_hand_still_in_is_turned_over_and_a_holdem_hand_may_be_mucked():
    stud = to_the_showdown(begin(house="angies", game="seven_stud"))
    holdem = to_the_showdown(begin(house="angies"))

    refused = refusal(lambda: stud.muck(stud.to_show[0]), stud)
    holdem.muck(holdem.to_show[0])

    assert (refused.code, refused.rules) == ("must_show", ("ANG-40",))
    assert len(holdem.mucked) == 1


@pytest.mark.rule("ANG-28", "ANG-40")
def test_in_lowball_the_hand_that_was_called_shows_and_who_called_it_may_muck():
    hand = play(begin(house="angies", game="lowball"), "c c k d d d k 20 c f")

    refused = refusal(lambda: hand.muck(2), hand)
    hand.show(2)
    hand.muck(3)

    assert (refused.code, refused.rules, refused.facts) == ("must_show", ("ANG-28", "ANG-40"), {"seat": 2})
    assert hand.settle().awards == {2: 70}


@pytest.mark.rule("ANG-28")
def test_a_bet_before_the_draw_that_was_checked_after_it_binds_nobody():
    hand = play(begin(house="angies", game="lowball"), "20 c c d d d k k k")

    hand.muck(1)
    hand.muck(2)

    assert refusal(lambda: hand.muck(3), hand).code == "last_claim"


@given(st.sampled_from(sorted(GAMES)), st.sampled_from(list(Showdown)), st.sampled_from(SETTINGS), st.randoms())
def test_whoever_may_not_muck_is_told_so_before_and_the_setting_of_another_game_says_nothing(
    game, policy, setting, chance
):
    hand = to_the_showdown(begin(game=game, overrides={setting: policy.name.lower()}, stacks=[400] * 3), chance)
    if hand.phase is not Phase.SHOWDOWN:
        return
    seat, told = hand.to_show[0], hand.why_no_muck
    is_bound = setting == setting_of(game) and policy is not Showdown.MAY_MUCK

    if told is not None:
        assert refusal(lambda: hand.muck(seat), hand).code == told.code
        assert is_bound or told.rules != house_of("standard").cite(setting)
    else:
        hand.muck(seat)
        assert not is_bound or policy is Showdown.CALLED_SHOWN


@pytest.mark.rule("WLIA-13")
def test_a_hand_stored_before_houses_said_who_shows_is_read_as_it_was_played():
    hand = play(begin(house="wlia", overrides={"showdown": "may_muck"}), "c c k k k k k k k k k k")
    hand.muck(1)
    older = {**hand.to_json(), "format": 1, "overrides": {}}

    again = Hand.from_json(older)

    assert (again.mucked, again.house.key) == ((1,), "wlia")
    assert Hand.from_json(again.to_json()).mucked == (1,)
    assert refusal_of(lambda: Hand.from_json({**older, "format": 2})).code == "must_show"
