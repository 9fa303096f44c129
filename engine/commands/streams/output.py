"""Standard output of a command. What it does not take is an error that says so, told before the interpreter ends."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

OUTPUT = "standard output"


class _Named(io.FileIO):
    """failure: the last error of writing, kept because argparse drops those of its help."""

    failure: OSError | None = None

    def write(self, data: Any) -> Any:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = OUTPUT
            self.failure = error
            raise


@contextmanager
def named_output() -> Iterator[None]:
    """Inside the block, an error of writing to standard output carries its name; at the end all of it is written.

    Raises OSError with that name, and BrokenPipeError when the reader has seen enough.
    """
    stream = sys.stdout
    if stream is None:
        # Closed by whoever started us, who wants to hear nothing.
        with open(os.devnull, "w") as sys.stdout:
            yield
        return
    if not isinstance(stream, io.TextIOWrapper) or stream is not sys.__stdout__:
        # Somebody in this process reads it.
        yield
        return
    stream.flush()
    raw = _Named(stream.fileno(), "w", closefd=False)
    sys.stdout = _like(stream, raw)
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
            if raw.failure is not None:
                raise raw.failure
    except OSError:
        # What is left would fail again, with a complaint, when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        raise
    finally:
        sys.stdout = stream


def _like(stream: io.TextIOWrapper, raw: _Named) -> io.TextIOWrapper:
    """A text stream that writes there as the other does: without a buffer where the interpreter was asked for none."""
    buffer: Any = raw if isinstance(stream.buffer, io.RawIOBase) else io.BufferedWriter(raw)
    return io.TextIOWrapper(
        buffer,
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
