"""Forms of the floor: they check shape, the services check the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest

from engine.tournament.flights_final import NoShowPolicy
from engine.units import Chips
from eventnight.bank.forms.desk import REASON_LENGTH, PaidForm, SecondPersonForm
from eventnight.core.forms import RefusableForm, ServiceForm, WholeField
from eventnight.core.values.text import TextField
from eventnight.events.forms.turns import bank_field, turn_field, turns_of
from eventnight.events.house_settings import MOST_SEATS, HoldemSettings
from eventnight.events.house_settings.turns import turn_choices
from eventnight.events.models import Event, Player
from tournaments.models import Across, Shortfall
from tournaments.selectors.clock.clock_view import LevelView
from tournaments.selectors.flight.values import EntryView
from tournaments.services.flight.tournament import NewHoldem

MOST_CHIPS = 10**12
MOST_TABLES = 99
LONGEST_CODE = 20


class FloorSaleForm(PaidForm):
    """Chips sold on the floor: how they are paid, and into which till; asked for only where there are several."""

    till = forms.ChoiceField(required=False, label="Into till")

    def __init__(self, data: Any = None, *, tills: Iterable[str], in_use: str) -> None:
        super().__init__(data, initial={"till": in_use})
        self._in_use = in_use
        known = sorted({*tills, in_use})
        self.offer("till", [(till, f"Till {till}") for till in known])
        self.fields["till"].required = len(known) > 1
        if len(known) == 1:
            self.fields["till"].widget = forms.HiddenInput()

    def clean_till(self) -> str:
        """The till in use where none was chosen."""
        return self.cleaned_data["till"] or self._in_use


class EnterAllForm(FloorSaleForm):
    """Everybody who signed up, entered at once; each pays alike. It stands on a page beside the form of one entry."""

    def __init__(self, data: Any = None, **tills: Any) -> None:
        super().__init__(data, **tills)
        self.auto_id = "all_%s"


class EnterForm(FloorSaleForm):
    """A player to enter in the flight; the list offers those who are here, the service decides."""

    player = forms.CharField(max_length=8, label="Player", widget=forms.Select)

    def __init__(self, players: Iterable[Player], data: Any = None, **tills: Any) -> None:
        super().__init__(data, **tills)
        choices = [(player.code, f"{player.code} {player.person}") for player in players]
        self.fields["player"].widget.choices = [("", "Choose"), *choices]


class DrawForm(ServiceForm):
    """At how many tables; empty for as few as it takes."""

    tables = WholeField(required=False, min_value=1, max_value=MOST_TABLES, label="Tables")


class CountsForm(RefusableForm):
    """Chips of each player, filled with the last count."""

    def __init__(self, entries: Sequence[EntryView], data: Any = None) -> None:
        super().__init__(data, prefix="count")
        self.codes = _add_chips(self, entries)

    @property
    def counts(self) -> dict[str, Chips]:
        """Chips by player code."""
        return {code: Chips(self.cleaned_data[code]) for code in self.codes}


class BustForm(ServiceForm):
    """Who went out on one hand, each with the chips at its start."""

    def __init__(self, entries: Sequence[EntryView], chosen: str = "", data: Any = None) -> None:
        super().__init__(data)
        self.chosen = chosen
        self.codes = [entry.player_code for entry in entries]
        for entry in entries:
            self.fields[f"out_{entry.player_code}"] = forms.BooleanField(
                required=False, label=entry.name, initial=entry.player_code == chosen
            )
            self.fields[f"chips_{entry.player_code}"] = WholeField(
                required=False,
                # A finalist may have come with an empty stack.
                min_value=min(1, entry.started_with),
                max_value=MOST_CHIPS,
                label=f"Chips of {entry.name} when the hand began",
                initial=entry.chips if entry.chips or not entry.started_with else None,
            )

    @property
    def chosen_lines(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Tick and chips of the player whose seat was tapped."""
        return [line for line in self._lines if line[0].name == f"out_{self.chosen}"]

    @property
    def other_lines(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Tick and chips of everybody else."""
        return [line for line in self._lines if line[0].name != f"out_{self.chosen}"]

    @property
    def _lines(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"out_{code}"], self[f"chips_{code}"]) for code in self.codes]

    @property
    def busted(self) -> dict[str, Chips]:
        """Chips at the start of the hand by player code, of those ticked."""
        return {
            code: Chips(self.cleaned_data[f"chips_{code}"]) for code in self.codes if self.cleaned_data[f"out_{code}"]
        }

    def clean(self) -> dict[str, Any]:
        """Somebody is ticked, and nobody ticked lacks the chips that decide the place."""
        cleaned = super().clean() or self.cleaned_data
        ticked = [code for code in self.codes if cleaned.get(f"out_{code}")]
        if not ticked:
            self.add_error(None, "Tick who went out on this hand.")
        for code in ticked:
            if cleaned.get(f"chips_{code}") is None and f"chips_{code}" not in self.errors:
                self.add_error(f"chips_{code}", "Enter the chips at the start of the hand.")
        return cleaned


class MoveForm(ServiceForm):
    """Another seat; whether a table may be opened for it is asked once a move was refused for that."""

    table = WholeField(min_value=1, max_value=MOST_TABLES, label="Table")
    seat = WholeField(min_value=1, max_value=MOST_SEATS, label="Seat")
    opens_table = forms.BooleanField(required=False, label="Open this table")


class BagForm(SecondPersonForm):
    """The bag of everybody still in, and a signed reason where chips are missing."""

    demanding: ClassVar = {**SecondPersonForm.demanding, "bags_do_not_conserve": ("reason",)}
    reason = TextField(max_length=REASON_LENGTH, required=False, label="Reason for a difference")

    def __init__(self, entries: Sequence[EntryView], data: Any = None, *, request: HttpRequest, event: Event) -> None:
        super().__init__(data, request=request, event=event)
        self.codes = _add_chips(self, entries)

    @property
    def bag_fields(self) -> list[forms.BoundField]:
        return [self[code] for code in self.codes]

    @property
    def counts(self) -> dict[str, Chips]:
        """Chips by player code."""
        return {code: Chips(self.cleaned_data[code]) for code in self.codes}


class StartLevelForm(RefusableForm):
    """The level at which the final begins."""

    position = forms.TypedChoiceField(coerce=int, label="Starts at")

    def __init__(self, levels: Iterable[LevelView], data: Any = None, *, position: int | None = None) -> None:
        super().__init__(data, initial={"position": position})
        self.offer(
            "position", [(level.position, f"{level.name}: {level.summary}") for level in levels if not level.is_break]
        )


class FinalistsField(forms.MultipleChoiceField):
    """Codes of finalists. Whether they are finalists is for the service to say: the list is empty once the final is
    drawn, and the same press may be sent again.
    """

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: Any) -> bool:
        """Whether it can be a code."""
        return len(str(value)) <= LONGEST_CODE


class FinalForm(ServiceForm):
    """Who does not come to the final, and what becomes of their stacks."""

    absent = FinalistsField(required=False, label="Who does not show")
    no_shows = forms.ChoiceField(
        choices=[
            (NoShowPolicy.BLINDED_OFF.value, "They get a seat and are blinded off"),
            (NoShowPolicy.REMOVED.value, "They are removed with their chips"),
        ],
        label="Their stacks",
        required=False,
        widget=forms.RadioSelect,
        initial=NoShowPolicy.BLINDED_OFF.value,
    )

    def __init__(self, finalists: Iterable[EntryView], data: Any = None) -> None:
        super().__init__(data)
        known = {entry.player_code: f"{entry.player_code} {entry.full_name}" for entry in finalists}
        self.offer("absent", sorted(known.items()))

    def clean_no_shows(self) -> str:
        return self.cleaned_data["no_shows"] or NoShowPolicy.BLINDED_OFF.value


class HoldemForm(RefusableForm):
    """A new tournament, offered with the event's own structure."""

    name = TextField(max_length=80, initial="Hold'em", label="Name")
    flights = WholeField(min_value=1, max_value=20, label="Flights")
    tables_per_flight = WholeField(
        required=False,
        min_value=1,
        max_value=MOST_TABLES,
        label="Tables for each flight",
        help_text="Leave it empty for as many as it takes.",
    )
    pauses_for_breaks = forms.BooleanField(required=False, label="The clock stops automatically when a break begins")
    shortfall = forms.ChoiceField(
        choices=Shortfall.choices,
        label="When one hand leaves too few, this goes to",
        widget=forms.RadioSelect,
        initial=Shortfall.BEST_BUSTED,
    )
    minimum_stack = WholeField(required=False, min_value=0, max_value=MOST_CHIPS, label="Minimum stack")
    across_tables = forms.ChoiceField(
        choices=Across.choices,
        label="When players go out at different tables on one hand, hand for hand",
        required=False,
        widget=forms.RadioSelect,
        initial=Across.TIE,
    )

    turn_seconds = turn_field()
    bank_seconds = bank_field()

    def __init__(self, settings: HoldemSettings, data: Any = None) -> None:
        super().__init__(data, initial=asdict(settings))
        self.offer("turn_seconds", turn_choices(settings.turn_seconds))
        self._settings = settings

    def clean_across_tables(self) -> str:
        return self.cleaned_data["across_tables"] or Across.TIE

    def new_tournament(self) -> NewHoldem:
        """What a valid form asks for."""
        data = self.cleaned_data
        return NewHoldem(
            name=data["name"],
            settings=replace(self._settings, **{"flights": data["flights"], **turns_of(data)}),
            tables_per_flight=data["tables_per_flight"],
            pauses_for_breaks=data["pauses_for_breaks"],
            shortfall=data["shortfall"],
            minimum_stack=data["minimum_stack"] or 0,
            across_tables=data["across_tables"],
        )


def _add_chips(form: RefusableForm, entries: Sequence[EntryView]) -> list[str]:
    """A field for everybody who has chips to count: not for a finalist who came with an empty stack."""
    entries = [entry for entry in entries if entry.started_with]
    for entry in entries:
        form.fields[entry.player_code] = WholeField(
            min_value=1, max_value=MOST_CHIPS, label=entry.name, initial=entry.chips or None
        )
    return [entry.player_code for entry in entries]


class FinishByForm(RefusableForm):
    """The time on the hall's clock at which play should end."""

    at = forms.TimeField(
        label="Finish by", input_formats=["%H:%M"], widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
