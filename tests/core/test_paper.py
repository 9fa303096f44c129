"""Paper: tags and language, typefaces for every name, and nothing that the typesetter keeps."""

from __future__ import annotations

import re
import unicodedata

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventnight.core.paper.codes import code_on_paper
from eventnight.core.paper.letters import printable
from eventnight.core.paper.sizes import ACROSS, SHEETS, usual_first
from eventnight.core.paper.typeset import SHEETS as TEMPLATES
from eventnight.core.paper.typeset import typeset
from tests.papers import Paper

NAMES = (
    *("Zoë Ångström", "Őry Űrhajó", "Łukasz Żółć", "Nguyễn Thị Ánh", "Мария Иванова", "Ελένη Παπαδοπούλου"),
    *("Արամ Խաչատրյան", "ნინო", "王小明", "田中さくら", "김민수", "สมชาย", "ሰላም"),
)
RIGHT_TO_LEFT = ("נעמי כהן", "نور الهدى")


def card(name: str, **facts: object) -> dict[str, object]:
    return {"name": name, "code": "P001", "pin": "4711", "lines": [], "qr": code_on_paper("HTTP://HALL/1"), **facts}


def cards(*names: str, paper: str = "a4") -> Paper:
    facts = {"title": "Cards", "night": "Night", "paper": paper, "host": "hall/e/N/me"}
    return Paper(typeset("cards", {**facts, "cards": [card(name) for name in names]}))


def test_a_sheet_has_tags_a_language_a_title_and_a_bookmark_for_each_card():
    paper = cards("Amos Dell", "Bea Lund")

    assert paper.is_tagged
    assert paper.claims_accessibility
    assert (paper.title, paper.language) == ("Cards", "en-GB")
    assert paper.bookmarks == ["Amos Dell", "Bea Lund"]


def test_names_of_every_hall_are_real_text_in_typefaces_of_ours():
    paper = cards(*NAMES)

    assert [name for name in NAMES if name not in paper.text] == []
    assert paper.claims_accessibility  # which a missing letter would have cost
    assert {"Archivo-Regular", "Archivo-Bold"} <= paper.typefaces


def test_names_from_right_to_left_keep_their_letters():
    paper = cards(*RIGHT_TO_LEFT)

    read = set(unicodedata.normalize("NFKC", paper.text))
    assert [name for name in RIGHT_TO_LEFT if not set(name) <= read] == []
    assert paper.bookmarks == list(RIGHT_TO_LEFT)
    assert paper.claims_accessibility


@pytest.mark.parametrize(
    "name",
    ["A" * 120, "word " * 24, "Ana 🎲🎲", "🎲", "", "Ꮳ", "\u200bZ\u200d", "x\u0301\u0302\u0323" * 20, "王\u0301"],
)
def test_no_name_breaks_a_sheet(name):
    assert len(cards(name, "Amos Dell").pages) == 1


@given(st.text(max_size=120))
@settings(max_examples=20, deadline=None)
def test_whatever_is_typed_as_a_name_is_printed_on_one_card(name):
    paper = cards(name)

    assert len(paper.pages) == 1
    assert "4711" in paper.text


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Amos Dell", "Amos Dell"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Ana 🎲", "Ana"),
        ("Ꮳ", "�"),
        ("王小明", "王小明"),
    ],
)
def test_what_no_typeface_has_is_left_out_and_a_letter_is_marked(typed, printed):
    assert printable(typed) == printed


@given(st.text())
def test_what_can_be_printed_stays_as_it_is(text):
    once = printable(text)

    assert printable(once) == once


def test_the_same_values_give_the_same_file():
    assert cards("Amos Dell").content == cards("Amos Dell").content


def test_the_typesetter_keeps_nothing_of_a_sheet():
    names = [f"Guest {number}" for number in range(200)]
    cards(*names)
    before = psutil.Process().memory_info().rss

    for round_ in range(4):
        cards(*(f"{name} of {round_}" for name in names))

    assert psutil.Process().memory_info().rss - before < 60 * 1024**2


def test_letter_comes_first_where_its_paper_is_sold():
    assert usual_first(SHEETS, "USD") == ("letter", "a4")
    assert usual_first(ACROSS, "USD") == ("letter", "a4", "a3")
    assert usual_first(SHEETS, "EUR") == SHEETS


def test_every_sheet_says_what_it_takes_and_fetches_nothing():
    sheets = {path.stem: path.read_text(encoding="utf-8") for path in TEMPLATES.glob("*.typ")}

    assert [name for name, text in sheets.items() if not text.startswith("// ")] == []
    assert [name for name, text in sheets.items() if re.search(r'(@preview|http|import "/)', text)] == []
