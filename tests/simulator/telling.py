"""What a run says of a breach: the law, where it was expected, the command that plays it again, and a test."""

from __future__ import annotations

import inspect
import json
import os
import re
import sys
from pathlib import Path

from django.db import connection

from tests.simulator.deeds.catalogue import BY_NAME
from tests.simulator.shrinking import Short
from tests.simulator.steps import ENDS_STEP, text_of

ROOT = Path(__file__).resolve().parents[2]
LONGEST_PART = 100
"""Characters of a literal, so that its line passes the linter."""
TESTS = ROOT / "var" / "simulated"
"""Where the tests are written."""


def told_of(law: str, short: Short) -> list[str]:
    """The breach as lines for people."""
    again = f"To play it again on {connection.vendor}, each press told with its answer:"
    return [f"Broken: {law}", *_expected(short), again, command_of(short)]


def written_as_test(law: str, short: Short) -> str:
    """Write the test of a breach. Returns a line that says where."""
    TESTS.mkdir(parents=True, exist_ok=True)
    path = TESTS / f"{_name_of(law, short.seed)}.py"
    path.write_text(as_test(law, short))
    return f"Its test: {path.relative_to(ROOT)}. What now: tests/README.md, “It broke”.\n"


def command_of(short: Short) -> str:
    """What a person types to play the night again."""
    program = Path(sys.executable)
    python = program.relative_to(ROOT) if program.is_relative_to(ROOT) else program
    database = os.environ.get("DATABASE_URL", "")
    asked = f'--seed {short.seed} --steps "{text_of(short.steps)}"'
    return f"DATABASE_URL={database} {python} manage.py simulate --settings=tests.simulator.settings {asked}"


def as_test(law: str, short: Short) -> str:
    """A module with a test that plays the night again on the same database."""
    is_sqlite = connection.vendor == "sqlite"
    texts = [f"{step}{ENDS_STEP}" for step in short.steps[:-1]] + [str(short.steps[-1])]
    parts = [part for text in texts for part in _quoted(text)]
    steps = f"    steps = {parts[0].strip()}" if len(parts) == 1 else "\n".join(["    steps = (", *parts, "    )"])
    head = "" if is_sqlite else "import os\n\nimport pytest\n\n"
    where = "" if is_sqlite else ', database=os.environ["DATABASE_URL"]'
    mark = "" if is_sqlite else "@pytest.mark.postgres\n"
    return (
        f"{head}from tests.simulator.replaying import simulate\n\n\n"
        f"{mark}def {_name_of(law, short.seed)}():\n"
        f"{steps}\n\n"
        f'    played = simulate("--seed", "{short.seed}", "--steps", steps{where})\n\n'
        "    assert played.returncode == 0, played.stdout\n"
    )


def unit(count: int, one: str, many: str = "") -> str:
    """ "1 night", "2 nights"."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def _quoted(text: str) -> list[str]:
    """The text as literals on lines of their own, which Python joins."""
    parts = [text[start : start + LONGEST_PART] for start in range(0, len(text), LONGEST_PART)]
    return [f"        {json.dumps(part, ensure_ascii=False)}" for part in parts]


def _name_of(law: str, seed: int) -> str:
    words = re.findall(r"[a-z]+", law.partition(" by ")[0].lower())
    return f"test_{'_'.join(words[:12])}_in_night_{seed}_on_{connection.vendor}"


def _expected(short: Short) -> list[str]:
    """Where the last step says what must come of it, in words."""
    make = BY_NAME.get(short.steps[-1].what) if short.steps else None
    if make is None or not make.__doc__:
        return []
    where = f"{Path(inspect.getfile(make)).relative_to(ROOT)}:{inspect.getsourcelines(make)[1]}"
    return [f"The last step is {make.__name__} in {where}: {' '.join(make.__doc__.split())}"]
