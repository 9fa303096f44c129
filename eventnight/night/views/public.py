from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from eventnight.core.access import open_page, public_page
from eventnight.events.models import Event


@open_page
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "night/home.html", {"events": Event.objects.all()})


@public_page
def event(request: HttpRequest, event: Event) -> HttpResponse:
    return HttpResponse(event.name)


@public_page
def board(request: HttpRequest, event: Event) -> HttpResponse:
    return HttpResponse(event.name)
