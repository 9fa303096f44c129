"""The form of a new card table: its game, its stakes, and where it differs from its house."""

from __future__ import annotations

from enum import Enum
from typing import Any

from django import forms

from engine.fees import LIMITS, SCHEDULES
from engine.poker.between.kill import Kill
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.house.options import ButtonPolicy, CapLift, FirstButton, HeadsUp, OddChips
from eventnight.core.forms import ServiceForm
from eventnight.events.house_settings import FEWEST_SEATS, MOST_SEATS
from eventnight.events.models import Event
from tables.forms.fields import ChipsField
from tables.models.table import AnteName, StructureName
from tables.selectors import last_changes
from tables.stakes import TypedStakes

AS_THE_HOUSE = ("", "As the house has it")
NO_CAP = "none"
MOST_RAISES = 6
YES_OR_NO = [("true", "Yes"), ("false", "No")]
GAME_CHOICES = [
    ("One game", [(game.key, game.name) for game in GAMES.values()]),
    ("The button picks the game of each hand", [(choice.key, choice.name) for choice in CHOICES.values()]),
]


def _answers(options: type[Enum]) -> list[tuple[str, str]]:
    return [(option.name.lower(), option.value[0].upper() + option.value[1:]) for option in options]


CONTROLS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "raises_per_round": (
        "Raises in a betting round",
        [*((str(number), str(number)) for number in range(1, MOST_RAISES + 1)), (NO_CAP, "No cap")],
    ),
    "cap_lift": ("When the cap does not hold", _answers(CapLift)),
    "may_fold_unbet": ("A player may fold when checking is free", YES_OR_NO),
    "button": ("What moves from hand to hand", _answers(ButtonPolicy)),
    "heads_up": ("With two players", _answers(HeadsUp)),
    "first_button": ("The first button", _answers(FirstButton)),
    "odd_chips": ("Odd chips of a split pot", _answers(OddChips)),
    "straddles": ("Straddles", YES_OR_NO),
    "kill": ("Kill pots", YES_OR_NO),
}
"""The settings of a house that an organiser changes for a table: label and answers by the engine's name."""


class OpenPokerForm(ServiceForm):
    """A new card table, filled with what the night's settings say."""

    game = forms.ChoiceField(choices=GAME_CHOICES)
    house = forms.ChoiceField(choices=[(house.key, house.name) for house in HOUSES.values()], label="House rules")
    small_blind = ChipsField(label="Small blind")
    big_blind = ChipsField(label="Big blind")
    seats_count = forms.IntegerField(min_value=FEWEST_SEATS, max_value=MOST_SEATS, label="Seats")
    structure = forms.ChoiceField(
        choices=[("", "As the house posts it"), *StructureName.choices], required=False, label="Betting"
    )
    big_bet = ChipsField(required=False, label="Big bet", help_text="Fixed limit; empty: twice the big blind.")
    small_bet = ChipsField(required=False, label="Smallest bet", help_text="Spread limit; empty: the big blind.")
    early_most = ChipsField(required=False, label="Most, early rounds", help_text="Spread limit.")
    late_most = ChipsField(required=False, label="Most, late rounds", help_text="Spread limit.")
    ceiling = ChipsField(min_value=0, required=False, label="Most for one bet", help_text="0: no ceiling.")
    ante = ChipsField(min_value=0, required=False)
    ante_by = forms.ChoiceField(choices=AnteName.choices, required=False, label="Ante paid by")
    kill = forms.ChoiceField(
        choices=[("", "No kill"), *((kill.name.lower(), f"{kill.name.capitalize()} kill") for kill in Kill)],
        required=False,
    )
    limit = forms.ChoiceField(
        choices=[("", "Not posted"), *((limit.key, limit.name) for limit in LIMITS.values())], required=False
    )
    fee_schedule = forms.ChoiceField(
        choices=[("", "No fee"), *((key, f"Schedule {key}") for key in SCHEDULES)], required=False, label="Table fee"
    )
    name = forms.CharField(max_length=60, required=False, help_text="Left empty: the next number.")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for setting, (label, answers) in CONTROLS.items():
            self.fields[f"house_{setting}"] = forms.ChoiceField(
                choices=[AS_THE_HOUSE, *answers], required=False, label=label
            )

    @classmethod
    def of(cls, event: Event, data: Any = None) -> OpenPokerForm:
        """The form with the event's own stakes, and with what the last table changed."""
        stakes = event.house_settings.tables
        initial = {
            "house": event.house,
            "small_blind": stakes.small_blind,
            "big_blind": stakes.big_blind,
            "seats_count": stakes.seats,
            "limit": stakes.limit,
            "fee_schedule": stakes.fee_schedule,
            **{f"house_{setting}": _answer(value) for setting, value in last_changes(event).items()},
        }
        return cls(data, initial=initial, prefix="poker")

    @property
    def changes_of_house(self) -> list[forms.BoundField]:
        """The fields in which the table may differ from its house."""
        return [self[f"house_{setting}"] for setting in CONTROLS]

    @property
    def has_changes(self) -> bool:
        """Whether something of that was chosen, so that it must be seen."""
        return any(field.errors or field.value() for field in self.changes_of_house)

    @property
    def has_bets(self) -> bool:
        """Whether one of the bets that are folded away was typed or refused."""
        names = ("big_bet", "small_bet", "early_most", "late_most", "ceiling", "ante", "kill")
        return any(self[name].errors or self[name].value() for name in names)

    def facts(self) -> dict[str, Any]:
        """What open_poker_table takes."""
        data = self.cleaned_data
        stakes = TypedStakes(**{name: data[name] for name in TypedStakes.__dataclass_fields__})
        names = ("game", "house", "seats_count", "kill", "limit", "fee_schedule", "name", "request_id")
        given = {name: data[name] for name in names}
        return {**given, "stakes": stakes, "overrides": self._overrides()}

    def _overrides(self) -> dict[str, object]:
        """The settings that were answered, as ``house_of`` takes them."""
        answers = {setting: self.cleaned_data[f"house_{setting}"] for setting in CONTROLS}
        return {setting: _setting(setting, answer) for setting, answer in answers.items() if answer}


def _answer(value: object) -> str:
    """The other way: a stored setting as the answer that gives it."""
    if value is None:
        return NO_CAP
    return str(value).lower()


def _setting(setting: str, answer: str) -> object:
    if setting == "raises_per_round":
        return None if answer == NO_CAP else int(answer)
    return {"true": True, "false": False}.get(answer, answer)
