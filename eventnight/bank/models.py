"""The ledger: accounts, entries and their transfers. Rows are only added; the database sees to it (see triggers/)."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

SEQUENCES_PER_EVENT = 2**32
"""An entry's id is event * this + sequence, so its lines can be written before it and it seals them."""


class Commodity(models.TextChoices):
    CHIPS = "chips", "Chips"
    MONEY = "money", "Money"
    TICKETS = "tickets", "Tickets"
    TOURNAMENT_CHIPS = "tournament_chips", "Tournament chips"


class OwnerKind(models.TextChoices):
    PLAYER = "player", "Players"
    SEAT = "seat", "Seats"
    STACK = "stack", "Tournament stacks"
    TRAY = "tray", "Table trays"
    TILL = "till", "Tills"
    CARD = "card", "Card takings of tills"
    CHEQUES = "cheques", "Cheques in tills"
    SAFE = "safe", "Safe"
    CARD_SETTLEMENT = "card_settlement", "Due from the card company"
    FUND = "fund", "Fund"
    BUCKET = "bucket", "Buckets"
    HOUSE = "house", "House"
    OVER_SHORT = "over_short", "Over and short"
    ISSUER = "issuer", "Issuer"
    SOURCE = "source", "Guests' money"


COMPUTED_KINDS = (OwnerKind.ISSUER, OwnerKind.SOURCE)
BOTTOMLESS_KINDS = (OwnerKind.OVER_SHORT, OwnerKind.CARD)
"""Of these a balance below zero makes sense: counts found too much, cards were credited with more than was taken."""


class EntryKind(models.TextChoices):
    """What happened. No constraint lists these: each new kind would rebuild the largest table."""

    FIRST_STACK = "first_stack", "First stack"
    REBUY = "rebuy", "Re-buy"
    DONATION = "donation", "Donation"
    TICKET_SALE = "ticket_sale", "Tickets sold"
    REDEMPTION = "redemption", "Chips to tickets"
    TICKETS_PLACED = "tickets_placed", "Tickets placed"
    TICKETS_MOVED = "tickets_moved", "Tickets moved"
    TICKETS_WITHDRAWN = "tickets_withdrawn", "Tickets taken back"
    TICKETS_VOIDED = "tickets_voided", "Tickets voided"
    POT_PAID = "pot_paid", "50/50 paid"
    PRIZE_PAID = "prize_paid", "Prize paid"
    SIT_DOWN = "sit_down", "Sat down"
    LEAVE_TABLE = "leave_table", "Left the table"
    HAND = "hand", "Hand settled"
    SEAT_FEE = "seat_fee", "Table fee by the half-hour"
    ROULETTE = "roulette", "Roulette round"
    TRAY_FLOAT = "tray_float", "Tray filled"
    TRAY_RETURN = "tray_return", "Tray emptied"
    CHANGE_MADE = "change_made", "Chips changed"
    CHIPS_COUNTED = "chips_counted", "Chips counted"
    COLOR_UP = "color_up", "Colour-up"
    STACK_ISSUED = "stack_issued", "Tournament stack"
    STACK_HAND = "stack_hand", "Hand at a flight"
    STACKS_BAGGED = "stacks_bagged", "Stacks bagged"
    STACKS_CARRIED = "stacks_carried", "Stacks carried over"
    STACKS_RETURNED = "stacks_returned", "Stacks returned"
    TILL_OPENED = "till_opened", "Till opened"
    TILL_HANDED_OVER = "till_handed_over", "Till handed over"
    TILL_CLOSED = "till_closed", "Till closed"
    FUND_DONATED = "fund_donated", "Donated to the fund"
    REVERSAL = "reversal", "Correction"
    ADJUSTMENT = "adjustment", "Adjustment"


