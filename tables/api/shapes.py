"""What the API of the tables takes and gives."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from engine.cards import Card, parse_cards
from engine.poker.settling.settlement import SeatEnd
from engine.units import Chips
from eventnight.core.api.fields import IntegerField, NumberedField
from eventnight.core.values.text import TextInput
from eventnight.events.house_settings import MOST_SEATS
from tables.forms.fields import MOST_CHIPS
from tables.models import Hand, HandSeat, SeatFee, Table
from tables.selectors import HandEnd


def chips_field(*, least: int = 1, **options: Any) -> IntegerField:
    """Whole chips."""
    return IntegerField(min_value=least, max_value=MOST_CHIPS, **options)


def shown_field() -> serializers.CharField:
    """The digest of the preview that was looked at; empty where none was."""
    return serializers.CharField(
        max_length=16,
        required=False,
        default="",
        allow_blank=True,
        help_text="Digest of the preview that was looked at.",
    )


class CardsField(serializers.CharField):
    """Cards as text, "Ah Kd" or "AhKd". A card that is none is refused by the engine, with its name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=60, allow_blank=True, required=False, default="", **options)

    # A field may make anything of its text; the stubs let this one make text alone.
    def to_internal_value(self, data: Any) -> tuple[Card, ...]:  # type: ignore[override]
        """The cards of the engine. Raises RuleError: "unknown_card", "duplicate_card"."""
        return parse_cards(super().to_internal_value(data))


class TableOutput(serializers.ModelSerializer[Table]):
    code = serializers.CharField()
    overrides = serializers.DictField(
        source="changes", help_text="Settings in which the table, or the night, differs from the house."
    )
    own_fees = serializers.ListField(child=IntegerField(), allow_null=True)

    class Meta:
        model = Table
        fields = (
            "id",
            "code",
            "kind",
            "number",
            "name",
            "status",
            "smallest_chip",
            "house",
            "overrides",
            "game",
            "seats_count",
            "structure",
            "small_blind",
            "big_blind",
            "ante",
            "ante_by",
            "small_bet",
            "big_bet",
            "early_most",
            "late_most",
            "ceiling",
            "limit",
            "lowest_buy_in",
            "highest_buy_in",
            "fee_schedule",
            "own_fees",
            "fee_by",
            "turn_seconds",
            "bank_seconds",
            "seat_fee_due_at",
            "wheel",
            "catalogue",
            "lowest_bet",
            "highest_bet",
            "highest_spin",
        )


class PostedFeeOutput(serializers.Serializer[Any]):
    players_from = IntegerField()
    players_to = IntegerField()
    fee = IntegerField(help_text="In cents.")
    chips = IntegerField()


class TableSummaryOutput(serializers.Serializer[Any]):
    id = IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    is_open = serializers.BooleanField()
    stakes = serializers.CharField()
    seats = IntegerField()
    players = IntegerField()
    rounds = IntegerField(help_text="Hands or spins so far.")
    chips = IntegerField(help_text="Before the seats, or in the tray.")
    schedule = PostedFeeOutput(many=True, help_text="The posted fees; none where no fee is taken.")


class SeatOutput(serializers.Serializer[Any]):
    number = IntegerField()
    code = serializers.CharField()
    player_code = serializers.CharField(help_text="Empty on a free seat.")
    name = serializers.CharField()
    chips = IntegerField()


class OfferOutput(serializers.Serializer[Any]):
    entry = serializers.CharField(source="entry.name", help_text="What to send as the choice, in small letters.")
    words = serializers.CharField(source="entry.value")
    live = IntegerField(help_text="Posted as a bet.")
    dead = IntegerField(help_text="Posted to the centre.")
    is_dealt_in = serializers.BooleanField(help_text="Whether there are cards for it in the hand to come.")


class OwedOutput(serializers.Serializer[Any]):
    seat = IntegerField()
    missed = serializers.CharField()
    chosen = serializers.CharField(help_text="Empty while nothing is chosen.")
    offers = OfferOutput(many=True)


class SeatFeeOutput(serializers.ModelSerializer[SeatFee]):
    class Meta:
        model = SeatFee
        fields = ("id", "due_at", "fee", "seats", "chips", "booked_at", "undone_at")
        extra_kwargs = {"seats": {"help_text": "Who paid how many chips; nothing while a hand is being played."}}

    chips = IntegerField(help_text="Paid by all seats.")


class TableDetail(serializers.Serializer[Any]):
    table = TableOutput()
    seats = SeatOutput(many=True)
    button = IntegerField(allow_null=True, help_text="In the hand to come; empty while it is not decided.")
    discs = serializers.DictField(child=IntegerField(), help_text="D, SB, BB and K by seat.")
    dealt_in = serializers.ListField(child=IntegerField(), source="to_come.dealt_in")
    owed = OwedOutput(many=True, source="to_come.owed", help_text="Who owes a blind, and the ways to come in.")
    away = serializers.ListField(child=IntegerField(), source="to_come.away")
    raised = serializers.CharField(help_text="The stakes of the hand to come, where a kill has raised them.")
    next_number = IntegerField(help_text="Number of the hand to come.")
    schedule = PostedFeeOutput(many=True)
    seat_fees = SeatFeeOutput(many=True, help_text="The last half-hours for which every seat paid, newest first.")


class TakenRulingOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    says = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())


class FirstButtonInput(serializers.Serializer[Any]):
    dealer = IntegerField(
        min_value=0, max_value=MOST_SEATS, required=False, help_text="The seat dealt from, 0 before seat 1."
    )
    cards = NumberedField(
        keyed="seats",
        child=TextInput(max_length=3),
        required=False,
        help_text="Cards drawn, by seat; dealt here if left out.",
    )
    again = serializers.BooleanField(
        default=False, help_text="Whether it is decided again, where cards gave it already."
    )


class EntryInput(serializers.Serializer[Any]):
    entry = TextInput(max_length=40, help_text="A way of the house, such as post_big_blind.")


class SitInput(serializers.Serializer[Any]):
    player = TextInput(max_length=8, help_text="The player's code, such as P012.")
    chips = chips_field()


class ChipsInput(serializers.Serializer[Any]):
    chips = chips_field()


class SeatEndInput(serializers.Serializer[Any]):
    seat = IntegerField(min_value=1, max_value=MOST_SEATS)
    contributed = chips_field(least=0, help_text="Chips put in over the whole hand, an uncalled bet included.")
    is_live = serializers.BooleanField(help_text="Not folded.")
    cards = CardsField(help_text="Hole cards shown; empty if none were.")
    dead = chips_field(least=0, default=0, help_text="The part that no bet had to match, such as a big-blind ante.")
    claim = chips_field(
        least=0,
        required=False,
        allow_null=True,
        help_text="Lowball, a seven or better was checked after the draw: the part put in before the draw.",
    )


class HandInput(serializers.Serializer[Any]):
    number = IntegerField(min_value=1, help_text="The hand to come, as the table says.")
    button = IntegerField(min_value=1, max_value=MOST_SEATS)
    seats = SeatEndInput(many=True, help_text="Every seat that was dealt in.")
    board = CardsField()
    game = TextInput(
        max_length=30, required=False, default="", allow_blank=True, help_text="Where the button picks the game."
    )
    no_fee_because = TextInput(max_length=200, required=False, default="", allow_blank=True)
    called = IntegerField(
        min_value=0,
        max_value=MOST_SEATS,
        required=False,
        allow_null=True,
        help_text="The seat whose last bet was called, 0 where nobody bet in the last round. Asked for where the house "
        "has that hand shown and some hand was not.",
    )
    shown = shown_field()

    def hand_end(self) -> HandEnd:
        """The hand of valid data."""
        data = self.validated_data
        return HandEnd(
            button=data["button"],
            seats=tuple(
                SeatEnd(
                    seat=each["seat"],
                    contributed=Chips(each["contributed"]),
                    is_live=each["is_live"],
                    cards=each["cards"] or None,
                    dead=Chips(each["dead"]),
                    claim=each.get("claim"),
                )
                for each in data["seats"]
            ),
            board=data["board"] or (),
            game=data["game"],
            no_fee_because=data["no_fee_because"],
            called=data.get("called"),
        )


class PlanLineOutput(serializers.Serializer[Any]):
    seat = IntegerField()
    player_code = serializers.CharField()
    contributed = IntegerField()
    received = IntegerField()
    net = IntegerField()
    stack = IntegerField(help_text="Before the seat afterwards.")


class HandPlanOutput(serializers.Serializer[Any]):
    digest = serializers.CharField()
    fee = IntegerField()
    next_button = IntegerField(allow_null=True, help_text="Empty where no further hand can begin.")
    lines = PlanLineOutput(many=True)
    result = serializers.JSONField(help_text="Pots, returned chips and awards.")


class HandSeatOutput(serializers.ModelSerializer[HandSeat]):
    player = serializers.CharField(source="player.code")

    class Meta:
        model = HandSeat
        fields = ("seat", "player", "contributed", "dead", "claim", "is_live", "cards", "net")


class HandOutput(serializers.ModelSerializer[Hand]):
    seats = HandSeatOutput(many=True)
    sequence = IntegerField(source="entry.sequence", help_text="Its entry in the books.")

    class Meta:
        model = Hand
        fields = (
            "number",
            "game",
            "button",
            "board",
            "fee",
            "no_fee_because",
            "result",
            "settled_at",
            "by_label",
            "sequence",
            "undone_at",
            "seats",
        )


class SettledHandOutput(serializers.Serializer[Any]):
    hand = HandOutput()
    is_replay = serializers.BooleanField(help_text="An earlier request with this key had settled it.")


class UndoInput(serializers.Serializer[Any]):
    reason = TextInput(max_length=200)
