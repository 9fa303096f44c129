"""A guest calls the floor from the page that the link on their card opens, says what it is about, or cancels."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from eventnight.calls import services
from eventnight.calls.forms import AboutForm
from eventnight.core.actors import Actor
from eventnight.core.forms import ServiceForm
from eventnight.core.press import Press
from eventnight.core.press_form import sent
from eventnight.core.web.access import personal_page
from eventnight.core.web.methods import require_POST
from eventnight.events.models import Player
from eventnight.events.selectors import player_by_token


@personal_page
@require_POST
def call(request: HttpRequest, token: str) -> HttpResponse:
    """Call the floor to the guest's table. Where it is called already, the page shows that call."""
    player = player_by_token(token)
    services.call_from_seat(event=player.event, player=player, press=_press(request, player))
    return redirect("night:my_night", token=token)


@personal_page
@require_POST
def say_about(request: HttpRequest, token: str, call_id: int) -> HttpResponse:
    """What the open call of the guest's table is about."""
    player, form = player_by_token(token), sent(AboutForm(request.POST))
    press = _press(request, player)
    services.say_about(event=player.event, call_id=call_id, about=form.says, press=press, player=player)
    return redirect("night:my_night", token=token)


@personal_page
@require_POST
def cancel(request: HttpRequest, token: str, call_id: int) -> HttpResponse:
    """Nobody needs to come to the guest's table any more."""
    player = player_by_token(token)
    services.cancel_call(event=player.event, call_id=call_id, press=_press(request, player), player=player)
    messages.success(request, "The call is cancelled: nobody comes.")
    return redirect("night:my_night", token=token)


def _press(request: HttpRequest, player: Player) -> Press:
    """The guest's press, under its key where it carries one: without scripts it has none, and counts once all the same
    as the state of the call has it.
    """
    form = ServiceForm(request.POST)
    return Press(Actor.player(player.code), timezone.now(), form.key if form.is_valid() else None)
