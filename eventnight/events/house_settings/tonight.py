"""What an event changes of the rules of its house, in words, for its rulebook."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from engine.poker.house.catalogue import HOUSES, house_of, overrides_of
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.euchre_rules import euchre_house, euchre_rule_lines
from eventnight.events.house_settings.poker_settings import CONTROLS, in_words


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
