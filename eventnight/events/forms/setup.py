"""The steps of the set-up as forms over HouseSettings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django import forms

from engine.euchre.catalogue import HOUSES as EUCHRE_HOUSES
from engine.roulette.bets import Catalogue
from engine.roulette.wheel import WHEELS
from eventnight.core.forms import ChangesForm, StatedCheckbox, shows_any
from eventnight.core.values.numbers import whole_number
from eventnight.core.values.text import TextField
from eventnight.events.fields import MoneyField
from eventnight.events.forms.poker_rules import PokerForm
from eventnight.events.forms.section import DealtForm, RowForm, SectionForm, cell_field, count_field
from eventnight.events.forms.tables import TablesForm
from eventnight.events.house_settings import CONFIRMATIONS, LONGEST_CONDITIONS, MOST_SEATS, HouseSettings
from eventnight.events.house_settings import euchre_rules as euchre

MOST_ROWS = 60
MOST_WORDS = 500
USUAL_BREAK = 10
"""Minutes."""
ROW_BUTTONS = frozenset({"insert", "insert_level", "insert_break", "remove"})
"""What changes the list on the page and saves nothing."""


def _words(label: str, help_text: str) -> forms.CharField:
    return TextField(
        required=False,
        max_length=MOST_WORDS,
        label=label,
        help_text=help_text,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ChipForm(RowForm):
    colour = TextField(max_length=20, widget=forms.TextInput(attrs={"class": "input"}))
    value = cell_field("Worth", 1)
    at_bank = forms.BooleanField(required=False, label="At the bank")
    owned = cell_field("Owned", required=False)

    def clean_owned(self) -> int:
        """An empty number is 0: not counted."""
        return self.cleaned_data["owned"] or 0


class LevelForm(RowForm):
    small_blind = cell_field("Small blind", required=False)
    big_blind = cell_field("Big blind", required=False)
    ante = cell_field("Ante", required=False)
    minutes = cell_field("Minutes", 1, 600)
    is_break = forms.BooleanField(required=False, label="Break")

    def clean(self) -> dict[str, Any]:
        """A break has no blinds; an empty ante is 0."""
        data = self.cleaned_data
        for field in ("small_blind", "big_blind", "ante"):
            data[field] = 0 if data.get("is_break") else data.get(field) or 0
        return data


class BankForm(SectionForm):
    section = "bank"
    rows, row_form = "chip_set", ChipForm

    first_stack = count_field("Chips to begin with")
    first_stack_price = MoneyField(label="Price of the first stack")
    rebuy_chips = count_field("Chips of a re-buy", 1)
    rebuy_price = MoneyField(label="Price of a re-buy")
    rack_stacks = count_field(
        "Warn when chips for so many first stacks are not left",
        most=1000,
        help_text="By colour, once it says below how many chips are owned. 0 never warns.",
    )
    second_person_from = MoneyField(
        label="Second person for a correction from", help_text="Money given back by it. 0 asks for every correction."
    )
    undo_minutes = count_field(
        "Minutes a cashier may undo own entries", most=24 * 60, help_text="The organiser may undo any at any time."
    )
    receipt_text = _words("On receipts for chips and tickets", "What part of the sum can be deducted, for instance.")
    donation_text = _words("On receipts for donations", "The organisation's name and number, for instance.")


class RaffleForm(SectionForm):
    section = "raffle"

    chips_per_ticket = count_field("Chips for 1 ticket", 1)
    lot_tickets = count_field("Tickets in a lot", 1, 1000)
    lot_price = MoneyField(label="Price of a lot")
    keeps_small_chips = forms.BooleanField(
        widget=StatedCheckbox, required=False, label="Chips too few for a ticket stay the player’s"
    )
    one_prize_per_person = forms.BooleanField(
        widget=StatedCheckbox, required=False, label="At most one prize for a person"
    )
    pot_percent = count_field("Winner’s share of a 50/50, in percent", 1, 100)


class EuchreForm(DealtForm):
    section = "euchre"
    fields_template = "events/_setup_euchre.html"

    target = count_field("Points to win a game", 1, 100)
    best_of = forms.TypedChoiceField(
        coerce=int, choices=[(1, "One game"), (3, "Best of three")], label="A match is", widget=forms.RadioSelect
    )
    stations = count_field("Tables for matches", 1, 200)
    minutes_per_match = count_field("Minutes for a match", 1, 600)
    third_place = forms.BooleanField(
        widget=StatedCheckbox, required=False, label="The beaten semi-finalists play for third place"
    )
    consolation = forms.BooleanField(
        widget=StatedCheckbox, required=False, label="Teams beaten in their first match play a consolation bracket"
    )
    confirmation = forms.ChoiceField(
        choices=list(CONFIRMATIONS.items()), label="A result counts when", widget=forms.RadioSelect
    )
    reports_settle = forms.BooleanField(
        widget=StatedCheckbox, required=False, label="Two teams that report the same need no staff"
    )


class HoldemForm(DealtForm):
    section = "holdem"
    rows, row_form = "levels", LevelForm
    page_template = "events/setup_holdem.html"

    flights = count_field("Flights", 1, 40)
    seats_per_table = count_field("Seats a table", 2, MOST_SEATS)
    starting_chips = count_field("Starting chips", 1)
    entry_price = MoneyField(label="Price of an entry")
    advancing_count = count_field("Advance from a flight", 0, 500)
    advancing_share = count_field("or advance, in percent", 0, 100, help_text="0 where a number advances.")
    final_seats = count_field("Seats at the final table", 2, MOST_SEATS)
    bank_chips = forms.BooleanField(widget=StatedCheckbox, required=False, label="Stacks are made of the bank’s chips")
    late_until_level = count_field("Late entry until level", 0, 100, help_text="0 = all flight.")
    re_entries = count_field("Re-entries of a player", 0, 100, help_text="0 for none.")
    rebuy_chips = count_field("Chips of a tournament re-buy", help_text="0 where none is sold.")
    rebuy_price = MoneyField(label="Price of a tournament re-buy")
    rebuy_until_level = count_field("Re-buys until level", 0, 100, help_text="0 = all flight.")
    add_on_chips = count_field("Chips of the add-on", help_text="0 where none is sold.")
    add_on_price = MoneyField(label="Price of the add-on")
    add_on_break = count_field("Add-on in break number", 1, 20)


class EuchreRulesForm(SectionForm):
    """Where the night's euchre differs from the euchre rules of its house."""

    section = "euchre_rules"
    fields_template = "events/_setup_euchre_rules.html"

    @classmethod
    def of(cls, settings: HouseSettings, data: Any = None, *, house: str) -> SectionForm:
        """The form with what the event changes; beside it, what the house has."""
        present = euchre.euchre_answers(settings.euchre_rules)
        words = euchre.words_of_euchre_house(EUCHRE_HOUSES[euchre.euchre_key(house)])
        form = cls(data, initial=present)
        for name in euchre.CONTROLS:
            otherwise = f"As the house has it: {words[name]}"
            form.fields[name] = euchre.euchre_setting_field(name, otherwise, present.get(name, ""))
        return form

    @property
    def play(self) -> list[forms.BoundField]:
        """What is played."""
        return [self[name] for name in euchre.CONTROLS if name not in euchre.AWARDS]

    @property
    def awards(self) -> list[forms.BoundField]:
        """What each result is worth."""
        return [self[name] for name in euchre.AWARDS]

    @property
    def has_awards(self) -> bool:
        """Whether one of them was answered, so that it must be seen."""
        return shows_any(self, euchre.AWARDS)

    def merged(self, settings: HouseSettings, rows: list[Mapping[str, Any]] | None = None) -> HouseSettings:
        """The settings with the answers that were changed."""
        answers: dict[str, Any] = {**euchre.euchre_answers(settings.euchre_rules), **self.changes}
        answered = euchre.euchre_settings_answered(answers)
        return HouseSettings.from_json({**settings.as_json(), "euchre_rules": answered})


