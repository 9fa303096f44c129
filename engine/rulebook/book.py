"""Reads the rule documents; refuses a wrong one at load, so that a rule id shown to a player always means something."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from engine.doors import door
from engine.houses import clubs, has, text_of

IN_GENERAL = ("euchre", "standard")
"""Documents of no club, which lie beside this file; the first binds where euchre is played, the other everywhere."""


def _binding(club: str) -> tuple[str, ...]:
    """The documents that bind a club: what it says itself stands before what holds anywhere."""
    own, euchre = has(club, "rules.toml"), has(club, "euchre.py")
    return (*((club,) if own else ()), *(("euchre",) if euchre else ()), "standard")


HOUSES: Mapping[str, tuple[str, ...]] = MappingProxyType({club: _binding(club) for club in clubs()})
"""House key to the documents that bind it, its own first."""

DOCUMENTS = (*(club for club in clubs() if has(club, "rules.toml")), *IN_GENERAL)
"""Document keys, in the order of the rulebook page."""

TOPICS = (
    "check-in",
    "chips",
    "money",
    "table fee",
    "seating",
    "flights",
    "clock",
    "games",
    "button",
    "blinds",
    "straddle and kill",
    "dealing",
    "betting",
    "all-in",
    "showdown",
    "ranking",
    "places",
    "irregularities",
    "bracket",
    "euchre deal",
    "bidding",
    "euchre play",
    "scoring",
    "roulette",
    "raffle",
)
"""Every topic a rule can have, in the order in which a page groups them."""

_DOCUMENT_FIELDS = frozenset({"title", "short_name", "prefix", "applies"})
_RULE_FIELDS = frozenset({"id", "title", "topic", "status", "text"})


class Status(StrEnum):
    """Who decides a rule today."""

    ENGINE = "engine"
    """The rules engine computes it, or refuses what breaks it."""
    APP = "app"
    """The application does: the bank, check-in, the raffle, the tables."""
    STAFF = "staff"
    """People at the table do, and software never will."""
    PLANNED = "planned"
    """Software will; until then staff do."""

    @property
    def sentence(self) -> str:
        """Who decides, as the rulebook's page says it."""
        return _SENTENCES[self]


_SENTENCES = {
    Status.ENGINE: "Worked out by the rules engine.",
    Status.APP: "Kept by EventNight.",
    Status.STAFF: "Decided by staff at the table.",
    Status.PLANNED: "Staff decide this tonight.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One house rule in our words. ``decision`` is empty unless the source document left the choice to us."""

    id: str
    document: str
    title: str
    text: str
    decision: str
    topic: str
    status: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One rule document with its rules in order; ``applies`` says where it holds."""

    key: str
    title: str
    short_name: str
    applies: str
    rules: tuple[Rule, ...]

    @property
    def by_topic(self) -> dict[str, list[Rule]]:
        """The rules grouped for a page, topics in the order of TOPICS; topics without a rule are left out."""
        grouped = {topic: [entry for entry in self.rules if entry.topic == topic] for topic in TOPICS}
        return {topic: entries for topic, entries in grouped.items() if entries}


@door
def parse_document(key: str, source: str) -> Document:
    """The document whose TOML is ``source`` and whose file is ``<key>.toml``.

    Raises ValueError, naming the file and the rule, for text that is not TOML, a missing, empty or unknown field,
    an id that does not fit the document's prefix, an id given twice, and an unknown topic or status.
    """
    file = f"{key}.toml"
    try:
        head = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file}: {error}") from error
    entries = head.pop("rule", None)
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError(f"{file}: the document has no [[rule]] tables")
    fields = _read_fields(file, "the document", head, needed=_DOCUMENT_FIELDS)
    rules = tuple(_parse_rule(key, fields["prefix"], entry) for entry in entries)
    index_rules(rules)
    return Document(
        key=key, title=fields["title"], short_name=fields["short_name"], applies=fields["applies"], rules=rules
    )


@door
def index_rules(rules: Iterable[Rule]) -> Mapping[str, Rule]:
    """The rules by id, in the order given. Raises ValueError if two of them carry the same id."""
    index: dict[str, Rule] = {}
    for entry in rules:
        if entry.id in index:
            raise ValueError(f"{entry.document}.toml: {entry.id} is already a rule of {index[entry.id].document}.toml")
        index[entry.id] = entry
    return MappingProxyType(index)


@cache
def _read_document(key: str) -> Document:
    if key in IN_GENERAL:
        return parse_document(key, files("engine.rulebook").joinpath(f"{key}.toml").read_text(encoding="utf-8"))
    return parse_document(key, text_of(key, "rules.toml"))


def documents() -> tuple[Document, ...]:
    """Every rule document, in the order of the rulebook page."""
    return tuple(_read_document(key) for key in DOCUMENTS)


@cache
def load_rulebook() -> Mapping[str, Rule]:
    """Every rule by id, documents in page order. Raises ValueError if a document is wrong (see parse_document)."""
    return index_rules(entry for document in documents() for entry in document.rules)


@door
def rule(rule_id: str) -> Rule:
    """The rule with this id, for instance "CAN-14". Raises ValueError if there is none."""
    found = load_rulebook().get(rule_id)
    if found is None:
        raise ValueError(f"{rule_id!r} is not a rule of any document")
    return found


@door
def rules_for_house(house_key: str) -> list[Document]:
    """The documents that bind a house, its own first. Raises ValueError for a house that is not in HOUSES."""
    if house_key not in HOUSES:
        raise ValueError(f"{house_key!r} is not a house with rules; the houses are {', '.join(HOUSES)}")
    return [_read_document(key) for key in HOUSES[house_key]]


def _parse_rule(key: str, prefix: str, entry: Mapping[str, object]) -> Rule:
    file, rule_id = f"{key}.toml", str(entry.get("id", ""))
    if not re.fullmatch(rf"{re.escape(prefix)}-[1-9][0-9]*", rule_id):
        raise ValueError(f"{file}: {rule_id!r} is not a rule id; write {prefix}-1, {prefix}-2 and so on")
    fields = _read_fields(file, rule_id, entry, needed=_RULE_FIELDS, optional=frozenset({"decision"}))
    if fields["topic"] not in TOPICS:
        raise ValueError(f"{file}: {rule_id} has the unknown topic {fields['topic']!r}; use {', '.join(TOPICS)}")
    if fields["status"] not in set(Status):
        raise ValueError(f"{file}: {rule_id} has the unknown status {fields['status']!r}; use {', '.join(Status)}")
    return Rule(
        id=rule_id,
        document=key,
        title=fields["title"],
        text=fields["text"],
        decision=fields.get("decision", ""),
        topic=fields["topic"],
        status=Status(fields["status"]),
    )


def _read_fields(
    file: str,
    owner: str,
    entry: Mapping[str, object],
    *,
    needed: frozenset[str],
    optional: frozenset[str] = frozenset(),
) -> dict[str, str]:
    fields = {name: value.strip() for name, value in entry.items() if isinstance(value, str) and value.strip()}
    if missing := sorted((needed | set(entry)) - set(fields)):
        raise ValueError(f"{file}: {owner} has no text in {', '.join(missing)}")
    if unknown := sorted(set(fields) - needed - optional):
        raise ValueError(f"{file}: {owner} has the unknown field {', '.join(unknown)}")
    return fields
