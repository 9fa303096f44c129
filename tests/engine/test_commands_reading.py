"""No command reads without end, whatever file, pipe or device it is given, and each says what its limit is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading

import pytest

from engine.__main__ import main
from engine.commands.streams import reading
from engine.poker.phh.reading import MOST_BYTES

ENOUGH_MEMORY = 1024**3


def run_with_little_memory(*arguments: str, stdin: str) -> subprocess.CompletedProcess[str]:
    """The command in a process that would die of reading without end."""
    limited = (
        "import resource, runpy, sys; "
        f"resource.setrlimit(resource.RLIMIT_AS, ({ENOUGH_MEMORY}, {ENOUGH_MEMORY})); "
        f"sys.argv = ['engine', *{list(arguments)!r}]; runpy.run_module('engine', run_name='__main__')"
    )
    with open(stdin, "rb") as given:
        return subprocess.run(
            [sys.executable, "-c", limited], stdin=given, capture_output=True, text=True, timeout=60, check=False
        )


@pytest.mark.parametrize(
    ("arguments", "stdin", "told"),
    [
        pytest.param(("phh", "/dev/zero"), os.devnull, f"more than {MOST_BYTES:,} bytes", id="phh"),
        pytest.param(("draw-verify", "/dev/zero", "/dev/zero"), os.devnull, "more than 16,000,000 bytes", id="draw"),
        pytest.param(("euchre", "/dev/zero"), os.devnull, "more than 1,000,000 bytes", id="euchre-file"),
        pytest.param(("euchre",), "/dev/zero", "more than 1,000,000 bytes", id="euchre"),
        pytest.param(("settle",), "/dev/zero", "more than 1,000,000 bytes", id="settle"),
    ],
)
def test_what_never_ends_is_refused_with_the_limit(arguments: tuple[str, ...], stdin: str, told: str):
    done = run_with_little_memory(*arguments, stdin=stdin)

    assert done.returncode == 1
    assert told in done.stdout + done.stderr


def test_a_line_too_long_ends_the_reading_after_the_lines_before_it(capsys, tmp_path):
    file = tmp_path / "hands.jsonl"
    file.write_bytes(b"{}\n" + b"x" * (reading.LONGEST_LINE + 1) + b"\n{}\n")

    code = main(["euchre", str(file)])

    printed = capsys.readouterr()
    assert (code, len(printed.out.splitlines())) == (1, 1)
    assert "Line 2 has more than 1,000,000 bytes" in printed.err


@pytest.mark.parametrize("command", [("phh",), ("euchre",), ("draw-verify", __file__)])
def test_a_directory_is_no_file(capsys, tmp_path, command: tuple[str, ...]):
    code = main([*command, str(tmp_path)])

    printed = capsys.readouterr()
    assert code != 0
    assert any(word in printed.out + printed.err for word in ("Is a directory", "is not JSON"))


def test_a_pipe_into_which_nobody_writes_is_given_up(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "PATIENCE", 0)
    pipe = tmp_path / "hand.phh"
    os.mkfifo(pipe)

    code = main(["phh", str(pipe)])

    assert (code, json.loads(capsys.readouterr().out)["error"]["code"]) == (1, "file_silent")


def test_a_pipe_is_read_to_its_end(tmp_path):
    pipe = tmp_path / "hand.phh"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"a hand",))
    writer.start()

    content = reading.read_bounded(pipe, 6)
    writer.join()

    assert content == b"a hand"
