"""A pytest that collects once and then runs chosen tests in forks of itself, each with one change of a module.

It is a plugin of the pytest that `trying.py` starts in a copy of the project. One line of JSON asks, one answers.
"""

from __future__ import annotations

import builtins
import json
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from django.conf import settings
from django.db import connections

from tests.mutants import swapping

ALL_PASSED, NOTICED, BROKEN = 0, 1, 2
CPU_SECONDS_OF_A_TEST, SECONDS_OF_A_TEST = 40, 1200
BYTES_OF_A_TEST = 6 * 2**30


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    if session.testsfailed:
        raise session.Interrupted("the tests cannot be collected")
    _Server(session).serve()
    return True


class _Server:
    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.root = Path.cwd()
        self.items = {item.nodeid: item for item in session.items}
        self.failure = ""
        self.database = self._made_database()
        import_module(settings.ROOT_URLCONF)  # else what only pages import is not there to be changed
        self.functions = swapping.living_functions(self.root)
        self.caches = swapping.living_caches(self.root)

    def serve(self) -> None:
        """Answers until nobody asks any more."""
        with (
            os.fdopen(int(os.environ["MUTANTS_ASKED"])) as asked,
            os.fdopen(int(os.environ["MUTANTS_ANSWERED"]), "w") as answered,
        ):
            self._answer(answered, list(self.items))
            for line in asked:
                question = json.loads(line)
                self._answer(answered, self._reached(question) if "lines" in question else self._tried(question))

    def _answer(self, answered: Any, answer: object) -> None:
        answered.write(json.dumps(answer) + "\n")
        answered.flush()

    def _made_database(self) -> tuple[Path, Path] | None:
        """One test makes the database that all forks begin with. None where no test needs one."""
        needing = next((item for item in self.session.items if item.get_closest_marker("django_db")), None)
        if needing is None:
            return None
        if self._fails(needing):
            raise self.session.Failed(f"{needing.nodeid} must pass before anything is changed")
        name = Path(connections["default"].settings_dict["NAME"])
        connections.close_all()
        return name, Path(shutil.copy(name, name.with_suffix(".begun")))

    def _tried(self, question: dict[str, Any]) -> int:
        return self._forked(lambda: self._first_failure(question))

    def _first_failure(self, question: dict[str, Any]) -> int:
        swapping.swap(self.root / question["module"], question["code"], self.functions)
        self._forget()
        return NOTICED if any(self._fails_or_ends_not(self.items[name]) for name in question["tests"]) else ALL_PASSED

    def _reached(self, question: dict[str, Any]) -> dict[str, list[str]]:
        """Which of these lines each test runs, by "module:line"."""
        answer = self.root / ".mutants-reached"
        if self._forked(lambda: self._probed(question, answer)):
            raise self.session.Failed("the tests must pass before anything is changed")
        return json.loads(answer.read_text())

    def _probed(self, question: dict[str, Any], answer: Path) -> int:
        running: set[str] = set()
        setattr(builtins, swapping.PROBE, running.add)
        for module, lines in question["lines"].items():
            tree, reached = swapping.probed(module, (self.root / module).read_text(), set(lines))
            if reached:
                swapping.swap(self.root / module, tree, self.functions)
        found = {}
        for name in question["tests"]:
            running.clear()
            self._forget()
            begun = time.process_time()
            if self._fails_or_ends_not(self.items[name]):
                print(f"{name}\n{self.failure}", file=sys.__stderr__, flush=True)
                return NOTICED
            found[name] = [round(time.process_time() - begun, 3), sorted(running)]
        answer.write_text(json.dumps(found))
        return ALL_PASSED

    def _forget(self) -> None:
        for cache in self.caches:
            cache.cache_clear()

    def _fails(self, item: pytest.Item) -> bool:
        # What comes next is the session: nothing that a test of another module leaves is there for the next test.
        reports = runtestprotocol(item, log=False, nextitem=self.session)
        self.failure = next((report.longreprtext for report in reports if report.failed), "")
        return any(report.failed for report in reports)

    def _fails_or_ends_not(self, item: pytest.Item) -> bool:
        """Ends this process where the test finds no end: by its own time, which other processes do not use up."""
        used = int(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (used + CPU_SECONDS_OF_A_TEST, resource.RLIM_INFINITY))
        signal.alarm(SECONDS_OF_A_TEST)
        return self._fails(item)

    def _forked(self, work: Callable[[], int]) -> int:
        """What the work returns in a process of its own; crashing, filling the memory or finding no end is noticing."""
        # An example that one mutant failed on would help with the next: what is noticed would hang on the order.
        shutil.rmtree(self.root / ".hypothesis", ignore_errors=True)
        if self.database:
            name, begun = self.database
            for left in name.parent.glob(f"{name.name}-*"):
                left.unlink()
            shutil.copy(begun, name)
        child = os.fork()
        if child == 0:
            code = BROKEN
            try:
                resource.setrlimit(resource.RLIMIT_AS, (BYTES_OF_A_TEST, BYTES_OF_A_TEST))
                code = work()
            except MemoryError:
                code = NOTICED
            except BaseException as error:
                print(f"{type(error).__name__}: {error}", file=sys.__stderr__, flush=True)
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return code if code >= 0 else NOTICED
