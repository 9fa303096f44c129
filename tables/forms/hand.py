"""The form of a finished hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from engine.poker.games.spec import GameSpec
from engine.poker.settling.settlement import SeatEnd
from engine.poker.settling.turned_up import NOBODY_CALLED
from engine.units import Chips
from eventnight.core.forms import ServiceForm, WholeField
from eventnight.core.values.text import TextField
from tables.forms.fields import CardsField, ChipsField
from tables.selectors import (
    HandEnd,
    HandToCome,
    SeatLine,
    TableView,
    asks_who_was_called,
    hand_to_come,
    may_check_good_low,
)

LIVE, FOLDED, OUT = "live", "folded", "out"
SEAT_ENDS = [(LIVE, "In"), (FOLDED, "Folded"), (OUT, "Not dealt in")]


@dataclass(frozen=True, slots=True)
class SeatFields:
    """The bound fields of one seat, for the template. claim: None where no rule limits what a seat can win."""

    seat: SeatLine
    paid: forms.BoundField
    end: forms.BoundField
    cards: forms.BoundField
    dead: forms.BoundField
    claim: forms.BoundField | None

    @property
    def has_errors(self) -> bool:
        """Whether one of the fields that are folded away was refused."""
        return any(field.errors for field in (self.cards, self.dead, self.claim) if field)


def _is_with_chips(seat: SeatLine) -> bool:
    return seat.is_taken and bool(seat.chips)


class HandForm(ServiceForm):
    """A finished hand: the board, and for each seat with chips what it put in, whether it is in and what it shows."""

    number = WholeField(min_value=1, widget=forms.HiddenInput)
    game = forms.CharField(max_length=30, required=False, widget=forms.HiddenInput)
    shown = TextField(required=False, help_text="The plan that was shown above the button.")
    no_fee_because = TextField(
        max_length=200,
        required=False,
        label="No fee, because",
        help_text="Only when the posted fee is not taken from this hand.",
    )

    def __init__(self, view: TableView, game: GameSpec, data: Any = None) -> None:
        # A form that comes again after it was counted names who has lost everything, or is out, since.
        sent = {seat.number for seat in view.seats if f"paid_{seat.number}" in (data or ())}
        self._seats = tuple(seat for seat in view.seats if _is_with_chips(seat) or seat.number in sent)
        self._has_board = bool(game.board_cards)
        button = view.button or next((seat.number for seat in self._seats), 1)
        super().__init__(data, initial={"number": view.next_number, "game": game.key, "button": button})
        self.fields["button"] = forms.TypedChoiceField(
            choices=[(seat.number, f"{seat.number} {seat.name}".strip()) for seat in view.seats],
            coerce=int,
            widget=forms.Select(attrs={"data-moves-posts": True}),
        )
        # A stud game has a board of one card where the pack could not give everybody a last one.
        if self._has_board or game.has_upcards:
            self.fields["board"] = CardsField(most=game.board_cards or 1, label="Board")
        if not self._has_board and game.has_upcards:
            self.fields["board"].label = "One common card for all"
        if asks_who_was_called(view.table, game):
            self.fields["called"] = forms.TypedChoiceField(
                choices=[
                    ("", "Not said"),
                    *((seat.number, f"Seat {seat.number} {seat.name}") for seat in self._seats),
                    (NOBODY_CALLED, "Nobody bet in the last round"),
                ],
                coerce=int,
                empty_value=None,
                required=False,
                label="Whose last bet was called",
            )
        is_first_game = view.to_come.setup is None or view.to_come.setup.game.key == game.key
        to_come = view.to_come if is_first_game else hand_to_come(view.table, view.stacks, game=game)
        posted = {} if self.is_bound else to_come.posted()
        is_limited = may_check_good_low(view.table, game)
        for seat in self._seats:
            self._add_seat(seat, game, to_come, posted.get(seat.number, (0, 0)))
            if is_limited:
                self.fields[f"claim_{seat.number}"] = ChipsField(
                    min_value=0,
                    required=False,
                    label=f"Checked a seven or better; put in before the draw: {seat.name}",
                )

    def _add_seat(self, seat: SeatLine, game: GameSpec, to_come: HandToCome, posted: tuple[int, int]) -> None:
        number, name = seat.number, seat.name
        is_dealt_in = not to_come.button or number in to_come.dealt_in
        self.fields[f"paid_{number}"] = ChipsField(
            min_value=0, required=False, initial=posted[0] or None, label=f"Put in by {name}"
        )
        self.fields[f"end_{number}"] = forms.ChoiceField(
            choices=SEAT_ENDS,
            initial=FOLDED if is_dealt_in else OUT,
            widget=forms.RadioSelect,
            label=f"{name} at the end",
        )
        cards = CardsField(most=game.hole_cards, label=f"Cards of {name}")
        cards.widget.attrs["data-still-in"] = f"id_end_{number}_0"
        self.fields[f"cards_{number}"] = cards
        self.fields[f"dead_{number}"] = ChipsField(
            min_value=0,
            required=False,
            initial=posted[1] or None,
            label=f"Of it, an ante nobody had to match: {name}",
        )
        if posted[1]:
            self.fields[f"dead_{number}"].widget.attrs["data-post"] = True

    @property
    def first_cards(self) -> forms.BoundField:
        """The cards that are entered first: the board, or those of the first seat in a game without one."""
        return self["board"] if self._has_board else self[f"cards_{self._seats[0].number}"]

    @property
    def board_field(self) -> forms.BoundField | None:
        """The common cards, None in a game that never has any."""
        return self["board"] if "board" in self.fields else None

    @property
    def called_field(self) -> forms.BoundField | None:
        """Whose last bet was called, None where no rule asks for it."""
        return self["called"] if "called" in self.fields else None

    @property
    def seats(self) -> list[SeatFields]:
        """The seats with chips, in order."""
        return [
            SeatFields(
                seat,
                self[f"paid_{seat.number}"],
                self[f"end_{seat.number}"],
                self[f"cards_{seat.number}"],
                self[f"dead_{seat.number}"],
                self[f"claim_{seat.number}"] if f"claim_{seat.number}" in self.fields else None,
            )
            for seat in self._seats
        ]

    def clean(self) -> dict[str, Any]:
        """What was entered for a seat and how it ended say the same."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for seat in self._seats:
            paid, end, cards, dead = (data.get(f"{what}_{seat.number}") for what in ("paid", "end", "cards", "dead"))
            if end == FOLDED and cards:
                self.add_error(
                    f"end_{seat.number}", "Cards are entered for a folded hand. Choose “In”, or clear the cards."
                )
            if end == OUT and (paid or dead or cards):
                self.add_error(
                    f"end_{seat.number}",
                    "Chips or cards are entered for a seat that was not dealt in. Choose “In” or “Folded”, or clear "
                    "them.",
                )
        return data

    def hand_end(self) -> HandEnd:
        """The hand of a valid form."""
        data = self.cleaned_data
        dealt_in = [seat.number for seat in self._seats if data[f"end_{seat.number}"] != OUT]
        return HandEnd(
            button=data["button"],
            seats=tuple(self._seat_end(number) for number in dealt_in),
            board=data.get("board", ()),
            game=data["game"],
            no_fee_because=data["no_fee_because"],
            called=data.get("called"),
        )

    def _seat_end(self, number: int) -> SeatEnd:
        data = self.cleaned_data
        return SeatEnd(
            seat=number,
            contributed=Chips(data[f"paid_{number}"] or 0),
            is_live=data[f"end_{number}"] == LIVE,
            cards=data[f"cards_{number}"] or None,
            dead=Chips(data[f"dead_{number}"] or 0),
            claim=data.get(f"claim_{number}"),
        )
