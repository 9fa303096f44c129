"""``seat`` on the command line: the draw, the moves and the race."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.tournament.seating import draw_seats
from tests.deep import examples

DRAW = {"players": ["Ada", "Ben", "Cy"], "tables": 2, "seats": 8, "seed": "friday"}
MOVES = {
    "tables": [
        {
            "number": 1,
            "seats": 9,
            "players": {"1": "Ann", "2": "Bob", "4": "Cy"},
            "reserved": [5, 6],
            "button": 1,
            "small_blind": 2,
            "big_blind": 4,
        },
        {
            "number": 2,
            "seats": 9,
            "players": {str(seat): f"P{seat}" for seat in range(1, 8)},
            "button": 7,
            "small_blind": 1,
            "big_blind": 2,
        },
    ],
    "break_order": [1, 2],
    "seats_wanted": 6,
    "seed": "friday",
}
RACE = {
    "stacks": {"1": 3, "2": 1, "3": 2, "4": 0, "5": 3, "6": 1},
    "small": 25,
    "large": 100,
    "cards": {"1": "9c 4d 2h", "2": "Kd", "3": "Jc 5s", "5": "8h 3c Qs", "6": "Ah"},
}
QUESTIONS = {"draw": DRAW, "moves": MOVES, "race": RACE}


@pytest.fixture
def run(capsys, monkeypatch):
    def run_lines(*arguments: str, lines: tuple[object, ...] = ()) -> tuple[int, list[dict], str]:
        """The exit code, the lines printed and what stands on standard error."""
        read = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(read))))
        code = main(["seat", *arguments])
        printed = capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err

    return run_lines


@pytest.mark.rule("WAS-3")
def test_flags_and_a_line_draw_the_same_seats(run):
    code, by_flags, _ = run("draw", "--players", "20", "--tables", "3", "--seats", "8", "--seed", "friday")
    _, by_line, _ = run("draw", lines=({"players": 20, "tables": 3, "seats": 8, "seed": "friday"},))

    drawn = draw_seats([str(player) for player in range(1, 21)], 3, 8, "friday")
    assert code == 0
    assert by_flags == by_line
    assert {line["player"]: (line["table"], line["seat"]) for line in by_line[0]["seats"]} == drawn


def test_locked_and_reserved_seats_are_kept(run):
    reserved = [[1, seat] for seat in range(1, 8)]

    _, [line], _ = run("draw", lines=(DRAW | {"locked": {"Ada": [2, 5]}, "reserved": reserved},))

    seats = {drawn["player"]: [drawn["table"], drawn["seat"]] for drawn in line["seats"]}
    assert seats["Ada"] == [2, 5]
    assert [1, 8] in seats.values()


def test_a_player_is_moved_between_the_blinds_of_the_short_table(run):
    code, lines, _ = run("moves", lines=(MOVES,))

    move = {"player": "P2", "from": [2, 2], "to": [1, 3], "slip": "table 2 seat 2 to table 1 seat 3"}
    assert (code, lines) == (0, [{"proposal": "balance", "breaks": None, "moves": [move]}])


def test_a_locked_player_is_passed_over(run):
    _, [line], _ = run("moves", lines=(MOVES | {"locked": ["P2"]},))

    assert line["moves"][0]["player"] == "P3"


@pytest.mark.rule("WAS-4")
def test_two_tables_become_the_final_table(run):
    tables = [table | {"reserved": []} for table in MOVES["tables"]]
    tables[0] = tables[0] | {"players": {"2": "Bob", "4": "Cy"}}

    _, [line], _ = run("moves", lines=(MOVES | {"tables": tables, "seats_wanted": 9},))

    assert (line["proposal"], line["breaks"]) == ("final", 1)
    assert {move["to"][0] for move in line["moves"]} == {2}
    assert {"Bob", "Cy"} <= {move["player"] for move in line["moves"]}


def test_tables_that_stand_as_they_should_call_for_nothing(run):
    _, [line], _ = run("moves", lines=(MOVES | {"tables": MOVES["tables"][:1]},))

    assert line == {"proposal": None, "breaks": None, "moves": []}


def test_ten_odd_chips_are_raced_for(run):
    _, [line], _ = run("race", lines=(RACE,))

    assert (line["race_chips"], line["winners"], line["saved"], line["drift"]) == (3, [6, 2, 5], [], 50)
    assert line["changes"]["1"] == {"direct": 0, "odd": 3, "won": False, "saved": False, "change": -75}
    assert line["cards"]["5"] == "8h 3c Qs"


def test_a_race_is_dealt_by_a_seed(run):
    question = {name: value for name, value in RACE.items() if name != "cards"} | {"seed": "x"}

    first, again = (run("race", lines=(question,))[1][0] for _ in range(2))

    assert first == again
    assert [len(cards.split()) for cards in first["cards"].values()] == [3, 1, 2, 0, 3, 1]


def test_who_would_be_left_with_nothing_is_saved(run):
    stacks = {"1": {"small": 1}, "2": {"small": 9, "rest": 500}}

    _, [line], _ = run("race", lines=(RACE | {"stacks": stacks, "cards": {"1": "2c", "2": "Ad"}},))

    assert (line["winners"], line["saved"], line["drift"]) == ([2], [1], 150)
    assert line["changes"]["2"]["direct"] == 2


def test_a_line_that_is_refused_is_named_and_the_others_are_answered(run):
    code, lines, error = run("draw", lines=(DRAW, DRAW | {"tables": 0}, b"{", DRAW | {"seat": 1}, DRAW))

    assert code == 1
    assert len(lines) == 2
    assert "line 2: draw_unclear: Number of tables is a whole number from 1" in error
    assert "line 3: line_unreadable" in error
    assert "line 4: line_unreadable: The line cannot be answered: there is no “seat”" in error


@pytest.mark.parametrize(
    ("kind", "changed", "said"),
    [
        ("draw", {"players": "Ada"}, "“players” is a list"),
        ("draw", {"players": [1]}, "“players” is text"),
        ("draw", {"players": True}, "draw_unclear"),
        ("draw", {"seed": 5}, "“seed” is text"),
        ("draw", {"seats": "8"}, "“seats” is a whole number"),
        ("draw", {"locked": {"Ada": [1]}}, "[table, seat]"),
        ("draw", {"locked": [1]}, "“locked” is an object"),
        ("draw", {"locked": {"Dan": [1, 1]}}, "locked_player_unknown"),
        ("draw", {"reserved": [[1, 9]]}, "no_such_seat"),
        ("moves", {"tables": {}}, "“tables” is a list"),
        ("moves", {"tables": [1]}, "“tables” is an object"),
        ("moves", {"tables": [{"number": 1, "seats": 9, "dealer": 1}]}, "a table has no “dealer”"),
        ("moves", {"tables": [{"number": 1, "seats": 9, "button": 1}]}, "or none of them"),
        ("moves", {"tables": [{"number": 1, "seats": 9, "players": {"²": "Ada"}}]}, "by its number, not “²”"),
        ("moves", {"tables": [{"number": 1, "seats": 9, "players": {"12": "Ada"}}]}, "no_such_seat"),
        ("moves", {"break_order": [1]}, "break_order_unclear"),
        ("race", {"stacks": {"x": 1}}, "by its number, not “x”"),
        ("race", {"stacks": {"1": {"big": 3}}}, "a stack has “small”"),
        ("race", {"large": 110}, "values_not_a_multiple"),
        ("race", {"cards": {"1": "9c 9c 2h"}}, "duplicate_card"),
        ("race", {"cards": {"1": "9z"}}, "unknown_card"),
        ("race", {"cards": {"1": ["9c"]}}, "“cards” is text"),
    ],
)
def test_what_cannot_be_read_or_done_is_said(run, kind, changed, said):
    code, lines, error = run(kind, lines=(QUESTIONS[kind] | changed,))

    assert (code, lines) == (1, [])
    assert said in error


def test_flags_that_are_missing_are_wrong_usage(run, capsys):
    with pytest.raises(SystemExit) as left:
        run("draw", "--players", "8")

    assert left.value.code == 2
    assert "--tables is needed too" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["draw", "moves", "race"])
def test_help_shows_an_example(kind, capsys):
    with pytest.raises(SystemExit):
        main(["seat", kind, "--help"])

    assert f"python -m engine seat {kind}" in capsys.readouterr().out.split("example")[1]


odd_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("0123abc", max_size=2), inner, max_size=3),
    max_leaves=6,
)
ODD_TABLES = st.lists(
    st.fixed_dictionaries(
        {"number": st.integers(0, 3) | odd_values, "seats": st.integers(1, 9) | odd_values},
        optional={
            "players": st.dictionaries(st.sampled_from("12345"), st.sampled_from("ABC")) | odd_values,
            "reserved": st.lists(st.integers(1, 9), max_size=2) | odd_values,
            "button": odd_values,
            "small_blind": odd_values,
            "big_blind": odd_values,
        },
    ),
    max_size=3,
)


@given(data=st.data(), kind=st.sampled_from(sorted(QUESTIONS)))
@settings(max_examples=examples(300))
def test_no_line_however_odd_does_more_than_be_refused(run, data, kind):
    question = QUESTIONS[kind]
    changed = data.draw(st.dictionaries(st.sampled_from(sorted(question)), odd_values, max_size=3))
    if kind == "moves" and data.draw(st.booleans()):
        changed["tables"] = data.draw(ODD_TABLES)

    code, lines, error = run(kind, lines=(question | changed,))

    assert (code, bool(lines)) in {(0, True), (1, False)}
    assert bool(lines) != bool(error)
