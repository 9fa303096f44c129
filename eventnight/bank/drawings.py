"""Chips as they are drawn, each with its spoken colour and value."""

from __future__ import annotations

from eventnight.core.drawings.markup import tag, text_of

CHIP_COLOURS = {
    1: "grey",
    5: "yellow",
    10: "white",
    20: "red",
    25: "green",
    50: "blue",
    100: "black",
    500: "purple",
    1000: "orange",
    5000: "grey",
}


def draw_chip(value: int, *, colour: str = "", is_large: bool = False) -> str:
    """A chip of that value. colour: as the house has it; left out, the usual colour of the value."""
    shade = colour or CHIP_COLOURS.get(value, "grey")
    shown = f"{value // 1000}k" if value >= 1000 and value % 1000 == 0 else str(value)
    return tag(
        "svg",
        tag("use", href="#chip"),
        tag("text", text_of(shown), x=20, y=24.8),
        class_=f"chip chip-{shade}{' chip-l' if is_large else ''}",
        viewbox="0 0 40 40",
        role="img",
        aria_label=f"{shade} {value:,}",
    )
