"""What the raffle's API takes and gives."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework import serializers

from eventnight.bank.chip_fields import ChipPiecesField
from eventnight.bank.shapes import DONATION_HELP, PaymentInput
from eventnight.events.fields import MOST_CENTS
from eventnight.raffle.forms import MOST_PRIZES, REASON_LENGTH
from eventnight.raffle.models import DrawMethod, Outcome, RaffleStatus, Ticket
from eventnight.raffle.selectors import PrizeState


class HolderInput(serializers.Serializer):
    player = serializers.CharField(max_length=8)


class TicketSaleInput(HolderInput, PaymentInput):
    paid = serializers.IntegerField(min_value=1, max_value=MOST_CENTS, help_text="Cents.")
    donation = serializers.IntegerField(min_value=0, max_value=MOST_CENTS, default=0, help_text=DONATION_HELP)
    till = serializers.RegexField(r"^T[1-9][0-9]?$", default="T1")


class RedemptionInput(HolderInput):
    chips = serializers.IntegerField(min_value=1)
    pieces = ChipPiecesField(required=False)


class CountsInput(HolderInput):
    counts = serializers.DictField(
        child=serializers.IntegerField(min_value=1), allow_empty=False, help_text="Tickets by bucket code."
    )


class TicketMoveInput(HolderInput):
    giver = serializers.CharField(max_length=20, help_text="Code of the bucket they leave.")
    taker = serializers.CharField(max_length=20, help_text="Code of the bucket they go into.")
    count = serializers.IntegerField(min_value=1)


class RaffleReasonInput(serializers.Serializer):
    reason = serializers.CharField(max_length=REASON_LENGTH)


class TicketVoidInput(RaffleReasonInput):
    number = serializers.IntegerField(min_value=1)


class RaffleOpeningInput(serializers.Serializer):
    method = serializers.ChoiceField(DrawMethod.choices, default=DrawMethod.VERIFIABLE)


class BucketInput(serializers.Serializer):
    item = serializers.CharField(max_length=120)
    donor = serializers.CharField(max_length=120, default="", allow_blank=True)
    value = serializers.IntegerField(min_value=0, max_value=MOST_CENTS, default=0, help_text="Cents; 0 for unknown.")
    pot_percent = serializers.IntegerField(
        min_value=1, max_value=100, default=None, allow_null=True, help_text="Of a 50/50: the winner's share."
    )


class NewBucketInput(BucketInput):
    code = serializers.CharField(max_length=20, default="", allow_blank=True)
    prizes = serializers.IntegerField(min_value=1, max_value=MOST_PRIZES, default=1)


class EntropyInput(serializers.Serializer):
    entropy = serializers.CharField(max_length=400, help_text='"dice:4 1 6 ..." or "drand:chain:round:randomness".')


class BarrelInput(serializers.Serializer):
    ticket = serializers.IntegerField(min_value=1)
    instead_of = serializers.IntegerField(min_value=1, default=None, allow_null=True)


class AttemptInput(serializers.Serializer):
    attempt = serializers.IntegerField(min_value=0, help_text="The one that was shown, counted from 0.")


class PotPaymentInput(AttemptInput):
    till = serializers.RegexField(r"^(T[1-9][0-9]?)?$", default="T1", allow_blank=True, help_text="Empty for the safe.")


class PotReturnInput(AttemptInput, RaffleReasonInput):
    pass


class PictureInput(serializers.Serializer):
    picture = serializers.FileField(help_text="A JPEG, PNG or WebP file.")


class TicketOutput(serializers.ModelSerializer):
    holder = serializers.CharField(source="holder.code")
    bucket = serializers.CharField(source="bucket.code", default=None, allow_null=True)

    class Meta:
        model = Ticket
        fields: ClassVar = ["number", "holder", "bucket", "state", "check_code", "sold_entry", "void_reason"]


class IssuedOutput(serializers.Serializer):
    """entry: the sequence in the books; receipt: what a slip prints."""

    entry = serializers.IntegerField(source="entry.sequence")
    receipt = serializers.CharField(source="entry.receipt")
    tickets = TicketOutput(many=True)
    donation = serializers.IntegerField(
        source="donation.sequence", default=None, allow_null=True, help_text="The entry of what was given on top."
    )


class BookedOutput(serializers.Serializer):
    entry = serializers.IntegerField(source="entry.sequence")
    receipt = serializers.CharField(source="entry.receipt")


class PotOutput(serializers.Serializer):
    """Cents. money: what the tickets in it were sold for; pot: the winner's share of that; fund: the rest."""

    percent = serializers.IntegerField()
    money = serializers.IntegerField()
    pot = serializers.IntegerField()
    fund = serializers.IntegerField()
    is_fixed = serializers.BooleanField()


class BucketOutput(serializers.Serializer):
    """tickets: how many are in it; odds: of one ticket, in words; picture: the digest in its address, or empty."""

    code = serializers.CharField()
    item = serializers.CharField()
    donor = serializers.CharField()
    value = serializers.IntegerField(help_text="Cents.")
    tickets = serializers.IntegerField()
    prizes = serializers.IntegerField()
    odds = serializers.CharField(source="odds_text")
    picture = serializers.CharField(allow_blank=True)
    pot = PotOutput(allow_null=True, help_text="Of a 50/50.")


class PrizeDrawOutput(serializers.Serializer):
    attempt = serializers.IntegerField()
    ticket = serializers.IntegerField()
    holder = serializers.CharField()
    name = serializers.CharField(help_text="As public pages show it.")
    outcome = serializers.ChoiceField(Outcome.choices)
    eligible = serializers.IntegerField()
    index = serializers.IntegerField(allow_null=True)
    paid_entry = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()


class PrizeOutput(serializers.Serializer):
    code = serializers.CharField()
    bucket = serializers.CharField()
    item = serializers.CharField()
    state = serializers.ChoiceField([state.value for state in PrizeState])
    eligible = serializers.IntegerField(allow_null=True)
    pot = serializers.IntegerField(allow_null=True, help_text="Of a 50/50, in cents, once sales are closed.")
    draws = PrizeDrawOutput(many=True)


class RaffleOutput(serializers.Serializer):
    """The raffle as everybody may see it: the seed is in the proof, at the end."""

    status = serializers.ChoiceField(RaffleStatus.choices)
    method = serializers.ChoiceField(DrawMethod.choices)
    commitment = serializers.CharField()
    list_hash = serializers.CharField()
    entropy = serializers.CharField()
    sold = serializers.IntegerField()
    placed = serializers.IntegerField()
    unplaced = serializers.IntegerField()
    buckets = BucketOutput(many=True)
    prizes = PrizeOutput(many=True)


class ProofOutput(serializers.Serializer):
    """What the verifier reads."""

    method = serializers.CharField()
    event = serializers.CharField()
    status = serializers.ChoiceField(RaffleStatus.choices)
    commitment = serializers.CharField(required=False)
    list_sha256 = serializers.CharField(required=False)
    entropy = serializers.CharField(required=False)
    seed = serializers.CharField(required=False)
    prizes = serializers.ListField(child=serializers.DictField())
    pots = serializers.ListField(child=serializers.DictField(), required=False)


def read(shape: type[serializers.Serializer], data: Any) -> dict[str, Any]:
    """The checked body, the player under the name that services use."""
    given = shape(data=data)
    given.is_valid(raise_exception=True)
    values = dict(given.validated_data)
    if "player" in values:
        values["player_code"] = values.pop("player")
    return values
