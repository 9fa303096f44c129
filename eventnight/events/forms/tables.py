"""The set-up of the card tables: a posted limit or stakes of their own, and the table fee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from engine.fees import SCHEDULES
from engine.poker.between.kill import Kill
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.poker.house.catalogue import house_of
from engine.poker.stakes import AnteBy, Structure
from eventnight.core.forms import FigureInput, WholeField, shows_any
from eventnight.events.fields import MoneyField
from eventnight.events.forms.section import CELL, DealtForm, RowForm, SectionForm, count_field
from eventnight.events.house_settings import MOST_SEATS, HouseSettings
from eventnight.events.house_settings.limit_choices import limit_choices
from eventnight.events.house_settings.table_section import FEE_BY, FEE_LINES, OWN_NUMBERS

GAME_CHOICES = [
    ("One game", [(game.key, game.name) for game in GAMES.values()]),
    ("The button picks the game of each hand", [(choice.key, choice.name) for choice in CHOICES.values()]),
]
STRUCTURES = [("", "As the house posts it"), *((each.name.lower(), each.value.capitalize()) for each in Structure)]
ANTES = [(each.name.lower(), each.value[0].upper() + each.value[1:]) for each in AnteBy]
KILLS = [("", "No kill"), *((kill.name.lower(), f"{kill.name.capitalize()} kill") for kill in Kill)]


BETS = ("big_bet", "small_bet", "early_most", "late_most", "ceiling", "lowest_buy_in", "highest_buy_in")
"""What is folded away beside blinds and betting."""


def _own(label: str, **options: Any) -> WholeField:
    return count_field(label, required=False, **options)


def _price(label: str) -> MoneyField:
    return MoneyField(label=label, widget=FigureInput(attrs={"class": CELL}, keys="decimal"))


class OwnFeeForm(RowForm):
    """A limit that the club prices otherwise on one schedule."""

    limit = forms.ChoiceField(choices=list(FEE_LINES.items()), widget=forms.Select(attrs={"class": "input"}))
    schedule = forms.ChoiceField(
        choices=[(key, key) for key in SCHEDULES], widget=forms.Select(attrs={"class": "input"})
    )
    few = _price("1 to 4 players")
    middle = _price("5 or 6 players")
    full = _price("7 to 10 players")


class TablesForm(DealtForm):
    """What new card tables start from. An empty number is 0: left to the house."""

    section = "tables"
    rows, row_form = "own_fees", OwnFeeForm
    rows_title = "Limits at a price of their own"
    fields_template = "events/_setup_tables.html"

    limit = forms.ChoiceField(
        required=False, label="Posted limit", help_text="A posted limit says blinds, bets and buy-in by itself."
    )
    small_blind = _own("Small blind")
    big_blind = _own("Big blind")
    structure = forms.ChoiceField(required=False, choices=STRUCTURES, label="Betting")
    big_bet = _own("Big bet", help_text="Fixed limit; empty: as the house has it.")
    small_bet = _own("Smallest bet", help_text="Spread limit; empty: the big blind.")
    early_most = _own("Most, early rounds", help_text="Spread limit.")
    late_most = _own("Most, late rounds", help_text="Spread limit.")
    ceiling = _own("Most for one bet", help_text="Empty: as the house has it.")
    lowest_buy_in = _own("Lowest buy-in", help_text="Empty: any.")
    highest_buy_in = _own("Highest buy-in", help_text="Empty: any.")
    ante = _own("Ante")
    ante_by = forms.ChoiceField(required=False, choices=ANTES, label="Ante paid by")
    game = forms.ChoiceField(required=False, choices=GAME_CHOICES)
    kill = forms.ChoiceField(required=False, choices=KILLS)
    seats = count_field("Seats a table", 2, MOST_SEATS)
    fee_schedule = forms.ChoiceField(
        required=False,
        choices=[("", "No table fee"), *((key, f"Schedule {key}") for key in SCHEDULES)],
        label="Table fee",
    )
    fee_by = forms.ChoiceField(required=False, choices=list(FEE_BY.items()), label="Fee is taken")

    @classmethod
    def of(cls, settings: HouseSettings, data: Any = None, *, house: str) -> SectionForm:
        """The form with the night's settings; what is left to the house is empty."""
        form = super().of(settings, data, house=house)
        form.initial.update({name: form.initial[name] or None for name in (*OWN_NUMBERS, "ante")})
        chips = [chip.value for chip in settings.bank.chip_set]
        form.offer("limit", limit_choices(house_of(house, settings.poker), chips))
        return form

    @property
    def has_bets(self) -> bool:
        """Whether the bets and buy-ins are unfolded."""
        return shows_any(self, BETS)

    def clean(self) -> dict[str, Any]:
        """A posted limit stands without stakes that were set before and are not sent."""
        data = super().clean()
        if data.get("limit"):
            left_out = [name for name in ("structure", *OWN_NUMBERS) if self.add_prefix(name) not in self.data]
            self.kept -= set(left_out)
            data |= {name: "" if name == "structure" else 0 for name in left_out}
        return {name: value or 0 if name in (*OWN_NUMBERS, "ante") else value for name, value in data.items()}

    def merged(self, settings: HouseSettings, rows: list[Mapping[str, Any]] | None = None) -> HouseSettings:
        """The settings with those of the tables changed. Raises UserFacingError("house_settings")."""
        changed = super().merged(settings, rows)
        changed.tables.require_one_line()
        return changed
