"""A table of the night, for cards or for roulette."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import models
from django.db.models import F, Q

from engine.fees import NO_OVERRIDES, SCHEDULES, BandFees, Schedule
from engine.poker.between.stored import read_table
from engine.poker.between.table_state import TableState
from engine.poker.games.catalogue import CHOICES, GAMES
from engine.poker.games.spec import GameSpec
from engine.poker.house.catalogue import house_of
from engine.poker.house.rules import HouseRules
from engine.poker.posted import PostedLimit, posted_limit
from engine.poker.stakes import AnteBy, Stakes, Structure
from engine.roulette.bets import Catalogue
from engine.roulette.settle import TableLimits
from engine.roulette.wheel import WHEELS, Wheel
from engine.units import Chips
from eventnight.core.database.readable import require_readable
from eventnight.events.house_settings import FEWEST_SEATS, MOST_SEATS
from eventnight.events.house_settings.table_section import FEE_BY
from eventnight.events.house_settings.turns import LONGEST_TURN, MOST_IN_BANK, SHORTEST_TURN
from eventnight.events.models import Event


class TableKind(models.TextChoices):
    POKER = "poker", "Card table"
    ROULETTE = "roulette", "Roulette"
    FLIGHT = "flight", "Table of a flight"


class TableStatus(models.TextChoices):
    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"


class StructureName(models.TextChoices):
    """How much may be bet, by the engine's names."""

    NO_LIMIT = "no_limit", "No limit"
    POT_LIMIT = "pot_limit", "Pot limit"
    FIXED_LIMIT = "fixed_limit", "Fixed limit"
    SPREAD_LIMIT = "spread_limit", "Spread limit"


class AnteName(models.TextChoices):
    """Who pays the ante, by the engine's names."""

    EACH = "each", "Every player"
    BIG_BLIND = "big_blind", "The big blind, for the table"


class FeeBy(models.TextChoices):
    """How a table fee is taken."""

    HAND = "hand", FEE_BY["hand"]
    HALF_HOUR = "half_hour", FEE_BY["half_hour"]


CARD_TABLES = (TableKind.POKER, TableKind.FLIGHT)
"""The kinds at which hands are played."""

CODE_LETTERS = {TableKind.POKER: "T", TableKind.ROULETTE: "R", TableKind.FLIGHT: "TF"}


