"""What a page does with a form that was sent: check it, press a service with it, say what came of it, and lead on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone

from eventnight.core.errors import BadRequest
from eventnight.core.forms import RefusableForm, ServiceForm, refusing
from eventnight.core.press import Press, press_of
from eventnight.core.web.requests import ActingRequest, SignedInRequest

Result = TypeVar("Result")
Checked = TypeVar("Checked", bound=RefusableForm)
Told = TypeVar("Told", "str | Said", HttpResponse)


@dataclass(frozen=True, slots=True)
class Said:
    """What the next page says, empty for nothing, with the address that undoes it where there is one."""

    text: str
    undo: str = ""


def press_form(
    request: ActingRequest,
    form: RefusableForm,
    service: Callable[[Press], Result],
    *,
    said: str | Said | Callable[[Result], str | Said] = "",
    back: HttpResponse | Callable[[Result], HttpResponse],
) -> HttpResponse | None:
    """Press the service with a form that is valid: under its key, with the second person who signed it and the sale
    that it repeats.

    said: what the next page says. back: where the browser goes. Each may be made from what the service returned; one
    that reads the form has to be, as it is made before the form is checked.

    Returns None where nothing was done: the form was not sent, is not valid, or now shows why the service refused. The
    view then shows its page: `return press_form(…) or _page(request, form)`.
    """
    if not form.is_valid():
        return None
    with refusing(form):
        result = service(_press_of(request, form))
        told = _made_from(said, result)
        heard = Said(told) if isinstance(told, str) else told
        if heard.text:
            messages.success(request, heard.text, extra_tags=heard.undo)
        return _made_from(back, result)
    return None


def pressed(request: SignedInRequest) -> Press:
    """What a form of one button presses: under its key where it carries one, as the undo of a toast does, which is sent
    again when its answer was lost.
    """
    form = ServiceForm(request.POST)
    return press_of(request, form.key if form.is_valid() else None)


def keyed_press(request: SignedInRequest) -> Press:
    """The same where it cannot go without its key. Raises BadRequest("request_id_missing")."""
    return press_of(request, sent(ServiceForm(request.POST)).key)


def sent(form: Checked) -> Checked:
    """A form of one button as it came: it has no page of its own to show an error on.

    Raises BadRequest: "request_id_missing", and "form_invalid" with the first thing that is wrong.
    """
    if form.is_valid():
        return form
    name, errors = next(iter(form.errors.items()))
    if name == "request_id":
        raise BadRequest("request_id_missing", "This request came without its key. Reload the page and try again.")
    raise BadRequest("form_invalid", f"{form[name].label}: {errors[0]}", field=name)


def planned_by(form: RefusableForm, plan: Callable[[], Result]) -> Result | None:
    """What a valid form would lead to, to be looked at before it is pressed; None where the form now shows why it was
    refused.
    """
    with refusing(form):
        return plan()
    return None


def _press_of(request: ActingRequest, form: RefusableForm) -> Press:
    key = form.key if isinstance(form, ServiceForm) else None
    second = form.cleaned_data.get("second_actor")
    return Press(request.actor, timezone.now(), key, second, form.cleaned_data.get("again") or 0)


def _made_from(told: Told | Callable[[Result], Told], result: Result) -> Told:
    return told(result) if callable(told) else told
