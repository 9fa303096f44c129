"""Reading a published draw, whatever its method, and comparing its numbers with those that are drawn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import quoted
from engine.published import Published, Row
from engine.raffle.pot import pot_of
from engine.units import Cents

DRAW = Published("draw_file_unreadable", "a published draw")
text_of, whole_of, rows_of, texts_of, hex_of = DRAW.text, DRAW.whole, DRAW.rows, DRAW.texts, DRAW.hex
unreadable = DRAW.unreadable


def absent_holders(row: Row) -> list[str]:
    """The holders who did not answer for this prize, as published."""
    return [text_of(draw, "holder") for draw in rows_of(row, "draws") if draw.get("absent") is True]


def differences(published: Sequence[Row], repeated: Sequence[Row], *, is_complete: bool = True) -> list[str]:
    """A sentence for each number that was published and is not the one that is drawn, prize by prize.

    is_complete: otherwise numbers may still be missing at the end.
    """
    problems = []
    for theirs, ours in zip(published, repeated, strict=True):
        name = ours["prize"]
        their_draws, our_draws = rows_of(theirs, "draws"), rows_of(ours, "draws")
        if len(their_draws) != len(our_draws) and (is_complete or len(their_draws) > len(our_draws)):
            problems.append(f"Prize {name}: {len(their_draws)} numbers were published, {len(our_draws)} are drawn.")
        for attempt, (claimed, drawn) in enumerate(zip(their_draws, our_draws, strict=False)):
            problems += [
                f"Prize {name}, attempt {attempt}: {what} {quoted(claimed.get(what))} was published, {value} is drawn."
                for what, value in drawn.items()
                if not is_same(claimed.get(what), value)
            ]
    return problems


def is_same(claimed: object, value: object) -> bool:
    """Whether both are equal and of one kind: JSON's true is not 1."""
    return type(claimed) is type(value) and claimed == value


def pot_problems(published: Row) -> list[str]:
    """A sentence for each pot that is not its share of its money.

    Raises RuleError: "draw_file_unreadable", "pot_share_out_of_range".
    """
    problems = []
    for row in rows_of(published, "pots") if "pots" in published else ():
        bucket, claimed = text_of(row, "bucket"), whole_of(row, "pot")
        pot = pot_of(Cents(whole_of(row, "money")), whole_of(row, "percent"))
        if claimed != pot:
            problems.append(f"Pot {bucket}: {claimed} cents were published, {pot} are its share.")
    return problems
