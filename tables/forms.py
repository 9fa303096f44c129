"""Forms of the tables: they check shape and read cards; the services check the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from engine.cards import Card, parse_cards
from engine.errors import RuleError
from engine.fees import LIMITS, SCHEDULES
from engine.poker.games.catalogue import GAMES
from engine.poker.games.spec import GameSpec
from engine.poker.house.catalogue import HOUSES
from engine.poker.settlement import SeatEnd
from engine.roulette.bets import Catalogue
from engine.roulette.settle import TableLimits
from engine.roulette.wheel import WHEELS
from engine.units import Chips
from eventnight.core.forms import ServiceForm
from eventnight.events.house_settings import FEWEST_SEATS, MOST_SEATS
from eventnight.events.models import Event
from tables.selectors import HandEnd, SeatLine, TableView

MOST_CHIPS = 1_000_000_000
NAMES_OF_CATALOGUES = {Catalogue.HOUSE: "As the house document lists them", Catalogue.FULL: "With the zero bets"}


class ChipsField(forms.IntegerField):
    """Whole chips, typed with or without thousands marks."""

    def __init__(self, *, min_value: int = 1, **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=MOST_CHIPS, **options)

    def to_python(self, value: Any) -> int | None:
        return super().to_python(value.replace(",", "").strip() if isinstance(value, str) else value)


class CardsField(forms.CharField):
    """Cards such as "Ah Kd"; deck.js fills the same input by taps. most: how many belong here."""

    def __init__(self, *, most: int, **options: Any) -> None:
        attrs = {
            "class": "input",
            "data-cards": most,
            "autocomplete": "off",
            "autocapitalize": "off",
            "spellcheck": "false",
        }
        super().__init__(required=False, max_length=60, widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> tuple[Card, ...]:
        """The cards of the engine."""
        text = super().clean(value)
        try:
            return parse_cards(text)
        except RuleError as error:
            raise ValidationError(error.message, code=error.code) from error


class OpenPokerForm(ServiceForm):
    """A new card table, filled with what the night's settings say."""

    game = forms.ChoiceField(choices=[(game.key, game.name) for game in GAMES.values()])
    house = forms.ChoiceField(choices=[(house.key, house.name) for house in HOUSES.values()], label="House rules")
    small_blind = ChipsField(label="Small blind")
    big_blind = ChipsField(label="Big blind")
    seats_count = forms.IntegerField(min_value=FEWEST_SEATS, max_value=MOST_SEATS, label="Seats")
    limit = forms.ChoiceField(
        choices=[("", "Not posted"), *((limit.key, limit.name) for limit in LIMITS.values())], required=False
    )
    fee_schedule = forms.ChoiceField(
        choices=[("", "No fee"), *((key, f"Schedule {key}") for key in SCHEDULES)], required=False, label="Table fee"
    )
    name = forms.CharField(max_length=60, required=False, help_text="Left empty: the next number.")

    @classmethod
    def of(cls, event: Event, data: Any = None) -> OpenPokerForm:
        """The form with the event's own stakes."""
        stakes = event.house_settings.tables
        initial = {
            "house": event.house,
            "small_blind": stakes.small_blind,
            "big_blind": stakes.big_blind,
            "seats_count": stakes.seats,
            "limit": stakes.limit,
            "fee_schedule": stakes.fee_schedule,
        }
        return cls(data, initial=initial, prefix="poker")

    def facts(self) -> dict[str, Any]:
        """What open_poker_table takes."""
        data = dict(self.cleaned_data)
        return data | {"small_blind": Chips(data["small_blind"]), "big_blind": Chips(data["big_blind"])}


class OpenRouletteForm(ServiceForm):
    """A new roulette table, filled with what the night's settings say."""

    wheel = forms.ChoiceField(choices=[(wheel.key, wheel.name) for wheel in WHEELS.values()])
    catalogue = forms.ChoiceField(
        choices=[(catalogue.value, words) for catalogue, words in NAMES_OF_CATALOGUES.items()], label="Bets offered"
    )
    lowest_bet = ChipsField(label="Lowest bet")
    highest_bet = ChipsField(label="Highest bet", required=False)
    highest_spin = ChipsField(label="Most for one spin", required=False)
    tray = ChipsField(label="Chips in the tray")
    name = forms.CharField(max_length=60, required=False, help_text="Left empty: the next number.")

    @classmethod
    def of(cls, event: Event, data: Any = None) -> OpenRouletteForm:
        """The form with the event's own wheel and limits."""
        usual = event.house_settings.roulette
        initial = {
            "wheel": usual.wheel,
            "catalogue": usual.catalogue,
            "lowest_bet": usual.minimum_bet,
            "highest_bet": usual.maximum_bet,
            "tray": usual.tray,
        }
        return cls(data, initial=initial, prefix="roulette")

    def facts(self) -> dict[str, Any]:
        """What open_roulette takes."""
        data = dict(self.cleaned_data)
        limits = TableLimits(
            lowest_bet=Chips(data.pop("lowest_bet")),
            highest_bet=data.pop("highest_bet"),
            highest_spin=data.pop("highest_spin"),
        )
        return data | {"limits": limits, "tray": Chips(data["tray"])}


