"""``euchre`` on the command line: hands played again, one dealt by a seed, points from tricks."""

from __future__ import annotations

import io
import json

import pytest

from engine.__main__ import main
from engine.euchre.hand.stored import hand_json, read_hand
from tests.engine.euchre_hands import after, dealt

READY = ("order_up", "discard 9d", *["with_partner"] * 4)


@pytest.fixture
def run(capsys, monkeypatch):
    def run_lines(*arguments: str, lines: tuple[object, ...] = ()) -> tuple[int, list[dict], str]:
        """The exit code, the lines printed and what stands on standard error."""
        read = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(read))))
        code = main(["euchre", *arguments])
        printed = capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err

    return run_lines


def test_a_hand_stands_where_its_log_leaves_it(run):
    code, [line], error = run(lines=(hand_json(after(dealt(), *READY, "Jh", "Jd", "Th", "9h", "9c")),))

    assert (code, error) == (0, "")
    assert (line["stage"], line["turn"], line["tricks_won"]) == ("playing", 1, [1, 0])
    assert line["legal"] == [{"action": "play", "card": "Qc"}, {"action": "play", "card": "Kc"}]
    assert line["contract"] == {
        "trump": "h",
        "maker": 0,
        "made_in_round": 1,
        "dealer_picked_up": True,
        "lone_maker": None,
        "lone_defender": None,
    }
    assert [trick["winner"] for trick in line["tricks"]] == [0, None]
    assert (line["points"], line["winner"], line["error"]) == (None, None, None)


def test_a_finished_hand_has_points_and_a_winner(run):
    hand = after(dealt(), *READY)
    while hand.legal:
        hand = hand.take(hand.legal[0])

    _, [line, thrown_in], _ = run(lines=(hand_json(hand), b"", hand_json(after(dealt(), *["pass"] * 8))))

    assert (line["stage"], line["points"]) == ("finished", list(hand.points))
    assert line["winner"] == hand.points.index(max(hand.points))
    assert sum(line["tricks_won"]) == 5
    assert (thrown_in["hand"], thrown_in["points"], thrown_in["winner"]) == (3, [0, 0], None)


def test_a_refused_hand_is_named_and_the_others_are_played(run):
    bad = {**hand_json(dealt()), "dealer": 9}

    code, lines, error = run(lines=(bad, b"{", b"[" * 100_000, hand_json(dealt())))

    assert code == 1
    assert [line["error"] and line["error"]["code"] for line in lines] == ["bad_hand", "bad_hand", "bad_hand", None]
    assert error.startswith("hand 1: bad_hand: ")
    assert lines[3]["turn"] == 0


def test_files_are_read_one_after_another(run, tmp_path):
    for name in ("one.jsonl", "two.jsonl"):
        (tmp_path / name).write_text(json.dumps(hand_json(dealt())) + "\n")

    code, lines, _ = run(str(tmp_path / "one.jsonl"), str(tmp_path / "two.jsonl"))

    assert code == 0
    assert [(line["file"][-9:], line["hand"]) for line in lines] == [("one.jsonl", 1), ("two.jsonl", 1)]
    assert run(str(tmp_path / "three.jsonl"))[0] == 2


def test_a_seed_deals_a_hand_that_is_read_again(run):
    code, [line], _ = run("--deal", "friday", "--dealer", "2", "--benny")

    assert code == 0
    assert hand_json(read_hand(line)) == line
    assert (line["dealer"], line["overrides"], line["log"]) == (2, {"with_benny": True}, [])
    assert run("--deal", "friday", "--dealer", "2", "--benny")[1] == [line]
    assert run("--deal", "friday", "--dealer", "4")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "points"),
    [
        (("--tricks", "5", "--makers", "1", "--makers-alone"), [0, 4]),
        (("--tricks", "3"), [1, 0]),
        (("--tricks", "2", "--defender-alone"), [0, 2]),
        (("--tricks", "2", "--defender-alone", "--house", "north_american"), [0, 4]),
        (("--tricks", "1", "--makers-alone", "--revoke-by", "defenders"), [4, 0]),
    ],
)
def test_points_follow_from_makers_tricks_and_alone(run, arguments, points):
    code, [line], _ = run(*arguments)

    assert code == 0
    assert line == {"points": points, "winner": points.index(max(points))}


@pytest.mark.parametrize("arguments", [("--tricks", "6"), ("--tricks", "3", "--makers", "2")])
def test_a_result_that_cannot_be_is_refused(run, arguments):
    code, lines, error = run(*arguments)

    assert (code, lines) == (1, [])
    assert "EUC-" in error


@pytest.mark.parametrize(
    "arguments",
    [
        ("--dealer", "0"),
        ("--benny",),
        ("--makers", "0"),
        ("--makers-alone",),
        ("--house", "wlia"),
        ("--deal", "x", "--tricks", "3"),
        ("--deal", "x", "file"),
        ("--deal", "x", "--revoke-by", "makers"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(run, arguments):
    with pytest.raises(SystemExit) as stopped:
        run(*arguments)

    assert stopped.value.code == 2


def test_help_shows_what_a_line_looks_like(run, capsys):
    with pytest.raises(SystemExit):
        run("--help")

    explained = capsys.readouterr().out
    assert all(word in explained for word in ("upcard", "turn_it_down_alone", "BENNY", "with_benny", "--tricks 5"))
