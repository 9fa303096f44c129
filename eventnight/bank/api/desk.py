"""The bank for programs: sales, corrections, entries, balances."""

from __future__ import annotations

from typing import Any, ClassVar

import django_filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.bank import services
from eventnight.bank.api.shapes import DONATION_HELP, MeantInput, SignedInput, TillInput, signed, with_payment
from eventnight.bank.models import Account, Commodity, Entry, EntryKind, OwnerKind
from eventnight.bank.selectors import books_totals, entries, fund_total, lines_of, money_by_means, money_by_purpose
from eventnight.bank.services import Posting
from eventnight.core.api.base import EventApiView
from eventnight.core.api.fields import IntegerField
from eventnight.core.api.queries import CursorPages, choice_in
from eventnight.core.api.schema import CURSOR, IDEMPOTENCY_KEY, page_of
from eventnight.core.roles import Permission
from eventnight.core.values.text import TextInput
from eventnight.core.web.access import may
from eventnight.events.fields import MOST_CENTS
from eventnight.events.selectors import player_by_code


class LineOutput(serializers.Serializer[Any]):
    """One transfer. Accounts read commodity/kind/code."""

    number = IntegerField()
    giver = serializers.CharField(source="from_account")
    taker = serializers.CharField(source="to_account")
    amount = IntegerField(help_text="Chips, cents or tickets.")


class EntryOutput(serializers.ModelSerializer[Entry]):
    """An entry with its lines."""

    reverses = IntegerField(source="reverses.sequence", default=None, allow_null=True)
    reversed_by = IntegerField(source="reversed_by.sequence", default=None, allow_null=True)
    lines = LineOutput(source="listed_lines", many=True)

    class Meta:
        model = Entry
        fields: ClassVar = [
            "sequence",
            "kind",
            "at",
            "actor_code",
            "second_code",
            "subject",
            "reason",
            "purpose",
            "till",
            "rates",
            "reverses",
            "reversed_by",
            "hash",
            "lines",
        ]


class FirstStackInput(TillInput):
    player = TextInput(max_length=8)
    paid = IntegerField(
        min_value=0, max_value=MOST_CENTS, required=False, help_text="Cents; the event's price unless given."
    )


class SaleInput(MeantInput, TillInput):
    player = TextInput(max_length=8)
    paid = IntegerField(min_value=1, max_value=MOST_CENTS, help_text="Cents.")
    donation = IntegerField(min_value=0, max_value=MOST_CENTS, default=0, help_text=DONATION_HELP)


class DonationInput(MeantInput, TillInput):
    player = TextInput(max_length=8, default="", allow_blank=True)
    paid = IntegerField(min_value=1, max_value=MOST_CENTS, help_text="Cents.")


class ReversalInput(SignedInput):
    reason = TextInput(max_length=200)


class SaleOutput(EntryOutput):
    """An entry of the desk. donation: the entry of what was given on top of it, or given back with it."""

    donation = IntegerField(source="on_top.sequence", default=None, allow_null=True)

    class Meta(EntryOutput.Meta):
        fields: ClassVar = [*EntryOutput.Meta.fields, "donation"]


class AccountOutput(serializers.Serializer[Any]):
    commodity = serializers.ChoiceField(Commodity.choices)
    owner_kind = serializers.ChoiceField(OwnerKind.choices)
    code = serializers.CharField()
    balance = IntegerField()


class TotalsOutput(serializers.Serializer[Any]):
    """Each commodity by kind of owner adds up to zero."""

    totals = serializers.DictField(child=serializers.DictField(child=IntegerField()))
    money_by_purpose = serializers.DictField(child=IntegerField(), help_text="Cents.")
    money_by_means = serializers.DictField(child=IntegerField(), help_text="Cents, without floats.")
    fund = IntegerField(help_text="Cents taken for the fund.")


def posted(posting: Posting, output: type[EntryOutput] = EntryOutput) -> Response:
    """201 for a new entry; 200 and a header for the answer to a key that had been here before."""
    entry = posting.entry
    entry.listed_lines, entry.on_top = lines_of(entry), posting.donation
    body = output(entry).data
    if posting.is_replay:
        return Response(body, status=200)
    return Response(body, status=201)