class Table(models.Model):
    """A table as it was opened; its stakes, fee schedule, wheel and limits stay what they are posted as. At a table of
    a flight the stakes, and the smallest chip, are those of the last hand begun.

    game: a game of the engine, or a choice that the button makes for each hand. night_rules: settings in which the
    night differed from the house when the last hand began, as ``house_of`` takes them; overrides: those of this table
    alone, which go before them. structure to ceiling: the posted stakes, the shape of ``engine.poker.stakes.Stakes``.
    limit: the posted limit that they are, empty for stakes of its own. lowest_buy_in, highest_buy_in: chips that
    somebody sits down with, empty for no bound. chip_value: cents that a chip of 1 stands for, where a fee schedule is
    posted. own_fees: what the limit costs in cents for each band of players, where the club prices it otherwise.
    seat_fee_due_at: the end of the half-hour for which every seat pays next, empty while none is charged. state: a card
    table between two hands as the engine keeps it: button, blinds owed, kill button. hand_version: that of the hand
    that was played last here. turn_seconds: how long a turn lasts where the system deals; empty where people do.
    bank_seconds: what a player has besides, for the longer ones. lowest_bet, highest_bet, highest_spin: roulette, per
    player; empty for no limit. on_phones: guests lay bets on their own phones, too. bets_closed_at: when the croupier
    called "no more bets" for the spin to come.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tables")
    kind = models.CharField(max_length=10, choices=TableKind.choices)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=TableStatus.choices, default=TableStatus.OPEN)
    smallest_chip = models.PositiveIntegerField()
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    house = models.CharField(max_length=20, blank=True)
    night_rules = models.JSONField(default=dict, blank=True)
    overrides = models.JSONField(default=dict, blank=True)
    game = models.CharField(max_length=30, blank=True)
    seats_count = models.PositiveSmallIntegerField(default=0)
    structure = models.CharField(max_length=12, choices=StructureName.choices, blank=True)
    small_blind = models.PositiveIntegerField(default=0)
    big_blind = models.PositiveIntegerField(default=0)
    ante = models.PositiveIntegerField(default=0)
    ante_by = models.CharField(max_length=10, choices=AnteName.choices, default=AnteName.EACH)
    small_bet = models.PositiveIntegerField(default=0)
    big_bet = models.PositiveIntegerField(default=0)
    early_most = models.PositiveIntegerField(default=0)
    late_most = models.PositiveIntegerField(default=0)
    ceiling = models.PositiveIntegerField(null=True, blank=True)
    limit = models.CharField(max_length=40, blank=True)
    lowest_buy_in = models.PositiveIntegerField(null=True, blank=True)
    highest_buy_in = models.PositiveIntegerField(null=True, blank=True)
    fee_schedule = models.CharField(max_length=1, blank=True)
    own_fees = models.JSONField(null=True, blank=True)
    fee_by = models.CharField(max_length=10, choices=FeeBy.choices, default=FeeBy.HAND)
    seat_fee_due_at = models.DateTimeField(null=True, blank=True)
    chip_value = models.PositiveIntegerField(null=True, blank=True)
    state = models.JSONField(null=True, blank=True)
    hand_version = models.PositiveIntegerField(default=0)
    turn_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    bank_seconds = models.PositiveSmallIntegerField(default=0)

    wheel = models.CharField(max_length=20, blank=True)
    catalogue = models.CharField(max_length=10, blank=True)
    lowest_bet = models.PositiveIntegerField(null=True, blank=True)
    highest_bet = models.PositiveIntegerField(null=True, blank=True)
    highest_spin = models.PositiveIntegerField(null=True, blank=True)
    on_phones = models.BooleanField(default=False)
    bets_closed_at = models.DateTimeField(null=True, blank=True)

    rules_of_last_hand: HouseRules | None = None
    """Those that the night has changed since, on a row in memory; None where it has changed none."""

    class Meta:
        ordering = ["kind", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "kind", "number"], name="table_number_unique"),
            models.CheckConstraint(condition=Q(kind__in=TableKind.values), name="table_known_kind"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_from_one"),
            models.CheckConstraint(condition=Q(smallest_chip__gte=1), name="table_smallest_chip_above_zero"),
            models.CheckConstraint(
                condition=Q(status=TableStatus.OPEN, closed_at__isnull=True)
                | Q(status=TableStatus.CLOSED, closed_at__isnull=False),
                name="table_closed_with_time",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=CARD_TABLES)
                | (Q(small_blind__gte=1) | Q(kind=TableKind.FLIGHT, big_blind__gte=1))
                & Q(big_blind__gte=F("small_blind"), wheel="", catalogue="")
                & Q(structure__in=StructureName.values, ante_by__in=AnteName.values)
                & ~Q(house="")
                & ~Q(game=""),
                name="table_poker_has_stakes",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=CARD_TABLES, seats_count__gte=FEWEST_SEATS, seats_count__lte=MOST_SEATS)
                | Q(~Q(kind__in=CARD_TABLES), seats_count=0),
                name="table_seats_fit_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=CARD_TABLES, state__isnull=False)
                | Q(~Q(kind__in=CARD_TABLES), state__isnull=True),
                name="table_state_between_hands",
            ),
            models.CheckConstraint(
                condition=Q(fee_schedule="", chip_value__isnull=True)
                | Q(fee_schedule__in=tuple(SCHEDULES), chip_value__isnull=False, chip_value__gte=1),
                name="table_fee_has_chip_value",
            ),
            models.CheckConstraint(condition=Q(fee_by__in=FeeBy.values), name="table_known_fee_by"),
            models.CheckConstraint(
                condition=Q(turn_seconds__isnull=True, bank_seconds=0)
                | Q(kind__in=CARD_TABLES, turn_seconds__gte=SHORTEST_TURN, turn_seconds__lte=LONGEST_TURN)
                & Q(bank_seconds__lte=MOST_IN_BANK),
                name="table_turns_last_a_while",
            ),
            models.CheckConstraint(
                condition=Q(seat_fee_due_at__isnull=True)
                | Q(fee_by=FeeBy.HALF_HOUR, status=TableStatus.OPEN) & ~Q(fee_schedule=""),
                name="table_seat_fee_due_by_half_hours",
            ),
            models.CheckConstraint(
                condition=Q(lowest_buy_in__isnull=True, highest_buy_in__isnull=True)
                | Q(kind=TableKind.POKER)
                & (Q(lowest_buy_in__isnull=True) | Q(lowest_buy_in__gte=1))
                & (Q(highest_buy_in__isnull=True) | Q(highest_buy_in__gte=1))
                & (
                    Q(lowest_buy_in__isnull=True)
                    | Q(highest_buy_in__isnull=True)
                    | Q(highest_buy_in__gte=F("lowest_buy_in"))
                ),
                name="table_buy_in_leaves_a_range",
            ),
            models.CheckConstraint(
                condition=~Q(kind=TableKind.ROULETTE)
                | Q(lowest_bet__isnull=False, lowest_bet__gte=1, house="", game="", fee_schedule="")
                & ~Q(wheel="")
                & ~Q(catalogue=""),
                name="table_roulette_has_wheel",
            ),
            models.CheckConstraint(
                condition=~Q(kind=TableKind.FLIGHT) | Q(fee_schedule="", limit=""),
                name="table_of_a_flight_takes_no_fee",
            ),
            models.CheckConstraint(
                condition=Q(on_phones=False, bets_closed_at__isnull=True) | Q(kind=TableKind.ROULETTE, on_phones=True),
                name="table_bets_on_phones_at_a_wheel",
            ),
            models.CheckConstraint(
                condition=(Q(highest_bet__isnull=True) | Q(highest_bet__gte=F("lowest_bet")))
                & (Q(highest_spin__isnull=True) | Q(highest_spin__gte=F("lowest_bet"))),
                name="table_limits_leave_a_bet",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Raises ValidationError by the column that the engine cannot read."""
        if self.is_roulette:
            require_readable(
                wheel=lambda: self.wheel_spec, catalogue=lambda: Catalogue(self.catalogue), limits=lambda: self.limits
            )
            return
        require_readable(
            house=lambda: house_of(self.house),
            night_rules=lambda: house_of(self.house, self.night_rules),
            overrides=lambda: self.house_rules,
            game=lambda: self.games,
            structure=lambda: self.stakes,
            limit=lambda: self.posted,
            fee_schedule=lambda: self.schedule,
            own_fees=lambda: self.fee_overrides,
            state=lambda: self.between,
        )

    @property
    def press_name(self) -> str:
        """What presses call it."""
        return f"table {self.code}"

    @property
    def code(self) -> str:
        """The table in the books: "T1" for cards, "R1" for roulette."""
        return f"{CODE_LETTERS[TableKind(self.kind)]}{self.number}"

    @property
    def is_open(self) -> bool:
        return self.status == TableStatus.OPEN

    @property
    def is_roulette(self) -> bool:
        return self.kind == TableKind.ROULETTE

    @property
    def is_of_a_flight(self) -> bool:
        return self.kind == TableKind.FLIGHT

    @property
    def is_dealt(self) -> bool:
        """Whether the system deals here. Rules: BIS-16."""
        return self.turn_seconds is not None

    @property
    def takes_bets(self) -> bool:
        """Whether phones may lay bets for the spin to come."""
        return self.on_phones and self.bets_closed_at is None

    @property
    def house_rules(self) -> HouseRules:
        """The club's rules at a card table, with what the night and this table change."""
        return house_of(self.house, self.changes)

    @property
    def changes(self) -> Mapping[str, object]:
        """Settings in which the table differs from its house, as ``house_of`` takes them."""
        return {**self.night_rules, **self.overrides}

    @property
    def is_choice(self) -> bool:
        """Whether the button picks the game of each hand."""
        return self.game in CHOICES

    @property
    def games(self) -> tuple[GameSpec, ...]:
        """What may be dealt at a card table: one game, or those to pick from."""
        return CHOICES[self.game].games if self.is_choice else (GAMES[self.game],)

    @property
    def game_name(self) -> str:
        """What is posted: the game, or the choice."""
        return CHOICES[self.game].name if self.is_choice else GAMES[self.game].name

    @property
    def between(self) -> TableState:
        """A card table between two hands."""
        return read_table(self.state)

    @property
    def stakes(self) -> Stakes:
        """What a card table plays for, before a kill raises it."""
        return Stakes(
            structure=Structure[self.structure.upper()],
            small_blind=Chips(self.small_blind),
            big_blind=Chips(self.big_blind),
            ante=Chips(self.ante),
            ante_by=AnteBy[self.ante_by.upper()],
            small_bet=Chips(self.small_bet),
            big_bet=Chips(self.big_bet),
            early_most=Chips(self.early_most),
            late_most=Chips(self.late_most),
            ceiling=None if self.ceiling is None else Chips(self.ceiling),
        )

    @property
    def posted(self) -> PostedLimit | None:
        """The posted limit, None for stakes of its own."""
        return posted_limit(self.limit, structure=Structure[self.structure.upper()]) if self.limit else None

    @property
    def charges_seats(self) -> bool:
        """Whether the posted fee is one of seats by the half-hour."""
        return self.fee_by == FeeBy.HALF_HOUR and self.schedule is not None

    @property
    def schedule(self) -> Schedule | None:
        """The posted collection schedule, None where no fee is taken."""
        return SCHEDULES[self.fee_schedule] if self.fee_schedule else None

    @property
    def fee_overrides(self) -> Mapping[str, BandFees]:
        """What the club charges at the posted limit, where it prices that otherwise. Rules: ANG-36."""
        if self.own_fees is None or self.posted is None:
            return NO_OVERRIDES
        few, middle, full = self.own_fees
        own = Schedule(key=self.fee_schedule, fees=(few, middle, full), rules=("ANG-36",))
        return {self.posted.fee_line: own.fees}

    @property
    def wheel_spec(self) -> Wheel:
        """The wheel of a roulette table."""
        return WHEELS[self.wheel]

    @property
    def limits(self) -> TableLimits:
        """What a player may bet at a roulette table."""
        return TableLimits(
            lowest_bet=Chips(self.lowest_bet or 1),
            highest_bet=None if self.highest_bet is None else Chips(self.highest_bet),
            highest_spin=None if self.highest_spin is None else Chips(self.highest_spin),
        )
