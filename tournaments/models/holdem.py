"""A hold'em tournament: its flights and its final."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.db import models
from django.db.models import Q

from engine.tournament.flights import ShortfallPolicy, advancing_count
from engine.tournament.flights_final import SeveralFlightsPolicy
from engine.tournament.levels import Level
from engine.tournament.places import AcrossTables
from eventnight.core.database.readable import require_readable
from eventnight.events.house_settings import FEWEST_SEATS, MOST_SEATS
from eventnight.events.house_settings.turns import LONGEST_TURN, MOST_IN_BANK, SHORTEST_TURN
from eventnight.events.models import Event, Player
from tables.models import TurnLimits


class HoldemStatus(models.TextChoices):
    FLIGHTS = "flights", "Flights"
    FINAL = "final", "Final table"
    FINISHED = "finished", "Finished"


class FlightKind(models.TextChoices):
    FIRST = "first", "Flight"
    FINAL = "final", "Final"


class FlightStatus(models.TextChoices):
    """How far a flight has come. A first flight closes when its stacks go to the final, the final with its winner."""

    PLANNED = "planned", "Taking entries"
    SEATED = "seated", "Seats drawn"
    RUNNING = "running", "Under way"
    BAGGED = "bagged", "Bagged"
    CLOSED = "closed", "Over"


class Shortfall(models.TextChoices):
    """Who fills a place when one hand leaves fewer players than advance, in the engine's words."""

    BEST_BUSTED = ShortfallPolicy.BEST_BUSTED_ADVANCES.value, "The best of those who went out, with an empty stack"
    NEXT_BY_STACK = ShortfallPolicy.NEXT_BY_STACK.value, "The best of those who went out, with a minimum stack"
    REPLAY = ShortfallPolicy.REPLAY.value, "Those who went out play for it again"


class SeveralFlights(models.TextChoices):
    """Which chips a player brings who came through more than one flight, in the engine's words."""

    BEST = SeveralFlightsPolicy.BEST.value, "The largest stack"
    FIRST = SeveralFlightsPolicy.FIRST.value, "The first stack"
    COMBINED = SeveralFlightsPolicy.COMBINED.value, "All stacks together"


class Across(models.TextChoices):
    """How players rank who go out at different tables while the tables play hand for hand, in the engine's words."""

    TIE = AcrossTables.TIE.value, "They tie and share the prizes"
    BY_STACKS = AcrossTables.BY_STACKS.value, "The larger stack places better"


NOT_SEATED = (FlightStatus.PLANNED,)


def levels_of(rows: Sequence[Mapping[str, Any]]) -> tuple[Level, ...]:
    """Levels and breaks as the clock reads them, from their rows."""
    return _levels_of(tuple(tuple(row.items()) for row in rows))


@lru_cache(maxsize=256)
def _levels_of(rows: tuple[tuple[tuple[str, Any], ...], ...]) -> tuple[Level, ...]:
    """Made once for each structure: a tick reads a thousand clocks, and most nights play the same few structures."""
    return tuple(Level(**dict(row)) for row in rows)


