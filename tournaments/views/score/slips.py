"""Score slips on paper: one for each match that two teams still have to play."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.shortcuts import render

from eventnight.core.roles import Permission
from eventnight.core.web.access import may, staff_page
from eventnight.core.web.requests import StaffRequest
from eventnight.events.house_settings.euchre_rules import euchre_rule_lines
from eventnight.events.models import Event
from eventnight.events.phones import phone_links
from tournaments.selectors.bracket.brackets import bracket_view
from tournaments.selectors.bracket.teams import bracket_by_id


@staff_page(Permission.RUN_MATCHES, here="euchre")
def score_slips(request: StaffRequest, event: Event, bracket_id: int) -> HttpResponse:
    """Every slip that can be filled in now; `match` prints one of them. The code on it opens the match for staff."""
    view = bracket_view(bracket_by_id(event, bracket_id))
    wanted = request.GET.get("match", "")
    ready = [match for match in view.to_be_played if len(match.teams) == 2 and not match.is_decided]
    links = phone_links(request, event)
    opens = partial(links.to, "tournaments:match", code=event.code, bracket_id=bracket_id)
    shown = [
        {"match": match, "address": opens(number=match.number)} for match in ready if wanted in ("", str(match.number))
    ]
    games = range(1, view.best_of + 1)
    context = {
        "bracket": view,
        "slips": shown,
        "games": games,
        "changed_rules": [line for line in euchre_rule_lines(view.rules) if line.is_changed],
        "phones": links,
        "may_set_up": may(request.roles, Permission.SET_UP),
    }
    return render(request, "tournaments/score/score_slips.html", context)
