"""Lists of people that were sent to be looked at and imported."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from eventnight.events.models.night import Event


class RosterUpload(models.Model):
    """The list in a roster file, kept between its preview and its import; the same file is one row.

    content: the list's rows as JSON, empty until it is read and once it is imported. reading_since: while it is being
    read. refusal: why it cannot be read, as code, message and facts.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="roster_uploads")
    sha256 = models.CharField(max_length=64)
    file_name = models.CharField(max_length=200)
    content = models.BinaryField()
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="roster_uploads",
    )
    uploaded_at = models.DateTimeField()
    reading_since = models.DateTimeField(null=True, blank=True)
    refusal = models.JSONField(default=dict, blank=True)
    applied_at = models.DateTimeField(null=True, blank=True)
    players_added = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "sha256"], name="rosterupload_file_once"),
            models.CheckConstraint(
                condition=Q(applied_at__isnull=False) | Q(players_added=0),
                name="rosterupload_adds_when_applied",
            ),
            models.CheckConstraint(
                condition=Q(applied_at__isnull=True) | Q(reading_since__isnull=True),
                name="rosterupload_applied_when_read",
            ),
        ]

    def __str__(self) -> str:
        return self.file_name
