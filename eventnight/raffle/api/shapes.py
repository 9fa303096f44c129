"""What the raffle's API takes and gives."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework import serializers

from engine.raffle import LEAST_CALLS, MOST_CALLS, CallKind
from eventnight.bank.api.chip_fields import ChipPiecesField
from eventnight.bank.api.shapes import DONATION_HELP, MeantInput, SignedInput, TillInput
from eventnight.bank.tills.codes import FIRST_TILL, HOW_TILLS_ARE_CALLED, TILL_CODE
from eventnight.core.api.fields import IntegerField
from eventnight.core.values.text import TextInput
from eventnight.events.fields import MOST_CENTS
from eventnight.raffle.forms import MOST_BEACON_MINUTES, MOST_PRIZES, REASON_LENGTH
from eventnight.raffle.models import DrawMethod, Outcome, RaffleStatus, Ticket, WithdrawnKind
from eventnight.raffle.selectors import PrizeState
from eventnight.raffle.services import DrawnNumber

CALLS = [*((kind.value, kind.value) for kind in CallKind), ("none", "none")]


class WitnessesField(serializers.ListField):
    """People who threw or watched."""

    child = TextInput(max_length=150)

    def __init__(self, **options: Any) -> None:
        super().__init__(default=list, max_length=50, **options)


class HolderInput(serializers.Serializer[Any]):
    player = TextInput(max_length=8)


class TicketSaleInput(MeantInput, HolderInput, TillInput):
    paid = IntegerField(min_value=1, max_value=MOST_CENTS, help_text="Cents.")
    donation = IntegerField(min_value=0, max_value=MOST_CENTS, default=0, help_text=DONATION_HELP)


class RedemptionInput(MeantInput, HolderInput):
    chips = IntegerField(min_value=1)
    pieces = ChipPiecesField(required=False)


class CountsInput(HolderInput):
    counts = serializers.DictField(
        child=IntegerField(min_value=1), allow_empty=False, help_text="Tickets by bucket code."
    )


class TicketMoveInput(HolderInput):
    giver = TextInput(max_length=20, help_text="Code of the bucket they leave.")
    taker = TextInput(max_length=20, help_text="Code of the bucket they go into.")
    count = IntegerField(min_value=1)


class RaffleReasonInput(serializers.Serializer[Any]):
    reason = TextInput(max_length=REASON_LENGTH)


class TicketVoidInput(RaffleReasonInput):
    number = IntegerField(min_value=1)


class RaffleOpeningInput(serializers.Serializer[Any]):
    method = serializers.ChoiceField(DrawMethod.choices, default=DrawMethod.VERIFIABLE)


class BucketInput(serializers.Serializer[Any]):
    item = TextInput(max_length=120)
    donor = TextInput(max_length=120, required=False, allow_blank=True)
    value = IntegerField(min_value=0, max_value=MOST_CENTS, required=False, help_text="Cents; 0 for unknown.")
    pot_percent = IntegerField(
        min_value=1, max_value=100, required=False, allow_null=True, help_text="Of a 50/50: the winner's share."
    )


class NewBucketInput(BucketInput):
    code = TextInput(max_length=20, default="", allow_blank=True)
    prizes = IntegerField(min_value=1, max_value=MOST_PRIZES, default=1)


class FreezeInput(serializers.Serializer[Any]):
    """What chance the draw will wait for; a barrel waits for none and leaves all of it out."""

    calls = serializers.ChoiceField(CALLS, default=CallKind.DICE.value, help_text='"none" for a beacon alone.')
    number = IntegerField(min_value=LEAST_CALLS, max_value=MOST_CALLS, default=LEAST_CALLS)
    beacon_minutes = IntegerField(
        min_value=1,
        max_value=MOST_BEACON_MINUTES,
        default=None,
        allow_null=True,
        help_text="The draw also waits for the first round of drand quicknet that is due so long from now.",
    )


class ChanceInput(serializers.Serializer[Any]):
    """What was called and published, in any spelling."""

    calls = TextInput(max_length=2000, default="", allow_blank=True, help_text="In the order of throwing.")
    beacon = TextInput(
        max_length=2000, default="", allow_blank=True, help_text="A relay's answer, or the signature alone."
    )
    missed = serializers.BooleanField(default=False, help_text="The round was missed: this is its successor.")


class ChanceOutput(serializers.Serializer[Any]):
    """What would be published. Nothing is kept: send `entropy` and `signature` to publish them."""

    entropy = serializers.CharField()
    called = serializers.ListField(child=serializers.CharField())
    signature = serializers.CharField(allow_blank=True)
    randomness = serializers.CharField(allow_blank=True)
    missed = serializers.BooleanField(source="is_missed")


class EntropyInput(serializers.Serializer[Any]):
    """entropy: in its one spelling, as the preview gave it; another is refused."""

    entropy = TextInput(max_length=800, help_text='"dice:4 1 6 ...", "drand:chain:round:randomness", both.')
    signature = serializers.RegexField(r"^([0-9a-f]{2})*$", max_length=192, default="", allow_blank=True)
    missed_because = TextInput(
        max_length=REASON_LENGTH, default="", allow_blank=True, help_text="Why the successor of the round is used."
    )
    thrown_by = WitnessesField(help_text="Codes of guests, or names that staff sign in with.")
    watched_by = WitnessesField(help_text="The same; at least one who does not enter this.")


class PromiseInput(SignedInput, RaffleReasonInput):
    """Why another seed is promised; somebody else of the staff signs."""

    replaces = TextInput(max_length=64, help_text="The commitment that was seen.")


class BarrelInput(serializers.Serializer[Any]):
    ticket = IntegerField(min_value=1)
    instead_of = IntegerField(min_value=1, default=None, allow_null=True)


class AttemptInput(serializers.Serializer[Any]):
    attempt = IntegerField(min_value=0, help_text="The one that was shown, counted from 0.")


def drawn_number(prize: str, sent: dict[str, Any]) -> dict[str, Any]:
    """What was sent for an attempt at a prize, with the number as a service takes it."""
    return {"drawn": DrawnNumber(prize_code=prize, attempt=sent.pop("attempt")), **sent}


class PotPaymentInput(AttemptInput):
    till = serializers.RegexField(
        f"^({TILL_CODE})?$",
        default=FIRST_TILL,
        allow_blank=True,
        help_text="Empty for the safe.",
        error_messages={"invalid": HOW_TILLS_ARE_CALLED},
    )


class PotReturnInput(AttemptInput, RaffleReasonInput):
    pass


class PictureInput(serializers.Serializer[Any]):
    picture = serializers.FileField(help_text="A JPEG, PNG or WebP file.")


class TicketOutput(serializers.ModelSerializer[Ticket]):
    holder = serializers.CharField(source="holder.code")
    bucket = serializers.CharField(source="bucket.code", default=None, allow_null=True)

    class Meta:
        model = Ticket
        fields: ClassVar = ["number", "holder", "bucket", "state", "check_code", "sold_entry", "void_reason"]


class IssuedOutput(serializers.Serializer[Any]):
    """entry: the sequence in the books; receipt: what a slip prints."""

    entry = IntegerField(source="entry.sequence")
    receipt = serializers.CharField(source="entry.receipt")
    tickets = TicketOutput(many=True)
    donation = IntegerField(
        source="donation.sequence", default=None, allow_null=True, help_text="The entry of what was given on top."
    )


class BookedOutput(serializers.Serializer[Any]):
    entry = IntegerField(source="entry.sequence")
    receipt = serializers.CharField(source="entry.receipt")


class PotOutput(serializers.Serializer[Any]):
    """Cents. money: what the tickets in it were sold for; pot: the winner's share of that; fund: the rest."""

    percent = IntegerField()
    money = IntegerField()
    pot = IntegerField()
    fund = IntegerField()
    is_fixed = serializers.BooleanField()


