"""What the documents say about pots, odd chips and the showdown, proven by settling hands."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.errors import RuleError
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.settling.settlement import SeatEnd, Settlement, settle

MUCKED = "mucked"
BOARD = "9s 7d 5h 3c 2d"


def _settle(
    lines: list[tuple[int, int, str]],
    *,
    house: str = "standard",
    game: str = "holdem",
    board: str = "",
    button: int = 10,
) -> Settlement:
    """Each line is a seat, what it put in and its cards; no cards is a folded hand."""
    return settle(
        game=GAMES[game],
        house=HOUSES[house],
        button=button,
        seats=[
            SeatEnd(
                seat=seat,
                contributed=chips,
                is_live=bool(cards),
                cards=None if cards in ("", MUCKED) else parse_cards(cards),
            )
            for seat, chips, cards in lines
        ],
        board=parse_cards(board),
    )


def _pots(settled: Settlement) -> list[tuple[str, int, dict[int, int]]]:
    return [(pot.name, pot.amount, dict(pot.shares)) for pot in settled.pots]


@pytest.mark.rule("STD-7")
def test_side_pots_are_settled_before_the_main_pot_and_folded_chips_stay_in_both():
    settled = _settle([(1, 20, "AhAd"), (2, 50, "KhKd"), (3, 50, "QhQd"), (4, 35, "")], board=BOARD)

    assert _pots(settled) == [("side pot 1", 75, {2: 75}), ("main pot", 80, {1: 80})]


@pytest.mark.rule("STD-7")
def test_an_uncalled_bet_is_no_part_of_any_pot():
    settled = _settle([(1, 90, "AhAd"), (2, 50, "KhKd")], board=BOARD)

    assert (settled.returned, _pots(settled)) == ({1: 40}, [("main pot", 100, {1: 100})])


@pytest.mark.rule("STD-8")
def test_two_true_pots_tied_by_the_same_two_have_an_odd_chip_each():
    # Main pot 63 and side pot 195: 32 + 98 for the one nearer the left of the button, 31 + 97 for the other.
    settled = _settle(
        [(1, 13, "3h3s"), (4, 91, "AcKd"), (6, 91, "AdKc"), (7, 11, ""), (8, 52, "")], board="AsKsQd7c2h", button=5
    )

    assert _pots(settled) == [("side pot 1", 195, {6: 98, 4: 97}), ("main pot", 63, {6: 32, 4: 31})]


@pytest.mark.rule("STD-8")
def test_two_odd_chips_go_to_two_players_and_not_both_to_the_first():
    settled = _settle([(2, 10, "AcKd"), (3, 10, "AdKc"), (8, 10, "AhKh"), (9, 2, "")], board="AsKsQd7c2h", button=2)

    assert settled.awards == {3: 11, 8: 11, 2: 10}


@pytest.mark.rule("STD-11")
def test_a_player_may_muck_and_then_only_the_hands_shown_compete():
    assert _settle([(1, 20, "KhKd"), (2, 20, MUCKED)], board=BOARD).awards == {1: 40}


@pytest.mark.rule("STD-11")
def test_cards_speak_whatever_their_holder_thought():
    settled = _settle([(1, 20, "6h4d"), (2, 20, "AhAd")], board=BOARD)

    assert settled.pots[0].why == "Seat 1 wins with straight, seven high."


@pytest.mark.rule("STD-11")
def test_a_pot_is_not_given_away_while_two_are_in_and_nobody_shows():
    with pytest.raises(RuleError) as refused:
        _settle([(1, 20, MUCKED), (2, 20, MUCKED)], board=BOARD)

    assert refused.value.code == "no_hand_shown"
    assert "STD-11" in refused.value.rules


@pytest.mark.rule("ANG-3")
@pytest.mark.parametrize(
    ("low_hand", "low_winners"),
    [
        pytest.param("Ah2cQdQs", (2,), id="best-low"),
        pytest.param("7c5dQdQs", (2,), id="worst-low-that-counts"),
        pytest.param("Ah9cQdQs", (), id="nine-is-no-low"),
        pytest.param("4hTcQdQs", (), id="one-low-card-is-not-two"),
        pytest.param("8c4cQdQs", (), id="a-pair-is-no-low"),
    ],
)
def test_omaha_high_low_needs_five_unpaired_cards_of_eight_or_lower(low_hand, low_winners):
    settled = _settle(
        [(1, 10, "KhKcTdTs"), (2, 10, low_hand)], house="angies", game="omaha_hilo", board="8h 6d 4s Kd Jd"
    )

    lows = [half.winners for half in settled.pots[0].halves if half.name == "low"]
    assert lows == ([low_winners] if low_winners else [])
    assert (2 in settled.awards) == bool(low_winners)


@pytest.mark.rule("ANG-3")
def test_omaha_high_low_takes_any_two_cards_for_each_direction():
    settled = _settle(
        [(1, 10, "AsKs2d3h"), (2, 10, "QhQcJdJh")], house="angies", game="omaha_hilo", board="8s 6s 5s Qd Tc"
    )

    assert [half.winners for half in settled.pots[0].halves] == [(1,), (1,)]


@pytest.mark.rule("ANG-7")
def test_an_uncalled_bet_takes_the_pot_at_once_without_a_hand_or_a_full_board():
    settled = _settle([(1, 35, MUCKED), (2, 15, ""), (3, 15, "")], house="angies", game="seven_stud")

    assert (settled.returned, settled.awards) == ({1: 20}, {1: 45})


@pytest.mark.rule("ANG-8")
def test_seven_stud_high_low_takes_any_five_for_high_and_any_five_for_low():
    settled = _settle([(1, 10, "Ah2h3h4h8hKsKd"), (2, 10, "QcQdQs9c9d5c6c")], house="angies", game="seven_stud_hilo")

    high, low = settled.pots[0].halves
    assert (high.winners, low.winners) == ((2,), (1,))
    assert 2 not in low.hands


@pytest.mark.rule("ANG-9")
def test_in_razz_a_pair_can_win_and_straights_and_flushes_do_not_count():
    lowest = _settle([(1, 10, "Ah2h3h4h5hKsKd"), (2, 10, "Ac2d3s4c6dQcQd")], house="angies", game="razz")
    paired = _settle([(1, 10, "AhAd2h2d3h3d4h"), (2, 10, "KhKdQhQdJhJdTh")], house="angies", game="razz")

    assert lowest.awards == {1: 20}
    assert paired.awards == {1: 20}


@pytest.mark.rule("ANG-11")
@pytest.mark.parametrize(
    ("game", "board", "high", "low"),
    [
        ("omaha_hilo", "8s 6d 3c Kh Kd", "KsKc9d9c", "Ah2hTdTc"),
        ("seven_stud_hilo", "", "KsKc9d9cQhQs2d", "Ah2h4d6cTcJd8s"),
        ("five_draw_hilo", "", "KsKc9d9cQh", "Ah2h4d6c8s"),
        ("option_alley", "", "KsKc9d9cQh", "Ah2h4d6cTs"),
    ],
)
@pytest.mark.parametrize("button", [1, 2])
def test_in_every_high_low_game_the_high_hand_takes_the_odd_chip(game, board, high, low, button):
    settled = _settle([(1, 10, low), (2, 10, high), (3, 3, "")], house="angies", game=game, board=board, button=button)

    assert settled.awards == {2: 12, 1: 11}


@pytest.mark.rule("ANG-14")
@pytest.mark.parametrize(("low", "awards"), [("8h6c4d2sAh", {1: 10, 2: 10}), ("9h6c4d2sAh", {1: 20})])
def test_five_card_draw_high_low_has_an_eight_qualifier(low, awards):
    assert _settle([(1, 10, "KsKc9d9cQh"), (2, 10, low)], house="angies", game="five_draw_hilo").awards == awards


@pytest.mark.rule("ANG-18")
def test_a_checked_seven_cannot_win_the_money_put_in_after_the_draw():
    settled = settle(
        game=GAMES["lowball"],
        house=HOUSES["angies"],
        button=3,
        seats=[
            SeatEnd(seat=1, contributed=40, is_live=True, cards=parse_cards("7h5d3c2sAh"), claim=10),
            SeatEnd(seat=2, contributed=40, is_live=True, cards=parse_cards("8h5c3d2dAd")),
        ],
        board=(),
    )

    assert settled.awards == {1: 20, 2: 60}


@pytest.mark.rule("BIS-11")
@pytest.mark.parametrize("board", ["", "9s 7d 5h"])
def test_the_last_one_left_wins_on_any_street(board):
    assert _settle([(1, 20, ""), (2, 20, MUCKED), (3, 5, "")], house="biska", board=board).awards == {2: 45}


@pytest.mark.rule("BIS-12")
def test_equal_all_ins_share_a_pot_and_each_higher_one_makes_the_next():
    settled = _settle(
        [(1, 10, "AhAd"), (2, 10, "KhKd"), (3, 25, "QhQd"), (4, 40, "JhJd"), (5, 40, "ThTd")],
        house="biska",
        board=BOARD,
    )

    assert [(pot.amount, pot.eligible) for pot in settled.pots] == [
        (30, (4, 5)),
        (45, (3, 4, 5)),
        (50, (1, 2, 3, 4, 5)),
    ]


@pytest.mark.rule("WAS-11")
def test_a_lost_all_in_takes_every_chip_and_a_called_part_of_one_only_that_part():
    stacks = {1: 4000, 2: 9000}

    lost = _settle([(1, 4000, "KhKd"), (2, 4000, "AhAd")], house="washburn", board=BOARD)
    covering = _settle([(1, 4000, "AhAd"), (2, 9000, "KhKd")], house="washburn", board=BOARD)

    assert {seat: stacks[seat] + net for seat, net in lost.net.items()} == {1: 0, 2: 13000}
    assert {seat: stacks[seat] + net for seat, net in covering.net.items()} == {1: 8000, 2: 5000}


@pytest.mark.rule("WAS-12")
def test_the_best_hand_wins_no_bet_above_its_all_in():
    settled = _settle(
        [(1, 1000, "AhAd"), (2, 3000, "KhKd"), (3, 3000, "QhQd"), (4, 2000, "")], house="washburn", board=BOARD
    )

    assert _pots(settled) == [("side pot 1", 5000, {2: 5000}), ("main pot", 4000, {1: 4000})]
