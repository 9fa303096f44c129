"""No page and no form, whatever is typed into it or its address, is answered with a fault of the server."""

from __future__ import annotations

import re
from random import Random
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import get_resolver

from tests.core.test_access import OPEN_TO_ALL, addresses
from tests.deep import some
from tests.fuzz import rude
from tests.fuzz.budget import SEED, share
from tests.fuzz.night import FuzzedNight
from tests.fuzz.pages import Form, walk

pytestmark = pytest.mark.django_db

START = ["/", "/organise/", "/staff/{code}/", "/e/{code}/", "/organise/{code}/setup/", "/organise/{code}/roster/"]
START += ["/staff/{code}/desk/", "/staff/{code}/desk/?q=P001", "/staff/{code}/matches/", "/staff/{code}/tables/"]
START += ["/staff/{code}/floor/", "/staff/{code}/raffle/", "/organise/{code}/closing/", "/staff/{code}/players/P001/"]
START += ["/staff/{code}/matches/{bracket}/1/", "/staff/{code}/tables/{table}/", "/staff/{code}/tables/{wheel}/"]
START += [f"/staff/{{code}}/floor/{{flight}}/?player=P003&do={do}" for do in ("move", "bust", "count", "race", "hold")]
START += ["/staff/{code}/floor/{filling}/", "/staff/{code}/floor/{filling}/?do=hold", "/staff/{code}/floor/{planned}/"]
FORM = "application/x-www-form-urlencoded"


def test_no_page_is_answered_with_a_fault_of_the_server(capsys: pytest.CaptureFixture):
    night = FuzzedNight()
    routes = (route for route, _ in addresses(get_resolver()))
    found = some((route for route in routes if not route.startswith((*OPEN_TO_ALL, "api/"))), one_of=3)
    each = share(12, len(found), least=2)

    for route in found:
        path = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
        rng = Random(f"{SEED} {path}")
        with night.taken_back():
            for number in range(each):
                caller = "organiser" if rng.random() < 0.8 else rng.choice(night.callers)
                address = rude.rude_path(rng, path, night.places_of(path), chance=0.4 if number else 0)
                method = "GET" if rng.random() < 0.5 else "POST"
                body = urlencode({"request_id": uuid4(), **rude_fields(rng, {})}).encode()
                answer = night.client(caller).generic(method, address, body, FORM, headers=rude.rude_headers(rng))
                night.note(caller, answer, f"{method} {address} {body[:300]!r}")

    with capsys.disabled():
        print(night.told("Addresses of pages"))
    night.must_be_clean()


def test_no_form_is_answered_with_a_fault_of_the_server(capsys: pytest.CaptureFixture):
    night = FuzzedNight()
    pages, forms = walk(night.client("organiser"), [night.fill(start) for start in START])
    each = share(28, len(forms))
    assert (len(pages) > 60, len(forms) > 60) == (True, True)

    for kind, form in some(forms.items(), one_of=3):
        rng = Random(f"{SEED} {kind}")
        with night.taken_back():
            for _ in range(each):
                send(night, rng, form)

    with capsys.disabled():
        print(night.told(f"Forms, {len(forms)} kinds on {len(pages)} pages"))
    night.must_be_clean()


def send(night: FuzzedNight, rng: Random, form: Form) -> None:
    """The form as somebody sends it who changed what it holds."""
    fields = {name: value for name, value in form.fields.items() if name != "csrfmiddlewaretoken"}
    if "request_id" in fields:
        fields["request_id"] = str(uuid4())
    fields = rude_fields(rng, fields)
    address = form.action if rng.random() < 0.9 else form.action.partition("?")[0]
    if rng.random() < 0.05:
        fields |= {name: SimpleUploadedFile("x", rng.choice(rude.BODIES)) for name in ("roster", "picture")}
        answer = night.client("organiser").post(address, fields)
    else:
        body = urlencode(fields).encode()
        answer = night.client("organiser").generic("POST", address, body, FORM, headers=rude.rude_headers(rng))
    night.note("organiser", answer, f"POST {address} {fields!r:.400}")


def rude_fields(rng: Random, fields: dict[str, str]) -> dict[str, object]:
    """The fields with some changed, left out or added; now and then as they are."""
    sent: dict[str, object] = dict(fields)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        name = rng.choice(list(sent) or ["x"])
        if rng.random() < 0.25:
            sent.pop(name, None)
        else:
            sent[name] = rng.choice(rude.TEXTS + [str(value) for value in rude.VALUES if isinstance(value, int)])
    return sent
