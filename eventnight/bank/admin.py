"""The ledger in the admin: to be read, never to be edited."""

from __future__ import annotations

from django.contrib import admin

from eventnight.bank.models import Account, Books, Entry, Transfer, VarianceApproval
from eventnight.core.admin import ReadOnlyAdmin


@admin.register(Books)
class BooksAdmin(ReadOnlyAdmin):
    list_display = ["event", "opened_as", "last_sequence", "last_hash"]
    list_select_related = ["event"]


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin):
    list_display = ["event", "commodity", "owner_kind", "code", "balance"]
    list_filter = ["commodity", "owner_kind"]
    list_select_related = ["event"]
    search_fields = ["code"]


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["event", "sequence", "kind", "subject", "at", "actor_code", "reason"]
    list_filter = ["kind"]
    list_select_related = ["event"]
    search_fields = ["subject", "key"]


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin):
    list_display = ["entry", "number", "commodity", "from_account", "to_account", "amount"]
    list_filter = ["commodity"]
    list_select_related = ["entry", "from_account", "to_account"]


@admin.register(VarianceApproval)
class VarianceApprovalAdmin(ReadOnlyAdmin):
    list_display = ["event", "label", "amount", "reason", "at", "actor_code", "second_code", "withdraws"]
    list_select_related = ["event", "withdraws"]
