"""What the project says about itself: its documents, and the comments and docstrings of its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

ROOT: Path = settings.BASE_DIR
PRODUCT = ("engine", "eventnight", "tables", "tournaments")
REMARKS = {
    ".py": re.compile(r'"""[\s\S]*?"""|#.*'),
    ".html": re.compile(r"{#[\s\S]*?#}"),
    ".js": re.compile(r"(?<!\S)//.*|/\*[\s\S]*?\*/"),
    ".css": re.compile(r"/\*[\s\S]*?\*/"),
}


def files(*folders: str) -> Iterator[Path]:
    """The files in these folders of the project that it wrote itself."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and not {"vendor", "__pycache__"} & set(path.parts):
                yield path


def documents() -> Iterator[tuple[str, str]]:
    """Where each document is, and its text. CHANGELOG.md is none of them: what it tells was so at its time."""
    for path in sorted({*ROOT.glob("*.md"), *files(*PRODUCT, "tests")}):
        if path.suffix == ".md" and path.name != "CHANGELOG.md":
            yield place(path), path.read_text()


def remarks(*folders: str) -> Iterator[tuple[str, str]]:
    """Where each comment and docstring in these folders is, and its text."""
    for path in files(*folders):
        if path.suffix in REMARKS:
            source = path.read_text()
            for remark in REMARKS[path.suffix].finditer(source):
                line = source.count("\n", 0, remark.start()) + 1
                yield f"{place(path)}:{line}", remark[0]


def code_of(path: Path) -> str:
    """What a source holds besides comments and docstrings."""
    return REMARKS[path.suffix].sub("", path.read_text())


def place(path: Path) -> str:
    return str(path.relative_to(ROOT))
