"""The picture of the layers in CONTRIBUTING.md is what `.importlinter` holds the project to."""

from __future__ import annotations

import re
from configparser import ConfigParser

from django.conf import settings

NAME = re.compile(r"[a-z_.]+")


def layers_of(contract: str) -> list[set[str]]:
    """From the top down; what stands on one layer knows nothing of each other."""
    found = ConfigParser()
    found.read(settings.BASE_DIR / ".importlinter")
    lines = found[f"importlinter:contract:{contract}"]["layers"].split("\n")
    return [set(NAME.findall(line)) for line in lines if line.strip() and not line.startswith("#")]


def how_it_is_laid_out() -> str:
    _, _, chapter = (settings.BASE_DIR / "CONTRIBUTING.md").read_text().partition("## How it is laid out")
    return chapter.partition("\n## ")[0]


def test_the_picture_shows_the_layers_from_the_top_down():
    picture = [line for line in how_it_is_laid_out().splitlines() if line.startswith("    ")]

    shown = [{part for part in re.split(r"\s{2,}", line) if NAME.fullmatch(part)} for line in picture]

    assert shown == layers_of("apps")


def test_the_layers_inside_an_app_are_named_from_the_top_down():
    sentence = re.search(r"Inside an app: ([^.]*)\.", how_it_is_laid_out())

    assert sentence
    # All but the first stand after an "over" of their own.
    top, *below = re.split(r"\bover\b", sentence[1])
    assert [set(re.findall("`([a-z]+)`", part)) for part in (top, *below)] == layers_of("inside")
