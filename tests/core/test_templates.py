"""The sources of the pages stay readable."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from eventnight.calls.lifecycles import CALL
from eventnight.events.lifecycles import EVENT
from eventnight.raffle.lifecycles import DRAW, RAFFLE, TICKET
from tables.lifecycles import BET, TABLE
from tournaments.lifecycles import BRACKET, FLIGHT, HOLDEM, MATCH

LONGEST_LINE = 200
COMPARED_STATE = re.compile(r"\b(status|state|stage)\b *(==|!=|in\b|not in\b)")
ASKED = re.compile(r"\bmay\.(\w+)")
LIFECYCLES = (EVENT, RAFFLE, DRAW, TICKET, TABLE, BET, HOLDEM, FLIGHT, BRACKET, MATCH, CALL)


def test_no_line_of_a_template_is_longer_than_a_screen_is_wide():
    templates = sorted((settings.BASE_DIR / "templates").rglob("*.html"))

    long = [
        f"{path.relative_to(settings.BASE_DIR)}:{number} has {len(line)} characters"
        for path in templates
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]

    assert long == []
    assert len(templates) > 250


COMMENT = re.compile(r"{#.*?#}")
SHOWN_BY_KIND = re.compile(r"night/wall/_\w+\.html")
"""Parts whose name is made from what they show."""


def test_every_part_is_shown_somewhere():
    base = settings.BASE_DIR
    sources = [
        path for name in ("templates", "eventnight", "tables", "tournaments") for path in (base / name).rglob("*.*")
    ]
    read = (path.read_text(encoding="utf-8") for path in sources if path.suffix in (".html", ".py"))
    text = "\n".join(COMMENT.sub("", each) for each in read)
    parts = [path.relative_to(base / "templates").as_posix() for path in (base / "templates").rglob("_*.html")]

    assert [part for part in parts if part not in text and not SHOWN_BY_KIND.fullmatch(part)] == []
    assert len(parts) > 150


def found_in_tags(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Where the pattern matches in a tag of a template, and what is found."""
    root = settings.BASE_DIR / "templates"
    return [
        (str(path.relative_to(root)), match.group())
        for path in sorted(root.rglob("*.html"))
        for tag in re.findall(r"{%.*?%}|{{.*?}}", path.read_text(encoding="utf-8"), re.DOTALL)
        for match in pattern.finditer(tag)
    ]


def test_no_template_compares_a_state():
    """A page asks the lifecycle what may be done, and the value it shows which state that is in."""
    assert found_in_tags(COMPARED_STATE) == []


def test_a_template_asks_only_for_moves_that_there_are():
    """A name that is not there is silently false in a template, and what it guards would never be offered."""
    moves = {f"may.{move.name}" for lifecycle in LIFECYCLES for move in lifecycle}

    asked = found_in_tags(ASKED)

    assert [(path, move) for path, move in asked if move not in moves] == []
    assert asked


@pytest.mark.parametrize("tag", ["{% if flight.status == 'running' %}", "{% if state not in seen %}"])
def test_a_comparison_of_a_state_would_be_found(tag):
    assert COMPARED_STATE.search(tag)
