"""Accounts of the staff whom an archived night names. They come without anything to sign in with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from eventnight.core.sign_in.names import sign_in_name, signs_in_as
from eventnight.night.archive import refusals
from eventnight.night.archive.holding import held
from eventnight.night.archive.manifest import ACCOUNTS

_NAMES = ("username", "first_name", "last_name")


def restore_accounts(rows: Iterable[tuple[int, Mapping[str, Any]]], *, same_accounts: bool) -> list[int]:
    """Make an account for each, or find it, and return their ids in order.

    same_accounts: whoever signs in here under the same name is the same person. Otherwise everybody gets a new account,
    closed until an administrator opens it and sets a password; a name that is taken gets a number.
    """
    users = get_user_model().objects
    ids: list[int] = []
    for place, row in rows:
        if row.keys() != set(_NAMES) or not all(isinstance(row[name], str) for name in _NAMES) or not row["username"]:
            raise refusals.unfit(ACCOUNTS, place, "it is not an account")
        account = held(ACCOUNTS, place, _closed(row))
        known = users.filter(username=account.username).first() if same_accounts else None
        ids.append((known or _saved(account)).pk)
    return ids


def account_named(username: str) -> User:
    """The account that signs in here under that name. Raises NotFound("unknown_account")."""
    found = get_user_model().objects.filter(signs_in_as(username), is_active=True).first()
    if found is None:
        raise refusals.unknown_account(username)
    return found


def _closed(row: Mapping[str, str]) -> User:
    user = get_user_model()(**{**row, "username": sign_in_name(row["username"])}, is_active=False)
    user.set_unusable_password()
    return user


def _saved(user: User) -> User:
    """The account under its name, or under that name with a number."""
    users = get_user_model().objects
    wanted, number = user.username, 1
    while users.filter(username__iexact=user.username).exists():
        number += 1
        user.username = f"{wanted[:140]}-{number}"
    user.save()
    return user
