"""The house rules as data: one TOML file per rule document, each rule in our words with its id and status. What a club
says lies in its folder, what holds anywhere lies here.
"""

from __future__ import annotations

from engine.rulebook.book import (
    HOUSES,
    TOPICS,
    Document,
    Rule,
    Status,
    documents,
    index_rules,
    load_rulebook,
    parse_document,
    rule,
    rules_for_house,
)

__all__ = [
    "HOUSES",
    "TOPICS",
    "Document",
    "Rule",
    "Status",
    "documents",
    "index_rules",
    "load_rulebook",
    "parse_document",
    "rule",
    "rules_for_house",
]
