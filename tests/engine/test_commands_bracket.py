"""``python -m engine bracket`` with results, corrections and a forecast."""

from __future__ import annotations

import io
import json
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from tests.deep import examples


def run(monkeypatch, capsys, lines, *arguments: str):
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code = main(["bracket", *arguments])
    out, error = capsys.readouterr()
    return code, [json.loads(line) for line in out.splitlines()], error


def test_results_say_which_matches_are_next_and_who_finished_where(monkeypatch, capsys):
    results = [{"match": 2, "winner": 4, "points": [10, 7]}, {"match": 5, "winner": 1}, {"match": 6, "winner": 3}]

    code, lines, _ = run(monkeypatch, capsys, [*results, {"match": 7, "winner": 3}], "--entries", "5", "--results")

    assert code == 0
    assert lines[0]["open"] == [{"match": 5, "teams": [1, 4]}, {"match": 6, "teams": [2, 3]}]
    assert lines[-1] == {"champion": 3, "places": {"3": 1, "1": 2, "2": 3, "4": 3, "5": 5}}


def test_a_second_result_for_a_match_is_a_correction_with_its_steps(monkeypatch, capsys):
    results = [{"match": number, "winner": seed} for number, seed in ((1, 1), (2, 4), (5, 1))]

    code, lines, _ = run(monkeypatch, capsys, [*results, {"match": 1, "winner": 8}], "--entries", "8", "--results")

    assert code == 0
    assert [step["step"] for step in lines[3]["correction"]] == ["change_winner", "void_and_replay", "clear_slot"]
    assert lines[3]["correction"][1] == {
        "match": 5,
        "step": "void_and_replay",
        "before": [1, 4],
        "after": [8, 4],
    }


def test_a_match_nobody_came_to_has_no_winner(monkeypatch, capsys):
    code, lines, _ = run(monkeypatch, capsys, [{"match": 1}], "--entries", "2", "--results")

    assert (code, lines[-1]["champion"]) == (0, None)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "it is not JSON"),
        ("[1]", "it is no JSON object"),
        ({"match": 1, "victor": 1}, "there is no “victor”"),
        ({"match": "1"}, "match is the number of a match"),
        ({"match": 1, "winner": 3}, "winner is a seed of match 1, where there is 1 and 4"),
        ({"match": 1, "winner": 1, "outcome": "lost"}, "outcome is one of played"),
        ({"match": 1, "winner": 1, "points": [10]}, "points are two whole numbers"),
        ({"match": 1, "winner": 1.0}, "winner is a seed of match 1"),
        ({"match": 1, "winner": 1, "points": [7, 10]}, "points_contradict_winner"),
        ({"match": 1, "winner": 4, "points": [10, 7]}, "points_contradict_winner"),
        ({"match": 1, "winner": 1, "points": [7, 7]}, "points_contradict_winner"),
        ({"match": 1, "winner": 1, "outcome": "walkover", "points": [10, 0]}, "points_without_play"),
        ({"match": 1, "points": [0, 0]}, "points_without_play"),
        ({"match": 9, "winner": 1}, "no_such_match"),
        ({"match": 3, "winner": None}, "match_not_ready"),
    ],
)
def test_a_line_that_cannot_be_is_named_and_the_others_count(monkeypatch, capsys, line, says):
    code, lines, error = run(monkeypatch, capsys, [line, {"match": 2, "winner": 2}], "--entries", "4", "--results")

    assert code == 1
    assert error.startswith("line 1: ")
    assert says in error
    assert lines[0]["match"] == 2


def test_a_correction_with_points_of_the_other_team_is_refused_and_the_result_stays(monkeypatch, capsys):
    right = {"match": 1, "winner": 1, "points": [10, 7]}
    wrong = {"match": 1, "winner": 4, "points": [10, 7]}

    code, lines, error = run(monkeypatch, capsys, [right, wrong], "--entries", "4", "--results")

    assert (code, "points_contradict_winner" in error) == (1, True)
    assert [line.get("match") for line in lines] == [1]


def test_the_end_is_forecast_from_stations_and_minutes(capsys):
    assert main(["bracket", "--entries", "16", "--stations", "4", "--minutes", "25"]) == 0

    line = json.loads(capsys.readouterr().out)
    assert (line["matches"], line["minutes"]) == (15, 125)
    assert line["rounds"][-1] == {"round_name": "Final", "ends": 125}


def test_stations_without_minutes_are_wrong_usage(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["bracket", "--entries", "16", "--stations", "4"])

    assert ended.value.code == 2
    assert "go together" in capsys.readouterr().err


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=examples(150))
@given(st.dictionaries(st.sampled_from(["match", "winner", "outcome", "points"]), JSON | st.integers(0, 8)))
def test_any_json_is_answered_or_refused(line):
    real = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(json.dumps(line).encode()))
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    try:
        code = main(["bracket", "--entries", "5", "--results"])
    finally:
        sys.stdin, sys.stdout, sys.stderr = real

    assert code in (0, 1)