class HoldemTournament(models.Model):
    """Flights that lead to one final. Chips are whole table value, the entry price is in cents.

    levels: rows of {small_blind, big_blind, ante, seconds, is_break}. advancing_share is in percent, 0 for a count.
    tables_per_flight: empty for as many as it takes. stack_prefix tells the stacks of two tournaments of one night
    apart in the bank. late_until_level, rebuy_until_level: the last level, counted without breaks, at which players
    enter or re-buy; 0 for any. re_entries: how often somebody who is out may enter a flight again. add_on_break: the
    break, from 1, at which the add-on is sold. turn_seconds: how long a turn lasts where the system deals, empty where
    people do; bank_seconds: what each player has besides.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="holdem_tournaments")
    name = models.CharField(max_length=80)
    stack_prefix = models.CharField(max_length=4, blank=True)
    status = models.CharField(max_length=10, choices=HoldemStatus.choices, default=HoldemStatus.FLIGHTS)
    starting_chips = models.PositiveBigIntegerField()
    entry_price = models.PositiveBigIntegerField(default=0, help_text="In cents.")
    seats_per_table = models.PositiveSmallIntegerField()
    tables_per_flight = models.PositiveSmallIntegerField(null=True, blank=True)
    advancing_count = models.PositiveIntegerField(default=0)
    advancing_share = models.PositiveSmallIntegerField(default=0, help_text="In percent.")
    final_seats = models.PositiveSmallIntegerField()
    levels = models.JSONField()
    shortfall = models.CharField(max_length=30, choices=Shortfall.choices, default=Shortfall.BEST_BUSTED)
    minimum_stack = models.PositiveBigIntegerField(default=0)
    several_flights = models.CharField(max_length=10, choices=SeveralFlights.choices, default=SeveralFlights.BEST)
    late_until_level = models.PositiveSmallIntegerField(default=0)
    re_entries = models.PositiveSmallIntegerField(default=0)
    rebuy_price = models.PositiveBigIntegerField(default=0, help_text="In cents.")
    rebuy_chips = models.PositiveBigIntegerField(default=0)
    rebuy_until_level = models.PositiveSmallIntegerField(default=0)
    add_on_price = models.PositiveBigIntegerField(default=0, help_text="In cents.")
    add_on_chips = models.PositiveBigIntegerField(default=0)
    add_on_break = models.PositiveSmallIntegerField(default=1)
    across_tables = models.CharField(max_length=10, choices=Across.choices, default=Across.TIE)
    turn_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    bank_seconds = models.PositiveSmallIntegerField(default=0)
    final_entries = models.JSONField(default=list, help_text="Numbers of the bank entries that carried the stacks.")
    winner = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="holdem_wins")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="holdem_name_unique"),
            models.UniqueConstraint(fields=["event", "stack_prefix"], name="holdem_stack_prefix_unique"),
            models.CheckConstraint(condition=Q(status__in=HoldemStatus.values), name="holdem_known_status"),
            models.CheckConstraint(condition=Q(shortfall__in=Shortfall.values), name="holdem_known_shortfall"),
            models.CheckConstraint(
                condition=Q(several_flights__in=SeveralFlights.values), name="holdem_known_several_flights"
            ),
            models.CheckConstraint(condition=Q(across_tables__in=Across.values), name="holdem_known_across_tables"),
            models.CheckConstraint(condition=Q(starting_chips__gte=1), name="holdem_starts_with_chips"),
            models.CheckConstraint(
                condition=Q(seats_per_table__range=(FEWEST_SEATS, MOST_SEATS))
                & Q(final_seats__range=(FEWEST_SEATS, MOST_SEATS)),
                name="holdem_tables_have_2_to_10_seats",
            ),
            models.CheckConstraint(
                condition=Q(advancing_count__gte=1, advancing_share=0)
                | Q(advancing_count=0, advancing_share__range=(1, 100)),
                name="holdem_advancing_count_or_share",
            ),
            models.CheckConstraint(
                condition=(Q(rebuy_price=0) | Q(rebuy_chips__gte=1)) & (Q(add_on_price=0) | Q(add_on_chips__gte=1)),
                name="holdem_sells_chips_for_money",
            ),
            models.CheckConstraint(
                condition=Q(tables_per_flight__isnull=True) | Q(tables_per_flight__gte=1),
                name="holdem_flight_has_a_table",
            ),
            models.CheckConstraint(
                condition=Q(status=HoldemStatus.FINISHED, winner__isnull=False, finished_at__isnull=False)
                | Q(~Q(status=HoldemStatus.FINISHED), winner__isnull=True, finished_at__isnull=True),
                name="holdem_finished_with_a_winner",
            ),
            models.CheckConstraint(
                condition=Q(turn_seconds__isnull=True, bank_seconds=0)
                | Q(turn_seconds__gte=SHORTEST_TURN, turn_seconds__lte=LONGEST_TURN, bank_seconds__lte=MOST_IN_BANK),
                name="holdem_turns_where_dealt",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Raises ValidationError by the column that no clock can read."""
        require_readable(levels=lambda: self.blind_levels)

    @property
    def press_name(self) -> str:
        """What presses call it."""
        return f"holdem {self.stack_prefix}"

    @property
    def is_dealt(self) -> bool:
        """Whether the system deals at the tables of its flights. Rules: BIS-16."""
        return self.turn_seconds is not None

    @property
    def turn_limits(self) -> TurnLimits | None:
        """How long a player may think where the system deals."""
        return None if self.turn_seconds is None else TurnLimits(self.turn_seconds, self.bank_seconds)

    @property
    def blind_levels(self) -> tuple[Level, ...]:
        """The levels and breaks that the tournament planned."""
        return levels_of(self.levels)

    def advancing_of(self, entries: int) -> int:
        """How many of a flight's entries go to the final."""
        if self.advancing_count:
            return advancing_count(entries, count=self.advancing_count)
        return advancing_count(entries, share=Fraction(self.advancing_share, 100))


