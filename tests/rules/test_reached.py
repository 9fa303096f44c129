"""The doors that tests of rules go by are those that they were seen to use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.rulebook import load_rulebook
from tests.rules.reached import table_of

ROOT = Path(__file__).resolve().parents[2]
SEEN = "tests/rules/test_washburn_eligibility.py"


def test_each_rule_is_told_with_its_doors_and_counted_by_the_nearest():
    rules = {rule_id: rule for rule_id, rule in load_rulebook().items() if rule_id in ("EUC-1", "WAS-13", "WAS-14")}

    *lines, _, counts = table_of(rules, {"WAS-13": {"service", "API", "page"}, "EUC-1": {"engine"}}).splitlines()

    told = {line.split()[0]: line for line in lines}
    assert "page, API, service" in told["WAS-13"]
    assert "no test" in told["WAS-14"]
    assert all(part in counts for part in ("page 1", "app, no test 1", "engine 1"))


@pytest.mark.deep
def test_a_request_of_a_test_is_seen_in_the_process_that_runs_it():
    ended = subprocess.run(
        [sys.executable, "-m", "tests.rules.reached", SEEN],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    [line] = [line for line in ended.stdout.splitlines() if line.startswith("WAS-13")]
    assert "page, API" in line
