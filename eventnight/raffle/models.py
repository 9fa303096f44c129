"""The raffle of an event: buckets with their prizes, tickets with their holders, and every number that was drawn."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import F, Q

from engine.raffle import WinRule


class RaffleStatus(models.TextChoices):
    OPEN = "open", "Tickets on sale"
    FROZEN = "frozen", "Sales closed"
    DRAWING = "drawing", "Drawing"
    DONE = "done", "Finished"


class DrawMethod(models.TextChoices):
    VERIFIABLE = "verifiable", "Verifiable draw"
    BARREL = "barrel", "Barrel"


class TicketState(models.TextChoices):
    HELD = "held", "In hand"
    PLACED = "placed", "In a bucket"
    VOID = "void", "Void"


class Outcome(models.TextChoices):
    DRAWN = "drawn", "Calling"
    ABSENT = "absent", "Nobody came"
    HANDED_OVER = "handed_over", "Handed over"


class Raffle(models.Model):
    """One per event. `seed` is the promise behind `commitment`: sealed until the raffle is done, then published.

    seed, commitment, list_hash, beacon_signature: hex. promised_at: when the promise was renewed; empty for the first.
    frozen_list: the sheet, as published when sales closed; before the sheet, a list of tickets alone. win_rule: copied
    from the event's settings at that moment. missed_because: why the beacon's successor was used. thrown_by,
    watched_by: codes of guests and staff. seed_was_open: whether the seed was stored in the open before it was sealed.
    """

    event = models.OneToOneField("events.Event", on_delete=models.PROTECT, related_name="raffle")
    status = models.CharField(max_length=10, choices=RaffleStatus.choices, default=RaffleStatus.OPEN)
    method = models.CharField(max_length=10, choices=DrawMethod.choices)
    seed = models.CharField(max_length=64, blank=True)
    sealed_seed = models.CharField(max_length=120, blank=True)
    seed_was_open = models.BooleanField(default=False)
    commitment = models.CharField(max_length=64)
    opened_at = models.DateTimeField()
    promised_at = models.DateTimeField(null=True, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    frozen_list = models.TextField(blank=True)
    list_hash = models.CharField(max_length=64, blank=True)
    win_rule = models.CharField(max_length=20, blank=True, choices=[(rule.value, rule.value) for rule in WinRule])
    entropy = models.CharField(max_length=800, blank=True)
    entropy_at = models.DateTimeField(null=True, blank=True)
    beacon_signature = models.CharField(max_length=192, blank=True)
    missed_because = models.CharField(max_length=160, blank=True)
    thrown_by = models.JSONField(default=list, blank=True)
    watched_by = models.JSONField(default=list, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(status__in=RaffleStatus.values), name="raffle_known_status"),
            models.CheckConstraint(condition=Q(method__in=DrawMethod.values), name="raffle_known_method"),
            models.CheckConstraint(
                condition=~Q(commitment="") & (~Q(seed="") | ~Q(sealed_seed="")), name="raffle_promises_before_sales"
            ),
            models.CheckConstraint(condition=Q(seed="") | Q(status=RaffleStatus.DONE), name="raffle_seed_at_the_end"),
            models.CheckConstraint(
                condition=~Q(status=RaffleStatus.DONE, method=DrawMethod.VERIFIABLE, seed=""),
                name="raffle_seed_published_when_done",
            ),
            models.CheckConstraint(
                condition=Q(beacon_signature="", missed_because="") | ~Q(entropy=""), name="raffle_beacon_is_chance"
            ),
            models.CheckConstraint(
                condition=Q(status=RaffleStatus.OPEN, frozen_at__isnull=True, frozen_list="", list_hash="", win_rule="")
                | (
                    ~Q(status=RaffleStatus.OPEN)
                    & Q(frozen_at__isnull=False, win_rule__in=list(WinRule))
                    & ~Q(frozen_list="")
                    & ~Q(list_hash="")
                ),
                name="raffle_list_published_when_frozen",
            ),
            models.CheckConstraint(
                condition=Q(entropy="", entropy_at__isnull=True)
                & (Q(method=DrawMethod.BARREL) | Q(status__in=[RaffleStatus.OPEN, RaffleStatus.FROZEN]))
                | ~Q(entropy="")
                & Q(
                    entropy_at__isnull=False,
                    method=DrawMethod.VERIFIABLE,
                    status__in=[RaffleStatus.DRAWING, RaffleStatus.DONE],
                ),
                name="raffle_entropy_after_the_freeze",
            ),
            models.CheckConstraint(
                condition=Q(status=RaffleStatus.DONE, finished_at__isnull=False)
                | ~Q(status=RaffleStatus.DONE) & Q(finished_at__isnull=True),
                name="raffle_finished_when_done",
            ),
        ]

    def __str__(self) -> str:
        return f"Raffle of {self.event}"

    @property
    def is_open(self) -> bool:
        """Whether tickets are sold and placed."""
        return self.status == RaffleStatus.OPEN

    @property
    def is_frozen(self) -> bool:
        """Whether the list is closed, at whatever stage the draw is."""
        return self.status != RaffleStatus.OPEN

    @property
    def is_verifiable(self) -> bool:
        return self.method == DrawMethod.VERIFIABLE

    @property
    def promise_from(self) -> datetime:
        """Since when the promise is public."""
        return self.promised_at or self.opened_at

    @property
    def is_done(self) -> bool:
        return self.status == RaffleStatus.DONE


class WithdrawnKind(models.TextChoices):
    PROMISE = "promise", "Promise"
    LIST = "list", "List"


class Withdrawn(models.Model):
    """A promise or a list that was public and holds no longer. value: its fingerprint, in hex.

    second_code: who signed for a promise; a list needs nobody.
    """

    raffle = models.ForeignKey(Raffle, on_delete=models.PROTECT, related_name="withdrawn")
    kind = models.CharField(max_length=8, choices=WithdrawnKind.choices)
    value = models.CharField(max_length=64)
    published_at = models.DateTimeField()
    at = models.DateTimeField()
    reason = models.CharField(max_length=160)
    by_code = models.CharField(max_length=40)
    second_code = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=WithdrawnKind.values), name="withdrawn_known_kind"),
            models.CheckConstraint(condition=~Q(reason="") & ~Q(value=""), name="withdrawn_for_a_reason"),
            models.CheckConstraint(
                condition=Q(kind=WithdrawnKind.LIST)
                | Q(kind=WithdrawnKind.PROMISE) & ~Q(second_code="") & ~Q(second_code=F("by_code")),
                name="withdrawn_promise_signed_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.value[:12]}"


class Bucket(models.Model):
    """What stands behind a bucket. value: in cents, 0 for unknown.

    pot_percent: for a 50/50, the winner's share of what the tickets in it were sold for; empty for an item. pot_money,
    pot: that money and the share, in cents, fixed when sales close.
    """

    raffle = models.ForeignKey(Raffle, on_delete=models.CASCADE, related_name="buckets")
    code = models.CharField(max_length=20)
    position = models.PositiveIntegerField()
    item = models.CharField(max_length=120)
    donor = models.CharField(max_length=120, blank=True)
    value = models.PositiveBigIntegerField(default=0)
    pot_percent = models.PositiveSmallIntegerField(null=True, blank=True)
    pot_money = models.PositiveBigIntegerField(null=True, blank=True)
    pot = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["raffle", "code"], name="bucket_code_unique"),
            models.CheckConstraint(condition=~Q(code="") & ~Q(item=""), name="bucket_named"),
            models.CheckConstraint(
                condition=Q(pot_percent__isnull=True) | Q(pot_percent__gte=1, pot_percent__lte=100, value=0),
                name="bucket_pot_is_a_share",
            ),
            models.CheckConstraint(
                condition=Q(pot__isnull=True, pot_money__isnull=True)
                | Q(pot_percent__isnull=False, pot__isnull=False, pot_money__isnull=False, pot__lte=F("pot_money")),
                name="bucket_pot_within_its_money",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.item}"

    @property
    def is_pot(self) -> bool:
        """Whether its prize is a share of its own ticket money."""
        return self.pot_percent is not None


class BucketPicture(models.Model):
    """The picture of an item as pages show it: a JPEG made here, never the bytes that were sent. digest: of them."""

    bucket = models.OneToOneField(Bucket, on_delete=models.CASCADE, related_name="picture")
    jpeg = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=16)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(width__gte=1, height__gte=1) & ~Q(digest="") & ~Q(jpeg=b""), name="bucketpicture_is_there"
            ),
        ]

    def __str__(self) -> str:
        return f"Picture {self.digest}, {self.width} by {self.height}"


class Prize(models.Model):
    """One winner is drawn for it. Most buckets have one prize, with the bucket's own code."""

    raffle = models.ForeignKey(Raffle, on_delete=models.CASCADE, related_name="prizes")
    bucket = models.ForeignKey(Bucket, on_delete=models.CASCADE, related_name="prizes")
    code = models.CharField(max_length=24)
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["bucket__position", "position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["raffle", "code"], name="prize_code_unique"),
            models.CheckConstraint(condition=~Q(code=""), name="prize_coded"),
        ]

    def __str__(self) -> str:
        return self.code


