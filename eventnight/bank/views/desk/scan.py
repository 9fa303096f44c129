"""A card that the phone photographs opens its guest at the desk, where no browser may open the camera itself."""

from __future__ import annotations

from urllib.parse import urlsplit

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve

from eventnight.core.errors import BadRequest, NotFound, UserFacingError
from eventnight.core.roles import Permission
from eventnight.core.uploads.codes import code_apart
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event, Player
from eventnight.events.selectors import player_by_token


class ScanForm(forms.Form):
    """The photo of a card."""

    photo = forms.FileField(allow_empty_file=False)


@require_POST
@staff_page(Permission.CHECK_IN, here="desk")
def scan(request: StaffRequest, event: Event) -> HttpResponse:
    """Whose card is in the photo, at the desk."""
    form = ScanForm(request.POST, request.FILES)
    if not form.is_valid():
        raise BadRequest("photo_missing", "No photo came with this. Take one of the card's QR code.")
    player = _holder(code_apart(form.cleaned_data["photo"].read()))
    if player.event_id != event.pk:
        raise NotFound("card_of_another_night", "This card is of another night. Ask the guest for tonight's card.")
    return redirect("bank:player", code=event.code, player=player.code)


def _holder(code: str) -> Player:
    """Whose card the code stands on. Raises UserFacingError("code_of_no_card"), NotFound("unknown_link")."""
    try:
        found = resolve(urlsplit(code).path)
    except (Resolver404, ValueError):
        found = None
    if found is None or found.view_name not in ("night:card", "night:my_night"):
        raise UserFacingError(
            "code_of_no_card",
            "This code is on no guest's card. Photograph the one on the card, or type its four figures.",
        )
    return player_by_token(found.kwargs["token"])
