"""The form of a ruling: the facts that its kind asks for, of the seats that can be meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms

from engine.poker.floor.conduct import Fouled
from eventnight.core.forms import FigureInput, WholeField
from tables.forms.fields import CardsField, ChipListField, ChipsField
from tables.forms.hand_in_play import VersionForm
from tables.selectors import Play, RulingFacts, RulingKind

MOST_CARDS_HELD = 20
MOST_EXPOSED = 7
OF_PACK = 0
"""In the place of a seat: the card had come to nobody."""


class RulingForm(VersionForm):
    """What happened. shown: digest of the ruling above the button. names: of the people by seat."""

    shown = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)

    def __init__(self, play: Play, kind: RulingKind, names: Mapping[int, str], data: Any = None) -> None:
        super().__init__(data, initial={"version": play.version})
        self._kind, self._asks = kind, kind.asks(play.hand)
        self._seats = [(seat, f"{seat} {names[seat]}") for seat in sorted(kind.seats(play.hand))]
        self._most_new = play.hand.street.board or 1
        for name in self._asks:
            self.fields.update(FIELDS[name](self))

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields of the facts."""
        return self.visible_fields()

    @property
    def counts(self) -> list[forms.BoundField]:
        """Those of seats and their cards, most of which stay empty."""
        return [field for field in self.asked if field.name.startswith("held_")]

    @property
    def card_fields(self) -> list[forms.BoundField]:
        """Those that cards are told in."""
        return [field for field in self.asked if isinstance(field.field, CardsField)]

    def facts(self) -> RulingFacts:
        """What a valid form says."""
        data = self.cleaned_data
        told = {name: data[name] for name in self._asks if name in data and data[name] not in (None, "")}
        if "seat" in told:
            told["seat"] = int(told["seat"]) or None
        for name in {"held", "exposed"}.intersection(self._asks):
            by_seat = {seat: data[f"{name}_{seat}"] for seat, _ in self._seats}
            told[name] = {seat: value for seat, value in by_seat.items() if value not in (None, ())}
        return RulingFacts(kind=self._kind.key, **told)

    def held(self) -> dict[str, forms.Field]:
        """A number for each seat."""
        return {
            f"held_{seat}": WholeField(
                min_value=0,
                max_value=MOST_CARDS_HELD,
                required=False,
                label=f"Seat {name}",
                widget=FigureInput(attrs={"class": "input input-figure"}),
            )
            for seat, name in self._seats
        }

    def exposed(self) -> dict[str, forms.Field]:
        """Cards for each seat."""
        return {
            f"exposed_{seat}": CardsField(most=MOST_EXPOSED, label=f"Seen of seat {name}") for seat, name in self._seats
        }

    def seat(self) -> dict[str, forms.Field]:
        """One seat of those that can be meant."""
        of_pack = [(OF_PACK, "Nobody: it came off the pack")] if self._kind.is_of_pack else []
        return {
            "seat": forms.ChoiceField(
                choices=[*self._seats, *of_pack],
                widget=forms.RadioSelect,
                label="Whose card" if of_pack else "Which seat",
            )
        }

    def new(self) -> dict[str, forms.Field]:
        """The cards that came instead."""
        label = "The flop as it came then" if self._most_new > 1 else "New card, if it lies face up"
        return {"new": CardsField(most=self._most_new, label=label)}


def _one(name: str, make: Callable[[], forms.Field]) -> Callable[[RulingForm], dict[str, forms.Field]]:
    return lambda form: {name: make()}


FIELDS: Mapping[str, Callable[[RulingForm], dict[str, forms.Field]]] = {
    "held": RulingForm.held,
    "exposed": RulingForm.exposed,
    "seat": RulingForm.seat,
    "new": RulingForm.new,
    "cards": _one("cards", lambda: CardsField(most=1, label="Which card")),
    "how": _one(
        "how",
        lambda: forms.ChoiceField(
            choices=[(each.name.lower(), f"It {each.value}") for each in Fouled], widget=forms.RadioSelect, label="How"
        ),
    ),
    "chips": _one(
        "chips",
        lambda: ChipListField(
            label="Chips put out, in one motion", help_text="The value of each chip, such as 25 25, or 3x25."
        ),
    ),
    "added": _one("added", lambda: ChipsField(min_value=0, required=False, label="Put on top in a second motion")),
    "declared_raise": _one(
        "declared_raise", lambda: forms.BooleanField(required=False, label="“Raise” was said before or with the chips")
    ),
    "raise_to": _one("raise_to", lambda: ChipsField(required=False, label="The total that was said")),
}
"""The form fields of each fact by its name."""
