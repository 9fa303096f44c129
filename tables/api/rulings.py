"""Rulings of the floor on a hand in play: which can be asked for, what one would say, and applying it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.poker.floor.conduct import Fouled
from eventnight.core.api.fields import IntegerField, NumberedField
from eventnight.core.api.labels import LabelledOutput
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.values.text import TextInput
from tables import services
from tables.api.hand_in_play import PlayOutput, VersionInput
from tables.api.shapes import CardsField, TakenRulingOutput, chips_field, shown_field
from tables.api.tables import CardTableApi
from tables.forms.fields import MOST_IN_HAND
from tables.forms.rulings import MOST_CARDS_HELD
from tables.selectors import RulingFacts, kinds_now, ruling_on, rulings_taken, the_play
from tables.selectors.ruling_kinds import KINDS


class RulingFactsInput(serializers.Serializer[Any]):
    """What happened; a kind reads the facts that it asks for and no others."""

    kind = TextInput(max_length=20, help_text=f"One of {', '.join(KINDS)}.")
    seat = IntegerField(required=False)
    held = NumberedField(
        keyed="seats",
        child=IntegerField(min_value=0, max_value=MOST_CARDS_HELD),
        required=False,
        help_text="Cards counted, by seat.",
    )
    exposed = NumberedField(
        keyed="seats", child=CardsField(), required=False, help_text="Cards seen on the deal, by seat."
    )
    cards = CardsField(help_text="The card; left out for a joker or one that nobody knows.")
    new = CardsField(help_text="What came instead, where it lies face up.")
    how = serializers.ChoiceField(choices=[each.name.lower() for each in Fouled], required=False)
    chips = serializers.ListField(
        child=chips_field(), max_length=MOST_IN_HAND, required=False, help_text="The value of each chip put out."
    )
    added = chips_field(least=0, required=False, help_text="Chips that followed in a second motion.")
    declared_raise = serializers.BooleanField(required=False)
    raise_to = chips_field(required=False, help_text="The total that was said.")

    def facts(self) -> RulingFacts:
        """The facts of valid data."""
        names = RulingFacts.__dataclass_fields__
        return RulingFacts(**{name: value for name, value in self.validated_data.items() if name in names})


class RulingInput(VersionInput, RulingFactsInput):
    shown = shown_field()


class EffectOutput(serializers.Serializer[Any]):
    title = serializers.CharField()
    text = serializers.CharField()
    lost = serializers.BooleanField()


class RulingPlanOutput(serializers.Serializer[Any]):
    kind = serializers.CharField(source="kind.key")
    code = serializers.CharField(source="ruling.code")
    says = serializers.CharField(source="ruling.says", help_text="What the floor reads out.")
    rules = serializers.ListField(child=serializers.CharField(), source="ruling.rules")
    effects = EffectOutput(many=True, help_text="What it changes in the hand.")
    digest = serializers.CharField(help_text="Send it as `shown` with the ruling.")


class RulingKindOutput(LabelledOutput):
    kind = serializers.CharField()
    fields_asked = serializers.ListField(child=serializers.CharField(), help_text="The facts that it is told by.")
    seats = serializers.ListField(child=IntegerField(), help_text="Whose it can be.")
    rules = serializers.ListField(child=serializers.CharField())


class RulingsOutput(serializers.Serializer[Any]):
    version = IntegerField()
    kinds = RulingKindOutput(many=True, help_text="What can have gone wrong in this game at this moment.")
    taken = TakenRulingOutput(many=True)


class RulingsApi(CardTableApi):
    @extend_schema(responses=RulingsOutput)
    def get(self, request: Request, code: str, table_id: int) -> Response:
        """What can be ruled on now, and the rulings taken in this hand."""
        play = the_play(self.table(table_id))
        kinds = [
            {
                "kind": kind.key,
                "label": kind.label,
                "fields_asked": kind.asks(play.hand),
                "seats": kind.seats(play.hand),
                "rules": kind.rules(play.hand),
            }
            for kind in kinds_now(play.hand)
        ]
        told = {"version": play.version, "kinds": kinds, "taken": rulings_taken(play.hand)}
        return Response(RulingsOutput(told).data)

    @extend_schema(request=RulingInput, responses=PlayOutput, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """Apply a ruling to the hand; an undo of the hand undoes it as one step."""
        form = RulingInput(data=request.data)
        form.is_valid(raise_exception=True)
        play = services.apply_ruling(
            table=self.table(table_id),
            version=form.validated_data["version"],
            facts=form.facts(),
            shown=form.validated_data["shown"],
            press=self.press(),
        )
        return Response(PlayOutput(play).data)


class RulingPreviewApi(CardTableApi):
    @extend_schema(request=RulingFactsInput, responses=RulingPlanOutput)
    def post(self, request: Request, code: str, table_id: int) -> Response:
        """What the floor would say to these facts; nothing is changed."""
        form = RulingFactsInput(data=request.data)
        form.is_valid(raise_exception=True)
        plan = ruling_on(the_play(self.table(table_id)), form.facts(), seed="")
        return Response(RulingPlanOutput(plan).data)
