"""One mutant at a time, by a fork of a pytest that stands ready in a copy of the project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.mutants.possible import Mutant

ALL_PASSED, NOTICED = 0, 1
OPTIONS = ("-q", "-x", "-p", "no:randomly", "-p", "no:cacheprovider", "--no-header", "--hypothesis-seed=1")


class Copy(AbstractContextManager["Copy"]):
    """A copy of the project with a pytest that has collected these tests."""

    def __init__(self, root: Path, tests: tuple[str, ...]) -> None:
        self._log = root / ".mutants-log"
        to_ask, self._ask = os.pipe()
        self._answered, to_answer = os.pipe()
        # Compiled files are compared by the second in which a module was written: two mutants may share it.
        self._environment = {
            **os.environ,
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "DATABASE_URL": "",
            "REDIS_URL": "",
        }
        self._server = subprocess.Popen(
            [sys.executable, "-m", "pytest", *OPTIONS, "-p", "tests.mutants.serving", *tests],
            cwd=root,
            env={**self._environment, "MUTANTS_ASKED": str(to_ask), "MUTANTS_ANSWERED": str(to_answer)},
            pass_fds=(to_ask, to_answer),
            stdout=self._log.open("w"),
        )
        os.close(to_ask)
        os.close(to_answer)
        self._answers = os.fdopen(self._answered)
        self._questions = os.fdopen(self._ask, "w")

    @cached_property
    def tests(self) -> list[str]:
        return self._answer()

    def reached(self, lines: dict[str, list[int]], tests: Sequence[str]) -> dict[str, tuple[float, list[str]]]:
        """By test the seconds that it takes, and which of the lines it runs, as "module:line"."""
        return self._asked({"lines": lines, "tests": tests})

    def notices(self, mutant: Mutant, tests: Sequence[str]) -> bool:
        """Whether one of these tests, which run its line, fails on it."""
        answer = self._asked({"module": mutant.module, "code": mutant.code, "tests": tests})
        if answer not in (ALL_PASSED, NOTICED):
            raise SystemExit(f"{mutant} cannot be tried: {self._log.read_text()[-3000:]}")
        return bool(answer == NOTICED)

    def _asked(self, question: dict[str, Any]) -> Any:
        _ = self.tests  # its first answer
        self._questions.write(json.dumps(question) + "\n")
        self._questions.flush()
        return self._answer()

    def _answer(self) -> Any:
        line = self._answers.readline()
        if not line:
            self._server.wait()
            raise SystemExit(f"The tests do not stand ready:\n{self._log.read_text()[-3000:]}")
        return json.loads(line)

    def __exit__(self, *_: object) -> None:
        self._questions.close()
        self._server.wait()
        self._answers.close()
