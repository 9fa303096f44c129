"""A new night in three steps: the house with date and place, what is on, who comes and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms

from eventnight.core.forms import RefusableForm
from eventnight.core.values.moments import wall_time
from eventnight.core.values.text import TextField
from eventnight.core.values.zones import zone_of
from eventnight.events.fields import MoneyField
from eventnight.events.forms.night import CURRENCIES, zones
from eventnight.events.forms.section import count_field
from eventnight.events.house_settings.house_templates import house_templates
from eventnight.events.models import ActivityKind, Event
from eventnight.events.selectors import PLAYED, free_code

STEPS: Mapping[str, tuple[str, ...]] = {
    "house": ("house", "name", "day", "doors", "place", "time_zone", "currency"),
    "on": ("activities",),
    "people": (
        "comes",
        "invites",
        "first_stack_price",
        "first_stack",
        "rebuy_price",
        "rebuy_chips",
        "fund_name",
        "fund_goal",
        "code",
    ),
}
"""The fields of each step."""
OF_THE_HOUSE = ("activities", "first_stack_price", "first_stack", "rebuy_price", "rebuy_chips")
"""What another house answers otherwise."""
PRICES = OF_THE_HOUSE[1:]
USUAL_DOORS = "18:00"
USUAL_ZONE = "America/Chicago"

Answers = Mapping[str, list[str]]
"""What was typed, by field, as a form sends it."""


class NewNightForm(RefusableForm):
    """Every answer of the three steps. step: the form has the fields of that one alone."""

    house = forms.ChoiceField(
        choices=lambda: [(each.key, each.name) for each in house_templates().values()],
        widget=forms.RadioSelect,
        label="Start from",
    )
    name = TextField(max_length=120, label="Name of the night")
    day = forms.DateField(label="Date", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    doors = forms.TimeField(label="Doors open", widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    place = TextField(max_length=160, required=False)
    time_zone = forms.ChoiceField(choices=zones)
    currency = forms.ChoiceField(choices=CURRENCIES)
    activities = forms.MultipleChoiceField(
        choices=[(kind.value, kind.label) for kind in ActivityKind if kind in PLAYED],
        widget=forms.CheckboxSelectMultiple,
        label="What’s on?",
        error_messages={"required": "Choose at least one."},
    )
    comes = forms.ChoiceField(
        choices=[("door", "At the door"), ("list", "Import a list")], widget=forms.RadioSelect, label="Who comes?"
    )
    invites = forms.BooleanField(required=False, label="Invite helpers next")
    first_stack_price = MoneyField(label="Entry")
    first_stack = count_field("First stack")
    rebuy_price = MoneyField(label="Price of a re-buy")
    rebuy_chips = count_field("Chips of a re-buy", 1)
    fund_name = TextField(max_length=120, required=False, label="Fund")
    fund_goal = MoneyField(required=False, label="Goal of the fund")
    code = TextField(
        max_length=20, label="Code for the address", help_text="Letters, figures and hyphens, such as SPRING-26."
    )

    def __init__(self, *args: Any, step: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        for name in set(self.fields) - set(STEPS[step] if step else self.fields):
            del self.fields[name]

    def facts(self) -> dict[str, Any]:
        """A valid form as the service takes it: the start aware, money in cents."""
        data = dict(self.cleaned_data)
        starts_at = datetime.combine(data.pop("day"), data.pop("doors"))
        del data["comes"], data["invites"]
        bank = {name: data.pop(name) for name in PRICES}
        return {**data, "starts_at": starts_at.replace(tzinfo=zone_of(data["time_zone"])), "settings": {"bank": bank}}


def answers_proposed(given: Answers, before: Event | None, now: datetime) -> dict[str, list[str]]:
    """Answers to begin with, and in their place those that were given: tonight's evening, what the latest night had,
    prices and activities of the house. before: the latest night of whoever asks.
    """
    house = before.house if before and before.house in house_templates() else next(iter(house_templates()))
    chosen = given.get("house", [house])[-1]
    zone = before.zone.key if before else USUAL_ZONE
    known = {
        "house": [house],
        "day": [f"{wall_time(now, zone_of(zone)):%Y-%m-%d}"],
        "doors": [USUAL_DOORS],
        "place": [before.place if before else ""],
        "time_zone": [zone],
        "currency": [before.currency if before else "USD"],
        "comes": ["door"],
        **_answers_of_house(chosen if chosen in house_templates() else house),
        **given,
    }
    if "code" not in given and "name" in given:
        known["code"] = [free_code(given["name"][-1], _year(known["day"][-1], now))]
    return known


def _answers_of_house(key: str) -> dict[str, list[str]]:
    settings = house_templates()[key].settings
    bank = settings.bank
    return {
        "activities": sorted({line.kind for line in settings.programme} & PLAYED),
        "first_stack_price": [f"{bank.first_stack_price / 100:.2f}"],
        "first_stack": [str(bank.first_stack)],
        "rebuy_price": [f"{bank.rebuy_price / 100:.2f}"],
        "rebuy_chips": [str(bank.rebuy_chips)],
    }


def _year(day: str, now: datetime) -> int:
    try:
        return datetime.fromisoformat(day).year
    except ValueError:
        return now.year
