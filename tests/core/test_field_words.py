"""What forms say of a field is in our words; the framework's sentences reach nobody."""

from __future__ import annotations

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from eventnight.core.values.text import TextField, TextInput
from tests.factories import make_user

STOCK = ("Ensure this", "This field", "Select a valid", "Enter a valid", "submitted", "Please enter", "choices.")
EMPTY_FILE = SimpleUploadedFile("roster.csv", b"")


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        (forms.CharField(), "", "Fill this in."),
        (forms.CharField(max_length=3), "abcd", "Use 3 characters at most: this has 4."),
        (forms.CharField(min_length=1, max_length=1), "abcd", "Use 1 character at most: this has 4."),
        (forms.IntegerField(max_value=10), 11, "Enter 10 at most."),
        (forms.IntegerField(min_value=1), 0, "Enter 1 at least."),
        (forms.EmailField(), "ann", "This is not an e-mail address. Write it like name@example.org."),
        (forms.ChoiceField(choices=[("a", "A")]), "b", "“b” is not on the list. Choose something that is."),
        (forms.FileField(), EMPTY_FILE, "This file is empty. Choose another."),
        (forms.FileField(), "x", "No file came with the form. Choose it again."),
        (forms.TimeField(), "soon", "Enter a time, such as 19:30."),
    ],
)
def test_a_field_says_what_to_do(field: forms.Field, value: object, sentence: str):
    with pytest.raises(forms.ValidationError) as refused:
        field.clean(value)

    assert refused.value.messages == [sentence]


def test_no_field_of_a_form_keeps_a_sentence_of_the_framework():
    fields = [each for each in vars(forms).values() if isinstance(each, type) and issubclass(each, forms.Field)]
    used = [each for each in fields if each.__name__ not in ("GenericIPAddressField", "JSONField", "DurationField")]

    kept = {
        str(sentence)
        for field in used
        for kind in field.__mro__
        for sentence in kind.__dict__.get("default_error_messages", {}).values()
        if str(sentence).startswith(("Ensure this", "This field", "Please"))
    }

    assert kept == set()


@pytest.mark.django_db
def test_a_wrong_password_is_told_in_our_words(client: Client):
    make_user("ruth")

    answer = client.post("/accounts/sign-in/", {"username": "ruth", "password": "wrong"}).content.decode()

    assert "This name and password do not go together." in answer
    assert not any(words in answer for words in STOCK)


@pytest.mark.parametrize("between", ["\n", "\r\n", "\t", "\u2028", "\u0085", "\v"])
def test_a_pasted_line_break_parts_words(between: str):
    typed = f"Zoë{between}New"

    assert TextField().clean(typed) == "Zoë New"
    assert TextInput().run_validation(typed) == "Zoë New"
