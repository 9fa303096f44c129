"""What an event changes of the rules of its house, and when it did so, in words, for its rulebook."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.poker.house.catalogue import HOUSES, house_of, overrides_of, settings_of
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.euchre_rules import euchre_house, euchre_rule_lines
from eventnight.events.house_settings.poker_settings import CONTROLS, in_words

PLAYED_BY: Mapping[str, str] = MappingProxyType(
    {
        "euchre": "Euchre bracket",
        "holdem": "Hold’em structure",
        "tables": "Tables and fees",
        "roulette": "Roulette",
        "raffle": "Raffle rates",
        "conditions": "Conditions for taking part",
        "id_check": "Picture ID at the door",
    }
)
"""Further settings that rules of play speak of, as the set-up calls them."""


def changes_by_rule(house: str, settings: HouseSettings) -> Mapping[str, Sequence[str]]:
    """By the id of each rule that a changed setting of poker or euchre decides: "The pack: 25 cards". house: of the
    event.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for name, value in overrides_of(house_of(house, settings.poker)).items():
        for rule in HOUSES[house].cite(name):
            found[rule].append(f"{CONTROLS[name][0]}: {in_words(name, value)}")
    for line in euchre_rule_lines(euchre_house(house, settings.euchre_rules)):
        for rule in line.rules if line.is_changed else ():
            found[rule].append(f"{line.label}: {line.words}")
    return dict(found)


def rules_changed(house: str, before: HouseSettings, after: HouseSettings) -> list[str]:
    """Which rules of play one change of settings changes, as the rulebook tells it: "Straddles in every game:
    Yes"; of other sections that rules speak of, their names. house: of the event. Rules: CAN-26.
    """
    was, now = settings_of(house_of(house, before.poker)), settings_of(house_of(house, after.poker))
    lines = [f"{CONTROLS[name][0]}: {in_words(name, now[name])}" for name in now if now[name] != was[name]]
    known = {line.label: line.words for line in euchre_rule_lines(euchre_house(house, before.euchre_rules))}
    euchre = euchre_rule_lines(euchre_house(house, after.euchre_rules))
    lines += [f"{line.label}: {line.words}" for line in euchre if known.get(line.label) != line.words]
    return lines + [name for section, name in PLAYED_BY.items() if getattr(before, section) != getattr(after, section)]
