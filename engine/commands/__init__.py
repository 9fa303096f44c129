"""The commands of ``python -m engine``, one module per area.

A command module has ``add_to(commands)``: it adds its parsers, each with ``run`` set to a function that takes the
parsed arguments and yields the lines to print. It is listed in ``engine/__main__.py``. A check that found
something wrong says so in its lines and then raises ``CheckFailed``.
"""

from __future__ import annotations

import argparse
import sys
from typing import TypeAlias

from engine.errors import RuleError

Line: TypeAlias = "dict[str, object]"
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def tell_refusal(error: RuleError, *, place: str = "") -> None:
    """Say on standard error what was refused and by which rules. place: where in the input, "line 3: "."""
    cited = f" ({', '.join(error.rules)})" if error.rules else ""
    print(f"{place}{error.code}: {error.message}{cited}", file=sys.stderr)


class CheckFailed(Exception):
    """The command ran to its end, and what it checked is not in order."""
