"""My night: what a personal link opens. Whoever has the link is the player; nothing else is asked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag

from eventnight.core.access import open_page
from eventnight.core.versions import current_version
from eventnight.events.selectors import player_by_token
from eventnight.night.selectors.my_night import my_night
from eventnight.raffle.selectors import placing_of


def _version_of(request: HttpRequest, token: str) -> str:
    """Raises NotFound("unknown_link")."""
    player = player_by_token(token)
    return f'"{player.pk}-{current_version(player.event_id)}"'


@open_page
@cache_control(private=True, no_cache=True)
def my_night_page(request: HttpRequest, token: str) -> HttpResponse:
    """The whole page, with the form that places tickets."""
    player = player_by_token(token)
    context = {
        "event": player.event,
        "version": current_version(player.event_id),
        "player": player,
        "mine": my_night(player, timezone.now()),
        "placing": placing_of(player),
        "address": request.build_absolute_uri(reverse("night:my_night", kwargs={"token": token})),
    }
    return render(request, "night/my_night.html", context)


@open_page
@cache_control(private=True, no_cache=True)
@etag(_version_of)
def my_board(request: HttpRequest, token: str) -> HttpResponse:
    """Everything but the form, for the live stream."""
    player = player_by_token(token)
    context = {"event": player.event, "player": player, "mine": my_night(player, timezone.now())}
    return render(request, "night/_my_board.html", context)
