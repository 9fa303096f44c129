"""A hand that is played action by action: what everybody may see of it, what may be done, and paying it out."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.fields import IntegerField, NumberedField
from eventnight.core.api.queries import number_in
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.values.text import TextInput
from tables import services
from tables.api.shapes import CardsField, SettledHandOutput, TakenRulingOutput, chips_field
from tables.api.tables import CardTableApi
from tables.selectors import Play, rulings_taken, the_play
from tables.services.hand_in_play import VERBS


class StartHandInput(serializers.Serializer[Any]):
    number = IntegerField(min_value=1, help_text="The hand to come, as the table says.")
    game = TextInput(
        max_length=30, required=False, default="", allow_blank=True, help_text="Where the button picks the game."
    )
    straddles = serializers.ListField(child=IntegerField(), required=False, default=list, help_text="Seats in order.")


class VersionInput(serializers.Serializer[Any]):
    version = IntegerField(min_value=1, help_text="That of the hand this answers to.")


class HandMoveInput(VersionInput):
    verb = serializers.ChoiceField(choices=list(VERBS))
    seat = IntegerField(required=False, help_text="The player to act if left out.")
    to = chips_field(required=False, help_text="Bet or raise to this total of the round.")
    chips = chips_field(least=0, required=False, help_text="A limited claim: chips put in before the draw.")
    count = IntegerField(min_value=0, max_value=7, required=False, help_text="Unknown cards discarded.")
    why = TextInput(max_length=200, required=False, default="", allow_blank=True, help_text="A dead hand.")
    cards = CardsField(help_text="Discarded or shown.")
    board = CardsField(help_text="Dealt to the board.")
    holes = NumberedField(keyed="seats", child=CardsField(), required=False, help_text="Upcards dealt, by seat.")

    def move(self) -> services.Move:
        """The move of valid data."""
        data = self.validated_data
        holes = {seat: cards for seat, cards in data.get("holes", {}).items() if cards}
        named = ("seat", "to", "chips", "count")
        return services.Move(
            verb=data["verb"],
            why=data["why"],
            cards=data["cards"],
            board=data["board"] or (),
            holes=holes,
            **{name: data.get(name) for name in named},
        )


class PayOutInput(VersionInput):
    shown = TextInput(max_length=16, required=False, default="", allow_blank=True)
    no_fee_because = TextInput(max_length=200, required=False, default="", allow_blank=True)


class CallOffInput(VersionInput):
    reason = TextInput(max_length=200)


class PlayOutput(serializers.Serializer[Any]):
    number = IntegerField()
    version = IntegerField(help_text="Send it with the next action.")
    view = serializers.SerializerMethodField(
        help_text="What everybody may see and what may be done now; with ?seat= also the cards told of that seat. "
        "is_run_out: no more bets can be made, so that the hands still in are turned up before the cards to come."
    )
    rulings = serializers.SerializerMethodField(help_text="Of the floor, in this hand, in order.")

    def get_view(self, play: Play) -> dict[str, Any]:
        """The hand as everybody, or one seat, may see it."""
        return play.hand.view(self.context.get("seat"))

    @extend_schema_field(TakenRulingOutput(many=True))
    def get_rulings(self, play: Play) -> Any:
        """The rulings taken so far."""
        return TakenRulingOutput(rulings_taken(play.hand), many=True).data


class PlayApi(CardTableApi):
    @extend_schema(
        responses=PlayOutput, parameters=[OpenApiParameter("seat", int, description="As this seat sees it.")]
    )
    def get(self, request: Request, code: str, table_id: int) -> Response:
        """The hand in play as everybody sees it, or as one seat does."""
        seen_by = {"seat": number_in(request, "seat")}
        return Response(PlayOutput(the_play(self.table(table_id)), context=seen_by).data)

    @extend_schema(request=StartHandInput, responses={201: PlayOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Begin the next hand; the blinds go in by themselves."""
        form = StartHandInput(data=request.data)
        form.is_valid(raise_exception=True)
        play = services.start_hand(
            table=self.table(table_id),
            **form.validated_data,
            press=self.press(),
        )
        return Response(PlayOutput(play).data, status=201)


class MovesApi(CardTableApi):
    @extend_schema(request=HandMoveInput, responses=PlayOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Do one thing in the hand, or undo the last."""
        form = HandMoveInput(data=request.data)
        form.is_valid(raise_exception=True)
        play: Play = services.play_move(
            table=self.table(table_id),
            version=form.validated_data["version"],
            move=form.move(),
            press=self.press(),
        )
        return Response(PlayOutput(play).data)


class PayOutApi(CardTableApi):
    @extend_schema(
        request=PayOutInput, responses={201: SettledHandOutput, 200: SettledHandOutput}, parameters=[IDEMPOTENCY_KEY]
    )
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Pay a hand that is over out into the books. The same key again answers 200."""
        form = PayOutInput(data=request.data)
        form.is_valid(raise_exception=True)
        posting = services.pay_out(
            table=self.table(table_id),
            **form.validated_data,
            press=self.press(),
        )
        return Response(SettledHandOutput(posting).data, status=200 if posting.is_replay else 201)


class CallOffApi(CardTableApi):
    @extend_schema(request=CallOffInput, responses={204: None}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Throw the hand away; every chip is back where it was."""
        form = CallOffInput(data=request.data)
        form.is_valid(raise_exception=True)
        services.call_off(
            table=self.table(table_id),
            **form.validated_data,
            press=self.press(),
        )
        return Response(status=204)
