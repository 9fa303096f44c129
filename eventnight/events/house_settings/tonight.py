"""What an event changes of the rules of its house, and when it did so, in words, for its rulebook."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.poker.house.catalogue import HOUSES, house_of, overrides_of, settings_of
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.euchre_rules import euchre_house, euchre_rule_lines
from eventnight.events.house_settings.poker_settings import CONTROLS, in_words

SECTION_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "bank": "Chips and prices",
        "euchre": "Euchre bracket",
        "euchre_rules": "Euchre rules",
        "holdem": "Hold’em structure",
        "tables": "Tables and fees",
        "poker": "Poker rules",
        "roulette": "Roulette",
        "raffle": "Raffle rates",
    }
)
"""The sections of the settings, in the order of the set-up."""

DOOR_NAMES: Mapping[str, str] = MappingProxyType(
    {"conditions": "Conditions for taking part", "id_check": "Picture ID at the door"}
)

PLAYED_BY: Mapping[str, str] = MappingProxyType(
    {name: SECTION_NAMES[name] for name in ("euchre", "holdem", "tables", "roulette", "raffle")} | dict(DOOR_NAMES)
)
"""Settings that rules of play speak of, beside the rules of poker and euchre."""


def changes_by_rule(house: str, settings: HouseSettings) -> Mapping[str, Sequence[str]]:
    """By the id of each rule that a changed setting of poker or euchre decides: "The pack: 25 cards". house: of the
    event.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for name, value in overrides_of(house_of(house, settings.poker)).items():
        for rule in HOUSES[house].cite(name):
            found[rule].append(_poker_line(name, value))
    for line in euchre_rule_lines(euchre_house(house, settings.euchre_rules)):
        for rule in line.rules if line.is_changed else ():
            found[rule].append(f"{line.label}: {line.words}")
    return dict(found)


def rules_changed(house: str, before: HouseSettings, after: HouseSettings) -> list[str]:
    """Which rules of play one change of settings changes, as the rulebook tells it: "Straddles in every game:
    Yes"; of other sections that rules speak of, their names. house: of the event. Rules: CAN-26.
    """
    was, now = settings_of(house_of(house, before.poker)), settings_of(house_of(house, after.poker))
    lines = [_poker_line(name, now[name]) for name in now if now[name] != was[name]]
    known = {line.label: line.words for line in euchre_rule_lines(euchre_house(house, before.euchre_rules))}
    euchre = euchre_rule_lines(euchre_house(house, after.euchre_rules))
    lines += [f"{line.label}: {line.words}" for line in euchre if known.get(line.label) != line.words]
    return lines + [name for section, name in PLAYED_BY.items() if getattr(before, section) != getattr(after, section)]


def _poker_line(name: str, value: object) -> str:
    return f"{CONTROLS[name][0]}: {in_words(name, value)}"
