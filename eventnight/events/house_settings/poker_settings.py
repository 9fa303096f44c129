"""The settings of a poker house as an organiser answers them: for a whole night, or for one table.

An answer is the text of a choice; a setting is the JSON value that ``house_of`` takes. An empty answer leaves the
setting as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from django import forms

from engine.poker.house.catalogue import house_of, settings_of
from engine.poker.house.options import (
    AwardOrder,
    ButtonPolicy,
    CapLift,
    DrawFill,
    Entry,
    ExposedCard,
    FirstButton,
    HeadsUp,
    OddChips,
    Reopen,
    Showdown,
    Undeclared,
    WrongCount,
)
from engine.poker.stakes import AnteBy, Structure

NO_CAP = "none"
MOST_RAISES = 6
YES_OR_NO = [("true", "Yes"), ("false", "No")]
LISTS = ("entry", "missed_blinds")
"""Settings of which several answers may be given."""

Choices = list[tuple[str, str]]


def _answers(options: type[Enum]) -> Choices:
    return [(option.name.lower(), option.value[0].upper() + option.value[1:]) for option in options]


CONTROLS: Mapping[str, tuple[str, Choices]] = {
    "raises_per_round": (
        "Raises in a betting round",
        [*((str(number), str(number)) for number in range(1, MOST_RAISES + 1)), (NO_CAP, "No cap")],
    ),
    "cap_lift": ("When the cap does not hold", _answers(CapLift)),
    "no_limit_reopen": ("How much of a raise an all-in must be to count, no-limit and pot-limit", _answers(Reopen)),
    "limit_reopen": ("How much of a raise an all-in must be to count, fixed and spread limit", _answers(Reopen)),
    "may_fold_unbet": ("A player may fold when checking is free", YES_OR_NO),
    "undeclared": ("Chips put out without a word", _answers(Undeclared)),
    "button": ("What moves from hand to hand", _answers(ButtonPolicy)),
    "heads_up": ("With two players", _answers(HeadsUp)),
    "first_button": ("The first button", _answers(FirstButton)),
    "straddles": ("Straddles in every game", YES_OR_NO),
    "lowball_straddles": ("Straddles in lowball", YES_OR_NO),
    "showdown": ("Showdown of hold'em, Omaha and draw", _answers(Showdown)),
    "stud_showdown": ("Showdown of stud", _answers(Showdown)),
    "lowball_showdown": ("Showdown of lowball", _answers(Showdown)),
    "played_out": ("A hand in which somebody has acted is played to its end", YES_OR_NO),
    "kill": ("Kill pots", YES_OR_NO),
    "blind_before_ante": ("A short big blind pays the blind before the ante", YES_OR_NO),
    "draw_fill": ("Draws are filled", _answers(DrawFill)),
    "good_low_must_bet": ("Lowball: a seven or better must bet after the draw", YES_OR_NO),
    "wrong_count": ("A wrong number of cards", _answers(WrongCount)),
    "exposed_card": ("A card exposed on the deal", _answers(ExposedCard)),
    "odd_chips": ("Odd chips of a split pot", _answers(OddChips)),
    "award_order": ("Which pot is settled first", _answers(AwardOrder)),
    "structure": ("Betting where a table names none", _answers(Structure)),
    "ante_by": ("An ante is paid by", _answers(AnteBy)),
    "one_bet_size": ("A fixed limit has the same bet in every round", YES_OR_NO),
    "smallest_chip": ("Smallest chip in play", [(str(chip), str(chip)) for chip in (1, 5, 10, 20, 25, 50, 100)]),
    "entry": ("Who joins a game may", _answers(Entry)),
    "missed_blinds": ("Who missed blinds may", _answers(Entry)),
}
"""Every setting of a house: its label and its answers, by the engine's name."""


def setting_field(name: str, otherwise: str, present: object = "") -> forms.Field:
    """The form field of a setting. otherwise: what an empty answer means. present: the answer that it has now, offered
    even where it is an unusual number.
    """
    label, answers = CONTROLS[name]
    if isinstance(present, str) and present and present not in dict(answers):
        answers = [*answers, (present, present)]
    if name in LISTS:
        return forms.MultipleChoiceField(
            choices=answers,
            required=False,
            label=label,
            help_text=f"None chosen: {otherwise[0].lower()}{otherwise[1:]}",
            widget=forms.CheckboxSelectMultiple,
        )
    return forms.ChoiceField(choices=[("", otherwise), *answers], required=False, label=label)


def answer_of(value: object) -> str | list[str]:
    """The answer that gives a setting."""
    if isinstance(value, list | tuple):
        return [str(each) for each in value]
    return NO_CAP if value is None else str(value).lower()


def settings_answered(answers: Mapping[str, str | Sequence[str]]) -> dict[str, object]:
    """The settings of the answers that were given, as ``house_of`` takes them."""
    return {name: _setting(name, answer) for name, answer in answers.items() if answer}


def in_words(name: str, value: object) -> str:
    """A setting as its control words it."""
    words = dict(CONTROLS[name][1])
    answers = answer_of(value)
    told = [words.get(answer, answer) for answer in ([answers] if isinstance(answers, str) else answers)]
    return "; ".join(told)


def words_of_house(key: str) -> dict[str, str]:
    """Every setting of a house in words. Raises RuleError("unknown_house")."""
    return {name: in_words(name, value) for name, value in settings_of(house_of(key)).items()}


def _setting(name: str, answer: str | Sequence[str]) -> object:
    if not isinstance(answer, str):
        return list(answer)
    if name in ("raises_per_round", "smallest_chip"):
        return None if answer == NO_CAP else int(answer)
    return {"true": True, "false": False}.get(answer, answer)
