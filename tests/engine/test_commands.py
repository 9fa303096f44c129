"""The engine on the command line: JSON lines out, errors on standard error, exit codes for scripts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.raffle import DrawTicket, PrizeDraw
from engine.raffle.first import canonical_list, publish_draw

PROJECT = Path(__file__).resolve().parents[2]


def run(capsys, *arguments: str) -> tuple[int, list[dict], str]:
    code = main(arguments)
    printed = capsys.readouterr()
    return code, [json.loads(line) for line in printed.out.splitlines()], printed.err


def test_bracket_prints_a_match_a_line(capsys):
    code, lines, _ = run(capsys, "bracket", "--entries", "5", "--third-place")

    assert code == 0
    assert [line["match"] for line in lines] == list(range(1, 9))
    assert lines[0]["teams"] == [{"seed": 1}, {"bye": True}]
    assert lines[6] == {
        "match": 7,
        "round": 3,
        "round_name": "Final",
        "teams": [{"winner_of": 5}, {"winner_of": 6}],
        "bye": False,
    }
    assert (lines[7]["round_name"], lines[7]["teams"][0]) == ("Third place", {"loser_of": 5})


def test_a_refusal_goes_to_standard_error_with_its_rule(capsys):
    code, lines, error = run(capsys, "bracket", "--entries", "1")

    assert (code, lines) == (1, [])
    assert error.startswith("entries_out_of_range: ")
    assert "WLIA-22" in error


@pytest.mark.parametrize(("catalogue", "count"), [("house", 152), ("full", 161)])
def test_roulette_counts_and_lists_the_bets(capsys, catalogue, count):
    wheel = ("roulette", "--wheel", "american", "--catalogue", catalogue)

    _, kinds, _ = run(capsys, *wheel)
    _, bets, _ = run(capsys, *wheel, "--list")

    assert sum(kind["bets"] for kind in kinds) == len(bets) == count
    assert bets[0] == {"bet": "straight 0", "pockets": ["0"], "pays": 35, "expected_value": "-1/19"}


@pytest.mark.parametrize("command", ["games", "houses"])
def test_games_and_houses_are_listed_with_rule_ids(capsys, command):
    code, lines, _ = run(capsys, command)

    assert code == 0
    assert lines
    assert all(line["key"] and line["name"] and line["rules"] for line in lines)


@pytest.fixture
def draw_files(tmp_path):
    """A published draw and its list."""
    tickets = [DrawTicket("A", 1, "P01"), DrawTicket("A", 2, "P02")]
    published = publish_draw(
        seed=bytes(32),
        event_code="NIGHT",
        entropy="dice:" + "123456" * 4,
        tickets=tickets,
        prizes=[PrizeDraw("1", "A")],
    )
    draw, ticket_list = tmp_path / "draw.json", tmp_path / "tickets.txt"
    draw.write_text(json.dumps(published))
    ticket_list.write_bytes(canonical_list(tickets))
    return draw, ticket_list


def test_a_sound_draw_agrees(capsys, draw_files):
    code, lines, _ = run(capsys, "draw-verify", *map(str, draw_files))

    assert (code, lines) == (0, [{"draw": str(draw_files[0]), "agrees": True}])


def test_a_changed_list_is_reported_line_by_line(capsys, draw_files):
    draw_files[1].write_bytes(b"A\t1\tP01\nA\t2\tP03\n")

    code, lines, error = run(capsys, "draw-verify", *map(str, draw_files))

    assert (code, error) == (1, "")
    assert any("hashes to" in line["problem"] for line in lines)


@pytest.mark.parametrize("content", ["not json", "[]", "{}"])
def test_a_file_that_is_no_draw_gives_a_clear_error(capsys, draw_files, content):
    draw_files[0].write_text(content)

    code, lines, error = run(capsys, "draw-verify", *map(str, draw_files))

    assert (code, lines) == (1, [])
    assert error.startswith("draw_file_unreadable: ")


def test_a_missing_file_is_named(capsys, tmp_path):
    code, _, error = run(capsys, "draw-verify", str(tmp_path / "none.json"), str(tmp_path / "none.txt"))

    assert code == 2
    assert "none.json: No such file" in error


@pytest.mark.parametrize("arguments", [[], ["chess"], ["bracket"], ["bracket", "--entries", "many"]])
def test_wrong_usage_ends_with_2(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


def test_every_command_explains_itself(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])

    explained = capsys.readouterr().out
    assert all(command in explained for command in ("bracket", "roulette", "draw-verify", "games", "houses"))


def test_a_reader_that_stops_early_is_no_error():
    engine = subprocess.Popen(
        [sys.executable, "-m", "engine", "bracket", "--entries", "5000"],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )

    first = engine.stdout.readline()
    engine.stdout.close()
    error = engine.stderr.read()
    engine.stderr.close()

    assert json.loads(first)["match"] == 1
    assert (engine.wait(timeout=30), error) == (0, b"")
