"""Plants a fault in this process: the module is compiled from its changed source when it is imported; no file of the
product is touched.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import decode_source
from types import CodeType, ModuleType

from tests.simulator.planted.fault import Planted


class _Loader(SourceFileLoader):
    """Compiles the changed source, and neither reads nor writes what was compiled before."""

    def __init__(self, fault: Planted, path: str) -> None:
        super().__init__(fault.module, path)
        self._fault = fault

    def get_code(self, fullname: str) -> CodeType:
        source = decode_source(self.get_data(self.path))
        return self.source_to_code(self._fault.planted_in(source), self.path)


class _Finder(MetaPathFinder):
    def __init__(self, fault: Planted) -> None:
        self._fault = fault

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._fault.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(self._fault, spec.origin)
        return spec


def plant(fault: Planted) -> None:
    """From now on the module is imported with the fault. Raises ValueError where it has been imported already."""
    if fault.module in sys.modules:
        raise ValueError(f"{fault.module} was imported before a fault could be planted in it")
    sys.meta_path.insert(0, _Finder(fault))
