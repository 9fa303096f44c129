"""Cuts the slice of the reference data that the project keeps: `python -m tests.cut_reference FOLDER`.

FOLDER holds the full set. The same set always gives the same files: the first records of each, packed without a date.
"""

from __future__ import annotations

import gzip
import sys
from itertools import islice
from pathlib import Path

from tests.reference import SLICE

GAMES = ("draw5", "holdem", "omaha", "omaha8", "razz", "stud5", "stud7", "stud7_8")
COMPARISONS = ("holdem7", "low8", "omaha4", "omaha_low8", "razz7")
RECORDS = {
    **{f"poker/playouts/{game}.jsonl.gz": 300 for game in GAMES},
    **{f"poker/eval/{kind}.jsonl.gz": 2000 for kind in COMPARISONS},
    "euchre/north_american.jsonl.gz": 1500,
}
"""So many lines of each file of records."""

WHOLE = ("euchre/house_examples.json", "roulette/roulette_summary.json", "brackets/brackets.json.gz")


def cut(full: Path, into: Path) -> None:
    """Write the slice of the folder ``full`` into the folder ``into``. Raises OSError where a file is missing."""
    for name, most in RECORDS.items():
        with gzip.open(full / name, "rb") as lines:
            _write(into / name, b"".join(islice(lines, most)))
    for name in WHOLE:
        content = (full / name).read_bytes()
        _write(into / name, gzip.decompress(content) if name.endswith(".gz") else content)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content, 9, mtime=0) if path.suffix == ".gz" else content)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.cut_reference FOLDER")
    cut(Path(sys.argv[1]), SLICE)
