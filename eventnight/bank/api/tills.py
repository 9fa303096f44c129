"""Tills for programs: their shifts, and what opens, hands over and closes them."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.bank import services
from eventnight.bank.api.desk import EntryOutput, posted
from eventnight.bank.api.shapes import SignedInput, signed
from eventnight.bank.forms.desk import counted_in
from eventnight.bank.selectors import shift_of
from eventnight.bank.tills.cash import NO_PIECES
from eventnight.bank.tills.codes import require_till
from eventnight.bank.tills.count import MOST_CHEQUES
from eventnight.core.api.base import EventApiView
from eventnight.core.api.fields import IntegerField, NumberedField
from eventnight.core.api.labels import LabelledOutput
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from eventnight.core.values.text import TextInput
from eventnight.core.web.access import may
from eventnight.events.fields import MOST_CENTS

_PIECES_HELP = 'How many of each note and coin, by its worth in cents: {"2000": 3}. Left out, only the total counts.'


class _PiecesInput(serializers.Serializer[Any]):
    pieces = NumberedField(
        keyed="worths of notes and coins in cents", child=IntegerField(), required=False, help_text=_PIECES_HELP
    )


class TillOpenInput(_PiecesInput):
    float_paid = IntegerField(min_value=0, max_value=MOST_CENTS, help_text="Cents.")


class TillEndInput(_PiecesInput, SignedInput):
    """second and password: user name and password of whoever confirms, or takes the till over."""

    counted = IntegerField(min_value=0, max_value=MOST_CENTS, help_text="Cash, in cents.")
    cheque_number = IntegerField(min_value=0, max_value=MOST_CHEQUES, default=0)
    cheques = IntegerField(min_value=0, max_value=MOST_CENTS, default=0, help_text="Cents in all.")
    card = IntegerField(
        min_value=-MOST_CENTS, max_value=MOST_CENTS, default=0, help_text="Cents: the total that the terminal prints."
    )
    reason = TextInput(max_length=200, required=False)


class TillSumsOutput(serializers.Serializer[Any]):
    """Cents; cheque_number counts cheques."""

    cash = IntegerField()
    cheques = IntegerField()
    cheque_number = IntegerField()
    card = IntegerField()
    total = IntegerField()


class MeansOutput(LabelledOutput):
    cents = IntegerField()


class TakingsOutput(LabelledOutput):
    count = IntegerField()
    cents = IntegerField(allow_null=True, help_text="Empty before the count, for who may not see it.")


class ShiftOutput(serializers.Serializer[Any]):
    """A shift of a till. Sums are empty while it runs, except for who may see the books."""

    till = serializers.CharField()
    number = IntegerField()
    began_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    by = serializers.CharField()
    second = serializers.CharField()
    is_handed_over = serializers.BooleanField()
    opening = TillSumsOutput(allow_null=True)
    lines = TakingsOutput(many=True)
    means = MeansOutput(many=True, allow_null=True, help_text="Empty where everything was cash.")
    expected = TillSumsOutput(allow_null=True)
    counted = TillSumsOutput(allow_null=True)
    difference = TillSumsOutput(allow_null=True)
    reason = serializers.CharField()
    entries = IntegerField()
    receipt = serializers.CharField()

    _SUMS: ClassVar = ("opening", "expected", "means")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Leave the sums out where the count comes first."""
        body = super().to_representation(instance)
        if not self.context["sees_sums"]:
            body |= dict.fromkeys(self._SUMS)
            body["lines"] = [line | {"cents": None} for line in body["lines"]]
        return body


class ShiftApi(EventApiView):
    permission = Permission.CLOSE_TILL

    @extend_schema(responses=ShiftOutput)
    def get(self, request: Request, code: str, till: str, number: int) -> Response:
        """The report of a shift: X while it runs, Z once it has ended."""
        shift = shift_of(self.event.pk, require_till(till), number)
        sees_sums = shift.ended_at is not None or may(self.roles, Permission.SEE_BOOKS)
        return Response(ShiftOutput(shift, context={"sees_sums": sees_sums}).data)


class TillOpenApi(EventApiView):
    permission = Permission.CLOSE_TILL

    @extend_schema(request=TillOpenInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, till: str) -> Response:
        """Open a till with its change."""
        given = TillOpenInput(data=request.data)
        given.is_valid(raise_exception=True)
        return posted(
            services.open_till(event=self.event, till=require_till(till), press=self.press(), **given.validated_data)
        )


class TillCloseApi(TillOpenApi):
    @extend_schema(request=TillEndInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, till: str) -> Response:
        """Put what was counted into the safe."""
        return posted(services.close_till(**self.ending(request, till)))

    def ending(self, request: Request, till: str) -> dict[str, Any]:
        """The till and the checked body, with the press that ends its shift."""
        given, second = signed(TillEndInput, request, self.event)
        count = counted_in({"pieces": NO_PIECES, **given})
        reason = {"reason": given["reason"]} if "reason" in given else {}
        return {"event": self.event, "till": require_till(till), "count": count, "press": self.press(second), **reason}


class ClosingUndoInput(SignedInput):
    """second and password: user name and password of whoever confirms."""

    reason = TextInput(max_length=200)


class ClosingUndoApi(EventApiView):
    permission = Permission.REVERSE_ANY

    @extend_schema(
        request=ClosingUndoInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY]
    )
    def post(self, request: Request, code: str, till: str, sequence: int) -> Response:
        """Take a closing back: what it put into the safe is in the till again, and the shift goes on."""
        given, second = signed(ClosingUndoInput, request, self.event)
        press = self.press(second)
        return posted(
            services.undo_closing(event=self.event, till=require_till(till), sequence=sequence, **given, press=press)
        )


class TillHandOverApi(TillCloseApi):
    @extend_schema(request=TillEndInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, till: str) -> Response:
        """Give the drawer to somebody else, who signs for what was counted."""
        return posted(services.hand_over_till(**self.ending(request, till)))
