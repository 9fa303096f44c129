"""``rank`` on the command line: hands in, what they are worth out, a line for each."""

from __future__ import annotations

import io
import json

import pytest

from engine.__main__ import main


@pytest.fixture
def run(capsys, monkeypatch):
    def rank(game: str, *lines: str) -> tuple[int, list[dict], list[str]]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
        code = main(["rank", "--game", game])
        printed = capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err.splitlines()

    return rank


def test_a_high_low_hand_has_both_halves_with_their_five_cards(run):
    code, [line], errors = run("omaha_hilo", "Ah 2h Kc Kd | 8s 6d 3c Kh Qd")

    assert (code, errors) == (0, [])
    assert (line["cards"], line["board"]) == ("Ah 2h Kc Kd", "8s 6d 3c Kh Qd")
    assert line["high"]["words"] == "three of a kind, kings, queen eight kickers"
    assert line["high"]["cards"] == "Kc Kd Kh Qd 8s"
    assert (line["low"]["words"], line["low"]["cards"]) == ("8-6-3-2-A low", "8s 6d 3c 2h Ah")


def test_ranks_compare_hands_of_one_game(run):
    _, lines, _ = run("razz", "Ah2c3d4s5hKcKd", "6h2d3c4c5sQcQd", "Ac2s3s4d5cQhJd")

    best, second, tied = (line["low"]["rank"] for line in lines)
    assert best == tied > second
    assert all("high" not in line for line in lines)


def test_a_low_that_does_not_qualify_is_null_and_a_high_game_has_none(run):
    _, [unqualified], _ = run("five_draw_hilo", "9h2c3d4s5h")
    _, [high_only], _ = run("five_draw", "9h2c3d4s5h")

    assert unqualified["low"] is None
    assert "low" not in high_only


def test_the_bug_is_said_to_be_what_it_stands_for(run):
    _, [line], _ = run("lowball", "Jk Ah 2d 3c 4c")

    assert line["low"]["words"] == "5-4-3-2-A low, the bug as five"
    assert line["low"]["cards"].split()[0] == "Jk"


def test_a_line_that_is_no_hand_is_named_on_standard_error_and_the_others_go_on(run):
    code, lines, errors = run("holdem", "AhAd | 9s7d5h3c2d", "", "AhAd", "KhKd | 9s7d5h3c2d")

    assert code == 1
    assert [line["cards"] for line in lines] == ["Ah Ad", "Kh Kd"]
    assert [error.split(":")[:2] for error in errors] == [["line 3", " no_board"]]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("Ah Xx | 9s 7d 5h 3c 2d", "unknown_card"),
        ("Ah Ah | 9s 7d 5h 3c 2d", "duplicate_card"),
        ("Ah 9s | 9s 7d 5h 3c 2d", "duplicate_card"),
        ("Ah | 9s 7d 5h 3c 2d", "wrong_hole_cards"),
        ("Ah Kd | 9s 7d 5h", "wrong_board"),
        ("Ah Jk | 9s 7d 5h 3c 2d", "card_not_in_game"),
        ("| | |", "unknown_card"),
    ],
)
def test_no_line_is_answered_with_a_crash(run, line, error):
    code, lines, [message] = run("holdem", line)

    assert (code, lines) == (1, [])
    assert message.startswith(f"line 1: {error}: ")


def test_an_unknown_game_is_wrong_usage(run):
    with pytest.raises(SystemExit) as ended:
        run("snap", "AhAd")

    assert ended.value.code == 2


def test_help_shows_an_example(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["rank", "--help"])

    explained = capsys.readouterr().out
    assert ended.value.code == 0
    assert "python -m engine rank --game omaha_hilo" in explained
