"""The end of the night for programs: the close-out list, approvals, the report and the fund."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.bank.api.desk import EntryOutput, posted
from eventnight.bank.api.shapes import SignedInput, signed
from eventnight.bank.forms.desk import REASON_LENGTH
from eventnight.bank.means import Means
from eventnight.bank.selectors.desk.fund import fund_state
from eventnight.bank.selectors.ledger.approvals import approval_lines
from eventnight.bank.services import adjust_entry, donate_to_fund, take_back_donation, withdraw_approval
from eventnight.core.api.base import EventApiView
from eventnight.core.api.fields import IntegerField
from eventnight.core.api.labels import LabelledOutput
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from eventnight.core.values.text import TextInput
from eventnight.events.fields import MOST_CENTS
from eventnight.night.proofs import last_proof
from eventnight.night.selectors.closing.checks import closing_checks
from eventnight.night.selectors.closing.report import night_report
from eventnight.night.selectors.tonight import tonight
from eventnight.night.services.closing import approve_line


class VarianceOutput(LabelledOutput):
    """Something left open: an account by its address, or the name of what is none."""

    subject = serializers.CharField()
    amount = IntegerField()


class CheckOutput(LabelledOutput):
    """A line of the close-out list. left: what can be approved."""

    key = serializers.CharField()
    done = serializers.BooleanField()
    is_note = serializers.BooleanField(help_text="Optional: the night can be closed without it.")
    note = serializers.CharField()
    left = VarianceOutput(many=True)


class ApprovalOutput(LabelledOutput):
    """What two people let stay as it is. state: in force, void (it moved since) or withdrawn."""

    id = IntegerField()
    subject = serializers.CharField()
    amount = IntegerField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    second = serializers.CharField()
    state = serializers.ChoiceField(["in force", "void", "withdrawn"])
    withdrawn_because = serializers.CharField()


class ClosingOutput(serializers.Serializer[Any]):
    checks = CheckOutput(many=True)
    approvals = ApprovalOutput(many=True)


class ReasonInput(serializers.Serializer[Any]):
    reason = TextInput(max_length=REASON_LENGTH)


class ApproveInput(SignedInput, ReasonInput):
    line = TextInput(max_length=60, help_text="The key of a line of the list.")
    shown = serializers.DictField(
        child=IntegerField(), help_text="What may stay as it is: amounts by subject, as the list gave them."
    )


class AdjustInput(SignedInput, ReasonInput):
    sequence = IntegerField(min_value=1, help_text="The number of the entry.")


class DonateInput(SignedInput):
    means = serializers.ChoiceField(choices=Means.choices)
    amount = IntegerField(min_value=1, max_value=MOST_CENTS, help_text="In cents.")
    note = TextInput(max_length=REASON_LENGTH, required=False, allow_blank=True)


class TakeBackInput(SignedInput, ReasonInput):
    pass


class KeptOutput(LabelledOutput):
    means = serializers.CharField()
    cents = IntegerField()


class FundDonationOutput(serializers.Serializer[Any]):
    """Money that left for the fund. undone_by: the entry that took it back."""

    sequence = IntegerField()
    cents = IntegerField()
    note = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    second = serializers.CharField()
    receipt = serializers.CharField()
    undone_by = IntegerField(allow_null=True)


class FundOutput(serializers.Serializer[Any]):
    """All in cents. over_short: above zero when counts of tills found too little."""

    taken = IntegerField()
    over_short = IntegerField()
    donated = IntegerField()
    to_give = IntegerField()
    left = IntegerField()
    kept = KeptOutput(many=True)
    donations = FundDonationOutput(many=True)


class FigureOutput(LabelledOutput):
    amount = IntegerField()


class KeyFigureOutput(FigureOutput):
    """Cents where is_money, else chips or tickets."""

    is_money = serializers.BooleanField()


class CommodityOutput(serializers.Serializer[Any]):
    """What came in and who holds it; the difference is zero, or the books do not add up."""

    name = serializers.CharField()
    is_money = serializers.BooleanField()
    came = FigureOutput(many=True)
    held = FigureOutput(many=True)
    total_came = IntegerField()
    total_held = IntegerField()
    difference = IntegerField()


class SignatureOutput(serializers.Serializer[Any]):
    what = serializers.CharField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    second = serializers.CharField()


class ReportOutput(serializers.Serializer[Any]):
    """The end of the night on one sheet."""

    adds_up = serializers.BooleanField()
    entries = IntegerField(source="books.entries")
    faults = serializers.ListField(child=serializers.CharField(), source="books.faults")
    unexplained = serializers.ListField(
        child=IntegerField(), source="books.unexplained", help_text="Entries that two people can adjust."
    )
    explained = serializers.ListField(
        child=serializers.CharField(), source="books.explained", help_text="Entries that two people have adjusted."
    )
    seal = serializers.CharField()
    summary = KeyFigureOutput(many=True)
    fund = FundOutput()
    commodities = CommodityOutput(many=True)
    approvals = ApprovalOutput(many=True)
    signed = SignatureOutput(many=True)


class BooksApiView(EventApiView):
    """A view that writes for those who see the books."""

    permission = Permission.SEE_BOOKS


class ClosingApi(EventApiView):
    permission = Permission.SEE_BOOKS

    @extend_schema(responses=ClosingOutput)
    def get(self, request: Request, code: str) -> Response:
        """What is done, what stands open, and what was approved instead."""
        checks = closing_checks(tonight(self.event, timezone.now()), last_proof(self.event))
        return Response(ClosingOutput({"checks": checks, "approvals": approval_lines(self.event.pk)}).data)


class ApprovalsApi(BooksApiView):
    @extend_schema(request=ApproveInput, responses={201: ApprovalOutput(many=True)}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str) -> Response:
        """Let what is left in a line stay as it is."""
        given, second = signed(ApproveInput, request, self.event)
        line = given.pop("line")
        made = {each.pk for each in approve_line(event=self.event, key=line, **given, press=self.press(second))}
        lines = [line for line in approval_lines(self.event.pk) if line.id in made]
        return Response(ApprovalOutput(lines, many=True).data, status=201)


class WithdrawalApi(BooksApiView):
    @extend_schema(request=ReasonInput, responses={201: ApprovalOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, approval_id: int) -> Response:
        """Take an approval back."""
        given = ReasonInput(data=request.data)
        given.is_valid(raise_exception=True)
        withdraw_approval(event=self.event, approval_id=approval_id, **given.validated_data, press=self.press())
        [line] = [line for line in approval_lines(self.event.pk) if line.id == approval_id]
        return Response(ApprovalOutput(line).data, status=201)


class AdjustmentsApi(BooksApiView):
    @extend_schema(request=AdjustInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str) -> Response:
        """Say why an entry that the books cannot explain is to be taken as it is. The report lists such entries."""
        given, second = signed(AdjustInput, request, self.event)
        return posted(adjust_entry(event=self.event, **given, press=self.press(second)))


class ReportApi(EventApiView):
    permission = Permission.SEE_BOOKS

    @extend_schema(responses=ReportOutput)
    def get(self, request: Request, code: str) -> Response:
        """Where everything came from and who holds it, the books worked out again."""
        return Response(ReportOutput(night_report(self.event)).data)


class FundApi(BooksApiView):
    @extend_schema(responses=FundOutput)
    def get(self, request: Request, code: str) -> Response:
        """What was taken for the fund, what was given and what is left."""
        return Response(FundOutput(fund_state(self.event.pk)).data)

    @extend_schema(request=DonateInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str) -> Response:
        """Record that money has left for the fund."""
        given, second = signed(DonateInput, request, self.event)
        return posted(donate_to_fund(event=self.event, **given, press=self.press(second)))


class TakeBackApi(BooksApiView):
    @extend_schema(request=TakeBackInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, sequence: int) -> Response:
        """Undo a donation to the fund."""
        given, second = signed(TakeBackInput, request, self.event)
        return posted(take_back_donation(event=self.event, sequence=sequence, **given, press=self.press(second)))
