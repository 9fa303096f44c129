"""The ledger in the admin: to be read, never to be edited."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from eventnight.bank.models import Account, Books, Entry, Transfer


class ReadOnly(admin.ModelAdmin):
    """Shows rows; adds, changes and deletes none."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Books)
class BooksAdmin(ReadOnly):
    list_display: ClassVar = ["event", "opened_as", "last_sequence", "last_hash"]
    list_select_related: ClassVar = ["event"]


@admin.register(Account)
class AccountAdmin(ReadOnly):
    list_display: ClassVar = ["event", "commodity", "owner_kind", "code", "balance"]
    list_filter: ClassVar = ["commodity", "owner_kind"]
    list_select_related: ClassVar = ["event"]
    search_fields: ClassVar = ["code"]


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display: ClassVar = ["event", "sequence", "kind", "subject", "at", "actor_code", "reason"]
    list_filter: ClassVar = ["kind"]
    list_select_related: ClassVar = ["event"]
    search_fields: ClassVar = ["subject", "key"]


@admin.register(Transfer)
class TransferAdmin(ReadOnly):
    list_display: ClassVar = ["entry", "number", "commodity", "from_account", "to_account", "amount"]
    list_filter: ClassVar = ["commodity"]
    list_select_related: ClassVar = ["entry", "from_account", "to_account"]
