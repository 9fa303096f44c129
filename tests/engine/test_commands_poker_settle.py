"""``settle`` on the command line: hands in, settlements out, a line for each."""

from __future__ import annotations

import io
import json

import pytest

from engine.__main__ import main

HAND = {
    "game": "holdem",
    "button": 3,
    "board": "9s 7d 5h 3c 2d",
    "seats": [
        {"seat": 1, "contributed": 20, "live": True, "cards": "Ah Ad"},
        {"seat": 2, "contributed": 50, "live": True, "cards": "Kh Kd"},
        {"seat": 3, "contributed": 50, "live": False},
    ],
}


@pytest.fixture
def run(capsys, monkeypatch):
    def run_lines(*lines: object) -> tuple[int, list[dict], str]:
        """The exit code, the lines printed and what stands on standard error."""
        read = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(read))))
        code = main(["settle"])
        printed = capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err

    return run_lines


def test_a_hand_is_settled_pot_by_pot(run):
    code, [settled], _ = run(HAND)

    assert code == 0
    assert (settled["returned"], settled["awards"]) == ({}, {"1": 60, "2": 60})
    assert settled["net"] == {"1": 40, "2": 10, "3": -50}
    assert [(pot["name"], pot["amount"], pot["eligible"], pot["winners"]) for pot in settled["pots"]] == [
        ("side pot 1", 60, [2], [2]),
        ("main pot", 60, [1, 2], [1]),
    ]
    assert settled["pots"][1]["why"] == "Seat 1 wins with pair of aces, nine seven five kickers."


def test_house_settings_fee_dead_chips_and_halves_are_read(run):
    hand = {
        "game": "five_draw_hilo",
        "house": "angies",
        "overrides": {"award_order": "main_first"},
        "button": 1,
        "fee": 2,
        "smallest_chip": 1,
        "seats": [
            {"seat": 1, "contributed": 13, "dead": 3, "live": True, "cards": "KsKc9d9cQh"},
            {"seat": 2, "contributed": 10, "live": True, "cards": "8h6c4d2sAh", "claim": 10},
        ],
    }

    code, [settled], _ = run(hand)

    assert (code, settled["fee"], settled["awards"]) == (0, 2, {"1": 11, "2": 10})
    assert [(half["name"], half["chips"]) for half in settled["pots"][0]["halves"]] == [("high", 11), ("low", 10)]


def test_a_line_that_cannot_be_settled_says_why_and_the_others_go_on(run):
    code, lines, told = run(HAND, b"", {**HAND, "board": "9s 7d"}, HAND)

    assert code == 1
    assert told.startswith("line 3: wrong_board: ")
    assert told.endswith("(STD-9)\n")
    assert len(lines) == 2
    assert lines[0] == lines[1]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"not json", "hand_unreadable"),
        (b"\xff{}", "hand_unreadable"),
        (b"[" * 100000, "hand_unreadable"),
        ([1], "hand_unreadable"),
        ({**HAND, "game": "snap"}, "unknown_game"),
        ({**HAND, "game": ["holdem"]}, "unknown_game"),
        ({**HAND, "house": "nowhere"}, "unknown_house"),
        ({**HAND, "overrides": []}, "hand_unreadable"),
        ({**HAND, "overrides": {"odd_chips": "mine"}}, "bad_setting"),
        ({**HAND, "button": "three"}, "hand_unreadable"),
        ({**HAND, "button": 12}, "unknown_seat"),
        ({**HAND, "fee": 1.5}, "hand_unreadable"),
        ({**HAND, "board": 9}, "hand_unreadable"),
        ({**HAND, "board": "9s 7d 5h 3c Xx"}, "unknown_card"),
        ({**HAND, "seats": {}}, "hand_unreadable"),
        ({**HAND, "seats": [7]}, "hand_unreadable"),
        ({**HAND, "seats": []}, "too_few_contributors"),
        ({**HAND, "seats": [{"seat": 1, "contributed": 5}]}, "hand_unreadable"),
        ({**HAND, "seats": [{"seat": 1, "contributed": True, "live": True}]}, "hand_unreadable"),
    ],
)
def test_no_line_is_answered_with_a_crash(run, line, error):
    code, lines, told = run(line)

    assert (code, lines) == (1, [])
    assert told.startswith(f"line 1: {error}: ")


def test_help_shows_an_example(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["settle", "--help"])

    explained = capsys.readouterr().out
    assert ended.value.code == 0
    assert "contributed" in explained
    assert "python -m engine settle" in explained