class Purpose(models.TextChoices):
    """What money was taken for, or paid out for; empty for an entry that does neither."""

    FLOAT = "float", "Float"
    ENTRY_FEE = "entry_fee", "Entry"
    REBUY = "rebuy", "Re-buys"
    STACK_REBUY = "stack_rebuy", "Tournament re-buys"
    ADD_ON = "add_on", "Add-ons"
    TICKETS = "tickets", "Raffle tickets"
    DONATION = "donation", "Donations"
    POT = "pot", "50/50 paid out"
    PRIZE = "prize", "Prizes paid out"


PAID_OUT = (Purpose.POT, Purpose.PRIZE)
"""Purposes for which money goes to guests."""

FUND_PURPOSES = tuple(purpose for purpose in Purpose if purpose != Purpose.FLOAT)
"""All but the change that tills start from: what was taken for the fund, less what guests won of it."""


class Books(models.Model):
    """The end of an event's chain, what each till has taken for what, and which chips are out of the rack.

    takings: till code to purpose to {"count": entries, "cents": money} and of the money "card" and "cheque", raised in
    the same write as the chain, so that a report costs the same after a million entries as after one. colours: holder
    to a chip's value to the number out of the rack, kept in the same way.
    """

    event = models.OneToOneField("events.Event", on_delete=models.PROTECT, primary_key=True, related_name="books")
    opened_as = models.CharField(max_length=20, help_text="The event's code when the books were opened.")
    last_sequence = models.PositiveBigIntegerField(default=0)
    last_hash = models.CharField(max_length=64)
    takings = models.JSONField(default=dict)
    colours = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "books"

    def __str__(self) -> str:
        return f"Books of {self.opened_as}, {self.last_sequence} entries"


class Account(models.Model):
    """A holder of one commodity. Issuer and source have no stored balance: it is what all others hold, below zero."""

    event = models.ForeignKey("events.Event", on_delete=models.PROTECT, related_name="accounts", db_index=False)
    commodity = models.CharField(max_length=20, choices=Commodity.choices)
    owner_kind = models.CharField(max_length=20, choices=OwnerKind.choices)
    code = models.CharField(max_length=40)
    balance = models.BigIntegerField(null=True)
    floor = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "commodity", "owner_kind", "code"], name="account_unique"),
            # By the kind, which never changes: when an index names the balance, PostgreSQL writes a row whose balance
            # moves into every index again.
            models.UniqueConstraint(
                fields=["event", "commodity"],
                condition=Q(owner_kind__in=COMPUTED_KINDS),
                name="account_one_computed_per_commodity",
            ),
            models.CheckConstraint(condition=Q(commodity__in=Commodity.values), name="account_known_commodity"),
            models.CheckConstraint(condition=Q(owner_kind__in=OwnerKind.values), name="account_known_owner_kind"),
            models.CheckConstraint(
                condition=Q(owner_kind__in=COMPUTED_KINDS, balance__isnull=True, floor__isnull=True)
                | Q(owner_kind__in=BOTTOMLESS_KINDS, balance__isnull=False, floor__isnull=True)
                | (
                    ~Q(owner_kind__in=[*COMPUTED_KINDS, *BOTTOMLESS_KINDS])
                    & Q(balance__isnull=False, floor__isnull=False, floor=0)
                ),
                name="account_floor_fits_owner",
            ),
            models.CheckConstraint(
                condition=Q(balance__isnull=True) | Q(floor__isnull=True) | Q(balance__gte=F("floor")),
                name="account_not_overdrawn",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.commodity}/{self.owner_kind}/{self.code}"


