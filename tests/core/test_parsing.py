"""JSON from outside, in bodies and in fields of forms: what cannot be kept or read is refused, never a fault."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.forms import JSONField
from hypothesis import given
from hypothesis import strategies as st

from eventnight.core.api.parsing import MOST_LEVELS, PlainJSONDecoder, plain_json
from eventnight.core.forms import ServiceForm
from tables.forms.roulette import BetsForm

HOSTILE = {
    "digits": "9" * 5000,
    "depth": "[" * 100_000,
    "a closed depth": "[" * 300 + "]" * 300,
    "infinity": '{"a": Infinity}',
    "a large float": "1e999",
    "nul": '"\\u0000"',
    "half a pair": '"\\ud800"',
    "a name twice": '{"a": 1, "a": 2}',
    "no json": "{",
}

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text("aZé🂡 ", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_field_of_a_form_that_carries_json_refuses_what_a_body_refuses(text: str):
    form = BetsForm({"bets": text, "request_id": "5f0c5d3e-5a0f-4b3e-9d53-0d6d7d1f2a4b"})

    assert not form.is_valid()
    assert form.errors["bets"]
    assert str(form)


def test_every_field_of_a_form_that_carries_json_reads_it_so():
    import_module(settings.ROOT_URLCONF)
    fields = [field for form in _forms(ServiceForm) for field in form.base_fields.values()]
    found = [field for field in fields if isinstance(field, JSONField)]

    assert len(found) >= 2
    assert {field.decoder for field in found} == {PlainJSONDecoder}


@given(plain)
def test_what_a_program_writes_is_read_as_it_was(value: Any):
    assert plain_json(json.dumps(value)) == value


@pytest.mark.parametrize(("levels", "is_read"), [(MOST_LEVELS, True), (MOST_LEVELS + 1, False)])
def test_lists_stand_in_each_other_as_deep_as_is_said(levels: int, is_read: bool):
    text = "[" * levels + "]" * levels

    if is_read:
        assert plain_json(text) is not None
    else:
        with pytest.raises(ValueError, match="more than 20 deep"):
            plain_json(text)


def _forms(base: type) -> list[type]:
    return [base, *(form for each in base.__subclasses__() for form in _forms(each))]
