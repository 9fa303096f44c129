"""The address at which phones reach the night."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.base import EventApiView
from eventnight.core.api.conditions import if_matched
from eventnight.core.roles import Permission
from eventnight.core.values.text import TextInput
from eventnight.events import services
from eventnight.events.limits import LONGEST_ADDRESS
from eventnight.events.phones import phone_links


class PhoneAddressInput(serializers.Serializer[Any]):
    address = TextInput(max_length=LONGEST_ADDRESS, help_text="Scheme, name and port: http://192.168.1.20:8000.")


class PhoneAddressOutput(serializers.Serializer[Any]):
    address = serializers.CharField(help_text="Of every card, slip, ticket and QR code.")
    is_chosen = serializers.BooleanField(help_text="False while it is only the address of this request.")
    opened_at = serializers.DateTimeField(allow_null=True, help_text="When a phone first opened it.")
    leads_nowhere = serializers.BooleanField(
        source="lead_nowhere", help_text="Whether a phone that follows it looks for the night on itself."
    )


class PhoneAddressApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(responses=PhoneAddressOutput)
    def get(self, request: Request, code: str) -> Response:
        """Where cards, slips, tickets and QR codes lead."""
        return Response(PhoneAddressOutput(phone_links(request, self.event)).data)

    @extend_schema(request=PhoneAddressInput, responses=PhoneAddressOutput)
    @if_matched
    def put(self, request: Request, code: str) -> Response:
        """Choose the address."""
        form = PhoneAddressInput(data=request.data)
        form.is_valid(raise_exception=True)
        services.choose_phone_address(event=self.event, press=self.press_without_key(), **form.validated_data)
        return self.get(request, code)