class Entry(models.Model):
    """One thing that happened, with its lines, sealed into the chain.

    subject: the code of the player, stack, table or till it is about. key: made by the client, never
    reused. fingerprint: hash of what was asked for under that key. rates: what it was priced with;
    of a till's count, the pieces by their worth in cents and the number of "cheques"; "reference" is the number of the
    card's slip or of the cheque, "with" the sale that a donation came on top of; "colours", where they are kept, are
    the chips that left the rack (above zero) or came back, by holder and value.
    """

    listed_lines: list[Transfer]
    on_top: Entry | None
    """Put there for the API, which shows an entry with its lines and with what was given on top of it."""

    id = models.BigIntegerField(primary_key=True)
    event = models.ForeignKey("events.Event", on_delete=models.PROTECT, related_name="entries", db_index=False)
    sequence = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=30, choices=EntryKind.choices)
    at = models.DateTimeField()
    actor_code = models.CharField(max_length=40)
    second_code = models.CharField(max_length=40, blank=True)
    subject = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    purpose = models.CharField(max_length=20, choices=Purpose.choices, blank=True)
    till = models.CharField(max_length=40, blank=True)
    rates = models.JSONField(default=dict)
    key = models.UUIDField()
    fingerprint = models.CharField(max_length=64)
    lines = models.PositiveIntegerField()
    reverses = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by")
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "sequence"], name="entry_sequence_unique"),
            models.UniqueConstraint(fields=["event", "key"], name="entry_key_unique"),
            models.CheckConstraint(condition=Q(sequence__gte=1), name="entry_sequence_from_one"),
            models.CheckConstraint(
                condition=Q(kind=EntryKind.REVERSAL, reverses__isnull=False)
                | (~Q(kind=EntryKind.REVERSAL) & Q(reverses__isnull=True)),
                name="entry_reversal_names_its_entry",
            ),
        ]
        indexes = [
            models.Index(fields=["event", "subject", "id"], name="entry_by_subject"),
            models.Index(fields=["event", "till", "id"], condition=~Q(till=""), name="entry_by_till"),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.get_kind_display()} {self.subject}".rstrip()

    @property
    def receipt(self) -> str:
        """What a slip prints, so that a cut tail of the chain is noticed: "412 6c3e04d61816"."""
        return f"{self.sequence} {self.hash[:12]}"


class Transfer(models.Model):
    """A line of an entry. The balances after it are empty for an account that stores none."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="transfers", db_index=False)
    event = models.ForeignKey("events.Event", on_delete=models.PROTECT, related_name="transfers", db_index=False)
    number = models.PositiveIntegerField()
    commodity = models.CharField(max_length=20, choices=Commodity.choices)
    from_account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="transfers_out")
    to_account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="transfers_in")
    amount = models.BigIntegerField()
    from_balance_after = models.BigIntegerField(null=True)
    to_balance_after = models.BigIntegerField(null=True)

    class Meta:
        ordering = ["entry_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "number"], name="transfer_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="transfer_number_from_one"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="transfer_amount_above_zero"),
            models.CheckConstraint(condition=~Q(from_account=F("to_account")), name="transfer_between_two_accounts"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.commodity}, line {self.number} of {self.entry_id}"


class VarianceApproval(models.Model):
    """Why something may be left as it is when the night is closed, signed by two; or the withdrawal of that.

    subject: the address of the account, or "bracket/3" and the like for what is not an account. label: what was left,
    in words. amount: how much. sequence: the last entry of the books then; an approval of an account is void once a
    later entry has touched it.
    """

    event = models.ForeignKey("events.Event", on_delete=models.PROTECT, related_name="approvals", db_index=False)
    subject = models.CharField(max_length=90)
    account = models.ForeignKey(Account, null=True, blank=True, on_delete=models.PROTECT, related_name="approvals")
    label = models.CharField(max_length=200)
    amount = models.BigIntegerField()
    sequence = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=200)
    actor_code = models.CharField(max_length=40)
    second_code = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()
    key = models.UUIDField()
    withdraws = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="withdrawn_by"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "key", "subject"], name="approval_key_unique"),
            models.CheckConstraint(condition=~Q(amount=0), name="approval_of_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="approval_says_why"),
            models.CheckConstraint(
                condition=Q(withdraws__isnull=False) | (~Q(second_code="") & ~Q(second_code=F("actor_code"))),
                name="approval_signed_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject}: {self.amount}, {self.reason}"
