"""The form of a new card table: its game, its stakes, and where it differs from its house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from engine.fees import SCHEDULES
from engine.poker.house.catalogue import HOUSES, house_of
from engine.poker.posted import POSTED
from eventnight.core.forms import ServiceForm, WholeField, shows_any
from eventnight.core.values.text import TextField
from eventnight.events.forms.tables import BETS, GAME_CHOICES, KILLS, STRUCTURES
from eventnight.events.forms.turns import bank_field, turn_field, turns_of
from eventnight.events.house_settings import FEWEST_SEATS, MOST_SEATS
from eventnight.events.house_settings.answers import answer_of
from eventnight.events.house_settings.limit_choices import OWN_STAKES, limit_choices
from eventnight.events.house_settings.poker_settings import in_words, setting_field, settings_answered, words_of_house
from eventnight.events.house_settings.table_section import FEE_BY, OWN_NUMBERS
from eventnight.events.house_settings.turns import turn_choices
from eventnight.events.models import Event
from tables.forms.fields import ChipsField
from tables.models.table import AnteName
from tables.selectors import last_changes
from tables.services.floor import NewPokerTable
from tables.stakes import TypedStakes

AS_THE_HOUSE = "As the house has it"
TABLE_SETTINGS = (
    "raises_per_round",
    "cap_lift",
    "may_fold_unbet",
    "button",
    "heads_up",
    "first_button",
    "odd_chips",
    "straddles",
    "lowball_straddles",
    "showdown",
    "stud_showdown",
    "lowball_showdown",
    "played_out",
    "kill",
)
"""The settings of a house that differ from table to table; the others are set for the night."""


BLINDS = ("small_blind", "big_blind")
NIGHT_CHOICES = ("limit", "structure", "ante_by", "game", "kill", "fee_schedule", "fee_by")
"""What a new table has of its night as it is chosen there."""


class OpenPokerForm(ServiceForm):
    """A new card table, filled with what the night's settings say."""

    game = forms.ChoiceField(choices=GAME_CHOICES)
    house = forms.ChoiceField(choices=[(house.key, house.name) for house in HOUSES.values()], label="House rules")
    limit = forms.ChoiceField(
        choices=[OWN_STAKES, *((limit.key, limit.name) for limit in POSTED.values())],
        required=False,
        label="Posted limit",
        help_text="A posted limit says blinds, bets and buy-in by itself.",
    )
    small_blind = ChipsField(required=False, label="Small blind")
    big_blind = ChipsField(required=False, label="Big blind")
    seats_count = WholeField(min_value=FEWEST_SEATS, max_value=MOST_SEATS, label="Seats")
    structure = forms.ChoiceField(choices=STRUCTURES, required=False, label="Betting")
    big_bet = ChipsField(required=False, label="Big bet", help_text="Fixed limit; empty: as the house has it.")
    small_bet = ChipsField(required=False, label="Smallest bet", help_text="Spread limit; empty: the big blind.")
    early_most = ChipsField(required=False, label="Most, early rounds", help_text="Spread limit.")
    late_most = ChipsField(required=False, label="Most, late rounds", help_text="Spread limit.")
    ceiling = ChipsField(min_value=0, required=False, label="Most for one bet", help_text="0: no ceiling.")
    lowest_buy_in = ChipsField(min_value=0, required=False, label="Lowest buy-in", help_text="Empty: any.")
    highest_buy_in = ChipsField(min_value=0, required=False, label="Highest buy-in", help_text="Empty: any.")
    ante = ChipsField(min_value=0, required=False)
    ante_by = forms.ChoiceField(choices=AnteName.choices, required=False, label="Ante paid by")
    kill = forms.ChoiceField(choices=KILLS, required=False)
    fee_schedule = forms.ChoiceField(
        choices=[("", "No fee"), *((key, f"Schedule {key}") for key in SCHEDULES)], required=False, label="Table fee"
    )
    fee_by = forms.ChoiceField(choices=list(FEE_BY.items()), required=False, label="Fee is taken")
    turn_seconds = turn_field()
    bank_seconds = bank_field()
    name = TextField(max_length=60, required=False, help_text="Left empty: the next number.")

    def __init__(self, *args: Any, night: Mapping[str, object], house: str, **options: Any) -> None:
        super().__init__(*args, **options)
        words = words_of_house(house)
        for name in TABLE_SETTINGS:
            otherwise = f"{AS_THE_HOUSE} ({house_of(house).name}: {words[name]})"
            if name in night:
                otherwise = f"As the night has it: {in_words(name, night[name])}"
            self.fields[f"house_{name}"] = setting_field(name, otherwise)

    @classmethod
    def of(cls, event: Event, data: Any = None) -> OpenPokerForm:
        """The form with the event's own stakes, and with what the last table changed beside the night's changes."""
        stakes, night = event.house_settings.tables, event.house_settings.poker
        changes = {name: value for name, value in last_changes(event).items() if name not in night}
        initial = {
            "house": event.house,
            "seats_count": stakes.seats,
            "turn_seconds": stakes.turn_seconds,
            "bank_seconds": stakes.bank_seconds,
            **{
                name: getattr(stakes, name)
                for name in ("limit", "structure", "ante_by", "game", "kill", "fee_schedule", "fee_by")
            },
            **{name: getattr(stakes, name) or None for name in (*OWN_NUMBERS, "ante")},
            **{f"house_{name}": answer_of(value) for name, value in changes.items()},
        }
        form = cls(data, initial=initial, prefix="poker", night=night, house=event.house)
        chips = [chip.value for chip in event.house_settings.bank.chip_set]
        form.offer("turn_seconds", turn_choices(stakes.turn_seconds))
        form.offer("limit", limit_choices(house_of(event.house, night), chips))
        return form

    @property
    def changes_of_house(self) -> list[forms.BoundField]:
        """The fields in which the table may differ from its house."""
        return [self[f"house_{name}"] for name in TABLE_SETTINGS]

    @property
    def has_changes(self) -> bool:
        """Whether something of that was chosen, so that it must be seen."""
        return shows_any(self, (field.name for field in self.changes_of_house))

    @property
    def has_bets(self) -> bool:
        """Whether the bets and buy-ins are unfolded."""
        return shows_any(self, BETS)

    @property
    def has_antes(self) -> bool:
        """The same of antes and kill."""
        return shows_any(self, ("ante", "kill"))

    def clean(self) -> dict[str, Any]:
        """Blinds come in twos, unless a posted limit says them."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for name in BLINDS:
            if not data.get("limit") and not data.get(name) and name not in self.errors:
                self.add_error(name, "Enter both blinds, or choose a posted limit.")
        return data

    def new_table(self) -> NewPokerTable:
        """What a valid form says."""
        data = self.cleaned_data
        stakes = TypedStakes(**{name: data[name] for name in TypedStakes.__dataclass_fields__})
        names = ("game", "house", "seats_count", "kill", "limit", "fee_schedule", "fee_by", "name")
        given = {name: data[name] for name in names} | turns_of(data)
        if not given["turn_seconds"]:
            given["bank_seconds"] = 0
        return NewPokerTable(**given, stakes=stakes, overrides=self._overrides())

    def _overrides(self) -> dict[str, object]:
        """The settings that were answered, as ``house_of`` takes them."""
        return settings_answered({name: self.cleaned_data[f"house_{name}"] for name in TABLE_SETTINGS})
