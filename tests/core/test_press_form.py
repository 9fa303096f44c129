"""What a page does with a form that was sent."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.test import RequestFactory

from eventnight.core.actors import Actor
from eventnight.core.errors import Conflict
from eventnight.core.forms import ServiceForm, status_of
from eventnight.core.press import Press
from eventnight.core.press_form import Said, press_form
from eventnight.core.web.requests import acting

KEY = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
CASHIER = Actor("staff-1", "Cora")
BACK = HttpResponseRedirect("/staff/X/")


class SignedForm(ServiceForm):
    """A form that Berta signs besides."""

    def clean(self) -> dict[str, Any]:
        return {**(super().clean() or {}), "second_actor": Actor("staff-2", "Berta")}


def test_a_valid_form_is_pressed_under_its_key_with_who_signed_it():
    request, presses = _request(), []

    answer = press_form(request, SignedForm({"request_id": KEY}), presses.append, back=BACK)

    [press] = presses
    assert (press.by, press.key, press.second.label) == (CASHIER, UUID(KEY), "Berta")
    assert answer is BACK
    assert _told(request) == []


def test_a_form_without_a_key_is_pressed_without_one():
    presses: list[Press] = []

    press_form(_request(), forms.Form({}), presses.append, back=BACK)

    assert [(press.key, press.second) for press in presses] == [(None, None)]


def test_a_guest_presses_in_their_own_name():
    presses: list[Press] = []
    request = acting(RequestFactory().post("/my/secret/"), Actor("P1", "Alma"))

    press_form(request, ServiceForm({"request_id": KEY}), presses.append, back=BACK)

    assert [(press.by.label, press.key) for press in presses] == [("Alma", UUID(KEY))]


def test_what_is_said_and_where_it_leads_may_come_of_the_service():
    request = _request()

    answer = press_form(
        request,
        ServiceForm({"request_id": KEY}),
        lambda _: 7,
        said=lambda slip: Said(f"Booked, slip {slip}.", undo=f"/undo/{slip}/"),
        back=lambda slip: HttpResponseRedirect(f"/slips/{slip}/"),
    )

    assert answer.url == "/slips/7/"
    assert _told(request) == [("Booked, slip 7.", "/undo/7/")]


def test_a_refusal_is_put_on_the_form_for_its_page():
    def refuse(_: Press) -> None:
        raise Conflict("till_closed", "Till T1 is closed. Open it first.")

    request, form = _request(), ServiceForm({"request_id": KEY})

    assert press_form(request, form, refuse, said="Booked.", back=BACK) is None
    assert form.non_field_errors() == ["Till T1 is closed. Open it first."]
    assert (status_of(form), _told(request)) == (409, [])


@pytest.mark.parametrize("form", [ServiceForm({}), ServiceForm()], ids=["invalid", "not sent"])
def test_nothing_is_pressed_by_a_form_that_is_not_valid(form: ServiceForm):
    presses: list[Press] = []

    assert press_form(_request(), form, presses.append, back=lambda _: HttpResponse()) is None
    assert presses == []


def _request() -> HttpRequest:
    request = RequestFactory().post("/staff/X/")
    request.actor, request._messages = CASHIER, CookieStorage(request)
    return request


def _told(request: HttpRequest) -> list[tuple[str, str]]:
    return [(message.message, message.extra_tags) for message in get_messages(request)]
