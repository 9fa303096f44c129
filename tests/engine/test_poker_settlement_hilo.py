"""Settling high-low and low games: halves, odd chips, lows that do not qualify, the bug and a common card."""

from __future__ import annotations

import pytest

from engine.cards import parse_cards
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.settling.settlement import SeatEnd, settle

BOARD = "8s 6d 3c Kh Kd"
NO_LOW_BOARD = "Qs Jd 3c Kh Kd"


def _settle(*lines, game, board="", button=10, **settings):
    """Each line is a seat, what it put in and its cards; no cards is a folded hand."""
    return settle(
        game=GAMES[game],
        house=HOUSES["standard"],
        button=button,
        seats=[
            SeatEnd(seat=seat, contributed=chips, is_live=bool(cards), cards=parse_cards(cards) or None)
            for seat, chips, cards in lines
        ],
        board=parse_cards(board),
        **settings,
    )


@pytest.mark.rule("ANG-3")
def test_half_goes_to_the_high_hand_and_half_to_the_low_hand():
    settled = _settle((1, 10, "KsKc9d9c"), (2, 10, "Ah2hTdTc"), game="omaha_hilo", board=BOARD)

    pot = settled.pots[0]
    assert [(half.name, half.chips, half.winners) for half in pot.halves] == [("high", 10, (1,)), ("low", 10, (2,))]
    assert (pot.winners, pot.shares) == ((1, 2), {1: 10, 2: 10})
    assert pot.halves[0].hands.keys() == {1, 2}
    assert pot.halves[1].hands.keys() == {2}
    assert pot.why.startswith(
        "High half, 10: Seat 1 wins with four of a kind, kings, eight kicker. Low half, 10: Seat 2"
    )
    assert pot.hands[2].startswith("two pair, kings and tens, eight kicker; ")


@pytest.mark.rule("ANG-3", "ANG-8", "ANG-14")
@pytest.mark.parametrize(
    ("game", "board", "hands"),
    [
        ("omaha_hilo", NO_LOW_BOARD, ("AsAc9d9c", "Ah2h4d5c")),
        ("seven_stud_hilo", "", ("AsAc9d9cKhQs2d", "Ah2h4d5cTcJdKs")),
        ("five_draw_hilo", "", ("AsAc9d9cKh", "Ah2h4d5c9s")),
    ],
)
def test_without_a_qualifying_low_the_high_hand_takes_it_all(game, board, hands):
    settled = _settle((1, 10, hands[0]), (2, 10, hands[1]), (3, 5, ""), game=game, board=board)

    pot = settled.pots[0]
    assert settled.awards == {1: 25}
    assert [(half.name, half.chips) for half in pot.halves] == [("high", 25)]
    assert pot.why.startswith("Nobody in it shows a low, so it all goes to the high hand. Seat 1 wins with ")


@pytest.mark.rule("ANG-3", "ANG-8")
def test_a_side_pot_without_an_eligible_low_goes_whole_to_its_high_hand_whatever_others_hold():
    settled = _settle((1, 20, "Ah2hTdTc"), (2, 50, "KsKc9d9c"), (3, 50, "QsQcJdJc"), game="omaha_hilo", board=BOARD)

    assert [(pot.name, pot.shares, [half.name for half in pot.halves]) for pot in settled.pots] == [
        ("side pot 1", {2: 60}, ["high"]),
        ("main pot", {2: 30, 1: 30}, ["high", "low"]),
    ]


@pytest.mark.rule("ANG-11")
def test_one_player_may_win_both_halves():
    settled = _settle((1, 11, "As2s4sKc"), (2, 10, "QsQcJdJc"), (3, 1, ""), game="omaha_hilo", board="8s6s3sKhTd")

    pot = settled.pots[0]
    assert (settled.returned, settled.awards) == ({1: 1}, {1: 21})
    assert (pot.winners, [(half.chips, half.winners) for half in pot.halves]) == ((1,), [(11, (1,)), (10, (1,))])


@pytest.mark.rule("ANG-11")
def test_the_high_side_takes_the_odd_chip():
    settled = _settle((1, 10, "KsKc9d9c"), (2, 10, "Ah2hTdTc"), (3, 5, ""), game="omaha_hilo", board=BOARD)

    assert settled.awards == {1: 13, 2: 12}
    assert settled.pots[0].odd_chips == {}
    assert settled.pots[0].why.endswith(" The odd chip goes to the high half.")


