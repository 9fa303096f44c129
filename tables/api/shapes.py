"""What the API of the tables takes and gives."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from engine.cards import Card, parse_cards
from engine.fees import LIMITS, SCHEDULES
from engine.poker.games.catalogue import GAMES
from engine.poker.house.catalogue import HOUSES
from engine.poker.settlement import SeatEnd
from engine.roulette.bets import Catalogue
from engine.roulette.settle import TableLimits
from engine.roulette.wheel import WHEELS
from engine.units import Chips
from eventnight.events.house_settings import FEWEST_SEATS, MOST_SEATS
from tables.forms import MOST_CHIPS
from tables.models import Bet, Hand, HandSeat, Spin, Table
from tables.selectors import HandEnd


def chips_field(*, least: int = 1, **options: Any) -> serializers.IntegerField:
    """Whole chips."""
    return serializers.IntegerField(min_value=least, max_value=MOST_CHIPS, **options)


class CardsField(serializers.CharField):
    """Cards as text, "Ah Kd" or "AhKd". A card that is none is refused by the engine, with its name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=60, allow_blank=True, required=False, default="", **options)

    def to_internal_value(self, data: Any) -> tuple[Card, ...]:
        """The cards of the engine. Raises RuleError: "unknown_card", "duplicate_card"."""
        return parse_cards(super().to_internal_value(data))


class TableOutput(serializers.ModelSerializer[Table]):
    code = serializers.CharField()

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
            "game",
            "seats_count",
            "small_blind",
            "big_blind",
            "limit",
            "fee_schedule",
            "button",
            "wheel",
            "catalogue",
            "lowest_bet",
            "highest_bet",
            "highest_spin",
        )


class TableSummaryOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    is_open = serializers.BooleanField()
    stakes = serializers.CharField()
    seats = serializers.IntegerField()
    players = serializers.IntegerField()
    rounds = serializers.IntegerField(help_text="Hands or spins so far.")
    chips = serializers.IntegerField(help_text="Before the seats, or in the tray.")


class SeatOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    code = serializers.CharField()
    player_code = serializers.CharField(help_text="Empty on a free seat.")
    name = serializers.CharField()
    chips = serializers.IntegerField()


class PostedFeeOutput(serializers.Serializer[Any]):
    players_from = serializers.IntegerField()
    players_to = serializers.IntegerField()
    fee = serializers.IntegerField(help_text="In cents.")
    chips = serializers.IntegerField()


class TableDetail(serializers.Serializer[Any]):
    table = TableOutput()
    seats = SeatOutput(many=True)
    button = serializers.IntegerField(help_text="In the hand to come.")
    next_number = serializers.IntegerField(help_text="Number of the hand to come.")
    schedule = PostedFeeOutput(many=True)


class PokerTableInput(serializers.Serializer[Any]):
    small_blind = chips_field()
    big_blind = chips_field()
    seats_count = serializers.IntegerField(min_value=FEWEST_SEATS, max_value=MOST_SEATS)
    house = serializers.ChoiceField(choices=list(HOUSES), required=False, help_text="The event's own if left out.")
    game = serializers.ChoiceField(choices=list(GAMES), required=False)
    limit = serializers.ChoiceField(choices=list(LIMITS), required=False)
    fee_schedule = serializers.ChoiceField(choices=list(SCHEDULES), required=False)
    smallest_chip = chips_field(required=False)
    name = serializers.CharField(max_length=60, required=False)


class RouletteInput(serializers.Serializer[Any]):
    wheel = serializers.ChoiceField(choices=list(WHEELS))
    catalogue = serializers.ChoiceField(choices=[one.value for one in Catalogue], default=Catalogue.HOUSE.value)
    lowest_bet = chips_field()
    highest_bet = chips_field(required=False, allow_null=True)
    highest_spin = chips_field(required=False, allow_null=True)
    tray = chips_field()
    name = serializers.CharField(max_length=60, required=False)

    def facts(self) -> dict[str, Any]:
        """What open_roulette takes. Call on valid data."""
        data = dict(self.validated_data)
        limits = TableLimits(
            lowest_bet=Chips(data.pop("lowest_bet")),
            highest_bet=data.pop("highest_bet", None),
            highest_spin=data.pop("highest_spin", None),
        )
        return data | {"limits": limits}


