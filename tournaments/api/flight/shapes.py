"""What the API of hold'em takes and gives. Chips are whole table value, money is in cents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rest_framework import serializers

from engine.tournament.flights_final import NoShowPolicy
from eventnight.bank.api.shapes import MeantInput, SignedInput, TillInput
from eventnight.core.api.fields import IntegerField
from eventnight.core.values.text import TextInput
from eventnight.events.api.turns import TurnsInput
from eventnight.events.house_settings import HoldemSettings
from eventnight.events.house_settings.turns import TURN_FIELDS
from tournaments.models import Across, FlightStatus, HoldemStatus, PurchaseKind, SeveralFlights, Shortfall
from tournaments.services.flight.tournament import NewHoldem

MOST_CHIPS = 10**12
MOST_SECONDS = 3600
MOST_LEVEL_SECONDS = 36_000


class LevelOutput(serializers.Serializer[Any]):
    position = IntegerField(help_text="Counts levels and breaks, from 1.")
    number = IntegerField(help_text="Counts levels without breaks.")
    small_blind = IntegerField()
    big_blind = IntegerField()
    ante = IntegerField()
    minutes = IntegerField()
    is_break = serializers.BooleanField()


class AwayOutput(serializers.Serializer[Any]):
    since = serializers.DateTimeField()
    until = serializers.DateTimeField()
    seconds = IntegerField(help_text="Counted by the clock meanwhile.")


class ClockOutput(serializers.Serializer[Any]):
    flight_id = IntegerField()
    version = IntegerField(help_text="Rises with every move; send it back as seen_version.")
    state = serializers.ChoiceField(choices=["waiting", "running", "break", "paused", "over"])
    level = LevelOutput()
    next_level = LevelOutput(allow_null=True)
    seconds_left = IntegerField()
    next_break_in_seconds = IntegerField(allow_null=True)
    elapsed_ms = IntegerField(help_text="Had run at running_since_ms; all of it while the clock stands.")
    running_since_ms = IntegerField(allow_null=True, help_text="Milliseconds since 1970.")
    ends_at_ms = IntegerField(allow_null=True, help_text="When the level ends, milliseconds since 1970.")
    pauses_for_breaks = serializers.BooleanField()
    away = AwayOutput(allow_null=True, help_text="A time nobody looked at the clock, until staff say if play went on.")


class FlightEntryOutput(serializers.Serializer[Any]):
    player = serializers.CharField(source="player_code")
    name = serializers.CharField(help_text="As the event's name policy shows it.")
    table = IntegerField(allow_null=True)
    seat = IntegerField(allow_null=True)
    chips = IntegerField(help_text="At the last count.")
    started_with = IntegerField()
    is_out = serializers.BooleanField()
    hand = IntegerField(allow_null=True, help_text="The bust-out, to undo it by.")
    place = serializers.CharField(source="place_text", help_text='"8th", "8th–9th" when shared, empty while in.')
    advances = serializers.BooleanField()


class FlightOutput(serializers.Serializer[Any]):
    id = IntegerField()
    number = IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    is_final = serializers.BooleanField()
    status = serializers.ChoiceField(choices=FlightStatus.choices)
    is_decided = serializers.BooleanField()
    shared_hand = IntegerField(allow_null=True, help_text="Number of the hand, while hand for hand.")
    tables_done = serializers.ListField(child=IntegerField(), help_text="Tables that finished that hand.")
    starts_at = serializers.DateTimeField(allow_null=True)
    draw_seed = serializers.CharField()
    advancing = IntegerField()
    players_left = IntegerField()
    average_stack = IntegerField()
    in_play = IntegerField(help_text="Chips that the flight must hold.")
    counted = IntegerField(help_text="Chips at the last counts.")
    counted_at = serializers.DateTimeField(allow_null=True)
    entries = FlightEntryOutput(many=True)
    clock = ClockOutput()


class HoldemOutput(serializers.Serializer[Any]):
    id = IntegerField()
    name = serializers.CharField()
    status = serializers.ChoiceField(choices=HoldemStatus.choices)
    starting_chips = IntegerField()
    entry_price = IntegerField(help_text="In cents.")
    turn_seconds = IntegerField(allow_null=True, help_text="How long a turn lasts; null where people deal.")
    bank_seconds = IntegerField(help_text="What each player has besides.")
    late_until_level = IntegerField(help_text="The last level of late entry; 0 for any.")
    re_entries = IntegerField(help_text="How often somebody who is out may enter a flight again.")
    flights = FlightOutput(many=True)
    winner = FlightEntryOutput(allow_null=True)


class CountCheckOutput(serializers.Serializer[Any]):
    counted = IntegerField()
    in_play = IntegerField()
    difference = IntegerField(help_text="Above 0: too many; below 0: missing.")
    sentence = serializers.CharField()


class NewHoldemInput(TurnsInput):
    name = TextInput(max_length=80, default="Hold'em")
    starts_at = serializers.ListField(child=serializers.DateTimeField(), required=False, help_text="Of the flights.")
    tables_per_flight = IntegerField(min_value=1, max_value=99, required=False)
    pauses_for_breaks = serializers.BooleanField(default=False)
    shortfall = serializers.ChoiceField(choices=Shortfall.choices, required=False)
    minimum_stack = IntegerField(min_value=0, max_value=MOST_CHIPS, required=False)
    several_flights = serializers.ChoiceField(choices=SeveralFlights.choices, required=False)
    across_tables = serializers.ChoiceField(
        choices=Across.choices, required=False, help_text="Busts at different tables on one hand, hand for hand."
    )

    def new_tournament(self, settings: HoldemSettings) -> NewHoldem:
        """What a valid body asks for. settings: of the night, from which all that is left out comes."""
        given = dict(self.validated_data)
        turns = {name: given.pop(name) for name in TURN_FIELDS if name in given}
        return NewHoldem(**given, settings=replace(settings, **turns))


class FlightEntryInput(TillInput):
    player = TextInput(max_length=8, help_text="A player's code.")
    paid = IntegerField(min_value=0, required=False, help_text="Cents; the entry price unless given.")


class SignedUpEntriesInput(TillInput):
    pass


class PurchaseInput(MeantInput, TillInput):
    kind = serializers.ChoiceField(choices=PurchaseKind.choices)


class PurchaseOutput(serializers.Serializer[Any]):
    id = IntegerField(help_text="To undo it by.")
    player = serializers.CharField(source="entry.player.code")
    kind = serializers.ChoiceField(choices=PurchaseKind.choices)
    chips = IntegerField()
    paid = IntegerField(help_text="In cents.")
    bank_entry = IntegerField(help_text="Number of the bank entry.")
    undone_at = serializers.DateTimeField(allow_null=True)


class SeatInput(serializers.Serializer[Any]):
    table = IntegerField(min_value=1, max_value=99)
    seat = IntegerField(min_value=1, max_value=99)
    opens_table = serializers.BooleanField(
        default=False, help_text="That the table may be one where nobody sits: one that broke, or the next number."
    )


class SeatDrawInput(serializers.Serializer[Any]):
    tables = IntegerField(min_value=1, max_value=99, required=False)
    seed = TextInput(max_length=64, required=False, help_text="Fresh randomness unless given.")


class ChipCountsInput(serializers.Serializer[Any]):
    counts = serializers.DictField(
        child=IntegerField(min_value=0, max_value=MOST_CHIPS), help_text="Chips by player code."
    )


class BustOutInput(serializers.Serializer[Any]):
    busted = serializers.DictField(
        child=IntegerField(min_value=0, max_value=MOST_CHIPS),
        help_text="Chips at the start of the hand by player code; 0 for who came to the final with an empty stack.",
    )


class BagsInput(ChipCountsInput, SignedInput):
    """second and password: user name and password of whoever confirms a difference."""

    reason = TextInput(max_length=200, required=False, allow_blank=True, help_text="For a difference.")


class FinalInput(serializers.Serializer[Any]):
    start_position = IntegerField(
        min_value=1, required=False, help_text="Level at which the final begins, counting breaks."
    )
    seed = TextInput(max_length=64, required=False, help_text="Fresh randomness unless given.")
    absent = serializers.ListField(
        child=TextInput(max_length=20), required=False, help_text="Codes of finalists who do not show."
    )
    no_shows = serializers.ChoiceField(
        choices=[policy.value for policy in NoShowPolicy], required=False, help_text="What becomes of their stacks."
    )


class ClockMoveInput(serializers.Serializer[Any]):
    seen_version = IntegerField(min_value=1, required=False)


class ClockAbsenceInput(ClockMoveInput):
    play_went_on = serializers.BooleanField(
        help_text="If not, the time that the clock counted meanwhile is given back."
    )


class ClockFinishByInput(serializers.Serializer[Any]):
    ends_at = serializers.DateTimeField(allow_null=True, help_text="null puts the levels to come back as planned.")


class LevelInput(serializers.Serializer[Any]):
    small_blind = IntegerField(min_value=0, max_value=MOST_CHIPS, default=0)
    big_blind = IntegerField(min_value=0, max_value=MOST_CHIPS, default=0)
    ante = IntegerField(min_value=0, max_value=MOST_CHIPS, default=0)
    seconds = IntegerField(min_value=1, max_value=MOST_LEVEL_SECONDS)
    is_break = serializers.BooleanField(default=False)


class LevelsInput(serializers.Serializer[Any]):
    levels = LevelInput(
        many=True, allow_empty=False, help_text="All levels and breaks in order, those that have begun among them."
    )
    seen = IntegerField(min_value=0, required=False, help_text="As it was read with the levels.")


class UndoLevelsInput(serializers.Serializer[Any]):
    seen = IntegerField(min_value=0, required=False, help_text="As it was read with the levels.")


class TimedLevelOutput(serializers.Serializer[Any]):
    position = IntegerField(source="view.position", help_text="Counts levels and breaks, from 1.")
    number = IntegerField(source="view.number", help_text="Counts levels without breaks.")
    small_blind = IntegerField(source="view.small_blind")
    big_blind = IntegerField(source="view.big_blind")
    ante = IntegerField(source="view.ante")
    is_break = serializers.BooleanField(source="view.is_break")
    seconds = IntegerField()
    begins_at = serializers.DateTimeField(help_text="By the clock as it goes now.")


class FlightLevelsOutput(serializers.Serializer[Any]):
    levels = TimedLevelOutput(many=True)
    begun = IntegerField(help_text="How many of them have begun; the last of these is under way.")
    played_seconds = IntegerField(help_text="Of the level under way, rounded up.")
    seen = IntegerField(help_text="Rises with every change of the levels; send it back as seen.")


class PlannedLevelOutput(serializers.Serializer[Any]):
    change = serializers.ChoiceField(choices=["added", "removed", "changed", "moved", "same"])
    before = TimedLevelOutput(allow_null=True)
    after = TimedLevelOutput(allow_null=True)


class DeadlineOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    before = serializers.DateTimeField()
    after = serializers.DateTimeField()


class LevelsPlanOutput(serializers.Serializer[Any]):
    levels = PlannedLevelOutput(many=True)
    expected_before = serializers.DateTimeField(allow_null=True, help_text="When play should end.")
    expected_after = serializers.DateTimeField(allow_null=True)
    ends_before = serializers.DateTimeField(help_text="The end of the last level.")
    ends_after = serializers.DateTimeField()
    deadlines = DeadlineOutput(many=True)
    others = serializers.ListField(child=serializers.CharField(), help_text="Of the other flights.")


class ClockAdjustInput(ClockMoveInput):
    seconds = IntegerField(min_value=-MOST_SECONDS, max_value=MOST_SECONDS)
