"""What nights have reached of the product: functions of its services, refusals, rules, moves from state to state."""

from __future__ import annotations

import ast
import gc
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType

from django.apps import apps
from django.conf import settings
from django.db.models import CharField, Model

from eventnight.core.errors import UserFacingError
from tests.flows.pressing import OUR_APPS
from tests.simulator.remembering import Tables

ROOT = Path(__file__).resolve().parents[2]
FIRST = "__simulator_first__"
"""The name under which a function finds who notices its first call."""
States = set[tuple[str, object, str]]
STATES = ("status", "state", "kind")
"""Columns whose values are a row's state."""


class Reach:
    """Notices the first time of everything. `new` empties itself when it is asked."""

    def __init__(self) -> None:
        self.functions: set[str] = set()
        self.codes: set[str] = set()
        self.rules: set[str] = set()
        self.moves: set[str] = set()
        self.services = sorted(_watch(self._called))
        self._new = 0
        self._states_of: dict[str, tuple[str, States]] = {}
        self._notice_refusals()

    def new(self) -> int:
        """How much was reached for the first time since this was last asked."""
        found, self._new = self._new, 0
        return found

    def states(self, tables: Tables) -> States:
        """The state of each row that has one. tables: digests of them, so that none is read again in vain."""
        found: States = set()
        for model, name in _with_states():
            digest, column = tables[model._meta.db_table], f"{model.__name__}.{name}"
            read, states = self._states_of.get(column, ("", set()))
            if read != digest:
                states = {(column, pk, value) for pk, value in model._default_manager.values_list("pk", name)}
                self._states_of[column] = digest, states
            found |= states
        return found

    def moved(self, before: States, after: States) -> None:
        """A press led from those states to these."""
        was = {(name, pk): value for name, pk, value in before}
        for name, pk, value in after - before:
            self._add(self.moves, f"{name} {was.get((name, pk), 'nothing')} → {value}")

    def told(self) -> str:
        """How much was reached, as lines."""
        codes = _codes()
        return "\n".join(
            [
                f"functions in services: {len(self.functions)} of {len(self.services)}",
                f"refusal codes: {len(self.codes & codes)} of {len(codes)}; rules named in refusals: {len(self.rules)}",
                f"moves from state to state: {len(self.moves)}",
            ]
        )

    def unreached(self) -> list[str]:
        """The functions of the services that no step has called."""
        return [name for name in self.services if name not in self.functions]

    def unrefused(self) -> list[str]:
        """The codes with which no step was refused."""
        return sorted(_codes() - self.codes)

    def _called(self, name: str) -> None:
        self._add(self.functions, name)

    def _add(self, to: set[str], what: str) -> None:
        if what not in to:
            to.add(what)
            self._new += 1

    def _notice_refusals(self) -> None:
        made = UserFacingError.__init__

        def noticed(refusal: UserFacingError, code: str, *given: object, **facts: object) -> None:
            made(refusal, code, *given, **facts)
            self._add(self.codes, code)
            for rule in refusal.rules:
                self._add(self.rules, rule)

        UserFacingError.__init__ = noticed


def _watch(told: Callable[[str], None]) -> Iterator[str]:
    """Have the first call of every function of the services told, at no cost afterwards. Gives their names."""
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    for each in gc.get_objects():
        if type(each) is FunctionType and "/services/" in each.__code__.co_filename and _is_ours(each.__code__):
            name = f"{each.__module__}.{each.__qualname__}"
            _tell_first_call(each, name, told)
            yield name


def _is_ours(code: CodeType) -> bool:
    """A function of a module, not one that is made inside another at each call."""
    return code.co_filename.startswith(str(ROOT)) and "tests" not in code.co_filename and not code.co_freevars


def _tell_first_call(function: FunctionType, name: str, told: Callable[[str], None]) -> None:
    # Lambdas of one module share their name.
    own, key = function.__code__, f"{FIRST}{id(function)}"

    def first(*given: object, **named: object) -> object:
        function.__code__ = own
        told(name)
        return function(*given, **named)

    function.__globals__[key] = first
    function.__signature__ = inspect.signature(function)
    function.__code__ = _calling(key)


def _calling(name: str) -> CodeType:
    """The code of a function that hands everything to the global of that name."""
    called = (lambda *given, **named: print(*given, **named)).__code__
    return called.replace(co_names=(name,))


@cache
def _with_states() -> list[tuple[type[Model], str]]:
    return [
        (model, field.name)
        for label in OUR_APPS
        for model in apps.get_app_config(label).get_models()
        for field in model._meta.get_fields()
        if isinstance(field, CharField) and field.choices and field.name in STATES
    ]


def _codes() -> set[str]:
    """Every code that the product's source names where it refuses."""
    found = set()
    for path in ROOT.rglob("*.py"):
        if path.relative_to(ROOT).parts[0] in ("engine", "eventnight", "tables", "tournaments"):
            found |= {_code_of(node) for node in ast.walk(ast.parse(path.read_text()))}
    return found - {""}


def _code_of(node: ast.AST) -> str:
    """The first argument of a refusal that is made there; empty where none is."""
    if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
        return ""
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    code = node.args[0].value
    is_refusal = name[:1].isupper() or "refus" in name
    return code if is_refusal and isinstance(code, str) and code.replace("_", "").islower() and "_" in code else ""
