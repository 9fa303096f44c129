"""What the hands of each of the club's games are worth, and A-2-3-4-5 in all of them."""

from __future__ import annotations

import pytest

from engine.cards import card_text, full_deck, parse_cards
from engine.errors import RuleError
from engine.poker.best import best_high_of, best_low_of
from engine.poker.games.catalogue import GAMES
from engine.poker.games.spec import GameSpec, Pick
from engine.poker.house.catalogue import HOUSES
from engine.poker.settling.settlement import SeatEnd, Settlement, settle
from engine.poker.wording import high_in_words, low_in_words

WHEEL = parse_cards("5d4s3h2cAd")


def _settle(game: str, *hands: str, board: str = "") -> Settlement:
    """Seats 1, 2, ... put in 10 each and show these hands; the button is behind them."""
    seats = [
        SeatEnd(seat=seat, contributed=10, is_live=True, cards=parse_cards(cards))
        for seat, cards in enumerate(hands, start=1)
    ]
    return settle(game=GAMES[game], house=HOUSES["angies"], button=10, seats=seats, board=parse_cards(board))


def _wheel_with_idle_cards(game: GameSpec) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hole cards and board of the game that hold the wheel and else only queens and kings."""
    idle = [card for card in full_deck() if card_text(card) in ("Qs", "Ks", "Kc", "Qh")]
    if game.pick is Pick.TWO_FROM_HAND:
        return (*WHEEL[:2], *idle[:2]), (*WHEEL[2:], *idle[2:])
    cards = [*WHEEL, *idle][: game.hole_cards + game.board_cards]
    return tuple(cards[game.board_cards :]), tuple(cards[: game.board_cards])


@pytest.mark.rule("STD-1", "ANG-3", "ANG-8", "ANG-9", "ANG-14", "ANG-15", "ANG-29")
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_ace_to_five_is_a_straight_in_every_high_game_and_the_best_low_in_every_low_game(game):
    hole, board = _wheel_with_idle_cards(game)

    high = best_high_of(game, hole=hole, board=board)
    low = best_low_of(game, hole=hole, board=board)

    assert (high and high_in_words(high.rank)) == ("straight, five high" if game.high else None)
    assert (low and low_in_words(low.rank)) == ("5-4-3-2-A low" if game.low else None)
    assert all(set(value.cards) == set(WHEEL) for value in (high, low) if value)


@pytest.mark.rule("ANG-2")
@pytest.mark.parametrize(
    ("no_flush", "winner", "board"),
    [
        pytest.param("AhQh2hJd", "KhTd4s4c", "7h5h9s9dKc", id="three-from-the-hand"),
        pytest.param("AhQs2cJd", "TsTc4s4c", "Kh9h7h5h3d", id="one-from-the-hand"),
    ],
)
def test_an_omaha_flush_needs_two_of_its_suit_in_the_hand_and_three_on_the_board(no_flush, winner, board):
    assert _settle("omaha", no_flush, winner, board=board).awards == {2: 20}


@pytest.mark.rule("ANG-3")
@pytest.mark.parametrize(
    ("hand", "low"),
    [
        ("Ah2hKcKd", "8-6-3-2-A low"),
        ("7h5hKcKd", "8-7-6-5-3 low"),
        ("Ah3hKcKd", None),
        ("AhKhKcKd", None),
        ("9h2hKcKd", None),
    ],
)
def test_an_omaha_low_is_five_unpaired_cards_of_eight_or_lower_two_of_them_from_the_hand(hand, low):
    value = best_low_of(GAMES["omaha_hilo"], hole=parse_cards(hand), board=parse_cards("8s6d3cQhQd"))

    assert (value and low_in_words(value.rank)) == low


@pytest.mark.rule("ANG-14")
def test_straights_and_flushes_do_not_count_against_a_low():
    assert _settle("five_draw_hilo", "6h5h4h3h2h", "7c6d4s3c2d").awards == {1: 20}


@pytest.mark.rule("ANG-8")
def test_stud_high_low_ranks_any_five_of_the_seven_for_each_half():
    settled = _settle("seven_stud_hilo", "8h7h6d5c4sAsAc", "9h9d9c2s3dKdQd")

    assert [half.winners for half in settled.pots[0].halves] == [(1,), (1,)]
    assert settled.pots[0].halves[1].hands == {1: "7-6-5-4-A low"}


@pytest.mark.rule("ANG-9")
def test_in_razz_the_lower_of_two_pairs_wins():
    assert _settle("razz", "2h2d3h3dKhKdKs", "4h4d5h5dQhQdQs").awards == {1: 20}


@pytest.mark.rule("ANG-15")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5h4h3h2hAh", "6c4d3s2dAc"),
        ("8h7d6s5c4h", "9c4d3s2dAc"),
        ("KhQdJsTc9h", "AcAd4s3d2c"),
        ("AhAsKsQcJh", "2c2d5s4d3c"),
        ("KhKsQsJcTh", "3c3d2s2hAc"),
    ],
)
def test_in_lowball_aces_are_low_and_two_aces_are_the_lowest_pair(better, worse):
    for game in ("lowball", "lowball_without_bug"):
        assert _settle(game, worse, better).awards == {2: 20}


@pytest.mark.rule("ANG-16")
@pytest.mark.parametrize(
    ("with_bug", "same_as"),
    [
        ("Jk 6h 4d 3s 2c", "Ac 6c 4c 3c 2d"),
        ("Jk 6h 4d 3s Ac", "2d 6c 4c 3c Ad"),
        ("Jk Ah Ac 4d 3s", "As Ad 4c 3c 2c"),
    ],
)
def test_the_bug_is_the_lowest_card_that_the_hand_lacks(with_bug, same_as):
    assert _settle("lowball", with_bug, same_as).awards == {1: 10, 2: 10}


@pytest.mark.rule("ANG-16")
@pytest.mark.parametrize("game", sorted(set(GAMES) - {"lowball"}))
def test_the_bug_belongs_to_no_other_game(game):
    with pytest.raises(RuleError) as refused:
        _settle(game, "Jk", "Ah")

    assert refused.value.code == "card_not_in_game"


@pytest.mark.rule("ANG-10")
@pytest.mark.parametrize(
    ("hole", "board", "code"),
    [
        ("AsAc9d9cKhQs", "Kc", None),
        ("AsAc9d9cKhQs2d", "", None),
        ("AsAc9d9cKhQs2d", "Kc", "wrong_hole_cards"),
        ("AsAc9d9cKhQs", "", "wrong_hole_cards"),
        ("AsAc9d9cKh", "KcKd", None),
        ("AsAc9d9c", "KcKdKh", "wrong_hole_cards"),
    ],
)
def test_in_stud_a_common_card_stands_for_one_that_each_player_lacks(hole, board, code):
    other = "3s3c4d4c5h5s6d"[: len(hole)]

    if code is None:
        assert _settle("seven_stud", hole, other, board=board).awards == {1: 20}
    else:
        with pytest.raises(RuleError) as refused:
            _settle("seven_stud", hole, other, board=board)
        assert refused.value.code == code


def test_the_words_of_a_settled_low_are_those_a_dealer_reads_out():
    assert _settle("lowball", "8h6d4s2cAh", "Jk 7d 4d 2d Ad").pots[0].why == "Seat 2 wins with 7-4-3-2-A low."
