"""A player's own seat at a match that the system deals, on the phone that opened the link on the card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control

from eventnight.core.actors import Actor
from eventnight.core.forms import ServiceForm, status_of
from eventnight.core.press import Press
from eventnight.core.press_form import press_form
from eventnight.core.web.access import personal_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import acting
from eventnight.events.models import Player
from eventnight.events.selectors import player_by_token
from tournaments.forms.dealt import EuchreMoveForm, MatchReadyForm, RevokeForm
from tournaments.models import Match
from tournaments.refusals import not_your_match
from tournaments.selectors.bracket.brackets import match_by_number
from tournaments.selectors.bracket.claims import claims_of
from tournaments.selectors.bracket.own_claim import own_claim
from tournaments.selectors.bracket.teams import bracket_by_id
from tournaments.selectors.dealt.seat_page import seat_page
from tournaments.selectors.dealt.seats import TEAMS, seat_in
from tournaments.services import dealt
from tournaments.views.dealt.frame import is_met, page_context, sheet_and_match


@personal_page
@cache_control(private=True, no_store=True)
def seat(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """The whole page."""
    return _page(request, token, bracket_id, number, MatchReadyForm())


@personal_page
@cache_control(private=True, no_store=True)
def seat_part(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """All of it that changes, for the live page."""
    return render(request, "tournaments/dealt/_seat.html", _context(token, bracket_id, number))


@personal_page
@require_POST
def ready(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """The player is ready for the next hand, or back in this one."""
    form = MatchReadyForm(request.POST)
    return _pressed(
        request,
        (token, bracket_id, number),
        form,
        lambda match, player, press: dealt.say_ready(match=match, player=player, sign=form.sign(), press=press),
    )


@personal_page
@require_POST
def move(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """The player acts."""
    form = EuchreMoveForm(request.POST)
    return _pressed(
        request,
        (token, bracket_id, number),
        form,
        lambda match, player, press: dealt.act(
            match=match, player=player, version=form.cleaned_data["version"], move=form.move(), press=press
        ),
    )


@personal_page
@require_POST
def revoke(request: HttpRequest, token: str, bracket_id: int, number: int) -> HttpResponse:
    """The player says that one of the other team did not follow suit."""
    form = RevokeForm(request.POST)
    return _pressed(
        request,
        (token, bracket_id, number),
        form,
        lambda match, player, press: dealt.claim_revoke(
            match=match,
            player=player,
            number=form.cleaned_data["number"],
            by_seat=form.cleaned_data["seat"],
            press=press,
        ),
    )


def _pressed(
    request: HttpRequest,
    where: tuple[str, int, int],
    form: ServiceForm,
    service: Callable[[Match, Player, Press], object],
) -> HttpResponse:
    token, bracket_id, number = where
    player = player_by_token(token)
    match = match_by_number(bracket_by_id(player.event, bracket_id), number)
    # A press that is sent again may have counted before the player's team left the match.
    is_there = is_met(match) and seat_in(match, player) is not None
    back = redirect("tournaments:seat_mine", *where) if is_there else redirect("night:my_night", token=token)
    return press_form(
        acting(request, Actor.player(player.code)), form, lambda press: service(match, player, press), back=back
    ) or _page(request, *where, form)


def _page(request: HttpRequest, token: str, bracket_id: int, number: int, form: ServiceForm) -> HttpResponse:
    version = player_by_token(token).event.head.version
    context = {**_context(token, bracket_id, number), "form": form, "version": version}
    return render(request, "tournaments/dealt/seat.html", context, status=status_of(form))


def _context(token: str, bracket_id: int, number: int) -> dict[str, Any]:
    """Raises NotFound("not_your_match", "unknown_link", "unknown_bracket", "unknown_match")."""
    player = player_by_token(token)
    tournament = bracket_by_id(player.event, bracket_id)
    sheet, match = sheet_and_match(tournament, number)
    own = seat_in(match, player)
    if own is None:
        raise not_your_match(match)
    page = seat_page(sheet, match, own)
    team = sheet.match.teams[(own - 1) % TEAMS]
    claims = claims_of(sheet.bracket).get(number) if page.sheet.winner or page.sheet.match.is_decided else None
    return {
        **page_context(page, tournament),
        "player": player,
        "team": team,
        "said": own_claim(sheet.match, team, claims),
    }
