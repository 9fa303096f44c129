"""Forms of the organiser and the door: they check shape, the services check rules."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import RegexValidator

from eventnight.core.forms import ChangesForm, RefusableForm, ServiceForm, StatedCheckbox
from eventnight.core.shown import Shown
from eventnight.core.values.formats import SYMBOLS
from eventnight.core.values.moments import wall_time
from eventnight.core.values.text import TextField
from eventnight.core.values.zones import zone_names, zone_of
from eventnight.events.fields import MoneyField, WallTimeField
from eventnight.events.limits import CODE_FIGURES, LONGEST_ADDRESS, LONGEST_CODE_NAME, LONGEST_NAME, LONGEST_REASON
from eventnight.events.models import Activity, ActivityKind, Event, NamePolicy, Player
from eventnight.events.roster.roster_check import ACTIVITIES
from eventnight.events.services import NightAgain

USUAL_ZONES = (
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Toronto",
    "Europe/London",
    "Europe/Berlin",
    "UTC",
)


def zones() -> list[tuple[str, Any]]:
    """The time zones to choose from, those often used first."""
    usual = [(zone, zone.replace("_", " ")) for zone in USUAL_ZONES]
    others = sorted(zone_names() - set(USUAL_ZONES))
    return [("Often used", usual), ("All", [(zone, zone.replace("_", " ")) for zone in others])]


CURRENCIES = [(code, f"{code} ({sign})") for code, sign in SYMBOLS.items()]


class NightForm(ChangesForm):
    """What a night is called, where, when and for which fund."""

    name = TextField(max_length=120, label="Name of the night")
    place = TextField(max_length=160, required=False)
    starts_at = WallTimeField(label="Doors open")
    time_zone = forms.ChoiceField(choices=zones)
    currency = forms.ChoiceField(choices=CURRENCIES)
    fund_name = TextField(max_length=120, required=False, label="Fund", help_text="Where the money goes.")
    fund_goal = MoneyField(required=False, label="Goal of the fund")

    def facts(self) -> dict[str, Any]:
        """The facts that change, as services take them: the start aware, the goal in cents."""
        data = self.changes
        if {"starts_at", "time_zone"} & data.keys():
            known = self.cleaned_data
            data["starts_at"] = known["starts_at"].replace(tzinfo=zone_of(known["time_zone"]))
        return data


class AgainForm(RefusableForm):
    """What is new about a night that is used again."""

    name = TextField(max_length=120, label="Name")
    starts_at = WallTimeField(label="Doors open")
    code = TextField(max_length=20, label="Code for the address")
    with_roles = forms.BooleanField(required=False, initial=True, label="The staff keep their roles")

    def __init__(self, *args: Any, zone: ZoneInfo, **options: Any) -> None:
        super().__init__(*args, **options)
        self._zone = zone

    def night(self) -> NightAgain:
        """The night as the service takes it."""
        data = dict(self.cleaned_data)
        data["starts_at"] = data["starts_at"].replace(tzinfo=self._zone)
        return NightAgain(**data)


class EventFactsForm(NightForm):
    """The same facts later, and how names are shown."""

    name_policy = forms.ChoiceField(
        choices=NamePolicy.choices,
        label="Names on public pages",
        help_text="Minors and people with a code name always go by that.",
    )
    has_known_zone = True

    @classmethod
    def of(cls, event: Event, data: Any = None) -> EventFactsForm:
        """The form filled with what the event says now."""
        initial = {name: getattr(event, name) for name in cls.base_fields}
        initial["time_zone"] = event.zone.key
        form = cls(data, initial={**initial, "starts_at": wall_time(event.starts_at, event.zone)})
        form.has_known_zone = event.has_known_zone
        return form

    @property
    def present(self) -> dict[str, Shown]:
        """What a fresh page shows. UTC in place of an unknown zone is an offer: saved as it is, it counts."""
        return {name: value for name, value in super().present.items() if self.has_known_zone or name != "time_zone"}


class ActivityForm(RefusableForm):
    """A line of the programme."""

    kind = forms.ChoiceField(choices=ActivityKind.choices)
    title = TextField(max_length=120)
    starts_at = WallTimeField(label="Starts")
    ends_at = WallTimeField(label="Ends", required=False)

    def __init__(self, *args: Any, zone: ZoneInfo, **options: Any) -> None:
        super().__init__(*args, **options)
        self._zone = zone

    @classmethod
    def of(cls, activity: Activity, zone: ZoneInfo, data: Any = None) -> ActivityForm:
        """The form filled with a line of the programme."""
        initial = {
            "kind": activity.kind,
            "title": activity.title,
            "starts_at": wall_time(activity.starts_at, zone),
            "ends_at": activity.ends_at and wall_time(activity.ends_at, zone),
        }
        return cls(data, initial=initial, zone=zone)

    def line(self) -> dict[str, Any]:
        """The line as services take it, with aware times."""
        data = dict(self.cleaned_data)
        for field in ("starts_at", "ends_at"):
            data[field] = data[field] and data[field].replace(tzinfo=self._zone)
        return data


class PlayerForm(ChangesForm):
    """What is known of a player, to be corrected."""

    full_name = TextField(max_length=LONGEST_NAME, label="Full name")
    email = forms.EmailField(required=False)
    code_name = TextField(
        max_length=LONGEST_CODE_NAME,
        required=False,
        label="Code name",
        help_text="Shown in public instead of the name.",
    )
    is_minor = forms.BooleanField(
        required=False, label="Under 18: the name is never shown in public", widget=StatedCheckbox
    )

    @classmethod
    def of(cls, player: Player, data: Any = None) -> PlayerForm:
        """The form filled with what is known of a player."""
        return cls(data, initial={name: getattr(player.person, name) for name in cls.base_fields})


class NewPlayerForm(ServiceForm, PlayerForm):
    """Somebody at the door who is on no list."""

    sends_shown = False

    @property
    def facts(self) -> dict[str, Any]:
        """What a valid form says of them."""
        return {name: self.cleaned_data[name] for name in PlayerForm.base_fields}


class SignUpForm(RefusableForm):
    """What a player takes part in, and the euchre partner."""

    kind = forms.ChoiceField(choices=[(kind.value, kind.label) for kind in ACTIVITIES], label="Takes part in")
    partner = TextField(
        max_length=8, required=False, label="Euchre partner", help_text="The code on the partner’s card, such as P012."
    )


class WithdrawalForm(RefusableForm):
    """Why a player does not play on (WAS-13)."""

    reason = TextField(
        max_length=LONGEST_REASON, label="Why the player does not play on", help_text="Such as: showed no picture ID."
    )


class PhoneAddressForm(RefusableForm):
    """The address that phones shall use."""

    address = TextField(max_length=LONGEST_ADDRESS, label="Another address")


class RosterForm(RefusableForm):
    """The file with the list of people."""

    roster = forms.FileField(label="List of people, XLSX or CSV", allow_empty_file=False)


class JoinForm(RefusableForm):
    """The four figures on a player's card, and the six that the desk shows for two minutes."""

    pin = TextField(
        label="Code on your card",
        help_text="Four figures.",
        validators=[RegexValidator(r"^[0-9]{4}$", "The code on your card has four figures.")],
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 4, "autocomplete": "off"}),
    )
    code = TextField(
        label="Code from the desk",
        help_text="Six figures. The desk shows them to you.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 7, "autocomplete": "one-time-code"}),
    )

    def clean_code(self) -> str:
        """The figures without the gap between them."""
        code = "".join(self.cleaned_data["code"].split())
        if not (len(code) == CODE_FIGURES and code.isascii() and code.isdecimal()):
            raise forms.ValidationError("The code from the desk has six figures.")
        return code