class SitForm(ServiceForm):
    """Who sits down, and with how many chips."""

    player = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
        help_text="Name, code or the card’s address.",
    )
    chips = ChipsField()


class ChipsForm(ServiceForm):
    """An amount of chips: a top-up, or a tray."""

    chips = ChipsField()


class UndoForm(ServiceForm):
    """Why the last hand or spin is taken back; one press on "Undo" gives no reason."""

    reason = forms.CharField(max_length=200, required=False, label="Why")

    def reason_or(self, usual: str) -> str:
        """The reason given, or the usual one."""
        return self.cleaned_data["reason"].strip() or usual


@dataclass(frozen=True, slots=True)
class SeatFields:
    """The bound fields of one seat, for the template."""

    seat: SeatLine
    paid: forms.BoundField
    end: forms.BoundField
    cards: forms.BoundField
    dead: forms.BoundField


LIVE, FOLDED, OUT = "live", "folded", "out"
SEAT_ENDS = [(LIVE, "In"), (FOLDED, "Folded"), (OUT, "Not dealt in")]


class HandForm(ServiceForm):
    """A finished hand: the board, and for each seat what it put in, whether it is in and what it shows."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    shown = forms.CharField(required=False, help_text="The plan that stood above the button.")
    no_fee_because = forms.CharField(
        max_length=200,
        required=False,
        label="No fee, because",
        help_text="Only when the posted fee is not taken from this hand.",
    )

    def __init__(self, view: TableView, data: Any = None) -> None:
        game = view.table.game_spec
        super().__init__(data, initial={"number": view.next_number, "button": view.button})
        self.fields["button"] = forms.TypedChoiceField(
            choices=[(seat.number, f"{seat.number} {seat.name}".strip()) for seat in view.seats],
            coerce=int,
        )
        self.fields["board"] = CardsField(most=game.board_cards)
        self._seats = view.with_chips
        for seat in self._seats:
            self._add_seat(seat, game)

    def _add_seat(self, seat: SeatLine, game: GameSpec) -> None:
        number, name = seat.number, seat.name
        self.fields[f"paid_{number}"] = ChipsField(min_value=0, required=False, label=f"Put in by {name}")
        self.fields[f"end_{number}"] = forms.ChoiceField(
            choices=SEAT_ENDS, initial=FOLDED, widget=forms.RadioSelect, label=f"{name} at the end"
        )
        self.fields[f"cards_{number}"] = CardsField(most=game.hole_cards, label=f"Cards of {name}")
        self.fields[f"dead_{number}"] = ChipsField(
            min_value=0, required=False, label=f"Of it, an ante nobody had to match: {name}"
        )

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
            )
            for seat in self._seats
        ]

    def hand_end(self) -> HandEnd:
        """The hand of a valid form."""
        data = self.cleaned_data
        return HandEnd(
            button=data["button"],
            seats=tuple(
                SeatEnd(
                    seat=seat.number,
                    contributed=Chips(data[f"paid_{seat.number}"] or 0),
                    is_live=data[f"end_{seat.number}"] == LIVE,
                    cards=data[f"cards_{seat.number}"] or None,
                    dead=Chips(data[f"dead_{seat.number}"] or 0),
                )
                for seat in self._seats
                if data[f"end_{seat.number}"] != OUT
            ),
            board=data["board"],
            no_fee_because=data["no_fee_because"],
        )


class BetsForm(ServiceForm):
    """Bets for the mat: tapped ones as JSON, or one by player, chip and place when there is no script."""

    bets = forms.JSONField(required=False, widget=forms.HiddenInput)
    who = forms.CharField(required=False)
    chip = ChipsField(required=False)
    bet = forms.CharField(required=False, max_length=40)

    def lines(self) -> list[tuple[str, str, int]]:
        """Player code, bet and chips of each line. Call on a valid form."""
        data = self.cleaned_data
        tapped = [(line["who"], line["bet"], line["chips"]) for line in data["bets"] or []]
        if data["bet"]:
            tapped.append((data["who"], data["bet"], data["chip"]))
        return tapped

    def clean_bets(self) -> list[dict[str, Any]]:
        """Refuse anything but a list of who, bet and chips."""
        value = self.cleaned_data["bets"] or []
        shape = {"who": str, "bet": str, "chips": int}
        is_fine = isinstance(value, list) and all(
            isinstance(line, dict) and {key: type(part) for key, part in line.items()} == shape for line in value
        )
        if not is_fine:
            raise ValidationError("These bets cannot be read. Reload the page and tap them again.", code="bets_form")
        return value

    def clean(self) -> dict[str, Any]:
        """A single bet needs its player and its chip."""
        data = super().clean() or self.cleaned_data
        if data.get("bet") and not (data.get("who") and data.get("chip")):
            raise ValidationError("Choose whose bet it is and the chip first.", code="bet_incomplete")
        return data


class SpinForm(ServiceForm):
    """The number the ball fell into. number: the spin on the screen."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    pocket = forms.CharField(max_length=2, widget=forms.HiddenInput)
