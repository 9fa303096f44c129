"""The rulebook holds every rule of every document, in our own words, and says truly which of them software decides."""

from __future__ import annotations

import os
import re
from collections import Counter

import pytest

from engine.rulebook import (
    HOUSES,
    TOPICS,
    Status,
    documents,
    index_rules,
    load_rulebook,
    parse_document,
    rule,
    rules_for_house,
)
from tests.rules.coverage import (
    DECIDED_BY_SOFTWARE,
    TESTS,
    collect_marks,
    coverage_table,
    rules_without_test,
    unknown_marks,
)

RULES_PER_DOCUMENT = {"STD": 11, "WLIA": 24, "EUC": 18, "CAN": 27, "ANG": 41, "WAS": 15, "BIS": 16}
DECIDED_BY_US = {
    *("WLIA-5", "WLIA-23", "EUC-3", "EUC-11", "EUC-17", "CAN-27"),
    *("ANG-9", "ANG-10", "ANG-31", "ANG-35", "ANG-37"),
}
LONGEST_TEXT = 420
SHARED_WORDS_ALLOWED = 7

SOURCES = (TESTS.parent / os.environ.get("ORACLE", "../shared/oracle")).resolve().parent
CATALOGUE = SOURCES / "spec" / "RULES.md"

DOCUMENT = """
title = "Club rules"
short_name = "Club"
prefix = "CLUB"
applies = "Club nights."
"""
RULE = """
[[rule]]
id = "CLUB-1"
title = "No raises"
topic = "betting"
status = "staff"
text = "Nobody raises."
"""


def test_the_rulebook_holds_every_rule_of_every_document_once_and_in_order():
    expected = [f"{prefix}-{n}" for prefix, count in RULES_PER_DOCUMENT.items() for n in range(1, count + 1)]

    in_documents = [entry.id for document in documents() for entry in document.rules]

    assert len(expected) == 152
    assert Counter(in_documents) == Counter(expected)
    assert list(load_rulebook()) == in_documents
    for document in documents():
        numbers = [int(entry.id.partition("-")[2]) for entry in document.rules]
        assert numbers == list(range(1, len(numbers) + 1)), document.key


@pytest.mark.parametrize("rule_id", load_rulebook())
def test_a_rule_reads_as_a_short_text_under_a_short_title(rule_id):
    entry = rule(rule_id)

    assert 2 <= len(entry.title.split()) <= 6
    assert 0 < len(entry.text) <= LONGEST_TEXT
    assert len(entry.decision) <= LONGEST_TEXT
    assert entry.text.endswith(".")
    assert "\n" not in entry.text + entry.decision
    assert entry.topic in TOPICS
    assert entry.status in set(Status)


def test_a_rule_says_what_we_decided_exactly_where_its_document_leaves_the_choice():
    assert {entry.id for entry in load_rulebook().values() if entry.decision} == DECIDED_BY_US


def test_a_rule_is_found_by_its_id_and_an_unknown_id_is_refused_by_name():
    assert rule("CAN-14").document == "canterbury"
    with pytest.raises(ValueError, match="'CAN-99' is not a rule"):
        rule("CAN-99")


@pytest.mark.parametrize(
    ("house", "bound_by"),
    [
        ("wlia", ["wlia", "euchre", "standard"]),
        ("canterbury", ["canterbury", "standard"]),
        ("angies", ["angies", "standard"]),
        ("washburn", ["washburn", "standard"]),
        ("biska", ["biska", "standard"]),
    ],
)
def test_a_house_is_bound_by_its_own_documents_and_then_by_poker_in_general(house, bound_by):
    assert [document.key for document in rules_for_house(house)] == bound_by
    assert house in HOUSES


def test_an_unknown_house_is_refused_with_the_houses_there_are():
    with pytest.raises(ValueError, match="'casino' is not a house with rules; the houses are angies, biska"):
        rules_for_house("casino")


@pytest.mark.parametrize("document", documents(), ids=lambda document: document.key)
def test_grouping_a_document_by_topic_keeps_every_rule_and_the_order_of_topics(document):
    grouped = document.by_topic

    assert sorted(entry.id for entries in grouped.values() for entry in entries) == sorted(
        entry.id for entry in document.rules
    )
    assert list(grouped) == [topic for topic in TOPICS if topic in grouped]


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        pytest.param(
            DOCUMENT + RULE.replace('"staff"', '"maybe"'), "CLUB-1 has the unknown status 'maybe'", id="status"
        ),
        pytest.param(
            DOCUMENT + RULE.replace('"betting"', '"opera"'), "CLUB-1 has the unknown topic 'opera'", id="topic"
        ),
        pytest.param(DOCUMENT + RULE + RULE, "CLUB-1 is already a rule of club.toml", id="duplicate id"),
        pytest.param(DOCUMENT + RULE.replace("CLUB-1", "CLUB-01"), "'CLUB-01' is not a rule id", id="leading zero"),
        pytest.param(DOCUMENT + RULE.replace("CLUB-1", "PUB-1"), "'PUB-1' is not a rule id", id="other prefix"),
        pytest.param(DOCUMENT + RULE.replace('id = "CLUB-1"', ""), "'' is not a rule id", id="no id"),
        pytest.param(DOCUMENT + RULE.replace("Nobody raises.", " "), "CLUB-1 has no text in text", id="blank text"),
        pytest.param(DOCUMENT + RULE.replace('"No raises"', "3"), "CLUB-1 has no text in title", id="number for text"),
        pytest.param(DOCUMENT + RULE + 'colour = "red"', "CLUB-1 has the unknown field colour", id="unknown field"),
        pytest.param(RULE, "the document has no text in applies, prefix, short_name, title", id="no head"),
        pytest.param(DOCUMENT, r"the document has no \[\[rule\]\]", id="no rules"),
        pytest.param(DOCUMENT + "rule = [1]", r"the document has no \[\[rule\]\]", id="rules that are no tables"),
        pytest.param("title =", "Invalid value", id="not TOML"),
    ],
)
def test_a_wrong_document_is_refused_naming_the_file_and_the_rule(source, complaint):
    with pytest.raises(ValueError, match=rf"^club\.toml: {complaint}"):
        parse_document("club", source)