class RouletteForm(SectionForm):
    section = "roulette"

    wheel = forms.ChoiceField(choices=[(key, wheel.name.capitalize()) for key, wheel in WHEELS.items()])
    catalogue = forms.ChoiceField(
        choices=[
            (Catalogue.HOUSE.value, "The house’s bets"),
            (Catalogue.FULL.value, "With the combinations around zero"),
        ],
        label="Bets offered",
    )
    minimum_bet = count_field("Smallest bet", 1)
    maximum_bet = count_field("Largest bet", 1)
    tray = count_field("Chips in the tray at the start")
    on_phones = forms.BooleanField(
        widget=StatedCheckbox, required=False, label="Guests lay bets on their own phones, too"
    )


class DoorForm(ChangesForm):
    """What is asked for at the door (WAS-1, WAS-13)."""

    id_check = forms.BooleanField(
        widget=StatedCheckbox, required=False, label="A picture ID must be seen before anybody takes a seat"
    )
    conditions = TextField(
        required=False,
        max_length=LONGEST_CONDITIONS,
        label="Conditions for taking part",
        help_text="Shown at check-in. Empty for none.",
    )

    def merged(self, settings: HouseSettings) -> HouseSettings:
        """The settings with the door's rules changed."""
        return HouseSettings.from_json({**settings.as_json(), **self.changes})


