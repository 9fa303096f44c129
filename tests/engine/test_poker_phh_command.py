"""``python -m engine phh``: a line a hand, whatever the others are like."""

from __future__ import annotations

import json

import pytest

from engine.__main__ import main

HAND = """
variant = "NT"
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [0.50, 1.00]
min_bet = 1
starting_stacks = [10, 10]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 f"]
"""


def run(capsys, *arguments: object) -> tuple[int, list[dict], str]:
    code = main(["phh", *map(str, arguments)])
    printed = capsys.readouterr()
    return code, [json.loads(line) for line in printed.out.splitlines()], printed.err


@pytest.fixture
def write(tmp_path):
    def write(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def test_a_hand_is_settled_in_the_unit_of_its_file(capsys, write):
    file = write("one.phh", f"hand = 17{HAND}")

    code, lines, errors = run(capsys, file)

    assert (code, errors) == (0, "")
    assert lines == [
        {
            "file": file,
            "hand": 17,
            "game": "holdem",
            "stacks": ["10.50", "9.50"],
            "pots": [
                {
                    "name": "main pot",
                    "chips": "1.00",
                    "eligible": ["p1"],
                    "shares": {"p1": "1.00"},
                    "why": "Seat 1 is the only one left for it.",
                }
            ],
            "rake": "0.00",
            "error": None,
        }
    ]


def test_a_file_of_many_hands_gives_a_line_for_each(capsys, write):
    wrong = HAND.replace("p2 f", "p1 f")
    file = write("night.phhs", f"[1]{HAND}[2]{wrong}[3]{HAND}[4]\nvariant =\n")

    code, lines, _ = run(capsys, file)

    assert code == 1
    assert [line["hand"] for line in lines] == [1, 2, 3, 4]
    assert [line["error"] and line["error"]["code"] for line in lines] == [
        None,
        "phh_illegal_action",
        None,
        "phh_toml",
    ]
    assert (lines[1]["game"], lines[1]["stacks"], lines[1]["pots"]) == ("holdem", None, None)
    assert (lines[1]["error"]["action"], lines[1]["error"]["refused"]) == (3, "not_your_turn")
    assert lines[1]["error"]["rules"] == ["STD-3"]


def test_a_broken_file_does_not_stop_the_rest(capsys, write, tmp_path):
    files = [write("broken.phh", "nothing"), tmp_path / "none.phh", write("empty.phhs", ""), write("good.phh", HAND)]

    code, lines, _ = run(capsys, *files)

    assert code == 1
    assert [line["error"] and line["error"]["code"] for line in lines] == ["phh_toml", "phh_file", "phh_number", None]
    assert [line["file"] for line in lines] == [str(file) for file in files]


def test_a_rake_must_be_allowed(capsys, write):
    file = write("raked.phh", f"{HAND}finishing_stacks = [10.45, 9.50]\n")

    assert run(capsys, file)[0] == 1
    code, lines, _ = run(capsys, "--rake-allowed", file)
    assert (code, lines[0]["rake"], lines[0]["stacks"]) == (0, "0.05", ["10.50", "9.50"])
