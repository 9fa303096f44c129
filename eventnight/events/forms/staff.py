"""Accounts of staff: whom the organiser invites, and what the invited person chooses."""

from __future__ import annotations

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator

from eventnight.core.forms import RefusableForm
from eventnight.core.roles import Role
from eventnight.core.sign_in.forms import PasswordForm
from eventnight.core.sign_in.names import SignInNameField
from eventnight.core.values.text import TextField
from eventnight.events.limits import LONGEST_NAME
from eventnight.events.services import NewAccount

LONGEST_SIGN_IN_NAME = 150


class RoleForm(RefusableForm):
    """An account gets a role."""

    username = TextField(max_length=LONGEST_SIGN_IN_NAME, label="Sign-in name")
    role = forms.ChoiceField(choices=Role.choices)


class InvitationForm(RefusableForm):
    """Who is asked to help, and with what."""

    name = TextField(max_length=LONGEST_NAME, label="Name")
    role = forms.ChoiceField(choices=Role.choices, initial=Role.DESK)


class AccountForm(PasswordForm):
    """The account that an invited person makes."""

    name = TextField(
        max_length=LONGEST_NAME,
        label="Your name",
        help_text="As others see it.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = SignInNameField(
        max_length=LONGEST_SIGN_IN_NAME,
        label="Sign-in name",
        validators=[UnicodeUsernameValidator(message="Letters, figures and @ . + - _ only, without spaces.")],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    field_order = ("name", "username", "password", "password_again")

    def person(self) -> User:
        return User(username=self.cleaned_data.get("username", ""), first_name=self.cleaned_data.get("name", ""))

    def account(self) -> NewAccount:
        """What a valid form asks for."""
        chosen = self.cleaned_data
        return NewAccount(name=chosen["name"], username=chosen["username"], password=chosen["password"])
