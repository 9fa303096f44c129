"""The roster import: upload, look, confirm."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from eventnight.core.forms import status_of
from eventnight.core.press import Press, press_of
from eventnight.core.press_form import press_form
from eventnight.core.roles import Permission
from eventnight.core.web.access import staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.requests import StaffRequest
from eventnight.events.forms.night import RosterForm
from eventnight.events.models import Event, RosterUpload
from eventnight.events.services import import_roster, keep_upload, plan_roster, was_interrupted


@staff_page(Permission.SET_UP, here="setup")
def roster(request: StaffRequest, event: Event) -> HttpResponse:
    """Choose a file; a readable one leads to its preview."""
    form = RosterForm(request.POST or None, request.FILES or None)

    def keep(press: Press) -> RosterUpload:
        file = form.cleaned_data["roster"]
        return keep_upload(event=event, file_name=file.name, content=file.read(), press=press)

    return press_form(
        request,
        form,
        keep,
        back=lambda upload: redirect("events:roster_preview", code=event.code, upload_id=upload.pk),
    ) or render(request, "events/roster.html", {"form": form}, status=status_of(form))


@staff_page(Permission.SET_UP, here="setup")
def preview(request: StaffRequest, event: Event, upload_id: int) -> HttpResponse:
    """Every error by line, or the list of those who would be added; before that, that the file is being read."""
    return render(request, "events/roster_preview.html", {"version": event.head.version, **_context(event, upload_id)})


@staff_page(Permission.SET_UP, here="setup")
def preview_live(request: StaffRequest, event: Event, upload_id: int) -> HttpResponse:
    """The preview alone, for the live stream."""
    return render(request, "events/_roster_preview.html", _context(event, upload_id))


@require_POST
@staff_page(Permission.SET_UP, here="setup")
def confirm(request: StaffRequest, event: Event, upload_id: int) -> HttpResponse:
    """Import the file as previewed. A second press finds it done."""
    upload = get_object_or_404(RosterUpload, pk=upload_id, event=event)
    upload = import_roster(event=event, upload=upload, press=press_of(request))
    messages.success(request, f"{upload.players_added} players added from {upload.file_name}.")
    return redirect("events:players", code=event.code)


def _context(event: Event, upload_id: int) -> dict[str, object]:
    upload = get_object_or_404(RosterUpload, pk=upload_id, event=event)
    is_read = upload.reading_since is None and not upload.refusal
    return {
        "event": event,
        "upload": upload,
        "is_interrupted": was_interrupted(upload, timezone.now()),
        "plan": plan_roster(event, upload) if is_read and upload.applied_at is None else None,
    }
