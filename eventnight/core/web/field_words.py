"""What a form says of a field filled in wrongly: the framework's sentences in our words, for every form at once.

Set when the app is loaded, before any form is made: fields copy their sentences from their class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.core import validators
from django.utils.translation import ngettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

CHOICE = "“%(value)s” is not on the list. Choose something that is."

FIELDS: dict[type[forms.Field], dict[str, str]] = {
    forms.Field: {"required": "Fill this in."},
    forms.IntegerField: {"invalid": "Enter a whole number."},
    forms.FloatField: {"invalid": "Enter a number."},
    forms.DecimalField: {"invalid": "Enter a number."},
    forms.DateField: {"invalid": "Enter a date, such as 2026-11-21."},
    forms.TimeField: {"invalid": "Enter a time, such as 19:30."},
    forms.DateTimeField: {"invalid": "Enter a date and a time, such as 2026-11-21 19:30."},
    forms.UUIDField: {"invalid": "The form has lost its number. Reload the page and send it again."},
    forms.FileField: {
        "invalid": "No file came with the form. Choose it again.",
        "missing": "No file was chosen. Choose one.",
        "empty": "This file is empty. Choose another.",
        "contradiction": "Either choose a file or tick the box to remove it, not both.",
    },
    forms.ImageField: {"invalid_image": "This is not a picture, or it is damaged. Choose another."},
    forms.ChoiceField: {"invalid_choice": CHOICE},
    forms.TypedChoiceField: {"invalid_choice": CHOICE},
    forms.MultipleChoiceField: {"invalid_choice": CHOICE, "invalid_list": "Choose from the list."},
    forms.ModelChoiceField: {"invalid_choice": "This is not on the list any more. Choose something that is."},
}
"""By kind of field; a field of ours that says it better keeps its own."""


def _counted(one: str, many: str) -> _StrOrPromise:
    return ngettext_lazy(one, many, "limit_value")


VALIDATORS: dict[
    type[validators.BaseValidator | validators.EmailValidator | validators.ProhibitNullCharactersValidator],
    _StrOrPromise,
] = {
    validators.MaxLengthValidator: _counted(
        "Use %(limit_value)d character at most: this has %(show_value)d.",
        "Use %(limit_value)d characters at most: this has %(show_value)d.",
    ),
    validators.MinLengthValidator: _counted(
        "Use at least %(limit_value)d character: this has %(show_value)d.",
        "Use at least %(limit_value)d characters: this has %(show_value)d.",
    ),
    validators.MaxValueValidator: "Enter %(limit_value)s at most.",
    validators.MinValueValidator: "Enter %(limit_value)s at least.",
    validators.EmailValidator: "This is not an e-mail address. Write it like name@example.org.",
    validators.ProhibitNullCharactersValidator: "This has a character that nobody can see. Type it again.",
}


def use_our_words() -> None:
    """Put the sentences in place of the framework's."""
    for field, sentences in FIELDS.items():
        field.default_error_messages = {**field.__dict__.get("default_error_messages", {}), **sentences}
    for validator, sentence in VALIDATORS.items():
        validator.message = sentence
