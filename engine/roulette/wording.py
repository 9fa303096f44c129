"""How a refusal repeats what it was given, so that no value from outside makes it fail or grow long."""

from __future__ import annotations

MOST_SHOWN = 10**18
LONGEST_SHOWN = 80
"""Characters of a text; no name of a bet is longer."""


def shown(value: object) -> int | str:
    """Whole numbers as they are, text cut short, anything else by the kind of thing it is."""
    if isinstance(value, int):
        return value if abs(value) <= MOST_SHOWN else "a number beyond all chips"
    if isinstance(value, str):
        return value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}..."
    if value is None or isinstance(value, float):
        return str(value)
    # Not its text: a list within a list a thousand deep cannot be printed.
    return f"a {type(value).__name__}"
