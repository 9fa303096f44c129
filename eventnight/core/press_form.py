"""What a page does with a form that was sent: check it, press a service with it, say what came of it, and lead on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, overload

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from eventnight.core.actors import Actor
from eventnight.core.forms import RefusableForm, ServiceForm, refusing
from eventnight.core.press import Press
from eventnight.core.web.requests import SignedInRequest

Result = TypeVar("Result")
Told = TypeVar("Told", str, HttpResponse)


@overload
def press_form(
    request: SignedInRequest,
    form: RefusableForm,
    service: Callable[[Press], Result],
    *,
    said: str | Callable[[Result], str] = "",
    undo: str | Callable[[Result], str] = "",
    back: HttpResponse | Callable[[Result], HttpResponse],
) -> HttpResponse | None: ...
@overload
def press_form(
    request: HttpRequest,
    form: RefusableForm,
    service: Callable[[Press], Result],
    *,
    said: str | Callable[[Result], str] = "",
    undo: str | Callable[[Result], str] = "",
    back: HttpResponse | Callable[[Result], HttpResponse],
    by: Actor,
) -> HttpResponse | None: ...
def press_form(
    request: HttpRequest,
    form: RefusableForm,
    service: Callable[[Press], Result],
    *,
    said: str | Callable[[Result], str] = "",
    undo: str | Callable[[Result], str] = "",
    back: HttpResponse | Callable[[Result], HttpResponse],
    by: Actor | None = None,
) -> HttpResponse | None:
    """Press the service with a form that is valid: under its key, with the second person who signed it and the sale
    that it repeats.

    said: what the next page says, with `undo` as the address that takes it back. back: where the browser goes. Each may
    be made from what the service returned; one that reads the form has to be, as it is made before the form is checked.
    by: who presses, where the page has no signed-in staff.

    Returns None where nothing was done: the form was not sent, is not valid, or now shows why the service refused. The
    view then shows its page: `return press_form(…) or _page(request, form)`.
    """
    if not form.is_valid():
        return None
    with refusing(form):
        result = service(_press_of(request, form, by))
        if text := _made_from(said, result):
            messages.success(request, text, extra_tags=_made_from(undo, result))
        return _made_from(back, result)
    return None


def _press_of(request: HttpRequest, form: RefusableForm, by: Actor | None) -> Press:
    key = form.key if isinstance(form, ServiceForm) else None
    second = form.cleaned_data.get("second_actor")
    # Without `by` the request is that of somebody signed in, who is on it.
    actor: Actor = by or vars(request)["actor"]
    return Press(actor, timezone.now(), key, second, form.cleaned_data.get("again") or 0)


def _made_from(told: Told | Callable[[Result], Told], result: Result) -> Told:
    return told(result) if callable(told) else told
