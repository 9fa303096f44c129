"""Settings of a house as an organiser answers them: a label, the answers, and what an empty one leaves as it is."""

from __future__ import annotations

import re
from enum import Enum

from django import forms

Choices = list[tuple[str, str]]
Control = tuple[str, Choices]
"""The label of a setting and its answers."""

NO_CAP = "none"
LONGEST_READ = 40
"""Characters of a choice that a telephone shows while the list is closed."""
CUT = re.compile(r" \(|:")
"""Before what a longer one is cut."""
YES_OR_NO: Choices = [("true", "Yes"), ("false", "No")]


def answers(options: type[Enum]) -> Choices:
    """The answers of a choice by the engine's words for it."""
    return [(option.name.lower(), option.value[0].upper() + option.value[1:]) for option in options]


def answer_field(control: Control, otherwise: str, present: object = "", *, takes_several: bool = False) -> forms.Field:
    """The form field of a setting. otherwise: what an empty answer means, said below the field where a telephone would
    cut it off. present: the answer that it has now, offered even where it is an unusual number.
    """
    label, offered = control
    if isinstance(present, str) and present and present not in dict(offered):
        offered = [*offered, (present, present)]
    if takes_several:
        return forms.MultipleChoiceField(
            choices=offered,
            required=False,
            label=label,
            help_text=f"None chosen: {otherwise[0].lower()}{otherwise[1:]}",
            widget=forms.CheckboxSelectMultiple,
        )
    empty, below = (CUT.split(otherwise)[0], otherwise) if len(otherwise) > LONGEST_READ else (otherwise, "")
    return forms.ChoiceField(choices=[("", empty), *offered], required=False, label=label, help_text=below)


def answer_of(value: object) -> str | list[str]:
    """The answer that gives a setting."""
    if isinstance(value, list | tuple):
        return [str(each) for each in value]
    return NO_CAP if value is None else str(value).lower()


def answer_words(control: Control, value: object) -> str:
    """A setting as its control words it."""
    words = dict(control[1])
    given = answer_of(value)
    return "; ".join(words.get(answer, answer) for answer in ([given] if isinstance(given, str) else given))
