"""Staff keep the score of a match hand by hand."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import etag

from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event
from tournaments.selectors.bracket.teams import bracket_by_id
from tournaments.selectors.score.sheets import score_version
from tournaments.views.score import frame as score_frame
from tournaments.views.score.frame import ScoreTable


@staff_page(Permission.RUN_MATCHES, here="euchre")
def score(request: StaffRequest, event: Event, bracket_id: int, number: int) -> HttpResponse:
    """The running score and the next hand."""
    return score_frame.score_page(request, _table(request, event, bracket_id, number))


def _version(request: StaffRequest, event: Event, bracket_id: int, number: int, part: str) -> str:
    return f'"{part}-{score_version(bracket_by_id(event, bracket_id), number)}"'


@staff_page(Permission.RUN_MATCHES, here="euchre")
@etag(_version)
def part(request: StaffRequest, event: Event, bracket_id: int, number: int, part: str) -> HttpResponse:
    """A part of the page alone, for the live stream."""
    return score_frame.score_part(request, _table(request, event, bracket_id, number), part)


@staff_page(Permission.RUN_MATCHES, here="euchre")
def correct(request: StaffRequest, event: Event, bracket_id: int, number: int, hand: int) -> HttpResponse:
    """One hand to be put right."""
    return score_frame.correction_page(request, _table(request, event, bracket_id, number), hand)


@require_POST
@staff_page(Permission.RUN_MATCHES, here="euchre")
def undo(request: StaffRequest, event: Event, bracket_id: int, number: int, hand: int) -> HttpResponse:
    """The last hand undone."""
    return score_frame.undo(request, _table(request, event, bracket_id, number), hand)


def _table(request: StaffRequest, event: Event, bracket_id: int, number: int) -> ScoreTable:
    at = {"code": event.code, "bracket_id": bracket_id, "number": number}
    return ScoreTable(
        event=event,
        tournament=bracket_by_id(event, bracket_id),
        number=number,
        by=request.actor,
        base=reverse("tournaments:score", kwargs=at),
        report=reverse("tournaments:match", kwargs=at),
    )
