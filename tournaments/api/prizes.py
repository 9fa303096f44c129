"""Prizes and deals for programs."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.units import Cents
from eventnight.core.schema import IDEMPOTENCY_KEY
from eventnight.events.fields import MOST_CENTS
from tournaments.api.holdem import HoldemApiView
from tournaments.models import DealMethod, PrizeScale
from tournaments.prize_forms import MOST_PLACES
from tournaments.selectors.holdem import holdem_view
from tournaments.selectors.prizes import deal_offers, prizes_view
from tournaments.services import prizes as services


class PrizeWinnerOutput(serializers.Serializer[Any]):
    player = serializers.CharField()
    cents = serializers.IntegerField()


class PaidPlaceOutput(serializers.Serializer[Any]):
    place = serializers.CharField(source="place_text")
    cents = serializers.IntegerField()


class DealShareOutput(serializers.Serializer[Any]):
    player = serializers.CharField(source="entry.player_code")
    chips = serializers.IntegerField()
    cents = serializers.IntegerField()
    has_agreed = serializers.BooleanField()


class DealOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    method = serializers.ChoiceField(choices=DealMethod.choices)
    made_at = serializers.DateTimeField(allow_null=True)
    is_stale = serializers.BooleanField(help_text="Players or chips have changed since.")
    shares = DealShareOutput(many=True)


class DealOfferOutput(serializers.Serializer[Any]):
    method = serializers.ChoiceField(choices=DealMethod.choices)
    shares = DealShareOutput(many=True)
    notices = serializers.ListField(child=serializers.CharField())
    why_not = serializers.CharField()


class PrizesOutput(serializers.Serializer[Any]):
    pool = serializers.IntegerField(help_text="Cents.")
    entries = serializers.IntegerField()
    places = PaidPlaceOutput(many=True, source="lines")
    winners = PrizeWinnerOutput(many=True)
    deal = DealOutput(allow_null=True)
    offers = DealOfferOutput(many=True, help_text="What a deal would give now, at a final table with a pool.")
    notice = serializers.CharField()


class PrizesInput(serializers.Serializer[Any]):
    per_entry = serializers.IntegerField(min_value=0, max_value=MOST_CENTS, default=0, help_text="Cents.")
    added = serializers.IntegerField(min_value=0, max_value=MOST_CENTS, default=0, help_text="Cents.")
    paid = serializers.IntegerField(min_value=1, max_value=MOST_PLACES, allow_null=True, default=None)
    one_in = serializers.IntegerField(min_value=1, max_value=MOST_PLACES, default=8)
    scale = serializers.ChoiceField(choices=PrizeScale.choices, default=PrizeScale.STANDARD)
    unit = serializers.IntegerField(min_value=1, max_value=MOST_CENTS, default=Cents(100), help_text="Cents.")


class DealInput(serializers.Serializer[Any]):
    method = serializers.ChoiceField(choices=DealMethod.choices)


class AgreeInput(serializers.Serializer[Any]):
    player = serializers.CharField(max_length=40)


class PrizesApiView(HoldemApiView):
    """A view of a tournament's prizes."""

    def shown(self, status: int = 200) -> Response:
        """The prizes as they are now."""
        tournament = self.tournament()
        holdem = holdem_view(tournament, timezone.now())
        view = prizes_view(tournament, holdem)
        body = {
            "pool": view.pool,
            "entries": view.entries,
            "lines": view.lines,
            "winners": [{"player": code, "cents": cents} for code, cents in view.by_player.items()],
            "deal": view.deal,
            "offers": [] if view.deal or not view.prizes else deal_offers(holdem, view.prizes),
            "notice": view.notice,
        }
        return Response(PrizesOutput(body).data, status=status)


class PrizesApi(PrizesApiView):
    @extend_schema(responses=PrizesOutput)
    def get(self, request: Request, code: str, holdem_id: int) -> Response:
        """The prizes by place, who has won them, and the deal there is."""
        return self.shown()

    @extend_schema(request=PrizesInput, responses=PrizesOutput)
    def put(self, request: Request, code: str, holdem_id: int) -> Response:
        """Say how the tournament pays."""
        given = self.read(PrizesInput)
        services.set_prizes(tournament=self.tournament(), **given, by=self.actor, now=timezone.now())
        return self.shown()


class DealsApi(PrizesApiView):
    @extend_schema(request=DealInput, responses={201: PrizesOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, holdem_id: int) -> Response:
        """Write a deal down for the players to agree to."""
        given = self.read(DealInput)
        services.propose_deal(tournament=self.tournament(), **given, **self.press())
        return self.shown(status=201)


class DealAgreeApi(PrizesApiView):
    @extend_schema(request=AgreeInput, responses=PrizesOutput)
    def post(self, request: Request, code: str, holdem_id: int, deal_id: int) -> Response:
        """A player says yes; with the last yes the deal is made."""
        given = self.read(AgreeInput)
        services.agree_to_deal(
            tournament=self.tournament(),
            deal_id=deal_id,
            player_code=given["player"],
            by=self.actor,
            now=timezone.now(),
        )
        return self.shown()


class DealApi(PrizesApiView):
    @extend_schema(responses=PrizesOutput)
    def delete(self, request: Request, code: str, holdem_id: int, deal_id: int) -> Response:
        """Withdraw a deal: prizes go by places."""
        services.withdraw_deal(tournament=self.tournament(), deal_id=deal_id, by=self.actor, now=timezone.now())
        return self.shown()
