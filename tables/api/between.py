"""Between two hands: the first button, how a player comes in, who sits out."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.cards import parse_card
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from tables import services
from tables.api.shapes import EntryInput, FirstButtonInput, TableDetail
from tables.api.tables import CardTableApi
from tables.models import Table
from tables.selectors import table_view


class BetweenApi(CardTableApi):
    """The base of what is done between two hands; the answer is the table."""

    def answer(self, table: Table) -> Response:
        """The table as it is now, also where the press came before."""
        return Response(TableDetail(table_view(self.table(table.pk))).data)


class FirstButtonApi(BetweenApi):
    @extend_schema(request=FirstButtonInput, responses=TableDetail, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Give the button for the first hand: left of the person dealing, or to the highest card."""
        form = FirstButtonInput(data=request.data)
        form.is_valid(raise_exception=True)
        data = form.validated_data
        table = services.give_first_button(
            dealer=data.get("dealer"),
            cards={seat: parse_card(card) for seat, card in data.get("cards", {}).items()},
            again=data["again"],
            table=self.table(table_id),
            press=self.press(),
        )
        return self.answer(table)


class EntryApi(BetweenApi):
    @extend_schema(request=EntryInput, responses=TableDetail, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int, seat: int) -> Response:
        """Say how a player who owes a blind comes in."""
        form = EntryInput(data=request.data)
        form.is_valid(raise_exception=True)
        return self.answer(
            services.choose_entry(seat=seat, **form.validated_data, table=self.table(table_id), press=self.press())
        )


class SitOutApi(BetweenApi):
    @extend_schema(request=None, responses=TableDetail, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int, seat: int) -> Response:
        """Deal a player no cards until it comes back."""
        return self.answer(services.sit_out(seat=seat, table=self.table(table_id), press=self.press()))


class ComeBackApi(BetweenApi):
    @extend_schema(request=None, responses=TableDetail, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int, seat: int) -> Response:
        """A player who sat out wants cards again."""
        return self.answer(services.come_back(seat=seat, table=self.table(table_id), press=self.press()))
