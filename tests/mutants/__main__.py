"""Changes one thing at a time in the engine and the bank and runs the tests that run its line: do they notice?

A part's mutants are drawn by a seed from all that Cosmic Ray can make of its modules. `survivors_*.toml` list those
that nothing can notice, with why. Ends with 1 below 95 of 100 noticed in any part.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.mutants.possible import Mutant, drawn
from tests.mutants.trying import Copy

ROOT = Path(__file__).resolve().parent.parent.parent
LEAST_NOTICED = 95
WORKERS = 2
# The engine knows no database; what the application says of its rules is asked elsewhere.
ENGINE_TESTS = ("tests/engine", "tests/rules", "-m", "not django_db")
BANK_TESTS = (
    "tests/bank",
    "tests/rules/test_wlia_bank.py",
    "--ignore=tests/bank/test_start_up.py",  # starts servers of its own, which would not have the change
    "-m",
    "not browser and not postgres and not redis",
)


@dataclass(frozen=True)
class Part:
    """A part of the project with the tests that are to notice what is wrong in it. mutants: how many are drawn."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    mutants: int


PARTS = (
    Part("poker", ("engine/poker", "engine/cards.py", "engine/chance.py", "engine/doors.py"), ENGINE_TESTS, 120),
    Part("euchre", ("engine/euchre",), ENGINE_TESTS, 50),
    Part("tournament", ("engine/tournament",), ENGINE_TESTS, 80),
    Part("raffle", ("engine/raffle", "engine/roulette", "engine/fees.py"), ENGINE_TESTS, 50),
    Part("bank", ("eventnight/bank",), BANK_TESTS, 100),
)


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.mutants")
    reader.add_argument("parts", nargs="*", help=f"of {', '.join(part.name for part in PARTS)}; all unless told")
    reader.add_argument(
        "--seed", nargs="+", default=["1"], help="several draw several times; the tests run through once"
    )
    reader.add_argument("--each", type=int, help="how many mutants of each part, instead of its usual number")
    given = reader.parse_args()
    chosen = [part for part in PARTS if not given.parts or part.name in given.parts]
    if not chosen:
        reader.error(f"parts are {', '.join(part.name for part in PARTS)}")
    print(f"{'part':<12}{'seed':>6}{'tried':>7}{'noticed':>9}{'excused':>9}{'survived':>10}{'score':>8}")
    scores: list[float] = []
    with TemporaryDirectory(prefix="eventnight-mutants-") as folder:
        roots = [_copied(Path(folder) / str(number)) for number in range(WORKERS)]
        for tests, parts in groupby(chosen, key=lambda part: part.tests):
            draws = {
                (part, seed): drawn(
                    roots[0], part.modules, count=given.each or part.mutants, seed=f"{seed}/{part.name}"
                )
                for part in parts
                for seed in given.seed
            }
            with ExitStack() as stack:
                copies = [stack.enter_context(Copy(root, tests)) for root in roots]
                touching = _touching(copies, [mutant for mutants in draws.values() for mutant in mutants])
                scores += [_try_part(part, seed, mutants, copies, touching) for (part, seed), mutants in draws.items()]
    return 0 if min(scores) >= LEAST_NOTICED else 1


def _touching(copies: list[Copy], mutants: list[Mutant]) -> dict[str, list[str]]:
    """By "module:line" the tests that run it, the quickest first. Runs all tests once, shared between the copies."""
    lines: dict[str, list[int]] = defaultdict(list)
    for mutant in mutants:
        lines[mutant.module].append(mutant.line)
    tests = copies[0].tests
    shares = [tests[number :: len(copies)] for number in range(len(copies))]
    with ThreadPoolExecutor(len(copies)) as workers:
        answers = list(workers.map(lambda copy, share: copy.reached(lines, share), copies, shares))
    timed = sorted((seconds, test, reached) for answer in answers for test, (seconds, reached) in answer.items())
    touching: dict[str, list[str]] = defaultdict(list)
    for _, test, reached in timed:
        for line in reached:
            touching[line].append(test)
    return touching


def _try_part(
    part: Part, seed: str, mutants: list[Mutant], copies: list[Copy], touching: dict[str, list[str]]
) -> float:
    begun = time.monotonic()
    lists = [tomllib.loads(file.read_text())["survivor"] for file in _SURVIVORS]
    excused = {each["change"] for each in chain.from_iterable(lists)}
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def is_noticed(mutant: Mutant) -> bool:
        copy = free.get()
        try:
            noticed = copy.notices(mutant, touching.get(f"{mutant.module}:{mutant.line}", []))
        finally:
            free.put(copy)
        if not noticed and str(mutant) not in excused:
            print(f"    survives: line {mutant.line} of {mutant}", flush=True)
        return noticed

    with ThreadPoolExecutor(len(copies)) as workers:
        noticed = list(workers.map(is_noticed, mutants))
    survived = sum(not was and str(mutant) not in excused for was, mutant in zip(noticed, mutants, strict=True))
    score = 100 * sum(noticed) / (sum(noticed) + survived)
    print(
        f"{part.name:<12}{seed:>6}{len(mutants):>7}{sum(noticed):>9}{len(mutants) - sum(noticed) - survived:>9}"
        f"{survived:>10}{score:>7.1f}%   {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    return score


def _copied(place: Path) -> Path:
    """The project as git has it, with what is not committed yet: mutants never touch the work tree."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT, stdout=subprocess.PIPE, check=True,
    ).stdout.decode()  # fmt: skip
    for name in filter(None, listed.split("\0")):
        source, target = ROOT / name, place / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    return place


_SURVIVORS = [Path(__file__).with_name(f"survivors_{part}.toml") for part in ("engine", "bank")]

if __name__ == "__main__":
    sys.exit(main())