class Flight(models.Model):
    """A first flight, or the final. code leads its stack codes in the bank: "F2" for F2-P012, "FT" for the final.

    drift: chips that came into the flight (above 0) or left it by a signed variance. decided_at: when no more players
    were left than go on. break_order: table numbers, the first to break first; empty for the highest number first.
    shared_hand: number of the hand that all tables play at once, hand for hand; tables_done: those that finished it.
    """

    tournament = models.ForeignKey(HoldemTournament, on_delete=models.CASCADE, related_name="flights")
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=8)
    name = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=FlightKind.choices, default=FlightKind.FIRST)
    status = models.CharField(max_length=10, choices=FlightStatus.choices, default=FlightStatus.PLANNED)
    starts_at = models.DateTimeField(null=True, blank=True)
    draw_seed = models.CharField(max_length=64, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    drift = models.BigIntegerField(default=0)
    break_order = models.JSONField(default=list, blank=True)
    is_hand_for_hand = models.BooleanField(default=False)
    shared_hand = models.PositiveIntegerField(default=0)
    tables_done = models.JSONField(default=list, blank=True)
    bag_entry = models.PositiveBigIntegerField(null=True, blank=True, help_text="Number of the bank entry.")

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="flight_number_unique"),
            models.UniqueConstraint(fields=["tournament"], condition=Q(kind=FlightKind.FINAL), name="flight_one_final"),
            models.CheckConstraint(condition=Q(kind__in=FlightKind.values), name="flight_known_kind"),
            models.CheckConstraint(condition=Q(status__in=FlightStatus.values), name="flight_known_status"),
            models.CheckConstraint(
                condition=Q(status__in=(*NOT_SEATED, FlightStatus.CLOSED)) | Q(drawn_at__isnull=False),
                name="flight_drawn_unless_planned",
            ),
            models.CheckConstraint(
                condition=Q(drawn_at__isnull=True, draw_seed="") | Q(Q(drawn_at__isnull=False) & ~Q(draw_seed="")),
                name="flight_drawn_by_a_seed",
            ),
            models.CheckConstraint(
                condition=~Q(status=FlightStatus.BAGGED) | Q(bag_entry__isnull=False, decided_at__isnull=False),
                name="flight_bagged_by_an_entry",
            ),
            models.CheckConstraint(
                condition=Q(is_hand_for_hand=False) | Q(shared_hand__gte=1), name="flight_hand_for_hand_has_a_hand"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def press_name(self) -> str:
        """What presses call it."""
        return f"flight {self.code}"

    @property
    def is_final(self) -> bool:
        return self.kind == FlightKind.FINAL

    @property
    def is_running(self) -> bool:
        return self.status == FlightStatus.RUNNING

    @property
    def is_bagged(self) -> bool:
        return self.status == FlightStatus.BAGGED

    @property
    def is_over(self) -> bool:
        return self.status == FlightStatus.CLOSED

    @property
    def is_decided(self) -> bool:
        return self.decided_at is not None

    @property
    def is_dealt(self) -> bool:
        """Whether the system deals at its tables."""
        return self.tournament.is_dealt

    @property
    def seats_per_table(self) -> int:
        return self.tournament.final_seats if self.is_final else self.tournament.seats_per_table

    def advancing_of(self, entries: int) -> int:
        """How many play on: those who go to the final, or the one winner of it."""
        return min(1, entries) if self.is_final else self.tournament.advancing_of(entries)
