"""Forms of a hand that is played action by action."""

from __future__ import annotations

from typing import Any

from django import forms

from engine.cards import card_text
from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.numbers import whole_number
from eventnight.core.values.text import TextField
from tables.forms.fields import CardsField, ChipsField
from tables.selectors import Play, TableView
from tables.services import Move


class StartForm(ServiceForm):
    """The next hand: its game where the button picks it, and who straddles."""

    number = WholeField(min_value=1, widget=forms.HiddenInput)
    game = forms.ChoiceField(required=False)
    straddles = TextField(
        required=False,
        max_length=30,
        label="Straddles from seats",
        help_text="Seat numbers in order, the first left of the big blind.",
    )

    def __init__(self, view: TableView, data: Any = None) -> None:
        super().__init__(data, initial={"number": view.next_number})
        games = view.table.games
        self.offer("game", [(game.key, game.name) for game in games])
        if not view.table.is_choice:
            del self.fields["game"]
        if not any(map(view.table.house_rules.takes_straddles, games)):
            del self.fields["straddles"]

    def clean_straddles(self) -> tuple[int, ...]:
        """The seats, typed with anything between them."""
        words = self.cleaned_data["straddles"].replace(",", " ").split()
        seats = [whole_number(word) for word in words]
        if None in seats:
            raise forms.ValidationError("Write seat numbers, such as 4 5.", code="straddles")
        return tuple(seat for seat in seats if seat is not None)

    def facts(self) -> dict[str, Any]:
        """What start_hand takes."""
        data = self.cleaned_data
        return {
            "number": data["number"],
            "game": data.get("game", ""),
            "straddles": data.get("straddles", ()),
        }


class VersionForm(ServiceForm):
    """A press on a hand in play. version: that of the hand on the screen."""

    version = WholeField(min_value=1, widget=forms.HiddenInput)


class MoveForm(VersionForm):
    """One action; the buttons say which, and the fields what goes with it."""

    verb = TextField(max_length=20)
    seat = WholeField(required=False, widget=forms.HiddenInput)
    to = ChipsField(required=False, label="Bet or raise to")
    chips = ChipsField(min_value=0, required=False, label="Put in before the draw")
    why = TextField(max_length=200, required=False, label="Why")
    count = WholeField(min_value=0, max_value=7, required=False, label="Cards exchanged")

    def __init__(self, play: Play, data: Any = None) -> None:
        known = " ".join(map(card_text, play.own_cards))
        super().__init__(data, initial={"version": play.version, "seat": play.hand.turn, "cards": known})
        self.fields["cards"] = CardsField(most=play.hand.game.hole_cards, label="Cards")
        self.fields["board"] = CardsField(most=play.hand.owed_board or 1, label="Board")
        self._owed = play.hand.owed_cards
        up = play.hand.street.up
        for seat, owed in self._owed.items():
            # A tap goes on to the next seat after the cards that lie face up; who types may tell those face down, too.
            self.fields[f"hole_{seat}"] = CardsField(most=min(owed, up) or owed, label=f"Cards of seat {seat}")

    @property
    def holes(self) -> list[forms.BoundField]:
        """A field for each seat that is owed cards."""
        return [self[f"hole_{seat}"] for seat in self._owed]

    def move(self) -> Move:
        """What a valid form says."""
        data = self.cleaned_data
        return Move(
            verb=data["verb"],
            seat=data["seat"],
            to=data["to"],
            chips=data["chips"],
            count=data["count"],
            why=data["why"],
            cards=data["cards"],
            board=data["board"],
            holes={seat: data[f"hole_{seat}"] for seat in self._owed if data[f"hole_{seat}"]},
        )


class PayOutForm(VersionForm):
    """A hand that is over. shown: the plan above the button."""

    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    no_fee_because = TextField(max_length=200, required=False, label="No fee, because")


class CallOffForm(VersionForm):
    """Why a hand is thrown away."""

    reason = TextField(max_length=200, required=False, label="Why")