@pytest.mark.rule("ANG-11", "STD-8")
def test_each_half_has_odd_chips_of_its_own_from_the_left_of_the_button():
    # 50 chips: 25 for the high hand of seat 3, 25 for the lows of seats 1, 2 and 4.
    settled = _settle(
        (1, 12, "Ah2hTdTc"),
        (2, 12, "Ad2d9h9s"),
        (3, 12, "KsKcQdQc"),
        (4, 12, "As2cJhJs"),
        (5, 2, ""),
        game="omaha_hilo",
        board=BOARD,
        button=1,
    )

    pot = settled.pots[0]
    assert [(half.chips, dict(half.shares)) for half in pot.halves] == [(25, {3: 25}), (25, {2: 9, 4: 8, 1: 8})]
    assert pot.odd_chips == {2: 1}
    assert pot.why.endswith("Odd chips go from the left of the button: 1 to seat 2.")


@pytest.mark.rule("ANG-11", "CAN-24")
def test_a_pot_is_halved_no_finer_than_the_smallest_chip():
    lines = ((1, 50, "KsKc9d9c"), (2, 50, "Ah2hTdTc"), (3, 5, ""))

    assert _settle(*lines, game="omaha_hilo", board=BOARD, smallest_chip=5).awards == {1: 55, 2: 50}


@pytest.mark.rule("ANG-11", "ANG-37")
def test_the_fee_leaves_the_pot_before_it_is_halved():
    settled = _settle((1, 10, "KsKc9d9c"), (2, 10, "Ah2hTdTc"), fee=3, game="omaha_hilo", board=BOARD)

    assert (settled.awards, settled.fee) == ({1: 9, 2: 8}, 3)


@pytest.mark.rule("ANG-29")
def test_option_alley_has_no_qualifier_so_a_pair_can_win_low_and_the_low_hand_high_too():
    settled = _settle((1, 10, "2c2d4h5s7c"), (2, 10, "KcKdKh3s3d"), (3, 10, "2h3h4c5c6c"), game="option_alley")

    assert settled.awards == {2: 15, 3: 15}
    assert _settle((1, 10, "2c2d4h5s7c"), (2, 10, "3c3dQh5h7d"), game="option_alley").awards == {1: 10, 2: 10}
    assert _settle((1, 10, "2c3d4h5s6c"), (2, 10, "3c3hQh5h7d"), game="option_alley").awards == {1: 20}


@pytest.mark.rule("ANG-9")
def test_razz_is_won_by_the_lowest_five_where_a_pair_can_win_and_a_straight_does_not_count():
    assert _settle((1, 10, "Ah2c3d4s5hKcKd"), (2, 10, "6h2d3c4c5sQcQd"), game="razz").awards == {1: 20}
    assert _settle((1, 10, "AhAc2d2s3h3cKd"), (2, 10, "KhKcQdQsJhJcTd"), game="razz").awards == {1: 20}


def test_a_low_game_names_the_low_hand():
    pot = _settle((1, 10, "Ah2c3d4s5hKcKd"), (2, 10, "6h2d3c4c5sQcQd"), game="razz").pots[0]

    assert [half.name for half in pot.halves] == [""]
    assert "low" in pot.halves[0].hands[1]
    assert pot.why == f"Seat 1 wins with {pot.hands[1]}."


@pytest.mark.rule("ANG-16")
def test_in_lowball_the_bug_is_the_lowest_card_not_in_the_hand():
    settled = _settle((1, 10, "Jk 2c 3d 4s 6h"), (2, 10, "Ah 2d 3c 4c 7s"), game="lowball")

    assert settled.awards == {1: 20}


@pytest.mark.rule("ANG-10")
def test_stud_players_share_the_one_common_card_when_the_stub_ran_out():
    settled = _settle((1, 10, "AsAc9d9cKhQs"), (2, 10, "Ah2h4d5cTcJd"), game="seven_stud", board="Kc")

    assert settled.awards == {1: 20}
    assert settled.pots[0].hands[2] == "high card, ace king jack ten five"
