"""What tests read of a drawing."""

from __future__ import annotations

from xml.etree import ElementTree


def bounds(box: ElementTree.Element) -> tuple[float, float, float, float]:
    rect = box.find("rect")
    x, y, width, height = (float(rect.get(side)) for side in ("x", "y", "width", "height"))
    return x, y, x + width, y + height
