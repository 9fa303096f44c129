"""Points of euchre deals, games and matches."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleError
from engine.euchre.result import DealResult, called, points_of
from engine.euchre.scoring import (
    NORTH_AMERICAN_SCALE,
    EuchreScale,
    Side,
    game_winner,
    match_winner,
    require_game_score,
    score_deal,
)
from tests.reference import reference_json, reference_text

WLIA = EuchreScale()


@given(
    tricks=st.integers(0, 5),
    makers_alone=st.booleans(),
    defender_alone=st.booleans(),
    scale=st.sampled_from([WLIA, NORTH_AMERICAN_SCALE]),
)
def test_one_side_scores_on_every_deal(tricks, makers_alone, defender_alone, scale):
    side, points = score_deal(tricks, makers_alone=makers_alone, defender_alone=defender_alone, scale=scale)

    assert (side is Side.MAKERS) == (tricks >= 3)
    assert 1 <= points <= 4


@pytest.mark.parametrize("tricks", [-1, 6])
def test_a_deal_has_five_tricks(tricks):
    with pytest.raises(RuleError) as refused:
        score_deal(tricks, makers_alone=False, scale=WLIA)

    assert refused.value.code == "tricks_out_of_range"


@pytest.mark.parametrize("name", [each.name for each in fields(EuchreScale)])
def test_a_scale_gives_every_result_a_point_and_a_game_a_target(name):
    with pytest.raises(RuleError) as refused:
        EuchreScale(**{name: 0})

    assert refused.value.code == "scale_without_points"
    assert refused.value.message == "Every result of a deal is worth at least 1 point."
    assert getattr(EuchreScale(**{name: 1}), name) == 1


@pytest.mark.parametrize("name", [each.name for each in fields(EuchreScale) if each.name != "target"])
def test_the_best_deal_of_any_kind_from_one_point_short_of_the_target_is_the_highest_score(name):
    scale = EuchreScale(**{name: 7, "target": 12})

    require_game_score(18, 0, scale)
    with pytest.raises(RuleError) as refused:
        require_game_score(19, 0, scale)

    assert refused.value.message == "The winner cannot have 19 points: no deal takes a team past 18."


@pytest.mark.parametrize(("points", "winner"), [((11, 11), None), ((12, 11), 0), ((11, 12), 1), ((0, 15), 1)])
def test_a_game_is_won_at_the_target_of_its_scale(points, winner):
    assert game_winner(points, EuchreScale(target=12)) == winner


def test_two_winners_of_one_game_cannot_be():
    with pytest.raises(RuleError) as refused:
        game_winner((10, 11), WLIA)

    assert refused.value.code == "both_teams_at_target"


@pytest.mark.parametrize(
    ("winner", "loser", "code"),
    [
        (9, 3, "winner_below_target"),
        (14, 3, "winner_above_reach"),
        (10, 10, "loser_out_of_range"),
        (13, 11, "loser_out_of_range"),
        (10, -1, "loser_out_of_range"),
    ],
)
def test_a_score_that_no_game_ends_with_is_refused(winner, loser, code):
    with pytest.raises(RuleError) as refused:
        require_game_score(winner, loser, WLIA)

    assert refused.value.code == code


@given(deals=st.lists(st.tuples(st.integers(0, 1), st.integers(1, 4)), min_size=20, max_size=40))
def test_every_game_played_to_its_end_has_a_score_that_may_be_entered(deals):
    points = [0, 0]
    for team, scored in deals:
        points[team] += scored
        if (winner := game_winner((points[0], points[1]), WLIA)) is not None:
            require_game_score(points[winner], points[1 - winner], WLIA)
            return


@pytest.mark.parametrize(
    ("games", "best_of", "code"),
    [
        ((0, 0), 2, "even_best_of"),
        ((0, 0), 0, "even_best_of"),
        ((0, 0), -1, "even_best_of"),
        ((2, 2), 3, "games_out_of_range"),
        ((3, 0), 3, "games_out_of_range"),
        ((0, 3), 3, "games_out_of_range"),
        ((-1, 2), 3, "games_out_of_range"),
        ((1, 1), 1, "games_out_of_range"),
    ],
)
def test_a_match_that_cannot_be_is_refused(games, best_of, code):
    with pytest.raises(RuleError) as refused:
        match_winner(games, best_of=best_of)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("games", "best_of", "winner"),
    [((0, 1), 1, 1), ((2, 2), 5, None), ((3, 2), 5, 0), ((1, 3), 5, 1), ((49, 49), 99, None), ((50, 49), 99, 0)],
)
def test_more_than_half_the_games_win_the_match(games, best_of, winner):
    assert match_winner(games, best_of=best_of) == winner


@pytest.mark.parametrize("makers", [0, 1])
@pytest.mark.parametrize("revoke_by", Side)
@pytest.mark.parametrize("alone", [None, *Side])
def test_a_revoke_costs_more_where_the_other_side_plays_alone(makers, revoke_by, alone):
    result = DealResult(
        makers=makers,
        tricks=5,
        makers_alone=alone is Side.MAKERS,
        defender_alone=alone is Side.DEFENDERS,
        revoke_by=revoke_by,
    )

    points = points_of(result, EuchreScale(revoke=3, revoke_against_lone=5))

    scoring = makers if revoke_by is Side.DEFENDERS else 1 - makers
    assert points[scoring] == (5 if alone is revoke_by.opponents else 3)
    assert points[1 - scoring] == 0


def test_points_agree_with_the_reference_deals():
    records = [json.loads(line) for line in reference_text("euchre/north_american.jsonl.gz").splitlines()]
    records += reference_json("euchre/house_examples.json")

    for record in records:
        assert _points(record) == record["points"], record["id"]


def _points(record) -> list[int]:
    if record["maker"] is None:
        return [0, 0]
    makers = record["maker"] % 2
    won = record["tricks_won"]
    side, points = score_deal(
        won["makers"] if isinstance(won, dict) else won[makers],
        makers_alone=record["lone_maker"] is not None,
        defender_alone=record["lone_defender"] is not None,
        scale=WLIA if "thrown_in" in record else NORTH_AMERICAN_SCALE,
    )
    team = makers if side is Side.MAKERS else 1 - makers
    return [points if team == 0 else 0, points if team == 1 else 0]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"makers": None}, ("thrown in", "EUC-10")),
        ({"tricks": 2}, ("euchred", "EUC-14")),
        ({"tricks": 0, "makers_alone": True}, ("euchred", "EUC-14")),
        ({"tricks": 2, "defender_alone": True}, ("euchred by a lone player", "EUC-15")),
        ({"tricks": 3}, ("made", "EUC-14")),
        ({"tricks": 4, "makers_alone": True}, ("made alone", "EUC-15")),
        ({"tricks": 5, "defender_alone": True}, ("march", "EUC-14")),
        ({"tricks": 5, "makers_alone": True, "defender_alone": True}, ("alone march", "EUC-15")),
        ({"tricks": 1, "revoke_by": Side.DEFENDERS}, ("revoke by the defenders", "EUC-17")),
    ],
)
def test_a_result_has_the_tables_word_and_its_rule(how, says):
    assert called(DealResult(**{"makers": 1, **how})) == says


@given(
    tricks=st.integers(0, 5), alone=st.booleans(), lone_defender=st.booleans(), revoke=st.sampled_from((None, *Side))
)
def test_the_word_tells_who_scores(tricks, alone, lone_defender, revoke):
    result = DealResult(makers=0, tricks=tricks, makers_alone=alone, defender_alone=lone_defender, revoke_by=revoke)

    word = called(result).word

    is_lost = word.startswith("euchred") or word == "revoke by the makers"
    assert (points_of(result, WLIA)[0] == 0) == is_lost
