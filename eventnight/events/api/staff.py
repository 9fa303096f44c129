"""Who works at a night: roles, invitations, and ways back in."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.base import EventApiView
from eventnight.core.api.fields import IntegerField
from eventnight.core.roles import Permission, Role
from eventnight.core.values.text import TextInput
from eventnight.events import services
from eventnight.events.invitations import link_of
from eventnight.events.limits import LONGEST_NAME
from eventnight.events.models import Invitation
from eventnight.events.selectors import open_invitations, staff_of


class StaffOutput(serializers.Serializer[Any]):
    user_id = IntegerField()
    username = serializers.CharField()
    name = serializers.CharField()
    roles = serializers.ListField(child=serializers.ChoiceField(choices=Role.choices))


class RoleInput(serializers.Serializer[Any]):
    username = TextInput(max_length=150)
    role = serializers.ChoiceField(choices=Role.choices)


class RolesApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(responses=StaffOutput(many=True))
    def get(self, request: Request, code: str) -> Response:
        """Everybody with a role."""
        return Response(StaffOutput(staff_of(self.event), many=True).data)

    @extend_schema(request=RoleInput, responses={201: StaffOutput(many=True)})
    def post(self, request: Request, code: str) -> Response:
        """Give an account a role."""
        form = RoleInput(data=request.data)
        form.is_valid(raise_exception=True)
        services.grant_role(
            event=self.event,
            username=form.validated_data["username"],
            role=Role(form.validated_data["role"]),
            press=self.press_without_key(),
        )
        return Response(StaffOutput(staff_of(self.event), many=True).data, status=201)


class RoleApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, user_id: int, role: str) -> Response:
        """Take a role away."""
        services.revoke_role(
            event=self.event, user_id=user_id, role=services.known_role(role), press=self.press_without_key()
        )
        return Response(status=204)


class InvitationInput(serializers.Serializer[Any]):
    name = TextInput(max_length=LONGEST_NAME, help_text="Whom you mean.")
    role = serializers.ChoiceField(choices=Role.choices)


class InvitationOutput(serializers.Serializer[Any]):
    id = IntegerField()
    name = serializers.CharField()
    role = serializers.ChoiceField(
        choices=[*Role.choices, ("", "")], help_text="Empty where the link lets an account choose a new password."
    )
    valid_until = serializers.DateTimeField()
    link = serializers.SerializerMethodField(help_text="Whoever opens it first may use it, once.")

    def get_link(self, invitation: Invitation) -> str:
        return link_of(invitation, self.context["request"])


class InvitationsApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(responses=InvitationOutput(many=True))
    def get(self, request: Request, code: str) -> Response:
        """Invitations that nobody has used."""
        found = InvitationOutput(open_invitations(self.event), many=True, context={"request": request})
        return Response(found.data)

    @extend_schema(request=InvitationInput, responses={201: InvitationOutput})
    def post(self, request: Request, code: str) -> Response:
        """Invite somebody; who is invited to that role already keeps the same link."""
        form = InvitationInput(data=request.data)
        form.is_valid(raise_exception=True)
        made = services.invite_staff(
            event=self.event,
            name=form.validated_data["name"],
            role=Role(form.validated_data["role"]),
            press=self.press_without_key(),
        )
        return Response(InvitationOutput(made, context={"request": request}).data, status=201)


class InvitationApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, invitation_id: int) -> Response:
        """Withdraw an invitation: its link opens nothing from now on."""
        services.withdraw_invitation(event=self.event, invitation_id=invitation_id, press=self.press_without_key())
        return Response(status=204)


class BackInApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(request=None, responses={201: InvitationOutput})
    def post(self, request: Request, code: str, user_id: int) -> Response:
        """A link with which somebody of the staff chooses a new password; the one before it opens nothing any more."""
        made = services.let_back_in(event=self.event, user_id=user_id, press=self.press_without_key())
        return Response(InvitationOutput(made, context={"request": request}).data, status=201)
