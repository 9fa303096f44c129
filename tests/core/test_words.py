"""The glossary of CONTRIBUTING.md holds: pages, refusals, comments and docstrings have one word for a thing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests import prose
from tests.prose import PRODUCT, ROOT

REFUSALS = {"RuleError", "UserFacingError", "BadRequest", "Conflict", "Forbidden", "NotFound", "ValidationError"}
MARKUP = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}|<!--.*?-->|<[^>]*>", re.DOTALL)
# What else has the name in comments and docstrings, and where it lies.
OTHER_THINGS = {
    "box": ("tournaments/drawings/", "eventnight/core/forms.py"),  # drawn round a match; ticked in a form
    # A machine's name; who looks after a table where the system deals.
    "host": (
        *("eventnight/settings/", "tables/"),
        *("tournaments/services/dealt/", "tournaments/views/dealt/"),
    ),
    "rake": ("engine/poker/phh/",),  # a casino's, in hands that others recorded
    "transaction": ("eventnight/", "tables/", "tournaments/"),  # the database's
}


ON_PAGES = {
    "host": (
        *("tables/", "templates/tables/", "tournaments/services/dealt/"),
        *("templates/tournaments/dealt/", "templates/tournaments/seating/"),
    )
}
"""The same in sentences for people."""


def words_that_are_not_ours() -> dict[str, str]:
    """Each word of the glossary's last column, with what we say; names of functions are left to the linter's reader."""
    _, _, glossary = (ROOT / "CONTRIBUTING.md").read_text().partition("## One word a thing")
    rows = [line.split("|")[1:-1] for line in glossary.partition("## Recipes")[0].splitlines() if line.startswith("| ")]
    return {word.strip(): ours.strip() for _, ours, others in rows[1:] for word in others.split(",") if "`" not in word}


def texts() -> Iterator[tuple[str, str]]:
    """Where a sentence for people stands, and the sentence: of templates, and of every refusal in the sources."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        yield prose.place(path), " ".join(MARKUP.sub(" ", path.read_text()).split())
    for path in sorted(each for name in PRODUCT for each in (ROOT / name).rglob("*.py")):
        for call in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in REFUSALS:
                yield f"{prose.place(path)}:{call.lineno}", " ".join(sentences_in(call))


def sentences_in(call: ast.Call) -> Iterator[str]:
    """The texts among its arguments; a code such as `no_seat` is none."""
    for node in ast.walk(call):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value


@pytest.fixture(scope="module")
def ours():
    return words_that_are_not_ours()


def others_in(text: str, ours: dict[str, str]) -> Iterator[str]:
    """Each word of a text that is not ours, as the glossary has it."""
    for found in re.finditer(rf"\b({'|'.join(map(re.escape, ours))})s?\b", text, re.IGNORECASE):
        yield found[1].lower()


def test_the_glossary_is_read(ours):
    assert ours["top-up"] == "re-buy"
    assert len(ours) > 20


def test_pages_and_refusals_say_a_thing_in_one_word(ours):
    read = list(texts())

    wrong = [
        f"{place}: “{word}”; we say {ours[word]}"
        for place, text in read
        for word in others_in(text, ours)
        if not place.startswith(ON_PAGES.get(word, ()))
    ]

    assert wrong == []
    assert len(read) > 700


NOBODY_SAYS = re.compile(
    r"Let it run|EventNight was away|as long as the flight is played|\bIt makes \$|check-in back|stand in the way|"
    r"(counts?|charged) no more|\band press again\b|not to be had|wanted twice|\bthe own\b|"
    r"(?<!there )\bis no (list|object|whole number|ticket|receipt|address|currency)\b|"
    r"turn(ed)? the entry round|come through whole|stands again|>Leave it<|, slip \{",
    re.IGNORECASE,
)
"""Where a volunteer says: resume, the system was off, all flight, undo, optional, no longer, try again, cancel."""


def test_pages_and_their_programs_speak_as_a_volunteer_does():
    read = [
        *(
            path
            for name in (*PRODUCT, "templates")
            for kind in ("py", "html", "js")
            for path in (ROOT / name).rglob(f"*.{kind}")
        )
    ]
    wrong = [
        f"{prose.place(path)}:{number}: “{found[0]}”"
        for path in read
        if "migrations" not in path.parts
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if (found := NOBODY_SAYS.search(line))
    ]

    assert wrong == []
    assert len(read) > 900


def test_comments_and_docstrings_say_a_thing_in_one_word(ours):
    read = list(prose.remarks(*PRODUCT, "templates"))

    wrong = [
        f"{place}: “{word}”; we say {ours[word]}"
        for place, text in read
        for word in others_in(" ".join(text.split()), ours)
        if not place.startswith(OTHER_THINGS.get(word, ()))
    ]

    assert wrong == []
    assert len(read) > 4000


def test_a_word_that_names_another_thing_is_still_said_where_it_does(ours):
    said = {(word, place) for place, text in prose.remarks(*PRODUCT) for word in others_in(text, ours)}

    assert {
        (word, where)
        for word, places in OTHER_THINGS.items()
        for where in places
        if not any(word == other and place.startswith(where) for other, place in said)
    } == set()


def test_a_word_that_is_not_ours_is_noticed_in_a_sentence_of_a_refusal():
    call = ast.parse('UserFacingError("no_seat", f"Take back {chips} first.", seat=1)').body[0].value

    assert list(sentences_in(call)) == ["Take back ", " first."]
