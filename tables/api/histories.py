"""The hands of a table in the PHH format."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.fields import IntegerField
from tables.api.tables import CardTableApi
from tables.selectors import written_hands


class LeftOutOutput(serializers.Serializer[Any]):
    from_the_end = IntegerField(source="counts.from_the_end", help_text="Settled from the end: they have no actions.")
    undone = IntegerField(source="counts.undone")
    unreadable = serializers.ListField(
        child=IntegerField(), help_text="Entries in the books of hands whose log cannot be played again."
    )


class WrittenHandsOutput(serializers.Serializer[Any]):
    written = IntegerField(help_text="Hands played action by action, in the text.")
    left_out = LeftOutOutput(source="*")
    phhs = serializers.CharField(source="text", help_text="The text of a .phhs file. Cards that nobody showed are ??.")


class HistoriesApi(CardTableApi):
    @extend_schema(responses=WrittenHandsOutput)
    def get(self, request: Request, code: str, table_id: int) -> Response:
        """The table's hands as they were played, in the PHH format, and how many are left out."""
        return Response(WrittenHandsOutput(written_hands(self.table(table_id))).data)