class Ticket(models.Model):
    """A ticket with its serial number. check_code: printed on it, so that a copied number is noticed.

    sold_entry: the sequence of the bank's entry that sold it.
    """

    raffle = models.ForeignKey(Raffle, on_delete=models.PROTECT, related_name="tickets", db_index=False)
    number = models.PositiveIntegerField()
    holder = models.ForeignKey("events.Player", on_delete=models.PROTECT, related_name="tickets")
    bucket = models.ForeignKey(Bucket, null=True, blank=True, on_delete=models.PROTECT, related_name="tickets")
    state = models.CharField(max_length=10, choices=TicketState.choices, default=TicketState.HELD)
    check_code = models.CharField(max_length=8)
    sold_entry = models.PositiveBigIntegerField()
    void_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["raffle", "number"], name="ticket_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="ticket_number_from_one"),
            models.CheckConstraint(condition=Q(state__in=TicketState.values), name="ticket_known_state"),
            models.CheckConstraint(
                condition=Q(state=TicketState.PLACED, bucket__isnull=False)
                | ~Q(state=TicketState.PLACED) & Q(bucket__isnull=True),
                name="ticket_in_a_bucket_when_placed",
            ),
            models.CheckConstraint(
                condition=Q(state=TicketState.VOID) & ~Q(void_reason="")
                | ~Q(state=TicketState.VOID) & Q(void_reason=""),
                name="ticket_void_for_a_reason",
            ),
        ]
        indexes = [models.Index(fields=["raffle", "sold_entry"], name="ticket_by_entry")]

    def __str__(self) -> str:
        return f"Ticket {self.number}"

    @property
    def is_void(self) -> bool:
        return self.state == TicketState.VOID

    @property
    def is_placed(self) -> bool:
        return self.state == TicketState.PLACED


