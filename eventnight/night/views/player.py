from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from eventnight.core.access import open_page
from eventnight.events.selectors import player_by_token


@open_page
def my_night(request: HttpRequest, token: str) -> HttpResponse:
    return HttpResponse(player_by_token(token).code)


@open_page
def my_board(request: HttpRequest, token: str) -> HttpResponse:
    return HttpResponse(player_by_token(token).code)
