"""How commands read files and standard input: never more than a limit, whatever is behind the name."""

from __future__ import annotations

import json
import os
import select
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from engine.errors import RuleError
from engine.published import Published

LONGEST_LINE = 1_000_000
"""Bytes of one line, its end included."""
PATIENCE = 30
"""Seconds that a named pipe may stay silent; standard input may for ever, as in any pipeline."""


def read_bounded(path: Path, most: int) -> bytes:
    """The content of a file or a pipe.

    most: bytes that it may have.

    Raises RuleError("file_too_large", "file_silent"), OSError for what cannot be opened or read.
    """
    with open_patiently(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise RuleError("file_too_large", f"{path} has more than {most:,} bytes, the most that is read.", most=most)
    return content


def read_object(path: Path, most: int, published: Published) -> dict[str, object]:
    """The JSON object that a published file holds.

    Raises RuleError with the code of what is published, and what ``read_bounded`` raises.
    """
    try:
        found = json.loads(read_bounded(path, most))
    except (ValueError, RecursionError) as error:
        raise RuleError(published.code, f"{path} is not JSON: {error}.", file=str(path)) from error
    if not isinstance(found, dict):
        raise RuleError(published.code, f"{path} is not {published.what}: it holds no object.", file=str(path))
    return found


def open_patiently(path: Path) -> IO[bytes]:
    """The file opened for reading; a named pipe only once somebody writes to it.

    Raises RuleError("file_silent"), OSError.
    """
    if not stat.S_ISFIFO(os.stat(path).st_mode):
        return path.open("rb")
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    readable, _, _ = select.select([pipe], [], [], PATIENCE)
    if not readable:
        os.close(pipe)
        raise RuleError(
            "file_silent", f"{path} is a pipe into which nobody wrote for {PATIENCE} seconds.", seconds=PATIENCE
        )
    os.set_blocking(pipe, True)
    return os.fdopen(pipe, "rb")


def bounded_lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a stream, one at a time. Raises RuleError("line_too_long"); nothing is read after it."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise RuleError(
                "line_too_long",
                f"Line {number} has more than {LONGEST_LINE:,} bytes, the most that is read. Reading ended there.",
                line=number,
                most=LONGEST_LINE,
            )
        yield line
