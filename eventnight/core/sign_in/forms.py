"""What somebody types who has an account: a new password, the one they have, four digits."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from eventnight.core.forms import RefusableForm, refusing
from eventnight.core.web.requests import SignedInRequest

LONGEST_PASSWORD = 128
_DIGITS = {"inputmode": "numeric", "autocomplete": "off", "maxlength": "4"}


def _password_field(label: str, kind: str, **options: Any) -> forms.CharField:
    """kind: which of the person's passwords a browser fills in."""
    return forms.CharField(
        label=label,
        strip=False,
        max_length=LONGEST_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": f"{kind}-password"}),
        **options,
    )


class PasswordForm(RefusableForm):
    """A password, typed twice."""

    password = _password_field(
        "New password", "new", help_text="At least 8 characters, and not one that many people use."
    )
    password_again = _password_field("The same password again", "new")

    def clean(self) -> dict[str, Any]:
        """Both are the same, and nobody guesses it from the person's own names."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        password, again = cleaned.get("password"), cleaned.get("password_again")
        if password and again and password != again:
            self.add_error("password_again", ValidationError("These two are not the same. Type the password again."))
        elif password:
            try:
                validate_password(password, self.person())
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned

    def person(self) -> User:
        """Whose names the password must not be like."""
        return User()


class OwnForm(RefusableForm):
    """What somebody changes about their own account, with the password that it has."""

    old_password = _password_field("Your password now", "current")

    def __init__(self, request: SignedInRequest, data: Any = None) -> None:
        super().__init__(data)
        self.request = request

    def clean(self) -> dict[str, Any]:
        """The password is tried as at a sign-in, so that wrong ones are counted."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        typed = cleaned.get("old_password")
        if typed:
            with refusing(self):
                if authenticate(self.request, username=self.request.user.get_username(), password=typed) is None:
                    self.add_error("old_password", ValidationError("This is not your password."))
        return cleaned


class OwnPasswordForm(OwnForm, PasswordForm):
    """A new password in place of the old one."""

    field_order = ("old_password", "password", "password_again")

    def person(self) -> User:
        return self.request.user


class OwnPinForm(OwnForm):
    """Four digits for the tablets of the hall."""

    digits = forms.CharField(label="PIN, four digits", max_length=4, widget=forms.PasswordInput(attrs=_DIGITS))
    field_order = ("digits", "old_password")


class TakeOverForm(RefusableForm):
    """The PIN of whoever takes a tablet over."""

    digits = forms.CharField(
        label="PIN", max_length=4, widget=forms.PasswordInput(attrs={**_DIGITS, "autofocus": True})
    )
