"""``icm`` on the command line."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from tests.deep import examples

DEAL = {"stacks": {"Ada": 100_000, "Ben": 70_000, "Cy": 50_000, "Dee": 20_000}, "prizes": [20000, 12000, 8000, 5000]}


@pytest.fixture
def run(capsys, monkeypatch):
    def run_lines(*arguments: str, lines: tuple[object, ...] = ()) -> tuple[int, list[dict], str]:
        """The exit code, the lines printed and what stands on standard error."""
        read = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(read))))
        code = main(["icm", *arguments])
        printed = capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err

    return run_lines


def test_a_line_is_answered_by_both_deals(run):
    code, [line], _ = run(lines=(DEAL,))

    assert code == 0
    assert line["icm"] == {"Ada": 140_84, "Ben": 123_80, "Cy": 108_96, "Dee": 76_40}
    assert line["chip_chop"] == {"Ada": 154_17, "Ben": 122_92, "Cy": 102_08, "Dee": 70_83}
    assert line["notices"] == []


def test_flags_give_the_exact_worth_too(run):
    _, [line], _ = run("--stacks", "50,30,20", "--prizes", "50,30,20")

    assert line["exact"] == {"1": "1075/28", "2": "131/4", "3": "202/7"}
    assert sum(line["icm"].values()) == 100


def test_a_chop_above_first_prize_is_noticed(run):
    _, [line], _ = run("--stacks", "98,1,1", "--prizes", "5000,4000,1000")

    assert [notice["code"] for notice in line["notices"]] == ["above_first_prize"]


def test_sixteen_players_are_a_job(run):
    question = {"stacks": [100] * 16, "prizes": [100]}

    refused, answered = run(lines=(question,)), run("--as-job", lines=(question,))

    assert (refused[0], refused[1]) == (1, [])
    assert "line 1: too_many_for_icm" in refused[2]
    assert (answered[0], sum(answered[1][0]["icm"].values())) == (0, 100)
    assert "exact" not in answered[1][0]


def test_a_line_that_is_refused_is_named_and_the_others_are_answered(run):
    code, lines, error = run(lines=(DEAL | {"prizes": [1, 2]}, DEAL | {"stacks": 5}, DEAL | {"prize": 5}, b"[]", DEAL))

    assert (code, len(lines)) == (1, 1)
    assert [line.split(": ")[1] for line in error.splitlines()] == ["prizes_rise", *["line_unreadable"] * 3]


def test_stacks_without_prizes_are_wrong_usage(run, capsys):
    with pytest.raises(SystemExit) as left:
        run("--stacks", "5,5")

    assert left.value.code == 2
    assert "go together" in capsys.readouterr().err


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(line=st.dictionaries(st.sampled_from(["stacks", "prizes"]), json_values).map(lambda odd: DEAL | odd))
@settings(max_examples=examples(60))
def test_no_line_however_odd_does_more_than_be_refused(run, line):
    code, lines, error = run(lines=(line,))

    assert (code, bool(lines)) in {(0, True), (1, False)}
    assert bool(lines) != bool(error)
