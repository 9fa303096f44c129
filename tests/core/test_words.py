"""The glossary of CONTRIBUTING.md holds: no page and no refusal says a thing in a word that is not ours."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from django.conf import settings

SOURCES = ("engine", "eventnight", "tables", "tournaments")
REFUSALS = {"RuleError", "UserFacingError", "BadRequest", "Conflict", "Forbidden", "NotFound", "ValidationError"}
MARKUP = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}|<!--.*?-->|<[^>]*>", re.DOTALL)


def words_that_are_not_ours() -> dict[str, str]:
    """Each word of the glossary's last column, with what we say; names of functions are left to the linter's reader."""
    _, _, glossary = (settings.BASE_DIR / "CONTRIBUTING.md").read_text().partition("## One word a thing")
    rows = [line.split("|")[1:-1] for line in glossary.partition("## Recipes")[0].splitlines() if line.startswith("| ")]
    return {word.strip(): ours.strip() for _, ours, others in rows[1:] for word in others.split(",") if "`" not in word}


def texts() -> Iterator[tuple[str, str]]:
    """Where a sentence for people stands, and the sentence: of templates, and of every refusal in the sources."""
    for path in sorted((settings.BASE_DIR / "templates").rglob("*.html")):
        yield str(path.relative_to(settings.BASE_DIR)), " ".join(MARKUP.sub(" ", path.read_text()).split())
    for path in sorted(each for name in SOURCES for each in (settings.BASE_DIR / name).rglob("*.py")):
        for call in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in REFUSALS:
                yield f"{path.relative_to(settings.BASE_DIR)}:{call.lineno}", " ".join(sentences_in(call))


def sentences_in(call: ast.Call) -> Iterator[str]:
    """The texts among its arguments; a code such as `no_seat` is none."""
    for node in ast.walk(call):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value


def test_pages_and_refusals_say_a_thing_in_one_word():
    ours = words_that_are_not_ours()
    found = re.compile(rf"\b({'|'.join(map(re.escape, ours))})s?\b", re.IGNORECASE)
    read = list(texts())

    wrong = [
        f"{place}: “{word[0]}”; we say {ours[word[1].lower()]}" for place, text in read for word in found.finditer(text)
    ]

    assert wrong == []
    assert len(read) > 700
    assert len(ours) > 20


def test_a_word_that_is_not_ours_is_noticed_in_a_sentence_of_a_refusal():
    call = ast.parse('UserFacingError("no_seat", f"Take back {chips} first.", seat=1)').body[0].value

    assert list(sentences_in(call)) == ["Take back ", " first."]