class BucketOutput(serializers.Serializer[Any]):
    """tickets: how many are in it; odds: of one ticket, in words; picture: the digest in its address, or empty."""

    code = serializers.CharField()
    item = serializers.CharField()
    donor = serializers.CharField()
    value = IntegerField(help_text="Cents.")
    tickets = IntegerField()
    prizes = IntegerField()
    odds = serializers.CharField(source="odds_text")
    picture = serializers.CharField(allow_blank=True)
    pot = PotOutput(allow_null=True, help_text="Of a 50/50.")


class PrizeDrawOutput(serializers.Serializer[Any]):
    """While the drum turns, ticket and index are empty; until the name is told, so are holder and name."""

    attempt = IntegerField()
    ticket = IntegerField(allow_null=True)
    holder = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True, help_text="As public pages show it.")
    outcome = serializers.ChoiceField(Outcome.choices)
    eligible = IntegerField()
    index = IntegerField(allow_null=True)
    paid_entry = IntegerField(allow_null=True)
    at = serializers.DateTimeField()


class PrizeOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    bucket = serializers.CharField()
    item = serializers.CharField()
    state = serializers.ChoiceField([state.value for state in PrizeState])
    eligible = IntegerField(allow_null=True)
    pot = IntegerField(allow_null=True, help_text="Of a 50/50, in cents, once sales are closed.")
    draws = PrizeDrawOutput(many=True)