def test_two_documents_may_not_share_a_rule_id():
    club, pub = parse_document("club", DOCUMENT + RULE), parse_document("pub", DOCUMENT + RULE)

    with pytest.raises(ValueError, match=r"^pub\.toml: CLUB-1 is already a rule of club\.toml"):
        index_rules([*club.rules, *pub.rules])


@pytest.mark.skipif(not CATALOGUE.is_file(), reason=f"no rule catalogue at {CATALOGUE}")
def test_no_run_of_words_is_copied_from_the_catalogue_or_the_source_documents():
    sources = [CATALOGUE, *sorted((SOURCES / "seeds").glob("*.txt"))]
    taken = {run for source in sources for run in _runs_of_words(source.read_text(encoding="utf-8"))}

    copied = {
        entry.id: shared
        for entry in load_rulebook().values()
        if (shared := (_runs_of_words(entry.text) | _runs_of_words(entry.decision)) & taken)
    }

    assert copied == {}


def test_software_decides_every_rule_but_who_deals_the_cards():
    statuses = {rule_id: entry.status for rule_id, entry in load_rulebook().items()}

    undecided = {rule_id: status for rule_id, status in statuses.items() if status not in DECIDED_BY_SOFTWARE}

    assert undecided == {"WAS-15": Status.STAFF}


def test_every_rule_that_software_decides_is_marked_by_a_test():
    assert rules_without_test(load_rulebook(), collect_marks()) == []


def test_no_test_marks_an_unknown_rule():
    assert unknown_marks(load_rulebook(), collect_marks()) == []


def test_marks_count_wherever_pytest_reads_them(tmp_path):
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_marks.py").write_text(
        """
import pytest
pytestmark = [pytest.mark.django_db, pytest.mark.rule("STD-1")]
CASES = [pytest.param(1, marks=pytest.mark.rule("STD-2"))]

@pytest.mark.rule("STD-3", "STD-4")
def test_decorated(): ...

@pytest.mark.parametrize("n", CASES)
def test_named_cases(n): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=[pytest.mark.rule("STD-5")]), 2])
async def test_inline_cases(n): ...

@pytest.mark.rule("STD-6")
class TestGroup:
    pytestmark = pytest.mark.rule("STD-7")
    def test_inside(self): ...

@pytest.mark.rule("STD-8")
def helper(): ...
"""
    )

    marks = collect_marks(tests)

    where = "tests/test_marks.py::"
    everyone = [f"{where}{test}" for test in ("test_decorated", "test_named_cases", "test_inline_cases")]
    assert marks == {
        "STD-1": [*everyone, f"{where}TestGroup::test_inside"],
        "STD-2": [everyone[1]],
        "STD-3": [everyone[0]],
        "STD-4": [everyone[0]],
        "STD-5": [everyone[2]],
        "STD-6": [f"{where}TestGroup::test_inside"],
        "STD-7": [f"{where}TestGroup::test_inside"],
    }


def test_a_rule_id_that_is_not_written_out_is_refused_with_its_line(tmp_path):
    (tmp_path / "test_marks.py").write_text("@pytest.mark.rule(RULE)\ndef test_something(): ...\n")

    with pytest.raises(ValueError, match=r"test_marks\.py:1: write the rule id out"):
        collect_marks(tmp_path)


def test_gaps_and_unknown_ids_are_named():
    rules = parse_document("club", DOCUMENT + RULE.replace('"staff"', '"engine"'))
    index = index_rules(rules.rules)

    assert rules_without_test(index, {}) == ["CLUB-1"]
    assert rules_without_test(index, {"CLUB-1": ["tests/test_a.py::test_b"]}) == []
    assert rules_without_test(index_rules(parse_document("club", DOCUMENT + RULE).rules), {}) == []
    assert unknown_marks(index, {"CLUB-7": ["tests/test_a.py::test_b"]}) == ["CLUB-7 (tests/test_a.py::test_b)"]
    assert coverage_table(index, {"CLUB-1": ["tests/test_a.py::test_b"]}).split() == [
        *("CLUB-1", "engine", "1", "No", "raises"),
        "tests/test_a.py::test_b",
    ]


def _runs_of_words(text: str) -> set[str]:
    words = re.findall(r"[a-z0-9]+", text.lower().replace("'", ""))
    length = SHARED_WORDS_ALLOWED + 1
    return {" ".join(words[start : start + length]) for start in range(len(words) - length + 1)}
