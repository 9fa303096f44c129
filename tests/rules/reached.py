"""By which doors the tests of each rule go: `python -m tests.rules.reached` runs every marked test and prints it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping

import pytest

from engine.rulebook import Rule, load_rulebook
from tests.rules.doors import BY_RULE, DOORS

PLUGIN = "tests.rules.doors"


def table_of(rules: Mapping[str, Rule], by_rule: Mapping[str, set[str]]) -> str:
    """A line a rule, and how many rules have each door as the one that is nearest to people."""
    lines, nearest = [], Counter[str]()
    for rule_id, rule in rules.items():
        doors = [door for door in DOORS if door in by_rule.get(rule_id, ())]
        nearest[doors[0] if doors else f"{rule.status}, no test"] += 1
        lines.append(f"{rule_id:<8} {rule.status:<8} {', '.join(doors) or 'no test':<28} {rule.title}")
    counts = ", ".join(f"{name} {count}" for name, count in nearest.most_common())
    return "\n".join([*lines, "", f"{len(rules)} rules by the door that is nearest to people: {counts}"])


def main(arguments: list[str]) -> int:
    """Run the marked tests, of some files or of all, and print the table. Returns what pytest returns."""
    marked = ["-m", "rule and not (browser or postgres or redis)"]
    ended = pytest.main(["-q", "--no-header", "-n", "2", "-p", PLUGIN, *marked, *(arguments or ["tests"])])
    print(table_of(load_rulebook(), BY_RULE))
    return int(ended)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
