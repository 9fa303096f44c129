"""The settings of a euchre house as an organiser answers them, and as a table reads them.

An answer is the text of a choice; a setting is the JSON value that ``house_of`` takes. An award of the scale is one
setting, by its name. An empty answer leaves the setting as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import cast

from django import forms

from engine.euchre.catalogue import HOUSES, USUAL, house_of
from engine.euchre.house import RULES_OF, AskedFirst, EuchreHouse, LoneLead, LoneMakers
from engine.euchre.scoring import EuchreScale
from engine.settings import Misread, change_settings, written
from eventnight.events.house_settings.answers import YES_OR_NO, Control, answer_field, answer_of, answer_words, answers

SCALE, TARGET = "scale", "target"
AWARDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "made": ("EUC-14",),
        "march": ("EUC-14",),
        "lone_march": ("EUC-15",),
        "euchre": ("EUC-14",),
        "lone_defender_euchre": ("EUC-15",),
        "revoke": ("EUC-17",),
        "revoke_against_lone": ("EUC-17",),
    }
)
"""The awards of the scale, and the rule of each."""

_POINTS = [(str(points), f"{points} point{'' if points == 1 else 's'}") for points in (*range(1, 9), 10)]

CONTROLS: Mapping[str, Control] = {
    "with_benny": (
        "The pack (the Benny is the joker)",
        [("false", "24 cards, nine to ace"), ("true", "25 cards, the Benny as highest trump")],
    ),
    "partner_must_go_alone": (
        "The dealer's partner may accept the turned card",
        [("true", "Only to play alone"), ("false", "To assist, or to play alone")],
    ),
    "may_discard_upcard": ("The dealer may lay away the turned card just taken up", YES_OR_NO),
    "dealer_must_choose": (
        "When all others have passed twice",
        [("false", "The dealer may pass; the next one deals"), ("true", "The dealer must choose a suit")],
    ),
    "lone_makers": (
        "Who may play alone for the makers",
        [
            (LoneMakers.EITHER_PARTNER.name.lower(), "Either of them, whoever says so first"),
            (LoneMakers.MAKER_ONLY.name.lower(), "Only the player who made trump"),
        ],
    ),
    "lone_defender": ("A defender may play alone too", YES_OR_NO),
    "asked_first": ("Who is asked first about playing alone", answers(AskedFirst)),
    "lone_lead": ("Who leads first when somebody plays alone", answers(LoneLead)),
    "players_may_revoke": (
        "Where the system deals, a card that does not follow suit",
        [("false", "Is refused"), ("true", "Is taken, and the others may claim a revoke")],
    ),
    "made": ("Makers take 3 or 4 tricks", _POINTS),
    "march": ("Makers take all 5 tricks", _POINTS),
    "lone_march": ("A lone maker takes all 5 tricks", _POINTS),
    "euchre": ("Makers take fewer than 3: the defenders get", _POINTS),
    "lone_defender_euchre": ("The same against a lone defender", _POINTS),
    "revoke": ("A side does not follow suit: the others get", _POINTS),
    "revoke_against_lone": ("The same when one of the others played alone", _POINTS),
}
"""Every setting of a house but the points that win a game: its label and its answers, by the engine's name."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A setting in words with the rules that it decides. is_changed: it differs from its house."""

    label: str
    words: str
    rules: tuple[str, ...]
    is_changed: bool


def read_euchre_rules(value: object, path: str) -> object:
    """Check stored changes of a euchre house. Which house it is does not matter: every house has every setting.

    Raises Misread.
    """
    change_settings(USUAL, value, RULES_OF, path=path)
    changes = dict(cast("Mapping[str, object]", value))
    if TARGET in cast("Mapping[str, object]", changes.get(SCALE, {})):
        raise Misread(f"{path}.{SCALE}.{TARGET}", "is set as euchre.target, with the bracket")
    return changes


def euchre_key(house: str) -> str:
    """The key of the euchre rules that a club plays by: the document's where it has none of its own."""
    return house if house in HOUSES else USUAL.key


def euchre_setting_field(name: str, otherwise: str, present: object = "") -> forms.Field:
    """The form field of a setting. otherwise: what an empty answer means. present: the answer that it has now."""
    return answer_field(CONTROLS[name], otherwise, present)


def euchre_settings_answered(given: Mapping[str, str]) -> dict[str, object]:
    """The settings of the answers that were given, as ``house_of`` takes them."""
    answered = {name: _setting(name, answer) for name, answer in given.items() if answer}
    awards = {name: answered.pop(name) for name in AWARDS if name in answered}
    return {**answered, **({SCALE: awards} if awards else {})}


def euchre_answers(changes: Mapping[str, object]) -> dict[str, object]:
    """The answers that give these changes of a house."""
    awards = cast("Mapping[str, object]", changes.get(SCALE, {}))
    return {name: answer_of(value) for name, value in {**changes, **awards}.items() if name != SCALE}


def words_of_euchre_house(house: EuchreHouse) -> dict[str, str]:
    """Every setting of a house in words."""
    return {name: answer_words(CONTROLS[name], value) for name, value in _values(house).items()}


def euchre_rule_lines(house: EuchreHouse) -> list[RuleLine]:
    """The rules of a table in words. What a lone defender gets is left out where nobody defends alone."""
    words, usual = words_of_euchre_house(house), _values(HOUSES[house.key])
    return [
        RuleLine(CONTROLS[name][0], words[name], AWARDS.get(name) or RULES_OF[name], value != usual[name])
        for name, value in _values(house).items()
        if house.lone_defender or name != "lone_defender_euchre"
    ]


def euchre_house(house: str, changes: Mapping[str, object]) -> EuchreHouse:
    """The euchre rules of a club with the night's changes. Raises RuleError: "unknown_setting", "bad_setting"."""
    return house_of(euchre_key(house), changes)


def _values(house: EuchreHouse) -> dict[str, object]:
    """In the order of the controls."""
    own = {each.name: written(getattr(house, each.name)) for each in fields(EuchreHouse) if each.name in RULES_OF}
    every = {**own, **{each.name: getattr(house.scale, each.name) for each in fields(EuchreScale)}}
    return {name: every[name] for name in CONTROLS}


def _setting(name: str, answer: str) -> object:
    if name in AWARDS:
        return int(answer)
    return {"true": True, "false": False}.get(answer, answer)
