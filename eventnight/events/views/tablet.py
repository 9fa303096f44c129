"""A tablet of the hall goes from hand to hand: one leaves it, the next takes it over with four digits."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control

from eventnight.core.errors import NotFound
from eventnight.core.forms import refusing, status_of
from eventnight.core.roles import Permission
from eventnight.core.sign_in import pins
from eventnight.core.sign_in.forms import TakeOverForm
from eventnight.core.web.access import event_by_code, open_page, staff_page
from eventnight.core.web.methods import require_POST
from eventnight.core.web.offline import forgetting
from eventnight.core.web.requests import StaffRequest
from eventnight.events.models import Event


@require_POST
@forgetting
@staff_page(Permission.STAFF_HOME)
def hand_over(request: StaffRequest, event: Event) -> HttpResponse:
    """Leave the tablet to whoever comes next."""
    pins.hand_over(request, event.pk)
    return redirect("events:tablet", code=event.code)


@open_page
def tablet(request: HttpRequest, code: str) -> HttpResponse:
    """Who takes it over."""
    event = event_by_code(code)
    if not pins.is_handed_over(request, event.pk):
        return redirect("night:staff_home", code=event.code)
    return _kept_nowhere(render(request, "events/tablet.html", {"event": event, "takers": pins.takers(event.pk)}))


@open_page
def take_over(request: HttpRequest, code: str, user_id: int) -> HttpResponse:
    """The PIN of the one who was chosen."""
    event = event_by_code(code)
    if not pins.is_handed_over(request, event.pk):
        return redirect("night:staff_home", code=event.code)
    taker = pins.takers(event.pk).filter(pk=user_id).first()
    if taker is None:
        raise NotFound("unknown_taker", "That person has no PIN or no role at this night any more. Choose another.")
    form = TakeOverForm(request.POST or None)
    if form.is_valid():
        with refusing(form):
            pins.take_over(
                request, event_id=event.pk, user_id=user_id, digits=form.cleaned_data["digits"], now=timezone.now()
            )
            return redirect("night:staff_home", code=event.code)
    context = {"event": event, "taker": taker, "form": form}
    return _kept_nowhere(render(request, "events/take_over.html", context, status=status_of(form)))


def _kept_nowhere(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, no_store=True)
    return answer
