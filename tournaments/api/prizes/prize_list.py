"""Prizes and deals for programs."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.bank.api.desk import EntryOutput, posted
from eventnight.bank.api.shapes import SignedInput, signed
from eventnight.bank.models import Purpose
from eventnight.bank.tills.codes import HOW_TILLS_ARE_CALLED, TILL_CODE
from eventnight.core.api.conditions import if_matched
from eventnight.core.api.fields import IntegerField
from eventnight.core.api.schema import IDEMPOTENCY_KEY
from eventnight.core.values.text import TextInput
from eventnight.events.fields import MOST_CENTS
from tournaments.api.flight.tournaments import HoldemApiView
from tournaments.forms.prizes import MOST_PLACES
from tournaments.models import DealMethod, PrizeScale
from tournaments.selectors.flight.tournaments import holdem_view
from tournaments.selectors.prizes.payments import prize_dues
from tournaments.selectors.prizes.prize_list import deal_offers, prizes_view
from tournaments.services.prizes import payments
from tournaments.services.prizes import prize_list as services


class PrizeWinnerOutput(serializers.Serializer[Any]):
    player = serializers.CharField()
    cents = IntegerField()


class PaidPlaceOutput(serializers.Serializer[Any]):
    place = serializers.CharField(source="place_text")
    cents = IntegerField()


class DealShareOutput(serializers.Serializer[Any]):
    player = serializers.CharField(source="entry.player_code")
    chips = IntegerField()
    cents = IntegerField()
    has_agreed = serializers.BooleanField()


class DealOutput(serializers.Serializer[Any]):
    id = IntegerField()
    method = serializers.ChoiceField(choices=DealMethod.choices)
    made_at = serializers.DateTimeField(allow_null=True)
    is_stale = serializers.BooleanField(help_text="Players or chips have changed since.")
    shares = DealShareOutput(many=True)


class DealOfferOutput(serializers.Serializer[Any]):
    method = serializers.ChoiceField(choices=DealMethod.choices)
    shares = DealShareOutput(many=True)
    notices = serializers.ListField(child=serializers.CharField())
    why_not = serializers.CharField()


class PoolLineOutput(serializers.Serializer[Any]):
    purpose = serializers.ChoiceField(choices=Purpose.choices)
    count = IntegerField()
    taken = IntegerField(help_text="Cents.")
    share = IntegerField(help_text="Percent of it that goes into the pool.")


class PoolOutput(serializers.Serializer[Any]):
    """Of the books. Cents."""

    lines = PoolLineOutput(many=True)
    added = IntegerField()
    guaranteed = IntegerField()
    later = IntegerField(help_text="Taken since the prizes were fixed, or given back: below zero.")
    fixed_at = serializers.DateTimeField(allow_null=True)


class PrizePaymentOutput(serializers.Serializer[Any]):
    sequence = IntegerField(help_text="Number of the bank entry.")
    cents = IntegerField()
    paid_from = serializers.CharField()
    at = serializers.DateTimeField()


class PrizeDueOutput(serializers.Serializer[Any]):
    player = serializers.CharField(source="entry.player_code")
    what = serializers.CharField()
    cents = IntegerField()
    payment = PrizePaymentOutput(allow_null=True)


class PrizesOutput(serializers.Serializer[Any]):
    pool = IntegerField(help_text="Cents.")
    entries = IntegerField()
    taken = PoolOutput(allow_null=True, help_text="How the pool comes about; empty before anybody has said.")
    places = PaidPlaceOutput(many=True, source="lines")
    winners = PrizeWinnerOutput(many=True)
    due = PrizeDueOutput(many=True)
    deal = DealOutput(allow_null=True)
    offers = DealOfferOutput(many=True, help_text="What a deal would give now, at a final table with a pool.")
    notice = serializers.CharField()


class PrizesInput(serializers.Serializer[Any]):
    """What is not named stays as it is; at first nothing goes into the pool and one in eight is paid."""

    entry_share = IntegerField(min_value=0, max_value=100, required=False, help_text="Percent of entry fees.")
    rebuy_share = IntegerField(min_value=0, max_value=100, required=False, help_text="Percent of re-buys.")
    add_on_share = IntegerField(min_value=0, max_value=100, required=False, help_text="Percent of add-ons.")
    added = IntegerField(min_value=0, max_value=MOST_CENTS, required=False, help_text="Cents, by the house.")
    guaranteed = IntegerField(min_value=0, max_value=MOST_CENTS, required=False, help_text="Cents, at least.")
    paid = IntegerField(min_value=1, max_value=MOST_PLACES, allow_null=True, required=False)
    one_in = IntegerField(min_value=1, max_value=MOST_PLACES, required=False)
    scale = serializers.ChoiceField(choices=PrizeScale.choices, required=False)
    unit = IntegerField(min_value=1, max_value=MOST_CENTS, required=False, help_text="Cents.")


class PrizePaymentInput(SignedInput):
    """second and password: user name and password of whoever confirms, from the event's limit on."""

    cents = IntegerField(min_value=1, max_value=MOST_CENTS, help_text="What is due, as it was shown.")
    till = serializers.RegexField(
        f"^({TILL_CODE})?$",
        default="",
        allow_blank=True,
        help_text="Whose drawer it leaves; empty for the safe.",
        error_messages={"invalid": HOW_TILLS_ARE_CALLED},
    )


