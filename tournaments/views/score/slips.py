"""Score slips on paper: one for each match that two teams still have to play."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.teams import bracket_by_id


@staff_page(Permission.RUN_MATCHES, here="euchre")
def score_slips(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Every slip that can be filled in now; `match` prints one of them. The code on it opens the match for staff."""
    view = bracket_view(bracket_by_id(event, bracket_id))
    wanted = request.GET.get("match", "")
    ready = [match for match in view.to_be_played if len(match.teams) == 2 and not match.is_decided]
    shown = [
        {"match": match, "address": _address(request, event, bracket_id, match.number)}
        for match in ready
        if wanted in ("", str(match.number))
    ]
    games = range(1, view.best_of + 1)
    return render(request, "tournaments/score/score_slips.html", {"bracket": view, "slips": shown, "games": games})


def _address(request: StaffRequest, event: Event, bracket_id: int, number: int) -> str:
    match = {"code": event.code, "bracket_id": bracket_id, "number": number}
    return request.build_absolute_uri(reverse("tournaments:match", kwargs=match))
