"""One planted fault: a piece of a module's source that reads otherwise."""

from __future__ import annotations

from dataclasses import dataclass

NOT_COUNTED = '@__import__("django.db", fromlist=["transaction"]).transaction.atomic'
"""In the place of `counted_once`: a service that takes each press for a new one."""


@dataclass(frozen=True, slots=True)
class Planted:
    """name: says the fault in a few words. module: where it is planted. old: what the source says there and nowhere
    else. new: what it says instead. only_on: the database that can show it, empty for any.
    """

    name: str
    module: str
    old: str
    new: str
    only_on: str = ""

    @property
    def is_in_the_schema(self) -> bool:
        """Whether it shows only in a database that is migrated with it."""
        return ".migrations." in self.module or ".triggers." in self.module

    def planted_in(self, source: str) -> str:
        """The source with the fault. Raises ValueError where it does not fit any more."""
        if source.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.module} says {source.count(self.old)} times what is to be replaced")
        return source.replace(self.old, self.new)
