"""The chips for programs: who holds them, counts by colour, trays and change."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.bank.api.chip_fields import ChipPiecesField
from eventnight.bank.api.desk import EntryOutput, posted
from eventnight.bank.forms.desk import REASON_LENGTH
from eventnight.bank.selectors.chips.inventory import RACK, color_up_drift, inventory
from eventnight.bank.services.chips.inventory import count_chips, make_change, stock_tray, undo_chip_entry
from eventnight.core.api.base import EventApiView
from eventnight.core.api.fields import IntegerField
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.roles import Permission
from eventnight.core.values.text import TextInput
from eventnight.core.web.access import may, require_role

HOLDER_LENGTH = 40


class CountOutput(serializers.Serializer[Any]):
    """A physical count. books: what they said then. difference: above zero when more was there."""

    sequence = IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    pieces = serializers.DictField(child=IntegerField())
    worth = IntegerField()
    books = IntegerField()
    difference = IntegerField()


class HolderOutput(serializers.Serializer[Any]):
    """Who or what holds chips. busy: why it cannot be counted now."""

    kind = serializers.CharField()
    code = serializers.CharField()
    name = serializers.CharField()
    books = IntegerField()
    moved_since = IntegerField()
    busy = serializers.CharField()
    last = CountOutput(allow_null=True)


class ColourOutput(serializers.Serializer[Any]):
    """One colour: chips owned, out and in the rack by the books, found by the last counts, and in no count."""

    colour = serializers.CharField(source="rack.chip.colour")
    value = IntegerField(source="rack.chip.value")
    owned = IntegerField(source="rack.chip.owned")
    out = IntegerField(source="rack.out")
    rack = IntegerField(source="rack.rack")
    needed = IntegerField(source="rack.needed", help_text="For the first stacks that should still go.")
    is_short = serializers.BooleanField(source="rack.is_short")
    found = IntegerField()
    in_stacks = IntegerField()
    missing = IntegerField()


class InventoryOutput(serializers.Serializer[Any]):
    """players: those with a count and the largest holders."""

    owned = IntegerField(help_text="What all chips are worth.")
    uncounted = IntegerField(help_text="Holders of chips that nobody has counted.")
    colours = ColourOutput(many=True)
    holders = HolderOutput(many=True)
    players = HolderOutput(many=True)


class InventoryAnswer(InventoryOutput):
    """With what colour-ups have added, by commodity."""

    color_up_drift = serializers.DictField(child=IntegerField())


class CountInput(serializers.Serializer[Any]):
    holder = TextInput(max_length=HOLDER_LENGTH, help_text="rack, fees, or the code of a table or player.")
    pieces = ChipPiecesField()


class StockInput(serializers.Serializer[Any]):
    pieces = ChipPiecesField()


class ChangeInput(serializers.Serializer[Any]):
    place = TextInput(max_length=HOLDER_LENGTH, help_text="rack, or an open table's code.")
    brought = ChipPiecesField()
    handed = ChipPiecesField()


class ChipUndoInput(serializers.Serializer[Any]):
    reason = TextInput(max_length=REASON_LENGTH)


class _ChipPost(EventApiView):
    """A POST that makes one entry."""

    permission = Permission.COUNT_CHIPS

    def read(self, shape: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
        """The checked body."""
        given = shape(data=request.data)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)


class InventoryApi(EventApiView):
    permission = Permission.COUNT_CHIPS

    @extend_schema(responses=InventoryAnswer)
    def get(self, request: Request, code: str) -> Response:
        """Who holds the chips, and the night by colour."""
        found = inventory(self.event)
        return Response({**InventoryOutput(found).data, "color_up_drift": color_up_drift(self.event.pk)})


class ChipCountsApi(_ChipPost):
    @extend_schema(request=CountInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str) -> Response:
        """Keep a physical count."""
        return posted(count_chips(event=self.event, press=self.press(), **self.read(CountInput, request)))


class ChangesApi(_ChipPost):
    @extend_schema(request=ChangeInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str) -> Response:
        """Change chips into chips of equal worth."""
        asked = self.read(ChangeInput, request)
        require_role(self.roles, Permission.SELL if asked["place"] == RACK else Permission.RUN_TABLES)
        return posted(make_change(event=self.event, press=self.press(), **asked))


class TrayStockApi(_ChipPost):
    permission = Permission.RUN_TABLES

    @extend_schema(request=StockInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, place: str) -> Response:
        """Bring chips from the rack to a table's tray."""
        return posted(stock_tray(place=place, event=self.event, press=self.press(), **self.read(StockInput, request)))


class ChipUndoApi(_ChipPost):
    @extend_schema(request=ChipUndoInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, sequence: int) -> Response:
        """Reverse a change or the filling of a tray."""
        may_reverse_any = may(self.roles, Permission.REVERSE_ANY)
        asked = self.read(ChipUndoInput, request)
        return posted(
            undo_chip_entry(
                sequence=sequence, may_reverse_any=may_reverse_any, event=self.event, press=self.press(), **asked
            )
        )
