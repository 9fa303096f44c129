"""The raffle in the admin: to look, not to touch. The seed is not shown: it is a secret until the raffle is done."""

from __future__ import annotations

from django.contrib import admin

from eventnight.core.admin import ReadOnlyAdmin
from eventnight.raffle.models import Bucket, BucketPicture, Draw, Prize, Raffle, Ticket


@admin.register(Raffle)
class RaffleAdmin(ReadOnlyAdmin):
    exclude = ("seed",)
    list_display = ("event", "status", "method", "commitment", "list_hash")
    list_select_related = ("event",)


@admin.register(Bucket)
class BucketAdmin(ReadOnlyAdmin):
    list_display = ("raffle", "code", "item", "donor", "value", "pot_percent", "pot")
    list_select_related = ("raffle__event",)


@admin.register(BucketPicture)
class BucketPictureAdmin(ReadOnlyAdmin):
    exclude = ("jpeg",)
    list_display = ("bucket", "width", "height", "digest")
    list_select_related = ("bucket",)


@admin.register(Prize)
class PrizeAdmin(ReadOnlyAdmin):
    list_display = ("raffle", "code", "bucket")
    list_select_related = ("raffle__event", "bucket")


@admin.register(Ticket)
class TicketAdmin(ReadOnlyAdmin):
    list_display = ("raffle", "number", "holder", "bucket", "state", "sold_entry")
    list_filter = ("state",)
    list_select_related = ("raffle__event", "holder__person", "bucket")


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin):
    list_display = ("raffle", "number", "prize", "attempt", "ticket", "outcome", "at")
    list_select_related = ("raffle__event", "prize", "ticket")
