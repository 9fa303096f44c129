"""The name that somebody signs in with, in the one spelling that the sign-in looks for."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q

from eventnight.core.values.codes import called
from eventnight.core.values.text import TextField


def sign_in_name(typed: str) -> str:
    """The name as accounts keep it and as Django's sign-in form reads it (NFKC): "dan" for "ｄａｎ"."""
    return User.normalize_username(typed.strip())


def signs_in_as(typed: str) -> Q:
    """Finds the account with that name, in capital letters or small ones, in any spelling."""
    return called(sign_in_name(typed), "username")


class SignInNameField(TextField):
    """A sign-in name, in its one spelling before its length and letters are looked at."""

    def to_python(self, value: Any) -> str:
        """Raises ValidationError with the code and sentence of `clean_text`."""
        return sign_in_name(super().to_python(value))
