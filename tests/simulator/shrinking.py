"""Finds few steps of a night that break the same law."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.simulator.steps import Step, steps_of, text_of

SHELF = "SIMULATED_SHORT_NIGHTS"
"""The variable of the environment that names the folder of a `Shelf`."""


@dataclass(frozen=True, slots=True)
class Short:
    """A night that breaks a law: its seed, and few steps."""

    seed: int
    steps: tuple[Step, ...]


def shrunk(
    steps: Sequence[Step],
    breaks: Callable[[Sequence[Step]], bool],
    *,
    seconds: float,
    likely: Sequence[Step] = (),
) -> list[Step]:
    """The steps without those that the breach does not need, as far as the time reaches. The last one is needed.

    likely: those of them that are tried alone first.
    """
    until = time.perf_counter() + seconds
    kept = list(likely if 0 < len(likely) < len(steps) and breaks(likely) else steps)
    size = len(kept) // 2
    while size and time.perf_counter() < until:
        start = 0
        while start < len(kept) and time.perf_counter() < until:
            fewer = kept[:start] + kept[start + size :]
            if fewer and breaks(fewer):
                kept = fewer
            else:
                start += size
        size //= 2
    return kept


class Shelf:
    """A folder in which runs on several databases leave their short nights for each other."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder) if folder else None

    def leave(self, kind: str, short: Short) -> None:
        """This night breaks a law of that kind."""
        if self._folder is not None:
            steps = text_of(short.steps)
            name = hashlib.sha256(f"{short.seed} {steps}".encode()).hexdigest()[:12]
            (self._folder / f"{_name_of(kind)}.{name}").write_text(f"{short.seed}\n{steps}")

    def others(self, kind: str) -> Iterator[Short]:
        """Nights that broke one of that kind elsewhere, or here."""
        for path in sorted(self._folder.glob(f"{_name_of(kind)}.*")) if self._folder is not None else ():
            seed, _, steps = path.read_text().partition("\n")
            yield Short(int(seed), tuple(steps_of(steps)))


def _name_of(kind: str) -> str:
    return hashlib.sha256(kind.encode()).hexdigest()[:12]
