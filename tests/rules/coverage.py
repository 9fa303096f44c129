"""Which tests stand for which house rule: `python -m tests.rules.coverage` prints it and fails on a gap.

Marks are read from the source, not from a test run: the answer needs no database, and it is the same on every machine.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.rulebook import Rule, Status, load_rulebook

TESTS = Path(__file__).resolve().parents[1]
DECIDED_BY_SOFTWARE = frozenset({Status.ENGINE, Status.APP})

Marks = Mapping[str, list[str]]
"""Rule id to the tests that mark it, each as "tests/engine/test_poker_pots.py::test_name"."""


def collect_marks(tests: Path = TESTS) -> Marks:
    """Every `pytest.mark.rule("ID", ...)` in the test files below the folder ``tests``.

    A mark counts for a test function when it stands in its decorators (also inside `pytest.param`), in the decorators
    or the `pytestmark` of its class or module, or in a module constant that its decorators name.
    Raises ValueError, naming file and line, for an id that is not written out as a string.
    """
    marks: dict[str, list[str]] = defaultdict(list)
    for file in sorted(tests.rglob("test_*.py")):
        name = file.relative_to(tests.parent).as_posix()
        for test, rule_ids in _marked_tests(ast.parse(file.read_text(encoding="utf-8")), name):
            for rule_id in rule_ids:
                marks[rule_id].append(f"{name}::{test}")
    return marks


def rules_without_test(rules: Mapping[str, Rule], marks: Marks) -> list[str]:
    """The ids of rules that software is said to decide and that no test marks."""
    return [rule_id for rule_id, rule in rules.items() if rule.status in DECIDED_BY_SOFTWARE and rule_id not in marks]


def unknown_marks(rules: Mapping[str, Rule], marks: Marks) -> list[str]:
    """One "ID (test, test)" for each marked id that no document holds."""
    return [f"{rule_id} ({', '.join(marks[rule_id])})" for rule_id in sorted(set(marks) - set(rules))]


def coverage_table(rules: Mapping[str, Rule], marks: Marks) -> str:
    """One line a rule (id, status, number of tests, title), its tests below it."""
    lines = []
    for rule_id, rule in rules.items():
        tests = marks.get(rule_id, [])
        lines.append(f"{rule_id:<8} {rule.status:<8} {len(tests):>3}  {rule.title}")
        lines += [f"{'':<23}{test}" for test in tests]
    return "\n".join(lines)


def main() -> int:
    """Print the table and a summary. Returns 1 if a rule lacks its test or a mark names an unknown id, else 0."""
    rules, marks = load_rulebook(), collect_marks()
    untested, unknown = rules_without_test(rules, marks), unknown_marks(rules, marks)
    print(coverage_table(rules, marks))
    if untested:
        print(f"\nDecided by software, but no test is marked: {', '.join(untested)}")
    if unknown:
        print(f"\nMarked, but not in the rulebook: {'; '.join(unknown)}")
    decided = sum(rule.status in DECIDED_BY_SOFTWARE for rule in rules.values())
    tested = len(set(rules) & set(marks))
    print(
        f"\n{len(rules)} rules: {decided} decided by software, {tested} with a test, "
        f"{len(untested)} without the test they need, {len(unknown)} unknown ids"
    )
    return 1 if untested or unknown else 0


def _marked_tests(module: ast.Module, file: str) -> Iterator[tuple[str, list[str]]]:
    constants = {name: node.value for node in module.body if isinstance(node, ast.Assign) for name in _targets(node)}
    yield from _tests_in(module, file, "", [], constants)


def _tests_in(
    scope: ast.Module | ast.ClassDef, file: str, prefix: str, inherited: list[str], constants: Mapping[str, ast.expr]
) -> Iterator[tuple[str, list[str]]]:
    for node in scope.body:
        if isinstance(node, ast.Assign) and "pytestmark" in _targets(node):
            inherited = inherited + _ids_in(node.value, file)
    for node in scope.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = _ids_of_decorators(node, file, constants)
            yield from _tests_in(node, file, f"{prefix}{node.name}::", inherited + own, constants)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            rule_ids = inherited + _ids_of_decorators(node, file, constants)
            yield prefix + node.name, list(dict.fromkeys(rule_ids))


def _ids_of_decorators(
    owner: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, file: str, constants: Mapping[str, ast.expr]
) -> list[str]:
    found = []
    for decorator in owner.decorator_list:
        found += _ids_in(decorator, file)
        for node in ast.walk(decorator):
            if isinstance(node, ast.Name) and node.id in constants:
                found += _ids_in(constants[node.id], file)
    return found


def _ids_in(expression: ast.expr, file: str) -> list[str]:
    found = []
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and _is_rule_mark(node.func):
            for argument in node.args:
                if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                    raise ValueError(f"{file}:{node.lineno}: write the rule id out as a string, such as 'CAN-14'")
                found.append(argument.value)
    return found


def _is_rule_mark(function: ast.expr) -> bool:
    return ast.unparse(function) in {"pytest.mark.rule", "mark.rule"}


def _targets(assignment: ast.Assign) -> list[str]:
    return [target.id for target in assignment.targets if isinstance(target, ast.Name)]


if __name__ == "__main__":
    sys.exit(main())
