"""The sponsors of a night, for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from eventnight.core.api.base import EventApiView
from eventnight.core.api.fields import IntegerField
from eventnight.core.roles import Permission
from eventnight.core.values.text import TextInput
from eventnight.events import services
from eventnight.events.limits import LONGEST_ADDRESS, LONGEST_NAME
from eventnight.events.selectors import sponsors_of


class SponsorInput(serializers.Serializer[Any]):
    name = TextInput(max_length=LONGEST_NAME)
    logo = serializers.FileField(help_text="A JPEG, PNG or WebP file.")
    link = TextInput(max_length=LONGEST_ADDRESS, required=False, allow_blank=True, help_text="Of a page of theirs.")


class SponsorPlaceInput(serializers.Serializer[Any]):
    place = IntegerField(min_value=1, help_text="Counted from 1.")


class SponsorOutput(serializers.Serializer[Any]):
    id = IntegerField()
    place = IntegerField()
    name = serializers.CharField()
    link = serializers.CharField(allow_blank=True)
    digest = serializers.CharField(help_text="By which the logo is addressed.")


class SponsorsApi(EventApiView):
    permission = Permission.SET_UP
    parser_classes = [MultiPartParser]

    @extend_schema(responses=SponsorOutput(many=True))
    def get(self, request: Request, code: str) -> Response:
        """The sponsors in the order in which they are shown."""
        return Response(SponsorOutput(sponsors_of(self.event), many=True).data)

    @extend_schema(request={"multipart/form-data": SponsorInput}, responses={201: SponsorOutput})
    def post(self, request: Request, code: str) -> Response:
        """List one more sponsor, last."""
        form = SponsorInput(data=request.data)
        form.is_valid(raise_exception=True)
        given = form.validated_data
        new = services.NewSponsor(name=given["name"], logo=given["logo"].read(), link=given.get("link", ""))
        sponsor = services.add_sponsor(event=self.event, new=new, press=self.press_without_key())
        return Response(SponsorOutput(sponsor).data, status=201)


class SponsorApi(EventApiView):
    permission = Permission.SET_UP

    @extend_schema(request=SponsorPlaceInput, responses=SponsorOutput(many=True))
    def put(self, request: Request, code: str, sponsor_id: int) -> Response:
        """Show a sponsor at that place; the others keep their order."""
        form = SponsorPlaceInput(data=request.data)
        form.is_valid(raise_exception=True)
        services.place_sponsor(
            event=self.event,
            sponsor_id=sponsor_id,
            place=form.validated_data["place"],
            press=self.press_without_key(),
        )
        return Response(SponsorOutput(sponsors_of(self.event), many=True).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, sponsor_id: int) -> Response:
        """Take a sponsor off."""
        services.remove_sponsor(event=self.event, sponsor_id=sponsor_id, press=self.press_without_key())
        return Response(status=204)
