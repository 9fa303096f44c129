"""My night: what a personal link opens. Whoever has the link is the player; nothing else is asked."""

from __future__ import annotations

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control

from eventnight.core.fresh.snapshots import SNAPSHOTS, Snapshot
from eventnight.core.fresh.versions import VERSIONS, EventVersion
from eventnight.core.roles import Permission
from eventnight.core.web.access import may, personal_page, roles_at
from eventnight.core.web.etags import comes_again, etag_of, not_modified, tag
from eventnight.core.web.requests import is_signed_in
from eventnight.events.models import Event
from eventnight.events.phones import phone_links
from eventnight.events.selectors import player_by_token
from eventnight.night.selectors.hall import Hall, happenings_of, read_hall
from eventnight.night.selectors.my_night import MyNight
from eventnight.raffle.selectors import placing_of

LINKS_KNOWN = 10_000


@personal_page
@cache_control(private=True, no_cache=True)
def my_night_page(request: HttpRequest, token: str) -> HttpResponse:
    """The whole page, with the form that places tickets."""
    hall, mine = _night(token)
    player = player_by_token(token)
    context = _board(hall.value, mine) | {
        "version": hall.version,
        "player": player,
        "placing": placing_of(player),
        "address": phone_links(request, player.event).to("night:card", token=token),
    }
    return render(request, "night/my_night.html", context)


@personal_page
@cache_control(private=True, no_cache=True)
def card(request: HttpRequest, token: str) -> HttpResponse:
    """What the code on a card leads to: the guest at the desk, on a phone of staff who check people in there; else the
    guest's own page.
    """
    player = player_by_token(token)
    if is_signed_in(request) and may(roles_at(request, player.event_id), Permission.CHECK_IN):
        return redirect("bank:player", code=player.event.code, player=player.code)
    return redirect("night:my_night", token=token)


@personal_page
@cache_control(private=True, no_cache=True)
def my_board(request: HttpRequest, token: str) -> HttpResponse:
    """Everything but the form, for the live stream. Its tag stands for what the board shows of this player, so others'
    sales leave it as it is.
    """
    hall, mine = _night(token, comes_again=comes_again(request))
    etag = etag_of(repr(mine).encode())
    response = not_modified(request, etag) or render(request, "night/_my_board.html", _board(hall.value, mine))
    return tag(response, etag, hall.version)


def _night(token: str, *, comes_again: bool = False) -> tuple[Snapshot[Hall], MyNight]:
    """The hall, and in it the night of whoever has that link. Raises NotFound("unknown_link")."""
    hall = hall_of(VERSIONS.newest(_event_code(token)), comes_again=comes_again)
    mine = hall.value.night_of(token)
    if mine is None:
        # The card was printed a moment ago, perhaps by another process.
        event = player_by_token(token).event
        hall = hall_of(EventVersion(event.pk, event.head.version))
        mine = hall.value.night_of(token)
    if mine is None:
        raise ValueError("a player was added without a new version of the event")
    return hall, mine


def hall_of(known: EventVersion, *, comes_again: bool = False) -> Snapshot[Hall]:
    """The hall at that version of the event, kept for all who ask."""

    def read(before: Hall | None) -> Hall:
        return read_hall(Event.objects.get(pk=known.event_id), timezone.now(), before)

    return SNAPSHOTS.get(known, "hall", read, comes_again=comes_again)


@lru_cache(LINKS_KNOWN)
def _event_code(token: str) -> str:
    """No event ever changes its code, and no link its event; one that was replaced is missing in the hall."""
    return player_by_token(token).event.code


def _board(hall: Hall, mine: MyNight) -> dict[str, object]:
    return {"event": hall.event, "mine": mine, "happenings": happenings_of(mine)}
