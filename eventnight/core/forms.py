"""Forms over services: shape is checked here, rules by the service, and both errors look alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.errors import Refusal
from eventnight.core.errors import UserFacingError
from eventnight.core.problems import Problem, problem_of
from eventnight.core.values.numbers import whole_number

_DIGITS = re.compile(r"-?[0-9]+")


class FigureInput(forms.TextInput):
    """A number as it was typed. A browser's own number field drops a comma before anybody sees it: 5,00 becomes 500.

    keys: the keyboard that a phone opens. The one for digits has no minus sign.
    """

    def __init__(self, attrs: dict[str, Any] | None = None, *, keys: str = "numeric") -> None:
        super().__init__({"inputmode": keys, "autocomplete": "off", **(attrs or {})})


Least = float | Decimal
"""The smallest number that a field takes."""


def signed_keys(widget: forms.Widget, least: Least | Callable[[], Least] | None) -> dict[str, str]:
    """Attributes of a figure that may be below zero: the whole keyboard, for its minus sign."""
    least = least() if callable(least) else least
    return {"inputmode": "text"} if isinstance(widget, FigureInput) and least is not None and least < 0 else {}


class WholeField(forms.IntegerField):
    """A whole number in plain digits. min_value, max_value: as for any number."""

    widget = FigureInput
    default_error_messages = {
        "invalid": "Enter a whole number in plain digits, such as 1250: no comma, point, blank or sign before it.",
        "too_large": "That number is too large. Check its digits.",
    }

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), **signed_keys(widget, self.min_value)}

    def to_python(self, value: Any) -> int | None:
        """The number, None for an empty field."""
        if value in self.empty_values or type(value) is int:
            return value if type(value) is int else None
        number = whole_number(value)
        if number is None:
            code = "too_large" if _DIGITS.fullmatch(str(value)) else "invalid"
            raise ValidationError(self.error_messages[code], code=code)
        return number


class RefusableForm(forms.Form):
    """A form whose press may be refused. refusal: why it was, with the ids of the rules and the status."""

    refusal: Problem | None = None

    @classmethod
    def sent_with_reason(cls, request: HttpRequest) -> dict[str, Any] | None:
        """What was sent, with the reason that the form begins with where a button sent none; None if nothing was."""
        if request.method != "POST":
            return None
        return {"reason": cls.base_fields["reason"].initial, **request.POST.dict()}

    def offer(self, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
        """Put the choices on the field of that name, each with its label."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class ServiceForm(RefusableForm):
    """A form whose press is counted once: the hidden key is made when the form is rendered."""

    request_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    @property
    def key(self) -> UUID:
        """The idempotency key of a valid form."""
        key: UUID = self.cleaned_data["request_id"]
        return key


class StatedCheckbox(forms.CheckboxInput):
    """A box that says so when it is left open, by a hidden field before it: without either, nothing is said of it."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        return format_html('<input type="hidden" name="{}" value="false">', name) + super().render(
            name, value, attrs, renderer
        )

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name not in data


class ChangesForm(RefusableForm):
    """A form over something that is there already, which is its `initial`: what a press does not name stays as it is.

    A page that was opened before the form gained a field, or a program that sends one field, takes no protection away.
    """

    def clean(self) -> dict[str, Any]:
        """What was sent; the rest as it is known."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name, field in self.fields.items():
            if name in cleaned and field.widget.value_omitted_from_data(self.data, self.files, self.add_prefix(name)):
                known = self.get_initial_for_field(field, name)
                cleaned[name] = cleaned[name] if known is None else known
        return cleaned


@contextmanager
def refusing(form: RefusableForm) -> Iterator[None]:
    """Put a refusal raised inside the block on the form, which keeps what was entered."""
    try:
        yield
    except Refusal as error:
        form.refusal = problem_of(error)
        form.add_error(None, ValidationError(error.message, code=error.code))


def shows_any(form: forms.Form, names: Iterable[str]) -> bool:
    """Whether one of these fields was typed or refused, so that it must be seen."""
    return any(form[name].errors or form[name].value() for name in names)


def status_of(*shown: RefusableForm | None) -> int:
    """The HTTP status of a page that shows these forms: that of the first one that was refused, else 200."""
    for form in shown:
        if form is not None and form.errors:
            return form.refusal.status if form.refusal else UserFacingError.status
    return 200
