"""A draw beside an earlier copy of it: who saved what was public before sees whether it is still the same draw."""

from __future__ import annotations

from engine.doors import door
from engine.published import Row
from engine.raffle.published import is_same, rows_of, text_of

_FIXED = ("method", "event", "commitment", "list_sha256")
_BROUGHT = ("entropy", "beacon", "missed", "thrown_by", "watched_by")
_NUMBER = ("attempt", "eligible", "index", "ticket", "holder")


@door
def compare_earlier(published: Row, earlier: Row) -> list[str]:
    """What was public already and is another now, one sentence each; none if the earlier copy is of the same draw.

    earlier: proof.json as it was saved after sales closed. A night that is told again whole, with another list or by
    another method, agrees with itself and differs here.

    Raises RuleError: "draw_file_unreadable".
    """
    fields = _FIXED + (_BROUGHT if "entropy" in earlier else ())
    problems = [
        f"The earlier copy has {field} {earlier.get(field)!r}, this one {published.get(field)!r}."
        for field in fields
        if not is_same(published.get(field), earlier.get(field))
    ]
    later = {text_of(row, "prize"): rows_of(row, "draws") for row in rows_of(published, "prizes")}
    for row in rows_of(earlier, "prizes"):
        name, numbers = text_of(row, "prize"), rows_of(row, "draws")
        if name not in later:
            problems.append(f"Prize {name} is in the earlier copy and not in this one.")
            continue
        if [_number(draw) for draw in numbers] != [_number(draw) for draw in later[name][: len(numbers)]]:
            problems.append(f"Prize {name} had other numbers in the earlier copy.")
    return problems


def _number(draw: Row) -> tuple[object, ...]:
    return tuple(draw.get(field) for field in _NUMBER)