class Draw(models.Model):
    """A number that came up. index: its place from 0 among the `eligible` tickets; empty for a barrel.

    number: the order of all draws of the raffle, which the proof repeats. decided_by: who saw the holder, or nobody.
    paid_entry: the sequence of the bank's entry that paid the pot of a 50/50.
    """

    raffle = models.ForeignKey(Raffle, on_delete=models.PROTECT, related_name="draws", db_index=False)
    number = models.PositiveIntegerField()
    prize = models.ForeignKey(Prize, on_delete=models.PROTECT, related_name="draws")
    attempt = models.PositiveIntegerField()
    ticket = models.ForeignKey(Ticket, on_delete=models.PROTECT, related_name="draws")
    eligible = models.PositiveIntegerField()
    index = models.PositiveIntegerField(null=True, blank=True)
    outcome = models.CharField(max_length=12, choices=Outcome.choices, default=Outcome.DRAWN)
    at = models.DateTimeField()
    by_code = models.CharField(max_length=40)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=40, blank=True)
    paid_entry = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["raffle", "number"], name="draw_number_unique"),
            models.UniqueConstraint(fields=["prize", "attempt"], name="draw_attempt_unique"),
            models.UniqueConstraint(
                fields=["prize"], condition=~Q(outcome=Outcome.ABSENT), name="draw_one_winner_per_prize"
            ),
            models.UniqueConstraint(
                fields=["ticket"], condition=~Q(outcome=Outcome.ABSENT), name="draw_ticket_wins_once"
            ),
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="draw_known_outcome"),
            models.CheckConstraint(
                condition=Q(index__isnull=True) | Q(index__lt=F("eligible")), name="draw_index_within_eligible"
            ),
            models.CheckConstraint(
                condition=Q(outcome=Outcome.DRAWN, decided_at__isnull=True)
                | ~Q(outcome=Outcome.DRAWN) & Q(decided_at__isnull=False),
                name="draw_decided_unless_calling",
            ),
            models.CheckConstraint(
                condition=Q(paid_entry__isnull=True) | Q(outcome=Outcome.HANDED_OVER), name="draw_paid_when_handed_over"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prize}, attempt {self.attempt}: {self.ticket}"

    @property
    def is_calling(self) -> bool:
        """Whether the holder is still waited for."""
        return self.outcome == Outcome.DRAWN
