"""What everybody sees: buckets with odds, the promise, the list, the results, and the means to repeat the draw."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe

from eventnight.core.errors import NotFound
from eventnight.core.web.access import open_page, public_page
from eventnight.core.web.etags import changing_at
from eventnight.events.models import Event
from eventnight.raffle.saved_check import check_script, curve_script
from eventnight.raffle.selectors import (
    awaited_by,
    bucket_lines,
    next_telling,
    prize_lines,
    published_proof,
    raffle_by_event,
    raffle_of,
    raffle_summary,
)

PARTS = ("buckets", "results", "proof")


@public_page()
def raffle(request: HttpRequest, event: Event) -> HttpResponse:
    """The whole page."""
    context = _context(event)
    return changing_at(render(request, "raffle/public.html", context), context.get("changes_at"))


@public_page()
def part(request: HttpRequest, event: Event, name: str) -> HttpResponse:
    """One panel of it, for the live stream."""
    if name not in PARTS:
        raise NotFound("unknown_part", f"The raffle page has no part {name}. Reload the page.")
    context = _context(event)
    return changing_at(render(request, f"raffle/_{name}.html", context), context.get("changes_at"))


@public_page()
def verify(request: HttpRequest, event: Event) -> HttpResponse:
    """The page that repeats the draw in the browser."""
    context = {"event": event, "version": event.head.version, "raffle": raffle_of(event)}
    return render(request, "raffle/verify.html", context)


@public_page()
def proof(request: HttpRequest, event: Event) -> HttpResponse:
    """What has been published so far, as JSON."""
    found, now = raffle_of(event), timezone.now()
    answer = JsonResponse(published_proof(found, now), json_dumps_params={"indent": 2})
    return changing_at(answer, next_telling(found, now))


@public_page()
def ticket_list(request: HttpRequest, event: Event) -> HttpResponse:
    """The canonical list, byte for byte as it was hashed."""
    found = raffle_of(event)
    if not found.is_frozen:
        raise NotFound("list_not_closed", "The list of tickets is published when sales close. Look again then.")
    return HttpResponse(found.frozen_list.encode(), content_type="text/plain; charset=utf-8")


@open_page
def verifier(request: HttpRequest) -> HttpResponse:
    """The check page as one file to save and open without a network. It holds the scripts themselves, for a file
    loads no module; so it is only ever sent as a download.
    """
    scripts = {"script": mark_safe(check_script()), "curve": mark_safe(curve_script())}  # noqa: S308  our own files
    saved = {"Content-Disposition": 'attachment; filename="check-draw.html"'}
    return HttpResponse(render_to_string("raffle/verifier.html", scripts), headers=saved)


def _context(event: Event) -> dict[str, Any]:
    found = raffle_by_event(event.pk)
    context = {"event": event, "version": event.head.version, "raffle": found}
    if found is None:
        return context
    lines, now = bucket_lines(found), timezone.now()
    return context | {
        "buckets": lines,
        "fewest": min((line.tickets for line in lines if line.tickets), default=0),
        "prizes": prize_lines(found, now),
        "changes_at": next_telling(found, now),
        "summary": raffle_summary(event.pk),
        "rates": event.house_settings.raffle,
        "awaited": awaited_by(found),
        "withdrawn": found.withdrawn.all(),
    }
