from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from eventnight.core.access import staff_page
from eventnight.core.roles import Permission
from eventnight.events.models import Event


@staff_page(Permission.STAFF_HOME, here="now")
def staff_home(request: HttpRequest, event: Event) -> HttpResponse:
    return HttpResponse(event.name)
