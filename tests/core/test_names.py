"""Whatever documents, comments and docstrings name is there: files, folders, modules and what is in these."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests import prose
from tests.prose import ROOT

FOLDERS = (*prose.PRODUCT, "templates", "tests")
# `services/flight/bags.py`, `engine/houses/<club>/`, `catalogue.py`; an address is none.
PATH = re.compile(r"(?<![\w@./:-])(?:(?:[\w.<>*-]+/)+[\w.<>*-]*|(?<!…)\w+\.(?:py|toml)\b)")
SOURCE = re.compile(r"\.(?:py|html|toml|js|mjs|css|md)$")
# `engine.poker.phh`, `core.changes.lock_event`: what is in `eventnight.core` is named from `core` on, too.
DOTTED = re.compile(r"(?<![\w@./:-])(?:engine|eventnight|tables|tournaments|tests|core)(?:\.[A-Za-z_]\w*)+")
# `counted_once`, `lock_event(…)`.
IN_CODE = re.compile(r"(?<=`)[a-z]+(?:_[a-z]+)+(?=(?:\([^`]*\))?`)")


@cache
def paths() -> frozenset[str]:
    """Each file and folder of the project, named from any folder above it."""
    found: set[str] = set()
    for path in (*(each for each in ROOT.iterdir() if each.is_file()), *prose.files(*FOLDERS)):
        parts = prose.place(path).split("/")
        found |= {"/".join(parts[start:end]) for start in range(len(parts)) for end in range(start + 1, len(parts) + 1)}
    return frozenset(found)


@cache
def words_of_the_code() -> frozenset[str]:
    sources = (path for path in prose.files(*FOLDERS) if path.suffix in prose.REMARKS)
    return frozenset(word for path in sources for word in re.findall(r"\w+", prose.code_of(path)))


def is_a_path(name: str) -> bool:
    """Whether a file or a folder has this name; `<club>` and `*` are any."""
    pattern = re.sub(r"<\w+>", "*", name)
    return any(fnmatch.fnmatchcase(path, pattern) for path in paths()) if "*" in pattern else name in paths()


def is_in_code(name: str) -> bool:
    """Whether a dotted name is a module, or is a name that the code of the last module on its way has."""
    steps = (f"eventnight.{name}" if name.startswith("core.") else name).split(".")
    for end in range(len(steps), 0, -1):
        inside = ROOT.joinpath(*steps[:end])
        module = inside / "__init__.py" if inside.is_dir() else inside.with_suffix(".py")
        if inside.is_dir() or module.exists():
            return end == len(steps) or bool(re.search(rf"\b{steps[end]}\b", prose.code_of(module)))
    return False


def missing(text: str) -> Iterator[str]:
    """Which names in a text are names of nothing."""
    for found in PATH.finditer(text):
        name = found[0].rstrip("./")
        if (name.split("/")[0] in FOLDERS or SOURCE.search(name)) and not is_a_path(name):
            yield name
    yield from (name for name in DOTTED.findall(text) if not SOURCE.search(name) and not is_in_code(name))


def test_what_documents_and_comments_name_is_there():
    read = [*prose.documents(), *prose.remarks(*FOLDERS)]

    gone = [f"{place}: {name}" for place, text in read for name in missing(text)]

    assert gone == []
    assert len(read) > 7000


def test_the_code_has_what_documents_and_comments_quote_of_it():
    # DECISIONS.md quotes what was replaced, and other people's code.
    read = [*prose.documents(), *prose.remarks(*FOLDERS)]

    gone = [
        f"{place}: {name}"
        for place, text in read
        if place != "DECISIONS.md"
        for name in IN_CODE.findall(text)
        if name not in words_of_the_code()
    ]

    assert gone == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A chip race is in `engine/poker/race.py`.", "engine/poker/race.py"),
        ("Pages lie in `templates/card_tables/`.", "templates/card_tables"),
        ("Each is in `engine/clubs/<club>/`.", "engine/clubs/<club>"),
        ("See `services/flight/play.py`.", "services/flight/play.py"),
        ("Its settings are in `spec_sheet.py`.", "spec_sheet.py"),
        ("As ``tournaments.services.flight.play`` has it.", "tournaments.services.flight.play"),
        ("Raises what ``engine.poker.stakes.Limits`` does.", "engine.poker.stakes.Limits"),
        ("Told by ``core.jobs.later``.", "core.jobs.later"),
    ],
)
def test_a_name_of_nothing_is_noticed(text, name):
    assert list(missing(text)) == [name]


def test_addresses_and_files_of_others_are_no_names_of_ours():
    text = "`/api/v1/docs` at https://example.org/tests/page.html, `proof.json`, `@noble/curves/bls12-381.js`, and/or."

    assert list(missing(text)) == []
