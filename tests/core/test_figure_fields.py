"""What people type as a number reaches the server as it was typed, and is refused there in a sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.urls import get_resolver

from eventnight.core.forms import FigureInput, WholeField
from eventnight.events.fields import MoneyField
from tables.forms.fields import ChipsField

ROOT = Path(__file__).parents[2]
CODE = [path for top in ("eventnight", "tables", "tournaments") for path in (ROOT / top).rglob("*.py")]
FIGURES = (forms.IntegerField, forms.DecimalField, forms.FloatField)


def every_form() -> Iterator[type[forms.BaseForm]]:
    assert get_resolver().url_patterns  # every page's forms are imported
    waiting: list[type] = [forms.BaseForm]
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        if form.__module__.split(".")[0] in ("eventnight", "tables", "tournaments"):
            yield form


def test_no_form_shows_a_number_field_of_the_browser():
    fields = [(form, name, field) for form in every_form() for name, field in form.base_fields.items()]

    found = [f"{form.__qualname__}.{name}" for form, name, field in fields if is_native(field)]

    assert found == []
    assert sum(isinstance(field, FIGURES) for _, _, field in fields) > 60


def is_native(field: forms.Field) -> bool:
    widgets = getattr(field.widget, "widgets", [field.widget])
    return any(isinstance(widget, forms.NumberInput) or widget.attrs.get("type") == "number" for widget in widgets)


def test_nothing_in_the_code_names_a_number_field_of_the_browser():
    named = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in CODE
        for node in ast.walk(ast.parse(path.read_text()))
        if getattr(node, "attr", getattr(node, "id", "")) == "NumberInput"
    ]

    assert named == []


def test_no_page_lets_the_browser_drop_or_stop_what_is_typed():
    pages = {path.name: path.read_text() for path in (ROOT / "templates").rglob("*.html")}
    inputs = [(name, each) for name, text in pages.items() for each in re.findall(r"<input\b[^>]*>", text)]

    stopped = [found for found in inputs if re.search(r"""type=["']?number|\spattern=|\sstep=|\smin=""", found[1])]

    assert stopped == []
    assert len(inputs) > 40


@pytest.mark.parametrize(
    ("field", "keys"),
    [
        (WholeField(min_value=0), "numeric"),
        (ChipsField(), "numeric"),
        (MoneyField(), "decimal"),
        (WholeField(min_value=-5), "text"),
        (MoneyField(min_value=-5), "text"),
    ],
    ids=["count", "chips", "money", "count below zero", "money below zero"],
)
def test_a_phone_opens_the_keyboard_that_fits(field: forms.Field, keys: str):
    shown = field.widget.render("amount", "5,00")

    assert isinstance(field.widget, FigureInput)
    for said in ('type="text"', 'value="5,00"', f'inputmode="{keys}"', 'autocomplete="off"'):
        assert said in shown


@pytest.mark.parametrize(
    ("typed", "says"), [("9" * 20, "too large"), ("-" + "9" * 5000, "too large"), ("5,00", "plain digits")]
)
def test_a_number_with_too_many_digits_is_told_from_one_that_is_none(typed: str, says: str):
    with pytest.raises(ValidationError, match=says):
        WholeField().clean(typed)
