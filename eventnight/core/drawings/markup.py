"""The few words of SVG and HTML that all drawings share."""

from __future__ import annotations

from functools import cache
from html import escape

Number = int | float


def figure(value: Number) -> str:
    """A coordinate without a needless tail: 12.50 becomes "12.5", 12.0 becomes "12"."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def tag(name: str, /, *children: str, **attributes: object) -> str:
    """An element. Attribute values are escaped, children are not: pass texts through ``text_of`` first.

    ``class_`` and ``for_`` lose their underscore, other underscores become hyphens; False and None are
    left out, True is a bare attribute.
    """
    opening = "".join([f"<{name}", *(_attribute(key, value) for key, value in attributes.items())])
    if not children:
        return f"{opening}/>" if name in _EMPTY else f"{opening}></{name}>"
    return f"{opening}>{''.join(children)}</{name}>"


def text_of(value: object) -> str:
    """A text from people, safe between two tags."""
    return escape(str(value))


_MIXED_CASE = {"viewbox": "viewBox", "preserveaspectratio": "preserveAspectRatio"}
_EMPTY = frozenset({"rect", "line", "path", "circle", "use", "input"})


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return f" {_name(key)}"
    shown = figure(value) if isinstance(value, (int, float)) else escape(str(value))
    return f' {_name(key)}="{shown}"'


@cache
def _name(key: str) -> str:
    name = key.rstrip("_") if key.endswith("_") else key.replace("_", "-")
    return _MIXED_CASE.get(name, name)
