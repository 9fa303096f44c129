"""Players: the list, one of them, check-in and sign-ups."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.base import EventApiView
from eventnight.core.api.conditions import if_matched
from eventnight.core.api.queries import choice_in
from eventnight.core.api.schema import CURSOR, KEY_IF_SENT, page_of
from eventnight.core.roles import Permission
from eventnight.core.values.text import TextInput
from eventnight.events import services
from eventnight.events.api.pages import OldestFirst
from eventnight.events.limits import LONGEST_CODE_NAME, LONGEST_NAME, LONGEST_REASON
from eventnight.events.models import Player, SignUp
from eventnight.events.phones import phone_links
from eventnight.events.roster.roster_check import ACTIVITIES
from eventnight.events.selectors import find_players, player_by_code


class SignUpOutput(serializers.ModelSerializer[SignUp]):
    partner = serializers.CharField(source="partner.code", default=None, allow_null=True)

    class Meta:
        model = SignUp
        fields = ("kind", "partner", "signed_up_at")


class PlayerOutput(serializers.ModelSerializer[Player]):
    full_name = serializers.CharField(source="person.full_name")
    email = serializers.CharField(source="person.email")
    code_name = serializers.CharField(source="person.code_name")
    is_minor = serializers.BooleanField(source="person.is_minor")
    id_seen_by = serializers.CharField(source="id_seen_by.username", default=None, allow_null=True)
    sign_ups = SignUpOutput(many=True)

    class Meta:
        model = Player
        fields = (
            "code",
            "pin",
            "full_name",
            "display_name",
            "email",
            "code_name",
            "is_minor",
            "checked_in_at",
            "id_seen_at",
            "id_seen_by",
            "withdrawn_at",
            "withdrawn_by",
            "withdrawn_reason",
            "sign_ups",
        )


class PlayerInput(serializers.Serializer[Any]):
    full_name = TextInput(max_length=LONGEST_NAME)
    email = serializers.EmailField(required=False, allow_blank=True)
    code_name = TextInput(max_length=LONGEST_CODE_NAME, required=False, allow_blank=True)
    is_minor = serializers.BooleanField(required=False)


class SignUpInput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=[(kind.value, kind.label) for kind in ACTIVITIES])
    partner = TextInput(max_length=8, required=False, help_text="The partner's code, such as P012.")


class CheckInInput(serializers.Serializer[Any]):
    id_seen = serializers.BooleanField(default=False)
    conditions_met = serializers.BooleanField(
        default=False, help_text="Where the night has conditions for taking part: the player meets them."
    )


class WithdrawalInput(serializers.Serializer[Any]):
    reason = TextInput(max_length=LONGEST_REASON, help_text="Why the player does not play on.")


class JoinCodeOutput(serializers.Serializer[Any]):
    player = serializers.CharField(source="player.code")
    code = serializers.CharField(help_text="Six figures that open the player's page once, together with the PIN.")
    valid_until = serializers.DateTimeField()


class CardOutput(serializers.Serializer[Any]):
    player = serializers.CharField(source="code")
    pin = serializers.CharField()
    link = serializers.SerializerMethodField(help_text="The address in the card's QR code.")

    def get_link(self, player: Player) -> str:
        return phone_links(self.context["request"], player.event).to("night:card", token=player.token)


class PlayersApi(EventApiView):
    permission = Permission.CHECK_IN

    @extend_schema(
        operation_id="events_players_list",
        parameters=[
            OpenApiParameter("q", str, description="Words of the name, a code, a PIN or a personal link."),
            OpenApiParameter("checked_in", bool, description="Only those who are here, or only the others."),
            CURSOR,
        ],
        responses=page_of(PlayerOutput),
    )
    def get(self, request: Request, code: str) -> Response:
        """Players, a page at a time."""
        found = find_players(self.event, request.query_params.get("q", ""))
        checked_in = choice_in(request, "checked_in", ("true", "false"))
        if checked_in is not None:
            found = found.filter(checked_in_at__isnull=checked_in == "false")
        pages = OldestFirst()
        rows = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(PlayerOutput(rows, many=True).data)

    @extend_schema(request=PlayerInput, parameters=[KEY_IF_SENT], responses={201: PlayerOutput})
    def post(self, request: Request, code: str) -> Response:
        """Add a player."""
        form = PlayerInput(data=request.data)
        form.is_valid(raise_exception=True)
        player = services.add_player(
            event=self.event, new=services.NewPlayer(**form.validated_data), press=self.press_under_any_key()
        )
        return Response(PlayerOutput(player).data, status=201)


class PlayerApi(EventApiView):
    permission = Permission.CHECK_IN

    @extend_schema(responses=PlayerOutput)
    def get(self, request: Request, code: str, player: str) -> Response:
        """One player."""
        return Response(PlayerOutput(player_by_code(self.event, player)).data)

    @extend_schema(request=PlayerInput, responses=PlayerOutput)
    @if_matched
    def put(self, request: Request, code: str, player: str) -> Response:
        """Correct what is known of a player. What is not named stays as it is."""
        return self._corrected(PlayerInput(data=request.data), player)

    @extend_schema(request=PlayerInput, responses=PlayerOutput)
    @if_matched
    def patch(self, request: Request, code: str, player: str) -> Response:
        """Correct some of what is known of a player. What is not named stays as it is."""
        return self._corrected(PlayerInput(data=request.data, partial=True), player)

    def _corrected(self, form: serializers.Serializer[Any], player: str) -> Response:
        form.is_valid(raise_exception=True)
        found = services.rename_player(
            player=player_by_code(self.event, player),
            changes=services.PlayerChanges(**form.validated_data),
            press=self.press_without_key(),
        )
        return Response(PlayerOutput(found).data)


class CheckInApi(EventApiView):
    permission = Permission.CHECK_IN

    @extend_schema(request=CheckInInput, responses=PlayerOutput)
    def post(self, request: Request, code: str, player: str) -> Response:
        """The player is here."""
        form = CheckInInput(data=request.data)
        form.is_valid(raise_exception=True)
        found = services.check_in(
            player=player_by_code(self.event, player), **form.validated_data, press=self.press_without_key()
        )
        return Response(PlayerOutput(found).data)

    @extend_schema(responses={200: PlayerOutput})
    def delete(self, request: Request, code: str, player: str) -> Response:
        """Undo the check-in."""
        found = services.undo_check_in(player=player_by_code(self.event, player), press=self.press_without_key())
        return Response(PlayerOutput(found).data)


class IdAgainApi(EventApiView):
    permission = Permission.CHECK_IN

    @extend_schema(request=None, responses=PlayerOutput)
    def post(self, request: Request, code: str, player: str) -> Response:
        """The picture ID was seen once more."""
        found = services.look_at_id_again(player=player_by_code(self.event, player), press=self.press_without_key())
        return Response(PlayerOutput(found).data)


class WithdrawalApi(EventApiView):
    permission = Permission.CHECK_IN

    @extend_schema(request=WithdrawalInput, responses=PlayerOutput)
    def post(self, request: Request, code: str, player: str) -> Response:
        """The player does not play on: no new seat, entry or stack."""
        form = WithdrawalInput(data=request.data)
        form.is_valid(raise_exception=True)
        found = services.withdraw_player(
            player=player_by_code(self.event, player), **form.validated_data, press=self.press_without_key()
        )
        return Response(PlayerOutput(found).data)

    @extend_schema(responses={200: PlayerOutput})
    def delete(self, request: Request, code: str, player: str) -> Response:
        """Readmit the player."""
        found = services.readmit_player(player=player_by_code(self.event, player), press=self.press_without_key())
        return Response(PlayerOutput(found).data)


class SignUpsApi(EventApiView):
    permission = Permission.CHECK_IN

    @extend_schema(request=SignUpInput, responses=PlayerOutput)
    def post(self, request: Request, code: str, player: str) -> Response:
        """Sign a player up; again with another partner changes the partner."""
        form = SignUpInput(data=request.data)
        form.is_valid(raise_exception=True)
        found, partner = player_by_code(self.event, player), form.validated_data.get("partner")
        services.sign_up(
            player=found,
            kind=form.validated_data["kind"],
            partner=player_by_code(self.event, partner) if partner else None,
            press=self.press_without_key(),
        )
        return Response(PlayerOutput(found).data)


class JoinCodeApi(EventApiView):
    permission = Permission.CHECK_IN

    @extend_schema(request=None, responses={201: JoinCodeOutput})
    def post(self, request: Request, code: str, player: str) -> Response:
        """Show the code with which the player opens their page on a phone; the one before it is void."""
        found = player_by_code(self.event, player)
        join_code = services.show_join_code(player=found, press=self.press_without_key())
        return Response(JoinCodeOutput(join_code).data, status=201)


class CardApi(EventApiView):
    permission = Permission.CHECK_IN

    @extend_schema(request=None, responses={201: CardOutput})
    def post(self, request: Request, code: str, player: str) -> Response:
        """A new card: another PIN and link. The old ones open nothing from then on."""
        found = services.renew_card(player=player_by_code(self.event, player), press=self.press_without_key())
        return Response(CardOutput(found, context={"request": request}).data, status=201)