SECTION_FORMS: Mapping[str, type[SectionForm]] = {
    form.section: form
    for form in (
        *(BankForm, EuchreForm, EuchreRulesForm, HoldemForm),
        *(TablesForm, PokerForm, RouletteForm, RaffleForm),
    )
}


def row_formset(form: type[SectionForm], settings: HouseSettings, data: Any = None, instead: Sequence[Any] = ()) -> Any:
    """The section's list as a formset, None where it has none. instead: rows to offer in place of the saved ones."""
    if form.row_form is None:
        return None
    rows = [asdict(row) for row in instead or getattr(getattr(settings, form.section), form.rows)]
    return edited_rows(form.row_form, rows, None if instead else data)


def edited_rows(row_form: type[RowForm], rows: Sequence[Mapping[str, Any]], data: Any) -> Any:
    """Rows as a formset, or as they were sent.

    The buttons of the page (ROW_BUTTONS) carry a row's number: with one of them in the data the formset comes back
    unbound, with a copy of that row, a level or a break below it, or without that row. Rows count from 1; 0 is the
    place before the first.
    """
    factory = forms.formset_factory(row_form, extra=0, max_num=MOST_ROWS, absolute_max=MOST_ROWS, min_num=0)
    if data is None:
        return factory(initial=rows)
    if not ROW_BUTTONS & set(data):
        # A page or a program that sends no list leaves it as it is.
        return factory(data if "form-TOTAL_FORMS" in data else None, initial=rows)
    return factory(initial=_edited(row_form, data))


def _edited(row_form: type[RowForm], data: Any) -> list[dict[str, Any]]:
    count = min(max(whole_number(data.get("form-TOTAL_FORMS")) or 0, 0), MOST_ROWS)
    rows = [{name: data.get(f"form-{index}-{name}", "") for name in row_form.base_fields} for index in range(count)]
    if "remove" in data:
        number = _row_number(data["remove"], count)
        return [row for index, row in enumerate(rows, 1) if index != number]
    button = next(each for each in ("insert", "insert_level", "insert_break") if each in data)
    number = _row_number(data[button], count)
    above = rows[:number]
    if button == "insert_break":
        copied = {"minutes": USUAL_BREAK, "is_break": "on"}
    elif button == "insert_level":
        copied = next((row for row in reversed(above) if not row.get("is_break")), {})
    else:
        copied = above[-1] if above else {}
    return [*above, dict(copied), *rows[number:]][:MOST_ROWS]


def _row_number(text: str, count: int) -> int:
    number = whole_number(text)
    return number if number is not None and 0 <= number <= count else 0
