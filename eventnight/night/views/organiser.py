from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from eventnight.core.access import staff_page
from eventnight.core.roles import Permission
from eventnight.events.models import Event


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def dashboard(request: HttpRequest, event: Event) -> HttpResponse:
    return HttpResponse(event.name)


@staff_page(Permission.SEE_BOOKS, here="dashboard")
def audit(request: HttpRequest, event: Event) -> HttpResponse:
    return HttpResponse(event.name)
