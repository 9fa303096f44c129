"""The charity night's euchre, rule by rule."""

from __future__ import annotations

import pytest

from engine.euchre.scoring import (
    EuchreScale,
    Side,
    check_game_score,
    game_winner,
    match_winner,
    score_deal,
    score_revoke,
)

WLIA = EuchreScale()


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
    check_game_score(winner_points, loser_points, WLIA)


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
