"""The poker rules of a night one by one: what the house has, what tonight has, and one of them opened to be changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django import forms

from engine.poker.house.catalogue import HOUSES
from engine.poker.house.rules import SMALLEST_POSSIBLE
from eventnight.events.forms.section import SectionForm
from eventnight.events.house_settings import HouseSettings
from eventnight.events.house_settings.answers import answer_of
from eventnight.events.house_settings.poker_settings import (
    CONTROLS,
    LISTS,
    in_words,
    setting_field,
    settings_answered,
    words_of_house,
)

GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Betting": (
            *("structure", "raises_per_round", "cap_lift", "no_limit_reopen", "limit_reopen"),
            *("may_fold_unbet", "undeclared", "one_bet_size"),
        ),
        "Button, blinds and antes": (
            *("button", "heads_up", "first_button", "half_blinds", "ante_by", "blind_before_ante"),
            *("straddles", "lowball_straddles", "kill", "entry", "missed_blinds"),
        ),
        "Dealing and showdown": (
            *("wrong_count", "exposed_card", "draw_fill", "good_low_must_bet", "played_out"),
            *("showdown", "stud_showdown", "lowball_showdown"),
        ),
        "Pots, chips and seats": ("odd_chips", "award_order", "smallest_chip", "most_seats", "flight_seats"),
    }
)
"""Every rule, in the order of the page."""
SMALLEST_PAID = "The smallest that the blinds and antes are paid with"


class PokerForm(SectionForm):
    """Where the night's card tables differ from the poker rules of its house."""

    section = "poker"
    page_template = "events/setup_poker.html"

    @classmethod
    def of(cls, settings: HouseSettings, data: Any = None, *, house: str) -> SectionForm:
        """The form with what the event changes; beside it, what the house has."""
        present = {name: answer_of(value) for name, value in settings.poker.items()}
        form = cls(data, initial=present)
        for name, words in words_at(house).items():
            form.fields[name] = _field(name, f"As the house has it: {words}", present.get(name, ""))
        return form

    def merged(self, settings: HouseSettings, rows: Any = None) -> HouseSettings:
        """The settings with the answers that were changed."""
        answers = {name: answer_of(value) for name, value in settings.poker.items()}
        return HouseSettings.from_json({**settings.as_json(), "poker": settings_answered({**answers, **self.changes})})


def _field(name: str, otherwise: str, present: object) -> forms.Field:
    """The answers side by side: one rule is open at a time, so there is room for all of them."""
    if name in LISTS:
        return setting_field(name, otherwise, present)
    label, offered = CONTROLS[name]
    if isinstance(present, str) and present and present not in dict(offered):
        offered = [*offered, (present, present)]
    answers = [("", otherwise), *offered]
    return forms.ChoiceField(choices=answers, required=False, label=label, widget=forms.RadioSelect)


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule: how the house and how tonight has it. field: to change it, where it is opened."""

    name: str
    label: str
    house: str
    tonight: str
    is_changed: bool
    rules: tuple[str, ...]
    field: forms.BoundField | None = None


@dataclass(frozen=True, slots=True)
class RuleGroup:
    title: str
    lines: tuple[RuleLine, ...]

    @property
    def changed(self) -> int:
        """How many are otherwise tonight."""
        return sum(line.is_changed for line in self.lines)

    @property
    def is_open(self) -> bool:
        """Whether something in it is to be seen at once."""
        return any(line.is_changed or line.field for line in self.lines)


@dataclass(frozen=True, slots=True)
class PokerRules:
    """Every rule by group. kept: the answers of rules that take several, which a form has to send along, since a form
    that names none of them takes them away.
    """

    groups: tuple[RuleGroup, ...]
    kept: tuple[tuple[str, str], ...]

    @property
    def changed(self) -> list[RuleLine]:
        """Those that are otherwise tonight."""
        return [line for group in self.groups for line in group.lines if line.is_changed]

    @property
    def number(self) -> int:
        return sum(len(group.lines) for group in self.groups)


def poker_rules(house: str, settings: HouseSettings, form: SectionForm, opened: str = "") -> PokerRules:
    """The rules of a night of that house. opened: the name of the rule that is to be changed; one that was refused is
    opened as well.
    """
    usual = words_at(house)

    def line(name: str) -> RuleLine:
        is_changed = name in settings.poker
        return RuleLine(
            name=name,
            label=CONTROLS[name][0],
            house=usual[name],
            tonight=in_words(name, settings.poker[name]) if is_changed else usual[name],
            is_changed=is_changed,
            rules=HOUSES[house].cite(name),
            field=form[name] if name == opened or form[name].errors else None,
        )

    groups = tuple(RuleGroup(title, tuple(line(name) for name in names)) for title, names in GROUPS.items())
    kept = [(name, answer_of(settings.poker[name])) for name in LISTS if name in settings.poker and name != opened]
    return PokerRules(groups, tuple((name, answer) for name, answers in kept for answer in answers))


def words_at(house: str) -> dict[str, str]:
    """Every rule of the house in words."""
    words = words_of_house(house)
    if words["smallest_chip"] == str(SMALLEST_POSSIBLE):
        words["smallest_chip"] = SMALLEST_PAID
    return words
