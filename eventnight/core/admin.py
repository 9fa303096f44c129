"""The admin looks and does not touch: services write the rows, so that locks, rules and the log are never passed by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from eventnight.core.models import AuditRecord, RoleGrant, StaffPin, Tries

if TYPE_CHECKING:
    from django.db.models import Model

    AnyAdmin = admin.ModelAdmin[Model]
    AnyInline = admin.TabularInline[Model, Model]
else:
    AnyAdmin, AnyInline = admin.ModelAdmin, admin.TabularInline


class ReadOnlyAdmin(AnyAdmin):
    """A list and its rows without any way to change them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(AuditRecord)
class AuditRecordAdmin(ReadOnlyAdmin):
    list_display = ("at", "event", "actor_label", "action", "subject")
    list_select_related = ("event",)


@admin.register(RoleGrant)
class RoleGrantAdmin(ReadOnlyAdmin):
    list_display = ("event", "user", "role")
    list_select_related = ("event", "user")


@admin.register(StaffPin)
class StaffPinAdmin(ReadOnlyAdmin):
    list_display = ("user", "chosen_at")
    list_select_related = ("user",)
    exclude = ("hashed",)


@admin.register(Tries)
class TriesAdmin(ReadOnlyAdmin):
    list_display = ("kind", "wrong", "came", "free_at", "forgotten_at")
    exclude = ("key",)
