"""``structure`` on the command line."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from tests.deep import examples

EIGHT = {"players": 8, "stack": 10_000, "minutes": 120, "level_minutes": 20, "chips": [25, 100, 500, 1000]}
FLAGS = (
    "--players",
    "8",
    "--stack",
    "10000",
    "--minutes",
    "120",
    "--level-minutes",
    "20",
    "--chips",
    "25,100,500,1000",
)


@pytest.fixture
def run(capsys, monkeypatch):
    def run_lines(*arguments: str, lines: tuple[object, ...] = ()) -> tuple[int, list[dict], str]:
        """The exit code, the lines printed and what stands on standard error."""
        read = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(read))))
        code = main(["structure", *arguments])
        printed = capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err

    return run_lines


@pytest.mark.rule("WAS-5", "WAS-6")
def test_flags_and_a_line_ask_for_the_same_structure(run):
    code, by_flags, _ = run(*FLAGS, "--first-big-blind", "200")
    _, by_line, _ = run(lines=(EIGHT | {"first_big_blind": 200},))

    assert code == 0
    assert by_flags == by_line
    levels = by_flags[0]["levels"]
    assert [(level["small_blind"], level["big_blind"]) for level in levels] == [
        (100, 200),
        (200, 400),
        (300, 600),
        (600, 1200),
        (1000, 2000),
        (2000, 4000),
    ]
    assert {level["seconds"] for level in levels} == {1200}
    assert by_flags[0]["notices"] == []


def test_breaks_retirements_and_notices_are_told(run):
    _, [line], _ = run(*FLAGS[:5], "60", *FLAGS[6:], "--break-minutes", "5", "--rebuys", "8", "--rebuy-chips", "10000")

    assert [notice["code"] for notice in line["notices"]] == ["steep", "ends_low"]
    _, [line], _ = run(lines=(EIGHT | {"break_minutes": 10, "minutes": 130},))
    assert line["levels"][4] == {"break": True, "seconds": 600}
    assert line["retirements"] == [{"chip": 100, "after_level": 4}, {"chip": 500, "after_level": 4}]


def test_a_line_that_is_refused_is_named_and_the_others_are_answered(run):
    code, lines, error = run(lines=(EIGHT, EIGHT | {"players": 1}, b"", b"{", EIGHT | {"chip": 5}, EIGHT))

    assert code == 1
    assert len(lines) == 2
    assert "line 2: plan_unclear: The number of players is a whole number from 2" in error
    assert "(WAS-5, WAS-6)" in error
    assert "line 4: line_unreadable" in error
    assert "line 5: line_unreadable: The line cannot be answered: there is no “chip”" in error


@pytest.mark.parametrize("name", ["players", "stack", "minutes", "level_minutes", "chips"])
def test_what_is_missing_is_named(run, name):
    code, lines, error = run(lines=({key: value for key, value in EIGHT.items() if key != name},))

    assert (code, lines) == (1, [])
    assert f"“{name}”" in error


def test_flags_that_are_missing_are_wrong_usage(run, capsys):
    with pytest.raises(SystemExit) as left:
        run("--players", "8")

    assert left.value.code == 2
    assert "--stack is needed too" in capsys.readouterr().err


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(
    line=st.dictionaries(st.sampled_from(sorted(EIGHT)), json_values | st.integers(1, 300)).map(lambda odd: EIGHT | odd)
    | json_values
)
@settings(max_examples=examples(60))
def test_no_line_however_odd_does_more_than_be_refused(run, line):
    code, lines, error = run(lines=(line,))

    assert (code, bool(lines)) in {(0, True), (1, False)}
    assert bool(lines) != bool(error)
