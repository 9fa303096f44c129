"""Events in the admin: to look, not to touch, since services write every row."""

from __future__ import annotations

from django.contrib import admin

from eventnight.core.admin import ReadOnlyAdmin
from eventnight.events.models import Activity, Event, Invitation, Person, PhoneAddress, Player, RosterUpload, SignUp


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("code", "name", "starts_at", "house", "status")
    search_fields = ("code", "name")


@admin.register(Activity)
class ActivityAdmin(ReadOnlyAdmin):
    list_display = ("event", "kind", "title", "starts_at")
    list_select_related = ("event",)


@admin.register(Person)
class PersonAdmin(ReadOnlyAdmin):
    list_display = ("full_name", "email", "is_minor")
    search_fields = ("full_name", "email")


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("event", "code", "person", "checked_in_at")
    list_select_related = ("event", "person")
    exclude = ("token", "pin")


@admin.register(SignUp)
class SignUpAdmin(ReadOnlyAdmin):
    list_display = ("player", "kind", "partner")
    list_select_related = ("player__person", "partner__person")


@admin.register(PhoneAddress)
class PhoneAddressAdmin(ReadOnlyAdmin):
    list_display = ("event", "address", "chosen_at", "opened_at")
    list_select_related = ("event",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("event", "name", "role", "made_at", "valid_until", "used_by")
    list_select_related = ("event", "used_by")
    exclude = ("serial",)


@admin.register(RosterUpload)
class RosterUploadAdmin(ReadOnlyAdmin):
    list_display = ("event", "file_name", "uploaded_at", "applied_at", "players_added")
    exclude = ("content",)
