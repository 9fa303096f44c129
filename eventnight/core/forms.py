"""Forms over services: shape is checked here, rules by the service, and both errors look alike."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.errors import Refusal
from eventnight.core.errors import Conflict, UserFacingError
from eventnight.core.problems import Problem, problem_of
from eventnight.core.shown import Shown, in_words, is_same, read_shown, shown_by
from eventnight.core.values.numbers import whole_number

SHOWN = "shown"
"""The hidden field with what a page showed."""
CHANGED_MEANWHILE = (
    "This was changed to {now} after you opened the page, and you entered {entered}. Nothing was saved. Save again to "
    "keep what you entered, or enter {now}."
)

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
    """A form over something that is there already, which is its `initial`: what a press does not change stays as it is.

    A page that was opened before the form gained a field, or a program that sends one field, takes no protection away.
    Neither does a page that was opened before a colleague's change: it sends along what it showed (`shown`), and a
    field that still says so is not changed. A field that both changed is refused once, with both values.

    kept: the fields that the press leaves alone. sends_shown: whether pages send along what they showed.
    """

    sends_shown: ClassVar[bool] = True

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.kept: set[str] = set()
        self._sent_shown = read_shown(self.data.get(SHOWN)) if self.sends_shown else None

    def type_in(self, typed: Mapping[str, str]) -> None:
        """Show what was typed, with nothing saved: what the page showed at first stays what changes are told from."""
        self._sent_shown = read_shown(typed.get(SHOWN)) or self.present
        self.initial.update({name: typed.get(name, "") for name in self.base_fields})

    @property
    def present(self) -> dict[str, Shown]:
        """What a fresh page shows, by field."""
        return {
            name: shown_by(field, self.get_initial_for_field(field, name))
            for name, field in self.fields.items()
            if not field.widget.is_hidden
        }

    @property
    def shown(self) -> dict[str, Shown]:
        """What the page showed when it was opened; of a page that is opened now, what is there."""
        return self.present if self._sent_shown is None else self._sent_shown

    @property
    def shown_input(self) -> SafeString:
        """The hidden field that sends it along."""
        if not self.sends_shown:
            return SafeString()
        return format_html(
            '<input type="hidden" name="{}" value="{}" autocomplete="off">', SHOWN, json.dumps(self.shown)
        )

    @property
    def changes(self) -> dict[str, Any]:
        """What a valid form changes, by field."""
        return {name: value for name, value in self.cleaned_data.items() if name not in self.kept}

    def clean(self) -> dict[str, Any]:
        """What was sent; the rest as it is known."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        self.kept = {name for name in cleaned if self._is_kept(name)}
        for name in self.kept:
            known = self.get_initial_for_field(self.fields[name], name)
            cleaned[name] = cleaned[name] if known is None else known
        self._refuse_changed_by_both([name for name in cleaned if name not in self.kept])
        return cleaned

    def _is_kept(self, name: str) -> bool:
        widget = self.fields[name].widget
        if widget.value_omitted_from_data(self.data, self.files, self.add_prefix(name)):
            return True
        shown = self._sent_shown or {}
        return name in shown and is_same(self.fields[name], shown[name], self[name].data)

    def _refuse_changed_by_both(self, changed: Iterable[str]) -> None:
        """The page then shows both values, and counts from now on from what is there."""
        shown, present = self._sent_shown or {}, self.present
        for name in [each for each in changed if each in shown]:
            field, sent, now = self.fields[name], self[name].data, present[name]
            if is_same(field, now, shown[name]) or is_same(field, now, sent):
                continue
            shown[name] = now
            values = {"now": in_words(field, now), "entered": in_words(field, sent)}
            refused = Conflict("changed_meanwhile", CHANGED_MEANWHILE.format(**values), field=name, **values)
            self.refusal = self.refusal or problem_of(refused)
            self.add_error(name, ValidationError(refused.message, code=refused.code))


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
