"""A hand as it was settled, and what each seat put in, showed and won."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from engine.poker.between.stored import read_table
from engine.poker.between.table_state import TableState
from engine.poker.games.catalogue import GAMES
from engine.poker.hand import Hand as PokerHand
from eventnight.bank.models import Entry
from eventnight.core.database.readable import require_readable
from eventnight.events.house_settings import MOST_SEATS
from eventnight.events.models import Player
from tables.models.table import Table


class Hand(models.Model):
    """A settled hand. An undone one stays, and its number is free again.

    game: what was dealt. board: cards as text, "Ah Kd 9c". fee: chips taken for the house. no_fee_because: why none was
    taken although the table posts one. result: pots, returned chips and awards as the engine gave them. state_before:
    the table's state in front of the hand, which undoing puts back. played: the engine's log of a hand that was
    entered action by action.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    game = models.CharField(max_length=30)
    button = models.PositiveSmallIntegerField()
    board = models.CharField(max_length=20, blank=True)
    fee = models.PositiveIntegerField()
    no_fee_because = models.CharField(max_length=200, blank=True)
    result = models.JSONField()
    state_before = models.JSONField()
    played = models.JSONField(null=True, blank=True)
    settled_at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    by_label = models.CharField(max_length=150)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="hand")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by_label = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["table", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"], condition=Q(undone_at__isnull=True), name="hand_number_unique"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="hand_number_from_one"),
            models.CheckConstraint(condition=Q(button__gte=1, button__lte=MOST_SEATS), name="hand_button_is_a_seat"),
            models.CheckConstraint(condition=~Q(game=""), name="hand_has_game"),
            models.CheckConstraint(condition=Q(no_fee_because="") | Q(fee=0), name="hand_no_fee_with_reason"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by_label="")
                | Q(undone_at__isnull=False) & ~Q(undone_by_label=""),
                name="hand_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.table}"

    def clean(self) -> None:
        """Raises ValidationError by the column that the engine cannot read."""
        require_readable(game=lambda: self.game_name, state_before=lambda: read_table(self.state_before))

    @property
    def game_name(self) -> str:
        return GAMES[self.game].name


class HandSeat(models.Model):
    """A seat that was dealt in. dead: the part of contributed that no bet had to match. claim: the part up to which it
    could win from each other seat, empty without a limit. net: chips won or lost.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="hands")
    contributed = models.PositiveIntegerField()
    dead = models.PositiveIntegerField(default=0)
    claim = models.PositiveIntegerField(null=True, blank=True)
    is_live = models.BooleanField()
    cards = models.CharField(max_length=40, blank=True)
    net = models.IntegerField()

    class Meta:
        ordering = ["hand", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "seat"], name="handseat_once"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=MOST_SEATS), name="handseat_at_table"),
            models.CheckConstraint(condition=Q(dead__lte=F("contributed")), name="handseat_dead_was_put_in"),
            models.CheckConstraint(
                condition=Q(claim__isnull=True) | Q(claim__lte=F("contributed")), name="handseat_claim_was_put_in"
            ),
            models.CheckConstraint(condition=Q(is_live=False) | Q(contributed__gte=1), name="handseat_live_put_in"),
            models.CheckConstraint(
                condition=Q(net__gte=0 - F("contributed")), name="handseat_loses_no_more_than_put_in"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} in {self.hand}"


class HandInPlay(models.Model):
    """The hand that a table is playing action by action; it becomes a ``Hand`` when it is settled.

    Its chips lie before the seats until then. log: the engine's hand as JSON. during: the table's state while it is
    played, as it was when it began; empty for one that was taken back from the books. version: rises with every press,
    and from hand to hand of a table, so that an older page is known.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="hand_in_play")
    number = models.PositiveIntegerField()
    log = models.JSONField()
    during = models.JSONField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    started_at = models.DateTimeField()
    by_label = models.CharField(max_length=150)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(number__gte=1), name="handinplay_number_from_one")]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.table}, in play"

    def clean(self) -> None:
        """Raises ValidationError for a log that cannot be played again."""
        require_readable(log=lambda: PokerHand.from_json(self.log), during=lambda: self.state_during)

    @property
    def state_during(self) -> TableState | None:
        """The table while the hand is played, None where that is not known."""
        return None if self.during is None else read_table(self.during)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that were dealt in."""
        return tuple(seat for seat, _ in self.log["stacks"])