class AwaitedRoundOutput(serializers.Serializer[Any]):
    number = IntegerField()
    time = serializers.DateTimeField()
    address = serializers.CharField(help_text="Where a relay shows it.")


class AwaitedOutput(serializers.Serializer[Any]):
    """kind: dice, cards or empty. is_exact: whether it is just so many calls. successor: if the round is missed."""

    kind = serializers.CharField(allow_blank=True)
    calls = IntegerField()
    is_exact = serializers.BooleanField()
    chain = serializers.CharField(allow_blank=True)
    round = AwaitedRoundOutput(allow_null=True)
    successor = AwaitedRoundOutput(allow_null=True)


class WithdrawnOutput(serializers.Serializer[Any]):
    """A promise or a list that was public and holds no longer. value: its fingerprint."""

    kind = serializers.ChoiceField(WithdrawnKind.choices)
    value = serializers.CharField()
    published_at = serializers.DateTimeField()
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    by = serializers.CharField(source="by_code")
    signed_by = serializers.CharField(source="second_code", allow_blank=True)


class RaffleOutput(serializers.Serializer[Any]):
    """The raffle as everybody may see it: the seed is in the proof, at the end."""

    status = serializers.ChoiceField(RaffleStatus.choices)
    method = serializers.ChoiceField(DrawMethod.choices)
    commitment = serializers.CharField()
    promised_at = serializers.DateTimeField()
    seed_was_open = serializers.BooleanField(
        help_text="The seed was once stored in the open: the promise should be renewed."
    )
    withdrawn = WithdrawnOutput(many=True)
    list_hash = serializers.CharField()
    awaited = AwaitedOutput(allow_null=True, help_text="The chance that the draw waits for, once sales are closed.")
    entropy = serializers.CharField()
    missed_because = serializers.CharField(help_text="Why the successor of the beacon's round was used.")
    thrown_by = serializers.ListField(child=serializers.CharField())
    watched_by = serializers.ListField(child=serializers.CharField())
    sold = IntegerField()
    placed = IntegerField()
    unplaced = IntegerField()
    buckets = BucketOutput(many=True)
    prizes = PrizeOutput(many=True)


class ProofOutput(serializers.Serializer[Any]):
    """What the verifier reads."""

    method = serializers.CharField()
    event = serializers.CharField()
    status = serializers.ChoiceField(RaffleStatus.choices)
    commitment = serializers.CharField(required=False)
    list_sha256 = serializers.CharField(required=False)
    entropy = serializers.CharField(required=False)
    beacon = serializers.DictField(required=False)
    missed = serializers.BooleanField(required=False)
    seed = serializers.CharField(required=False)
    thrown_by = serializers.ListField(child=serializers.CharField(), required=False)
    watched_by = serializers.ListField(child=serializers.CharField(), required=False)
    prizes = serializers.ListField(child=serializers.DictField())
    pots = serializers.ListField(child=serializers.DictField(), required=False)


def read(shape: type[serializers.Serializer[Any]], data: Any, *, partial: bool = False) -> dict[str, Any]:
    """The checked body, the player under the name that services use."""
    given = shape(data=data, partial=partial)
    given.is_valid(raise_exception=True)
    values = dict(given.validated_data)
    if "player" in values:
        values["player_code"] = values.pop("player")
    return values