class SitInput(serializers.Serializer[Any]):
    player = serializers.CharField(max_length=8, help_text="The player's code, such as P012.")
    chips = chips_field()


class ChipsInput(serializers.Serializer[Any]):
    chips = chips_field()


class SeatEndInput(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MOST_SEATS)
    contributed = chips_field(least=0, help_text="Chips put in over the whole hand, an uncalled bet included.")
    is_live = serializers.BooleanField(help_text="Not folded.")
    cards = CardsField(help_text="Hole cards shown; empty if none were.")
    dead = chips_field(least=0, default=0, help_text="The part that no bet had to match, such as a big-blind ante.")


class HandInput(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=1, help_text="The hand to come, as the table says.")
    button = serializers.IntegerField(min_value=1, max_value=MOST_SEATS)
    seats = SeatEndInput(many=True, help_text="Every seat that was dealt in.")
    board = CardsField()
    no_fee_because = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    shown = serializers.CharField(
        max_length=16,
        required=False,
        default="",
        allow_blank=True,
        help_text="Digest of the preview that was looked at.",
    )

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
                )
                for each in data["seats"]
            ),
            board=data["board"],
            no_fee_because=data["no_fee_because"],
        )


class PlanLineOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    player_code = serializers.CharField()
    contributed = serializers.IntegerField()
    received = serializers.IntegerField()
    net = serializers.IntegerField()
    stack = serializers.IntegerField(help_text="Before the seat afterwards.")


class HandPlanOutput(serializers.Serializer[Any]):
    digest = serializers.CharField()
    fee = serializers.IntegerField()
    next_button = serializers.IntegerField()
    lines = PlanLineOutput(many=True)
    result = serializers.JSONField(help_text="Pots, returned chips and awards.")


class HandSeatOutput(serializers.ModelSerializer[HandSeat]):
    player = serializers.CharField(source="player.code")

    class Meta:
        model = HandSeat
        fields = ("seat", "player", "contributed", "dead", "is_live", "cards", "net")


class HandOutput(serializers.ModelSerializer[Hand]):
    seats = HandSeatOutput(many=True)
    sequence = serializers.IntegerField(source="entry.sequence", help_text="Its entry in the books.")

    class Meta:
        model = Hand
        fields = (
            "number",
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
    reason = serializers.CharField(max_length=200)


class BetInput(serializers.Serializer[Any]):
    player = serializers.CharField(max_length=8)
    bet = serializers.CharField(max_length=40, help_text='"straight 17", "split 8-11", "red"')
    chips = chips_field()


class BetsInput(serializers.Serializer[Any]):
    bets = BetInput(many=True, allow_empty=False)


class BetOutput(serializers.ModelSerializer[Bet]):
    player = serializers.CharField(source="player.code")

    class Meta:
        model = Bet
        fields = ("id", "player", "bet", "chips", "state", "returned")


class SpinInput(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=1, help_text="The spin to come, as the table says.")
    pocket = serializers.CharField(max_length=2)


class SpinOutput(serializers.ModelSerializer[Spin]):
    sequence = serializers.IntegerField(source="entry.sequence")

    class Meta:
        model = Spin
        fields = ("number", "pocket", "nets", "settled_at", "by_label", "sequence", "undone_at")


class SettledSpinOutput(serializers.Serializer[Any]):
    spin = SpinOutput()
    is_replay = serializers.BooleanField()


class BettorOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    chips = serializers.IntegerField()
    on_mat = serializers.IntegerField()


class RouletteDetail(serializers.Serializer[Any]):
    table = TableOutput()
    next_number = serializers.IntegerField(help_text="Number of the spin to come.")
    tray = serializers.IntegerField()
    bets = BetOutput(many=True)
    bettors = BettorOutput(many=True)
    spins = serializers.ListField(child=serializers.CharField(), help_text="The last pockets, newest first.")


class PlayerSpinOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    net = serializers.IntegerField()


class SpinPlanOutput(serializers.Serializer[Any]):
    pocket = serializers.CharField()
    tray_before = serializers.IntegerField()
    tray_after = serializers.IntegerField()
    players = PlayerSpinOutput(many=True)