class _Sale(EventApiView):
    """A POST that makes one entry. A subclass names its input and calls one service."""

    permission = Permission.SELL
    input_class: type[serializers.Serializer[Any]]

    def read(self, request: Request) -> dict[str, Any]:
        """The checked body with the press, and the player as services call them."""
        given = self.input_class(data=request.data)
        given.is_valid(raise_exception=True)
        data = dict(given.validated_data)
        code = data.pop("player", "")
        press = self.press().repeating(data.pop("again", 0))
        player_code = player_by_code(self.event, code).code if code else ""
        return with_payment(data) | {"player_code": player_code, "press": press}


class RebuyApi(_Sale):
    input_class = SaleInput

    @extend_schema(request=SaleInput, responses={201: SaleOutput, 200: SaleOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str) -> Response:
        """Sell re-buys: a whole number of them."""
        return posted(services.sell_rebuy(event=self.event, **self.read(request)), SaleOutput)


class FirstStackApi(_Sale):
    input_class = FirstStackInput

    @extend_schema(
        request=FirstStackInput,
        responses={201: SaleOutput, 200: SaleOutput},
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, code: str) -> Response:
        """Hand out a first stack."""
        return posted(services.give_first_stack(event=self.event, **self.read(request)), SaleOutput)


class DonationApi(_Sale):
    input_class = DonationInput

    @extend_schema(
        request=DonationInput,
        responses={201: SaleOutput, 200: SaleOutput},
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, code: str) -> Response:
        """Take a donation."""
        return posted(services.record_donation(event=self.event, **self.read(request)), SaleOutput)


class ReversalApi(_Sale):
    input_class = ReversalInput

    @extend_schema(
        request=ReversalInput,
        responses={201: SaleOutput, 200: SaleOutput},
        parameters=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request, code: str, sequence: int) -> Response:
        """Reverse an entry of the desk."""
        given, second = signed(ReversalInput, request, self.event)
        posting = services.reverse_desk_entry(
            event=self.event,
            sequence=sequence,
            may_reverse_any=may(self.roles, Permission.REVERSE_ANY),
            press=self.press(second),
            **given,
        )
        return posted(posting, SaleOutput)


class EntryFilter(django_filters.FilterSet):  # type: ignore[misc]  # it comes without types
    player = django_filters.CharFilter(field_name="subject")
    kind = django_filters.ChoiceFilter(choices=EntryKind.choices)

    class Meta:
        model = Entry
        fields: ClassVar = ["player", "kind"]


class EntryPages(CursorPages):
    ordering = "-id"


class EntriesApi(EventApiView):
    permission = Permission.SELL

    @extend_schema(
        operation_id="events_bank_entries_list",
        responses=page_of(EntryOutput),
        parameters=[
            OpenApiParameter("player", str, description="The player's code."),
            OpenApiParameter("kind", str, enum=EntryKind.values),
            CURSOR,
        ],
    )
    def get(self, request: Request, code: str) -> Response:
        """The entries, newest first."""
        chosen = EntryFilter(request.query_params, queryset=entries(self.event.pk))
        if not chosen.is_valid():
            raise serializers.ValidationError(chosen.errors)
        pages = EntryPages()
        page: list[Entry] = pages.paginate_queryset(chosen.qs, request, view=self) or []
        for entry in page:
            entry.listed_lines = list(entry.transfers.all())
        return pages.get_paginated_response(EntryOutput(page, many=True).data)


class AccountsApi(EventApiView):
    permission = Permission.SELL

    @extend_schema(
        responses=AccountOutput(many=True), parameters=[OpenApiParameter("kind", str, enum=OwnerKind.values)]
    )
    def get(self, request: Request, code: str) -> Response:
        """Every account that stores a balance."""
        rows = Account.objects.filter(event=self.event, balance__isnull=False)
        if kind := choice_in(request, "kind", OwnerKind.values):
            rows = rows.filter(owner_kind=kind)
        listed = rows.order_by("commodity", "owner_kind", "code")
        return Response(list(listed.values("commodity", "owner_kind", "code", "balance")))


class TotalsApi(EventApiView):
    permission = Permission.SEE_BOOKS

    @extend_schema(responses=TotalsOutput)
    def get(self, request: Request, code: str) -> Response:
        """The books in numbers."""
        return Response(
            {
                "totals": books_totals(self.event.pk),
                "money_by_purpose": money_by_purpose(self.event.pk),
                "money_by_means": money_by_means(self.event.pk),
                "fund": fund_total(self.event.pk),
            }
        )