class PrizeBackInput(SignedInput):
    """second and password: user name and password of whoever confirms, from the event's limit on."""

    reason = TextInput(max_length=200)


class DealInput(serializers.Serializer[Any]):
    method = serializers.ChoiceField(choices=DealMethod.choices)


class AgreeInput(serializers.Serializer[Any]):
    player = TextInput(max_length=40)


class PrizesApiView(HoldemApiView):
    """A view of a tournament's prizes."""

    def prizes_now(self, status: int = 200) -> Response:
        """The prizes as they are now."""
        tournament = self.tournament()
        holdem = holdem_view(tournament, timezone.now())
        view = prizes_view(tournament, holdem)
        body = {
            "pool": view.total,
            "entries": view.pool.entries if view.pool else 0,
            "taken": view.pool,
            "lines": view.lines,
            "winners": [{"player": code, "cents": cents} for code, cents in view.by_player.items()],
            "due": prize_dues(self.event, holdem, view),
            "deal": view.deal,
            "offers": [] if view.deal or not view.prizes else deal_offers(holdem, view.prizes),
            "notice": view.notice,
        }
        return Response(PrizesOutput(body).data, status=status)


class PrizesApi(PrizesApiView):
    @extend_schema(responses=PrizesOutput)
    def get(self, request: Request, code: str, holdem_id: int) -> Response:
        """The prizes by place, who has won them, and the deal there is."""
        return self.prizes_now()

    @extend_schema(request=PrizesInput, responses=PrizesOutput)
    @if_matched
    def put(self, request: Request, code: str, holdem_id: int) -> Response:
        """Say how the tournament pays. What is not named stays as it is."""
        return self._said()

    @extend_schema(request=PrizesInput, responses=PrizesOutput)
    @if_matched
    def patch(self, request: Request, code: str, holdem_id: int) -> Response:
        """Change how the tournament pays. What is not named stays as it is."""
        return self._said()

    def _said(self) -> Response:
        services.change_prizes(tournament=self.tournament(), **self.read(PrizesInput), press=self.press_without_key())
        return self.prizes_now()


class PrizesFixedApi(PrizesApiView):
    @extend_schema(request=None, responses=PrizesOutput)
    def put(self, request: Request, code: str, holdem_id: int) -> Response:
        """Fix the prizes: nothing that is taken or given back changes them any more."""
        services.fix_prizes(tournament=self.tournament(), press=self.press_without_key())
        return self.prizes_now()

    @extend_schema(responses={200: PrizesOutput})
    def delete(self, request: Request, code: str, holdem_id: int) -> Response:
        """Take that back, as long as nobody has been paid."""
        services.open_prizes(tournament=self.tournament(), press=self.press_without_key())
        return self.prizes_now()


class PrizePaymentsApi(PrizesApiView):
    @extend_schema(
        request=PrizePaymentInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY]
    )
    def post(self, request: Request, code: str, holdem_id: int, player: str) -> Response:
        """Pay a player what is won, out of a till or the safe."""
        given, second = signed(PrizePaymentInput, request, self.event)
        return posted(
            payments.pay_prize(tournament=self.tournament(), player_code=player, **given, press=self.press(second))
        )


class PrizePaymentUndoApi(PrizesApiView):
    @extend_schema(request=PrizeBackInput, responses={201: EntryOutput, 200: EntryOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, holdem_id: int, player: str) -> Response:
        """The money of a prize comes back to where it was."""
        given, second = signed(PrizeBackInput, request, self.event)
        may_any = self.may_reverse_any()
        return posted(
            payments.take_prize_back(
                tournament=self.tournament(),
                player_code=player,
                may_reverse_any=may_any,
                **given,
                press=self.press(second),
            )
        )


class DealsApi(PrizesApiView):
    @extend_schema(request=DealInput, responses={201: PrizesOutput}, parameters=[IDEMPOTENCY_KEY])
    def post(self, request: Request, code: str, holdem_id: int) -> Response:
        """Write a deal down for the players to agree to."""
        given = self.read(DealInput)
        services.propose_deal(tournament=self.tournament(), **given, press=self.press())
        return self.prizes_now(status=201)


class DealAgreeApi(PrizesApiView):
    @extend_schema(request=AgreeInput, responses=PrizesOutput)
    def post(self, request: Request, code: str, holdem_id: int, deal_id: int) -> Response:
        """A player says yes; with the last yes the deal is made."""
        given = self.read(AgreeInput)
        services.agree_to_deal(
            tournament=self.tournament(),
            deal_id=deal_id,
            player_code=given["player"],
            press=self.press_without_key(),
        )
        return self.prizes_now()


class DealApi(PrizesApiView):
    @extend_schema(responses=PrizesOutput)
    def delete(self, request: Request, code: str, holdem_id: int, deal_id: int) -> Response:
        """Withdraw a deal: prizes go by places."""
        services.withdraw_deal(tournament=self.tournament(), deal_id=deal_id, press=self.press_without_key())
        return self.prizes_now()
