"""The calls in the admin: to look, not to touch, since services write every row."""

from __future__ import annotations

from django.contrib import admin

from eventnight.calls.models import FloorCall
from eventnight.core.admin import ReadOnlyAdmin


@admin.register(FloorCall)
class FloorCallAdmin(ReadOnlyAdmin):
    list_display = ("event", "called_at", "by_label", "about", "state", "taken_by_label", "taken_at", "ended_at")
    list_select_related = ("event",)
